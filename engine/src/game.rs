//! Either of the two games behind one face, for a host that keeps many of them.

use serde::{Deserialize, Serialize};

use crate::action::{Act, Action, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::fact::{ResignCost, Warning};
use crate::notation::{self, Spelled};
use crate::play::Event;
use crate::seen::Seen;
use crate::view::{View, Viewer};
use crate::{clash, titans};

/// A game in progress or over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Game {
    /// Play Titan's Battalion
    Titans(Box<titans::Game>),
    /// Clash of the Armies.
    Clash(Box<clash::Match>),
}

/// A game as it is stored: how it was made. With its log of actions it is the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Saved {
    /// Play Titan's Battalion
    Titans(titans::SavedSetup),
    /// Clash of the Armies.
    Clash(clash::SavedSetup),
}

impl Saved {
    /// Plays a stored game again.
    ///
    /// # Errors
    /// A sentence: what of it cannot be read or played.
    pub fn open(&self, log: &[(Seat, Action)]) -> Result<Game, titans::ReplayError> {
        match self {
            Saved::Titans(setup) => {
                let setup = setup.open().map_err(titans::ReplayError::Setup)?;
                titans::Game::replay(setup, log).map(|game| Game::Titans(Box::new(game)))
            }
            Saved::Clash(setup) => {
                let bad_seed = || titans::SetupError::Other("The seed of a stored match cannot be read.".into());
                let setup = setup.open().ok_or_else(|| titans::ReplayError::Setup(bad_seed()))?;
                clash::Match::replay(setup, log)
                    .map(|game| Game::Clash(Box::new(game)))
                    .map_err(|(index, why)| titans::ReplayError::Action(index, why))
            }
        }
    }
}

impl Game {
    /// Number of seats.
    pub fn seat_count(&self) -> usize {
        match self {
            Game::Titans(game) => game.setup().armies.len(),
            Game::Clash(_) => 2,
        }
    }

    /// Seats with an open decision; several while sealed choices are out, none when the game is over.
    pub fn to_act(&self) -> Vec<Seat> {
        match self {
            Game::Titans(game) => game.to_act(),
            Game::Clash(game) => game.to_act(),
        }
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        match self {
            Game::Titans(game) => game.view(viewer),
            Game::Clash(game) => game.view(viewer),
        }
    }

    /// What the one in a seat may know, to decide by.
    pub fn seen(&self, seat: Seat) -> Seen {
        match self {
            Game::Titans(game) => game.seen(seat),
            Game::Clash(game) => game.seen(seat),
        }
    }

    /// Which compiled rules the game is played by: the same number for games that share them.
    pub fn rules_id(&self) -> usize {
        match self {
            Game::Titans(game) => std::ptr::from_ref(game.rules()).addr(),
            // There are four kinds, shared by every match.
            Game::Clash(_) => 0,
        }
    }

    /// What a viewer may see once the game has been ended from outside: what every ending reveals (T-32).
    pub fn view_stopped(&self, viewer: Viewer) -> View {
        match self {
            Game::Titans(game) => game.view_stopped(viewer),
            Game::Clash(game) => game.view_stopped(viewer),
        }
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`Illegal`]: what is wrong; nothing has changed then.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        match self {
            Game::Titans(game) => game.apply(seat, action),
            Game::Clash(game) => game.apply(seat, action),
        }
    }

    /// Every action accepted so far.
    pub fn log(&self) -> &[(Seat, Action)] {
        match self {
            Game::Titans(game) => game.log(),
            Game::Clash(game) => game.log(),
        }
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        match self {
            Game::Titans(game) => game.is_over(),
            Game::Clash(game) => game.result().is_some(),
        }
    }

    /// Every legal act of a seat with its notation.
    pub fn moves_with_notation(&self, seat: Seat) -> Vec<Spelled> {
        match self {
            Game::Titans(game) => notation::moves_with_notation(&**game, seat),
            Game::Clash(game) => notation::moves_with_notation(&**game, seat),
        }
    }

    /// Legal acts that fit what has been typed, best first.
    pub fn complete(&self, seat: Seat, typed: &str, most: usize) -> Vec<Spelled> {
        match self {
            Game::Titans(game) => notation::complete(&**game, seat, typed, most),
            Game::Clash(game) => notation::complete(&**game, seat, typed, most),
        }
    }

    /// Reads a turn that somebody typed.
    ///
    /// # Errors
    /// [`Illegal`]: not understood, ambiguous or not legal, and why.
    pub fn read_turn(&self, seat: Seat, text: &str) -> Result<Turn, Illegal> {
        match self {
            Game::Titans(game) => notation::read_turn(&**game, seat, text),
            Game::Clash(game) => notation::read_turn(&**game, seat, text),
        }
    }

    /// The notation of a turn in the present position.
    pub fn turn_text(&self, turn: &Turn) -> String {
        match self {
            Game::Titans(game) => notation::turn_text(&**game, turn),
            Game::Clash(game) => notation::turn_text(&**game, turn),
        }
    }

    /// The notation of an act in the present position.
    pub fn act_text(&self, act: &Act) -> String {
        match self {
            Game::Titans(game) => notation::act_text(&**game, act),
            Game::Clash(game) => notation::act_text(&**game, act),
        }
    }

    /// The next choice that a turn obliges to; `None` when it is complete.
    ///
    /// # Errors
    /// [`Illegal`] when what the turn holds so far is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<titans::Choice>, Illegal> {
        match self {
            Game::Titans(game) => game.next_choice(turn),
            Game::Clash(game) => game.next_choice(turn),
        }
    }

    /// What to ask back with before this turn is taken.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<Warning> {
        match self {
            Game::Titans(game) => game.warnings(seat, turn),
            Game::Clash(game) => game.warnings(seat, turn),
        }
    }

    /// Why a seat cannot go from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        match self {
            Game::Titans(game) => game.explain(seat, from, to),
            Game::Clash(game) => game.explain(seat, from, to),
        }
    }

    /// What resigning would cost this seat, to ask back with; `None` where it costs only the game.
    pub fn cost_of_resigning(&self, seat: Seat) -> Option<ResignCost> {
        match self {
            Game::Titans(_) => None,
            Game::Clash(game) => game.cost_of_resigning(seat),
        }
    }

    /// Rounds of a match that are over, as everyone saw them at their end; none in a game without rounds.
    pub fn finished_rounds(&self) -> Vec<&View> {
        match self {
            Game::Titans(_) => Vec::new(),
            Game::Clash(game) => game.scores().iter().map(|score| &score.view).collect(),
        }
    }
}
