//! What was done, told to the one who did it.

use engine::titans::PlacementStyle;
use serde::{Deserialize, Serialize};

use super::Member;

/// One thing that was done. It is kept for a repeated delivery in a public row: nothing sealed is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirmation {
    /// A lobby was opened.
    LobbyOpened,
    /// They have joined it; the name of their Battalion, if they have chosen one.
    Joined(Option<String>),
    /// They share the seat of this person (T-1).
    SharesSeat(Member),
    /// They play with the Battalion of this name.
    PlaysWith(String),
    /// They have added a computer player.
    ComputerAdded {
        /// What it is called.
        name: String,
        /// The name of its Battalion.
        battalion: String,
    },
    /// They have given a free seat to the computer player of this name.
    ComputerSits(String),
    /// They have removed the computer player of this name.
    ComputerRemoved(String),
    /// They have left.
    Left,
    /// The game begins.
    GameBegins,
    /// The lobby or challenge is closed.
    LobbyClosed,
    /// The game is ended from outside.
    GameEnded,
    /// A game that cannot be opened is closed.
    GameClosed,
    /// They have challenged this person.
    Challenged(Member),
    /// They ask for a rematch.
    RematchAsked,
    /// They agree to play.
    Agreed,
    /// They have accepted a challenge: the match begins.
    Accepted {
        /// Who has challenged them.
        opponent: Member,
        /// They have White.
        white: bool,
    },
    /// They have declined a challenge.
    Declined,
    /// They have withdrawn their challenge.
    Withdrawn,
    /// They have taken this turn.
    Played(String),
    /// Their Territory is placed.
    TerritoryPlaced,
    /// Their choice of Volatile pieces is made, for everyone to see.
    VolatileChosen,
    /// Their choice of Volatile pieces is sealed.
    VolatileSealed,
    /// Their bid is sealed.
    BidSealed,
    /// They raise the bid.
    Raises,
    /// They stop raising.
    Stops,
    /// Their army is changed.
    ArmyChanged,
    /// Their army is confirmed.
    ArmyReady,
    /// They want to resign, and their team mate is asked to do so too.
    AskedToResign(Member),
    /// They have resigned.
    Resigned,
    /// They ask the others for a pause.
    PauseAsked,
    /// They agree to a pause, which others have still to do.
    PauseAgreed,
    /// The clocks stand still.
    Paused,
    /// They want no pause.
    NoPause,
    /// The game goes on.
    Resumed,
    /// They are still playing.
    StillPlaying,
    /// They have offered a draw.
    DrawOffered,
    /// They agree to a draw.
    DrawAgreed,
    /// They decline a draw.
    DrawDeclined,
    /// They take back their offer of a draw.
    OfferWithdrawn,
    /// They have asked for a takeback.
    TakebackAsked,
    /// They agree to a takeback.
    TakebackAgreed,
    /// They decline a takeback.
    TakebackDeclined,
    /// They no longer ask for a takeback.
    TakebackWithdrawn,
    /// They have offered their seat to this person.
    SeatOffered(Member),
    /// They have declined a seat.
    SeatDeclined,
    /// They keep the seat that they had offered.
    SeatKept,
    /// They have the seat of these people.
    SeatTaken(Vec<Member>),
    /// They want the seat of these people to be free.
    VotedAbsent(Vec<Member>),
    /// The seat of these people is free.
    SeatFreed(Vec<Member>),
    /// They have removed this person from the lobby.
    Kicked(Member),
    /// They have decided how Territories come onto the board.
    PlacementDecided(PlacementStyle),
    /// The game goes on here.
    Moved,
}
