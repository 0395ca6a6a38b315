//! Limits on texts in a Battalion file: length and allowed characters.

use crate::characters::{MAX_MARKS, is_combining, is_hidden};

/// Kind of text accepted by a key, with its maximum length in characters.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextKind {
    /// A name: letters, digits, spaces and a little punctuation.
    Name(usize),
    /// One line.
    Line(usize),
    /// Several lines.
    Prose(usize),
}

impl TextKind {
    /// Maximum length in characters.
    pub(super) const fn max(self) -> usize {
        match self {
            TextKind::Name(max) | TextKind::Line(max) | TextKind::Prose(max) => max,
        }
    }
}

/// Punctuation allowed in names.
const NAME_MARKS: &str = " '’-.,&!?:()/+";
/// Returns the first problem of a text, with its byte offset.
pub(super) fn check(kind: TextKind, text: &str) -> Option<(usize, String)> {
    let mut marks = 0;
    for (at, c) in text.char_indices() {
        let newline = c == '\n' && matches!(kind, TextKind::Prose(_));
        if c == '\n' && !newline {
            return Some((at, "a line break does not belong in this text: write it on one line".to_owned()));
        }
        if (c.is_control() && !newline) || is_hidden(c) {
            let code = c as u32;
            return Some((at, format!("the invisible or control character U+{code:04X} does not belong in a text")));
        }
        marks = if is_combining(c) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Some((at, format!("more than {MAX_MARKS} combining marks on one letter")));
        }
        if matches!(kind, TextKind::Name(_)) && !(c.is_alphanumeric() || is_combining(c) || NAME_MARKS.contains(c)) {
            let message = format!(
                "`{c}` does not belong in a name: letters, digits, spaces and any of `{}` do",
                NAME_MARKS.trim()
            );
            return Some((at, message));
        }
    }
    if matches!(kind, TextKind::Name(_)) && !text.trim().is_empty() && !text.chars().any(char::is_alphanumeric) {
        return Some((0, "a name needs a letter or a digit".to_owned()));
    }
    let length = text.chars().count();
    if length > kind.max() {
        return Some((0, format!("the text has {length} characters, at most {} are allowed", kind.max())));
    }
    None
}

/// Returns whether a text is a valid key: lowercase letters, digits and hyphens, beginning with a letter.
pub(super) fn is_id(text: &str, max: usize) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('-')
        && text.len() <= max
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Number with its noun: "1 Space", "2 Spaces".
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Valid key derived from a text, if possible.
pub(super) fn id_from(text: &str) -> Option<String> {
    let id: String = text
        .trim()
        .chars()
        .take(64)
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let id = id.trim_matches('-').to_owned();
    is_id(&id, 64).then_some(id)
}
