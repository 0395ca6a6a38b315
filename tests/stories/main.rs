//! Stories: the real bot against the Discord stand-in, used by slash commands, buttons and the page.

#![allow(clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::disallowed_methods, reason = "stories use the clock of the system, and threads of their own")]

mod admin;
mod army_tests;
mod art;
mod battalions;
#[path = "../../playground/tests/integration/browser.rs"]
mod browser;
mod channel;
mod clash;
mod clash_auction;
mod clash_secrets;
mod clash_shop;
mod clocks;
mod closed_messages;
mod command_line;
mod computer;
mod computers_of_six;
mod database;
mod disk;
mod duel;
mod first_hours;
mod first_visit;
mod gateway;
mod guards;
mod guided;

mod history;
mod hostile_files;
mod load;
mod monitoring;
mod odds;
mod options;
mod outbox;
mod outdated;
#[cfg(feature = "playground")]
mod own_playground;
mod page;
mod pagers;
mod party_games;
mod party_mode;
mod party_tables;
mod positions;
mod processes;
mod production;
mod reliability;
mod rematch;
mod rulebook;
mod seats;
mod secrets;
mod seed_words;
mod server;
mod settings;
mod shared_battalions;
mod stats;
mod storage;
mod time_is_up;
mod transcripts;
mod uci;
mod uploaded_armies;
mod volatile;
