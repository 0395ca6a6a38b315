//! Limits of a modal.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{component, list, optional, required};
use crate::error::ApiError;
use crate::limits;

/// Inputs of a modal, in order.
pub(crate) fn inputs(modal: &Value) -> impl Iterator<Item = &Value> {
    let rows = modal["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

/// Checks a modal of text inputs.
pub(crate) fn modal(modal: &Value) -> Result<(), ApiError> {
    required(&modal["title"], "data.title", limits::MODAL_TITLE)?;
    required(&modal["custom_id"], "data.custom_id", limits::CUSTOM_ID)?;
    let rows = list(&modal["components"], "data.components", limits::MODAL_INPUTS)?;
    if rows.is_empty() {
        return Err(ApiError::length("data.components", 1, limits::MODAL_INPUTS));
    }
    let mut ids = BTreeSet::new();
    for (i, row) in rows.iter().enumerate() {
        let path = format!("data.components.{i}");
        let inside = list(&row["components"], &format!("{path}.components"), 1)?;
        let [input] = inside else {
            return Err(ApiError::form(&path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row of a modal holds one input"));
        };
        let path = format!("{path}.components.0");
        if row["type"] != 1 || input["type"] != 4 {
            let sentence = "Value of field \"type\" must be one of (4,).";
            return Err(ApiError::form(&format!("{path}.type"), "UNION_TYPE_CHOICES", sentence));
        }
        text_input(input, &path)?;
        component::unique(input, &path, &mut ids)?;
    }
    Ok(())
}

fn text_input(input: &Value, path: &str) -> Result<(), ApiError> {
    let at = |part: &str| format!("{path}.{part}");
    required(&input["custom_id"], &at("custom_id"), limits::CUSTOM_ID)?;
    required(&input["label"], &at("label"), limits::INPUT_LABEL)?;
    optional(&input["placeholder"], &at("placeholder"), limits::INPUT_PLACEHOLDER)?;
    optional(&input["value"], &at("value"), limits::INPUT_VALUE)?;
    if !matches!(input["style"].as_u64(), Some(1 | 2)) {
        return Err(ApiError::form(&at("style"), "BASE_TYPE_CHOICES", "Must be 1 or 2."));
    }
    let most = limits::INPUT_VALUE as u64;
    let (shortest, longest) = (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(most));
    if shortest > longest || longest > most || longest == 0 {
        let sentence = format!("min_length {shortest} and max_length {longest} do not fit");
        return Err(ApiError::form(path, "BASE_TYPE_BAD_LENGTH", sentence));
    }
    Ok(())
}
