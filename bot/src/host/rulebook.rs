//! The rulebook: what a Battalion and its pieces look like and do, whether it comes with the program or from a file that
//! somebody has just written.

mod law;
mod shelf;

use std::sync::Arc;

use engine::battalion::{self, Definition, Demo, Param, PieceDef};
use engine::board::{Seat, Space};
use engine::piece::{Reach, betza, diagram_radius, reach};
use engine::view::{BoardView, Look, PieceView, Zone};
use render::cards::{Example, Movement, Sheet, SheetPiece};
use render::{Hint, HintKind, Picture, RenderError, Renderer, Theme};

use super::{Error, Host};

pub use law::{Place as LawPlace, Rule, Topic, find as find_rule, heading, topics};
pub use shelf::Found;

impl Host {
    /// A Battalion on one picture.
    ///
    /// # Errors
    /// A fault if it cannot be drawn.
    pub async fn sheet(
        &self,
        definition: Arc<Definition>,
        words: SheetWords,
        theme: Theme,
    ) -> Result<Picture, Error> {
        let host = self.clone();
        self.blocking(move || Ok(sheet(&host.0.renderer, &definition, &words, theme)?))
            .await
    }

    /// The pictures of a piece.
    ///
    /// # Errors
    /// A fault if one cannot be drawn.
    pub async fn piece_pictures(&self, found: &Found, theme: Theme) -> Result<Vec<Picture>, Error> {
        let (host, found) = (self.clone(), found.clone());
        self.blocking(move || {
            let piece = found.definition.pieces.get(found.piece);
            let Some(piece) = piece else {
                return Ok(Vec::new());
            };
            Ok(piece_pictures(
                &host.0.renderer,
                &found.definition,
                piece,
                theme,
            )?)
        })
        .await
    }
}

/// How a piece of a Battalion is shown.
fn look(definition: &Definition, piece: &PieceDef) -> Look {
    Look {
        id: format!("{}/{}", definition.id, piece.id),
        name: piece.name.clone(),
        symbol: piece.symbol.clone(),
        icon: piece.icon.clone(),
        titan: piece.titan,
        blocking: piece.blocking,
    }
}

fn plain_board(width: u8, height: u8, zone: Zone) -> BoardView {
    BoardView {
        width,
        height,
        zones: vec![zone; usize::from(width) * usize::from(height)],
        affected: Vec::new(),
    }
}

/// How many of a piece its owner starts with: in the Territory, and in reserve.
pub fn numbers(definition: &Definition, piece: usize) -> (u32, u32) {
    let cells = definition.territory.rows.iter().flatten();
    let placed = cells.filter(|cell| **cell == Some(piece)).count() as u32;
    let kept = definition
        .reserves
        .iter()
        .filter(|reserve| reserve.piece == piece);
    (placed, kept.map(|reserve| u32::from(reserve.count)).sum())
}

/// What is written on the picture of a Battalion.
#[derive(Clone, Debug)]
pub struct SheetWords {
    /// Its author and other facts, on one line.
    pub facts: String,
    /// A few words about each piece type, in the order of the file.
    pub notes: Vec<String>,
}

/// A Battalion on one picture: its Territory and all of its pieces with their names.
///
/// # Errors
/// If the picture cannot be drawn.
pub fn sheet(
    renderer: &Renderer,
    definition: &Definition,
    words: &SheetWords,
    theme: Theme,
) -> Result<Picture, RenderError> {
    let territory = &definition.territory;
    let (width, height) = (territory.width(), territory.height());
    let mut pieces = Vec::new();
    for (row, rank) in territory.rows.iter().zip((0..height).rev()) {
        for (cell, file) in row.iter().zip(0..width) {
            if let Some(piece) = cell.and_then(|index| definition.pieces.get(index)) {
                pieces.push(PieceView {
                    space: Space::new(file, rank),
                    seat: Seat(0),
                    look: look(definition, piece),
                    fallen: false,
                    badges: Vec::new(),
                });
            }
        }
    }
    let types = definition.pieces.iter().enumerate();
    let types = types.zip(&words.notes).map(|((index, piece), note)| {
        let (placed, kept) = numbers(definition, index);
        SheetPiece {
            look: look(definition, piece),
            count: placed + kept,
            note: note.clone(),
        }
    });
    let sheet = Sheet {
        name: definition.name.clone(),
        facts: words.facts.clone(),
        prose: definition.summary.clone(),
        territory: plain_board(width, height, Zone::Territory(Seat(0))),
        pieces,
        types: types.collect(),
    };
    renderer.sheet(&sheet, theme)
}

/// How a piece moves on an empty board; `None` for one that never moves by itself.
///
/// # Errors
/// If the picture cannot be drawn.
pub fn movement(
    renderer: &Renderer,
    definition: &Definition,
    piece: &PieceDef,
    theme: Theme,
) -> Result<Option<Picture>, RenderError> {
    if piece.moves.is_empty() {
        return Ok(None);
    }
    let radius = diagram_radius(&piece.moves);
    let side = 2 * radius + 1;
    let at = |(right, forward): (i8, i8)| {
        let on = |step: i8| radius.saturating_add_signed(step);
        Space::new(on(right), on(forward))
    };
    let hint = |(space, found): ((i8, i8), Reach)| Hint {
        space: at(space),
        kind: match found {
            Reach {
                moves: true,
                captures: true,
                ..
            } => HintKind::Either,
            Reach { moves: true, .. } => HintKind::Move,
            Reach { captures: true, .. } => HintKind::Capture,
            _ => HintKind::Sometimes,
        },
    };
    let movement = Movement {
        look: look(definition, piece),
        battalion: definition.name.clone(),
        prose: betza::describe(&piece.moves),
        board: plain_board(side, side, Zone::Battlefield),
        at: at((0, 0)),
        others: Vec::new(),
        hints: reach(&piece.moves, radius).into_iter().map(hint).collect(),
        seat: Seat(0),
    };
    renderer.movement(&movement, theme).map(Some)
}

/// An example of a piece, before and after.
///
/// # Errors
/// If the picture cannot be drawn.
pub fn example(
    renderer: &Renderer,
    definition: &Definition,
    piece: &PieceDef,
    (text, demo): (&str, Demo),
    theme: Theme,
) -> Result<Picture, RenderError> {
    let example = Example {
        name: piece.name.clone(),
        battalion: definition.name.clone(),
        text: text.to_owned(),
        board: demo.board,
        before: demo.before,
        after: demo.after,
        last: demo.last,
        checks: demo.checks,
    };
    renderer.example(&example, theme)
}

/// Every picture of a piece: how it moves, then its examples.
///
/// # Errors
/// If one cannot be drawn.
pub fn piece_pictures(
    renderer: &Renderer,
    definition: &Arc<Definition>,
    piece: &PieceDef,
    theme: Theme,
) -> Result<Vec<Picture>, RenderError> {
    let mut pictures: Vec<Picture> = movement(renderer, definition, piece, theme)?
        .into_iter()
        .collect();
    for shown in &piece.examples {
        // A file is only read if its examples can be played.
        if let Ok(demo) = battalion::play(definition, shown) {
            pictures.push(example(
                renderer,
                definition,
                piece,
                (&shown.text, demo),
                theme,
            )?);
        }
    }
    Ok(pictures)
}

/// The names of the pieces that a parameter of a power lists.
pub fn named<'a>(
    definition: &'a Definition,
    power: &engine::battalion::AbilityUse,
    param: &str,
) -> Vec<&'a str> {
    match power.params.get(param) {
        Some(Param::Pieces(pieces)) => {
            let name = |index: &usize| {
                definition
                    .pieces
                    .get(*index)
                    .map(|piece| piece.name.as_str())
            };
            pieces.iter().filter_map(name).collect()
        }
        _ => Vec::new(),
    }
}
