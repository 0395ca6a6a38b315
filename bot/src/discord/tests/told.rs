//! Answers in words: text, visibility, mentions, files, forms and components.
//!
//! A line of a recorded answer names its files and components. What these say in full follows once in the record's second
//! file ([`details`]); both places share a digest, so that a change in either shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::stand_in::{EPHEMERAL, Sent};
use crate::discord::custom_id::CustomId;

/// First letter of a line with details.
pub(super) const DETAIL: char = '\u{1}';
/// Flag of messages that notify nobody.
const SILENT: u64 = 1 << 12;
/// Number of a long menu's first and last options in a record.
const OPTIONS: usize = 4;
/// Number of letters of a picture's description in a record.
const LETTERS: usize = 600;

/// Component of an answer: its label, id, the values that can be chosen, and whether only one person sees it.
#[derive(Clone, Debug)]
pub(super) struct Component {
    pub label: String,
    pub id: String,
    pub values: Vec<String>,
    pub flags: u64,
}

/// Press in a walk: the way to it, the component, and the chosen value of a menu.
pub(super) type Step = (String, Component, Option<String>);

impl Component {
    /// Presses that continue `way`: of the button, or with the first and the last value of the menu.
    pub fn steps(self, way: &str) -> Vec<Step> {
        let step = |value: Option<&String>| {
            let label = value.map_or_else(|| self.label.clone(), |value| format!("{} {value}", self.label));
            (format!("{way} > {label}"), self.clone(), value.cloned())
        };
        match self.values.as_slice() {
            [] => vec![step(None)],
            [only] => vec![step(Some(only))],
            [first, .., last] => vec![step(Some(first)), step(Some(last))],
        }
    }
}

pub(super) fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// First letters of a text's SHA-256.
pub(in crate::discord) fn digest(text: impl AsRef<[u8]>) -> String {
    format!("#{}", HEXLOWER.encode(&Sha256::digest(text)[..3]))
}

fn all(body: &Value) -> Vec<Value> {
    list(&body["components"]).iter().flat_map(|row| list(&row["components"])).collect()
}

fn label(one: &Value) -> String {
    one["label"].as_str().or(one["placeholder"].as_str()).unwrap_or_default().to_owned()
}

/// Components that can be pressed.
fn components(body: &Value, flags: u64) -> Vec<Component> {
    let enabled = all(body).into_iter().filter(|one| one["disabled"] != true && one["custom_id"].is_string());
    enabled
        .map(|one| {
            let options = list(&one["options"]);
            let values = options.iter().filter_map(|option| Some(option["value"].as_str()?.to_owned())).collect();
            Component { label: label(&one), id: one["custom_id"].as_str().unwrap().to_owned(), values, flags }
        })
        .collect()
}

/// Purpose of a component, without the game and its version.
fn leads(one: &Value) -> String {
    match one["custom_id"].as_str().map(CustomId::decode) {
        Some(Ok(CustomId::Game(_, intent))) => format!("{intent:?}"),
        Some(Ok(other)) => other.to_string(),
        Some(Err(_)) => format!("unknown {}", one["custom_id"]),
        None => one["url"].as_str().unwrap_or("nothing").to_owned(),
    }
}

/// Label, colour, purpose and options of a component.
fn component(one: &Value) -> String {
    let colour = match one["style"].as_u64() {
        Some(1) => "blue ",
        Some(3) => "green ",
        Some(4) => "red ",
        Some(5) => "link ",
        _ => "",
    };
    let mut text = format!("{} [{colour}{}]", label(one), leads(one));
    if one["disabled"] == true {
        text.push_str(" off");
    }
    for limit in ["min_values", "max_values"] {
        if let Some(number) = one[limit].as_u64().filter(|number| *number != 1) {
            write!(text, " {limit} {number}").unwrap();
        }
    }
    let options: Vec<String> = list(&one["options"])
        .iter()
        .map(|option| {
            let about = option["description"].as_str().map(|about| format!(" ({about})")).unwrap_or_default();
            let chosen = if option["default"] == true { " chosen" } else { "" };
            format!("{} = {}{about}{chosen}", option["value"].as_str().unwrap(), option["label"].as_str().unwrap())
        })
        .collect();
    let number = options.len();
    if number > 2 * OPTIONS {
        let (first, last) = (options[..OPTIONS].join("; "), options[number - OPTIONS..].join("; "));
        write!(text, ": {first}; … {number} {} …; {last}", digest(options.join("\n"))).unwrap();
    } else if number > 0 {
        write!(text, ": {}", options.join("; ")).unwrap();
    }
    text
}

/// Adds a text to the second file and returns its digest.
fn detail(kind: &str, text: &str, details: &mut Vec<String>) -> String {
    let digest = digest(text);
    details.push(format!("{kind} {digest}: {}", text.replace('\n', " / ")));
    digest
}

/// A form: its title and inputs.
fn form(data: &Value) -> String {
    let inputs = all(data);
    let inputs = inputs.iter().map(|input| {
        let kept = ["label", "placeholder", "style", "min_length", "max_length", "required", "value"];
        let said = kept.iter().filter(|key| !input[**key].is_null());
        said.map(|key| format!("{key} {}", input[*key])).collect::<Vec<_>>().join(", ")
    });
    format!("form \"{}\" ({})", data["title"].as_str().unwrap_or_default(), inputs.collect::<Vec<_>>().join("; "))
}

/// Request that posts or changes a message: "500, edited: ".
fn message(call: &str) -> Option<String> {
    let (method, path) = call.split_once(" channels/")?;
    let (channel, rest) = path.split_once('/')?;
    match (method, rest.split('/').next()?) {
        ("POST", "messages") => Some(format!("{channel}: ")),
        ("PATCH", "messages") => Some(format!("{channel}, edited: ")),
        _ => None,
    }
}

/// An answer: how it is shown and what it says, with its components.
fn answer(sent: &Sent, details: &mut Vec<String>) -> Option<(String, Vec<Component>)> {
    let data = &sent.body["data"];
    let (body, how, flags) = match (sent.call.split('/').next_back().unwrap_or_default(), &sent.body["type"]) {
        ("callback", kind) if *kind == 6 => return None,
        ("callback", kind) if *kind == 5 => {
            let is_private = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
            return (!is_private).then(|| ("acknowledged in public".to_owned(), Vec::new()));
        }
        ("callback", kind) if *kind == 8 => {
            let choices = list(&data["choices"]);
            let choices = choices.iter().map(|one| format!("{} = {}", one["value"].as_str().unwrap(), one["name"]));
            return Some((choices.collect::<Vec<_>>().join("; "), Vec::new()));
        }
        ("callback", kind) if *kind == 9 => return Some((form(data), Vec::new())),
        ("callback", kind) => {
            let how = if *kind == 7 { "instead: " } else { "" };
            (data, how.to_owned(), data["flags"].as_u64().unwrap_or(0))
        }
        ("@original", _) => (&sent.body, String::new(), EPHEMERAL),
        ("token", _) => (&sent.body, "further ".to_owned(), sent.body["flags"].as_u64().unwrap_or(0)),
        _ => match message(&sent.call) {
            Some(how) => (&sent.body, how, 0),
            None if sent.body.is_null() => return Some((sent.call.clone(), Vec::new())),
            None => return Some((format!("{} {}", sent.call, sent.body), Vec::new())),
        },
    };
    let responds = message(&sent.call).is_none();
    let shown = if responds && flags & EPHEMERAL == 0 { "in public: " } else { "" };
    let mut text = format!("{how}{shown}{}", body["content"].as_str().unwrap_or_default().replace('\n', " / "));
    let mentions = &body["allowed_mentions"];
    let nobody = |list: &Value| list.as_array().is_none_or(Vec::is_empty);
    if !nobody(&mentions["users"]) || !nobody(&mentions["parse"]) || !nobody(&mentions["roles"]) {
        write!(text, " | notifies {mentions}").unwrap();
    }
    if body["flags"].as_u64().unwrap_or(0) & SILENT != 0 {
        text.push_str(" | silent");
    }
    let files: Vec<String> = list(&body["attachments"])
        .iter()
        .map(|file| {
            let name = file["filename"].as_str().unwrap_or("?");
            let content = file["content"].as_str().map(|content| format!(" {content}")).unwrap_or_default();
            let Some(about) = file["description"].as_str() else { return format!("{name}{content}") };
            let mut short: String = about.chars().take(LETTERS).collect();
            if short != about {
                write!(short, "… {}", digest(about)).unwrap();
            }
            format!("{name} {}{content}", detail("file", &short, details))
        })
        .collect();
    if !files.is_empty() {
        write!(text, " | {}", files.join(", ")).unwrap();
    }
    let components = components(body, flags);
    let (rows, one) = (list(&body["components"]), all(body));
    if !one.is_empty() {
        let told = one.iter().map(|one| match list(&one["options"]).len() {
            0 => label(one),
            options => format!("{} ({options})", label(one)),
        });
        let rows = rows.iter().map(|row| list(&row["components"]).iter().map(component).collect::<Vec<_>>().join("; "));
        let digest = detail("components", &rows.collect::<Vec<_>>().join(" // "), details);
        write!(text, " | {} {digest}", told.collect::<Vec<_>>().join("; ")).unwrap();
    }
    Some((text, components))
}

/// Requests whose answer everyone in the channel sees.
pub(super) fn in_public(sent: &[Sent]) -> Vec<&Sent> {
    let is_public = |one: &&Sent| {
        let body = if one.body["data"].is_object() { &one.body["data"] } else { &one.body };
        let hidden = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 || one.call.ends_with("@original");
        body["content"].is_string() && !hidden
    };
    sent.iter().filter(is_public).collect()
}

/// All answers of a press, with their components.
pub(super) fn told(sent: &[Sent]) -> (String, Vec<Component>) {
    let (text, components, _) = in_detail(sent);
    (text.trim_start_matches("… ").to_owned(), components)
}

/// Like [`told`], with lines of details to add to a record. Answers that were acknowledged first begin with an ellipsis.
pub(super) fn in_detail(sent: &[Sent]) -> (String, Vec<Component>, String) {
    let (mut lines, mut all, mut details) = (Vec::new(), Vec::new(), Vec::new());
    // Slow work shows its progress in edits of the same response. Their number depends on the machine, so that only the last
    // of several in a row is recorded.
    let shows_progress = |pair: &[Sent]| pair[0].call.ends_with("/@original") && pair[0].call == pair[1].call;
    let progress = sent.windows(2).map(shows_progress).chain([false]);
    let lasting = sent.iter().zip(progress).filter(|(_, is_progress)| !is_progress).map(|(one, _)| one);
    for (line, components) in lasting.filter_map(|one| answer(one, &mut details)) {
        lines.push(line);
        all.extend(components);
    }
    let details = details.iter().map(|line| format!("{DETAIL}{line}\n")).collect();
    // Discord waits three seconds; slow work is acknowledged before.
    let is_held = |one: &Sent| one.call.ends_with("/callback") && (one.body["type"] == 5 || one.body["type"] == 6);
    let held = if sent.iter().any(is_held) { "… " } else { "" };
    (format!("{held}{}", lines.join(" || ")), all, details)
}

/// Divides a record into its lines and its details, each of these once.
pub(super) fn divided(record: &str) -> (String, String) {
    let (details, lines): (Vec<&str>, Vec<&str>) = record.lines().partition(|line| line.starts_with(DETAIL));
    let details: BTreeSet<&str> = details.into_iter().collect();
    let joined = |lines: &mut dyn Iterator<Item = &str>| lines.map(|line| format!("{line}\n")).collect();
    (joined(&mut lines.into_iter()), joined(&mut details.into_iter().map(|line| line.trim_start_matches(DETAIL))))
}
