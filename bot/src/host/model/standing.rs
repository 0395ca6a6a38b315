//! Results of people and armies on a server: ratings, counts and rates.

use crate::store::{ChannelId, PersonId};
use strum::{EnumString, IntoStaticStr};

use super::{Member, Mode};

/// Games that share one rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pool {
    /// Duels of Titan's Battalion: Glicko-2.
    Duel,
    /// Matches of Clash of the Armies: Glicko-2.
    Clash,
    /// Party Mode, with and without Targets: Weng-Lin.
    Party,
}

impl Pool {
    /// All pools.
    pub const ALL: [Pool; 3] = [Pool::Duel, Pool::Clash, Pool::Party];
}

impl From<Mode> for Pool {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Duel => Pool::Duel,
            Mode::Clash => Pool::Clash,
            Mode::Assassin | Mode::Ffa => Pool::Party,
        }
    }
}

/// A rating. The initial value is 1500.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub value: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// Based on too few or too old games.
    pub provisional: bool,
}

/// Numbers of games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Wins, alone or with others.
    pub won: u32,
    /// Draws.
    pub drawn: u32,
    /// Losses.
    pub lost: u32,
}

impl Tally {
    /// Total number of games.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Win rate; a draw counts half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Number of games that count.
    pub games: u32,
    /// Share of points, 0 to 1.
    pub share: f64,
    /// 95 % confidence interval of the share (Wilson).
    pub between: (f64, f64),
}

/// Reason for the end of a game, with its name in the database.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Ending {
    Checkmate,
    /// The last Titan was captured.
    TitanCaptured,
    /// A Battalion lost the pieces it needs (P-5).
    Bereft,
    /// A Battalion's own condition of winning or losing.
    OwnWay,
    /// Resignation.
    Resigned,
    /// Time ran out.
    Time,
    /// All Targets of the winners were defeated (T-29).
    Targets,
    /// Enough defeats were credited to the winner (T-30).
    Credits,
    /// Only one Player was left.
    LastStanding,
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// Too long without progress.
    NoProgress,
    TurnLimit,
    /// Draw by agreement.
    Agreement,
    /// All rounds of the match were played.
    Match,
    /// The opponent left before the first turn.
    LeftBeforePlay,
    /// One of several Players left before the first turn.
    CalledOff,
    /// Ended from outside.
    Stopped,
}

/// Results of a person in one pool.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolStanding {
    pub pool: Pool,
    /// Current rating; `None` before the first rated game.
    pub rating: Option<Rating>,
    /// Counts of all games, rated or not.
    pub tally: Tally,
    /// Rating after each rated game.
    pub course: Vec<RatedAt>,
}

/// Rating at a point in time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedAt {
    /// Time, in milliseconds since 1970.
    pub at: i64,
    pub rating: Rating,
}

/// Results of a person with one army, or of one army.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmyLine {
    /// Name of the army.
    pub name: String,
    /// Win rate.
    pub rate: Rate,
}

/// A quick win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastWin {
    /// Number of the winner's turns.
    pub turns: u32,
    /// Name of the winner's army.
    pub army: String,
    /// Reason for the end.
    pub ending: Ending,
}

/// Results of a person on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonStanding {
    pub person: Member,
    /// The person's results are public.
    pub listed: bool,
    /// Pools in which the person has played.
    pub pools: Vec<PoolStanding>,
    /// Games with computer players, which are not rated.
    pub against_computers: Tally,
    /// Most played armies, in descending order.
    pub armies: Vec<ArmyLine>,
    /// Current winning streak.
    pub streak: u32,
    /// Longest winning streak.
    pub best_streak: u32,
    /// Fastest wins in duels, fastest first.
    pub fastest: Vec<FastWin>,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// Rank, counted from 1; `None` for a provisional rating.
    pub rank: Option<u32>,
    pub person: Member,
    pub rating: Rating,
    /// Counts of rated games.
    pub tally: Tally,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaderboard {
    pub pool: Pool,
    /// Page number, counted from 0.
    pub page: u16,
    /// Number of pages; 0 if the list is empty.
    pub pages: u16,
    /// Lines of this page.
    pub lines: Vec<Ranked>,
}

/// Results of armies in one mode.
#[derive(Clone, PartialEq, Debug)]
pub struct ModeArmies {
    pub mode: Mode,
    /// Number of games that count.
    pub games: u32,
    /// Armies, best first. Games of an army against itself are excluded.
    pub armies: Vec<ArmyLine>,
}

/// Statistics of a server.
#[derive(Clone, PartialEq, Debug)]
pub struct ServerStanding {
    /// Number of finished games, including cancelled ones.
    pub games: u32,
    /// Number of people who have played.
    pub people: u32,
    /// Modes played, most played first.
    pub modes: Vec<ModeArmies>,
    /// Top person of each pool.
    pub best: Vec<(Pool, Ranked)>,
    /// Details for administrators.
    pub admin: Option<ServerDetails>,
}

/// Statistics that only administrators see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerDetails {
    /// Games that ended in the last 30 days.
    pub lately: u32,
    /// Number of people in those games.
    pub people_lately: u32,
    /// Reasons for the end of games, most frequent first.
    pub endings: Vec<(Ending, u32)>,
    /// Games that do not count: cancelled, or over before the second turn.
    pub uncounted: u32,
}

/// Results of an army on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmyStanding {
    pub id: String,
    pub name: String,
    /// Win rate by mode, all versions together.
    pub modes: Vec<(Mode, Rate)>,
    /// Win rate of each played version of a server's own Battalion, newest first.
    pub versions: Vec<(i64, Rate)>,
    /// Results in duels against other armies, most frequent first.
    pub against: Vec<ArmyLine>,
}

/// Summary of a person's stored data, for that person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Privacy {
    /// The person's results are public.
    pub listed: bool,
    /// Number of finished games with a result.
    pub results: u32,
    /// Channels of games or lobbies in which the person still holds a seat.
    pub open: Vec<ChannelId>,
}

/// The person whose results are requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedAbout {
    pub person: PersonId,
    /// Display name, used if they have not played yet.
    pub name: String,
}
