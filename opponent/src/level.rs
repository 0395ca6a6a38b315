//! Levels of a computer player: its strength and its kinds of errors.

use std::fmt;
use std::str::FromStr;

/// Strength of a computer player, from beginner to maximum. A level is defined by a node limit and error rates, not by
/// time, so it plays the same on every machine.
///
/// ```
/// use opponent::Level;
/// assert_eq!(Level::ALL.map(Level::name).join(", "), "Recruit, Soldier, Sergeant, Captain, Commander, Titan");
/// assert_eq!("captain".parse(), Ok(Level::Captain));
/// assert_eq!(Level::Titan.number(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Beginner who knows the rules.
    Recruit,
    /// Player who notices hanging pieces.
    Soldier,
    /// Player who plans a few turns ahead.
    Sergeant,
    /// Player who makes few mistakes.
    Captain,
    /// Player who makes no careless mistakes.
    Commander,
    /// Maximum strength.
    Titan,
}

/// Parameters of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// Node limit for a decision.
    pub nodes: u64,
    /// Search depth in turns, without quiescence.
    pub depth: u8,
    /// Score difference, in hundredths of a Pawn, that makes a move *e* times less likely.
    pub spread: f64,
    /// Maximum score loss of a move chosen for variety. Larger mistakes come only from oversights.
    pub blunder: f64,
    /// Probability of overlooking a reply of a kind that this player tends to overlook.
    pub oversight: f64,
    /// Probability of overlooking any other reply.
    pub careless: f64,
    /// Probability of overlooking an own turn of a kind that this player tends to overlook.
    pub own_oversight: f64,
    /// Weight of a beginner's habits in the choice of a turn, in percent.
    pub habits: i32,
}

/// Parameters by level.
const TEMPERS: [Temper; 6] = [
    Temper::new(300, 1).erring(350.0, 3_000.0, 1.0).careless(0.9).overlooking_own(0.5).habits(100),
    Temper::new(900, 2).erring(60.0, 300.0, 0.4).habits(40),
    Temper::new(4_000, 5).erring(22.0, 220.0, 0.15),
    Temper::new(16_000, 8).erring(10.0, 220.0, 0.05),
    Temper::new(70_000, 20).erring(4.0, 90.0, 0.0),
    Temper::new(400_000, 60).erring(0.0, 90.0, 0.0),
];

impl Temper {
    const fn new(nodes: u64, depth: u8) -> Self {
        Self { nodes, depth, spread: 0.0, blunder: 0.0, oversight: 0.0, careless: 0.0, own_oversight: 0.0, habits: 0 }
    }

    const fn erring(self, spread: f64, blunder: f64, oversight: f64) -> Self {
        Self { spread, blunder, oversight, ..self }
    }

    const fn careless(self, careless: f64) -> Self {
        Self { careless, ..self }
    }

    const fn overlooking_own(self, own_oversight: f64) -> Self {
        Self { own_oversight, ..self }
    }

    const fn habits(self, habits: i32) -> Self {
        Self { habits, ..self }
    }
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Recruit, Level::Soldier, Level::Sergeant, Level::Captain, Level::Commander, Level::Titan];

    /// Display name, such as "Captain".
    pub const fn name(self) -> &'static str {
        match self {
            Level::Recruit => "Recruit",
            Level::Soldier => "Soldier",
            Level::Sergeant => "Sergeant",
            Level::Captain => "Captain",
            Level::Commander => "Commander",
            Level::Titan => "Titan",
        }
    }

    /// Key for storage, such as "captain"; [`FromStr`] parses it.
    pub const fn key(self) -> &'static str {
        match self {
            Level::Recruit => "recruit",
            Level::Soldier => "soldier",
            Level::Sergeant => "sergeant",
            Level::Captain => "captain",
            Level::Commander => "commander",
            Level::Titan => "titan",
        }
    }

    /// Number from 1 (weakest) to 6 (strongest).
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Next weaker level, as a fallback under load; `None` for the weakest.
    pub const fn weaker(self) -> Option<Level> {
        match self {
            Level::Recruit => None,
            Level::Soldier => Some(Level::Recruit),
            Level::Sergeant => Some(Level::Soldier),
            Level::Captain => Some(Level::Sergeant),
            Level::Commander => Some(Level::Captain),
            Level::Titan => Some(Level::Commander),
        }
    }

    /// Maximum number of nodes per decision: the cost of a decision.
    pub const fn nodes(self) -> u64 {
        self.temper().nodes
    }

    pub(crate) const fn temper(self) -> Temper {
        TEMPERS[self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for an unknown level name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There is no level {0:?}; pick Recruit, Soldier, Sergeant, Captain, Commander or Titan.")]
pub struct UnknownLevel(String);

/// Parses a name in any case, or a number.
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_lowercase();
        let named = |level: &Level| level.key() == wanted || level.number().to_string() == wanted;
        let mut levels = Level::ALL.into_iter();
        levels.find(named).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
