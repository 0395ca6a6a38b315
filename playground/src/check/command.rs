//! Limits of the command tree, and the parsed form of commands.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::len;
use crate::error::ApiError;
use crate::limits;
use crate::record::ViolationKind;

/// Discord's numbers of the option types.
pub(crate) mod kinds {
    pub(crate) const SUBCOMMAND: u64 = 1;
    pub(crate) const GROUP: u64 = 2;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const BOOLEAN: u64 = 5;
    pub(crate) const USER: u64 = 6;
    pub(crate) const CHANNEL: u64 = 7;
    pub(crate) const ROLE: u64 = 8;
    pub(crate) const MENTIONABLE: u64 = 9;
    pub(crate) const NUMBER: u64 = 10;
    pub(crate) const ATTACHMENT: u64 = 11;
}

/// Number of an option type, one of [`kinds`].
pub(crate) type OptionKind = u64;

/// Command as declared by the bot.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Command {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// Type: 1 slash command, 2 user command, 3 message command.
    #[serde(default, rename = "type")]
    pub(crate) kind: Option<u64>,
    #[serde(default)]
    pub(crate) options: Option<Vec<CommandOption>>,
    #[serde(default)]
    pub(crate) default_member_permissions: Value,
    #[serde(default)]
    pub(crate) dm_permission: Option<bool>,
    #[serde(default)]
    pub(crate) contexts: Option<Vec<u64>>,
}

/// Option, subcommand or subcommand group.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CommandOption {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(rename = "type")]
    pub(crate) kind: OptionKind,
    #[serde(default)]
    pub(crate) required: Option<bool>,
    #[serde(default)]
    pub(crate) autocomplete: Option<bool>,
    #[serde(default)]
    pub(crate) choices: Option<Vec<FixedChoice>>,
    #[serde(default)]
    pub(crate) options: Option<Vec<CommandOption>>,
    #[serde(default)]
    pub(crate) min_value: Option<f64>,
    #[serde(default)]
    pub(crate) max_value: Option<f64>,
    #[serde(default)]
    pub(crate) min_length: Option<usize>,
    #[serde(default)]
    pub(crate) max_length: Option<usize>,
}

/// Fixed choice of an option.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FixedChoice {
    pub(crate) name: String,
    pub(crate) value: Value,
}

impl Command {
    /// Type: 1 slash command, 2 user command, 3 message command.
    pub(crate) fn kind(&self) -> u64 {
        self.kind.unwrap_or(1)
    }

    pub(crate) fn options(&self) -> &[CommandOption] {
        self.options.as_deref().unwrap_or_default()
    }

    /// Permissions that a member needs to see the command.
    pub(crate) fn needs(&self) -> Option<u64> {
        super::snowflake(&self.default_member_permissions)
    }
}

impl CommandOption {
    pub(crate) fn options(&self) -> &[CommandOption] {
        self.options.as_deref().unwrap_or_default()
    }

    pub(crate) fn choices(&self) -> &[FixedChoice] {
        self.choices.as_deref().unwrap_or_default()
    }

    /// Returns `true` for a subcommand or group.
    pub(crate) fn is_branch(&self) -> bool {
        matches!(self.kind, kinds::SUBCOMMAND | kinds::GROUP)
    }
}

/// Parses and checks all commands of one scope.
pub(crate) fn command_set(list: &[Value]) -> Result<Vec<Command>, ApiError> {
    let mut out = Vec::new();
    let mut names = BTreeSet::new();
    for (i, value) in list.iter().enumerate() {
        let path = i.to_string();
        let command: Command = serde_json::from_value(value.clone())
            .map_err(|e| ApiError::form(&path, "MODEL_TYPE_CONVERT", e.to_string()))?;
        check(&command, &path)?;
        if !names.insert((command.kind(), command.name.clone())) {
            let sentence = "Application command names must be unique";
            return Err(ApiError::form(&path, "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence));
        }
        out.push(command);
    }
    for (kind, most) in [(1, limits::COMMANDS), (2, 15), (3, 15)] {
        let count = out.iter().filter(|c| c.kind() == kind).count();
        if count > most {
            let sentence = format!("Maximum number of application commands reached ({most})");
            return Err(ApiError::new(400, 30032, sentence)
                .violates(ViolationKind::Limit, format!("{count} commands of kind {kind}")));
        }
    }
    Ok(out)
}

fn check(command: &Command, path: &str) -> Result<(), ApiError> {
    let mut total = len(&command.name);
    if command.kind() == 1 {
        name(&command.name, path)?;
        total += described(command.description.as_deref().unwrap_or_default(), path)?;
    } else if command.name.is_empty() || len(&command.name) > limits::COMMAND_NAME {
        return Err(ApiError::length(&format!("{path}.name"), 1, limits::COMMAND_NAME));
    }
    total += options(command.options(), path, 0)?;
    if total > limits::COMMAND_TOTAL {
        let sentence = format!("Command exceeds maximum size ({}): {total}", limits::COMMAND_TOTAL);
        return Err(ApiError::form(path, "APPLICATION_COMMAND_TOO_LARGE", sentence));
    }
    Ok(())
}

/// Checks a name: letters and digits of any script, `-`, `_` and `'`, in lower case.
fn name(name: &str, path: &str) -> Result<(), ApiError> {
    let fits = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    let length = len(name);
    if length == 0 || length > limits::COMMAND_NAME || !name.chars().all(fits) || name.to_lowercase() != name {
        let sentence = format!("Command name {name:?} is invalid");
        return Err(ApiError::form(&format!("{path}.name"), "APPLICATION_COMMAND_INVALID_NAME", sentence));
    }
    Ok(())
}

fn described(text: &str, path: &str) -> Result<usize, ApiError> {
    match len(text) {
        n if (1..=limits::COMMAND_DESCRIPTION).contains(&n) => Ok(n),
        _ => Err(ApiError::length(&format!("{path}.description"), 1, limits::COMMAND_DESCRIPTION)),
    }
}

/// Checks the options at one level and counts their characters.
fn options(list: &[CommandOption], path: &str, depth: usize) -> Result<usize, ApiError> {
    let wrong =
        |path: &str, sentence: String| Err(ApiError::form(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence));
    if list.len() > limits::COMMAND_OPTIONS {
        return Err(ApiError::length(&format!("{path}.options"), 0, limits::COMMAND_OPTIONS));
    }
    if list.iter().any(CommandOption::is_branch) && !list.iter().all(CommandOption::is_branch) {
        return wrong(
            path,
            "Sub-command and sub-command group option types are mutually exclusive to all others".into(),
        );
    }
    let mut names = BTreeSet::new();
    let mut total = 0;
    let mut optional_seen = false;
    for (i, option) in list.iter().enumerate() {
        let path = format!("{path}.options.{i}");
        name(&option.name, &path)?;
        total += len(&option.name) + described(&option.description, &path)?;
        if !names.insert(&option.name) {
            let sentence = "Option names must be unique";
            return Err(ApiError::form(&path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", sentence));
        }
        match option.kind {
            kinds::GROUP if depth == 0 => {}
            kinds::SUBCOMMAND if depth <= 1 => {}
            kinds::STRING..=kinds::ATTACHMENT => {}
            kind => return wrong(&path, format!("option type {kind} cannot stand here")),
        }
        if option.is_branch() {
            total += options(option.options(), &path, if option.kind == kinds::GROUP { 1 } else { 2 })?;
            continue;
        }
        if option.required == Some(true) && optional_seen {
            let sentence = "Required options must be placed before non-required options";
            return Err(ApiError::form(&path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence));
        }
        optional_seen |= option.required != Some(true);
        if option.autocomplete == Some(true) && !option.choices().is_empty() {
            return wrong(&path, "Choices and autocomplete exclude each other".into());
        }
        if option.autocomplete == Some(true) && !matches!(option.kind, kinds::STRING | kinds::INTEGER | kinds::NUMBER) {
            return wrong(&path, "Only texts and numbers can complete themselves".into());
        }
        total += choices(option, &path)?;
    }
    Ok(total)
}

fn choices(option: &CommandOption, path: &str) -> Result<usize, ApiError> {
    if option.choices().len() > limits::COMMAND_CHOICES {
        return Err(ApiError::length(&format!("{path}.choices"), 0, limits::COMMAND_CHOICES));
    }
    let mut names = BTreeSet::new();
    let mut total = 0;
    for (i, choice) in option.choices().iter().enumerate() {
        let path = format!("{path}.choices.{i}");
        let length = len(&choice.name);
        if length == 0 || length > limits::CHOICE_TEXT {
            return Err(ApiError::length(&format!("{path}.name"), 1, limits::CHOICE_TEXT));
        }
        let fits = match option.kind {
            kinds::STRING => choice.value.is_string(),
            kinds::INTEGER => choice.value.is_i64(),
            kinds::NUMBER => choice.value.is_number(),
            _ => false,
        };
        if !fits {
            let sentence = format!("the value {} does not fit option type {}", choice.value, option.kind);
            return Err(ApiError::form(&format!("{path}.value"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence));
        }
        if choice.value.as_str().is_some_and(|v| len(v) > limits::CHOICE_TEXT) {
            return Err(ApiError::length(&format!("{path}.value"), 0, limits::CHOICE_TEXT));
        }
        if !names.insert(&choice.name) {
            let sentence = "The choice name is already taken";
            return Err(ApiError::form(&path, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", sentence));
        }
        total += length + choice.value.as_str().map_or_else(|| choice.value.to_string().len(), len);
    }
    Ok(total)
}
