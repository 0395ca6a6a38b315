//! Small edits of a Battalion file: a movement, a piece at home, a reserve. They change the file's text and keep its
//! comments and layout.

use std::collections::BTreeSet;
use std::fmt;

use engine::battalion::{Definition, PieceDef};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value, value};

use super::betza::variants;
use crate::army::Army;

/// Largest number of a type in reserve that is tried.
const MOST_IN_RESERVE: u8 = 4;

/// Edit of a Battalion file. Pieces are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    /// One movement of a piece, by its index in `moves`, is written differently.
    Movement { piece: String, index: usize, was: String, now: String },
    /// A piece at home is of another type.
    Home { row: usize, column: usize, was: String, now: String },
    /// More or fewer pieces of a type are in reserve, in this entry or in a new one.
    Reserve { entry: Option<usize>, piece: String, was: u8, now: u8 },
}

impl Edit {
    /// Part of the file that the edit changes. Two edits of the same part cannot be combined.
    pub fn subject(&self) -> (&str, usize, usize) {
        match self {
            Edit::Movement { piece, index, .. } => (piece, *index, 0),
            Edit::Home { row, column, .. } => ("", *row, 1 + *column),
            Edit::Reserve { piece, .. } => (piece, usize::MAX, 0),
        }
    }

    /// The edit in words.
    pub fn words(&self, army: &Definition) -> String {
        let name = |id: &String| {
            army.pieces.iter().find(|piece| piece.id == *id).map_or_else(|| id.clone(), |piece| piece.name.clone())
        };
        match self {
            Edit::Movement { piece, was, now, .. } => format!("{}: moves {now} instead of {was}", name(piece)),
            Edit::Home { row, column, was, now } => format!(
                "{} instead of {} in row {} of the layout, column {}",
                name(now),
                name(was),
                row + 1,
                column + 1
            ),
            Edit::Reserve { piece, was, now, .. } => format!("{} in reserve: {now} instead of {was}", name(piece)),
        }
    }
}

/// Army in a file that can be edited.
#[derive(Clone, Debug)]
pub struct Editable {
    army: Army,
    document: DocumentMut,
}

/// File that is not TOML.
#[derive(Debug, thiserror::Error)]
pub struct NotToml(#[from] toml_edit::TomlError);

impl fmt::Display for NotToml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Editable {
    /// Opens an army for edits.
    ///
    /// # Errors
    /// [`NotToml`] never for an army that was read.
    pub fn new(army: Army) -> Result<Self, NotToml> {
        let document = army.file.text.parse()?;
        Ok(Self { army, document })
    }

    /// The army before any edit.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// All small edits after which the file is still valid.
    pub fn edits(&self) -> Vec<Edit> {
        let definition = &self.army.definition;
        let own = definition.pieces.iter().filter(|piece| !piece.titan);
        let mut edits: Vec<Edit> = own.clone().flat_map(movements).collect();
        edits.extend(self.homes());
        edits.extend(self.reserves());
        edits.retain(|edit| self.edited(&[edit]).is_some());
        edits
    }

    /// One edit for each pair of types at home: the first Space of the one.
    fn homes(&self) -> Vec<Edit> {
        let Definition { pieces, territory, .. } = &*self.army.definition;
        let mut known = BTreeSet::new();
        let mut edits = Vec::new();
        for (row, line) in territory.rows.iter().enumerate() {
            for (column, was) in line.iter().enumerate() {
                let Some(was) = was.filter(|was| !pieces[*was].titan) else { continue };
                for now in (0..pieces.len()).filter(|now| *now != was && !pieces[*now].titan) {
                    if known.insert((was, now)) {
                        let [was, now] = [was, now].map(|piece| pieces[piece].id.clone());
                        edits.push(Edit::Home { row, column, was, now });
                    }
                }
            }
        }
        edits
    }

    fn reserves(&self) -> Vec<Edit> {
        let Definition { pieces, reserves, .. } = &*self.army.definition;
        let known = reserves.iter().enumerate().flat_map(|(entry, reserve)| {
            let piece = pieces[reserve.piece].id.clone();
            let counts = [reserve.count.checked_sub(1), Some(reserve.count + 1)];
            let counts = counts.into_iter().flatten().filter(|now| *now <= MOST_IN_RESERVE);
            counts.map(move |now| Edit::Reserve { entry: Some(entry), piece: piece.clone(), was: reserve.count, now })
        });
        let is_new = |index: usize| reserves.iter().all(|reserve| reserve.piece != index);
        let new = pieces.iter().enumerate().filter(|(index, piece)| !piece.titan && is_new(*index));
        let new = new.map(|(_, piece)| Edit::Reserve { entry: None, piece: piece.id.clone(), was: 0, now: 1 });
        known.chain(new).collect()
    }

    /// The army after these edits; `None` if its file would not be valid. Examples of edited pieces that are no longer
    /// true are left out.
    pub fn edited(&self, edits: &[&Edit]) -> Option<Army> {
        let mut document = self.document.clone();
        edits.iter().try_for_each(|edit| self.apply(&mut document, edit))?;
        let read = |document: &DocumentMut| Army::of_text(&self.army.file.id, document.to_string()).ok();
        read(&document).or_else(|| {
            for edit in edits {
                if let Edit::Movement { piece, .. } = edit {
                    table_of(&mut document, piece)?.remove("example");
                }
            }
            read(&document)
        })
    }

    fn apply(&self, document: &mut DocumentMut, edit: &Edit) -> Option<()> {
        match edit {
            Edit::Movement { piece, index, now, .. } => {
                let moves = table_of(document, piece)?.get_mut("moves")?;
                let place = match moves {
                    Item::Value(Value::Array(several)) => several.get_mut(*index)?,
                    Item::Value(one) => one,
                    _ => return None,
                };
                let place = match place {
                    Value::InlineTable(table) => table.get_mut("betza")?,
                    plain => plain,
                };
                *place = now.as_str().into();
            }
            Edit::Home { row, column, now, .. } => {
                let lines = document.get_mut("territory")?.get_mut("layout")?.as_array_mut()?;
                let line = lines.get_mut(*row)?;
                let symbol = self.piece(now)?.symbol.as_str();
                match line {
                    Value::Array(symbols) => *symbols.get_mut(*column)? = symbol.into(),
                    text => {
                        let replaced =
                            |(at, letter)| if at == *column { symbol.to_owned() } else { String::from(letter) };
                        let changed: String = text.as_str()?.chars().enumerate().map(replaced).collect();
                        let decor = text.decor().clone();
                        *text = changed.into();
                        *text.decor_mut() = decor;
                    }
                }
            }
            Edit::Reserve { entry: Some(entry), now: 0, .. } => {
                reserves_of(document)?.remove(*entry);
            }
            Edit::Reserve { entry: Some(entry), now, .. } => {
                reserves_of(document)?.get_mut(*entry)?.insert("count", value(i64::from(*now)));
            }
            Edit::Reserve { entry: None, piece, now, .. } => {
                let mut reserve = Table::new();
                reserve.insert("piece", value(piece.as_str()));
                reserve.insert("count", value(i64::from(*now)));
                reserve.insert("zone", value("back-rank"));
                let none = || Item::ArrayOfTables(ArrayOfTables::new());
                document.entry("reserve").or_insert_with(none).as_array_of_tables_mut()?.push(reserve);
            }
        }
        Some(())
    }

    fn piece(&self, id: &str) -> Option<&PieceDef> {
        self.army.definition.pieces.iter().find(|piece| piece.id == id)
    }
}

/// Other ways to write each movement of a piece.
fn movements(piece: &PieceDef) -> impl Iterator<Item = Edit> + '_ {
    piece.betza.iter().enumerate().flat_map(move |(index, was)| {
        let edit = move |now| Edit::Movement { piece: piece.id.clone(), index, was: was.clone(), now };
        variants(was).into_iter().map(edit)
    })
}

/// Table of a piece.
fn table_of<'a>(document: &'a mut DocumentMut, id: &str) -> Option<&'a mut Table> {
    let mut pieces = document.get_mut("piece")?.as_array_of_tables_mut()?.iter_mut();
    pieces.find(|piece| piece.get("id").and_then(Item::as_str) == Some(id))
}

fn reserves_of(document: &mut DocumentMut) -> Option<&mut ArrayOfTables> {
    document.get_mut("reserve")?.as_array_of_tables_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editable(id: &str) -> Editable {
        Editable::new(Army::load(id).unwrap()).unwrap()
    }

    #[test]
    fn every_kind_of_edit_is_found_and_changes_what_it_says() {
        let makpong = editable("makpong");
        let edits = makpong.edits();
        for kind in ["Movement", "Home", "Reserve"] {
            assert!(edits.iter().any(|edit| format!("{edit:?}").starts_with(kind)), "{kind}");
        }
        for edit in &edits {
            let edited = makpong.edited(&[edit]).unwrap();
            let changes = engine::battalion::changes(&makpong.army().definition, &edited.definition);
            // Letters for a movement can have the same meaning.
            assert!(!changes.is_empty() || matches!(edit, Edit::Movement { .. }), "{edit:?}");
            // Comments and prose stay.
            assert!(edited.file.text.contains("Named after makpong"), "{edit:?}");
        }
    }

    #[test]
    fn two_edits_are_made_together() {
        let makpong = editable("makpong");
        let edits = makpong.edits();
        let reserve = edits.iter().find(|edit| matches!(edit, Edit::Reserve { entry: Some(0), now: 0, .. })).unwrap();
        let movement = edits.iter().find(|edit| matches!(edit, Edit::Movement { piece, .. } if piece == "snare-rook"));
        let both = makpong.edited(&[reserve, movement.unwrap()]).unwrap();
        assert!(both.definition.reserves.is_empty());
        assert_ne!(reserve.subject(), movement.unwrap().subject());
        let words = reserve.words(&makpong.army().definition);
        assert!(words.ends_with("in reserve: 0 instead of 1"), "{words}");
    }
}
