//! Games in lists.

use engine::titans::GameMode;
use engine::view::Played;

use super::{Member, Place, Standing};
use crate::store::{GameId, MessageId};

/// A person's game, as a list entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    pub game: GameId,
    /// Server and channel.
    pub place: Place,
    /// Newest message about the game in its channel.
    pub message: Option<MessageId>,
    /// State of the game.
    pub what: Listing,
    /// The other participants.
    pub others: Vec<Member>,
    /// True if it is this person's turn to act.
    pub waiting: bool,
    /// People to act, as far as this is public.
    pub to_act: Vec<Member>,
    /// Deadline of the people to act, in seconds since 1970.
    pub deadline: Option<i64>,
    /// Reason why the clock is stopped; `None` while it runs.
    pub standing: Option<Standing>,
}

/// Kind of game and its progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// A game in progress.
    Playing(Played),
    /// A lobby of Titan's Battalion that waits for players or their answers.
    Lobby(GameMode),
    /// A challenge to a match of Clash of the Armies.
    Challenge,
}
