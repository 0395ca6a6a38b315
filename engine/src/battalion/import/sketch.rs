//! Intermediate form of an imported army, written out as a Battalion file.

use std::fmt::Write as _;

use super::terms::{Taken, take};
use super::{ImportError, Imported};
use crate::english::capitalised;

/// Imported piece type.
#[derive(Debug, Clone, Default)]
pub(super) struct Piece {
    pub name: String,
    pub symbol: String,
    pub titan: bool,
    pub taken: Taken,
    /// Pieces it promotes to, as indices.
    pub promotes: Vec<usize>,
    /// Promotion is optional.
    pub optional: bool,
    /// Key of its setting in `variants.ini`.
    pub key: String,
    /// Zone to which it is bound.
    pub to: Option<String>,
    /// Moves without capturing.
    pub peaceful: bool,
    /// Further movements, as they are written in the file.
    pub more: Vec<String>,
    /// Abilities, as they are written in the file.
    pub abilities: Vec<String>,
}

/// Imported army.
#[derive(Debug, Clone, Default)]
pub(super) struct Sketch {
    pub name: String,
    pub pieces: Vec<Piece>,
    /// Rows from the front; entries are indices of pieces.
    pub rows: Vec<Vec<Option<usize>>>,
    /// Number of rearmost ranks on which pieces promote.
    pub rear: u8,
    /// Castling partners, and the King's distance towards the nearer and the farther one, in Spaces.
    pub castling: Option<(Vec<usize>, u8, u8)>,
    /// Ranks between the armies.
    pub between: Option<u8>,
    /// Zones to be drawn; the index is part of their ids.
    pub zones: Vec<Vec<String>>,
    /// Goals: a piece, and the zone that it wins by reaching.
    pub goals: Vec<(usize, String)>,
    /// The goals give the other side a last turn.
    pub last_turn: bool,
    /// Powers, without their first line.
    pub powers: Vec<String>,
    pub missing: Vec<String>,
}

impl Sketch {
    /// Id of a zone with these rows.
    pub(super) fn zone(&mut self, rows: Vec<String>) -> String {
        let index = self.zones.iter().position(|known| *known == rows).unwrap_or_else(|| {
            self.zones.push(rows);
            self.zones.len() - 1
        });
        format!("zone-{}", index + 1)
    }

    /// Captures explode, as in atomic chess: Pawns stand, and Titans do not capture.
    pub(super) fn blast(&mut self) {
        let pawns: Vec<usize> = (0..self.pieces.len()).filter(|index| self.pieces[*index].key == "pawn").collect();
        let spares = if pawns.is_empty() { String::new() } else { format!(", spares = [{}]", self.list(&pawns)) };
        for piece in &mut self.pieces {
            if piece.titan {
                piece.peaceful = true
            } else {
                piece.abilities.push(format!("{{ use = \"explode\", everyone = true{spares}, silent = true }}"));
            }
        }
    }

    /// Ids of all pieces, in order.
    fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for piece in &self.pieces {
            let own = id(&piece.name, &ids);
            ids.push(own);
        }
        ids
    }

    /// Ids of these pieces in quotes, separated by commas.
    fn list(&self, pieces: &[usize]) -> String {
        let ids = self.ids();
        let quoted: Vec<String> = pieces.iter().map(|piece| format!("\"{}\"", ids[*piece])).collect();
        quoted.join(", ")
    }
}

impl Piece {
    /// Value of `moves` in the file.
    fn moves(&self) -> String {
        let betza = &self.taken.betza;
        let zone = self.to.as_ref().map(|zone| format!(", to = \"{zone}\"")).unwrap_or_default();
        let mode = if self.peaceful { ", mode = \"move\"" } else { "" };
        let first = match (betza.as_str(), format!("{zone}{mode}").as_str()) {
            ("", _) => None,
            (betza, "") => Some(format!("\"{betza}\"")),
            (betza, limits) => Some(format!("{{ betza = \"{betza}\"{limits} }}")),
        };
        let all: Vec<String> = first.into_iter().chain(self.more.iter().cloned()).collect();
        match &all[..] {
            [one] => one.clone(),
            several => format!("[{}]", several.join(", ")),
        }
    }

    pub(super) fn new(name: &str, symbol: &str, notation: &str) -> Piece {
        Piece { name: name.to_owned(), symbol: symbol.to_owned(), taken: take(notation), ..Piece::default() }
    }
}

/// Valid name: allowed characters only, at most 40.
fn name(text: &str) -> String {
    let allowed = |c: &char| c.is_alphanumeric() || " '-.,&!?:()/+".contains(*c);
    let kept: String = text.replace('_', " ").chars().filter(allowed).take(40).collect();
    match kept.trim() {
        "" => "Piece".to_owned(),
        kept => capitalised(kept),
    }
}

/// Unique id derived from a name.
fn id(text: &str, others: &[String]) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut plain: String = words.join("-").chars().take(32).collect();
    if !plain.starts_with(|c: char| c.is_ascii_lowercase()) {
        plain = format!("piece-{plain}").trim_end_matches('-').to_owned();
    }
    let mut free = plain.clone();
    let mut number = 2;
    while others.contains(&free) {
        free = format!("{plain}-{number}");
        number += 1;
    }
    free
}

/// Unique symbol: the wanted one, or another letter or digit.
fn symbol(wanted: &str, others: &[String]) -> String {
    let upper = wanted.to_uppercase();
    let good = match upper.as_bytes() {
        [one] => one.is_ascii_alphanumeric(),
        [one, two] => (one.is_ascii_alphanumeric() || *one == b'+') && two.is_ascii_alphanumeric(),
        _ => false,
    };
    if good && !others.contains(&upper) {
        return upper;
    }
    let free = ('A'..='Z').chain('0'..='9').map(String::from);
    free.into_iter().find(|one| !others.contains(one)).unwrap_or(upper)
}

impl Sketch {
    /// Writes the Battalion file.
    pub(super) fn finish(mut self) -> Result<Imported, ImportError> {
        if !self.pieces.iter().any(|piece| piece.titan) {
            return Err(ImportError::NoTitan);
        }
        let ids = self.ids();
        let mut symbols = Vec::new();
        for piece in &self.pieces {
            let letter = symbol(&piece.symbol, &symbols);
            symbols.push(letter);
        }
        for piece in &self.pieces {
            let of = piece.taken.missing.iter().map(|what| format!("{}: {what}", name(&piece.name)));
            self.missing.extend(of);
        }
        let mut text = String::from("format = 1\n");
        let mut line = |line: std::fmt::Arguments<'_>| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{line}");
        };
        line(format_args!("id = \"{}\"", id(&self.name, &[])));
        line(format_args!("name = \"{}\"", name(&self.name)));
        if let Some(between) = self.between {
            line(format_args!("prose = \"At home on a board with {between} ranks between the armies.\""));
        }
        line(format_args!("\n[territory]\nlayout = ["));
        for row in &self.rows {
            let cells = row.iter().map(|cell| cell.map_or(".", |piece| &symbols[piece]));
            let cells: Vec<&str> = cells.collect();
            line(format_args!("    \"{}\",", cells.join(" ")));
        }
        line(format_args!("]\nmirror = true"));
        for (index, rows) in self.zones.iter().enumerate() {
            let rows: Vec<String> = rows.iter().map(|row| format!("    \"{row}\",")).collect();
            line(format_args!("\n[[zone]]\nid = \"zone-{}\"\nrows = [\n{}\n]", index + 1, rows.join("\n")));
        }
        for power in &self.powers {
            line(format_args!("\n[[power]]\n{power}"));
        }
        for (piece, zone) in &self.goals {
            let pieces = self.list(&[*piece]);
            line(format_args!("\n[[power]]\nuse = \"win-by-reaching\"\nzone = \"{zone}\"\npieces = [{pieces}]"));
            if self.last_turn {
                line(format_args!("last-turn = true"));
            }
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            line(format_args!(
                "\n[[piece]]\nid = \"{}\"\nname = \"{}\"\nsymbol = \"{}\"",
                ids[index],
                name(&piece.name),
                symbols[index]
            ));
            if piece.titan {
                line(format_args!("titan = true"));
            }
            line(format_args!("moves = {}", piece.moves()));
            if !piece.abilities.is_empty() {
                line(format_args!("abilities = [{}]", piece.abilities.join(", ")));
            }
            if let Some((with, near, far)) = self.castling.as_ref().filter(|(with, ..)| piece.titan && !with.is_empty())
            {
                line(format_args!("castle = {{ with = [{}], by = {near}, far = {far} }}", self.list(with)));
            }
            let promotes: Vec<usize> = piece.promotes.iter().copied().filter(|to| *to != index).collect();
            if !promotes.is_empty() && !piece.titan {
                let optional = if piece.optional { ", optional = true, leaving = true" } else { "" };
                line(format_args!(
                    "promote = {{ to = [{}], rear = {}{optional} }}",
                    self.list(&promotes),
                    self.rear.max(1)
                ));
            }
            match (piece.taken.en_passant, piece.taken.double_step && piece.taken.en_passant) {
                (true, true) => line(format_args!("en-passant = [\"takes\", \"taken\"]")),
                (true, false) => line(format_args!("en-passant = [\"takes\"]")),
                _ => {}
            }
        }
        Ok(Imported { text, missing: self.missing })
    }
}
