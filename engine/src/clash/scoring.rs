//! Points, income and what a result costs (C-1, C-2, C-7, C-11): the arithmetic of a match.

use super::army::Army;
use super::catalogue::Class;
use super::gold::Gold;
use super::round::End;
use crate::board::Seat;
use crate::play::Fall;

/// The number of the Ultimate Round.
pub const ULTIMATE: u8 = 3;
/// What each Player receives before every round (C-2).
const INCOME: Gold = Gold::whole(40);
/// What each receives more before the Ultimate Round for half a point (C-2): 5.
const PER_HALF_POINT: i64 = 500;
/// Half points that win the match (C-1).
const TO_WIN: u8 = 4;

/// What a Player with so many half points receives before a round (C-2).
pub fn income(round: u8, half_points: u8) -> Gold {
    let more = if round == ULTIMATE { PER_HALF_POINT * i64::from(half_points) } else { 0 };
    INCOME + Gold::from_hundredths(more)
}

/// What comes after a round (C-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another round, of this number.
    Round(u8),
    /// The match is won.
    Won(Seat),
    /// The match is drawn.
    Drawn,
}

/// What comes after so many rounds with so many half points (C-1).
pub fn next(half_points: [u8; 2], rounds: u8) -> Next {
    let winner = Seat::all(2).find(|seat| half_points[seat.index()] >= TO_WIN);
    match winner {
        Some(seat) => Next::Won(seat),
        None if rounds >= ULTIMATE => Next::Drawn,
        None => Next::Round(rounds + 1),
    }
}

impl End {
    /// Half points that White and Black gain (C-1); who has draw odds wins a drawn round (C-11).
    pub const fn half_points(self, draw_odds: Option<Seat>) -> [u8; 2] {
        match (self, draw_odds) {
            (End::Loss(Seat(0), _), _) | (End::Draw(_), Some(Seat(1))) => [0, 2],
            (End::Loss(..), _) | (End::Draw(_), Some(_)) => [2, 0],
            (End::Draw(_), None) => [1, 1],
        }
    }

    /// What of a Player's survivors stays theirs (C-7).
    #[must_use]
    pub fn keeps(self, mut survivors: Army) -> Army {
        match self {
            End::Loss(loser, Fall::Resigned | Fall::Time) if loser == survivors.seat() => {
                survivors.retain(|_| false);
            }
            End::Loss(loser, _) if loser == survivors.seat() => {
                survivors.retain(|owned| owned.ware.class != Class::Leader);
            }
            _ => {}
        }
        survivors
    }
}
