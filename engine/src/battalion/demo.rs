//! Examples of pieces: small positions played by the engine, so that they show what the rules really do.

use std::sync::Arc;

use super::practice::{Practice, pieces};
use super::{Definition, ExampleDef};
use crate::board::Space;
use crate::context::Playing;
use crate::view::{BoardView, LastAction, PieceView};

/// An example after it has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    /// Board of the example.
    pub board: BoardView,
    /// Pieces at the start. Seat 0 is the piece's owner, at the bottom.
    pub before: Vec<PieceView>,
    /// Pieces at the end.
    pub after: Vec<PieceView>,
    /// Marks and events of all moves together.
    pub last: LastAction,
    /// Titans in Check at the end.
    pub checks: Vec<Space>,
}

/// Plays an example of a Battalion with the same army on both sides. Losing conditions are not judged, and every piece
/// counts as unmoved.
///
/// # Errors
/// A sentence that says why the example cannot be played.
pub fn play(definition: &Arc<Definition>, example: &ExampleDef) -> Result<Demo, String> {
    let mut stage = Practice::set(definition, example)?;
    let context = stage.context();
    let (board, before) = (context.board_view(), pieces(&context));
    let mut last = LastAction::default();
    for text in &example.moves {
        let turn = stage.read(text).map_err(|why| format!("`{text}`: {why}"))?;
        let story = stage.take(&turn).map_err(|why| format!("`{text}`: {why}"))?;
        last = joined(last, story);
    }
    Ok(Demo { board, before, after: pieces(&stage.context()), last, checks: stage.checks() })
}

/// Merges the marks of two turns. A Space both left and reached is not marked as left.
fn joined(mut all: LastAction, more: LastAction) -> LastAction {
    if all.text.is_empty() {
        return more;
    }
    all.text = format!("{} {}", all.text, more.text);
    for (known, new) in [
        (&mut all.from, more.from),
        (&mut all.to, more.to),
        (&mut all.path, more.path),
        (&mut all.removed, more.removed),
        (&mut all.created, more.created),
        (&mut all.converted, more.converted),
    ] {
        known.extend(new);
    }
    all.shots.extend(more.shots);
    all.facts.extend(more.facts);
    all
}
