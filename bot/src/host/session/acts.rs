//! Legal acts for guided menus, and autocompletion of typed moves.

use engine::action::{Act, Turn};
use engine::board::{Seat, Space};
use engine::notation::{Fit, Spelled};
use engine::view::Phase;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::{Acts, Completion, ListedAct};
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::play::check_turn;
use crate::host::session::running::RunningGame;
use crate::host::{GameId, PersonId};
use crate::store::State;

/// Maximum number of suggestions, set by Discord.
const COMPLETIONS: usize = 25;
/// Maximum length of a suggestion's value, set by Discord.
pub(super) const LONGEST: usize = 100;

pub(in crate::host) fn list(acts: Vec<Spelled>) -> Vec<ListedAct> {
    acts.into_iter()
        .zip(0..)
        .map(|(spelled, index)| ListedAct {
            index,
            from: match &spelled.act {
                Act::Place { .. } => None,
                act => Some(act.origin()),
            },
            to: spelled.act.target(),
            act: spelled.act,
            text: spelled.text,
            piece: spelled.piece,
            landings: spelled.landings,
        })
        .collect()
}

fn completion(spelled: &Spelled) -> Completion {
    let label = match &spelled.act {
        Act::Place { .. } => format!("{} ({})", spelled.text, spelled.piece),
        act => format!("{} ({} {})", spelled.text, spelled.piece, act.origin()),
    };
    Completion { label: label.chars().take(LONGEST).collect(), value: spelled.text.clone() }
}

pub(super) fn complete(play: &RunningGame, seat: Seat, typed: &str) -> Vec<Completion> {
    if let Some(found) = complete_choice(play, seat, typed) {
        return found;
    }
    let found = play.game.complete(seat, typed, COMPLETIONS);
    let typed = typed.trim();
    // Enter takes the first suggestion. A Space alone is often meant as a destination, so it is never completed to a
    // move from there.
    let is_space = typed.parse::<Space>().is_ok();
    let is_other = found.first().is_some_and(|(fit, _)| match fit {
        Fit::Whole => false,
        Fit::Beginning | Fit::Piece => is_space,
        Fit::Inside => true,
    });
    let as_typed =
        is_other.then(|| Completion { label: format!("{typed} (no move by itself)"), value: typed.to_owned() });
    let fitting = found.iter().map(|(_, spelled)| completion(spelled));
    let all = as_typed.into_iter().chain(fitting).filter(|found| found.value.chars().count() <= LONGEST);
    all.take(COMPLETIONS).collect()
}

/// Completions after a comma: choices that the turn requires.
fn complete_choice(play: &RunningGame, seat: Seat, typed: &str) -> Option<Vec<Completion>> {
    let (act, last) = typed.rsplit_once(',')?;
    let turn = play.game.read_turn(seat, act).ok()?;
    let choice = play.game.next_choice(&turn).ok().flatten()?;
    let wanted = last.trim().to_lowercase();
    let mut options: Vec<Option<Space>> = choice.options.into_iter().map(Some).collect();
    if choice.optional {
        options.push(None);
    }
    let spelled = |option| {
        let mut then = turn.then.clone();
        then.push(option);
        play.game.turn_text(&Turn { act: turn.act.clone(), then })
    };
    let fits = |text: &String| {
        let part = text.rsplit(',').next().unwrap_or("").trim().to_lowercase();
        text.chars().count() <= LONGEST && part.contains(&wanted)
    };
    Some(
        options
            .into_iter()
            .map(spelled)
            .filter(fits)
            .take(COMPLETIONS)
            .map(|text| Completion { label: text.clone(), value: text })
            .collect(),
    )
}

/// The game and the person's seat, if the person has a turn to play now.
fn playing(game: &GameSession, person: PersonId) -> Option<(&RunningGame, Seat)> {
    let play = game.play.as_ref().filter(|_| game.state == State::Running)?;
    Some((play, game.seat_of(person)?))
}

impl Games {
    /// Legal acts of a person, in a fixed order. Empty when it is not their turn.
    ///
    /// # Errors
    /// Refused without a seat, before the start, when another decision is due, and when the team mate is to move.
    pub async fn acts(&self, game: GameId, person: PersonId) -> Result<Acts, Error> {
        let loaded = self.load(game).await?;
        blocking(move || {
            loaded.play()?;
            let seat = loaded.own_seat(person)?;
            let acts = if loaded.state == State::Running {
                let play = loaded.going()?;
                // Refuse the wrong team mate now, before they choose a move (T-1).
                let turns = matches!(play.public().phase, Phase::Play);
                if turns && play.game.to_act().contains(&seat) {
                    check_turn(&loaded, play, seat, person)?;
                }
                list(play.game.moves_with_notation(seat))
            } else {
                Vec::new()
            };
            Ok(Acts { game: loaded.id, version: loaded.version, seat, acts })
        })
        .await
    }

    /// Up to 25 completions of typed text, from the game in memory. Returns an empty list instead of an error.
    pub async fn complete(&self, game: GameId, person: PersonId, typed: &str) -> Vec<Completion> {
        let Ok(loaded) = self.load(game).await else {
            return Vec::new();
        };
        let typed: String = typed.chars().take(LONGEST).collect();
        let found = blocking(move || {
            let found = playing(&loaded, person);
            Ok(found.map_or_else(Vec::new, |(play, seat)| complete(play, seat, &typed)))
        });
        found.await.unwrap_or_default()
    }
}
