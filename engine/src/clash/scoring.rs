//! Arithmetic of a match: points, income and the cost of results (C-1, C-2, C-7, C-11).

use super::army::Army;
use super::end::End;
use super::gold::Gold;
use super::wares::Class;
use crate::board::Seat;

/// Number of the Ultimate Round.
pub const ULTIMATE: u8 = 3;
/// Income of each Player before every round (C-2).
const INCOME: Gold = Gold::whole(40);
/// Additional income per half point before the Ultimate Round, in hundredths (C-2).
const PER_HALF_POINT: i64 = 500;
/// Half points needed to win the match (C-1).
const TO_WIN: u8 = 4;

/// Income of a Player with this many half points before a round (C-2).
pub fn income(round: u8, half_points: u8) -> Gold {
    let more = if round == ULTIMATE { PER_HALF_POINT * i64::from(half_points) } else { 0 };
    INCOME + Gold::from_hundredths(more)
}

/// Next step after a round (C-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another round, with its number.
    Round(u8),
    /// Match won by this seat.
    Won(Seat),
    /// Match drawn.
    Drawn,
}

/// Next step after this many rounds with these half points (C-1).
pub fn next(half_points: [u8; 2], rounds: u8) -> Next {
    let winner = Seat::all(2).find(|seat| half_points[seat.index()] >= TO_WIN);
    match winner {
        Some(seat) => Next::Won(seat),
        None if rounds >= ULTIMATE => Next::Drawn,
        None => Next::Round(rounds + 1),
    }
}

impl End {
    /// Half points gained by White and Black (C-1). The Player with draw odds wins a drawn round (C-11).
    pub const fn half_points(self, draw_odds: Option<Seat>) -> [u8; 2] {
        match (self, draw_odds) {
            (End::Loss(Seat(0), _), _) | (End::Draw(_), Some(Seat(1))) => [0, 2],
            (End::Loss(..), _) | (End::Draw(_), Some(_)) => [2, 0],
            (End::Draw(_), None) => [1, 1],
        }
    }

    /// Survivors that a Player keeps after this result (C-7).
    #[must_use]
    pub fn keeps(self, mut survivors: Army) -> Army {
        match self {
            End::Loss(loser, how) if loser == survivors.seat() && how.forfeits() => {
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
