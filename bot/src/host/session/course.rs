//! Stored course of a game: its setup, every action, and the effect of each action. A game is restored from the
//! effects, so later changes of the rules do not affect accepted actions. The log serves as history and proof.

use std::sync::{Arc, OnceLock};

use engine::action::Action;
use engine::board::Seat;
use engine::snapshot::{Opened, Snapshot};
use engine::view::View;
use json_patch::Patch;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::{ActionRow, GameRow};

use crate::host::error::{Error, InternalError};
use crate::host::model::HistoryEntry;
use crate::host::session::logged::{Logged, Takeback, standing};
use crate::host::session::running::RunningGame;
use crate::host::session::seed::{Seed, with_seed};
use crate::host::{PersonId, Version};

/// Stored state of a game after an action. Secret.
#[derive(Serialize, Deserialize)]
struct Stored {
    game: Snapshot,
    /// History entry added by the last action.
    entry: Option<HistoryEntry>,
    last_by: Vec<Option<PersonId>>,
    position_since: Version,
    offer_since: Option<Version>,
    round_since: Version,
    unseen: i64,
}

/// A log entry.
struct Step {
    version: Version,
    seat: Seat,
    person: Option<PersonId>,
    what: Logged,
}

/// Course of a game.
pub(in crate::host) struct Course {
    saved: Arc<str>,
    seed: Arc<Seed>,
    started: Version,
    setup: Opened,
    steps: Vec<Step>,
    /// Initial state, followed by the effect of each action.
    effects: Vec<String>,
}

/// State of a game, in its stored form.
fn state(play: &RunningGame) -> Result<Value, Error> {
    let last = play.history.last().filter(|entry| entry.version == play.version);
    let stored = Stored {
        game: play.game.snapshot(),
        entry: last.map(|entry| HistoryEntry::clone(entry)),
        last_by: play.last_by.clone(),
        position_since: play.position_since,
        offer_since: play.offer_since,
        round_since: play.round_since,
        unseen: play.unseen,
    };
    serde_json::to_value(stored).map_err(|_| unwritten().into())
}

fn unwritten() -> InternalError {
    InternalError::plain("writing the state of a game", "it cannot be written")
}

fn unread(what: &'static str) -> InternalError {
    InternalError::plain("reading a stored game", what)
}

/// Initial state of a game, in its stored form.
pub(in crate::host) fn first_effect(play: &RunningGame) -> Result<String, Error> {
    Ok(state(play)?.to_string())
}

/// Effect of an action, in its stored form.
pub(in crate::host) fn effect(before: &RunningGame, after: &RunningGame) -> Result<String, Error> {
    let patch = json_patch::diff(&state(before)?, &state(after)?);
    serde_json::to_string(&patch).map_err(|_| unwritten().into())
}

impl Step {
    fn read(row: &ActionRow) -> Result<Self, Error> {
        let what = serde_json::from_str(&row.action).map_err(|_| unread("an action of its log cannot be read"))?;
        Ok(Self { version: row.version, seat: Seat(row.seat), person: row.person, what })
    }
}

impl Course {
    /// Course of a stored game; `None` before its start. If the row has no effects, they are computed by replaying the
    /// game.
    pub fn read(row: &GameRow) -> Result<Option<Self>, Error> {
        let (setup, seed, started) = match (&row.setup, &row.seed, row.started) {
            (Some(setup), Some(seed), Some(started)) => (setup, seed, started),
            (None, None, None) => return Ok(None),
            _ => return Err(unread("its setup or its seed is missing").into()),
        };
        let seed = Seed(seed.clone());
        let opened =
            with_seed(setup, &seed)?.accepted().map_err(|error| InternalError::new("opening a stored game", &error))?;
        let mut course = Self {
            saved: setup.as_str().into(),
            seed: Arc::new(seed),
            started,
            setup: opened,
            steps: row.actions.iter().map(Step::read).collect::<Result<_, _>>()?,
            effects: row.effects.clone(),
        };
        if course.effects.is_empty() {
            course.effects = course.judge()?;
        }
        if course.effects.len() != course.steps.len() + 1 {
            return Err(unread("its log and its effects do not fit together").into());
        }
        Ok(Some(course))
    }

    /// Replays a game that was stored without effects and returns the effects. The cause of a refusal is not logged,
    /// because it may reveal sealed data.
    fn judge(&self) -> Result<Vec<String>, Error> {
        let game = with_seed(&self.saved, &self.seed)?
            .open(&[])
            .map_err(|error| InternalError::new("opening a stored game", &error))?;
        let (saved, seed) = (Arc::clone(&self.saved), Arc::clone(&self.seed));
        let mut play = RunningGame::begin(saved, seed, self.started, game);
        let mut effects = vec![first_effect(&play)?];
        // Game before each valid action, for takebacks.
        let mut stood = Vec::new();
        for step in &self.steps {
            let next = match &step.what {
                Logged::Action(action) => {
                    match play.after(step.version, step.seat, step.person, action) {
                        Ok(next) => next,
                        // Older versions asked for a placement even without alternatives.
                        Err(_) if matches!(action, Action::Place { .. }) => play.at(step.version),
                        Err(_) => {
                            let why = "an action is not legal";
                            let what = "playing a stored game again";
                            return Err(InternalError::plain(what, why).into());
                        }
                    }
                }
                Logged::Takeback(Takeback { kept }) => {
                    let to: Option<&RunningGame> = stood.get(*kept);
                    let to = to.ok_or_else(|| unread("a takeback goes back too far"))?;
                    to.taken_back(&play, step.version, step.seat)
                }
            };
            effects.push(effect(&play, &next)?);
            let before = std::mem::replace(&mut play, next);
            match step.what {
                Logged::Action(_) => stood.push(before),
                Logged::Takeback(Takeback { kept }) => stood.truncate(kept),
            }
        }
        Ok(effects)
    }

    /// Visits the states of the game in order, each with the number of actions so far.
    fn walk(&self, taken: usize, mut see: impl FnMut(usize, &Value) -> Result<(), Error>) -> Result<Value, Error> {
        let broken = || unread("what an action changed cannot be read");
        let mut state = Value::Null;
        for (number, text) in self.effects.iter().take(taken + 1).enumerate() {
            if number == 0 {
                state = serde_json::from_str(text).map_err(|_| broken())?;
            } else {
                let patch: Patch = serde_json::from_str(text).map_err(|_| broken())?;
                json_patch::patch(&mut state, &patch).map_err(|_| broken())?;
            }
            see(number, &state)?;
        }
        Ok(state)
    }

    /// Restores the game after this number of actions.
    fn restore(&self, state: &Value, taken: usize, history: Vec<Arc<HistoryEntry>>) -> Result<RunningGame, Error> {
        let stored = Stored::deserialize(state).map_err(|_| unread("the state that it is in cannot be read"))?;
        let steps = self.steps.get(..taken).unwrap_or_default();
        let log = standing(steps.iter().map(|step| (step.seat, &step.what)));
        let game = self
            .setup
            .restore(&stored.game, log)
            .map_err(|error| InternalError::new("opening a stored game", &error))?;
        Ok(RunningGame {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            game,
            version: steps.last().map_or(self.started, |step| step.version),
            history,
            last_by: stored.last_by,
            position_since: stored.position_since,
            offer_since: stored.offer_since,
            round_since: stored.round_since,
            unseen: stored.unseen,
            view: OnceLock::new(),
        })
    }

    /// Game at a version.
    pub fn at(&self, version: Version) -> Result<RunningGame, Error> {
        let taken = self.steps.partition_point(|step| step.version <= version);
        let mut history = Vec::new();
        let last = self.walk(taken, |number, state| {
            let step = number.checked_sub(1).and_then(|at| self.steps.get(at));
            history.extend(entry_of(state, step)?);
            Ok(())
        })?;
        self.restore(&last, taken, history)
    }

    /// Current game.
    pub fn last(&self) -> Result<RunningGame, Error> {
        self.at(Version(i64::MAX))
    }

    /// Every state that was not undone, each with the action that led to it. The first state has no action.
    pub fn each_play(
        &self,
        mut see: impl FnMut(Option<&Action>, RunningGame) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let stands = self.stands();
        self.walk(self.steps.len(), |taken, state| {
            if !stands[taken] {
                return Ok(());
            }
            let step = taken.checked_sub(1).and_then(|at| self.steps.get(at));
            let action = step.and_then(|step| match &step.what {
                Logged::Action(action) => Some(action),
                Logged::Takeback(_) => None,
            });
            see(action, self.restore(state, taken, Vec::new())?)
        })?;
        Ok(())
    }

    /// For each state in order, whether it is still valid. Undone states are not, nor is the state after a takeback,
    /// which repeats an earlier one.
    fn stands(&self) -> Vec<bool> {
        let mut standing = vec![0];
        for (number, step) in (1..).zip(&self.steps) {
            match step.what {
                Logged::Action(_) => standing.push(number),
                Logged::Takeback(Takeback { kept }) => standing.truncate(kept + 1),
            }
        }
        let mut stands = vec![false; self.steps.len() + 1];
        for number in standing {
            stands[number] = true;
        }
        stands
    }

    /// Public view at the start and after each action that was not undone.
    pub fn each(&self, mut see: impl FnMut(View)) -> Result<(), Error> {
        self.each_game(|play| {
            // At the end of a round, the state already contains the next round.
            let taken = play.version > play.started;
            let ended = taken && play.version == play.round_since && !play.is_over();
            if let Some(end) = play.game.finished_rounds().last().filter(|_| ended) {
                see((*end).clone());
            }
            see(play.public().clone());
            Ok(())
        })
    }

    /// Game at the start and after each action that was not undone, without its history.
    pub fn each_game(&self, mut see: impl FnMut(RunningGame) -> Result<(), Error>) -> Result<(), Error> {
        let stands = self.stands();
        self.walk(
            self.steps.len(),
            |taken, state| if stands[taken] { see(self.restore(state, taken, Vec::new())?) } else { Ok(()) },
        )?;
        Ok(())
    }

    /// Initial state, followed by the effect of each action.
    pub fn into_effects(self) -> Vec<String> {
        self.effects
    }
}

/// History entry that the action of this state added.
fn entry_of(state: &Value, step: Option<&Step>) -> Result<Option<Arc<HistoryEntry>>, Error> {
    let Some(entry) = state.get("entry").filter(|entry| !entry.is_null()) else {
        return Ok(None);
    };
    let entry = HistoryEntry::deserialize(entry).map_err(|_| unread("an entry of its history cannot be read"))?;
    Ok((step.map(|step| step.version) == Some(entry.version)).then(|| Arc::new(entry)))
}
