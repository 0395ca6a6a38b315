//! Pictures from outside: against those that were looked at, of any shape, and legible for everyone.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod boards;
mod fixture;
mod golden;
mod inks;
