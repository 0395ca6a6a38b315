//! Checks of a Battalion as a whole, beyond those of its single values.

use super::error::Report;
use super::weigh::{MAX_WEIGHT, weight};
use super::{Definition, Param};
use crate::piece::betza::{self, MAX_RULES};
use crate::piece::{MoveRule, Path};

/// Checks a definition. `layout` is the byte offset of the layout in the file. `place` returns the offset of a piece's
/// key, or of the piece if that key is missing.
pub(super) fn check(
    definition: &Definition,
    layout: Option<usize>,
    place: impl Fn(usize, &str) -> Option<usize>,
    report: &mut Report<'_>,
) {
    for (index, piece) in definition.pieces.iter().enumerate() {
        let at = |key: &str| place(index, key).unwrap_or_default();
        if piece.titan && !piece.capturable {
            report.forbid(at("capturable"), "a Titan must be capturable (T-21): leave out `capturable = false`");
        }
        if piece.titan && !piece.blocking {
            report.forbid(at("blocking"), "a Titan must block its Space (T-10): leave out `blocking = false`");
        }
        let given = piece.abilities.iter().flat_map(|ability| ability.params.values());
        let given = given.map(|param| match param {
            Param::Moves(rules) => betza::count(rules),
            _ => 0,
        });
        let more: usize = given.sum();
        let count = betza::count(&piece.moves) + more;
        if more > 0 && count > MAX_RULES {
            report.forbid(at("abilities"), format!("with those of `moves`, {}", betza::too_many(count)));
        }
        // Only a piece that passes over one Space can be captured en passant (T-13).
        let steps_over_one = piece.moves.iter().any(|rule| rule.path.is_double_step());
        if piece.taken_en_passant && !steps_over_one && !piece.moves.is_empty() {
            report.forbid(
                at("en-passant"),
                "`taken` needs a non-jumping double step among the moves (T-13), such as `ifmnD`",
            );
        }
        let walked = piece.abilities.iter().any(|ability| ability.name == "trail")
            || piece.moves.iter().any(|rule| !rule.bounds.after.is_empty());
        let wanders = |rule: &MoveRule| matches!(rule.path, Path::Area { .. } | Path::Legs { .. } | Path::Anywhere);
        let bounded = |rule: &MoveRule| rule.path.captures_in_passing() && !rule.bounds.is_none();
        if piece.moves.iter().any(bounded) {
            report.forbid(
                at("moves"),
                "a movement that captures in passing cannot be limited to zones: leave out `from`, `to`, `within` and `avoids`",
            );
        }
        if walked && piece.moves.iter().any(wanders) {
            report.forbid(
                at("moves"),
                "a piece with a `trail`, or a movement with `after`, cannot hop, wander or go by crooked legs: write out its ways",
            );
        }
        if piece.castles_with.contains(&index) {
            report.forbid(at("castle"), "a piece cannot castle with one of its own kind (M-4)");
        }
        if !piece.castles_with.is_empty() && !piece.titan {
            report.forbid(at("castle"), "only a Titan can castle (M-4): give `castle` to the Titan, with its partners");
        }
    }
    let Some(layout) = layout else { return };
    let lopsided = |rows: &[Vec<bool>]| rows.iter().any(|row| !row.iter().eq(row.iter().rev()));
    for zone in definition.zones.iter().filter(|_| definition.territory.mirror) {
        if lopsided(&zone.rows) {
            let message = format!(
                "a Territory with `mirror` can lie both ways, so the zone `{}` must be the same mirrored: draw it so, or leave out `mirror`",
                zone.id
            );
            report.forbid(layout, message);
        }
    }
    let weight = weight(definition);
    if weight > MAX_WEIGHT {
        let message = format!(
            "this Battalion comes to about {weight} possible actions in a turn (movements of all pieces with their promotions, \
             abilities, reserves), at most {MAX_WEIGHT} are allowed: use fewer or simpler pieces"
        );
        report.forbid(layout, message);
    }
    let on_board: Vec<usize> = definition.territory.rows.iter().flatten().filter_map(|&cell| cell).collect();
    let titan = |&piece: &usize| definition.pieces.get(piece).is_some_and(|piece| piece.titan);
    if !on_board.is_empty() && !on_board.iter().any(titan) {
        let message = "the layout has no Titan (T-21): put a piece with `titan = true` into it";
        report.forbid_missing(layout, message);
    }
    if on_board.is_empty() && definition.territory.height() > 0 {
        report.forbid_missing(layout, "the layout has no pieces");
    }
}
