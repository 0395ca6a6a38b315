//! Why nothing was done, as data: what is missing or in the way, and whatever a sentence about it names. The interface puts it
//! into words.

mod server;

use std::fmt;

use engine::action::Illegal;
use engine::board::Space;
use engine::titans::SetupError;

use crate::host::model::{Member, Missing, Player, Role, Standing};

pub use server::{
    BattalionRefusal, BattlefieldRefusal, Entry, FileRefusal, NothingToShow, OptionRefusal, SettingsConflict,
    StandingRefusal, UnknownName,
};

/// Why nothing was done. It is for the person who asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no game here, or none of that number.
    NoGame(NoGame),
    /// There is an open game in this channel already.
    GameHere,
    /// The game cannot be opened by this version of the program.
    Unreadable,
    /// It has not come so far.
    NotStarted(NotStarted),
    /// It is over.
    Over(Over),
    /// The person has no seat in this game.
    NotInGame,
    /// Somebody else is to act, or nobody.
    NotYourTurn(NotYourTurn),
    /// The position has changed since the component was made, or what it answers is gone.
    Stale(Stale),
    /// The rules do not allow it.
    Illegal(Box<Illegal>),
    /// The move is not among the legal ones.
    NoSuchMove,
    /// The lobby does not take this.
    Lobby(LobbyRefusal),
    /// The challenge does not take this.
    Challenge(ChallengeRefusal),
    /// The game cannot be written as PGN.
    Pgn(NotPgn),
    /// No answer can be prepared like that.
    Conditional(ConditionalRefusal),
    /// There can be no rematch.
    Rematch(RematchRefusal),
    /// The table does not take this: a takeback, another holder of a seat, another channel.
    Table(TableRefusal),
    /// The person may not do this.
    Permission(Denied),
    /// No such game can be opened here.
    Options(OptionRefusal),
    /// The server's settings would contradict each other.
    Settings(SettingsConflict),
    /// A Battalion of the server cannot be found or changed so.
    Battalion(BattalionRefusal),
    /// An attached file is not taken.
    File(FileRefusal),
    /// A server's Battlefield is not added or taken away.
    Battlefield(BattlefieldRefusal),
    /// The rulebook has nothing of that name.
    Rulebook(UnknownName),
    /// Computer players do not do this.
    Computer(ComputerRefusal),
    /// There is nothing to show.
    Nothing(NothingToShow),
    /// How somebody fares cannot be shown, or not be deleted yet.
    Standing(StandingRefusal),
    /// It belongs to Clash of the Armies alone.
    OnlyClash,
    /// Turns cannot be taken now.
    StandsStill(Standing),
    /// The clock cannot be stopped or started like that.
    Clock(ClockRefusal),
    /// No such holiday can be taken.
    Holiday(HolidayRefusal),
}

impl Refusal {
    /// Its kind in a word, for the log: what it holds may be a secret of a game.
    pub const fn kind(&self) -> &'static str {
        match self {
            Refusal::NoGame(_) => "no game",
            Refusal::GameHere => "game here",
            Refusal::Unreadable => "unreadable",
            Refusal::NotStarted(_) => "not started",
            Refusal::Over(_) => "over",
            Refusal::NotInGame => "not in game",
            Refusal::NotYourTurn(_) => "not your turn",
            Refusal::Stale(_) => "stale",
            Refusal::Illegal(_) | Refusal::NoSuchMove => "illegal",
            Refusal::Lobby(_) => "lobby",
            Refusal::Challenge(_) => "challenge",
            Refusal::Pgn(_) => "not PGN",
            Refusal::Conditional(_) => "conditional move",
            Refusal::Rematch(_) => "rematch",
            Refusal::Table(_) => "table",
            Refusal::Permission(_) => "permission",
            Refusal::Options(_) => "options",
            Refusal::Settings(_) => "settings",
            Refusal::Battalion(_) => "battalion",
            Refusal::File(_) => "file",
            Refusal::Battlefield(_) => "Battlefield",
            Refusal::Rulebook(_) => "rulebook",
            Refusal::Computer(_) => "computer",
            Refusal::Nothing(_) => "nothing to show",
            Refusal::Standing(_) => "standing",
            Refusal::OnlyClash => "only clash",
            Refusal::StandsStill(_) => "stands still",
            Refusal::Clock(_) => "clock",
            Refusal::Holiday(_) => "holiday",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

impl std::error::Error for Refusal {}

/// Each group is a refusal by itself.
macro_rules! groups {
    ($($group:ident($of:ty)),* $(,)?) => {
        $(impl From<$of> for Refusal {
            fn from(why: $of) -> Self {
                Refusal::$group(why)
            }
        })*
    };
}

groups! {
    NoGame(NoGame),
    NotStarted(NotStarted),
    Over(Over),
    NotYourTurn(NotYourTurn),
    Stale(Stale),
    Lobby(LobbyRefusal),
    Challenge(ChallengeRefusal),
    Pgn(NotPgn),
    Conditional(ConditionalRefusal),
    Rematch(RematchRefusal),
    Table(TableRefusal),
    Permission(Denied),
    Options(OptionRefusal),
    Settings(SettingsConflict),
    Battalion(BattalionRefusal),
    File(FileRefusal),
    Battlefield(BattlefieldRefusal),
    Rulebook(UnknownName),
    Computer(ComputerRefusal),
    Nothing(NothingToShow),
    Standing(StandingRefusal),
    Clock(ClockRefusal),
    Holiday(HolidayRefusal),
}

impl From<Illegal> for Refusal {
    fn from(why: Illegal) -> Self {
        Refusal::Illegal(Box::new(why))
    }
}

impl From<SetupError> for Refusal {
    fn from(why: SetupError) -> Self {
        LobbyRefusal::Setup(why).into()
    }
}

/// Where no game was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// Under that number.
    Numbered,
    /// In this channel.
    InChannel,
}

/// What has not come yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStarted {
    /// The game.
    Game,
    /// The first turn, as far as a replay needs one.
    FirstTurn,
    /// Play: armies are still being placed or bought.
    Play,
}

/// What is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The game.
    Game,
    /// The lobby, which was closed before a game began.
    Lobby,
    /// The challenge.
    Challenge,
}

/// Whose turn it is instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotYourTurn {
    /// Theirs.
    Move(Vec<Player>),
    /// The team mate's: they alternate turns (T-1).
    TeamMate(Member),
    /// No round is played; these buy their armies.
    Buying(Vec<Player>),
    /// No round is played; the Amazon is auctioned.
    Auction,
    /// There is nothing to buy now.
    NothingToBuy,
    /// Nobody is to take a turn.
    NoTurn,
}

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// The position.
    Position,
    /// The draw offer no longer stands.
    NoOffer,
    /// A draw has been offered.
    Offered,
    /// No takeback is asked for any more.
    NoTakeback,
    /// The seat is no longer offered.
    NoSeatOffer,
    /// Somebody holds the seat.
    SeatHeld,
    /// The new game is no longer kept.
    Opening,
}

/// What a lobby does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyRefusal {
    /// The game has begun.
    Begun,
    /// It is a challenge, which has no seats to take.
    IsChallenge,
    /// The person has joined already.
    Joined,
    /// The team mate named has not joined.
    MateNotHere,
    /// Two share that seat already (T-1).
    SeatShared,
    /// Every seat is taken.
    Full,
    /// It is for other people, who were asked.
    NotInvited,
    /// Their Battalion was proposed with the game.
    Proposed,
    /// They were removed from it.
    Kicked,
    /// Nobody removes themselves: they leave.
    KickSelf,
    /// That person is not in it.
    NotSeated,
    /// Fewer people have joined than there are seats, and nobody has said that the game is to start like that.
    FreeSeats {
        /// Seats taken.
        taken: usize,
        /// Seats there are.
        seats: usize,
    },
    /// Something is missing before the game can start.
    Missing(Missing),
    /// Somebody has not chosen a Battalion.
    NoBattalion,
    /// There is no Battalion of that name to pick.
    UnknownBattalion,
    /// The server has disabled that Battalion.
    DisabledBattalion,
    /// Two versions of the Battalion of this name would meet.
    TwoVersions(String),
    /// The Battlefield is not in the configuration any more.
    BattlefieldGone,
    /// No game can be set up like that.
    Setup(SetupError),
}

/// What computer players do not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerRefusal {
    /// Whoever opened the lobby adds and removes them.
    OnlyCreator,
    /// A game has at least one person.
    NoRoomForPeople,
    /// There is none in the lobby.
    NoneHere,
    /// Hints are for games against computers alone.
    HintAgainstPeople,
    /// Only duels are analysed.
    AnalyseOnlyDuels,
    /// A game is analysed once it is over.
    AnalyseWhenOver,
    /// Only those at the table give a free seat to a computer.
    NotAtTable,
}

/// Why a takeback, another holder of a seat or another channel is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    /// They have taken no turn that could be taken back.
    NothingToTakeBack,
    /// The round has ended since their last turn.
    RoundOver,
    /// Somebody has been defeated since their last turn.
    DefeatStands,
    /// They have asked for a takeback already.
    TakebackAsked,
    /// This Player has asked for one, which must be answered first.
    TakebackOpen(Player),
    /// Nobody is there who could agree.
    NobodyToAsk,
    /// Nobody agrees to what they ask for themselves.
    OwnTakeback,
    /// It is for those who are still in the game.
    NoSay,
    /// They have a seat in this game.
    HasSeat,
    /// They know the secrets of another seat of this game.
    KnowsSecrets,
    /// That Player is defeated.
    Defeated,
    /// Nobody hands a seat over to themselves.
    ToYourself,
    /// The seat is offered to this person.
    OfferedTo(Member),
    /// That person has no seat in this game.
    NotSeated,
    /// Their own seat: it can be handed over.
    OwnSeat,
    /// The game has a time limit.
    ClockDecides,
    /// That person is not the one who is waited for.
    NotWaitedFor,
    /// They have not been waited for long enough: not before this, in seconds since 1970.
    WaitUntil(i64),
    /// The game belongs to another server.
    OtherServer,
    /// The game is in this channel already.
    AlreadyHere,
}

/// What a challenge does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeRefusal {
    /// It is a lobby.
    IsLobby,
    /// The match has begun.
    Begun,
}

/// Why a clock is not stopped or started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockRefusal {
    /// There is no clock to stop.
    Unlimited,
    /// They have asked for the pause already, and these have not answered.
    Asked(Vec<Player>),
    /// Nobody has asked for a pause, or not any more.
    NoPause,
    /// It is not standing still.
    Running,
    /// The person has no adjourned game here.
    NothingAdjourned,
    /// They have several, of which one must be named.
    WhichAdjourned(usize),
    /// The game belongs to another server.
    OtherServer,
}

/// Why a holiday is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolidayRefusal {
    /// It is over already, or ends before it begins.
    Past,
    /// It begins or ends more than a year ahead.
    TooFar,
    /// Holidays do not count here.
    None,
    /// More days than the server allows in a year.
    TooLong {
        /// The days that it allows.
        days: u16,
        /// The days that are left.
        left: u16,
    },
    /// They are not on holiday.
    NotAway,
}

/// Why a game cannot be written as PGN, which knows orthodox chess alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPgn {
    /// There are more than two Players.
    Players,
    /// The board is of another size, or the Players do not sit south and north of it.
    Board {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// This piece is none of chess.
    Piece {
        /// Its name.
        piece: String,
        /// Where it stood when play began.
        space: Space,
    },
    /// Play began with a position that chess does not have, such as two Kings of a side.
    Position,
    /// This turn is none of chess.
    Turn {
        /// Counted from 1, in a match from the beginning of the round.
        number: usize,
        /// Its notation.
        text: String,
    },
}

/// Why no answer to the opponent can be prepared like that. It may hold what only the person who asks may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalRefusal {
    /// There are more than two Players.
    TwoPlayers,
    /// Team mates share the seat and alternate turns (T-1).
    SharedSeat,
    /// No turns are taken now.
    NoTurns,
    /// It is their own turn.
    YourTurn,
    /// The opponent cannot play that.
    Theirs(Box<Illegal>),
    /// The answer could not be played then.
    Answer(Box<Illegal>),
    /// This turn obliges to a choice that was not written.
    Choice(String),
    /// After this turn of the opponent it is not the person's turn.
    NothingToAnswer(String),
    /// They have prepared this answer already.
    Answered(String),
    /// There is no such line.
    NoLine,
    /// They have too many already.
    TooMany {
        /// The most lines.
        lines: usize,
        /// The most answers in a line.
        answers: usize,
    },
}

/// Why there can be no rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchRefusal {
    /// The game is still played.
    NotOver,
    /// This person has asked for it or agreed to it already.
    Asked,
}

/// What takes a permission that the person does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Saying that the time is up, which only the clock does.
    TimeOut,
    /// Starting a game that somebody else has opened.
    Start,
    /// Starting a game with a Battalion, of this name, that is not published.
    StartUnpublished(String),
    /// Administering the server; the role that may do so besides.
    Administer(Option<Role>),
    /// Deciding who administers the server, with a role that may not.
    Delegate,
    /// What only those do who run the bot.
    Operate,
    /// Opening games, which takes this role.
    Open(Role),
    /// Closing a lobby or a challenge of somebody else.
    Close,
    /// Ending a game that has begun.
    End,
    /// Removing somebody from a lobby of somebody else.
    Kick,
    /// Deciding in a lobby of somebody else where the armies start.
    Placement,
    /// Moving a game whose channel is still there.
    Move,
    /// Closing a game that cannot be opened.
    CloseUnreadable,
    /// Answering a challenge to this person.
    Answer {
        /// Who is challenged.
        challenged: Member,
        /// Was it to be accepted, or declined?
        accept: bool,
    },
}
