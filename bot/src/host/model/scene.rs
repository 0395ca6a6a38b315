//! Public views of a game.

use engine::board::Seat;
use engine::fact::Fact;
use engine::seed::Proof;
use engine::view::View;
use render::People;

use super::{Challenge, ClockView, GameOptions, GivenOdds, Lobby, Member, Place, SealedSeed, Stopped, TableView};
use crate::store::{GameId, PersonId, Version};

/// The people who may see a game, beside everyone in its channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audience {
    /// Server and channel.
    pub place: Place,
    /// People in the seats.
    pub people: Vec<PersonId>,
}

/// Public view of a game at one version. Contains no secrets.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub game: GameId,
    /// The version shown.
    pub version: Version,
    /// The position is the newest one, and the game is not over.
    pub is_current: bool,
    /// Newest version of the game. Only its message has buttons.
    pub newest: Version,
    /// Server and channel.
    pub place: Place,
    /// Settings chosen by the creator.
    pub options: GameOptions,
    /// Public view of the engine.
    pub view: View,
    /// People in each seat.
    pub seats: Vec<Vec<Member>>,
    /// People to act, who are the only ones mentioned. In a shared seat, only the person whose turn it is. Empty after
    /// the game, and while sealed choices are pending that must not reveal who chooses.
    pub to_act: Vec<Member>,
    /// Deadline of the people to act, in seconds since 1970. Set only for the newest version.
    pub deadline: Option<i64>,
    /// Turns of computer players announced in the message of this version, oldest first.
    pub told_before: Vec<TurnTold>,
    /// Versions of the turns of others since the last turn of the Player to move, except the newest turn.
    pub since_own_turn: Vec<Version>,
    /// Only computer players are still in the game; they finish it at once.
    pub unattended: bool,
    /// Further clock data. Set only for the newest version.
    pub clock: ClockView,
    /// Odds of the game.
    pub odds: Option<GivenOdds>,
    /// True if this version ended a round of the match.
    pub round_over: bool,
    /// Open requests between the players.
    pub table: TableView,
    /// Set if a person or moderator ended the game from outside. The engine's view then still shows a game in progress.
    pub stopped: Option<Stopped>,
    /// True if the game is over, by the rules or from outside.
    pub over: bool,
    /// Commitments to the seed, if the game shows them (T-32).
    pub seed: Option<SealedSeed>,
    /// Texts that prove the seed, once the game is over and if it shows them (T-32).
    pub proof: Vec<Proof>,
}

/// Content of a channel: lobby, challenge or game.
#[derive(Clone, PartialEq, Debug)]
pub enum Board {
    /// A lobby, open or closed.
    Lobby(Box<Lobby>),
    /// A challenge to a match of Clash of the Armies, open or closed.
    Challenge(Box<Challenge>),
    /// A game, running or finished.
    Game(Box<Scene>),
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    pub game: GameId,
    /// Server and channel.
    pub place: Place,
    /// True while it is a lobby.
    pub lobby: bool,
}

/// A turn of a computer player that is announced together with a later turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnTold {
    /// Version that shows it.
    pub version: Version,
    /// Seat of the computer player.
    pub seat: Seat,
    /// Notation; empty for other actions, such as resigning.
    pub text: String,
    /// Facts about what happened.
    pub facts: Vec<Fact>,
    /// Seats in Check because of it.
    pub gave: Vec<Seat>,
    /// Seats no longer in Check because of it.
    pub lifted: Vec<Seat>,
}

/// Names of the people of a game, for pictures.
pub(crate) fn people(seats: &[Vec<Member>]) -> People {
    let person = |members: &Vec<Member>| render::Person {
        names: members.iter().map(|member| member.name.clone()).collect(),
        ..render::Person::default()
    };
    People { seats: seats.iter().map(person).collect() }
}
