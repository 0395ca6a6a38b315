//! Common interface of both games, for a host that runs many of them.

use serde::{Deserialize, Serialize};

use crate::action::{Act, Action, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::fact::{ResignCost, Warning};
use crate::notation::{self, Fit, Spelled};
use crate::play::Event;
use crate::seen::Seen;
use crate::view::{View, Viewer};
use crate::{clash, titans};

/// Game in progress or over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Game {
    /// Titan's Battalion.
    Titans(Box<titans::Game>),
    /// Clash of the Armies.
    Clash(Box<clash::Match>),
}

/// Stored setup of a game. Together with the log of actions it determines the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Saved {
    /// Titan's Battalion.
    Titans(titans::SavedSetup),
    /// Clash of the Armies.
    Clash(clash::SavedSetup),
}

impl Saved {
    /// Replays a stored game.
    ///
    /// # Errors
    /// A sentence that says what cannot be read or replayed.
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

    /// Seats with an open decision; several during sealed choices, none when the game is over.
    pub fn to_act(&self) -> Vec<Seat> {
        match self {
            Game::Titans(game) => game.to_act(),
            Game::Clash(game) => game.to_act(),
        }
    }

    /// View of the game for a viewer.
    pub fn view(&self, viewer: Viewer) -> View {
        match self {
            Game::Titans(game) => game.view(viewer),
            Game::Clash(game) => game.view(viewer),
        }
    }

    /// Information available to one Player, as a basis for decisions.
    pub fn seen(&self, seat: Seat) -> Seen {
        match self {
            Game::Titans(game) => game.seen(seat),
            Game::Clash(game) => game.seen(seat),
        }
    }

    /// Identifier of the compiled rules, equal for games that share them.
    pub fn rules_id(&self) -> usize {
        match self {
            Game::Titans(game) => std::ptr::from_ref(game.rules()).addr(),
            // All matches share the same four sets of rules.
            Game::Clash(_) => 0,
        }
    }

    /// View of a game that was ended from outside; nobody is to act, and the same is revealed as after
    /// every other ending (T-32).
    pub fn view_stopped(&self, viewer: Viewer) -> View {
        match self {
            Game::Titans(game) => game.view_stopped(viewer),
            Game::Clash(game) => game.view_stopped(viewer),
        }
    }

    /// Applies a decision.
    ///
    /// # Errors
    /// [`Illegal`] if the decision is not legal; the game is then unchanged.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        match self {
            Game::Titans(game) => game.apply(seat, action),
            Game::Clash(game) => game.apply(seat, action),
        }
    }

    /// All accepted actions.
    pub fn log(&self) -> &[(Seat, Action)] {
        match self {
            Game::Titans(game) => game.log(),
            Game::Clash(game) => game.log(),
        }
    }

    /// Returns whether the game is over.
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

    /// Legal acts that match the typed text, best first.
    pub fn complete(&self, seat: Seat, typed: &str, most: usize) -> Vec<(Fit, Spelled)> {
        match self {
            Game::Titans(game) => notation::complete(&**game, seat, typed, most),
            Game::Clash(game) => notation::complete(&**game, seat, typed, most),
        }
    }

    /// Parses a typed turn.
    ///
    /// # Errors
    /// [`Illegal`] if the text is not understood, ambiguous or not legal.
    pub fn read_turn(&self, seat: Seat, text: &str) -> Result<Turn, Illegal> {
        match self {
            Game::Titans(game) => notation::read_turn(&**game, seat, text),
            Game::Clash(game) => notation::read_turn(&**game, seat, text),
        }
    }

    /// Notation of a turn in the current position.
    pub fn turn_text(&self, turn: &Turn) -> String {
        match self {
            Game::Titans(game) => notation::turn_text(&**game, turn),
            Game::Clash(game) => notation::turn_text(&**game, turn),
        }
    }

    /// Notation of an act in the current position.
    pub fn act_text(&self, act: &Act) -> String {
        match self {
            Game::Titans(game) => notation::act_text(&**game, act),
            Game::Clash(game) => notation::act_text(&**game, act),
        }
    }

    /// Next choice required by a turn; `None` if the turn is complete.
    ///
    /// # Errors
    /// [`Illegal`] if the turn so far is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<titans::Choice>, Illegal> {
        match self {
            Game::Titans(game) => game.next_choice(turn),
            Game::Clash(game) => game.next_choice(turn),
        }
    }

    /// Warnings to confirm before this turn is taken.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<Warning> {
        match self {
            Game::Titans(game) => game.warnings(seat, turn),
            Game::Clash(game) => game.warnings(seat, turn),
        }
    }

    /// Reason why a seat cannot move a piece from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        match self {
            Game::Titans(game) => game.explain(seat, from, to),
            Game::Clash(game) => game.explain(seat, from, to),
        }
    }

    /// Cost of resigning for this seat, to be confirmed first; `None` if only the game is lost.
    pub fn cost_of_resigning(&self, seat: Seat) -> Option<ResignCost> {
        match self {
            Game::Titans(_) => None,
            Game::Clash(game) => game.cost_of_resigning(seat),
        }
    }

    /// Public views of the finished rounds of a match at their ends; empty for a game without rounds.
    pub fn finished_rounds(&self) -> Vec<&View> {
        match self {
            Game::Titans(_) => Vec::new(),
            Game::Clash(game) => game.scores().iter().map(|score| &score.view).collect(),
        }
    }
}
