//! Integration tests of the computer player's decisions.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod decisions;
mod endings;
mod evaluation;
mod play;
mod secrets;
mod shop;
mod signature;
mod support;

// The measuring program also creates random games and armies.
#[path = "../../examples/suite/dice.rs"]
mod dice;
#[path = "../../examples/suite/generated.rs"]
mod generated;
#[path = "../../examples/suite/decisions.rs"]
mod sweep;
