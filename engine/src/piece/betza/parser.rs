//! Cursor over a notation, shared by the parsers of its parts.

use std::ops::Range;

use super::error::BetzaError;

/// Notation with the position of the next character.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.eat(' ') {}
    }

    /// Byte range of the character at the cursor; empty at the end.
    pub(super) fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// The character at the cursor, for a message.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(c) if c.is_ascii_graphic() => format!("`{c}`"),
            Some(' ') => "a space".to_owned(),
            Some(c) => format!("the character U+{:04X}", c as u32),
        }
    }

    /// Skips the text that caused an error.
    pub(super) fn recover(&mut self, error: &BetzaError) {
        let bracket = self.text[..self.at].rfind('[');
        let inside = bracket.is_some_and(|open| open >= error.range.start || !self.text[open..self.at].contains(']'));
        if inside && let Some(close) = self.text[self.at..].find(']') {
            self.at += close + 1;
            return;
        }
        if self.at <= error.range.start {
            self.at = error.range.end.max(self.at);
        }
        if self.at == error.range.start {
            self.bump();
        }
    }

    /// Parses a whole number.
    pub(super) fn number(&mut self, what: &str, max: u8) -> Result<Option<u8>, BetzaError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse::<u8>() {
            Ok(number) if number <= max => Ok(Some(number)),
            _ => Err(BetzaError::new(start..self.at, format!("{what} is at most {max}, not {digits}"))),
        }
    }
}
