//! Small edits of a Battalion file: a movement, a Space of the layout, a reserve. They change the file's text and keep its
//! comments and layout.

use std::fmt;

use engine::battalion::{Definition, PieceDef};
use engine::board::Space;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value, value};

use super::betza::{goes_and_captures, variants};
use crate::army::Army;

/// Largest number of a type in reserve that is tried.
const MOST_IN_RESERVE: u8 = 4;
/// Empty Space in a layout.
const EMPTY: &str = ".";

/// Edit of a Battalion file. Pieces are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    /// One movement of a piece, by its index in `moves`, is written differently, or is left out.
    Movement { piece: String, index: usize, was: String, now: Option<String> },
    /// Spaces of the layout, by row and column, have pieces of another type; `None` is an empty Space.
    Home { spaces: Vec<[usize; 2]>, was: Option<String>, now: Option<String> },
    /// More or fewer pieces of a type are in reserve, in this entry or in a new one.
    Reserve { entry: Option<usize>, piece: String, was: u8, now: u8 },
}

impl Edit {
    /// Part of the file that the edit changes. Two edits of the same part cannot be combined.
    pub fn subject(&self) -> (&str, usize, usize) {
        match self {
            Edit::Movement { piece, index, .. } => (piece, *index, 0),
            // Edits of one type begin on the same Space.
            Edit::Home { spaces, .. } => spaces.first().map_or(("", 0, 0), |[row, column]| ("", *row, 1 + *column)),
            Edit::Reserve { piece, .. } => (piece, usize::MAX, 0),
        }
    }

    /// Index of the entry of a list that the edit changes.
    fn entry(&self) -> Option<usize> {
        match self {
            Edit::Movement { index, .. } => Some(*index),
            Edit::Home { .. } => None,
            Edit::Reserve { entry, .. } => *entry,
        }
    }

    /// The edit in words.
    pub fn words(&self, army: &Definition) -> String {
        let name = |id: &String| {
            army.pieces.iter().find(|piece| piece.id == *id).map_or_else(|| id.clone(), |piece| piece.name.clone())
        };
        match self {
            Edit::Movement { piece, was, now: Some(now), .. } => {
                format!("{}: moves {now} instead of {was}", name(piece))
            }
            Edit::Movement { piece, was, now: None, .. } => format!("{}: without the movement {was}", name(piece)),
            Edit::Home { spaces, was, now } => {
                let name = |id: &Option<String>| id.as_ref().map_or_else(|| "an empty Space".to_owned(), name);
                let space = |[row, column]: &[usize; 2]| {
                    // Named as on the picture of the army: the last row of the layout is the first rank.
                    let rank = usize::from(army.territory.height()).saturating_sub(row + 1);
                    let (file, rank) = (u8::try_from(*column).ok()?, u8::try_from(rank).ok()?);
                    Some(Space::new(file, rank).to_string())
                };
                let spaces: Vec<String> = spaces.iter().filter_map(space).collect();
                format!("{} instead of {} on {}", name(now), name(was), spaces.join(" and "))
            }
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

    /// All small edits. Some may leave no valid file: [`Editable::edited`] returns `None` for them.
    pub fn edits(&self) -> Vec<Edit> {
        let definition = &self.army.definition;
        let own = definition.pieces.iter().filter(|piece| !piece.titan);
        let mut edits: Vec<Edit> = own.flat_map(movements).collect();
        edits.extend(self.homes());
        edits.extend(self.added());
        edits.extend(self.reserves());
        edits
    }

    /// Pieces at home that become others or go: for each pair of types, the piece on the first Space, and both pieces if
    /// there are two.
    fn homes(&self) -> Vec<Edit> {
        let pieces = &self.army.definition.pieces;
        let own = || pieces.iter().enumerate().filter(|(_, piece)| !piece.titan);
        let mut edits = Vec::new();
        for (was, piece) in own() {
            let spaces = self.spaces_of(was);
            let others = own().filter(|(now, _)| *now != was).map(|(_, piece)| Some(piece.id.clone()));
            for now in others.chain([None]) {
                let counts: &[usize] = match spaces.len() {
                    0 => &[],
                    2 => &[1, 2],
                    _ => &[1],
                };
                edits.extend(counts.iter().map(|count| {
                    let (spaces, was) = (spaces[..*count].to_vec(), Some(piece.id.clone()));
                    Edit::Home { spaces, was, now: now.clone() }
                }));
            }
        }
        edits
    }

    /// Spaces of a type's pieces at home, by row and column.
    fn spaces_of(&self, piece: usize) -> Vec<[usize; 2]> {
        let rows = self.army.definition.territory.rows.iter().enumerate();
        let spaces =
            rows.flat_map(|(row, line)| line.iter().enumerate().map(move |(column, here)| ([row, column], here)));
        spaces.filter(|(_, here)| **here == Some(piece)).map(|(space, _)| space).collect()
    }

    /// One more piece of each type, on the empty Space nearest to a piece of that type.
    fn added(&self) -> impl Iterator<Item = Edit> {
        let Definition { pieces, territory, .. } = &*self.army.definition;
        let spaces = || {
            let rows = territory.rows.iter().enumerate();
            rows.flat_map(|(row, line)| line.iter().enumerate().map(move |(column, piece)| (row, column, piece)))
        };
        let own = pieces.iter().enumerate().filter(|(_, piece)| !piece.titan);
        own.filter_map(move |(index, piece)| {
            let same: Vec<_> = spaces().filter(|(_, _, piece)| **piece == Some(index)).collect();
            let empty = spaces().filter(|(_, _, piece)| piece.is_none());
            let (row, column, _) = empty.min_by_key(|(row, column, _)| {
                let distance =
                    |other: &(usize, usize, _)| row.abs_diff(other.0).pow(2) + column.abs_diff(other.1).pow(2);
                same.iter().map(distance).min()
            })?;
            Some(Edit::Home { spaces: vec![[row, column]], was: None, now: Some(piece.id.clone()) })
        })
    }

    fn reserves(&self) -> Vec<Edit> {
        let Definition { pieces, reserves, .. } = &*self.army.definition;
        let known = reserves.iter().enumerate().flat_map(|(entry, reserve)| {
            let piece = pieces[reserve.piece].id.clone();
            let counts = (0..=MOST_IN_RESERVE.max(reserve.count + 1)).filter(|now| *now != reserve.count);
            counts.map(move |now| Edit::Reserve { entry: Some(entry), piece: piece.clone(), was: reserve.count, now })
        });
        let is_new = |index: usize| reserves.iter().all(|reserve| reserve.piece != index);
        let new = pieces.iter().enumerate().filter(|(index, piece)| !piece.titan && is_new(*index));
        let new = new.flat_map(|(_, piece)| {
            (1..=MOST_IN_RESERVE).map(|now| Edit::Reserve { entry: None, piece: piece.id.clone(), was: 0, now })
        });
        known.chain(new).collect()
    }

    /// The army after these edits; `None` if its file would not be valid. Examples of edited pieces that are no longer
    /// true are left out.
    pub fn edited(&self, edits: &[&Edit]) -> Option<Army> {
        let mut document = self.document.clone();
        // The last entries of lists first: a removed entry moves those behind it.
        let mut ordered = edits.to_vec();
        ordered.sort_by_key(|edit| std::cmp::Reverse(edit.entry()));
        ordered.iter().try_for_each(|edit| self.apply(&mut document, edit))?;
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
            Edit::Movement { piece, index, now: None, .. } => {
                let moves = table_of(document, piece)?.get_mut("moves")?.as_array_mut()?;
                (*index < moves.len()).then(|| moves.remove(*index))?;
            }
            Edit::Movement { piece, index, now: Some(now), .. } => {
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
            Edit::Home { spaces, now, .. } => {
                let symbol = match now {
                    Some(now) => self.piece(now)?.symbol.as_str(),
                    None => EMPTY,
                };
                let lines = document.get_mut("territory")?.get_mut("layout")?.as_array_mut()?;
                for [row, column] in spaces {
                    match lines.get_mut(*row)? {
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

/// Other ways to write each movement of a piece; one of several movements may also go. A piece that captures still
/// captures after each, and one that goes to empty Spaces still does that.
fn movements(piece: &PieceDef) -> impl Iterator<Item = Edit> + '_ {
    let all: Vec<&str> = piece.betza.iter().map(String::as_str).collect();
    let before = goes_and_captures(&all);
    piece.betza.iter().enumerate().flat_map(move |(index, was)| {
        let all = all.clone();
        let keeps = move |now: &Option<String>| {
            let others = all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, betza)| *betza);
            let after: Vec<&str> = others.chain(now.as_deref()).collect();
            before.into_iter().zip(goes_and_captures(&after)).all(|(before, after)| after || !before)
        };
        let edit = move |now| Edit::Movement { piece: piece.id.clone(), index, was: was.clone(), now };
        let gone = (piece.betza.len() > 1).then_some(None);
        variants(was).into_iter().map(Some).chain(gone).filter(keeps).map(edit)
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
        let mut edits = makpong.edits();
        edits.retain(|edit| makpong.edited(&[edit]).is_some());
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

    /// Designs with many kinds of movements and abilities.
    #[test]
    fn other_designs_have_edits_of_all_kinds() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/armies")).unwrap();
        let files: Vec<String> = folder.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
        assert_eq!(files.len(), 10);
        for file in files {
            let army = editable(&file);
            let edits = army.edits();
            let valid: Vec<&Edit> = edits.iter().filter(|edit| army.edited(&[edit]).is_some()).collect();
            for kind in ["Movement", "Home", "Reserve"] {
                let number = valid.iter().filter(|edit| format!("{edit:?}").starts_with(kind)).count();
                assert!(number >= 5, "{file}: {number} of {kind}");
            }
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

    /// No Pawn loses its captures.
    #[test]
    fn edited_pieces_still_go_and_capture() {
        let edits = editable("medieval").edits();
        let moves = edits.iter().filter_map(|edit| match edit {
            Edit::Movement { now: Some(now), .. } => Some(now.as_str()),
            _ => None,
        });
        let moves: Vec<&str> = moves.collect();
        assert!(moves.contains(&"RmW") && !moves.contains(&"mR") && !moves.contains(&"cR"), "{moves:?}");
        assert!(moves.contains(&"fmWfcF") && !moves.contains(&"fmWifmnD"), "{moves:?}");
    }

    /// A removed entry moves the entries behind it.
    #[test]
    fn two_entries_of_one_list_are_changed_together() {
        let text = Army::load("medieval").unwrap().file.text;
        let reserves = ["rook", "knight"].map(|piece| format!("[[reserve]]\npiece = \"{piece}\"\ncount = 1\n\n"));
        let text = text.replacen("[[piece]]", &(reserves.concat() + "[[piece]]"), 1);
        let text = text.replace("moves = \"R\"", "moves = [\"R\", \"D\", \"mA\"]");
        let editable = Editable::new(Army::of_text("two", text).unwrap()).unwrap();
        let edits = editable.edits();
        let find = |wanted: &dyn Fn(&Edit) -> bool| edits.iter().find(|edit| wanted(edit)).unwrap();
        let reserve = |entry, count| {
            find(
                &move |edit| matches!(edit, Edit::Reserve { entry: Some(at), now, .. } if (*at, *now) == (entry, count)),
            )
        };
        let edited = editable.edited(&[reserve(0, 0), reserve(1, 3)]).unwrap().definition;
        assert_eq!(edited.reserves.iter().map(|reserve| reserve.count).collect::<Vec<_>>(), [3]);
        assert_eq!(edited.pieces[edited.reserves[0].piece].id, "knight");
        let movement = |index, wanted: Option<&'static str>| {
            find(&move |edit| {
                matches!(edit, Edit::Movement { piece, index: at, now, .. }
                    if piece == "rook" && *at == index && now.as_deref() == wanted)
            })
        };
        let edited = editable.edited(&[movement(0, None), movement(2, Some("mAW"))]).unwrap().definition;
        let rook = edited.pieces.iter().find(|piece| piece.id == "rook").unwrap();
        assert_eq!(rook.betza, ["D", "mAW"]);
    }

    #[test]
    fn pieces_leave_and_join_the_layout() {
        let medieval = editable("medieval");
        let edits = medieval.edits();
        let count = |army: &Army, id: &str| {
            let Definition { pieces, territory, .. } = &*army.definition;
            territory.rows.iter().flatten().flatten().filter(|piece| pieces[**piece].id == id).count()
        };
        let is = |piece: &Option<String>, id: &str| piece.as_deref() == Some(id);
        for (id, number) in [("rook", 2), ("pawn", 8), ("queen", 1)] {
            let gone = edits.iter().find(|edit| matches!(edit, Edit::Home { was, now: None, .. } if is(was, id)));
            let more = edits.iter().find(|edit| matches!(edit, Edit::Home { was: None, now, .. } if is(now, id)));
            let [gone, more] = [gone, more].map(Option::unwrap);
            for (edit, then) in [(gone, number - 1), (more, number + 1)] {
                assert_eq!(count(&medieval.edited(&[edit]).unwrap(), id), then, "{edit:?}");
            }
            // The front row above its Space of the Back Rank.
            let Edit::Home { spaces, .. } = more else { panic!("{more:?}") };
            assert_eq!(spaces, &[[0, if id == "queen" { 3 } else { 0 }]]);
            let space = if id == "queen" { "d3" } else { "a3" };
            let words = more.words(&medieval.army().definition);
            assert!(words.ends_with(&format!(" instead of an empty Space on {space}")), "{words}");
        }
        // Both pieces of a type: rooks, bishops and knights have two.
        let both: Vec<&Edit> =
            edits.iter().filter(|edit| matches!(edit, Edit::Home { spaces, .. } if spaces.len() > 1)).collect();
        assert_eq!(both.len(), 3 * 5, "{both:?}");
        let knights = both
            .iter()
            .find(|edit| matches!(edit, Edit::Home { was, now, .. } if is(was, "rook") && is(now, "knight")));
        let edited = medieval.edited(&[knights.unwrap()]).unwrap();
        assert_eq!((count(&edited, "rook"), count(&edited, "knight")), (0, 4));
        let words = knights.unwrap().words(&medieval.army().definition);
        assert_eq!(words, "Knight instead of Rook on a1 and h1");
        let one = edits.iter().find(|edit| matches!(edit, Edit::Home { was, now: None, .. } if is(was, "rook")));
        assert_eq!(one.unwrap().subject(), knights.unwrap().subject());
    }
}
