//! Regions of the board in Fairy-Stockfish's settings, as zones of a Battalion.

use std::collections::BTreeSet;

/// Squares as (file, rank), from 0.
type Squares = BTreeSet<(u8, u8)>;

/// Part of the board as a Battalion file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Region {
    /// A zone that always exists.
    Named(&'static str),
    /// A zone to be drawn: rows of the Territory, front row first.
    Drawn(Vec<String>),
}

/// Zone of a list of squares such as `d1 e1 *2` (a star means every file or rank), for White on a board of this
/// size with a Territory of `rows` rows. `None` if no zone is exactly that.
pub(super) fn region(list: &str, files: u8, ranks: u8, rows: u8) -> Option<Region> {
    let squares = squares(list, files, ranks)?;
    let all_of = |wanted: &dyn Fn(u8) -> bool| -> Squares {
        let wanted = (0..ranks).filter(|rank| wanted(*rank));
        wanted.flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    };
    let middle = |size: u8| (size - 1) / 2..=size / 2;
    let centre: Squares = middle(files).flat_map(|file| middle(ranks).map(move |rank| (file, rank))).collect();
    let named = [
        ("centre", centre),
        ("own-half", all_of(&|rank| rank < ranks / 2)),
        ("far-half", all_of(&|rank| rank >= ranks.div_ceil(2))),
        ("enemy-back-rank", all_of(&|rank| rank + 1 == ranks)),
    ];
    if let Some((name, _)) = named.iter().find(|(_, zone)| *zone == squares) {
        return Some(Region::Named(name));
    }
    if squares.iter().any(|(_, rank)| *rank >= rows) {
        return None;
    }
    let cell = |file: u8, rank: u8| if squares.contains(&(file, rank)) { 'x' } else { '.' };
    let row = |rank: u8| (0..files).map(|file| cell(file, rank)).collect();
    Some(Region::Drawn((0..rows).rev().map(row).collect()))
}

fn squares(list: &str, files: u8, ranks: u8) -> Option<Squares> {
    let mut found = Squares::new();
    for word in list.split_whitespace() {
        let (file, rank) = word.split_at_checked(1)?;
        let across = match file.bytes().next()?.to_ascii_lowercase() {
            b'*' => 0..files,
            letter => {
                let file = letter.checked_sub(b'a').filter(|file| *file < files)?;
                file..file + 1
            }
        };
        let up = match rank {
            "*" => 0..ranks,
            number => {
                let rank = number.parse::<u8>().ok()?.checked_sub(1).filter(|rank| *rank < ranks)?;
                rank..rank + 1
            }
        };
        found.extend(across.flat_map(|file| up.clone().map(move |rank| (file, rank))));
    }
    (!found.is_empty()).then_some(found)
}
