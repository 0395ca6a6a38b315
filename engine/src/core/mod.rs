//! The fast path: legal moves and perft by sets of cells, for positions whose pieces are regular.
//!
//! [`crate::play`] is the definition: it makes every move with all its effects and then asks whether the turn was
//! legal. This room answers the same questions for the positions it covers, some dozens of times faster, and leaves all others to the
//! definition. Nothing of the rules is decided here that is not decided there; `tests/core_agrees.rs` compares the two.
//!
//! # How it works
//! * `bits`: sets of cells as machine words, as many as the board needs.
//! * `class`: which types and positions are covered; what is unknown is not.
//! * `movement`: a type's movements for a seat, compiled to leaps, rides and hops.
//! * `tables`: a game compiled from its [`Rules`]; and what threatens a cell, for the pieces that can occur.
//! * `position`: the compact position, and making and taking back moves.
//! * `check`: Check and pins (T-19, T-20).
//! * `generate`: legal moves into a sink that counts or lists them.
//! * `perft`: counting leaves.
//!
//! ```no_run
//! # fn example(rules: &engine::play::Rules, pos: &mut engine::play::Position) {
//! use engine::core::{Fast, perft};
//! let leaves = perft(rules, pos, 4); // always answers, on the path that fits
//! match Fast::new(rules).legal(pos) {
//!     Ok(moves) => println!("{} legal moves", moves.len()),
//!     Err(cause) => println!("this position goes the exact way: {cause}"),
//! }
//! # }
//! ```

mod bits;
mod check;
mod class;
mod generate;
mod movement;
mod perft;
mod position;
mod tables;

use std::fmt::Debug;

use crate::play::{Move, Position, Rules};

pub use class::Cause;

use generate::List;
use tables::{Game, Lineup};

/// A game's rules compiled for the fast path.
#[derive(Debug)]
pub struct Fast(Box<dyn Compiled>);

impl Fast {
    /// Compiles the rules; milliseconds for a large board, so once a game.
    pub fn new(rules: &Rules) -> Self {
        let cells = rules.board.width() as usize * rules.board.height() as usize;
        // Few sizes: each is another copy of the whole path.
        Self(match cells.div_ceil(64) {
            0..=1 => Box::new(Game::<1>::new(rules)),
            2..=4 => Box::new(Game::<4>::new(rules)),
            5 => Box::new(Game::<5>::new(rules)),
            _ => Box::new(Game::<11>::new(rules)),
        })
    }

    /// The legal moves of the Player to move, in no order: the same as [`Rules::legal_moves`].
    ///
    /// # Errors
    /// Why the position is not covered.
    pub fn legal(&self, pos: &Position) -> Result<Vec<Move>, Cause> {
        self.0.legal(pos)
    }

    /// The number of ways to play `depth` turns: the same as [`Rules::perft`].
    ///
    /// # Errors
    /// Why the position is not covered.
    pub fn perft(&self, pos: &Position, depth: u32) -> Result<u64, Cause> {
        self.0.perft(pos, depth)
    }
}

/// The number of ways to play `depth` turns, on the fast path where it applies and else on the exact one.
pub fn perft(rules: &Rules, pos: &mut Position, depth: u32) -> u64 {
    match Fast::new(rules).perft(pos, depth) {
        Ok(leaves) => leaves,
        Err(_) => rules.perft(pos, depth),
    }
}

/// A compiled game of some size.
trait Compiled: Debug + Send + Sync {
    fn legal(&self, pos: &Position) -> Result<Vec<Move>, Cause>;
    fn perft(&self, pos: &Position, depth: u32) -> Result<u64, Cause>;
}

impl<const N: usize> Compiled for Game<N> {
    fn legal(&self, pos: &Position) -> Result<Vec<Move>, Cause> {
        let lineup = Lineup::new(self, pos)?;
        let compact = position::Position::load(self, pos);
        let mut steps = Vec::new();
        lineup.generate(&compact, &mut Vec::new(), &mut List(&mut steps));
        Ok(steps
            .into_iter()
            .map(|step| step.to_move(self.grid))
            .collect())
    }

    fn perft(&self, pos: &Position, depth: u32) -> Result<u64, Cause> {
        let lineup = Lineup::new(self, pos)?;
        let mut compact = position::Position::load(self, pos);
        Ok(perft::perft(&lineup, &mut compact, depth))
    }
}
