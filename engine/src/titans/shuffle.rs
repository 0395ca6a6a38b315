//! Shuffled Back Rank, the same for all Players of a Battalion. For the army of chess this is Fischer Random Chess with
//! its 960 positions.
//!
//! Pieces bound to one colour of Spaces keep their colours. A Titan that castles keeps its partners on the same sides,
//! and pieces bound to a zone keep their places. All remaining arrangements are equally likely. Castling ends on the
//! same Spaces as before shuffling (M-4).

use std::sync::Arc;

use super::lots::Lots;
use crate::battalion::{CastlingHome, Definition, PieceDef};
use crate::piece::MoveRule;

/// Maximum number of attempts, after which the row stays unshuffled.
const TRIES: usize = 10_000;

/// The Battalion with its Back Rank shuffled by the seed of the game.
pub(super) fn shuffled(army: &Arc<Definition>, seed: &[u8; 32]) -> Arc<Definition> {
    let Some(before) = army.territory.rows.last() else {
        return army.clone();
    };
    let mut lots = Lots::new(&format!("shuffle {}", army.id), seed);
    let movable: Vec<usize> = (0..before.len())
        .filter(|column| before[*column].is_some_and(|piece| moves_freely(&army.pieces[piece])))
        .collect();
    for _ in 0..TRIES {
        let mut row = before.clone();
        for last in (1..movable.len()).rev() {
            row.swap(movable[last], movable[lots.below(last + 1)]);
        }
        if !is_allowed(army, before, &row) {
            continue;
        }
        let mut shuffled = Definition::clone(army);
        for (index, piece) in shuffled.pieces.iter_mut().enumerate() {
            piece.castling.home = home(army, index, before, &row);
        }
        if let Some(last) = shuffled.territory.rows.last_mut() {
            *last = row;
        }
        return Arc::new(shuffled);
    }
    army.clone()
}

/// Row of a Territory's drawing.
type Row = Vec<Option<usize>>;

/// Returns whether the piece may start on another Space of its row.
fn moves_freely(piece: &PieceDef) -> bool {
    piece.blocking && piece.moves.iter().all(|rule| rule.bounds.is_none())
}

/// Returns whether every movement of the piece stays on the colour of its Space.
fn keeps_its_colour(piece: &PieceDef) -> bool {
    let even = |rule: &MoveRule| {
        let step = rule.path.straight();
        step.is_some_and(|(dx, dy)| (dx + dy) % 2 == 0)
    };
    piece.abilities.is_empty() && piece.moves.iter().all(even)
}

fn is_allowed(army: &Definition, before: &Row, row: &Row) -> bool {
    army.pieces.iter().enumerate().all(|(index, piece)| {
        let dark = |row: &Row| {
            let columns = row.iter().enumerate().step_by(2);
            columns.filter(|(_, at)| **at == Some(index)).count()
        };
        let several = before.iter().filter(|at| **at == Some(index)).count() > 1;
        let coloured = !several || !keeps_its_colour(piece) || dark(before) == dark(row);
        coloured && partners_keep_their_sides(army, index, before, row)
    })
}

/// Column of the King, and distances to the nearest castling partner on the left and on the right.
fn partners(army: &Definition, king: usize, row: &Row) -> Option<(usize, [Option<usize>; 2])> {
    let with = &army.pieces[king].castles_with;
    let start = row.iter().position(|at| *at == Some(king))?;
    let is_partner = |at: &Option<usize>| at.is_some_and(|piece| with.contains(&piece));
    let left = row[..start].iter().rev().position(is_partner);
    let right = row[start + 1..].iter().position(is_partner);
    Some((start, [left, right].map(|found| found.map(|between| between + 1))))
}

fn partners_keep_their_sides(army: &Definition, king: usize, before: &Row, row: &Row) -> bool {
    if army.pieces[king].castles_with.is_empty() {
        return true;
    }
    match (partners(army, king, before), partners(army, king, row)) {
        (Some((_, old)), Some((start, new))) => {
            // A King in the exact middle would not show whether the Territory is mirrored.
            let middle = row.len() % 2 == 1 && start == row.len() / 2;
            !middle && old.map(|side| side.is_some()) == new.map(|side| side.is_some())
        }
        (None, None) => true,
        _ => false,
    }
}

/// Castling destinations of the King, as before the row was shuffled.
fn home(army: &Definition, king: usize, before: &Row, row: &Row) -> Option<CastlingHome> {
    let piece = &army.pieces[king];
    if piece.castles_with.is_empty() {
        return None;
    }
    let (old, [left, right]) = partners(army, king, before)?;
    let (start, _) = partners(army, king, row)?;
    let by = |distance: usize| usize::from(piece.castling.spaces(distance));
    let column = |column: usize| u8::try_from(column).ok();
    Some(CastlingHome {
        start: column(start)?,
        left: left.and_then(|distance| column(old.checked_sub(by(distance))?)),
        right: right.and_then(|distance| column(old + by(distance))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn orthodox() -> Arc<Definition> {
        let text = include_str!("../../tests/armies/orthodox.toml");
        Arc::new(crate::battalion::read(text, &crate::ability::specs()).unwrap())
    }

    fn word(army: &Definition, row: &Row) -> String {
        let symbol = |at: &Option<usize>| at.map_or(".", |piece| &army.pieces[piece].symbol);
        row.iter().map(symbol).collect()
    }

    fn arrangements(row: &mut Row, from: usize, all: &mut BTreeSet<Row>) {
        if from == row.len() {
            all.insert(row.clone());
            return;
        }
        for other in from..row.len() {
            row.swap(from, other);
            arrangements(row, from + 1, all);
            row.swap(from, other);
        }
    }

    #[test]
    fn the_army_of_chess_has_960_arrangements() {
        let army = orthodox();
        let before = army.territory.rows.last().unwrap().clone();
        let mut all = BTreeSet::new();
        arrangements(&mut before.clone(), 0, &mut all);
        assert_eq!(all.len(), 5040);
        let allowed = all.iter().filter(|row| is_allowed(&army, &before, row));
        assert_eq!(allowed.count(), 960);
    }

    #[test]
    fn the_seed_decides_and_castling_ends_where_it_did() {
        let army = orthodox();
        let mut seen = BTreeSet::new();
        for seed in 0..100 {
            let shuffled = shuffled(&army, &[seed; 32]);
            assert_eq!(shuffled, super::shuffled(&army, &[seed; 32]));
            let row = shuffled.territory.rows.last().unwrap();
            assert!(is_allowed(&army, army.territory.rows.last().unwrap(), row));
            seen.insert(word(&army, row));
            let king = row.iter().position(|at| at.is_some_and(|piece| army.pieces[piece].id == "king"));
            let home = shuffled.pieces[0].castling.home.unwrap();
            assert_eq!(Some(usize::from(home.start)), king);
            assert_eq!((home.left, home.right), (Some(2), Some(6)));
        }
        assert!(seen.len() > 85, "{}", seen.len());
    }

    #[test]
    fn every_built_in_army_can_be_shuffled() {
        for builtin in crate::battalion::builtin() {
            let army = crate::battalion::load_builtin(builtin.id).unwrap();
            let rows = |army: &Definition| {
                let mut row = army.territory.rows.last().unwrap().clone();
                row.sort();
                row
            };
            let other = shuffled(&army, &[3; 32]);
            assert_eq!(rows(&army), rows(&other), "{}", builtin.id);
        }
    }

    /// Allowed arrangements of a row of the army of chess in letters; `.` is an empty Space.
    fn allowed(row: &str) -> Vec<String> {
        let army = orthodox();
        let piece = |letter: char| {
            let known = |piece: &PieceDef| piece.symbol == letter.to_string();
            army.pieces.iter().position(known)
        };
        let before: Row = row.chars().map(piece).collect();
        let mut all = BTreeSet::new();
        arrangements(&mut before.clone(), 0, &mut all);
        (all.iter()).filter(|row| is_allowed(&army, &before, row)).map(|row| word(&army, row)).collect()
    }

    #[test]
    fn several_pieces_that_keep_their_colour_are_as_many_on_each_and_a_single_one_is_free() {
        let colours = |row: &str, letter| {
            let on = |row: &String| {
                let found = row.match_indices(letter).map(|(column, _)| column % 2);
                found.collect::<Vec<_>>()
            };
            allowed(row).iter().map(on).collect::<BTreeSet<_>>()
        };
        let both = BTreeSet::from([vec![0, 1], vec![1, 0]]);
        assert_eq!(colours("NBBN", 'B'), both);
        assert_eq!(colours("NBNN", 'B'), BTreeSet::from([vec![0], vec![1]]));
        assert_eq!(colours("BNBN", 'B'), BTreeSet::from([vec![0, 0]]));
    }

    #[test]
    fn a_king_that_castles_is_never_in_the_very_middle_and_keeps_its_partners_sides() {
        for row in ["RKQNNNR", "RKQR"] {
            let found = allowed(row);
            assert!(!found.is_empty());
            for other in found {
                let king = other.find('K').unwrap();
                assert!(other[..king].contains('R') && other[king..].contains('R'));
                assert!(row.len() % 2 == 0 || king != row.len() / 2, "{other}");
            }
        }
        assert!(allowed("RKQR").contains(&"RQKR".to_owned()));
        assert!(allowed("RKQNNNR").contains(&"NNRQKNR".to_owned()));
        // Without a King in the row, no order of partners has to be kept.
        assert_eq!(allowed("RQ").len(), 2);
    }

    #[test]
    fn castling_ends_by_how_far_the_partner_was() {
        let mut army = Definition::clone(&orthodox());
        army.pieces[0].castling.near = 1;
        army.pieces[0].castling.far = 3;
        let before = army.territory.rows.last().unwrap();
        let home = home(&army, 0, before, before).unwrap();
        // The King on column 4 has Rooks four columns to the left and three to the right.
        assert_eq!((home.start, home.left, home.right), (4, Some(1), Some(5)));
    }

    #[test]
    fn pieces_that_are_bound_to_a_zone_keep_their_places() {
        let text = include_str!("../../tests/armies/xiangqi.toml");
        let army = Arc::new(crate::battalion::read(text, &crate::ability::specs()).unwrap());
        let before = army.territory.rows.last().unwrap();
        let bound = |at: &Option<usize>| at.is_some_and(|at| !moves_freely(&army.pieces[at]));
        assert!(before.iter().any(bound) && !before.iter().all(bound));
        for seed in 0..20 {
            let shuffled = shuffled(&army, &[seed; 32]);
            for (old, new) in before.iter().zip(shuffled.territory.rows.last().unwrap()) {
                assert!(old == new || !(bound(old) || bound(new)));
            }
        }
    }
}
