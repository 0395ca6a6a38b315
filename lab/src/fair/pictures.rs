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

#[cfg(test)]
mod tests {
    use balance::stats::Interval;

    use super::super::report::{End, Tried};
    use super::*;

    /// A search without success leaves the closest army, drawn before and after.
    #[test]
    fn the_closest_army_is_written_with_its_pictures() {
        let folder = tempfile::tempdir().unwrap();
        let before = Army::load("medieval").unwrap();
        let text = before.file.text.replace("moves = \"N\"", "moves = \"NmD\"").replace("RNBQKBNR", "RNBQKBN.");
        let after = Army::of_text("medieval", text.clone()).unwrap();
        let score = Interval { mean: 0.4, half: 0.05 };
        let closest = Tried { edits: vec!["Knight: moves NmD instead of N".to_owned()], score, games: 200 };
        let mut report = Report {
            army: before.file.name.clone(),
            against: "Other".to_owned(),
            nodes: 2_000,
            before: Some(Interval { mean: 0.3, ..score }),
            end: End::Time,
            found: None,
            closest: Some((closest.clone(), after)),
            refused: Vec::new(),
            tried: vec![closest.clone(), closest],
            edits: 100,
            games: 400,
            minutes: 60.0,
        };
        write(&before, &report, folder.path()).unwrap();
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("medieval.toml"), text.as_bytes());
        for picture in ["medieval-before.png", "medieval-after.png", "medieval-knight.png"] {
            assert!(read(picture).starts_with(b"\x89PNG"), "{picture}");
        }
        let told = report.to_string();
        for part in
            ["was confirmed in the time", "The closest one is the army after:\n* Knight", "40 ± 5 % in 200 games"]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
        let json: serde_json::Value = serde_json::from_slice(&read("medieval.json")).unwrap();
        assert_eq!((&json["end"], &json["closest"]["games"]), (&"time".into(), &200.into()));

        report.end = End::Hopeless;
        report.tried.iter_mut().for_each(|tried| tried.score.mean = 0.99);
        let told = report.to_string();
        for part in [
            "No two of the 100 edits of its file can be expected",
            "None of the 2 armies that were tried scores less than 99 %.",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}
