//! What one version of a Battalion changes from another: the pieces it gains, loses and changes, and what is different about the whole.
//!
//! Pieces are the same if they have the same id, or else the same name. What only looks different in the file (the order of
//! pieces, another way to write a movement) is no change.

mod compare;

use super::{Definition, PieceDef};
use compare::{Side, aspects, whole};

/// What is different in a newer version of a Battalion.
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
    /// Of the Battalion as a whole.
    pub whole: Vec<Change>,
    /// Of its pieces, in the order of the newer version; those that are gone last.
    pub pieces: Vec<PieceChange>,
}

impl Changes {
    /// Nothing is different, as far as people can see or play it.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.pieces.is_empty()
    }
}

/// A change of the Battalion as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another name; this was the old one.
    Name(String),
    /// Another author, license, summary or prose, or other credits.
    Words,
    /// It has become Extra-Strength (T-31), or is no longer.
    ExtraStrength(bool),
    /// It may be picked in duels, or no longer.
    Duel(bool),
    /// It may be picked in Party Mode, or no longer.
    Party(bool),
    /// It counts where Targets must differ (T-27), or no longer.
    CountsForTargets(bool),
    /// Columns and rows of the Territory, before and after.
    Size((u8, u8), (u8, u8)),
    /// The pieces of the Territory stand elsewhere.
    Layout,
    /// The Territory can be mirrored (T-15), or no longer.
    Mirror(bool),
    /// Free columns on either side (T-15), before and after.
    Margin(u8, u8),
    /// Zones are drawn differently.
    Zones,
    /// A power of the Battalion.
    Power(UseChange),
}

/// A change of an ability or a power, each by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UseChange {
    /// It is new.
    Gained(String),
    /// It is gone.
    Lost(String),
    /// Its parameters are others.
    Changed(String),
}

/// A piece that is new, gone, or different.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceChange {
    /// New: its index in the newer version.
    Gained(usize),
    /// Gone: its index in the older version.
    Lost(usize),
    /// Different.
    Changed {
        /// Its index in the older version.
        from: usize,
        /// Its index in the newer version.
        to: usize,
        /// What is different; never empty.
        aspects: Vec<Aspect>,
    },
}

/// What is different about a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Aspect {
    /// Another name; this was the old one.
    Name(String),
    /// Another symbol, icon or picture.
    Look,
    /// Other prose, aliases or examples.
    Words,
    /// It moves differently.
    Movement,
    /// It is a Titan now, or no longer (T-10).
    Titan(bool),
    /// Special effects of others no longer touch it, or do again (T-10).
    Immutable(bool),
    /// It can be captured, or no longer (T-10).
    Capturable(bool),
    /// It blocks its Space, or no longer (T-10).
    Blocking(bool),
    /// It promotes differently (T-12).
    Promotion,
    /// It captures or is captured en passant differently (T-13).
    EnPassant,
    /// It castles differently (M-4).
    Castling,
    /// One of its abilities.
    Ability(UseChange),
    /// How many stand in the Territory at the start, before and after.
    Placed(u32, u32),
    /// How many are in reserve at the start (T-18), before and after.
    Reserve(u32, u32),
    /// Its reserve may be placed elsewhere or at another time (T-18).
    Placing,
}

/// What `new` changes from `old`.
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

/// The pieces that are the same, by their indices.
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
        // The Rook last: every index is another.
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
        // Another id under the same name is the same piece; what leads to it is called otherwise.
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
