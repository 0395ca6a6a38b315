//! Options of the protocol: their declaration and the command `setoption`.

use super::variant::Variant;

/// Limits of the option `Hash`, in MiB.
const HASH: [usize; 3] = [1, 16, 1024];

/// Value of an option.
#[derive(Debug, PartialEq)]
pub(super) enum Setting {
    /// Variant to play.
    Variant(String),
    /// Size of the transposition table in MiB.
    Hash(usize),
    /// Forgets earlier results.
    ClearHash,
    /// Accepted without effect.
    Nothing,
}

/// Declarations of all options.
pub(super) fn declarations() -> Vec<String> {
    let [least, usual, most] = HASH;
    let names: Vec<String> = Variant::names().into_iter().map(|name| format!("var {name}")).collect();
    vec![
        format!("option name Hash type spin default {usual} min {least} max {most}"),
        "option name Clear Hash type button".to_owned(),
        "option name Ponder type check default false".to_owned(),
        format!("option name UCI_Variant type combo default chess {}", names.join(" ")),
    ]
}

/// Reads the words after `setoption`.
pub(super) fn read(words: &[&str]) -> Result<Setting, String> {
    let (name, value) = split(words);
    let number = |[least, _, most]: [usize; 3]| match value.parse::<usize>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name} must be a number from {least} to {most}, not {value:?}")),
    };
    match name.to_ascii_lowercase().as_str() {
        "uci_variant" => Ok(Setting::Variant(value)),
        "hash" => number(HASH).map(Setting::Hash),
        "clear hash" => Ok(Setting::ClearHash),
        "ponder" => Ok(Setting::Nothing),
        _ => Err(format!("there is no option {name:?}")),
    }
}

/// Name and value in `name NAME [value VALUE]`; both may contain spaces.
pub fn split(words: &[&str]) -> (String, String) {
    let words = words.strip_prefix(&["name"]).unwrap_or(words);
    let value = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(value.unwrap_or(words.len()));
    (name.join(" "), value.get(1..).unwrap_or_default().join(" "))
}
