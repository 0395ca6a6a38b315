//! Rulebook cards from the definition of a Battalion: the Battalion, a piece's movement, and its abilities.

use engine::battalion::{Definition, Demo, HomeDiagram, Matches, PieceDef, ZoneDef};
use engine::board::{Seat, Space};
use engine::view::{BoardView, Look, MarkKind, MarkedZone, PieceView, Zone};
use engine::words;

use super::example::Example;
use super::pieces::{Movement, Sheet, SheetPiece};
use crate::options::{Hint, HintKind};

/// Appearance of a Battalion's piece.
pub fn look(definition: &Definition, piece: &PieceDef) -> Look {
    Look {
        id: format!("{}/{}", definition.id, piece.id),
        name: piece.name.clone(),
        symbol: piece.symbol.clone(),
        icon: piece.icon.clone(),
        art: piece.art.clone(),
        titan: piece.titan,
        blocking: piece.blocking,
    }
}

fn plain_board(width: u8, height: u8, zone: Zone) -> BoardView {
    BoardView::new(width, height, vec![zone; usize::from(width) * usize::from(height)])
}

/// Number of such pieces at the start: in the Territory, and in reserve.
#[expect(clippy::cast_possible_truncation, reason = "an army has few pieces and columns")]
pub fn numbers(definition: &Definition, piece: usize) -> (u32, u32) {
    let cells = definition.territory.rows.iter().flatten();
    let placed = cells.filter(|cell| **cell == Some(piece)).count() as u32;
    let kept = definition.reserves.iter().filter(|reserve| reserve.piece == piece);
    (placed, kept.map(|reserve| u32::from(reserve.count)).sum())
}

/// Zone of a file on its Territory: centred, and aligned with the Back Rank.
#[expect(clippy::cast_possible_truncation, reason = "an army has few pieces and columns")]
fn drawn(zone: &ZoneDef, width: u8) -> MarkedZone {
    let spaces = zone.rows.iter().rev().zip(0..).flat_map(|(row, rank)| {
        let shift = width.saturating_sub(row.len() as u8) / 2;
        let marked = row.iter().zip(shift..width).filter(|(marked, _)| **marked);
        marked.map(move |(_, file)| Space::new(file, rank))
    });
    MarkedZone { kind: MarkKind::Drawn, name: zone.id.replace('-', " "), spaces: spaces.collect() }
}

impl Sheet {
    /// Sheet of a Battalion: its Territory and all of its pieces with their notation.
    pub fn of(definition: &Definition) -> Self {
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
        let mut facts = Vec::new();
        if !definition.author.is_empty() {
            facts.push(definition.author.clone());
        }
        if !definition.license.is_empty() {
            facts.push(definition.license.clone());
        }
        if definition.extra_strength {
            facts.push("Extra-Strength".to_owned());
        }
        match definition.matches {
            Matches::All => {}
            Matches::Duels => facts.push("for duels only".to_owned()),
            Matches::Party => facts.push("not for duels".to_owned()),
        }
        let types = definition.pieces.iter().enumerate().map(|(index, piece)| {
            let (placed, kept) = numbers(definition, index);
            let notation = piece.betza.join(" ");
            SheetPiece {
                look: look(definition, piece),
                count: placed + kept,
                note: match kept {
                    0 => notation,
                    kept => format!("{kept} in reserve · {notation}"),
                },
            }
        });
        Self {
            name: definition.name.clone(),
            facts: facts.join(" · "),
            prose: definition.summary.clone(),
            territory: BoardView {
                marked: definition.zones.iter().map(|zone| drawn(zone, width)).collect(),
                ..plain_board(width, height, Zone::Territory(Seat(0)))
            },
            pieces,
            types: types.collect(),
        }
    }
}

impl Movement {
    /// Movement of a piece on an empty board; `None` if it never moves by itself. A piece bound to a zone is shown
    /// inside it.
    pub fn of(definition: &Definition, piece: &PieceDef) -> Option<Self> {
        let movement = Self::within(definition, piece, piece.diagram_radius())?;
        if let Some(home) = HomeDiagram::of(definition, piece) {
            let hints = home.reach.into_iter().map(|(space, can)| Hint { space, kind: HintKind::Reach(can) });
            return Some(Self { board: home.board, at: home.at, hints: hints.collect(), ..movement });
        }
        // Clash of the Armies is played on a chessboard, so no diagram is larger.
        let is_larger = definition.id == engine::clash::ID && movement.board.width > 8;
        Some(if is_larger { movement.on_chessboard() } else { movement })
    }

    /// Diagram of the movement from d4 of a chessboard.
    fn on_chessboard(self) -> Self {
        let from = self.at;
        let moved = |space: Space| {
            let on = |middle: u8, at: u8| (3 + at).checked_sub(middle).filter(|to| *to < 8);
            Some(Space::new(on(from.file(), space.file())?, on(from.rank(), space.rank())?))
        };
        let hints = self.hints.iter().filter_map(|hint| Some(Hint { space: moved(hint.space)?, ..*hint }));
        Self { hints: hints.collect(), board: plain_board(8, 8, Zone::Battlefield), at: Space::new(3, 3), ..self }
    }

    /// Movement on a board that extends `radius` Spaces to each side.
    pub fn within(definition: &Definition, piece: &PieceDef, radius: u8) -> Option<Self> {
        if piece.moves.is_empty() {
            return None;
        }
        let side = 2 * radius + 1;
        let at = |(right, forward): (i8, i8)| {
            let on = |step: i8| radius.saturating_add_signed(step);
            Space::new(on(right), on(forward))
        };
        let reach = piece.reach(radius);
        Some(Self {
            look: look(definition, piece),
            battalion: definition.name.clone(),
            prose: words::in_terms_of(definition, &piece.movement_prose()),
            board: plain_board(side, side, Zone::Battlefield),
            at: at((0, 0)),
            others: Vec::new(),
            hints: reach
                .into_iter()
                .map(|(space, can)| Hint { space: at(space), kind: HintKind::Reach(can) })
                .collect(),
            seat: Seat(0),
        })
    }
}

impl Example {
    /// Example of a piece before and after an action, with an explanation.
    pub fn of(definition: &Definition, piece: &PieceDef, text: &str, demo: Demo) -> Self {
        Self { name: piece.name.clone(), battalion: definition.name.clone(), text: text.to_owned(), demo }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of a zone that is narrower than the Territory is in its middle, as the row of the Territory is.
    #[test]
    fn narrow_rows_of_a_zone_are_centred() {
        for width in 1..=12_u8 {
            for narrow in (1..=width).filter(|narrow| (width - narrow) % 2 == 0) {
                let rows = [width, narrow].map(|row| vec![true; usize::from(row)]);
                let zone = drawn(&ZoneDef { id: "old-palace".to_owned(), rows: rows.into() }, width);
                assert_eq!((zone.name.as_str(), zone.spaces.len()), ("old palace", usize::from(width + narrow)));
                let files =
                    |rank: u8| zone.spaces.iter().filter(move |space| space.rank() == rank).map(|space| space.file());
                // The last row of a file is the Back Rank.
                for (rank, expected) in [(0, narrow), (1, width)] {
                    let (first, last) = (files(rank).min().unwrap(), files(rank).max().unwrap());
                    assert_eq!((last - first + 1, first), (expected, width - 1 - last), "{narrow} of {width}");
                }
            }
        }
    }
}
