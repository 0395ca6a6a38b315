//! Checks Discord's limits for commands. One command over a limit makes Discord reject all of them, so the test covers
//! the whole tree.

use std::collections::HashSet;

use crate::discord::features::{battalions, settings};
use serde_json::Value;

/// Discord's limits for commands.
mod limit {
    pub const COMMANDS: usize = 100;
    pub const NAME: usize = 32;
    pub const DESCRIPTION: usize = 100;
    pub const OPTIONS: usize = 25;
    /// Fewer than Discord allows, so that people find what they look for.
    pub const SUBCOMMANDS: usize = 20;
    pub const CHOICES: usize = 25;
    pub const CHOICE: usize = 100;
    pub const TOTAL: usize = 8000;
}

/// Number of characters of the names, descriptions and values in a command and its subcommands.
fn weigh(node: &Value, path: &str) -> usize {
    let text = |key: &str| node[key].as_str().unwrap_or_default();
    let (name, description) = (text("name"), text("description"));
    let path = format!("{path} {name}");
    assert!((1..=limit::NAME).contains(&name.chars().count()), "{path}: name");
    assert!(
        name.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '-' || c == '_'),
        "{path}: letters of the name"
    );
    let length = description.chars().count();
    assert!((1..=limit::DESCRIPTION).contains(&length), "{path}: description of {length}");
    let mut total = name.chars().count() + length;
    let list = |key: &str| node[key].as_array().cloned().unwrap_or_default();
    let (options, choices) = (list("options"), list("choices"));
    assert!(options.len() <= limit::OPTIONS, "{path}: options");
    let subcommands = options.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).count();
    assert!(subcommands <= limit::SUBCOMMANDS, "{path}: subcommands");
    assert!(choices.len() <= limit::CHOICES, "{path}: choices");
    for choice in &choices {
        let name = choice["name"].as_str().unwrap_or_default();
        assert!((1..=limit::CHOICE).contains(&name.chars().count()), "{path}: choice {name}");
        let value = choice["value"].as_str().map_or_else(|| choice["value"].to_string(), str::to_owned);
        assert!(value.chars().count() <= limit::CHOICE, "{path}: choice {name}");
        total += name.chars().count() + value.chars().count();
    }
    let required: Vec<bool> = options.iter().map(|option| option["required"].as_bool().unwrap_or(false)).collect();
    assert!(required.is_sorted_by(|a, b| a >= b), "{path}: required options come first");
    if let Some(most) = node["max_length"].as_u64() {
        assert!((1..=6000).contains(&most), "{path}: length");
    }
    total + options.iter().map(|option| weigh(option, &path)).sum::<usize>()
}

#[test]
fn the_tree_keeps_every_limit() {
    let commands = super::all();
    assert!(commands.len() <= limit::COMMANDS);
    let mut names = HashSet::new();
    for command in &commands {
        assert!(names.insert(&command.name), "no two roots share a name: {}", command.name);
        let Some(built) = command.create_as_slash_command() else {
            let menu = command.context_menu_name.as_deref().expect("every other command is in a menu");
            assert!((1..=limit::NAME).contains(&menu.chars().count()), "{menu}");
            continue;
        };
        let node = serde_json::to_value(built).unwrap();
        let total = weigh(&node, "");
        assert!(total <= limit::TOTAL, "{}: {total} characters", command.name);
    }
}

#[test]
fn what_administers_is_declared_so() {
    for command in [battalions::commands::battalion_admin(), settings::server_commands::server()] {
        let node = serde_json::to_value(command.create_as_slash_command().unwrap()).unwrap();
        let manage = serenity::all::Permissions::MANAGE_GUILD.bits().to_string();
        assert_eq!(node["default_member_permissions"], Value::from(manage));
        assert_eq!(node["contexts"], serde_json::json!([0]), "on servers alone");
    }
}
