//! Battalions that can be picked.
//!
//! [`roster`] lists those available on a server at one moment. Administrators add and manage Battalions with [`own`],
//! [`drafts`] and [`packs`]. Servers share them with [`sharing`], [`gallery`] and [`reports`].
//!
//! [`judging`] and [`alike`] validate files, and [`checking`] limits the resources for that. [`queue`] serializes the
//! changes of one server.

pub(super) mod alike;
pub(super) mod checking;
pub(super) mod drafts;
pub(super) mod gallery;
pub(super) mod judging;
pub(super) mod own;
pub(super) mod packs;
pub(super) mod queue;
pub(super) mod reports;
pub(super) mod roster;
pub(super) mod sharing;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::host::PersonId;
use crate::host::battalions::checking::ValidationLimiter;
use crate::host::battalions::queue::Queues;
use crate::host::battalions::roster::Rosters;
use crate::host::battlefields::Battlefields;
use crate::host::random::Chance;
use crate::host::rendering::Rendering;
use crate::host::servers::Servers;
use crate::host::settings::Settings;
use crate::host::time::WallClock;
use crate::store::Store;

/// Administration of the Battalions of servers: submission, publication and sharing.
#[derive(Clone, Debug)]
pub struct Battalions {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) chance: Chance,
    pub(super) settings: Arc<Settings>,
    pub(super) servers: Arc<Servers>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) battlefields: Arc<Battlefields>,
    pub(super) rendering: Arc<Rendering>,
    pub(super) validation: Arc<ValidationLimiter>,
    pub(super) queues: Arc<Queues>,
    /// Operators of the bot.
    pub(super) operators: Arc<OnceLock<BTreeSet<PersonId>>>,
}
