//! Refusals about the server's settings, Battalions, Battlefields and files, and about content to look up or show.

use engine::board::Space;
use engine::titans::{GameMode, SetupError};

use crate::host::model::{FileProblem, Mode, Player, SameFile, TimeControl, TimeLimits, TimePart};
use crate::store::ChannelId;
use crate::unzip::UnzipError;

/// Refused settings of a new game.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionRefusal {
    /// The mode does not allow this number of seats (T-2).
    Seats {
        mode: GameMode,
        /// Requested number.
        asked: u8,
    },
    /// The time control is invalid on every server: this component is outside its allowed range.
    Time(TimePart),
    UnknownBattlefield,
    /// The Battlefield supports at most this many Players.
    SmallBattlefield(usize),
    /// The server allows games only in these channels.
    Channel(Vec<ChannelId>),
    /// The server does not allow this mode.
    Mode {
        /// Requested mode.
        asked: Mode,
        /// Allowed modes.
        open: Vec<Mode>,
    },
    /// The server does not allow this number of seats.
    SeatsHere {
        /// Requested number.
        asked: u8,
        /// Minimum.
        fewest: u8,
        /// Maximum.
        most: u8,
    },
    /// The server does not allow this time control.
    TimeHere(TimeLimits),
    /// The person challenged themselves.
    OwnOpponent,
}

/// Contradictory settings.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsConflict {
    /// The minimum number of seats exceeds the maximum.
    Seats {
        /// Minimum.
        fewest: u8,
        /// Maximum.
        most: u8,
    },
    /// No mode fits the allowed numbers of seats.
    NothingPlayable,
    /// The minimum time exceeds the maximum, in seconds.
    Times {
        /// Minimum.
        shortest: u32,
        /// Maximum.
        longest: u32,
    },
    /// The default time control of new games is not allowed.
    Default {
        /// Default time control.
        time: TimeControl,
        /// Allowed range.
        allowed: TimeLimits,
    },
}

/// Refusal of an operation on a server's Battalion.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattalionRefusal {
    /// Built-in Battalion.
    BuiltIn,
    /// The version is not kept.
    NoVersion {
        /// Newest version.
        newest: i64,
    },
    /// The server's limit of Battalions in use is reached.
    TooMany {
        /// Number in use.
        used: usize,
        /// Limit.
        most: usize,
    },
    /// The limit of stored Battalions is reached. Archived ones count.
    KeepsTooMany(usize),
    /// The file is no longer waiting to be accepted.
    NotWaiting,
    /// This version was added after the file had been checked.
    Overtaken(i64),
    /// The file was submitted only for a check.
    OnlyChecked,
    /// The newest version is identical.
    Same(SameFile),
    /// The name looks like that of this other Battalion in use.
    NameInUse(String),
    /// The server has no Battalions of its own.
    NoneHere,
    /// All files together are too large for a message.
    TooLargeTogether,
    /// A copy can only be shared by the server it comes from.
    IsCopy,
    /// Hidden by an operator of the bot.
    IsHidden,
    /// Not shared, no longer shared, or not shared by this code.
    NotShared,
    /// Not shared with anyone.
    SharedWithNobody,
    /// The report has no text.
    NoReason,
    /// Another version is shared now.
    OtherVersion,
    /// The Battalion belongs to this server.
    IsOwn(String),
    /// The server already has a copy of this version.
    HasCopy {
        /// Name of the copy.
        name: String,
        /// Version of the copy.
        version: i64,
    },
}

/// Refusal to start or cancel a test of an army.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialRefusal {
    /// The army of this name cannot play duels.
    NotForDuels(String),
    /// The army is archived.
    Archived,
    /// The army of this name is being tested on the server.
    Other(String),
    /// All servers together have too many tests in progress.
    Busy,
    /// The test is no longer in progress.
    Over,
}

/// Refusal to add or remove a server's Battlefield.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattlefieldRefusal {
    /// The file is not valid text.
    NotText,
    /// The file is one of a Battalion.
    IsBattalion,
    /// A built-in Battlefield has this id.
    TakenId(String),
    /// The name looks like that of this other Battlefield.
    TakenName(String),
    /// The limit of Battlefields is reached.
    TooMany(usize),
    /// Available on every server, so it cannot be removed.
    General,
}

/// Reason why a file is rejected.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// The file is too large.
    TooLarge {
        /// Its size in bytes, if it was read completely.
        bytes: Option<usize>,
        /// The server's limit, in bytes.
        most: usize,
    },
    /// The Battalion's file would be too large with the new pictures.
    PicturesTooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The server's limit, in bytes.
        most: usize,
    },
    /// Download failed.
    Lost,
    /// The URL is not one of Discord's attachments.
    Elsewhere,
    /// Empty file.
    Empty,
    /// File of Battlefields.
    IsBattlefields,
    /// Too many other files are being checked.
    Busy,
    /// The check exceeded the time limit.
    TooSlow {
        /// The server's limit, in seconds.
        seconds: u16,
    },
    /// No game can be set up with the Battalion.
    Unplayable(SetupError),
    /// The file has this error.
    Faulty(FileProblem),
    /// Unreadable zip file.
    Pack(UnzipError),
}

/// A name that nothing here has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// Kind of entry.
    pub what: Entry,
    /// Nearest existing name.
    pub nearest: Option<String>,
}

/// Kind of thing that is looked up by name.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Battalion,
    Battlefield,
    /// A piece.
    Piece,
    /// A ready-made army of Clash.
    Army,
}

impl UnknownName {
    /// Without a similar name.
    pub const fn of(what: Entry) -> Self {
        Self { what, nearest: None }
    }
}

/// Reason why there is nothing to show.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NothingToShow {
    /// No board exists at that version.
    BoardThen,
    /// No round has ended.
    Round,
    /// The person has confirmed no army yet.
    Army,
    /// The Space has no piece.
    NoPiece(Space),
    /// The piece on this Space does not belong to the Player to move.
    NotTheirs {
        space: Space,
        /// The Player to move.
        mover: Player,
    },
}

/// Reason why results are not shown, or data is not deleted.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingRefusal {
    /// The results of the person of this name are not public.
    NotListed(String),
    /// The person still holds a seat or has an open lobby in these channels.
    StillPlaying(Vec<ChannelId>),
}
