//! Integration tests of the stand-in: with a raw client, with a bot of serenity and poise, and with its page in a
//! browser.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod bot;
mod browser;
mod limits;
mod page;
mod people;
mod protocol;
mod rates;
mod raw;
mod serenity;
