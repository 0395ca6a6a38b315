//! Tests of armies: their size, and their state for the people who administer the server.

use std::time::Duration;

use balance::appraisal::Appraisal;

use crate::store::{PersonId, TrialId};

/// Size of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialSettings {
    /// Number of pairs of games against each built-in army. Both armies move first once in each pair.
    pub pairs: u64,
    /// Number of positions that the computer player searches per turn.
    pub nodes: u64,
    /// Number of turns of both sides after which a game is a draw.
    pub longest: usize,
}

impl Default for TrialSettings {
    fn default() -> Self {
        Self { pairs: 50, nodes: 2_000, longest: 400 }
    }
}

/// Test of an army.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    pub id: TrialId,
    /// Person who started the test.
    pub person: PersonId,
    /// Name of the army.
    pub name: String,
    /// Version of a server's own army; `None` for a built-in one.
    pub version: Option<i64>,
    pub stage: TrialStage,
}

/// State of a test.
#[derive(Clone, PartialEq, Debug)]
pub enum TrialStage {
    /// Games are being played.
    Playing(TrialProgress),
    /// Results.
    Finished(Box<Appraisal>),
    /// The army was archived or deleted.
    Archived,
    /// The army has a newer version.
    Replaced,
    /// The games could not be played.
    Failed,
}

impl TrialStage {
    pub const fn is_over(&self) -> bool {
        !matches!(self, TrialStage::Playing(_))
    }
}

/// Progress of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrialProgress {
    /// Number of games played.
    pub played: usize,
    /// Number of all games.
    pub games: usize,
    /// Estimated remaining time; `None` at the beginning.
    pub left: Option<Duration>,
}
