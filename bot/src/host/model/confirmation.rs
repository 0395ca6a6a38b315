//! Confirmations of actions, for the person who acted.

use engine::titans::PlacementStyle;
use serde::{Deserialize, Serialize};

use super::{Member, Odds};

/// Confirmation of one action. Stored in a public row for repeated deliveries, so it must not contain sealed data.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirmation {
    /// A lobby was opened.
    LobbyOpened,
    /// The person joined the lobby; name of their Battalion, if chosen.
    Joined(Option<String>),
    /// The person shares this member's seat (T-1).
    SharesSeat(Member),
    /// The person chose the Battalion of this name.
    PlaysWith(String),
    /// A computer player was added.
    ComputerAdded {
        /// Its display name.
        name: String,
        /// Name of its Battalion.
        battalion: String,
    },
    /// A free seat was given to the computer player of this name.
    ComputerSits(String),
    /// The computer player of this name was removed.
    ComputerRemoved(String),
    /// The person left.
    Left,
    /// The person added a word to the seed (T-32).
    WordAdded {
        /// Published SHA-256 of the word.
        hash: String,
        /// Published SHA-256 of the bot's part.
        part: String,
    },
    /// The person told their sealed word.
    WordTold,
    /// Sealed words are awaited before the game starts.
    WordsAwaited,
    /// The game started.
    GameBegins,
    /// The lobby or challenge was closed.
    LobbyClosed,
    /// The game was ended from outside.
    GameEnded,
    /// An unreadable game was closed.
    GameClosed,
    /// This person was challenged.
    Challenged(Member),
    /// The challenge of anyone is open.
    ChallengeOpened,
    /// A rematch was offered.
    RematchAsked,
    /// The person agreed to play.
    Agreed,
    /// A challenge was accepted, and the match started.
    Accepted {
        /// The challenger.
        opponent: Member,
        /// The person who accepted plays White.
        white: bool,
    },
    /// A challenge was declined.
    Declined,
    /// The person withdrew their challenge.
    Withdrawn,
    /// This turn was played.
    Played(String),
    /// The Territory was placed.
    TerritoryPlaced,
    /// Volatile pieces were chosen publicly.
    VolatileChosen,
    /// Volatile pieces were chosen; the choice is sealed.
    VolatileSealed,
    /// The bid was sealed.
    BidSealed,
    /// The bid was raised.
    Raises,
    /// The person stopped raising.
    Stops,
    /// The army was changed.
    ArmyChanged,
    /// The army was confirmed.
    ArmyReady,
    /// The person offered to resign; this team mate must agree.
    AskedToResign(Member),
    /// The person resigned.
    Resigned,
    /// The person asked for a pause.
    PauseAsked,
    /// The person agreed to a pause; other answers are pending.
    PauseAgreed,
    /// The clocks are stopped.
    Paused,
    /// The person declined a pause.
    NoPause,
    /// The game was resumed.
    Resumed,
    /// The person confirmed that they are still playing.
    StillPlaying,
    /// A draw was offered.
    DrawOffered,
    /// The person accepted a draw.
    DrawAgreed,
    /// The person declined a draw.
    DrawDeclined,
    /// The person withdrew their draw offer.
    OfferWithdrawn,
    /// The person asked for a takeback.
    TakebackAsked,
    /// The person's last turn was taken back at once.
    TakenBack,
    /// The person agreed to a takeback.
    TakebackAgreed,
    /// The person declined a takeback.
    TakebackDeclined,
    /// The person withdrew their request for a takeback.
    TakebackWithdrawn,
    /// The person offered their seat to this member.
    SeatOffered(Member),
    /// The person declined an offered seat.
    SeatDeclined,
    /// The person withdrew the offer of their seat.
    SeatKept,
    /// The person took over the seat of these members.
    SeatTaken(Vec<Member>),
    /// The person voted to free the seat of these members.
    VotedAbsent(Vec<Member>),
    /// The seat of these members was freed.
    SeatFreed(Vec<Member>),
    /// This member was removed from the lobby.
    Kicked(Member),
    /// The placement of Territories was set.
    PlacementDecided(PlacementStyle),
    /// Odds were given, or taken back without new ones.
    OddsGiven {
        odds: Option<Odds>,
        /// Name of the computer player that gives them; `None` if the person does.
        computer: Option<String>,
    },
    /// The odds were taken back because an army changed.
    OddsGone,
    /// The game was moved to this channel.
    Moved,
}
