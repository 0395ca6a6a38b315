//! Files of a search: the report, the edited army, and pictures before and after.

use std::io;
use std::path::Path;

use engine::battalion::{Definition, PieceChange, changes};
use render::cards::{Compared, Sheet};
use render::{RenderError, Renderer, Theme};

use super::report::Report;
use crate::army::Army;

/// Files that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file or the folder cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The report cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes the report, and for the found or the closest army its file, both sheets and the movements that differ.
///
/// # Errors
/// [`WriteError`] if a file cannot be written.
pub fn write(before: &Army, report: &Report, folder: &Path) -> Result<(), WriteError> {
    let id = &before.file.id;
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{id}.json")), serde_json::to_string_pretty(report)?)?;
    let Some(edited) = report.edited() else { return Ok(()) };
    std::fs::write(folder.join(format!("{id}.toml")), &edited.file.text)?;
    let renderer = Renderer::new()?;
    let (old, new) = (&*before.definition, &*edited.definition);
    for (name, definition) in [("before", old), ("after", new)] {
        let sheet = renderer.sheet(&Sheet::of(definition), Theme::Light)?;
        std::fs::write(folder.join(format!("{id}-{name}.png")), sheet.png)?;
    }
    for (piece, compared) in compared(old, new) {
        let picture = renderer.compared(&compared, Theme::Light)?;
        std::fs::write(folder.join(format!("{id}-{piece}.png")), picture.png)?;
    }
    Ok(())
}

/// Movements that differ, by the ids of their pieces.
fn compared<'a>(old: &'a Definition, new: &'a Definition) -> impl Iterator<Item = (&'a str, Compared)> {
    let changed = changes(old, new).pieces.into_iter().filter_map(|change| match change {
        PieceChange::Changed { from, to, .. } => Some((from, to)),
        _ => None,
    });
    changed.filter_map(move |(from, to)| {
        let (before, after) = (&old.pieces[from], &new.pieces[to]);
        let moved = before.betza != after.betza;
        let compared = Compared::of(new, (old, Some(before)), (new, Some(after))).filter(|_| moved)?;
        Some((after.id.as_str(), compared))
    })
}
