//! Games in lists.

use engine::titans::GameMode;
use engine::view::Played;

use super::{Member, Place, Standing};
use crate::store::{GameId, MessageId};

/// A game of a person, in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The game.
    pub game: GameId,
    /// Where it is played.
    pub place: Place,
    /// The last message about it there.
    pub message: Option<MessageId>,
    /// What is played.
    pub what: Listing,
    /// The others who play.
    pub others: Vec<Member>,
    /// It waits for this person.
    pub waiting: bool,
    /// Who is to act, as far as everybody may know.
    pub to_act: Vec<Member>,
    /// When the time of those to act is over, in seconds since 1970.
    pub deadline: Option<i64>,
    /// Why its clock stands still, if it does.
    pub standing: Option<Standing>,
}

/// What is played, and how far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// It is played.
    Playing(Played),
    /// A lobby of Titan's Battalion: people join, or have yet to agree.
    Lobby(GameMode),
    /// A challenge to a match of Clash.
    Challenge,
}
