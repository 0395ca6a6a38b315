//! Readers of single values. A value of the wrong kind or beyond its limits is reported as an error.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::limits::{MAX_ID, MAX_PIECES};
use super::reader::Reader;
use crate::battalion::suggest::nearest;
use crate::battalion::text::{self, TextKind};

/// Value with its location.
pub(super) type Value<'a> = &'a Spanned<DeValue<'a>>;

/// Table of the file.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub(super) map: &'a DeTable<'a>,
    /// Offset of the table, used to report missing keys.
    pub(super) at: usize,
    /// Description of the table, for messages.
    pub(super) what: &'static str,
}

impl<'a> Table<'a> {
    pub(super) fn get(self, key: &str) -> Option<Value<'a>> {
        self.map.get(key)
    }
}

/// Kind of a value, for messages.
pub(super) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

pub(super) fn list_of(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{}`", word.as_ref())).collect();
    words.join(", ")
}

/// Text from the file, shortened and cleaned for a message.
pub(super) fn quoted(text: &str) -> String {
    let clean: String =
        text.chars().take(40).map(|c| if c.is_control() || !text_is_plain(c) { '\u{FFFD}' } else { c }).collect();
    if text.chars().count() > 40 { format!("`{clean}…`") } else { format!("`{clean}`") }
}

fn text_is_plain(c: char) -> bool {
    let mut buffer = [0; 4];
    text::check(TextKind::Line(1), c.encode_utf8(&mut buffer)).is_none()
}

/// Keys by which people look for another one.
const SYNONYMS: &[(&str, &str)] = &[
    ("royal", "titan"),
    ("king", "titan"),
    ("betza", "moves"),
    ("movement", "moves"),
    ("movements", "moves"),
    ("promotion", "promote"),
    ("promotes", "promote"),
    ("castling", "castle"),
    ("description", "prose"),
    ("picture", "art"),
    ("letter", "symbol"),
];

/// The key that an unknown one means, if it is one of these.
fn meant(written: &str, known: &[&str]) -> Option<String> {
    let found = SYNONYMS.iter().find(|(name, key)| *name == written && known.contains(key));
    found.map(|(_, key)| (*key).to_owned())
}

impl Reader<'_> {
    pub(super) fn wrong_kind(&mut self, key: &str, value: Value<'_>, expected: &str) {
        let found = kind(value.get_ref());
        let message = format!("`{key}` takes {expected}, not {found}");
        match key {
            "id" | "symbol" => self.report.naming(value.span().start, message, None),
            _ => self.report.error(value.span().start, message),
        }
    }

    pub(super) fn check_keys(&mut self, table: Table<'_>, known: &[&str]) {
        if self.report.is_accepted() {
            return;
        }
        for key in table.map.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let suggestion = meant(name, known).or_else(|| nearest(name, known.iter().copied()));
                let message = match suggestion {
                    Some(_) => format!("unknown key {} in {}", quoted(name), table.what),
                    None => {
                        format!("unknown key {} in {}: expected one of {}", quoted(name), table.what, list_of(known))
                    }
                };
                if let Some(meant) = &suggestion {
                    self.misspelt.push((table.at, meant.clone()));
                }
                self.report.naming(key.span().start, message, suggestion);
            }
        }
    }

    /// Returns whether an unknown key of this table was probably meant to be this one.
    pub(super) fn is_misspelt(&self, table: Table<'_>, key: &str) -> bool {
        let misspelt = |(at, meant): &(usize, String)| *at == table.at && meant == key;
        self.misspelt.iter().any(misspelt)
    }

    pub(super) fn required<'a>(&mut self, table: Table<'a>, key: &str, example: &str) -> Option<Value<'a>> {
        let value = table.get(key);
        if value.is_none() && !self.is_misspelt(table, key) {
            self.report.missing(table.at, format!("{} needs `{key}`: write {example}", table.what));
        }
        value
    }

    /// Reads and checks a text. Line ends become `\n`, and surrounding space is removed.
    pub(super) fn text(&mut self, key: &str, value: Value<'_>, kind: TextKind) -> String {
        let DeValue::String(raw) = value.get_ref() else {
            self.wrong_kind(key, value, "a text in quotes");
            return String::new();
        };
        let clean = raw.replace("\r\n", "\n");
        if let Some((at, message)) = text::check(kind, clean.trim_end()) {
            let c = clean[at..].chars().next().filter(|_| at > 0);
            let place = match c {
                Some(c) => self.character(value.span(), &clean, at, c),
                None => value.span().start,
            };
            self.report.forbid(place, format!("`{key}`: {message}"));
        } else if clean.trim().is_empty() && !matches!(kind, TextKind::Prose(_)) {
            self.report.forbid(value.span().start, format!("`{key}` is empty"));
        }
        clean.trim().to_owned()
    }

    /// Byte offset of a character of a text in the file.
    pub(super) fn character(&self, span: Range<usize>, text: &str, at: usize, c: char) -> usize {
        let before = text[..at].matches(c).count();
        self.report.nth_in(&span, c, before)
    }

    pub(super) fn required_text(&mut self, table: Table<'_>, key: &str, kind: TextKind, example: &str) -> String {
        match self.required(table, key, example) {
            Some(value) => self.text(key, value, kind),
            None => String::new(),
        }
    }

    pub(super) fn optional_text(&mut self, table: Table<'_>, key: &str, kind: TextKind) -> String {
        table.get(key).map(|value| self.text(key, value, kind)).unwrap_or_default()
    }

    pub(super) fn flag(&mut self, table: Table<'_>, key: &str, default: bool) -> bool {
        match table.get(key) {
            None => default,
            Some(value) => match value.get_ref() {
                DeValue::Boolean(flag) => *flag,
                _ => {
                    self.wrong_kind(key, value, "`true` or `false`");
                    default
                }
            },
        }
    }

    pub(super) fn integer(&mut self, key: &str, value: Value<'_>, range: RangeInclusive<i64>) -> Option<i64> {
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_kind(key, value, "a whole number");
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|number| self.report.is_accepted() || range.contains(number));
        if number.is_none() {
            let message = format!(
                "`{key}` is {}: expected a number from {} to {}",
                quoted(integer.as_str()),
                range.start(),
                range.end()
            );
            self.report.error(value.span().start, message);
        }
        number
    }

    /// Reads a small number.
    pub(super) fn number(&mut self, table: Table<'_>, key: &str, range: RangeInclusive<u8>, default: u8) -> u8 {
        table.get(key).and_then(|value| self.small(key, value, range)).unwrap_or(default)
    }

    /// Reads a small number from its value.
    pub(super) fn small(&mut self, key: &str, value: Value<'_>, range: RangeInclusive<u8>) -> Option<u8> {
        let range = i64::from(*range.start())..=i64::from(*range.end());
        let number = self.integer(key, value, range)?;
        // Files accepted earlier may be outside of the range.
        Some(u8::try_from(number.max(0)).unwrap_or(u8::MAX))
    }

    /// Reads a text or a list of texts.
    pub(super) fn words<'a>(&mut self, key: &str, value: Value<'a>, what: &str) -> Vec<(&'a str, Range<usize>)> {
        match value.get_ref() {
            DeValue::String(text) => vec![(text.as_ref(), value.span())],
            DeValue::Array(items) => {
                let mut out = Vec::new();
                for item in items.iter() {
                    match item.get_ref() {
                        DeValue::String(text) => out.push((text.as_ref(), item.span())),
                        other => {
                            let message = format!("`{key}` takes {what} in quotes, not {}", kind(other));
                            self.report.error(item.span().start, message);
                        }
                    }
                }
                out
            }
            _ => {
                self.wrong_kind(key, value, &format!("a list of {what}"));
                Vec::new()
            }
        }
    }

    pub(super) fn id(&mut self, table: Table<'_>, example: &str) -> String {
        let Some(value) = self.required(table, "id", example) else {
            return String::new();
        };
        let DeValue::String(id) = value.get_ref() else {
            self.wrong_kind("id", value, "a text in quotes");
            return String::new();
        };
        if !text::is_id(id, MAX_ID) && !self.report.is_accepted() {
            let message = format!(
                "{} is not an id: lowercase letters, digits and hyphens, beginning with a letter, at most {MAX_ID} of them",
                quoted(id)
            );
            let suggestion = text::id_from(id).filter(|id| text::is_id(id, MAX_ID));
            self.report.naming(value.span().start, message, suggestion);
        }
        id.as_ref().to_owned()
    }

    /// Looks up the index of a piece by its id.
    pub(super) fn piece_ref(&mut self, id: &str, at: usize) -> Option<usize> {
        let found = self.ids.iter().position(|known| known == id && !known.is_empty());
        if found.is_none() {
            let suggestion =
                nearest(id, self.ids.iter().map(String::as_str).filter(|known| text::is_id(known, MAX_ID)));
            let message = format!("there is no piece with the id {}", quoted(id));
            self.report.unknown(at, message, suggestion);
        }
        found
    }

    /// Reads a list of piece ids without repetition.
    pub(super) fn piece_refs(&mut self, key: &str, value: Value<'_>) -> Vec<usize> {
        let words = self.words(key, value, "ids of pieces");
        if words.is_empty() && matches!(value.get_ref(), DeValue::Array(items) if items.is_empty()) {
            self.report.forbid(value.span().start, format!("`{key}` is an empty list: name at least one piece"));
        }
        let mut out = Vec::new();
        for (id, span) in words.into_iter().take(self.report.at_most(MAX_PIECES)) {
            if let Some(piece) = self.piece_ref(id, span.start) {
                if out.contains(&piece) {
                    self.report.forbid(span.start, format!("{} is named twice", quoted(id)));
                } else {
                    out.push(piece);
                }
            }
        }
        out
    }

    pub(super) fn table<'a>(
        &mut self,
        key: &str,
        value: Value<'a>,
        what: &'static str,
        example: &str,
    ) -> Option<Table<'a>> {
        match value.get_ref() {
            DeValue::Table(map) => Some(Table { map, at: value.span().start, what }),
            _ => {
                self.wrong_kind(key, value, &format!("a table such as {example}"));
                None
            }
        }
    }

    /// Reads the entries of `[[key]]`.
    pub(super) fn entries<'a>(&mut self, file: Table<'a>, key: &str, what: &'static str, max: usize) -> Vec<Table<'a>> {
        let Some(value) = file.get(key) else {
            return Vec::new();
        };
        // Name as written in a file: `piece.example` for entries of a piece.
        let written = what.trim_start_matches("a `[[").trim_end_matches("]]`");
        let DeValue::Array(items) = value.get_ref() else {
            let message =
                format!("`{key}` is a list of tables: begin each with `[[{written}]]`, two brackets on each side");
            self.report.error(value.span().start, message);
            return Vec::new();
        };
        if let Some(first) = items.get(max) {
            let message = format!("{} entries `[[{written}]]`, at most {max} are allowed", items.len());
            self.report.forbid(first.span().start, message);
        }
        let mut out = Vec::new();
        for item in items.iter().take(self.report.at_most(max)) {
            match item.get_ref() {
                DeValue::Table(map) => out.push(Table { map, at: item.span().start, what }),
                other => {
                    let message = format!("`{key}` is a list of tables: expected `[[{written}]]`, not {}", kind(other));
                    self.report.error(item.span().start, message);
                }
            }
        }
        out
    }
}
