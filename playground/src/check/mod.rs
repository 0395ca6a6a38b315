//! Checks of the bot's requests against Discord's limits. Every check returns Discord's error.

mod command;
mod component;
mod message;
mod modal;

pub(crate) use command::{Command, CommandOption, FixedChoice, command_set, kinds};
pub(crate) use message::{has_substance, message};
pub(crate) use modal::{inputs as modal_inputs, modal};

use serde_json::Value;

use crate::error::ApiError;

/// Parses an id in JSON: a string of digits, or a number.
pub(crate) fn snowflake(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Number of characters, as Discord counts them.
pub(crate) fn len(text: &str) -> usize {
    text.chars().count()
}

/// Checks an optional text of at most `most` characters.
fn optional(value: &Value, path: &str, most: usize) -> Result<usize, ApiError> {
    match value {
        Value::Null => Ok(0),
        Value::String(text) if len(text) <= most => Ok(len(text)),
        Value::String(_) => Err(ApiError::length(path, 0, most)),
        _ => Err(ApiError::form(path, "STRING_TYPE_CONVERT", "Could not interpret as a string.")),
    }
}

/// Checks a required text of 1 to `most` characters.
fn required(value: &Value, path: &str, most: usize) -> Result<usize, ApiError> {
    match optional(value, path, most)? {
        0 if value.is_null() => Err(ApiError::required(path)),
        0 => Err(ApiError::length(path, 1, most)),
        n => Ok(n),
    }
}

/// Checks an optional list of at most `most` elements.
fn list<'a>(value: &'a Value, path: &str, most: usize) -> Result<&'a [Value], ApiError> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) if items.len() <= most => Ok(items),
        Value::Array(_) => Err(ApiError::length(path, 0, most)),
        _ => Err(ApiError::form(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")),
    }
}
