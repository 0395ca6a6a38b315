//! What every command and component needs: the host and the work in flight, and nothing of any one game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};

use serenity::all::UserId;

use super::delivery::Buttons;
use super::limits::Limits;
use super::upload::Uploads;
use super::work::Work;
use crate::folded::Folded;
use crate::host::{Host, NoticeKind};

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
    /// Requests that Discord counts.
    pub limits: Limits,
    /// Messages whose buttons are to come off.
    pub buttons: Buttons,
    /// Failures to post, by what was posted and why.
    pub failures: Folded<(NoticeKind, String)>,
    /// The bot's own account, once it is known.
    me: OnceLock<UserId>,
}

impl App {
    /// Nothing is being done yet.
    pub fn new(host: Host, uploads: Uploads) -> Self {
        Self {
            host,
            uploads,
            work: Work::default(),
            seen: Seen::default(),
            limits: Limits::default(),
            buttons: Buttons::default(),
            failures: Folded::default(),
            me: OnceLock::new(),
        }
    }

    /// The bot has learnt which account is its own.
    pub fn is(&self, me: UserId) {
        let _ = self.me.set(me);
    }

    /// Whether this is the bot's own account.
    pub fn is_me(&self, user: UserId) -> bool {
        self.me.get() == Some(&user)
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
