//! Tests of armies by games of the computer player against the built-in armies, for the people who administer a server.
//!
//! * `plan`: the army, its opponents and the games. `run`: plays the games of a test in short tasks that use what
//!   computer players leave of their threads. `state`: progress and wake-ups, in memory.
//!
//! A server has at most one test in progress, and all servers together have a limited number. Finished pairs of games
//! are stored, so a test continues after a restart. Every test is stored with the checksum of its plan, which contains
//! the files of all its armies: results of another version of any of them are never mixed or shown.

pub(super) mod plan;
mod run;
pub(super) mod state;

use std::sync::Arc;

use crate::host::battalions::roster::{Army, Rosters};
use crate::host::error::{Entry, Error, TrialRefusal, UnknownName, refuse};
use crate::host::model::{Trial, TrialSettings, TrialStage, Who};
use crate::host::opponent::state::Opponents;
use crate::host::settings::Settings;
use crate::host::time::WallClock;
use crate::host::{GuildId, StoreError, TrialId};
use crate::store::{NewTrial, Store, TrialRow, TrialState};
use plan::{Planned, Size};
use state::Tests;

/// Maximum number of tests in progress on all servers together.
const SIDE_BY_SIDE: i64 = 20;

/// Tests of armies.
#[derive(Clone, Debug)]
pub struct Trials {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) settings: Arc<Settings>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) opponents: Arc<Opponents>,
    pub(super) size: Arc<Size>,
    pub(super) tests: Arc<Tests>,
}

impl Trials {
    /// Sets the size of the tests, once at the start. Without it, they have the default size.
    pub fn sized(&self, settings: TrialSettings) {
        self.size.set(settings);
    }

    /// Starts a test of an army, or returns the state of the one that is in progress or has finished. A test of another
    /// army in progress is a refusal.
    pub async fn test(&self, who: &Who, guild: GuildId, text: &str) -> Result<Trial, Error> {
        self.settings.administered(who, guild).await?;
        let army = self.army(guild, text).await?;
        if !army.definition.matches.duels() {
            return Err(refuse(TrialRefusal::NotForDuels(army.definition.name.clone())));
        }
        if let Some(trial) = self.in_progress(guild, &army.key).await? {
            return Ok(trial);
        }
        let plan = Planned::new(&army, self.size.get()).await?;
        let known = self.store.trials(guild).await?;
        let finished = |row: &&TrialRow| row.battalion == army.key && row.state == TrialState::Finished;
        let known = known.iter().find(finished).filter(|row| row.plan == plan.sum);
        if let Some(trial) = known.and_then(|row| self.trial(row)) {
            return Ok(trial);
        }
        let new = NewTrial {
            guild,
            battalion: army.key.clone(),
            plan: plan.sum,
            name: army.definition.name.clone(),
            person: who.person,
            began_at: self.time.now(),
        };
        if let Some(id) = self.store.begin_trial(new, SIDE_BY_SIDE).await? {
            self.tests.ask(id);
        }
        // Another test may have started meanwhile.
        self.in_progress(guild, &army.key).await?.ok_or_else(|| refuse(TrialRefusal::Busy))
    }

    /// Cancels a test in progress and returns the name of its army. Its games are deleted.
    pub async fn cancel(&self, who: &Who, guild: GuildId, id: TrialId) -> Result<String, Error> {
        self.settings.administered(who, guild).await?;
        let row = self.store.trial(id).await?.filter(|row| row.guild == guild);
        let row = row.ok_or_else(|| refuse(TrialRefusal::Over))?;
        if !self.store.cancel_trial(id).await? {
            return Err(refuse(TrialRefusal::Over));
        }
        self.tests.stop(id);
        self.tests.end();
        Ok(row.name)
    }

    /// State of a test; `None` if it was cancelled.
    pub async fn state_of(&self, id: TrialId) -> Result<Option<Trial>, Error> {
        Ok(self.store.trial(id).await?.and_then(|row| self.trial(&row)))
    }

    /// Waits until a test ends or is cancelled.
    pub async fn ended(&self) {
        self.tests.ended().await;
    }

    /// Tests that have ended without anyone having been told. Report each with [`Trials::told`].
    pub async fn untold(&self) -> Result<Vec<Trial>, Error> {
        let rows = self.store.untold_trials().await?;
        Ok(rows.iter().filter_map(|row| self.trial(row)).collect())
    }

    /// Records that nobody needs to be told any more how a test ended.
    pub async fn told(&self, id: TrialId) -> Result<(), Error> {
        Ok(self.store.trial_told(id).await?)
    }

    /// Tests in progress, to resume after a start.
    pub(crate) async fn unfinished(&self) -> Result<Vec<TrialId>, StoreError> {
        self.store.trials_in_progress().await
    }

    /// Waits for a new test; `None` if another task waits for it.
    pub(crate) async fn asked(&self) -> Option<TrialId> {
        self.tests.asked().await
    }

    /// The army of this id or name: a built-in one, or the newest version of the server's own, published or not.
    async fn army(&self, guild: GuildId, text: &str) -> Result<Army, Error> {
        let roster = self.rosters.roster(Some(guild)).await?;
        if let Some(army) = roster.named(text) {
            return Ok(army.clone());
        }
        let id = text.trim().to_lowercase();
        let archived = self.store.battalions(guild).await?.iter().any(|row| row.id == id);
        Err(if archived { refuse(TrialRefusal::Archived) } else { refuse(UnknownName::of(Entry::Battalion)) })
    }

    /// Test of this army in progress on a server. A test of another army is a refusal.
    async fn in_progress(&self, guild: GuildId, key: &str) -> Result<Option<Trial>, Error> {
        let rows = self.store.trials(guild).await?;
        match rows.iter().find(|row| row.state == TrialState::Playing) {
            Some(row) if row.battalion != key => Err(refuse(TrialRefusal::Other(row.name.clone()))),
            row => Ok(row.and_then(|row| self.trial(row))),
        }
    }

    /// A stored test. `None` for results that only another version of the program can read.
    fn trial(&self, row: &TrialRow) -> Option<Trial> {
        let stage = match row.state {
            TrialState::Playing => TrialStage::Playing(self.tests.progress(row.id)),
            TrialState::Finished => TrialStage::Finished(serde_json::from_str(row.report.as_deref()?).ok()?),
            TrialState::Archived => TrialStage::Archived,
            TrialState::Replaced => TrialStage::Replaced,
            TrialState::Failed => TrialStage::Failed,
        };
        let version = plan::version(&row.battalion).map(|(_, version)| version);
        Some(Trial { id: row.id, person: row.person, name: row.name.clone(), version, stage })
    }
}
