//! Tests of pictures: golden files (`golden`), boards and names of every kind (`boards`), colour vision (`inks`) and
//! descriptions (`alt`). `compare` finds differences between two pictures.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod alt;
mod boards;
mod compare;
mod contours;
mod drawings;
#[path = "../fixture/mod.rs"]
mod fixture;
mod generated;
mod golden;
mod inks;
mod likeness;
mod pages;
mod panels;
mod replays;
mod sheet;
mod squares;
mod sweep;
mod tracing;
mod words;
