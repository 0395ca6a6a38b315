//! Rules of two games, *Titan's Battalion* and *Chess: The Clash of the Armies*.
//!
//! The crate is pure and synchronous: no I/O, no clock, no network. A game is a value that lists the open decisions and
//! legal actions and applies them. The seed and the log of actions are the save file: they always reproduce the same
//! game.
//!
//! # Layout
//! * [`board`]: Spaces, seats, directions, Territories.
//! * [`piece`]: piece types and their movements in Betza notation.
//! * [`ability`]: one file for each named ability that a Battalion file can give to a piece.
//! * [`battalion`]: Battalion files: reader, checks with line numbers, built-in Battalions.
//! * [`play`]: positions, legal moves, making and taking back moves, Check; shared by both games.
//! * [`titans`]: Titan's Battalion, from placement to victory.
//! * [`context`]: a position prepared for people: acts, explanations, events; shared by both games.
//! * [`clash`]: Clash of the Armies: shop, auction, rounds, match.
//! * [`game`]: common interface of both games.
//! * [`action`]: decisions of Players. [`illegal`]: reasons for refusals. [`fact`]: events. [`words`] turns the last
//!   two into English.
//! * [`notation`]: turns as short texts, and their parser. [`text`]: boards in plain characters.
//! * [`view`]: information visible to a viewer; the only way to see a game from outside.
//! * [`seen`]: information available to a seat, for computer players.
//!
//! Rule numbers (`T-20`, `B-7`, `C-17`) in comments and messages refer to the numbered rulings in `docs/rules`.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]
#![deny(missing_docs)]

pub mod ability;
pub mod action;
pub mod battalion;
pub mod board;
mod characters;
pub mod clash;
pub mod context;
mod english;
pub mod fact;
pub mod game;
mod hex;
pub mod illegal;
pub mod notation;
pub mod piece;
pub mod play;
pub mod seed;
pub mod seen;
pub mod snapshot;
pub mod text;
pub mod titans;
pub mod view;
pub mod words;
