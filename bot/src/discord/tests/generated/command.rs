//! A command as a person might type it: drawn from the declarations of all commands, with completions where there are some.

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::discord::tests::stage::Stage;
use crate::discord::tests::told::list;
use crate::discord::tests::typed::MENTIONED;
use crate::discord::tests::typed::option::{CHANNEL, FILE, GROUP, NUMBER, PERSON, ROLE, SUBCOMMAND, TEXT, YES_OR_NO};

/// Commands that are left out: their answers take seconds.
const SLOW: [&str; 3] = ["battalion-admin test", "match replay", "match analyse"];
/// Computers think longer at these levels.
const STRONG: [&str; 3] = ["Captain", "Commander", "Titan:"];
/// First words of the commands for games.
const OF_GAMES: [&str; 8] = ["clash", "lobby", "match", "move", "moves", "place", "seat", "target"];
/// First words of the commands for servers.
const OF_SERVERS: [&str; 2] = ["battalion-admin", "server"];
/// First words of other commands about armies and settings.
const OF_ARMIES: [&str; 3] = ["battalions", "settings", "stats"];
/// Probability of an optional option, in percent.
const OPTIONAL: u32 = 35;

/// Values for options without completions, and for others now and then.
const TEXTS: [&str; 8] = ["apple", "e4", "Owls", "1", "Queen", "a2 a4", "ABCDEFGHJK", "Rook is worth what?"];

/// Names of all commands, subcommands included.
pub(super) fn all(stage: &Stage) -> Vec<String> {
    fn add(node: &Value, path: &str, out: &mut Vec<String>) {
        let path = format!("{path} {}", node["name"].as_str().unwrap()).trim_start().to_owned();
        let inner: Vec<Value> = list(&node["options"]).into_iter().filter(is_command).collect();
        match inner.as_slice() {
            [] => out.push(path),
            inner => inner.iter().for_each(|node| add(node, &path, out)),
        }
    }
    let mut out = Vec::new();
    // Commands of other kinds are in menus.
    for command in stage.declarations().iter().filter(|command| command["type"].as_u64().unwrap_or(1) == 1) {
        add(command, "", &mut out);
    }
    let number = out.len();
    out.retain(|path| !SLOW.contains(&path.as_str()));
    assert_eq!(number - out.len(), SLOW.len(), "a command that is left out has another name");
    out
}

fn begins_with(path: &str, words: &[&str]) -> bool {
    words.contains(&path.split(' ').next().unwrap_or_default())
}

/// Returns true for commands about games, of Clash or others.
pub(super) fn is_of_game(path: &str, clash: bool) -> bool {
    let other = if clash { &["lobby", "place", "target"][..] } else { &["clash"] };
    begins_with(path, &OF_GAMES) && !begins_with(path, other)
}

pub(super) fn is_of_server(path: &str) -> bool {
    begins_with(path, &OF_SERVERS)
}

pub(super) fn is_of_armies(path: &str) -> bool {
    begins_with(path, &OF_ARMIES)
}

fn is_command(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(SUBCOMMAND | GROUP))
}

fn options(stage: &Stage, path: &str) -> Vec<Value> {
    let mut node = Value::Null;
    for name in path.split(' ') {
        let inner = if node.is_null() { stage.declarations().to_vec() } else { list(&node["options"]) };
        node = inner.into_iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no command {path}"));
    }
    list(&node["options"])
}

/// Draws the options of a command. `given` are set: "order:In order"; empty ones are left out: "with:".
pub(super) async fn drawn(stage: &mut Stage, random: &mut StdRng, by: &str, path: &str, given: &[String]) -> String {
    let mut typed = format!("/{path}");
    for option in options(stage, path) {
        let name = option["name"].as_str().unwrap();
        if let Some(given) = given.iter().find(|given| given.starts_with(&format!("{name}:"))) {
            if !given.ends_with(':') {
                typed += &format!(" {given}");
            }
        } else if option["required"] == true || random.random_ratio(OPTIONAL, 100) {
            let value = value(stage, random, by, &typed, &option).await;
            let value = value.or((option["required"] == true).then(|| (*TEXTS.choose(random).unwrap()).to_owned()));
            typed.extend(value.map(|value| format!(" {name}:{value}")));
        }
    }
    typed
}

/// A value for an option; nothing if none of its completions fits.
async fn value(stage: &mut Stage, random: &mut StdRng, by: &str, typed: &str, option: &Value) -> Option<String> {
    let name = option["name"].as_str().unwrap();
    let mut choices = list(&option["choices"]);
    choices.retain(|choice| STRONG.iter().all(|level| !choice["name"].as_str().unwrap().starts_with(level)));
    let number = |limit: &str, otherwise: i64| option[limit].as_i64().unwrap_or(otherwise);
    let pick = |random: &mut StdRng, from: &[&str]| (*from.choose(random).unwrap()).to_owned();
    Some(match option["type"].as_u64() {
        _ if !choices.is_empty() => choices.choose(random).unwrap()["name"].as_str().unwrap().to_owned(),
        Some(TEXT) if option["autocomplete"] == true && random.random_ratio(19, 20) => {
            let found = completions(stage, by, &format!("{typed} {name}:")).await;
            found.choose(random)?.clone()
        }
        Some(TEXT) if name == "code" && random.random_ratio(3, 4) => stage.code()?,
        Some(TEXT) => pick(random, &TEXTS),
        Some(NUMBER) => random.random_range(number("min_value", 0)..=number("max_value", 30)).to_string(),
        Some(YES_OR_NO) => pick(random, &["yes", "no"]),
        Some(PERSON) => format!("@{}", random.random_range(1..=MENTIONED.len())),
        Some(CHANNEL) => pick(random, &["#500", "#502"]),
        Some(ROLE) => "&40".to_owned(),
        Some(FILE) => {
            pick(random, &["owls.toml", "owls-2.toml", "doves.toml", "eagles.toml", "faulty.toml", "field.toml"])
        }
        other => panic!("{name}: an option of kind {other:?}"),
    })
}

/// Values that are offered while the last option is typed.
pub(super) async fn completions(stage: &mut Stage, by: &str, typed: &str) -> Vec<String> {
    let sent = stage.step(&format!("{by} completes {typed}")).await.unwrap();
    let choices = sent.iter().flat_map(|one| list(&one.body["data"]["choices"]));
    choices.filter_map(|choice| Some(choice["value"].as_str()?.to_owned())).collect()
}
