//! Rules for messages: Discord's limits, and that every message says whom it may notify. The stand-in rejects a message that
//! breaks one of them, and its test fails.

use std::collections::HashSet;

use serde_json::Value;

const CONTENT: usize = 2_000;
const ROWS: usize = 5;
const BUTTONS: usize = 5;
const OPTIONS: usize = 25;
const LABEL: usize = 80;
const PLACEHOLDER: usize = 150;
const TEXT: usize = 100;
const FILES: usize = 10;
const DESCRIPTION: usize = 1_024;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns true if a text that is there is not empty and not too long.
fn fits(text: &Value, most: usize) -> bool {
    text.as_str().is_none_or(|text| (1..=most).contains(&text.chars().count()))
}

/// Message within a request, if it has one.
fn message<'a>(call: &str, body: &'a Value) -> Option<&'a Value> {
    let is_message = |path: &str| call.starts_with("POST ") && call.ends_with(path);
    match body["type"].as_u64() {
        Some(4 | 7) if is_message("/callback") => Some(&body["data"]),
        _ if is_message("/messages") || is_message("/token") || call.starts_with("PATCH ") => Some(body),
        _ => None,
    }
}

fn menu(one: &Value) -> Result<(), String> {
    let options = list(&one["options"]);
    if options.is_empty() || options.len() > OPTIONS {
        return Err(format!("a menu of {} options", options.len()));
    }
    let mut values = HashSet::new();
    for option in options {
        let (label, value) = (&option["label"], &option["value"]);
        if !label.is_string() || !fits(label, TEXT) || !fits(value, TEXT) || !fits(&option["description"], TEXT) {
            return Err(format!("the option {option}"));
        }
        if !values.insert(value.to_string()) {
            return Err(format!("two options with the value {value}"));
        }
    }
    let most = one["max_values"].as_u64().unwrap_or(1);
    if one["min_values"].as_u64().unwrap_or(1) > most || most > options.len() as u64 {
        return Err(format!("a choice of {most} among {}", options.len()));
    }
    Ok(())
}

fn components(message: &Value) -> Result<(), String> {
    let rows = list(&message["components"]);
    if rows.len() > ROWS {
        return Err(format!("{} rows", rows.len()));
    }
    let mut ids = HashSet::new();
    for row in rows {
        let all = list(&row["components"]);
        let menus = all.iter().filter(|one| one["type"] == 3).count();
        if all.is_empty() || all.len() > BUTTONS || menus > 0 && all.len() > 1 {
            return Err(format!("a row of {} components", all.len()));
        }
        for one in all {
            let id = &one["custom_id"];
            if !fits(id, TEXT) || !fits(&one["label"], LABEL) || !fits(&one["placeholder"], PLACEHOLDER) {
                return Err(format!("the component {one}"));
            }
            if id.is_string() && !ids.insert(id.to_string()) {
                return Err(format!("two components with the id {id}"));
            }
            if one["type"] == 3 {
                menu(one)?;
            }
        }
    }
    Ok(())
}

/// Checks a request. `Err` tells which rule it breaks.
pub(super) fn check(call: &str, body: &Value) -> Result<(), String> {
    let Some(message) = message(call, body) else { return Ok(()) };
    let content = message["content"].as_str().unwrap_or_default();
    if content.chars().count() > CONTENT {
        return Err(format!("a text of {} letters", content.chars().count()));
    }
    components(message)?;
    let files = list(&message["attachments"]);
    if files.len() > FILES || !files.iter().all(|file| fits(&file["description"], DESCRIPTION)) {
        return Err(format!("the files {files:?}"));
    }
    // Without a list everyone whom the text names is notified.
    if !content.is_empty() && !message["allowed_mentions"].is_object() {
        return Err("a text that may mention everyone".to_owned());
    }
    // Without it Discord posts a message again that is sent again.
    if !message["nonce"].is_null() && message["enforce_nonce"] != true {
        return Err("a nonce that is not enforced".to_owned());
    }
    Ok(())
}
