//! Hints: a suggested move for a person who plays only against computers.

use std::sync::Arc;

use engine::action::Turn;
use engine::board::Seat;
use engine::game::Game;
use engine::view::{Phase, Viewer};
use opponent::{Budget, WinChance};

use super::pool::Stop;
use crate::host::error::{ComputerRefusal, Error, refuse};
use crate::host::model::Who;
use crate::host::opponent::Computers;
use crate::host::session::game::GameSession;
use crate::host::{GameId, Version};

/// Number of positions searched.
const NODES: u64 = 100_000;

/// Prospects of a person, in percent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outlook {
    /// Win chance in a duel.
    Chance(f64),
    /// Share of the win, with three or more Players.
    Share(f64),
}

/// A suggested move, with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    pub game: GameId,
    /// Version of the position.
    pub version: Version,
    /// Expected line in notation, starting with the suggested turn.
    pub line: Vec<String>,
    /// Prospects of the person. `None` in Clash, where the evaluation is not fitted to results.
    pub outlook: Option<Outlook>,
    /// Number of turns until a forced win; negative for a forced loss.
    pub mate_in: Option<i32>,
    /// Search depth, in turns.
    pub depth: u8,
}

/// Notation of consecutive turns, as the game shows them once they are played.
pub(super) fn in_notation(game: &Game, line: &[Turn], first: Seat) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    let mut mover = Some(first);
    for turn in line {
        let Some(seat) = mover else { break };
        if game.apply(seat, &turn.clone().into()).is_err() {
            break;
        }
        texts.extend(game.view(Viewer::Public).last.map(|last| last.text));
        mover = game.to_act().first().copied();
    }
    texts
}

/// Returns true if all other seats are computer players.
fn against_computers(game: &GameSession, seat: Seat) -> bool {
    let mut others = Seat::all(game.seats.len()).filter(|other| *other != seat);
    game.people(seat).len() == 1 && others.all(|other| game.computer(other).is_some())
}

impl Computers {
    /// Suggests a move to the person to move, in a game against computers only.
    pub async fn hint(&self, who: &Who, id: GameId) -> Result<Hint, Error> {
        let game = self.games.load(id).await?;
        let play = Arc::clone(game.running()?);
        let seat = game.own_seat(who.person)?;
        if !against_computers(&game, seat) {
            return Err(refuse(ComputerRefusal::HintAgainstPeople));
        }
        if !matches!(play.public().phase, Phase::Play) || !play.game.to_act().contains(&seat) {
            return Err(refuse(ComputerRefusal::HintTooEarly));
        }
        let guild = game.place.guild;
        let minutes = self.settings.settings_of(guild).await?.computer_minutes;
        let nodes = self.opponents.quotas.nodes(guild, NODES, minutes);
        let knowledge = Arc::clone(&self.opponents.knowledge);
        let stop = Stop::default();
        let (fitted, seats) = (matches!(play.game, Game::Titans(_)), game.seats.len());
        let found = self.work(&game, &stop, move |stop| {
            let seen = play.game.seen(seat);
            let known = knowledge.of(&seen.rules);
            let found = opponent::analyse(&seen, &known.1, Budget::new(nodes, stop));
            let line = in_notation(&play.game, &found.line, seat);
            (!line.is_empty()).then_some((line, found))
        });
        let (line, found) = found.await?;
        Ok(Hint {
            game: id,
            version: game.version,
            line,
            outlook: fitted.then(|| match (seats, WinChance::points(found.chance)) {
                (2, chance) => Outlook::Chance(chance),
                (_, share) => Outlook::Share(share),
            }),
            mate_in: found.mate_in,
            depth: found.depth,
        })
    }
}
