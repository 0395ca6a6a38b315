//! Plan of a test: the army, its opponents and the games.

use std::fmt::Write as _;
use std::sync::Arc;

use balance::appraisal;
use balance::army::{Army as TestedArmy, ArmyFile};
use balance::duel::{Laboratory, Plan, Settings};
use sha2::{Digest as _, Sha256};

use crate::host::battalions::roster::Army;
use crate::host::blocking;
use crate::host::error::{Error, InternalError};
use crate::host::model::TrialSettings;

/// Seed of all games. The same army has the same results on every server.
const SEED: u64 = 1;

/// Plan of a test with the armies ready to play.
#[derive(Debug)]
pub(super) struct Planned {
    pub plan: Plan,
    /// SHA-256 of the plan with its number of pairs.
    pub sum: String,
    pub laboratory: Arc<Laboratory>,
}

impl Planned {
    /// Plans the test of an army.
    pub async fn new(army: &Army, size: TrialSettings) -> Result<Self, Error> {
        let Army { definition, file, .. } = army.clone();
        blocking(move || {
            let file = ArmyFile { id: definition.id.clone(), name: definition.name.clone(), text: file.to_string() };
            let TrialSettings { pairs, nodes, longest } = size;
            let settings = Settings { nodes, seed: SEED, longest };
            let plan = appraisal::plan(&TestedArmy { file, definition }, settings);
            let content = serde_json::to_vec(&(&plan, pairs));
            let content = content.map_err(|error| InternalError::new("writing the plan of a test", &error))?;
            let laboratory = Laboratory::new(plan.clone());
            let laboratory = laboratory.map_err(|error| InternalError::new("preparing a test", &error))?;
            let mut sum = String::new();
            for byte in Sha256::digest(&content) {
                // Writing to a String cannot fail.
                let _ = write!(sum, "{byte:02x}");
            }
            Ok(Self { plan, sum, laboratory: Arc::new(laboratory) })
        })
        .await
    }
}

/// Id and version of a server's own army, by its key; `None` for a built-in one.
pub(super) fn version(key: &str) -> Option<(&str, i64)> {
    let (id, version) = key.split_once('@')?;
    Some((id, version.parse().ok()?))
}
