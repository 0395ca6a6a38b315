//! Integration tests of the computer player's decisions.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod corners;
mod decisions;
mod endings;
mod ends;
mod evaluation;
mod fitted;
mod games;
mod generated;
mod network;
mod play;
mod secrets;
mod shop;
mod signature;
mod support;
