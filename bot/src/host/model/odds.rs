//! Odds: a handicap that a Player of a duel takes on.

use engine::board::Seat;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// Odds that a Player gives, with their name in the database and in exports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Odds {
    /// Half the time: of the bank, or of the time per turn where unused time is not kept.
    HalfTime,
    /// A quarter of the time.
    QuarterTime,
    /// No pieces in reserve at the start.
    NoReserves,
}

impl Odds {
    /// All odds, in the order in which they are offered.
    pub const ALL: [Odds; 3] = [Odds::HalfTime, Odds::QuarterTime, Odds::NoReserves];

    /// Short form for pictures, beside the name of the Player.
    pub const fn on_panel(self) -> &'static str {
        match self {
            Odds::HalfTime => "half the time",
            Odds::QuarterTime => "a quarter of the time",
            Odds::NoReserves => "no reserves",
        }
    }

    /// Divisor of the Player's time.
    pub const fn divisor(self) -> u32 {
        match self {
            Odds::HalfTime => 2,
            Odds::QuarterTime => 4,
            Odds::NoReserves => 1,
        }
    }

    /// Returns `true` for odds of time.
    pub const fn is_time(self) -> bool {
        self.divisor() > 1
    }
}

/// Odds with the seat that gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GivenOdds {
    pub seat: Seat,
    pub odds: Odds,
}

/// Odds that a seat can give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PossibleOdds {
    pub seat: Seat,
    pub odds: Vec<Odds>,
}
