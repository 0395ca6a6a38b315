//! The stand-in from outside: by a raw client, by a bot of serenity and poise, and by its page in a browser.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod bot;
mod browser;
mod page;
mod protocol;
mod rates;
mod raw;
mod serenity;
