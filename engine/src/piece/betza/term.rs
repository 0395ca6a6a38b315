//! Parser of terms: an atom or a bracket with its modifiers.

use super::atom::EXPECTED_ATOM;
use super::error::BetzaError;
use super::modifier::Modifiers;
use super::parser::Parser;
use crate::piece::{MoveRule, Path};

impl Parser<'_> {
    /// Parses one term.
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
}
