//! Translation of another program's notation, term by term. Terms that cannot be read are reported.

use crate::piece::betza;

/// Translated notation.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Taken {
    pub betza: String,
    /// `e`: captures en passant.
    pub en_passant: bool,
    /// Initial double step that allows capture en passant.
    pub double_step: bool,
    /// `O`: castles over this many Spaces.
    pub castles: Option<u8>,
    /// Terms that could not be translated, with reasons.
    pub missing: Vec<String>,
}

/// Translates each term separately.
pub(super) fn take(notation: &str) -> Taken {
    let mut taken = Taken::default();
    for term in split(notation) {
        let modifiers = term.len() - term.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
        let (before, atom) = term.split_at(modifiers);
        if let Some(range) = atom.strip_prefix('O') {
            taken.castles = Some(range.parse().unwrap_or(2));
            continue;
        }
        let mut written = term.to_owned();
        if before.contains('e') {
            taken.en_passant = true;
            if !before.contains('c') {
                taken.missing.push(format!("`{term}`: en passant needs a movement that captures there"));
                continue;
            }
            written = before.replace('e', "") + atom;
        }
        match betza::parse(&written) {
            Ok(rules) => {
                taken.double_step |= rules.iter().any(|rule| rule.initial && rule.path.is_double_step());
                taken.betza += &written;
            }
            Err(errors) => {
                let why = errors.first().map(ToString::to_string).unwrap_or_default();
                taken.missing.push(format!("`{term}`: {why}"));
            }
        }
    }
    taken
}

/// Splits a notation into terms, each with its modifiers, atom and range.
pub(in crate::battalion) fn split(notation: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut rest = notation.trim();
    while !rest.is_empty() {
        let before = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let mut chars = before.chars();
        let atom = match chars.next() {
            Some(open @ ('(' | '[')) => {
                let close = if open == '(' { ')' } else { ']' };
                before.find(close).map_or(before.len(), |at| at + 1)
            }
            Some(first) => {
                let doubled = chars.next() == Some(first) && first.is_ascii_uppercase();
                first.len_utf8() * (1 + usize::from(doubled))
            }
            None => 0,
        };
        let after = &before[atom..];
        let range = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let end = rest.len() - range.len();
        terms.push(&rest[..end]);
        rest = range.trim_start();
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_kept_or_named() {
        assert_eq!(split("fmWfceFifmnD"), ["fmW", "fceF", "ifmnD"]);
        assert_eq!(split("R2-4NN(1,4)2[F?R] isO2"), ["R2-4", "NN", "(1,4)2", "[F?R]", "isO2"]);
        let pawn = take("fmWfceFifmnD");
        assert_eq!(pawn.betza, "fmWfcFifmnD");
        assert!(pawn.en_passant && pawn.double_step && pawn.missing.is_empty());
        let king = take("KisO3oRü");
        assert_eq!((king.betza.as_str(), king.castles), ("K", Some(3)));
        assert_eq!(king.missing.len(), 2, "{:?}", king.missing);
    }
}
