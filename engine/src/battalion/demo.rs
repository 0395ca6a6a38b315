//! Examples of what a piece does: a small position, played by the rules. What a file says happens is what the engine makes of it.

use std::sync::Arc;

use super::practice::{Practice, pieces};
use super::{Definition, ExampleDef};
use crate::board::Space;
use crate::context::Playing;
use crate::view::{BoardView, LastAction, PieceView};

/// An example, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    /// The board.
    pub board: BoardView,
    /// What stands on it first; seat 0 is the piece's owner, at the bottom.
    pub before: Vec<PieceView>,
    /// What stands on it in the end.
    pub after: Vec<PieceView>,
    /// What happened, all moves together.
    pub last: LastAction,
    /// Titans that are in Check in the end.
    pub checks: Vec<Space>,
}

/// Plays an example of a Battalion against its like. Losing conditions are not judged, and every piece counts as unmoved.
///
/// # Errors
/// A sentence that says why it cannot be played.
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

/// Marks of several turns together; what is left and reached by both is not marked as left.
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
