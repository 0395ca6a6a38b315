//! Views of a game.
//!
//! [`look`] and [`secret`] build the public view and that of one seat, [`pictures`] and [`cards`] render them.
//! [`replay`] creates animations, [`steps`] the course of a game step by step, and [`list`] lists of games.

mod cache;
pub(super) mod cards;
pub(super) mod list;
pub(super) mod look;
mod material;
pub(super) mod pictures;
pub(super) mod replay;
pub(super) mod secret;
pub(super) mod steps;

use std::sync::Arc;

use tokio::sync::Semaphore;

pub(super) use crate::host::views::cache::Pictures;

use crate::host::battalions::roster::Rosters;
use crate::host::lobby::Lobbies;
use crate::host::rendering::Rendering;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::store::Store;

/// Views of games: public and private ones, as data and as pictures.
#[derive(Clone, Debug)]
pub struct Views {
    pub(super) store: Store,
    pub(super) settings: Arc<Settings>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) lobbies: Arc<Lobbies>,
    pub(super) games: Arc<Games>,
    pub(super) rendering: Arc<Rendering>,
    pub(super) pictures: Arc<Pictures>,
    /// Limits replays to one at a time.
    pub(super) replays: Arc<Semaphore>,
}
