//! What pictures look like: against golden ones (`golden`), on boards and with names of every kind (`boards`), and for
//! every eye (`inks`), and how they are described (`alt`). `compare` says where two pictures differ.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod alt;
mod boards;
mod compare;
#[path = "../fixture/mod.rs"]
mod fixture;
mod golden;
mod inks;
mod replays;
mod tracing;
mod words;
