//! `battalion art FILE queen.png rook=tower.png army.zip -o OUT`: puts pictures into a Battalion file. The pictures are
//! checked as by `/battalion-admin art`.

use std::path::Path;

use engine::battalion;
use render::Renderer;

use crate::discord::art_text;
use crate::host::art::{PaintedPiece, Sketch, cards, is_zip, paint, unpacked};

/// Puts pictures into a Battalion file and writes the result to `out`. Sheets of the new pieces in every colour go to
/// the folder `preview`.
///
/// # Errors
/// Fails if any picture is rejected. The file is still written if at least one picture is accepted.
pub fn draw(file: &Path, pictures: &[String], out: &Path, preview: Option<&Path>) -> Result<(), String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let text = battalion::decode(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let army = read(text).map_err(|error| format!("{shown}: {error}"))?;
    let mut sketches = Vec::new();
    for picture in pictures {
        sketches.extend(sketched(picture)?);
    }
    let all = sketches.len();
    let renderer = Renderer::new().map_err(|error| error.to_string())?;
    let painted = paint(&renderer, text, &army, sketches, &|_| true);
    for refused in &painted.refused {
        eprintln!("{}", art_text::refusal(refused));
    }
    if painted.pieces.is_empty() {
        return Err("no picture was taken, and nothing was written".to_owned());
    }
    let army = read(&painted.text).map_err(|error| format!("with these pictures, {error}"))?;
    std::fs::write(out, &painted.text).map_err(|error| format!("{} cannot be written: {error}", out.display()))?;
    for PaintedPiece { name, nearest, .. } in &painted.pieces {
        match nearest {
            Some(other) => println!("{name}: taken; it looks most like the {other}"),
            None => println!("{name}: taken"),
        }
    }
    if let Some(folder) = preview {
        let pieces: Vec<usize> = painted.pieces.iter().map(|piece| piece.index).collect();
        let cards = cards(&renderer, &army.into(), &pieces).map_err(|error| error.to_string())?;
        let trouble = |error| format!("{} cannot be written: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(trouble)?;
        for (number, card) in (1..).zip(&cards) {
            let to = folder.join(format!("pieces-{number}.png"));
            std::fs::write(to, &card.png).map_err(trouble)?;
        }
    }
    match painted.refused.len() {
        0 => Ok(()),
        some => Err(format!("{some} of {all} pictures not taken")),
    }
}

fn read(text: &str) -> Result<battalion::Definition, String> {
    let read = battalion::read(text, &engine::ability::specs());
    read.map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())
}

/// Reads the pictures an argument names: `PIECE=PICTURE`, a picture named after its piece, or a zip file of such
/// pictures.
fn sketched(argument: &str) -> Result<Vec<Sketch>, String> {
    let (piece, path) = match argument.split_once('=') {
        Some((piece, path)) => (Some(piece), path),
        None => (None, argument),
    };
    let bytes = std::fs::read(path).map_err(|error| format!("{path} cannot be read: {error}"))?;
    let name = Path::new(path).file_name().unwrap_or_default();
    let file = name.to_string_lossy().into_owned();
    Ok(match piece {
        Some(piece) => vec![Sketch { file, piece: piece.to_owned(), bytes }],
        None if is_zip(&bytes) => unpacked(&bytes).map_err(|error| format!("{path}: {error}"))?,
        None => vec![Sketch::named(file, bytes)],
    })
}
