//! Course of a game step by step, with the board at each step. Contains only public information.

use std::sync::Arc;

use engine::fact::{DrawAnswer, Fact};
use engine::view::Phase;

use crate::host::blocking;
use crate::host::error::{Error, NotStarted, refuse};
use crate::host::model::{HistoryEntry, Moment, Step, StepKind};
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::table::seats;
use crate::host::views::Views;
use crate::host::{GameId, PersonId, Version};

/// Returns true for a history entry other than a turn that changes the board or ends the game.
fn is_event(entry: &HistoryEntry, ends: bool) -> bool {
    entry.facts.iter().any(|fact| match fact {
        Fact::Defeated { .. } | Fact::Round(_) => true,
        Fact::Bid { .. } | Fact::Raised { .. } | Fact::RaiseMissed { .. } | Fact::Amazon { .. } => true,
        Fact::Draw { answer, .. } => ends && *answer == DrawAnswer::Agrees,
        _ => false,
    })
}

/// Steps of a game so far; empty before play starts.
fn steps(game: &GameSession, play: &RunningGame) -> Vec<Step> {
    let view = play.public();
    let mut round = view.clash.is_some().then_some(1);
    let mut steps: Vec<Step> = Vec::new();
    let mut turns: u32 = 0;
    let step =
        |version, round, kind, facts| Step { version, round, kind, facts, seats: game.members_at(version).into() };
    let start = |round, version| step(version, round, StepKind::Start, Vec::new());
    let last = play.history.last().map(|entry| entry.version);
    for entry in &play.history {
        let is_turn = !entry.text.is_empty();
        if let Some(back) = &entry.taken_back {
            turns = u32::try_from(back.turns.len()).map_or(0, |back| turns.saturating_sub(back));
            let kind = StepKind::TakenBack { seat: entry.seat, turns: back.turns.clone() };
            steps.push(step(entry.version, round, kind, Vec::new()));
            continue;
        }
        if !is_turn && !is_event(entry, play.is_over() && Some(entry.version) == last) {
            continue;
        }
        let begun = |step: &Step| step.round == round && step.kind == StepKind::Start;
        if is_turn && !steps.iter().any(begun) {
            steps.push(start(round, Version(entry.version.0 - 1)));
        }
        turns += u32::from(is_turn);
        let kind = if is_turn {
            StepKind::Turn { number: turns, seat: entry.seat, text: entry.text.clone() }
        } else {
            StepKind::Event
        };
        steps.push(step(entry.version, round, kind, entry.facts.clone()));
        if entry.facts.iter().any(|fact| matches!(fact, Fact::Round(_))) {
            round = round.map(|round| round + 1);
            turns = 0;
        }
    }
    // Play has started, but no turn has been played.
    let begun = |step: &Step| step.round == round && step.kind == StepKind::Start;
    if !steps.iter().any(begun) && view.phase == Phase::Play {
        steps.push(start(round, game.public_version()));
    }
    add_seats_taken(game, &mut steps);
    steps
}

/// Inserts the changes of seats in order.
fn add_seats_taken(game: &GameSession, steps: &mut Vec<Step>) {
    let Some(first) = steps.first().map(|step| step.version) else {
        return;
    };
    for past in game.past.iter().filter(|past| past.version > first) {
        let at = steps.partition_point(|step| step.version < past.version);
        let round = at.checked_sub(1).and_then(|before| steps.get(before)?.round);
        if let Some((_, taken)) = seats::taken(game, past.version) {
            let (kind, seats) = (StepKind::SeatTaken(taken), game.members_at(past.version).into());
            steps.insert(at, Step { version: past.version, round, kind, facts: Vec::new(), seats });
        }
    }
}

impl Views {
    /// Steps of a game so far; empty before play starts.
    pub async fn steps(&self, game: GameId) -> Result<Vec<Step>, Error> {
        let loaded = self.games.load(game).await?;
        blocking(move || Ok(steps(&loaded, loaded.play()?))).await
    }

    /// A step of a game with its board, from the person's side and in their theme. Returns the last step if `at` is
    /// `None` or too large.
    pub async fn moment(&self, game: GameId, person: PersonId, at: Option<usize>) -> Result<Moment, Error> {
        let loaded = self.games.load(game).await?;
        let steps = self.steps(game).await?;
        let last = steps.len().checked_sub(1);
        let index = last.map(|last| at.unwrap_or(last).min(last));
        let Some((index, version)) = index.and_then(|at| Some((at, steps.get(at)?.version))) else {
            return Err(refuse(NotStarted::Play));
        };
        let play = self.games.play_at(&loaded, version).await?;
        let (seats, newest) = (loaded.members_at(version), loaded.public_version());
        let picture = self.past_picture(loaded, Arc::clone(&play), person).await?;
        let view = blocking(move || Ok(play.seen())).await?;
        Ok(Moment { steps, index, view, picture, seats, newest })
    }
}
