//! Refusals as data, with everything that their text mentions. The Discord interface turns them into text.

mod server;

use std::fmt;

use engine::action::Illegal;
use engine::board::Space;
use engine::seed::WordError;
use engine::titans::SetupError;
use strum::IntoStaticStr;

use crate::host::model::{Member, Player, Role, Standing};

pub use server::{
    BattalionRefusal, BattlefieldRefusal, Entry, FileRefusal, NothingToShow, OptionRefusal, SettingsConflict,
    StandingRefusal, TrialRefusal, UnknownName,
};

/// Reason why a request was refused, for the person who made it.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// No game in this place or with this id.
    NoGame(NoGame),
    /// The channel already has an open game.
    GameHere,
    /// This version of the program cannot read the game.
    Unreadable,
    /// Not started yet.
    NotStarted(NotStarted),
    /// Already over.
    Over(Over),
    /// The person has no seat in this game.
    NotInGame,
    /// Not the person's turn.
    NotYourTurn(NotYourTurn),
    /// Outdated: the position has changed since the component was created, or the request it answers is gone.
    Stale(Stale),
    /// Illegal by the rules.
    Illegal(Box<Illegal>),
    /// No legal move with this notation.
    NoSuchMove,
    /// Refused by the lobby.
    Lobby(LobbyRefusal),
    /// Refused by the challenge.
    Challenge(ChallengeRefusal),
    /// Not representable as PGN.
    Pgn(NotPgn),
    /// Invalid conditional move.
    Conditional(ConditionalRefusal),
    /// No rematch possible.
    Rematch(RematchRefusal),
    /// Refused takeback, change of seat or change of channel.
    Table(TableRefusal),
    /// Missing permission.
    Permission(Denied),
    /// Settings that are not allowed for games here.
    Options(OptionRefusal),
    /// Contradictory server settings.
    Settings(SettingsConflict),
    /// Refused operation on a Battalion of the server.
    Battalion(BattalionRefusal),
    /// Rejected attachment.
    File(FileRefusal),
    /// Refused operation on a Battlefield of the server.
    Battlefield(BattlefieldRefusal),
    /// Refused test of an army.
    Trial(TrialRefusal),
    /// Unknown name.
    Unknown(UnknownName),
    /// Not available for computer players.
    Computer(ComputerRefusal),
    /// Nothing to show.
    Nothing(NothingToShow),
    /// Results that cannot be shown, or data that cannot be deleted yet.
    Standing(StandingRefusal),
    /// Only available in Clash of the Armies.
    OnlyClash,
    /// The clock is stopped, so turns cannot be played.
    StandsStill(Standing),
    /// Refused change of the clock.
    Clock(ClockRefusal),
    /// Refused holiday.
    Holiday(HolidayRefusal),
}

impl Refusal {
    /// Name of the variant, for the log. The content may be a secret of a game and is left out.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

impl std::error::Error for Refusal {}

/// Implements the conversion of each group into [`Refusal`].
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
    Trial(TrialRefusal),
    Unknown(UnknownName),
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

/// Place where no game was found.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// Under this id.
    Numbered,
    /// In this channel.
    InChannel,
}

/// Stage that has not started yet.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStarted {
    Game,
    /// The first turn, which a replay needs.
    FirstTurn,
    /// Play: armies are still being placed or bought.
    Play,
}

/// Stage that is already over.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Game,
    /// The lobby, closed before a game started.
    Lobby,
    Challenge,
}

/// The Players whose turn it is instead.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotYourTurn {
    /// Players to move.
    Move(Vec<Player>),
    /// The team mate. Team mates alternate turns (T-1).
    TeamMate(Member),
    /// Between rounds: these Players buy their armies.
    Buying(Vec<Player>),
    /// Between rounds: the Amazon is auctioned.
    Auction,
    /// Nothing can be bought now.
    NothingToBuy,
    /// No turn is due.
    NoTurn,
}

/// Outdated part of a request.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    Position,
    /// The draw offer is no longer open.
    NoOffer,
    /// A draw has been offered since.
    Offered,
    /// The takeback request is no longer open.
    NoTakeback,
    /// The seat is no longer offered.
    NoSeatOffer,
    /// The seat is taken.
    SeatHeld,
    /// The prepared new game has expired.
    Opening,
}

/// Unmet requirement for starting a lobby.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// Number of Players still needed (T-2).
    Players(usize),
    /// Answers of these invited people.
    Answers(Vec<Member>),
    /// Choice of a Battalion by this Player.
    Battalion(Player),
    /// A different choice by this Player, because their Battalion is no longer available.
    OtherBattalion(Player),
    /// A valid combination: the choices together allow no game.
    Setup(Box<Refusal>),
}

/// Refusal by a lobby.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyRefusal {
    /// The game has started.
    Begun,
    /// A challenge has no free seats to join.
    IsChallenge,
    /// The person has joined already.
    Joined,
    /// The seat is already shared by two people (T-1).
    SeatShared,
    /// Every seat is taken.
    Full,
    /// Reserved for other, invited people.
    NotInvited,
    /// The person's Battalion was proposed by the creator and cannot be changed.
    Proposed,
    /// The person was removed from the lobby.
    Kicked,
    /// The person tried to remove themselves, and should leave instead.
    KickSelf,
    /// The lobby is a challenge or a rematch, whose seats belong to the people invited.
    KickInvited,
    /// The named person is not in the lobby.
    NotSeated,
    /// Some seats are free, and the request did not confirm a start with fewer Players.
    FreeSeats {
        /// Taken seats.
        taken: usize,
        /// Total seats.
        seats: usize,
    },
    /// A requirement for the start is not met.
    Missing(Missing),
    /// A Player has not chosen a Battalion.
    NoBattalion,
    /// No available Battalion fits.
    NothingToPick,
    /// The server has disabled this Battalion.
    DisabledBattalion,
    /// Two different versions of the Battalion of this name would be in the same game.
    TwoVersions(String),
    /// The Battlefield is no longer configured.
    BattlefieldGone,
    /// The choices do not form a valid game.
    Setup(SetupError),
    /// The text cannot be used as a word for the seed.
    Word(WordError),
    /// Odds that cannot be given.
    Odds(OddsRefusal),
    /// Seats and words are fixed until these people have told their sealed words.
    SeatsFixed(Vec<Member>),
}

/// Refusal about odds.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsRefusal {
    /// Odds exist only in duels.
    OnlyDuels,
    /// Only the Player of the stronger army gives odds, or the creator before anyone else has joined or accepted.
    NotStronger,
    /// No odds are possible in this game.
    Nothing,
    /// Odds of time do not exist in untimed games.
    Untimed,
    /// Less time than a game or the server allows would be left.
    TooShort,
    /// Computer players do not use up time.
    TimeWithComputers,
    /// The army of this name has no pieces in reserve.
    NoReserves(String),
    /// The Battalion is not chosen yet.
    NoArmy,
}

/// Refusal about computer players.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerRefusal {
    /// Only the creator of the lobby adds and removes them.
    OnlyCreator,
    /// A game needs at least one person.
    NoRoomForPeople,
    /// The lobby has no computer player.
    NoneHere,
    /// Hints exist only in games against computers.
    HintAgainstPeople,
    /// A hint before the person is to move, or for another decision than a move.
    HintTooEarly,
    /// Analysis exists only for duels.
    AnalyseOnlyDuels,
    /// Analysis is available only after the game.
    AnalyseWhenOver,
    /// Only participants can give a free seat to a computer.
    NotAtTable,
}

/// Refusal of a takeback, a change of seat or a change of channel.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    /// The person has played no turn that could be taken back.
    NothingToTakeBack,
    /// The round has ended since the person's last turn.
    RoundOver,
    /// A Player has been defeated since the person's last turn.
    DefeatStands,
    /// The person has already requested a takeback.
    TakebackAsked,
    /// This Player's request must be answered first.
    TakebackOpen(Player),
    /// No one is left to agree.
    NobodyToAsk,
    /// The person cannot agree to their own request.
    OwnTakeback,
    /// Only Players still in the game have a vote.
    NoSay,
    /// The person already has a seat in this game.
    HasSeat,
    /// The person knows the secrets of another seat of this game.
    KnowsSecrets,
    /// The Player is defeated.
    Defeated,
    /// A seat cannot be handed over to its own holder.
    ToYourself,
    /// The seat is offered to another person, this one.
    OfferedTo(Member),
    /// The named person has no seat in this game.
    NotSeated,
    /// The seat is the person's own, which they can hand over.
    OwnSeat,
    /// The game has a time limit, which handles absence.
    ClockDecides,
    /// The named person is not to act.
    NotWaitedFor,
    /// The waiting time ends only at this time, in seconds since 1970.
    WaitUntil(i64),
    /// The game belongs to another server.
    OtherServer,
    /// The game is already in this channel.
    AlreadyHere,
}

/// Refusal by a challenge.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeRefusal {
    /// A lobby, not a challenge.
    IsLobby,
    /// The match has started.
    Begun,
}

/// Refusal to stop or start a clock.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockRefusal {
    /// Untimed game.
    Unlimited,
    /// The person has already asked for a pause; answers of these Players are pending.
    Asked(Vec<Player>),
    /// No pause is requested.
    NoPause,
    /// The clock is not stopped.
    Running,
    /// The person has no adjourned game here.
    NothingAdjourned,
    /// The person has this many adjourned games here and must name one.
    WhichAdjourned(usize),
    /// The game belongs to another server.
    OtherServer,
}

/// Refusal of a holiday.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolidayRefusal {
    /// In the past, or with its end before its start.
    Past,
    /// Starts or ends more than a year ahead.
    TooFar,
    /// The server does not count holidays.
    None,
    /// Exceeds the server's allowance per year.
    TooLong {
        /// Days allowed per year.
        days: u16,
        /// Remaining days.
        left: u16,
    },
    /// The person is not on holiday.
    NotAway,
}

/// Reason why a game has no PGN form. PGN represents only orthodox chess.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPgn {
    /// More than two Players.
    Players,
    /// The board has another size, or the Players are not on its south and north sides.
    Board {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// A piece that is not in orthodox chess.
    Piece {
        /// Its name.
        piece: String,
        /// Its Space at the start.
        space: Space,
    },
    /// A starting position that is impossible in chess, such as two Kings on one side.
    Position,
    /// A turn that is not in orthodox chess.
    Turn {
        /// Number of the turn, counted from 1 in each round.
        number: usize,
        /// Its notation.
        text: String,
    },
}

/// Refusal of a conditional move. May contain private data of the person who asked.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalRefusal {
    /// More than two Players.
    TwoPlayers,
    /// Team mates share the seat and alternate turns (T-1).
    SharedSeat,
    /// No turns are being played now.
    NoTurns,
    /// The person's own turn is due.
    YourTurn,
    /// The opponent's turn is illegal.
    Theirs(Box<Illegal>),
    /// The answer is illegal in the resulting position.
    Answer(Box<Illegal>),
    /// This turn needs a choice that was not given.
    Choice(String),
    /// After this turn of the opponent, it is not the person's turn.
    NothingToAnswer(String),
    /// An answer to this turn exists already.
    Answered(String),
    /// No such line.
    NoLine,
    /// Too many lines or answers.
    TooMany {
        /// Maximum number of lines.
        lines: usize,
        /// Maximum number of answers per line.
        answers: usize,
    },
}

/// Reason against a rematch.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchRefusal {
    /// The game is not over.
    NotOver,
    /// The person has already requested or accepted it.
    Asked,
}

/// Action for which the person lacks permission.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Claiming a timeout, which only the clock does.
    TimeOut,
    /// Starting another person's game.
    Start,
    /// Starting a game with the Battalion of this name, which is not published.
    StartUnpublished(String),
    /// Administering the server; contains the role that also allows it.
    Administer(Option<Role>),
    /// Changing the administrator role without permission to do so.
    Delegate,
    /// Actions reserved for operators of the bot.
    Operate,
    /// Opening games, which requires this role.
    Open(Role),
    /// Closing another person's lobby or challenge.
    Close,
    /// Ending a started game.
    End,
    /// Removing a person from another person's lobby.
    Kick,
    /// Setting the placement of armies in another person's lobby.
    Placement,
    /// Moving a game whose channel still exists.
    Move,
    /// Closing an unreadable game.
    CloseUnreadable,
    /// Answering another person's challenge.
    Answer {
        /// The challenged person.
        challenged: Member,
        /// True if the answer was an acceptance.
        accept: bool,
    },
}
