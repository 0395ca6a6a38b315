//! Games of rivals on all cores, until a sequential test decides.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

use balance::rivals::{Match, Rivals};
use balance::sequential::Test;
use balance::stats::Pentanomial;

use crate::runner::{self, Limits};

/// Number of pairs between two looks at the result of the test.
const ROUND: u64 = 8;

/// Result of a test.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    accepted: bool,
    pairs: Pentanomial,
}

/// Plays until the test ends. Pairs count in the order of their numbers, so that the result depends neither on the number
/// of threads nor on their speed.
pub fn run(rivals: &Rivals, test: Test, limits: Limits) -> Trial {
    let play = |number: &u64| {
        let mut playing = Match::new(*number);
        loop {
            if let Some(points) = rivals.play(&mut playing) {
                return (*number, points);
            }
        }
    };
    let mut pairs = Pentanomial::default();
    for round in 0.. {
        let jobs: Vec<u64> = (ROUND * round..ROUND * (round + 1)).collect();
        let mut points = BTreeMap::new();
        let Ok(()) = runner::quietly(&jobs, limits, play, |(number, pair)| {
            points.insert(number, pair);
            Ok::<(), Infallible>(())
        });
        for pair in points.into_values() {
            pairs.add(pair);
            if let Some(accepted) = test.verdict(&pairs) {
                return Trial { accepted, pairs };
            }
        }
    }
    Trial { accepted: false, pairs }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.pairs.interval().map_or_else(String::new, |score| score.to_string());
        let verdict = if self.accepted { "accepted" } else { "not accepted" };
        write!(f, "{} games: {score}, {verdict}", 2 * self.pairs.pairs())
    }
}
