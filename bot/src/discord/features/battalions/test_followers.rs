//! Private messages that show the progress of a test of an army. Their tokens last for some minutes and are kept in
//! memory only.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::discord::answers::Token;
use crate::host::{PersonId, TrialId};

/// Message that shows a test to a person, with the text that it shows.
#[derive(Clone, Debug)]
pub struct Follower {
    pub token: Token,
    pub text: String,
}

/// The newest message of each person about each test in progress.
#[derive(Debug, Default)]
pub struct Followers {
    all: Mutex<HashMap<(TrialId, PersonId), Follower>>,
    new: Notify,
}

impl Followers {
    /// Follows a test in the response of an interaction.
    pub fn follow(&self, trial: TrialId, person: PersonId, token: Token, text: String) {
        self.lock().insert((trial, person), Follower { token, text });
        self.new.notify_one();
    }

    /// Waits for a new message.
    pub async fn followed(&self) {
        self.new.notified().await;
    }

    /// Stores the text that a message shows now.
    pub fn shows(&self, trial: TrialId, person: PersonId, text: String) {
        if let Some(follower) = self.lock().get_mut(&(trial, person)) {
            follower.text = text;
        }
    }

    /// Ends following.
    pub fn forget(&self, trial: TrialId, person: PersonId) {
        self.lock().remove(&(trial, person));
    }

    /// Returns true if a message of this person follows the test.
    pub fn contains(&self, trial: TrialId, person: PersonId) -> bool {
        self.lock().contains_key(&(trial, person))
    }

    /// All messages that follow a test.
    pub fn all(&self) -> Vec<(TrialId, PersonId, Follower)> {
        self.lock().iter().map(|((trial, person), follower)| (*trial, *person, follower.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(TrialId, PersonId), Follower>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
