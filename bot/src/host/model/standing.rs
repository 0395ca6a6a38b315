//! How people and armies have fared on a server: ratings, counts and rates.

use crate::store::{ChannelId, PersonId};

use super::{Member, Mode};

/// Games that are rated together.
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
    /// All of them.
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

/// A rating. Everybody begins at 1500.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating itself.
    pub value: f64,
    /// How uncertain it is: one standard deviation.
    pub deviation: f64,
    /// It rests on too few games, or on games too long ago.
    pub provisional: bool,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won, alone or with others.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl Tally {
    /// All of them.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// How often something wins; a draw counts half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Games that count.
    pub games: u32,
    /// The share won, 0 to 1.
    pub share: f64,
    /// Between these the true share lies with a confidence of 95 % (Wilson).
    pub between: (f64, f64),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Checkmate.
    Checkmate,
    /// The last Titan was captured.
    TitanCaptured,
    /// A Battalion lost the pieces it needs (P-5).
    Bereft,
    /// A Battalion's own way to win or to lose.
    OwnWay,
    /// Resignation.
    Resigned,
    /// Somebody ran out of time.
    Time,
    /// All Targets of the winners were defeated (T-29).
    Targets,
    /// Enough defeats were credited to the winner (T-30).
    Credits,
    /// One Player was left.
    LastStanding,
    /// Stalemate.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Too long without progress.
    NoProgress,
    /// Too many turns.
    TurnLimit,
    /// A draw was agreed.
    Agreement,
    /// The rounds of a match were played.
    Match,
    /// The Opponent left before the first turn.
    LeftBeforePlay,
    /// A Player of several left before the first turn.
    CalledOff,
    /// Somebody ended it from outside.
    Stopped,
}

/// How a person fares in one pool.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolStanding {
    /// Which games.
    pub pool: Pool,
    /// None before the first rated game.
    pub rating: Option<Rating>,
    /// All games that count, rated or not.
    pub tally: Tally,
    /// The rating after each rated game.
    pub course: Vec<RatedAt>,
}

/// A rating at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedAt {
    /// In milliseconds since 1970.
    pub at: i64,
    /// The rating then.
    pub rating: Rating,
}

/// How a person fares with one army.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmyLine {
    /// Its name.
    pub name: String,
    /// How often it wins.
    pub rate: Rate,
}

/// A win in few turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastWin {
    /// The winner's own turns.
    pub turns: u32,
    /// With which army.
    pub army: String,
    /// How.
    pub ending: Ending,
}

/// How a person fares on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonStanding {
    /// Who.
    pub person: Member,
    /// They have a public standing.
    pub listed: bool,
    /// The pools in which they have played.
    pub pools: Vec<PoolStanding>,
    /// The armies they play most, most often played first.
    pub armies: Vec<ArmyLine>,
    /// Wins in a row up to now.
    pub streak: u32,
    /// The most wins in a row.
    pub best_streak: u32,
    /// The fastest wins in duels, fastest first.
    pub fastest: Vec<FastWin>,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The place, counted from 1; none with a provisional rating.
    pub rank: Option<u32>,
    /// Who.
    pub person: Member,
    /// The rating.
    pub rating: Rating,
    /// Rated games.
    pub tally: Tally,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaderboard {
    /// Which games.
    pub pool: Pool,
    /// The page shown, counted from 0.
    pub page: u16,
    /// How many there are; none without anybody to list.
    pub pages: u16,
    /// The people of this page.
    pub lines: Vec<Ranked>,
}

/// How armies fare in one mode.
#[derive(Clone, PartialEq, Debug)]
pub struct ModeArmies {
    /// The mode.
    pub mode: Mode,
    /// Games that count.
    pub games: u32,
    /// The armies, best first; games of one army against itself left out.
    pub armies: Vec<ArmyLine>,
}

/// How a server plays.
#[derive(Clone, PartialEq, Debug)]
pub struct ServerStanding {
    /// Games that ended, those called off included.
    pub games: u32,
    /// People who have played.
    pub people: u32,
    /// What was played, most often played first.
    pub modes: Vec<ModeArmies>,
    /// The best of each pool.
    pub best: Vec<(Pool, Ranked)>,
    /// For the people who administer the server.
    pub admin: Option<ServerDetails>,
}

/// What the people who administer a server see beside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerDetails {
    /// Games that ended in the last thirty days.
    pub lately: u32,
    /// People who played in those.
    pub people_lately: u32,
    /// How games ended, most frequent first.
    pub endings: Vec<(Ending, u32)>,
    /// Games that do not count: called off, or over before the second turn.
    pub uncounted: u32,
}

/// How an army fares on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmyStanding {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// By mode, all versions together.
    pub modes: Vec<(Mode, Rate)>,
    /// Of a server's own Battalion, each version that was played, the newest first.
    pub versions: Vec<(i64, Rate)>,
    /// In duels against other armies, most often met first.
    pub against: Vec<ArmyLine>,
}

/// What a person may know of what is kept about them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Privacy {
    /// They have a public standing.
    pub listed: bool,
    /// Finished games with a result.
    pub results: u32,
    /// Where they still hold a seat or have an open lobby.
    pub open: Vec<ChannelId>,
}

/// Somebody who is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedAbout {
    /// Who.
    pub person: PersonId,
    /// The name to show, if they have not played yet.
    pub name: String,
}
