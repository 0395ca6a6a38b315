//! What every command and component needs: the host and the work in flight, and nothing of any one game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::upload::Uploads;
use super::work::Work;
use crate::host::Host;

/// Shared by everything that talks to Discord.
#[derive(Debug)]
pub struct App {
    /// What can be done.
    pub host: Host,
    /// Files that people attach.
    pub uploads: Uploads,
    /// What is being done.
    pub work: Work,
    /// What has been begun.
    pub seen: Seen,
}

impl App {
    /// Nothing is being done yet.
    pub fn new(host: Host, uploads: Uploads) -> Self {
        Self {
            host,
            uploads,
            work: Work::default(),
            seen: Seen::default(),
        }
    }
}

/// As it is passed around.
pub type Shared = Arc<App>;

/// Errors of commands; people have been told already, so that nothing is left to say.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What poise gives a command.
pub type Context<'a> = poise::Context<'a, Shared, Error>;

/// The interactions begun lately: a repeated delivery is left to the first. After a restart the host knows what was done.
#[derive(Debug, Default)]
pub struct Seen(Mutex<VecDeque<u64>>);

impl Seen {
    /// Interactions remembered; more than can be under way at once.
    const MOST: usize = 4096;

    /// Whether this interaction comes for the first time.
    pub fn first(&self, id: u64) -> bool {
        let mut seen = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if seen.contains(&id) {
            return false;
        }
        if seen.len() == Self::MOST {
            seen.pop_front();
        }
        seen.push_back(id);
        true
    }
}
