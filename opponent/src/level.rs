//! How strong a computer player is, and in what way it errs.

use std::fmt;
use std::str::FromStr;

/// A level, from a beginner to as strong as it gets. A level is a number of positions and a temper, not a time: it plays the same on every
/// machine.
///
/// ```
/// use opponent::Level;
/// assert_eq!(Level::ALL.map(Level::name).join(", "), "Recruit, Soldier, Sergeant, Captain, Commander, Titan");
/// assert_eq!("captain".parse(), Ok(Level::Captain));
/// assert_eq!(Level::Titan.number(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Knows the rules.
    Recruit,
    /// Sees what hangs.
    Soldier,
    /// Plays in a club.
    Sergeant,
    /// Hard to beat for most.
    Captain,
    /// Hard to beat for anyone.
    Commander,
    /// As strong as it gets.
    Titan,
}

/// What makes a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// Positions looked at for a decision.
    pub nodes: u64,
    /// Turns looked ahead, captures apart.
    pub depth: u8,
    /// By how much worse a move is that is *e* times less likely, in hundredths of a Pawn.
    pub spread: f64,
    /// Beyond this a worse move is never taken for variety: such moves come from what is overlooked.
    pub blunder: f64,
    /// How likely a reply of a kind that this player overlooks is not seen.
    pub oversight: f64,
    /// How likely any other reply is not seen.
    pub careless: f64,
}

/// By level.
const TEMPERS: [Temper; 6] = [
    Temper::new(300, 1).erring(500.0, 2_200.0, 0.9).careless(0.66),
    Temper::new(900, 2).erring(60.0, 300.0, 0.4),
    Temper::new(4_000, 5).erring(22.0, 220.0, 0.15),
    Temper::new(16_000, 8).erring(10.0, 220.0, 0.05),
    Temper::new(70_000, 20).erring(4.0, 90.0, 0.0),
    Temper::new(400_000, 60).erring(0.0, 90.0, 0.0),
];

impl Temper {
    const fn new(nodes: u64, depth: u8) -> Self {
        Self { nodes, depth, spread: 0.0, blunder: 0.0, oversight: 0.0, careless: 0.0 }
    }

    const fn erring(self, spread: f64, blunder: f64, oversight: f64) -> Self {
        Self { spread, blunder, oversight, ..self }
    }

    const fn careless(self, careless: f64) -> Self {
        Self { careless, ..self }
    }
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Recruit, Level::Soldier, Level::Sergeant, Level::Captain, Level::Commander, Level::Titan];

    /// "Captain".
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

    /// "captain": to be stored. [`FromStr`] reads it back.
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

    /// 1 for the weakest, 6 for the strongest.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The next weaker level, to fall back on when there is too much to do.
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

    /// Positions that it looks at for a decision, at most: what a decision costs.
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

/// No level has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There is no level {0:?}; pick Recruit, Soldier, Sergeant, Captain, Commander or Titan.")]
pub struct UnknownLevel(String);

/// By name in any case, or by number.
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_lowercase();
        let named = |level: &Level| level.key() == wanted || level.number().to_string() == wanted;
        let mut levels = Level::ALL.into_iter();
        levels.find(named).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
