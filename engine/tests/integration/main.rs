//! The engine from outside: rules by number, whole games, what must hold over random ones, and the files that it reads.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agreement;
mod arena;
mod armies;
mod battalion_files;
mod clash;
mod clash_matches;
mod clash_play;
mod clash_rules;
mod clash_shop;
mod conformance;
mod crowds;
mod examples;
mod exchange;
mod movement;
mod notation;
mod party_mode;
mod random_games;
mod rules_alchemists;
mod rules_baroque;
mod rules_core;
mod rules_explode;
mod rules_imitate;
mod rules_makpong;
mod rules_medieval;
mod rules_party_volatile;
mod rules_reptilian_order;
mod rules_setting_up;
mod rules_the_party;
mod search;
mod snapshots;
mod support;
mod titans_game;
mod volatile_lots;
mod watch;
