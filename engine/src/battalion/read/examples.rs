//! Reader of `[[piece.example]]`: small positions that show how a piece works.

use toml::de::DeValue;

use super::territory::spaced_cells;
use super::values::{Table, Value, quoted};
use super::{MAX_EXAMPLE_PIECES, MAX_EXAMPLE_SIDE, MAX_EXAMPLE_TEXT, MAX_EXAMPLES, Reader};
use crate::battalion::ExampleDef;
use crate::battalion::text::{TextKind, counted};
use crate::board::{Seat, Space};

const EXAMPLE_KEYS: &[&str] = &["text", "board", "move", "territory", "reserve", "volatile", "imprisoned"];

/// Maximum number of moves in an example.
const MAX_MOVES: usize = 4;

impl Reader<'_> {
    /// Reads the examples of the piece with this index.
    pub(super) fn examples(&mut self, piece: Table<'_>, index: usize) -> Vec<ExampleDef> {
        let tables = self.entries(piece, "example", "a `[[piece.example]]`", MAX_EXAMPLES);
        let mut out = Vec::new();
        for table in tables {
            self.check_keys(table, EXAMPLE_KEYS);
            let moves = self.example_moves(table);
            let at = table.get("move").map_or(table.at, |value| value.span().start);
            self.examples_at.push((index, out.len(), at));
            let rows = self
                .required(table, "board", "`board = [\"..p\", \"K..\"]`, the far row first")
                .map(|value| self.example_board(value))
                .unwrap_or_default();
            out.push(ExampleDef {
                text: self.optional_text(table, "text", TextKind::Line(MAX_EXAMPLE_TEXT)),
                rows,
                territory: self.number(table, "territory", 0..=MAX_EXAMPLE_SIDE / 2, 0),
                reserve: table.get("reserve").map(|value| self.piece_refs("reserve", value)).unwrap_or_default(),
                volatile: self.example_spaces(table, "volatile"),
                imprisoned: self.example_spaces(table, "imprisoned"),
                moves,
            });
        }
        out
    }

    fn example_moves(&mut self, table: Table<'_>) -> Vec<String> {
        let Some(value) = self.required(table, "move", "`move = \"a1-a3\"`") else {
            return Vec::new();
        };
        let words = self.words("move", value, "moves such as \"a1-a3\"");
        if words.is_empty() || words.len() > MAX_MOVES {
            let message =
                format!("`move` is a move such as \"a1-a3\", or a list of at most {MAX_MOVES}, the Players in turn");
            self.report.error(value.span().start, message);
        }
        words.into_iter().take(MAX_MOVES).map(|(text, _)| text.to_owned()).collect()
    }

    fn example_spaces(&mut self, table: Table<'_>, key: &str) -> Vec<Space> {
        let Some(value) = table.get(key) else {
            return Vec::new();
        };
        let mut spaces = Vec::new();
        for (word, span) in self.words(key, value, "Spaces such as \"c3\"") {
            match word.parse() {
                Ok(space) if spaces.len() < MAX_EXAMPLE_PIECES => spaces.push(space),
                _ => {
                    let message = format!("{} is not a Space: a letter and a number, as in `c3`", quoted(word));
                    self.report.error(span.start, message);
                }
            }
        }
        spaces
    }

    fn example_board(&mut self, value: Value<'_>) -> Vec<Vec<Option<(usize, Seat)>>> {
        let at = value.span().start;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_kind("board", value, "a list of rows, the far row first");
            return Vec::new();
        };
        if !(2..=usize::from(MAX_EXAMPLE_SIDE)).contains(&items.len()) {
            let message =
                format!("the board has {}: 2 to {MAX_EXAMPLE_SIDE} are allowed", counted(items.len(), "row", "rows"));
            self.report.error(at, message);
            return Vec::new();
        }
        let mut rows: Vec<Vec<Option<(usize, Seat)>>> = Vec::new();
        for item in items.iter() {
            let DeValue::String(text) = item.get_ref() else {
                self.wrong_kind("board", item, "rows in quotes, such as \"..p\"");
                return Vec::new();
            };
            let cells: Vec<(usize, &str)> = if text.contains(' ') {
                spaced_cells(text)
            } else {
                let letters = text.char_indices();
                letters.map(|(at, c)| (at, &text[at..at + c.len_utf8()])).collect()
            };
            let start = item.span().start;
            if !(2..=usize::from(MAX_EXAMPLE_SIDE)).contains(&cells.len()) {
                let message = format!(
                    "this row has {}: 2 to {MAX_EXAMPLE_SIDE} are allowed",
                    counted(cells.len(), "Space", "Spaces")
                );
                self.report.error(start, message);
                return Vec::new();
            }
            if let Some(first) = rows.first().filter(|first| first.len() != cells.len()) {
                let message = format!(
                    "this row has {} and the first row {}: all rows are equally long",
                    counted(cells.len(), "Space", "Spaces"),
                    first.len()
                );
                self.report.error(start, message);
                return Vec::new();
            }
            let read = |(offset, cell): (usize, &str)| {
                let at = self.report.inside(&item.span(), text, offset);
                self.example_cell(cell, at)
            };
            rows.push(cells.into_iter().map(read).collect());
        }
        let count = rows.iter().flatten().flatten().count();
        if count > MAX_EXAMPLE_PIECES {
            let message = format!("the board has {count} pieces: at most {MAX_EXAMPLE_PIECES} are allowed");
            self.report.error(at, message);
        }
        rows
    }

    /// Reads a cell. Capital letters are pieces of the owner, small letters of the Opponent.
    fn example_cell(&mut self, cell: &str, at: usize) -> Option<(usize, Seat)> {
        if cell == "." {
            return None;
        }
        let found = self.symbols.iter().position(|symbol| symbol.eq_ignore_ascii_case(cell));
        let (upper, lower) = (cell.to_ascii_uppercase(), cell.to_ascii_lowercase());
        match found {
            Some(piece) if cell == upper => Some((piece, Seat(0))),
            Some(piece) if cell == lower => Some((piece, Seat(1))),
            Some(_) => {
                let message = format!(
                    "{} is neither yours nor the Opponent's: write `{upper}` for a piece of yours, `{lower}` for the Opponent's",
                    quoted(cell)
                );
                self.report.error(at, message);
                None
            }
            None => {
                if !self.symbols.is_empty() && !self.report.is_broken() {
                    let message = format!("no piece has the symbol {} (an empty Space is `.`)", quoted(cell));
                    self.report.error(at, message);
                }
                None
            }
        }
    }
}
