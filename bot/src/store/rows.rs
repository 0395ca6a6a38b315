//! Row types of stored games.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::{ChannelId, GameId, GuildId, PersonId, Version};

/// Server and channel of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, FromRow)]
pub struct Place {
    /// The server; `None` in a direct message.
    pub guild: Option<GuildId>,
    /// Channel or thread for the game's messages. At most one open game per channel.
    pub channel: ChannelId,
    /// Parent channel of a thread.
    pub parent: Option<ChannelId>,
}

/// Game variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// Titan's Battalion.
    Titans,
    /// Chess: The Clash of the Armies.
    Clash,
}

/// State of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// The lobby is open.
    Lobby,
    /// The game is being played.
    Running,
    /// The game has ended, or its lobby was closed.
    Over,
}

words!(Kind, State);

/// Game with all its parts. No derived `Debug`, because it holds secrets.
#[derive(Clone, FromRow)]
pub struct GameRow {
    pub id: GameId,
    /// Game variant.
    pub kind: Kind,
    /// Place where the game is played.
    #[sqlx(flatten)]
    pub place: Place,
    /// State of the game.
    pub state: State,
    /// Current version.
    pub version: Version,
    /// Person who opened the game.
    pub creator: PersonId,
    /// Name of the creator.
    pub creator_name: String,
    /// Options chosen by the creator, as JSON.
    pub options: String,
    /// Setup without the seed, as JSON; `None` in a lobby.
    pub setup: Option<String>,
    /// Seed of the random numbers.
    #[sqlx(skip)]
    pub seed: Option<String>,
    /// Contributions to the seed, as JSON; `None` for a game of an older version of the program.
    #[sqlx(skip)]
    pub contributions: Option<String>,
    /// Version at which the game started.
    pub started: Option<Version>,
    /// Person who ended the game from outside, with the reason, as JSON.
    pub stopped: Option<String>,
    /// Time when the lobby was opened, in milliseconds since 1970.
    pub created_at: i64,
    /// End of the time to act, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Start of the running clock, in milliseconds since 1970.
    pub clock_since: Option<i64>,
    /// Clock state other than the deadline, as JSON.
    pub clock: Option<String>,
    /// The last attempt to load the game failed.
    #[sqlx(try_from = "Flag")]
    pub unreadable: bool,
    /// Seats in order.
    #[sqlx(skip)]
    pub seats: Vec<SeatRow>,
    /// Players in the seats who have yet to accept their invitation.
    #[sqlx(skip)]
    pub invited: Vec<PersonId>,
    /// Former players, in the order in which they left.
    #[sqlx(skip)]
    pub past: Vec<PastPlayerRow>,
    /// Pending proposals, as JSON.
    pub pending: Option<String>,
    /// Time since when the current decision has been pending, in milliseconds since 1970.
    #[sqlx(rename = "waits_since")]
    pub waiting_since: i64,
    /// Action log in order.
    #[sqlx(skip)]
    pub actions: Vec<ActionRow>,
    /// Initial state of the game, as JSON, followed by the effect of each action, as JSON patches. Empty for a game
    /// that an older version of the program stored without effects.
    #[sqlx(skip)]
    pub effects: Vec<String>,
}

impl std::fmt::Debug for GameRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRow").field("id", &self.id).field("version", &self.version).finish_non_exhaustive()
    }
}

/// Seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Id of the chosen Battalion.
    pub battalion: Option<String>,
    /// Odds that the seat gives, as a word that the host interprets.
    pub odds: Option<String>,
    /// One player, or two who share the seat.
    pub players: Vec<PlayerRow>,
    /// Time since when the seat is vacant, in milliseconds since 1970. `players` are then its last holders.
    pub vacant_since: Option<i64>,
}

/// Player who has left a seat.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct PastPlayerRow {
    /// First version without the player in the seat.
    pub version: Version,
    /// Seat number.
    #[sqlx(try_from = "i64")]
    pub seat: u8,
    /// Position among the players who shared the seat.
    #[sqlx(try_from = "i64")]
    pub place: u8,
    /// The player.
    #[sqlx(flatten)]
    pub player: PlayerRow,
    /// Another player took over; otherwise the partner continues alone.
    #[sqlx(try_from = "Flag")]
    pub replaced: bool,
}

/// Player in a seat.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct PlayerRow {
    pub person: PersonId,
    /// Display name.
    pub name: String,
}

/// Person and name where both can be missing, because the author is the program or the person's data was deleted.
#[derive(FromRow)]
pub(super) struct Author {
    person: Option<PersonId>,
    name: Option<String>,
}

impl From<Author> for Option<PlayerRow> {
    fn from(author: Author) -> Self {
        Some(PlayerRow { person: author.person?, name: author.name? })
    }
}

/// Entry of a game's action log. No derived `Debug`, because it may be sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct ActionRow {
    /// Version created by the action.
    pub version: Version,
    /// Seat that acted.
    pub seat: u8,
    /// Person who acted; `None` for the clock.
    pub person: Option<PersonId>,
    /// Action, as JSON.
    pub action: String,
    /// Hidden while the game is being played.
    pub sealed: bool,
    /// Time, in milliseconds since 1970.
    pub at: i64,
}

impl std::fmt::Debug for ActionRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionRow").field("version", &self.version).finish_non_exhaustive()
    }
}

/// Fields of a game that can be read without parsing JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromRow)]
pub struct GameHead {
    /// Place where the game is played.
    #[sqlx(flatten)]
    pub place: Place,
    /// State of the game.
    pub state: State,
    /// Current version.
    pub version: Version,
    /// Person who opened the game.
    pub creator: PersonId,
    /// The last attempt to load the game failed.
    #[sqlx(try_from = "Flag")]
    pub unreadable: bool,
}

/// Game in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromRow)]
pub struct OpenGame {
    pub id: GameId,
    /// Place where the game is played.
    #[sqlx(flatten)]
    pub place: Place,
    /// State of the game.
    pub state: State,
}
