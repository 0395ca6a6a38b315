//! Games as they are stored: the rows that are read and written.

use super::{ChannelId, GameId, GuildId, PersonId, StoreError, Version};

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceRow {
    /// The server.
    pub guild: Option<GuildId>,
    /// The channel or thread.
    pub channel: ChannelId,
    /// For a thread, its channel.
    pub parent: Option<ChannelId>,
}

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Play Titan's Battalion
    Titans,
    /// Clash of the Armies.
    Clash,
}

impl Kind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Kind::Titans => "titans",
            Kind::Clash => "clash",
        }
    }

    pub(super) fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "titans" => Ok(Kind::Titans),
            "clash" => Ok(Kind::Clash),
            _ => Err(StoreError::Content("the kind of a game")),
        }
    }
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// People join.
    Lobby,
    /// It is played.
    Running,
    /// It is over, or the lobby was closed.
    Over,
}

impl State {
    pub(super) const fn word(self) -> &'static str {
        match self {
            State::Lobby => "lobby",
            State::Running => "running",
            State::Over => "over",
        }
    }

    pub(super) fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "lobby" => Ok(State::Lobby),
            "running" => Ok(State::Running),
            "over" => Ok(State::Over),
            _ => Err(StoreError::Content("the state of a game")),
        }
    }
}

/// A game with everything that belongs to it. It holds secrets: no `Debug`.
#[derive(Clone)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// Where it is played.
    pub place: PlaceRow,
    /// How far it has come.
    pub state: State,
    /// What it has come to.
    pub version: Version,
    /// Who opened it.
    pub creator: PersonId,
    /// Their name.
    pub creator_name: String,
    /// What the creator decided, JSON.
    pub options: String,
    /// How the game was made, JSON without the seed.
    pub setup: Option<String>,
    /// The seed.
    pub seed: Option<String>,
    /// The version at which it began.
    pub started: Option<Version>,
    /// By whom it was ended from outside, JSON.
    pub stopped: Option<String>,
    /// When its lobby was opened, in milliseconds since 1970.
    pub created_at: i64,
    /// When the time of those to act is over.
    pub deadline: Option<i64>,
    /// Since when that time runs.
    pub clock_since: Option<i64>,
    /// The clock besides, JSON.
    pub clock: Option<String>,
    /// It could not be opened when it was last tried.
    pub unreadable: bool,
    /// The seats in order.
    pub seats: Vec<SeatRow>,
    /// The people in them who have yet to agree to play.
    pub invited: Vec<PersonId>,
    /// Those who sat there before, first to last.
    pub past: Vec<PastPlayerRow>,
    /// What has been asked and not settled, JSON.
    pub pending: Option<String>,
    /// Since when the present decision is waited for, in milliseconds since 1970.
    pub waiting_since: i64,
    /// The log in order.
    pub actions: Vec<ActionRow>,
    /// The state that the game begins with, JSON, and what each action changed in it, JSON patches; none of a game that an older
    /// program stored.
    pub effects: Vec<String>,
}

impl std::fmt::Debug for GameRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRow").field("id", &self.id).field("version", &self.version).finish_non_exhaustive()
    }
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Id of the Battalion, once chosen.
    pub battalion: Option<String>,
    /// One person, or two who share it.
    pub players: Vec<PlayerRow>,
    /// Since when nobody holds it, in milliseconds since 1970: then `players` are those who held it last.
    pub vacant_since: Option<i64>,
}

/// Somebody who sat in a seat until it changed hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastPlayerRow {
    /// The version in which they no longer sat there.
    pub version: Version,
    /// The seat.
    pub seat: u8,
    /// Among those who shared the seat.
    pub place: u8,
    /// Who.
    pub player: PlayerRow,
    /// Somebody took their place; otherwise the other one of the seat goes on alone.
    pub replaced: bool,
}

/// A person in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerRow {
    /// The person.
    pub person: PersonId,
    /// The name to show.
    pub name: String,
}

/// An entry of the log. It may be sealed: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct ActionRow {
    /// The version that it made.
    pub version: Version,
    /// Who acted.
    pub seat: u8,
    /// The person behind it; `None` for the clock.
    pub person: Option<PersonId>,
    /// The action, JSON.
    pub action: String,
    /// Not to be shown while the game is played.
    pub sealed: bool,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

impl std::fmt::Debug for ActionRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionRow").field("version", &self.version).finish_non_exhaustive()
    }
}

/// What a game's row says by itself, without anything that must be understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameHead {
    /// Where it is played.
    pub place: PlaceRow,
    /// How far it has come.
    pub state: State,
    /// What it has come to.
    pub version: Version,
    /// Who opened it.
    pub creator: PersonId,
    /// It could not be opened when it was last tried.
    pub unreadable: bool,
}

/// A game in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenGame {
    /// Its number.
    pub id: GameId,
    /// Where it is played.
    pub place: PlaceRow,
    /// How far it has come.
    pub state: State,
}
