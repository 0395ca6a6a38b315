//! Plays the games of a test. A task on the pool plays a few turns, so that decisions of computer players never wait
//! long for a thread.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use balance::appraisal::Appraisal;
use balance::duel::{Job, Laboratory, Outcome, Playing, Step};
use tokio::task::JoinSet;

use super::Trials;
use super::plan::{self, Planned};
use crate::host::battalions::roster::{self, Army};
use crate::host::error::{Error, InternalError};
use crate::host::opponent::state::Opponents;
use crate::host::opponent::{self, Stop};
use crate::host::{GuildId, TrialId};
use crate::store::{BattalionState, TrialPair, TrialRow, TrialState};

/// Number of turns or openings that a task plays.
const SLICE: usize = 8;
/// Pause after an error of the database.
const PAUSE: Duration = Duration::from_secs(30);

/// Result of a task.
enum Slice {
    More(Box<Playing>),
    Done(Outcome),
    CannotMeet,
}

/// Army of a test in progress.
enum Tested {
    /// Still the one that was chosen.
    Same(Army),
    /// No longer in use, or replaced.
    Gone(TrialState),
}

impl Trials {
    /// Plays a test to its end. After an error of the database, it continues with the stored games.
    pub(crate) async fn play(&self, id: TrialId) {
        while let Err(error) = self.play_on(id).await {
            tracing::warn!(trial = %id, %error, "a test of an army is interrupted and continues soon");
            tokio::time::sleep(PAUSE).await;
        }
        self.tests.leave(id);
    }

    async fn play_on(&self, id: TrialId) -> Result<(), Error> {
        let row = self.store.trial(id).await?.filter(|row| row.state == TrialState::Playing);
        let Some(row) = row else { return Ok(()) };
        let army = match self.tested(&row).await? {
            Tested::Same(army) => army,
            Tested::Gone(state) => return self.end(id, state, None).await,
        };
        let size = self.size.get();
        let Ok(planned) = Planned::new(&army, size).await else {
            return self.end(id, TrialState::Failed, None).await;
        };
        if planned.sum != row.plan {
            // Another version of the program or its built-in armies, or another size of the tests.
            self.store.replan_trial(id, planned.sum.clone()).await?;
        }
        let mut done = self.stored(id).await?;
        let jobs = planned.plan.jobs(0..size.pairs);
        let stop = self.tests.begin(id, done.len(), jobs.len());
        let mut jobs = jobs.into_iter().filter(|job| !done.contains_key(job)).collect::<Vec<_>>().into_iter();
        let mut playing = JoinSet::new();
        loop {
            while playing.len() < opponent::threads()
                && let Some(job) = jobs.next()
            {
                let (opponents, laboratory) = (Arc::clone(&self.opponents), Arc::clone(&planned.laboratory));
                playing.spawn(play_pair(opponents, (row.guild, id), Stop::clone(&stop), laboratory, job));
            }
            let Some(played) = playing.join_next().await else { break };
            let Ok(Some(outcome)) = played else {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                tracing::error!(trial = %id, "the games of a test cannot be played");
                return self.end(id, TrialState::Failed, None).await;
            };
            if !self.put(id, &outcome).await? {
                return Ok(());
            }
            done.insert(outcome.job, outcome);
            self.tests.advance(id);
            if let Tested::Gone(state) = self.tested(&row).await? {
                return self.end(id, state, None).await;
            }
        }
        let outcomes: Vec<Outcome> = done.into_values().collect();
        let appraise = move |_: &_| Appraisal::new(&planned.plan, &outcomes);
        match self.opponents.run_spare(row.guild, id, &stop, appraise).await.flatten() {
            Some(report) => {
                let report = serde_json::to_string(&report);
                let report = report.map_err(|error| InternalError::new("writing the results of a test", &error))?;
                self.end(id, TrialState::Finished, Some(report)).await
            }
            None if stop.load(Ordering::Relaxed) => Ok(()),
            None => self.end(id, TrialState::Failed, None).await,
        }
    }

    async fn end(&self, id: TrialId, state: TrialState, report: Option<String>) -> Result<(), Error> {
        self.store.end_trial(id, state, report).await?;
        self.tests.end();
        Ok(())
    }

    /// The army of a test, if it is still the newest version in use.
    async fn tested(&self, row: &TrialRow) -> Result<Tested, Error> {
        let Some((id, version)) = plan::version(&row.battalion) else {
            let army = roster::builtin(&row.battalion).cloned();
            return Ok(army.map_or(Tested::Gone(TrialState::Archived), Tested::Same));
        };
        let rows = self.store.battalions(row.guild).await?;
        let newest = rows.iter().find(|row| row.id == id && row.state != BattalionState::Archived);
        match newest.map(|newest| newest.version) {
            None => Ok(Tested::Gone(TrialState::Archived)),
            Some(newest) if newest != version => Ok(Tested::Gone(TrialState::Replaced)),
            Some(_) => {
                let army = self.rosters.own_army(row.guild, id, version).await?;
                Ok(army.map_or(Tested::Gone(TrialState::Failed), Tested::Same))
            }
        }
    }

    /// Stored pairs of games. Pairs that cannot be read are played again.
    async fn stored(&self, id: TrialId) -> Result<BTreeMap<Job, Outcome>, Error> {
        let rows = self.store.trial_pairs(id).await?;
        let outcomes = rows.iter().filter_map(|row| serde_json::from_str::<Outcome>(&row.content).ok());
        Ok(outcomes.map(|outcome| (outcome.job, outcome)).collect())
    }

    async fn put(&self, id: TrialId, outcome: &Outcome) -> Result<bool, Error> {
        let content = serde_json::to_string(outcome);
        let content = content.map_err(|error| InternalError::new("writing games of a test", &error))?;
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let pair = TrialPair {
            opponent: number(outcome.job.pairing[1]),
            pair: i64::try_from(outcome.job.pair).unwrap_or(i64::MAX),
            content,
        };
        Ok(self.store.put_trial_pair(id, pair).await?)
    }
}

/// Plays a pair of games. `None` if it was stopped or cannot be played.
async fn play_pair(
    opponents: Arc<Opponents>,
    (guild, trial): (GuildId, TrialId),
    stop: Stop,
    laboratory: Arc<Laboratory>,
    job: Job,
) -> Option<Outcome> {
    let mut playing = Box::new(Playing::new(job));
    loop {
        let laboratory = Arc::clone(&laboratory);
        let slice = opponents.run_spare(guild, trial, &stop, move |_: &_| slice(&laboratory, playing)).await?;
        match slice {
            Slice::More(more) => playing = more,
            Slice::Done(outcome) => return Some(outcome),
            Slice::CannotMeet => return None,
        }
    }
}

fn slice(laboratory: &Laboratory, mut playing: Box<Playing>) -> Slice {
    for _ in 0..SLICE {
        match laboratory.step(&mut playing) {
            Step::More => {}
            Step::Done(pair) => return Slice::Done(pair.outcome()),
            Step::CannotMeet => return Slice::CannotMeet,
        }
    }
    Slice::More(playing)
}
