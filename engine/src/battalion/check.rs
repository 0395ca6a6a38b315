//! What must hold for a Battalion as a whole, whatever its single values are.

use super::Definition;
use super::error::Report;
use crate::piece::Path;

/// Checks a definition. `layout` is where its layout stands, `place` where a piece's key stands (or the piece, without that key).
pub(super) fn check(
    definition: &Definition,
    layout: Option<usize>,
    place: impl Fn(usize, &str) -> Option<usize>,
    report: &mut Report<'_>,
) {
    for (index, piece) in definition.pieces.iter().enumerate() {
        let at = |key: &str| place(index, key).unwrap_or_default();
        if piece.titan && !piece.capturable {
            report.error(
                at("capturable"),
                "a Titan must be capturable (T-21): leave out `capturable = false`",
            );
        }
        if piece.titan && !piece.blocking {
            report.error(
                at("blocking"),
                "a Titan must block its Space (T-10): leave out `blocking = false`",
            );
        }
        // What can be captured en passant is a piece that passed over one Space (T-13).
        let steps_over_one = piece
            .moves
            .iter()
            .any(|rule| matches!(&rule.path, Path::Lame { via, .. } if via.len() == 1));
        if piece.taken_en_passant && !steps_over_one && !piece.moves.is_empty() {
            report.error(
                at("en-passant"),
                "`taken` needs a non-jumping double step among the moves (T-13), such as `ifmnD`",
            );
        }
        if piece.castles_with.contains(&index) {
            report.error(
                at("castle"),
                "a piece cannot castle with one of its own kind (M-4)",
            );
        }
        if !piece.castles_with.is_empty() && !piece.titan {
            report.error(
                at("castle"),
                "only a Titan can castle (M-4): give `castle` to the Titan, with its partners",
            );
        }
    }
    let Some(layout) = layout else { return };
    let on_board: Vec<usize> = definition
        .territory
        .rows
        .iter()
        .flatten()
        .filter_map(|&cell| cell)
        .collect();
    let titan = |&piece: &usize| {
        definition
            .pieces
            .get(piece)
            .is_some_and(|piece| piece.titan)
    };
    if !on_board.is_empty() && !on_board.iter().any(titan) {
        let message = "the layout has no Titan (T-21): put a piece with `titan = true` into it";
        report.missing(layout, message);
    }
    if on_board.is_empty() && definition.territory.height() > 0 {
        report.missing(layout, "the layout has no pieces");
    }
}
