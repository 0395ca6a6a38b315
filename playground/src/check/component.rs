//! Limits of message components: rows, buttons, select menus.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{list, optional, required};
use crate::error::ApiError;
use crate::limits;

/// Checks the component rows of a message.
pub(super) fn rows(components: &Value) -> Result<(), ApiError> {
    let mut ids = BTreeSet::new();
    for (i, row) in list(components, "components", limits::ROWS)?.iter().enumerate() {
        let path = format!("components.{i}");
        if row["type"] != 1 {
            let sentence = "Value of field \"type\" must be one of (1,).";
            return Err(ApiError::form(&format!("{path}.type"), "UNION_TYPE_CHOICES", sentence));
        }
        let inside = list(&row["components"], &format!("{path}.components"), limits::BUTTONS_PER_ROW)?;
        if inside.is_empty() {
            return Err(ApiError::length(&format!("{path}.components"), 1, limits::BUTTONS_PER_ROW));
        }
        if inside.len() > 1 && inside.iter().any(|c| c["type"] != 2) {
            let sentence = "The specified component exceeds the maximum width";
            return Err(ApiError::form(&path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence));
        }
        for (j, component) in inside.iter().enumerate() {
            let path = format!("{path}.components.{j}");
            match component["type"].as_u64() {
                Some(2) => button(component, &path)?,
                Some(3 | 5..=8) => select(component, &path)?,
                _ => {
                    let sentence = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                    return Err(ApiError::form(&format!("{path}.type"), "UNION_TYPE_CHOICES", sentence));
                }
            }
            unique(component, &path, &mut ids)?;
        }
    }
    Ok(())
}

/// Rejects a duplicate `custom_id` in one message or modal.
pub(super) fn unique<'a>(component: &'a Value, path: &str, ids: &mut BTreeSet<&'a str>) -> Result<(), ApiError> {
    match component["custom_id"].as_str() {
        Some(id) if !ids.insert(id) => {
            let sentence = "Component custom id cannot be duplicated";
            Err(ApiError::form(&format!("{path}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence))
        }
        _ => Ok(()),
    }
}

fn button(button: &Value, path: &str) -> Result<(), ApiError> {
    let label = optional(&button["label"], &format!("{path}.label"), limits::BUTTON_LABEL)?;
    if label == 0 && button["emoji"].is_null() {
        let sentence = "A button needs a label or an emoji";
        return Err(ApiError::form(path, "BUTTON_COMPONENT_INVALID_LABEL", sentence));
    }
    match button["style"].as_u64() {
        Some(1..=4) => {
            required(&button["custom_id"], &format!("{path}.custom_id"), limits::CUSTOM_ID)?;
        }
        Some(5) => {
            required(&button["url"], &format!("{path}.url"), limits::BUTTON_URL)?;
            if !button["custom_id"].is_null() {
                let sentence = "A custom id and url cannot both be specified";
                return Err(ApiError::form(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", sentence));
            }
        }
        _ => {
            return Err(ApiError::form(&format!("{path}.style"), "BASE_TYPE_CHOICES", "Must be one of 1 to 5."));
        }
    }
    Ok(())
}

fn select(select: &Value, path: &str) -> Result<(), ApiError> {
    required(&select["custom_id"], &format!("{path}.custom_id"), limits::CUSTOM_ID)?;
    optional(&select["placeholder"], &format!("{path}.placeholder"), limits::SELECT_PLACEHOLDER)?;
    let most = limits::SELECT_OPTIONS as u64;
    let least_chosen = select["min_values"].as_u64().unwrap_or(1);
    let most_chosen = select["max_values"].as_u64().unwrap_or(1);
    if least_chosen > most || most_chosen > most || most_chosen == 0 || least_chosen > most_chosen {
        let sentence = format!("min_values {least_chosen} and max_values {most_chosen} do not fit");
        return Err(ApiError::form(path, "SELECT_COMPONENT_MAX_VALUES", sentence));
    }
    if select["type"] != 3 {
        return Ok(());
    }
    let options = list(&select["options"], &format!("{path}.options"), limits::SELECT_OPTIONS)?;
    if options.is_empty() {
        return Err(ApiError::length(&format!("{path}.options"), 1, limits::SELECT_OPTIONS));
    }
    let mut values = BTreeSet::new();
    for (i, option) in options.iter().enumerate() {
        let at = |part: &str| format!("{path}.options.{i}.{part}");
        required(&option["label"], &at("label"), limits::SELECT_TEXT)?;
        required(&option["value"], &at("value"), limits::SELECT_TEXT)?;
        optional(&option["description"], &at("description"), limits::SELECT_TEXT)?;
        if !values.insert(option["value"].as_str()) {
            let sentence = "The specified option value is already used";
            return Err(ApiError::form(&at("value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", sentence));
        }
    }
    let chosen = options.iter().filter(|o| o["default"] == true).count() as u64;
    if most_chosen > options.len() as u64 || least_chosen > options.len() as u64 || chosen > most_chosen {
        let sentence = format!("{least_chosen} to {most_chosen} of {} options, {chosen} by default", options.len());
        return Err(ApiError::form(path, "SELECT_COMPONENT_MAX_VALUES", sentence));
    }
    Ok(())
}
