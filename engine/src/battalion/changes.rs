//! Differences between two versions of a Battalion: pieces gained, lost and changed, and changes of the Battalion as a
//! whole.
//!
//! Pieces are matched by id, or else by name. Differences in the file alone, such as the order of pieces or the
//! spelling of a movement, are not changes.

mod compare;
mod kinds;

use super::{Definition, PieceDef};
use compare::{Side, aspects, whole};

pub use kinds::{Aspect, Change, PieceChange, UseChange};

/// Differences of a newer version of a Battalion from an older one.
///
/// ```
/// use engine::battalion::{changes, load_builtin};
///
/// let old = load_builtin("medieval").unwrap();
/// let mut new = (*old).clone();
/// assert!(changes(&old, &new).is_empty());
/// new.pieces[0].titan = !new.pieces[0].titan;
/// assert_eq!(changes(&old, &new).pieces.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Changes of the Battalion as a whole.
    pub whole: Vec<Change>,
    /// Changes of pieces, in the order of the newer version; lost pieces come last.
    pub pieces: Vec<PieceChange>,
}

impl Changes {
    /// Returns whether there is no visible or playable difference.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.pieces.is_empty()
    }
}

/// Returns the differences of `new` from `old`.
pub fn changes(old: &Definition, new: &Definition) -> Changes {
    let pairs = pairs(old, new);
    let (was, is) = (Side::older(old, new, &pairs), Side::newer(new));
    let mut pieces: Vec<PieceChange> = Vec::new();
    for (to, piece) in new.pieces.iter().enumerate() {
        match pairs.iter().find(|(_, known)| *known == to) {
            None => pieces.push(PieceChange::Gained(to)),
            Some(&(from, _)) => {
                let aspects = aspects((&was, from, &old.pieces[from]), (&is, to, piece));
                if !aspects.is_empty() {
                    pieces.push(PieceChange::Changed { from, to, aspects });
                }
            }
        }
    }
    let kept = |from: &usize| pairs.iter().any(|(known, _)| known == from);
    let lost = (0..old.pieces.len()).filter(|from| !kept(from));
    pieces.extend(lost.map(PieceChange::Lost));
    Changes { whole: whole(&was, &is), pieces }
}

/// Pairs of indices of the same piece in both versions.
fn pairs(old: &Definition, new: &Definition) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let keys: [fn(&PieceDef) -> &str; 2] = [|piece| &piece.id, |piece| &piece.name];
    for key in keys {
        for (to, piece) in new.pieces.iter().enumerate() {
            let free = |from: &usize| pairs.iter().all(|(known, _)| known != from);
            let same = |from: &usize| key(&old.pieces[*from]) == key(piece);
            let found = (0..old.pieces.len()).find(|from| free(from) && same(from));
            if let Some(from) = found.filter(|_| pairs.iter().all(|(_, known)| *known != to)) {
                pairs.push((from, to));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::specs;
    use crate::battalion::{builtin, read};

    const OLD: &str = r#"
format = 1
id = "few"
name = "The Few"

[territory]
layout = [".PP.", "KR.B"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
castle = { with = ["rook"] }

[[piece]]
id = "rook"
name = "Rook"
symbol = "R"
moves = "R"

[[piece]]
id = "bishop"
name = "Bishop"
symbol = "B"
moves = "B"
abilities = ["immobilise"]

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcF"
promote = { to = ["rook", "bishop"] }
"#;

    fn found(change: impl Fn(&str) -> String) -> Changes {
        let read = |text: &str| read(text, &specs()).unwrap();
        changes(&read(OLD), &read(&change(OLD)))
    }

    fn one(from: &str, to: &str) -> Changes {
        assert!(OLD.contains(from), "{from}");
        found(|old| old.replacen(from, to, 1))
    }

    fn aspects_of(changes: &Changes) -> Vec<Aspect> {
        match changes.pieces.as_slice() {
            [PieceChange::Changed { aspects, .. }] => aspects.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_written_differently_is_no_change() {
        assert!(found(str::to_owned).is_empty());
        assert!(one("moves = \"R\"", "moves = \"WW\" # a Rook").is_empty());
        // The Rook moves to the end, so every index changes.
        let moved = |old: &str| {
            let rook = "[[piece]]\nid = \"rook\"\nname = \"Rook\"\nsymbol = \"R\"\nmoves = \"R\"\n";
            old.replacen(rook, "", 1) + "\n" + rook
        };
        assert_eq!(found(moved), Changes::default());
        for builtin in builtin() {
            let read = read(builtin.text, &specs()).unwrap();
            assert!(changes(&read, &read).is_empty(), "{}", builtin.id);
        }
    }

    #[test]
    fn each_thing_that_differs_is_found() {
        let changed = |from: &str, to: &str| aspects_of(&one(from, to));
        assert_eq!(changed("moves = \"B\"", "moves = \"BW\""), [Aspect::Movement]);
        assert_eq!(changed("name = \"Rook\"", "name = \"Tower\""), [Aspect::Name("Rook".to_owned())]);
        let lost = UseChange::Lost("immobilise".to_owned());
        assert_eq!(changed("abilities = [\"immobilise\"]", ""), [Aspect::Ability(lost)]);
        let gained = UseChange::Gained("immobilise".to_owned());
        assert_eq!(changed("moves = \"R\"", "moves = \"R\"\nabilities = [\"immobilise\"]"), [Aspect::Ability(gained)]);
        assert_eq!(changed("[\"rook\", \"bishop\"]", "[\"rook\"]"), [Aspect::Promotion]);
        assert_eq!(changed("castle = { with = [\"rook\"] }", ""), [Aspect::Castling]);
        assert_eq!(changed("symbol = \"B\"\nmoves", "symbol = \"B\"\nicon = \"x\"\nmoves"), [Aspect::Look]);
        assert_eq!(changed("moves = \"R\"", "moves = \"R\"\nprose = \"New.\""), [Aspect::Words]);
        assert_eq!(changed("moves = \"R\"", "moves = \"R\"\ncapturable = false"), [Aspect::Capturable(false)]);
        assert_eq!(changed("moves = \"R\"", "moves = \"R\"\ntitan = true"), [Aspect::Titan(true)]);
        let kept = "[[reserve]]\npiece = \"rook\"\ncount = 2\n\n[[piece]]\nid = \"king\"";
        assert_eq!(changed("[[piece]]\nid = \"king\"", kept), [Aspect::Reserve(0, 2)]);
    }

    #[test]
    fn pieces_come_and_go_and_the_whole_changes() {
        let new =
            "[[piece]]\nid = \"knight\"\nname = \"Knight\"\nsymbol = \"N\"\nmoves = \"N\"\n\n[[piece]]\nid = \"king\"";
        let gained = one("[[piece]]\nid = \"king\"", new);
        assert_eq!(gained.pieces, [PieceChange::Gained(0)]);
        let swapped = found(|old| {
            old.replace("id = \"bishop\"", "id = \"sage\"")
                .replace("\"rook\", \"bishop\"", "\"rook\", \"sage\"")
                .replace("name = \"Bishop\"", "name = \"Sage\"")
        });
        assert_eq!(swapped.pieces[0], PieceChange::Gained(2));
        assert_eq!(swapped.pieces.last(), Some(&PieceChange::Lost(2)));
        // A piece with another id and an unchanged name is the same piece, and references to it are not changes.
        let renamed = found(|old| old.replace("\"bishop\"", "\"sage\""));
        assert_eq!(renamed, Changes::default());
        let fewer = one("\".PP.\"", "\".P..\"");
        assert_eq!(fewer.whole, [Change::Layout]);
        assert_eq!(aspects_of(&fewer), [Aspect::Placed(2, 1)]);
        let wider = one("[\".PP.\", \"KR.B\"]", "[\".PP..\", \"KR.B.\"]");
        assert_eq!(wider.whole, [Change::Size((4, 2), (5, 2))]);
        assert_eq!(one("The Few", "The Many").whole, [Change::Name("The Few".to_owned())]);
        let power = "[[power]]\nuse = \"double-move\"\n\n[[piece]]\nid = \"king\"";
        let changed = one("[[piece]]\nid = \"king\"", power);
        let gained = UseChange::Gained("double-move".to_owned());
        assert_eq!(changed.whole, [Change::Power(gained)]);
    }
}
