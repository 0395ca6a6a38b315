//! Plan of a test: the army, its opponents and the games.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

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

/// Size of all tests, set once at the start.
#[derive(Debug, Default)]
pub(in crate::host) struct Size(OnceLock<TrialSettings>);

impl Size {
    /// Sets the size, unless it is set already.
    pub(super) fn set(&self, size: TrialSettings) {
        let _ = self.0.set(size);
    }

    pub fn get(&self) -> TrialSettings {
        self.0.get().copied().unwrap_or_default()
    }
}

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
        let army = army.clone();
        blocking(move || {
            let (plan, sum) = planned(army, size)?;
            let laboratory = Laboratory::new(plan.clone());
            let laboratory = laboratory.map_err(|error| InternalError::new("preparing a test", &error))?;
            Ok(Self { plan, sum, laboratory: Arc::new(laboratory) })
        })
        .await
    }
}

/// Checksum of the plan with which an army would be tested now.
pub(in crate::host) async fn sum(army: &Army, size: TrialSettings) -> Result<String, Error> {
    let army = army.clone();
    blocking(move || Ok(planned(army, size)?.1)).await
}

/// Plan of a test, with its checksum.
fn planned(army: Army, size: TrialSettings) -> Result<(Plan, String), Error> {
    let Army { definition, file, .. } = army;
    let file = ArmyFile { id: definition.id.clone(), name: definition.name.clone(), text: file.to_string() };
    let TrialSettings { pairs, nodes, longest } = size;
    let settings = Settings { nodes, seed: SEED, longest };
    let plan = appraisal::plan(&TestedArmy { file, definition }, settings);
    let content = serde_json::to_vec(&(&plan, pairs));
    let content = content.map_err(|error| InternalError::new("writing the plan of a test", &error))?;
    let mut sum = String::new();
    for byte in Sha256::digest(&content) {
        // Writing to a String cannot fail.
        let _ = write!(sum, "{byte:02x}");
    }
    Ok((plan, sum))
}

/// Id and version of a server's own army, by its key; `None` for a built-in one.
pub(in crate::host) fn version(key: &str) -> Option<(&str, i64)> {
    let (id, version) = key.split_once('@')?;
    Some((id, version.parse().ok()?))
}
