//! Creation of games.
//!
//! [`gathering`] holds what is common to all lobbies: their people, what is missing, and the start. [`seats`] handles the
//! seats, [`computers`] computer players, [`invitation`] games for certain people, and [`odds`] handicaps. [`words`] handles the contributions to the seed, and [`telling`] the words that players add and tell.
//! [`opening`] opens a game of any kind, and [`challenge`] a match of Clash. [`allowed`] checks the limits of the server,
//! and [`assemble`] creates the setup of the game.

pub(super) mod allowed;
pub(super) mod assemble;
pub(super) mod challenge;
pub(super) mod computers;
pub(super) mod gathering;
pub(super) mod invitation;
pub(super) mod odds;
pub(super) mod opening;
pub(super) mod seats;
pub(super) mod telling;
pub(super) mod words;

use std::sync::Arc;

use crate::host::battalions::roster::Rosters;
use crate::host::battlefields::Battlefields;
use crate::host::random::Chance;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::host::strengths::Strengths;
use crate::host::time::WallClock;
use crate::store::Store;

/// Lobbies, challenges and invitations: games that have not started.
#[derive(Clone, Debug)]
pub struct Lobbies {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) settings: Arc<Settings>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) battlefields: Arc<Battlefields>,
    pub(super) strengths: Arc<Strengths>,
    pub(super) games: Arc<Games>,
    pub(super) chance: Chance,
}
