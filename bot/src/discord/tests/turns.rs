//! Turns made by menus that ask more than where to go: promotions, returned pieces, and warnings. Each question is recorded
//! in full, with each of its pages.
//!
//! The expected output is in `turns.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test -p
//! battalion --lib tests::turns` and review the diff.

use std::fmt::Write as _;

use engine::titans::GameMode;
use serde_json::Value;

use super::stand_in::{From, Sent, StandIn};
use super::told::{divided, in_detail, list};
use super::typed::with_stack;
use super::walks::{ANN, BOB};
use crate::discord::custom_id::{ComponentContext, CustomId, Intent};
use crate::host::tests::{Folder, game, host, play, scene};

/// Guided turn: armies, turns before it by Ann and Bob in turn, the person, and the labels that are pressed or chosen.
type Guided = (&'static str, [&'static str; 2], &'static str, From, &'static [&'static str]);

const GUIDED: [Guided; 5] = [
    (
        "a promotion, after another piece was looked at",
        ["medieval", "medieval"],
        "a4 b5 axb5 a6 bxa6 Bb7 axb7 h6",
        ANN,
        &["Pawn b7", "a8 …", "Other Piece", "Pawn b7", "a8 …", "bxa8=N"],
    ),
    (
        "a captured Deputy is returned",
        ["the-party", "medieval"],
        "c3-c4 e7-e6 c1-d2 f8-b4 h3-h4",
        BOB,
        &["Bishop b4", "Bxd2", "Next", "Previous", "Next", "Other Piece", "Bishop b4", "Bxd2", "a2"],
    ),
    (
        "the last Supporter is given up",
        ["the-party", "medieval"],
        "a1-a2 g8-f6",
        ANN,
        &["Senator h1", "Sh2", "Choose Another Move", "Senator h1", "Sh2", "Play It Anyway"],
    ),
    ("a turn into Check", ["medieval", "medieval"], "e4 f6 Qh5+", BOB, &["Pawn g7", "g6"]),
    ("a turn without a question", ["medieval", "makpong"], "", ANN, &["Knight b1", "Nc3"]),
];

/// Id and value of the button or option with this label.
fn labelled(sent: &[Sent], label: &str) -> Option<(String, Option<String>)> {
    let bodies = sent.iter().map(|one| if one.body["data"].is_object() { &one.body["data"] } else { &one.body });
    let components = bodies.flat_map(|body| list(&body["components"]));
    let components: Vec<Value> = components.flat_map(|row| list(&row["components"])).collect();
    components.iter().find_map(|one| {
        let id = one["custom_id"].as_str()?.to_owned();
        if one["label"] == label {
            return Some((id, None));
        }
        let options = list(&one["options"]);
        let option = options.iter().find(|option| option["label"] == label)?;
        Some((id, Some(option["value"].as_str()?.to_owned())))
    })
}

async fn guided((name, armies, before, by, labels): Guided) -> String {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let game = game(&host, GameMode::Duel, &armies).await;
    for (number, text) in before.split_whitespace().enumerate() {
        play(&host, game, 1 + number as u64 % 2, text).await;
    }
    let of = ComponentContext { game, version: scene(&host, game).await.newest };
    let id = CustomId::Game(of, Intent::Move).encode().unwrap();
    let mut out = format!("# {name}\n");
    let (mut flags, mut sent) = (0, stand_in.answers(&app, by.press(1_000, &id, &[], 0)).await);
    for number in 0..=labels.len() {
        let (text, _, details) = in_detail(&sent);
        let asked = number.checked_sub(1).map_or("Move", |number| labels[number]);
        write!(out, "{asked}: {text}\n{details}").unwrap();
        let Some(label) = labels.get(number) else { break };
        let (id, value) = labelled(&sent, label).unwrap_or_else(|| panic!("{name}: no {label} in {text} {details}"));
        let values: Vec<String> = value.into_iter().collect();
        flags = flags.max(super::stand_in::EPHEMERAL);
        sent = stand_in.answers(&app, by.press(1_000 + number as u64 + 1, &id, &values, flags)).await;
    }
    out
}

#[test]
fn every_question_of_a_turn_is_as_it_was_when_it_was_read() {
    let found = with_stack(async || {
        let mut found = String::new();
        for turn in GUIDED {
            found += &guided(turn).await;
        }
        found
    });
    let (lines, details) = divided(&found);
    crate::expected::compare("discord/tests/turns.txt", &format!("{lines}{details}"), 40);
}
