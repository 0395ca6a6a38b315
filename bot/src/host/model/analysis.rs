//! Analysis of a finished duel.

use engine::board::Seat;

use crate::store::{GameId, Version};

/// Analysis of a duel.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysed {
    pub game: GameId,
    /// Win chance of the first seat, in percent: before the first turn, then after each turn. It falls only after a
    /// worse turn than the best one found, so every fall of at least [`Grade::Inaccuracy`] has its mistake.
    pub chances: Vec<f64>,
    /// Turns, in order.
    pub turns: Vec<AnalysedTurn>,
    /// Mistakes, in order of play.
    pub mistakes: Vec<Mistake>,
}

/// An analysed turn.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedTurn {
    /// Version that it created.
    pub version: Version,
    /// Seat that played it.
    pub seat: Seat,
    /// Notation.
    pub text: String,
}

/// Grade of a mistake, by the win chance that it cost its Player. The bounds are those of lichess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// 5 percentage points or more.
    Inaccuracy,
    /// 10 percentage points or more.
    Mistake,
    /// 15 percentage points or more.
    Blunder,
}

impl Grade {
    /// Grade of a turn that cost this many percentage points; `None` for a good turn.
    pub(in crate::host) fn of(cost: f64) -> Option<Self> {
        match cost {
            15.0.. => Some(Grade::Blunder),
            10.0.. => Some(Grade::Mistake),
            5.0.. => Some(Grade::Inaccuracy),
            _ => None,
        }
    }
}

/// A turn that cost its Player some of the win chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    pub grade: Grade,
    /// Number of the turn, counted from 1.
    pub number: usize,
    /// Seat that played it.
    pub seat: Seat,
    /// Notation.
    pub text: String,
    /// Win chance of its Player before the turn, in percent.
    pub before: f64,
    /// Win chance of its Player after the turn, in percent.
    pub after: f64,
    /// Better turn, with a likely continuation.
    pub better: Vec<String>,
}

impl Analysed {
    /// Number of the turn that created this version, counted from 1.
    pub fn number(&self, version: Version) -> Option<usize> {
        let at = self.turns.iter().position(|turn| turn.version == version)?;
        Some(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_from_one() {
        let turn = |(seat, version)| AnalysedTurn { version: Version(version), seat: Seat(seat), text: String::new() };
        let turns = [(0, 4), (1, 5), (0, 9)].map(turn).into();
        let analysed = Analysed { game: GameId(1), chances: vec![50.0; 4], turns, mistakes: Vec::new() };
        let numbers = [3, 4, 5, 6, 9, 10].map(|version| analysed.number(Version(version)));
        assert_eq!(numbers, [None, Some(1), Some(2), None, Some(3), None]);
    }
}
