//! Counting the ways to play on. The last turn is not made but counted.

use super::check::Pin;
use super::generate::{Count, List};
use super::position::{Position, Step};
use super::tables::Lineup;

/// What counting needs besides the position.
struct Walk<'a, 'g, const N: usize> {
    lineup: &'a Lineup<'g, N>,
    steps: Vec<Step>,
    pins: Vec<Pin<N>>,
}

/// Number of ways to play `depth` turns, as [`crate::play::Rules::perft`] counts them.
pub(super) fn perft<const N: usize>(
    lineup: &Lineup<'_, N>,
    pos: &mut Position<N>,
    depth: u32,
) -> u64 {
    let mut walk = Walk {
        lineup,
        steps: Vec::with_capacity(1024),
        pins: Vec::with_capacity(64),
    };
    match depth {
        0 => 1,
        _ => walk.count(pos, depth),
    }
}

impl<const N: usize> Walk<'_, '_, N> {
    fn count(&mut self, pos: &mut Position<N>, depth: u32) -> u64 {
        if depth == 1 {
            let mut count = Count::default();
            self.lineup.generate(pos, &mut self.pins, &mut count);
            return count.0;
        }
        let first = self.steps.len();
        self.lineup
            .generate(pos, &mut self.pins, &mut List(&mut self.steps));
        let mut leaves = 0;
        for index in first..self.steps.len() {
            let step = self.steps[index];
            let undo = pos.make(self.lineup.game, step);
            leaves += self.count(pos, depth - 1);
            pos.unmake(self.lineup.game, step, undo);
        }
        self.steps.truncate(first);
        leaves
    }
}
