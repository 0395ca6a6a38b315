//! Refusals about what a server allows and brings: options, settings, Battalions, Battlefields, files; and about what can be looked up or shown.

use engine::board::{FieldFileError, Space};
use engine::titans::{GameMode, SetupError};

use crate::host::model::{FileProblem, Mode, Player, SameFile, TimeControl, TimeLimits, TimePart};
use crate::store::ChannelId;
use crate::unzip::UnzipError;

/// What a game cannot be opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionRefusal {
    /// The mode is not played by so many (T-2).
    Seats {
        /// The mode.
        mode: GameMode,
        /// How many were asked for.
        asked: u8,
    },
    /// No game has such a time anywhere: this part of it is out of its bounds.
    Time(TimePart),
    /// There is no such Battlefield.
    UnknownBattlefield,
    /// The Battlefield has room for so many only.
    SmallBattlefield(usize),
    /// The server plays in these channels.
    Channel(Vec<ChannelId>),
    /// The server does not play this mode, but the others.
    Mode {
        /// What was asked for.
        asked: Mode,
        /// What is played.
        open: Vec<Mode>,
    },
    /// The server plays with other numbers.
    SeatsHere {
        /// How many were asked for.
        asked: u8,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
    },
    /// The server plays with other times.
    TimeHere(TimeLimits),
    /// Nobody challenges themselves.
    OwnOpponent,
}

/// Settings that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsConflict {
    /// The fewest seats would be more than the most.
    Seats {
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
    },
    /// No mode fits the numbers of seats.
    NothingPlayable,
    /// The shortest time would be longer than the longest, in seconds.
    Times {
        /// The shortest.
        shortest: u32,
        /// The longest.
        longest: u32,
    },
    /// The time of new games would not be allowed.
    Default {
        /// Their time.
        time: TimeControl,
        /// What would be allowed.
        allowed: TimeLimits,
    },
}

/// Why a Battalion of a server cannot be found or changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattalionRefusal {
    /// The server has none of that name.
    Unknown,
    /// It comes with the program.
    BuiltIn,
    /// That version is not kept.
    NoVersion {
        /// The newest one.
        newest: i64,
    },
    /// The server has as many in use as it allows.
    TooMany {
        /// How many.
        used: usize,
        /// The most.
        most: usize,
    },
    /// The server keeps as many as there can be, those in the archive included.
    KeepsTooMany(usize),
    /// The file no longer waits to be accepted.
    NotWaiting,
    /// This version was added after the file had been looked at.
    Overtaken(i64),
    /// The file was only to be checked.
    OnlyChecked,
    /// The newest version is the same file.
    Same(SameFile),
    /// Its name could be taken for that of another Battalion that is in use, this one.
    NameInUse(String),
    /// The server has none of its own.
    NoneHere,
    /// All of them together are too large for a message.
    TooLargeTogether,
    /// Copies are shared by the server they come from.
    IsCopy,
    /// The people who run the bot have hidden it.
    IsHidden,
    /// It is not shared, or no longer, or not by that code.
    NotShared,
    /// It is shared with nobody anyway.
    SharedWithNobody,
    /// A report says nothing.
    NoReason,
    /// Another version is shared now.
    OtherVersion,
    /// It is this server's own.
    IsOwn(String),
    /// The server has this version of it already, as this version of its own.
    HasCopy {
        /// Its name.
        name: String,
        /// Its version there.
        version: i64,
    },
}

/// Why a Battlefield of a server is not added or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattlefieldRefusal {
    /// The file is not text.
    NotText,
    /// This is wrong with the file.
    Faulty(FieldFileError),
    /// Every server has a Battlefield with this id.
    TakenId(String),
    /// Its name could be taken for that of this one.
    TakenName(String),
    /// The server has as many as there can be.
    TooMany(usize),
    /// There is none of that name.
    Unknown,
    /// Every server has it.
    General,
}

/// Why a file is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// It has too many bytes.
    TooLarge {
        /// How many, as far as it was read to the end.
        bytes: Option<usize>,
        /// The most that the server takes.
        most: usize,
    },
    /// With the new pictures the Battalion's file would have too many bytes.
    PicturesTooLarge {
        /// How many.
        bytes: usize,
        /// The most that the server takes.
        most: usize,
    },
    /// It could not be fetched.
    Lost,
    /// It does not lie where Discord keeps attachments.
    Elsewhere,
    /// There is nothing in it.
    Empty,
    /// Other files are being checked.
    Busy,
    /// Checking it takes longer than so many seconds.
    TooSlow {
        /// What the server allows.
        seconds: u16,
    },
    /// No game can be set up with its Battalion.
    Unplayable(SetupError),
    /// This is wrong with it.
    Faulty(FileProblem),
    /// It is a zip file that cannot be read.
    Pack(UnzipError),
}

/// What the rulebook does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for.
    pub what: Entry,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

/// What can be looked up in the rulebook by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A Battalion.
    Battalion,
    /// A piece.
    Piece,
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NothingToShow {
    /// The game had not begun at that version, or has not come to it.
    BoardThen,
    /// No round is over.
    Round,
    /// The person has confirmed no army yet.
    Army,
    /// There is no preset of that name.
    Preset,
    /// There is no piece on this Space.
    NoPiece(Space),
    /// The piece on this Space is not of the Player who is to move.
    NotTheirs {
        /// Where it stands.
        space: Space,
        /// Who is to move.
        mover: Player,
    },
}

/// Why somebody's standing is not shown, or what is kept about them not deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingRefusal {
    /// The person of this name has no public standing.
    NotListed(String),
    /// They hold a seat, or have an open lobby, in these channels.
    StillPlaying(Vec<ChannelId>),
}
