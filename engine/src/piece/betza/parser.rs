//! Parser of notations, term by term from left to right.

use std::ops::Range;

use super::BetzaError;
use super::atom::EXPECTED_ATOM;
use super::modifier::Modifiers;
use crate::piece::{MoveRule, Path};

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

    pub(super) fn term(&mut self) -> Result<Vec<MoveRule>, BetzaError> {
        let first = self.modifiers()?;
        if self.peek() == Some('a') {
            return self.legs(first);
        }
        match self.peek() {
            Some('[') => self.bracket(&first),
            Some('U') => self.anywhere(&first),
            Some(c) if c.is_ascii_uppercase() || c == '(' => self.plain(&first),
            _ => Err(self.no_atom(&first)),
        }
    }

    /// Parses `U`, a move to any Space.
    fn anywhere(&mut self, modifiers: &Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let here = self.here();
        self.bump();
        let bare = Modifiers {
            range: modifiers.range.clone(),
            moves: modifiers.moves,
            captures: modifiers.captures,
            ..Modifiers::default()
        };
        if bare != *modifiers || self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let message = "`U` goes anywhere: only `m` and `c` go with it";
            return Err(BetzaError::new(here, message));
        }
        Ok(vec![modifiers.rule(Path::Anywhere)])
    }

    pub(super) fn no_atom(&self, modifiers: &Modifiers) -> BetzaError {
        let written = &self.text[modifiers.range.clone()];
        let found = self.found();
        match self.peek() {
            Some(c) if c.is_ascii_digit() && written.is_empty() => {
                BetzaError::new(self.here(), "a number belongs right behind an atom, as in `R2`")
            }
            None => BetzaError::new(modifiers.range.clone(), format!("nothing follows `{written}`: {EXPECTED_ATOM}")),
            _ if written.is_empty() => {
                BetzaError::new(self.here(), format!("{found} does not belong here: {EXPECTED_ATOM}"))
            }
            _ => BetzaError::new(self.here(), format!("{found} follows the modifiers `{written}`: {EXPECTED_ATOM}")),
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
