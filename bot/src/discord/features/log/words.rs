//! Log of a server: changes and their authors.

use serde_json::Value;

use crate::discord::wording::{clean, clip, done, duration, in_time, list, mode_name, sentence};
use crate::host::{AdminChange, LogEntry, Mode, SettingChange};

/// Reply to an empty log.
pub const NOTHING: &str = "Nothing has been changed on this server since this log began.";

/// Page of entries.
pub fn page(entries: &[LogEntry]) -> String {
    let lines = entries.iter().map(entry);
    let mut all = vec!["**What was changed on this server**".to_owned()];
    all.extend(lines);
    all.join("\n")
}

/// Characters of an entry.
pub fn length(of: &LogEntry) -> usize {
    entry(of).chars().count()
}

/// Maximum characters of the settings in one entry.
const CHARACTERS: usize = 400;

fn entry(entry: &LogEntry) -> String {
    let what = match &entry.what {
        None => "Something that only a newer version of this bot knows.".to_owned(),
        Some(AdminChange::Battalion(change)) => sentence(&done::logged(change)),
        Some(AdminChange::Settings(changes)) => {
            let changes: Vec<String> = changes.iter().map(setting).collect();
            sentence(&clip(&changes.join("; "), CHARACTERS))
        }
    };
    let by = match (&entry.by, &entry.what) {
        (Some(by), _) => clean(&by.name),
        (None, Some(AdminChange::Battalion(change))) if done::is_by_host(change) => {
            "The people who run this bot".to_owned()
        }
        (None, _) => "Somebody whose data was deleted".to_owned(),
    };
    format!("- {} **{by}**: {what}", in_time(entry.at))
}

/// Names of the settings, by key.
const NAMES: [(&str, &str); 23] = [
    ("admins", "who administers the bot"),
    ("admins-delegate", "whether that role decides who does"),
    ("announce", "how the Player to move is announced"),
    ("battlefields", "Battlefields of the server"),
    ("channels", "channels for games"),
    ("computer-minutes", "minutes for computers in an hour"),
    ("disabled-battalions", "disabled Battalions"),
    ("fewest-seats", "fewest Players"),
    ("forbidden-modes", "modes that are off"),
    ("holiday-days", "days of holiday in a year"),
    ("limits.battalions", "limit of Battalions"),
    ("limits.bytes", "limit of bytes in a file"),
    ("limits.pieces", "limit of pieces"),
    ("limits.seconds", "limit of seconds to check a file"),
    ("limits.spaces", "limit of Spaces in a Territory"),
    ("longest-time", "longest time for a turn"),
    ("makers", "who opens games"),
    ("most-seats", "most Players"),
    ("placement", "where armies start in new games"),
    ("shortest-time", "shortest time for a turn"),
    ("theme", "colours of new games"),
    ("time-per-turn", "time in new games"),
    ("time-required", "whether every game has a limit of time"),
];

/// Switches: key, and the sentences for switching off and on.
const SWITCHED: [(&str, &str, &str); 2] = [
    (
        "admins-delegate",
        "the role that administers the bot no longer decides who does",
        "the role that administers the bot now decides who does",
    ),
    ("time-required", "games may be untimed again", "every game now needs a time limit"),
];

fn setting(change: &SettingChange) -> String {
    let key = change.key.as_str();
    let name = NAMES.iter().find(|(known, _)| *known == key);
    let name = name.map_or(key, |(_, name)| name);
    let said = |value: &Value| value_of(key, value);
    if let Value::Bool(on) = change.to
        && let Some((_, off_text, on_text)) = SWITCHED.iter().find(|(known, ..)| *known == key)
    {
        return if on { *on_text } else { *off_text }.to_owned();
    }
    match (&change.from, &change.to) {
        (Value::Array(from), Value::Array(to)) if !from.is_empty() && !to.is_empty() => {
            format!("{name}: {}", difference(key, from, to))
        }
        (from, to) => format!("{name} changed from {} to {}", said(from), said(to)),
    }
}

/// Added, changed and removed entries of a list.
fn difference(key: &str, from: &[Value], to: &[Value]) -> String {
    // An entry with an id keeps its identity when its other values change.
    let same = |a: &Value, b: &Value| match (a.get("id"), b.get("id")) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    };
    let within = |one: &Value, all: &[Value]| all.iter().any(|other| same(one, other));
    let new = to.iter().filter(|one| !within(one, from));
    let changed = to.iter().filter(|one| within(one, from) && !from.contains(one));
    let gone = from.iter().filter(|one| !within(one, to));
    let part = |what: &str, values: Vec<&Value>| {
        let values: Vec<String> = values.iter().map(|one| value_of(key, one)).collect();
        (!values.is_empty()).then(|| format!("{what} {}", list(&values)))
    };
    let parts = [part("added", new.collect()), part("changed", changed.collect()), part("removed", gone.collect())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn value_of(key: &str, value: &Value) -> String {
    match value {
        Value::Null => match key {
            "admins" => "anyone who can manage the server".into(),
            "makers" => "everyone".into(),
            "time-per-turn" => "the usual time".into(),
            "shortest-time" | "longest-time" => "no limit".into(),
            "battlefields" => "none".into(),
            _ => "any".into(),
        },
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::Number(number) => match (key, number.as_u64()) {
            ("shortest-time" | "longest-time" | "time-per-turn", Some(seconds)) => {
                duration(u32::try_from(seconds).unwrap_or(u32::MAX))
            }
            ("channels", Some(id)) => format!("<#{id}>"),
            _ => number.to_string(),
        },
        Value::String(word) => match serde_json::from_value::<Mode>(value.clone()) {
            Ok(mode) if key == "forbidden-modes" => mode_name(mode).into(),
            _ => word.clone(),
        },
        Value::Array(values) if values.is_empty() => match key {
            "channels" => "everywhere".into(),
            _ => "none".into(),
        },
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(|one| value_of(key, one)).collect();
            list(&values)
        }
        Value::Object(fields) => match fields.get("name").and_then(Value::as_str) {
            Some(name) if key == "battlefields" => name.to_owned(),
            Some(name) => format!("the role {name}"),
            None => serde_json::from_value(value.clone())
                .map_or_else(|_| value.to_string(), crate::discord::wording::times::control),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{BattalionChange, GuildSettings, Member, PersonId};

    #[test]
    fn every_setting_has_a_name() {
        let all = serde_json::to_value(GuildSettings::default()).unwrap();
        for (key, value) in all.as_object().unwrap() {
            let known = |key: &str| NAMES.iter().any(|(known, _)| *known == key);
            match value {
                Value::Object(group) if key == "limits" => {
                    for inner in group.keys() {
                        assert!(known(&format!("{key}.{inner}")), "{key}.{inner}");
                    }
                }
                _ => assert!(known(key), "{key}"),
            }
        }
    }

    #[test]
    fn changes_are_told_from_and_to() {
        let change = |key: &str, from: Value, to: Value| SettingChange { key: key.into(), from, to };
        let settings = AdminChange::Settings(vec![
            change("most-seats", 6.into(), 4.into()),
            change("longest-time", Value::Null, 86_400.into()),
            change("forbidden-modes", serde_json::json!([]), serde_json::json!(["ffa"])),
            change("time-required", false.into(), true.into()),
            change("admins", Value::Null, serde_json::json!({"id": 5, "name": "@everyone"})),
            change("channels", serde_json::json!([]), serde_json::json!([12345])),
        ]);
        let usual = setting(&change("time-per-turn", Value::Null, 86_400.into()));
        assert_eq!(usual, "time in new games changed from the usual time to 1 day");
        let entry = |by, what| LogEntry { at: 1, by, what };
        let ann = Member { person: PersonId(1), name: "*Ann*".into() };
        let said = page(&[
            entry(Some(ann), Some(settings)),
            entry(None, Some(AdminChange::Battalion(BattalionChange::Hidden("Riders".into())))),
            entry(None, None),
        ]);
        for part in [
            "**\\*Ann\\***: most Players changed from 6 to 4; longest time for a turn changed from no limit to 1 day",
            "modes that are off changed from none to Free for all; every game now needs a time limit",
            "from anyone who can manage the server to the role @\u{200b}everyone",
            "channels for games changed from everywhere to <#12345>",
            "**The people who run this bot**: hid Riders",
            "**Somebody whose data was deleted**: Something that only a newer version",
        ] {
            assert!(said.contains(part), "{part}\n{said}");
        }
    }
    #[test]
    fn of_long_lists_only_what_is_different_is_told() {
        let field = |number: u32, width: u32| {
            let name = format!("Great Hall of the Long Winter {number}");
            serde_json::json!({"id": format!("hall-{number}"), "name": name, "width": width})
        };
        let from: Vec<Value> = (0..20).map(|number| field(number, 8)).collect();
        let mut to = from.clone();
        to.remove(3);
        to[0] = field(0, 9);
        to.push(field(99, 8));
        let said = setting(&SettingChange { key: "battlefields".into(), from: from.into(), to: to.into() });
        let hall = |number: u32| format!("Great Hall of the Long Winter {number}");
        assert_eq!(
            said,
            format!("Battlefields of the server: added {}, changed {}, removed {}", hall(99), hall(0), hall(3))
        );
    }
}
