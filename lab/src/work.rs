//! Any kind of run as text, for workers that read from a queue what to play.

use balance::{clash, duel, party};
use serde::{Deserialize, Serialize};

/// Plan of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "plan", rename_all = "kebab-case")]
pub enum Work {
    /// Pairs of duels.
    Duels(duel::Plan),
    /// Pairs of rounds of Clash.
    Clash(clash::Plan),
    /// Blocks of games of four.
    Party(party::Plan),
}

impl From<duel::Plan> for Work {
    fn from(plan: duel::Plan) -> Self {
        Work::Duels(plan)
    }
}

impl From<clash::Plan> for Work {
    fn from(plan: clash::Plan) -> Self {
        Work::Clash(plan)
    }
}

impl From<party::Plan> for Work {
    fn from(plan: party::Plan) -> Self {
        Work::Party(plan)
    }
}

/// Error of work that cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// Another version of the games.
    #[error("the run belongs to another version of the lab; build workers from the same commit")]
    OtherVersion,
    /// A plan or a job that is not from this program.
    #[error("the run cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Armies that cannot be set up.
    #[error("the run cannot be played: {0}")]
    Unplayable(String),
}

/// Plan that is ready to be played.
#[derive(Debug)]
pub enum Workshop {
    /// Pairs of duels.
    Duels(duel::Laboratory),
    /// Pairs of rounds of Clash.
    Clash(Box<clash::Laboratory>),
    /// Blocks of games of four.
    Party(party::Laboratory),
}

impl Workshop {
    /// Prepares a plan.
    ///
    /// # Errors
    /// [`WorkError`] if the plan is of another version or its armies are not valid.
    pub fn new(work: Work) -> Result<Self, WorkError> {
        let unplayable = |error: &dyn ToString| WorkError::Unplayable(error.to_string());
        match work {
            Work::Duels(plan) if plan.format == duel::FORMAT => {
                duel::Laboratory::new(plan).map(Workshop::Duels).map_err(|error| unplayable(&error))
            }
            Work::Clash(plan) if plan.format == clash::FORMAT => {
                clash::Laboratory::new(plan).map(Box::new).map(Workshop::Clash).map_err(|error| unplayable(&error))
            }
            Work::Party(plan) if plan.format == party::FORMAT => {
                party::Laboratory::new(plan).map(Workshop::Party).map_err(|error| unplayable(&error))
            }
            _ => Err(WorkError::OtherVersion),
        }
    }

    /// Plays a job; job and result are JSON.
    ///
    /// # Errors
    /// [`WorkError`] if the job is not one of this plan.
    pub fn play(&self, job: &str) -> Result<String, WorkError> {
        let result = match self {
            Workshop::Duels(laboratory) => {
                laboratory.play(serde_json::from_str(job)?).map(|r| serde_json::to_string(&r))
            }
            Workshop::Clash(laboratory) => {
                laboratory.play(serde_json::from_str(job)?).map(|r| serde_json::to_string(&r))
            }
            Workshop::Party(laboratory) => {
                laboratory.play(serde_json::from_str(job)?).map(|r| serde_json::to_string(&r))
            }
        };
        Ok(result.ok_or_else(|| WorkError::Unplayable("these armies cannot play against each other".to_owned()))??)
    }
}
