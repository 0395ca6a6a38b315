//! What a computer player decides, and by what.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod decisions;
mod evaluation;
mod play;
mod secrets;
mod shop;
mod signature;
mod support;

// The program that measures strength makes games and armies at random, too.
#[path = "../../examples/suite/dice.rs"]
mod dice;
#[path = "../../examples/suite/generated.rs"]
mod generated;
#[path = "../../examples/suite/decisions.rs"]
mod sweep;
