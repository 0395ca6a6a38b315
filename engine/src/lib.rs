//! The rules of two games, *Titan's Battalion* and *Chess: The Clash of the Armies*.
//!
//! Pure and synchronous: no I/O, no clock, no network. A game is a value: it says whose decisions are
//! open, which actions are legal, and it applies them. The action log and the seed *are* the save file: the same
//! seed and the same actions always give the same game.
//!
//! # Layout
//! * [`board`]: Spaces, seats, directions, Territories. No pieces.
//! * [`piece`]: piece types and their movement in Betza notation.
//! * [`ability`]: one file for each named ability that a Battalion file can give to a piece.
//! * [`battalion`]: the Battalion file: read, check with line numbers, built-in ones.
//! * [`play`]: position, legal moves, making and taking back, Check: what both games share.
//! * [`titans`]: Titan's Battalion, from placement to victory.
//! * [`context`]: a position as people deal with it: acts, explanations, what happened; what both games share beyond the rules.
//! * [`clash`]: Clash of the Armies: shop, auction, rounds, match.
//! * [`game`]: either game behind one face.
//! * [`action`]: what a Player can decide, as values. [`illegal`]: why a decision is refused. [`fact`]: what happened. Both are
//!   facts; [`words`] says them in English.
//! * [`notation`]: a turn as a short text, and back. [`text`]: a board in plain characters.
//! * [`view`]: what a viewer may see; the only way to look at a game from outside.
//! * [`seen`]: what a seat may know to decide by; for those who play by computing.
//!
//! Rule numbers (`T-20`, `B-7`, `C-17`) in comments and messages refer to the numbered rulings in `docs/rules`.
#![deny(missing_docs)]

pub mod ability;
pub mod action;
pub mod battalion;
pub mod board;
pub mod clash;
pub mod context;
pub mod fact;
pub mod game;
pub mod illegal;
pub mod notation;
pub mod piece;
pub mod play;
pub mod seen;
pub mod snapshot;
pub mod text;
pub mod titans;
pub mod view;
pub mod words;
