//! `battalion check FILE --preview DIR`: writes a Battalion file as a folder of pictures, a text and a publishable
//! page, for its author. The contents are those of the rulebook in Discord.

mod page;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::battalion::Definition;
use render::cards::Sheet;
use render::{Renderer, Theme};

use crate::discord::rules_text;
use crate::host::rulebook;

/// Writes the preview and returns the names of the files written. The folder is created if missing.
pub fn write(definition: &Arc<Definition>, folder: &Path) -> Result<Vec<String>, String> {
    let trouble = |error: std::io::Error| format!("{} cannot be written: {error}", folder.display());
    let drawing = |error: render::RenderError| format!("a picture cannot be drawn: {error}");
    fs::create_dir_all(folder).map_err(trouble)?;
    let renderer = Renderer::new().map_err(drawing)?;
    let mut written = Vec::new();
    let mut keep = |name: String, bytes: &[u8]| {
        fs::write(folder.join(&name), bytes).map_err(trouble)?;
        written.push(name);
        Ok::<(), String>(())
    };
    let sheet = renderer.sheet(&Sheet::of(definition), Theme::Dark).map_err(drawing)?;
    keep("battalion.png".to_owned(), &sheet.png)?;
    let mut text = rules_text::plain(&definition.name, &rules_text::battalion(definition));
    for (number, piece) in (1..).zip(&definition.pieces) {
        text += "\n\n";
        text += &rules_text::plain(&piece.name, &rules_text::piece(definition, piece));
        let pictures = rulebook::piece_pictures(&renderer, definition, piece, Theme::Dark).map_err(drawing)?;
        for (index, picture) in pictures.iter().enumerate() {
            let more = match index {
                0 => String::new(),
                index => format!("-{}", index + 1),
            };
            // Safe as a file name: ids are validated and consist of letters, digits and hyphens.
            keep(format!("{number:02}-{}{more}.png", piece.id), &picture.png)?;
        }
    }
    keep("preview.txt".to_owned(), text.as_bytes())?;
    keep(format!("{}.html", definition.id), page::page(&renderer, definition).map_err(drawing)?.as_bytes())?;
    Ok(written)
}
