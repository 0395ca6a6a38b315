//! Completion of typed turns.

use super::names::squeeze;
use super::spelled::{Spelled, moves_with_notation, spellings};
use crate::board::Seat;
use crate::context::Playing;

/// Match between an act and a typed text, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The text is a spelling of the act.
    Whole,
    /// A spelling of the act begins with the text.
    Beginning,
    /// The name of the piece begins with the text.
    Piece,
    /// The text is inside the long form only: `e5` in "Pawn e5-e6".
    Inside,
}

/// Acts of a seat that fit the typed text, best first, for completion.
pub fn complete<G: Playing + ?Sized>(game: &G, seat: Seat, typed: &str, most: usize) -> Vec<(Fit, Spelled)> {
    let wanted = squeeze(typed).to_lowercase();
    let mut found: Vec<(Fit, Spelled)> = Vec::new();
    for spelled in moves_with_notation(game, seat) {
        let spellings = spellings(&game.context(), &spelled);
        let rank = if spellings.iter().any(|s| s.to_lowercase() == wanted) {
            Fit::Whole
        } else if spellings.iter().any(|s| s.to_lowercase().starts_with(&wanted)) {
            Fit::Beginning
        } else if squeeze(&spelled.piece).to_lowercase().starts_with(&wanted) {
            Fit::Piece
        } else if squeeze(&spelled.long).to_lowercase().contains(&wanted) {
            Fit::Inside
        } else {
            continue;
        };
        found.push((rank, spelled));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(most);
    found
}
