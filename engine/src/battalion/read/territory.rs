//! Reader of `[territory]` and `[[reserve]]`: the starting positions of pieces.

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::values::{Table, Value, kind, quoted};
use super::{MAX_RESERVE, MAX_ROWS, Reader};
use crate::battalion::text::counted;
use crate::battalion::{DropZone, ReserveDef, Territory};
use crate::board::MAX_SIDE;

const TERRITORY_KEYS: &[&str] = &["layout", "mirror", "margin"];
const RESERVE_KEYS: &[&str] = &["piece", "count", "zone", "instant"];

impl Reader<'_> {
    /// Reads the Territory and the offset of its layout.
    pub(super) fn territory(&mut self, file: Table<'_>) -> (Territory, Option<usize>) {
        let nothing = Territory { rows: Vec::new(), mirror: false, margin: 0 };
        let Some(value) = self.required(file, "territory", "`[territory]` with the layout") else {
            return (nothing, None);
        };
        let Some(table) = self.table("territory", value, "`[territory]`", "`[territory]`") else {
            return (nothing, None);
        };
        self.check_keys(table, TERRITORY_KEYS);
        let mirror = self.flag(table, "mirror", false);
        let margin = self.number(table, "margin", 0..=8, 0);
        let Some(layout) = self.required(table, "layout", "`layout = [\"PPP\", \"RKR\"]`, the front row first") else {
            return (Territory { mirror, margin, ..nothing }, None);
        };
        let at = layout.span().start;
        let rows = self.layout(layout, margin);
        (Territory { rows, mirror, margin }, Some(at))
    }

    pub(super) fn layout(&mut self, layout: Value<'_>, margin: u8) -> Vec<Vec<Option<usize>>> {
        let DeValue::Array(items) = layout.get_ref() else {
            self.wrong_kind("layout", layout, "a list of rows, the front row first");
            return Vec::new();
        };
        let at = layout.span().start;
        if items.is_empty() {
            self.report.error(at, "the layout is empty: expected rows such as \"RNBQKBNR\"");
        }
        if items.len() > MAX_ROWS.into() {
            self.report.forbid(at, format!("the layout has {} rows, at most {MAX_ROWS} are allowed", items.len()));
        }
        let widest = usize::from(MAX_SIDE.saturating_sub(2 * margin));
        let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
        for item in items.iter().take(self.report.at_most(MAX_ROWS.into())) {
            let Some((cells, count)) = self.row(item) else {
                continue;
            };
            let start = item.span().start;
            if count == 0 {
                let message = "this row of the layout is empty: write `.` for each empty Space";
                self.report.error(start, message);
                continue;
            }
            if count > widest {
                let message = format!(
                    "this row has {count} Spaces, at most {widest} fit on a board (with the margin on both sides)"
                );
                self.report.error(start, message);
                continue;
            }
            if let Some(first) = rows.first()
                && first.len() != cells.len()
            {
                let message = format!(
                    "this row has {} and the first row {}: all rows are equally long",
                    counted(cells.len(), "Space", "Spaces"),
                    first.len()
                );
                self.report.error(start, message);
            }
            rows.push(cells);
        }
        rows
    }

    /// Reads the Spaces of a row, up to the width of the largest board, and the number of Spaces written.
    pub(super) fn row(&mut self, item: Value<'_>) -> Option<(Vec<Option<usize>>, usize)> {
        let mut unknown = BTreeSet::new();
        match item.get_ref() {
            DeValue::String(text) => {
                let spaced = text.contains(' ');
                let whole = self.symbols.iter().any(|symbol| symbol == text);
                let cells: Vec<(usize, &str)> = if spaced {
                    spaced_cells(text)
                } else if whole {
                    vec![(0, text.as_ref())]
                } else {
                    text.char_indices().map(|(at, c)| (at, &text[at..at + c.len_utf8()])).collect()
                };
                let mut row = Vec::new();
                for &(offset, cell) in cells.iter().take(usize::from(MAX_SIDE)) {
                    let at = self.report.inside(&item.span(), text, offset);
                    row.push(self.cell(cell, at, !spaced, &mut unknown));
                }
                Some((row, cells.len()))
            }
            DeValue::Array(cells) => {
                let mut row = Vec::new();
                for cell in cells.iter().take(usize::from(MAX_SIDE)) {
                    match cell.get_ref() {
                        DeValue::String(text) => {
                            row.push(self.cell(text.trim(), cell.span().start, false, &mut unknown));
                        }
                        other => {
                            let message = format!("a Space of the layout is a symbol in quotes, not {}", kind(other));
                            self.report.error(cell.span().start, message);
                        }
                    }
                }
                Some((row, cells.len()))
            }
            other => {
                let message = format!("a row of the layout is a text in quotes or a list, not {}", kind(other));
                self.report.error(item.span().start, message);
                None
            }
        }
    }

    /// Reads the piece on a Space of the layout. An unknown symbol is reported once per row.
    pub(super) fn cell(
        &mut self,
        symbol: &str,
        at: usize,
        joined: bool,
        unknown: &mut BTreeSet<String>,
    ) -> Option<usize> {
        if symbol == "." {
            return None;
        }
        let found = self.symbols.iter().position(|known| known == symbol && !known.is_empty());
        if found.is_some() {
            return found;
        }
        self.layout_unsure = true;
        // If a piece could not be read, the symbol may belong to it.
        let sure = !self.symbols.is_empty() && !self.report.is_broken();
        if sure && unknown.insert(symbol.to_owned()) {
            let mut known = self.symbols.iter().filter(|known| !known.is_empty());
            let other_case = known.clone().find(|known| known.eq_ignore_ascii_case(symbol)).cloned();
            let part_of_two = joined && known.any(|known| known.len() == 2 && known.contains(symbol));
            let hint = match &other_case {
                Some(_) => "",
                None if part_of_two => {
                    "; put a space between all Spaces of the row, as some symbols have two characters"
                }
                None => " (an empty Space is `.`)",
            };
            let message = format!("no piece has the symbol {}{hint}", quoted(symbol));
            self.report.unknown(at, message, other_case);
        }
        None
    }

    pub(super) fn reserve(&mut self, table: Table<'_>) -> Option<ReserveDef> {
        self.check_keys(table, RESERVE_KEYS);
        let piece = self.required(table, "piece", "`piece = \"rook\"`").and_then(|value| match value.get_ref() {
            DeValue::String(id) => self.piece_ref(id, value.span().start),
            _ => {
                self.wrong_kind("piece", value, "the id of a piece in quotes");
                None
            }
        });
        let count = self.number(table, "count", 1..=MAX_RESERVE, 1);
        let zone = self.one_of(table, "zone", DropZone::NAMES).unwrap_or(DropZone::BackRank);
        let instant = self.flag(table, "instant", false);
        Some(ReserveDef { piece: piece?, count, zone, instant })
    }
}

/// Splits a text at spaces into parts with their offsets.
pub(super) fn spaced_cells(text: &str) -> Vec<(usize, &str)> {
    let mut cells = Vec::new();
    let mut at = 0;
    for cell in text.split(' ') {
        if !cell.is_empty() {
            cells.push((at, cell));
        }
        at += cell.len() + 1;
    }
    cells
}
