//! What one version of a Battalion changes from another: which pieces it gains, loses and changes, and what of the whole.
//!
//! Pieces are the same if they have the same id, or else the same name. What only looks different in the file (the order of
//! pieces, another way to write a movement) is no change.

use std::collections::BTreeMap;

use super::{AbilityUse, Definition, Param, PieceDef, PromotionDef, ReserveDef};

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
    /// Another author, license, summary or prose.
    Words,
    /// It has become Extra-Strength (T-31), or is no longer.
    ExtraStrength(bool),
    /// It may be picked in duels, or no longer.
    Duel(bool),
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
    /// Other prose or examples.
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
    Changes {
        whole: whole(&was, &is),
        pieces,
    }
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

/// A version, and what its pieces are called in the newer one.
struct Side<'a> {
    of: &'a Definition,
    names: Vec<&'a str>,
}

impl<'a> Side<'a> {
    fn newer(of: &'a Definition) -> Self {
        let names = of.pieces.iter().map(|piece| piece.id.as_str());
        let names = names.collect();
        Self { of, names }
    }

    fn older(of: &'a Definition, new: &'a Definition, pairs: &[(usize, usize)]) -> Self {
        let mut side = Self::newer(of);
        for &(from, to) in pairs {
            side.names[from] = &new.pieces[to].id;
        }
        side
    }

    fn name(&self, piece: usize) -> &'a str {
        self.names.get(piece).copied().unwrap_or_default()
    }

    /// In an order of their own.
    fn names(&self, pieces: &[usize]) -> Vec<&'a str> {
        let mut names: Vec<&str> = pieces.iter().map(|piece| self.name(*piece)).collect();
        names.sort_unstable();
        names
    }

    /// The layout by the names of the pieces.
    fn layout(&self) -> Vec<Vec<Option<&'a str>>> {
        let cell = |cell: &Option<usize>| cell.map(|piece| self.name(piece));
        let rows = self.of.territory.rows.iter();
        rows.map(|row| row.iter().map(cell).collect()).collect()
    }
}

fn whole(was: &Side<'_>, is: &Side<'_>) -> Vec<Change> {
    let (old, new) = (was.of, is.of);
    let mut found = Vec::new();
    if old.name != new.name {
        found.push(Change::Name(old.name.clone()));
    }
    let words = |one: &Definition| {
        let Definition {
            author,
            license,
            summary,
            prose,
            ..
        } = one;
        [author, license, summary, prose].map(Clone::clone)
    };
    if words(old) != words(new) {
        found.push(Change::Words);
    }
    let mut flag = |was: bool, is: bool, change: fn(bool) -> Change| {
        if was != is {
            found.push(change(is));
        }
    };
    flag(
        old.extra_strength,
        new.extra_strength,
        Change::ExtraStrength,
    );
    flag(old.duel, new.duel, Change::Duel);
    flag(
        old.counts_for_targets,
        new.counts_for_targets,
        Change::CountsForTargets,
    );
    flag(old.territory.mirror, new.territory.mirror, Change::Mirror);
    let size = |one: &Definition| (one.territory.width(), one.territory.height());
    if size(old) != size(new) {
        found.push(Change::Size(size(old), size(new)));
    } else if was.layout() != is.layout() {
        found.push(Change::Layout);
    }
    let margin = |one: &Definition| one.territory.margin;
    if margin(old) != margin(new) {
        found.push(Change::Margin(margin(old), margin(new)));
    }
    let zones = |one: &Definition| -> BTreeMap<String, Vec<Vec<bool>>> {
        let zones = one.zones.iter();
        zones
            .map(|zone| (zone.id.clone(), zone.rows.clone()))
            .collect()
    };
    if zones(old) != zones(new) {
        found.push(Change::Zones);
    }
    let powers = uses((was, &old.powers), (is, &new.powers));
    found.extend(powers.into_iter().map(Change::Power));
    found
}

type Piece<'a> = (&'a Side<'a>, usize, &'a PieceDef);

fn aspects((old, from, was): Piece<'_>, (new, to, is): Piece<'_>) -> Vec<Aspect> {
    let mut found = Vec::new();
    if was.name != is.name {
        found.push(Aspect::Name(was.name.clone()));
    }
    let mut note = |differs: bool, aspect: Aspect| {
        if differs {
            found.push(aspect);
        }
    };
    note(was.moves != is.moves, Aspect::Movement);
    note(was.titan != is.titan, Aspect::Titan(is.titan));
    note(
        was.capturable != is.capturable,
        Aspect::Capturable(is.capturable),
    );
    note(was.blocking != is.blocking, Aspect::Blocking(is.blocking));
    note(
        was.immutable != is.immutable,
        Aspect::Immutable(is.immutable),
    );
    let promotion = |side: &Side<'_>, piece: &PieceDef| {
        piece.promotion.as_ref().map(|promotion| {
            let PromotionDef {
                ref to,
                rear,
                optional,
                leaving,
                must,
                others,
            } = *promotion;
            let to: Vec<String> = side.names(to).into_iter().map(str::to_owned).collect();
            (to, rear, optional, leaving, must, others)
        })
    };
    note(promotion(old, was) != promotion(new, is), Aspect::Promotion);
    let passing = |piece: &PieceDef| (piece.takes_en_passant, piece.taken_en_passant);
    note(passing(was) != passing(is), Aspect::EnPassant);
    let castling = |side: &Side<'_>, piece: &PieceDef| {
        let partners = side.names(&piece.castles_with);
        let partners: Vec<String> = partners.into_iter().map(str::to_owned).collect();
        (!partners.is_empty()).then_some((partners, piece.castling))
    };
    note(castling(old, was) != castling(new, is), Aspect::Castling);
    for change in uses((old, &was.abilities), (new, &is.abilities)) {
        note(true, Aspect::Ability(change));
    }
    let (placed, now_placed) = (placed(old.of, from), placed(new.of, to));
    note(placed != now_placed, Aspect::Placed(placed, now_placed));
    let (kept, now_kept) = (reserves(old.of, from), reserves(new.of, to));
    let count = |kept: &[&ReserveDef]| kept.iter().map(|one| u32::from(one.count)).sum::<u32>();
    let (before, after) = (count(&kept), count(&now_kept));
    note(before != after, Aspect::Reserve(before, after));
    let placing = |kept: &[&ReserveDef]| {
        let mut all: Vec<_> = kept
            .iter()
            .map(|one| (one.zone as u8, one.instant))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let both = before > 0 && after > 0;
    note(
        both && placing(&kept) != placing(&now_kept),
        Aspect::Placing,
    );
    let look = |piece: &PieceDef| (piece.symbol.clone(), piece.icon.clone(), piece.art.clone());
    note(look(was) != look(is), Aspect::Look);
    let words = |side: &Side<'_>, piece: &PieceDef| {
        let examples = piece.examples.iter().map(|example| {
            let cells = example.rows.iter().flatten();
            let board: Vec<_> = cells
                .map(|cell| cell.map(|(piece, seat)| (side.name(piece).to_owned(), seat)))
                .collect();
            (example.text.clone(), board, example.moves.clone())
        });
        (piece.prose.clone(), examples.collect::<Vec<_>>())
    };
    note(words(old, was) != words(new, is), Aspect::Words);
    found
}

fn placed(one: &Definition, piece: usize) -> u32 {
    let cells = one.territory.rows.iter().flatten();
    cells.filter(|cell| **cell == Some(piece)).count() as u32
}

fn reserves(one: &Definition, piece: usize) -> Vec<&ReserveDef> {
    let all = one.reserves.iter();
    all.filter(|reserve| reserve.piece == piece).collect()
}

type Uses<'a> = (&'a Side<'a>, &'a [AbilityUse]);

/// Abilities or powers that are new, gone or different. The same one may be there several times.
fn uses((old, was): Uses<'_>, (new, is): Uses<'_>) -> Vec<UseChange> {
    // Parameters with pieces by their names, as text.
    let read = |side: &Side<'_>, uses: &[AbilityUse]| {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for given in uses {
            let params = given.params.iter().map(|(name, param)| match param {
                Param::Pieces(pieces) => format!("{name} {:?}", side.names(pieces)),
                other => format!("{name} {other:?}"),
            });
            let params: Vec<String> = params.collect();
            all.entry(given.name.clone())
                .or_default()
                .push(params.join(", "));
        }
        all.values_mut().for_each(|params| params.sort());
        all
    };
    let (was, is) = (read(old, was), read(new, is));
    let mut found = Vec::new();
    for (name, params) in &is {
        match was.get(name) {
            None => found.push(UseChange::Gained(name.clone())),
            Some(before) if before != params => found.push(UseChange::Changed(name.clone())),
            Some(_) => {}
        }
    }
    let lost = was.keys().filter(|name| !is.contains_key(*name));
    found.extend(lost.cloned().map(UseChange::Lost));
    found
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
        assert_eq!(
            changed("moves = \"B\"", "moves = \"BW\""),
            [Aspect::Movement]
        );
        assert_eq!(
            changed("name = \"Rook\"", "name = \"Tower\""),
            [Aspect::Name("Rook".to_owned())]
        );
        let lost = UseChange::Lost("immobilise".to_owned());
        assert_eq!(
            changed("abilities = [\"immobilise\"]", ""),
            [Aspect::Ability(lost)]
        );
        let gained = UseChange::Gained("immobilise".to_owned());
        assert_eq!(
            changed(
                "moves = \"R\"",
                "moves = \"R\"\nabilities = [\"immobilise\"]"
            ),
            [Aspect::Ability(gained)]
        );
        assert_eq!(
            changed("[\"rook\", \"bishop\"]", "[\"rook\"]"),
            [Aspect::Promotion]
        );
        assert_eq!(
            changed("castle = { with = [\"rook\"] }", ""),
            [Aspect::Castling]
        );
        assert_eq!(
            changed(
                "symbol = \"B\"\nmoves",
                "symbol = \"B\"\nicon = \"x\"\nmoves"
            ),
            [Aspect::Look]
        );
        assert_eq!(
            changed("moves = \"R\"", "moves = \"R\"\nprose = \"New.\""),
            [Aspect::Words]
        );
        assert_eq!(
            changed("moves = \"R\"", "moves = \"R\"\ncapturable = false"),
            [Aspect::Capturable(false)]
        );
        assert_eq!(
            changed("moves = \"R\"", "moves = \"R\"\ntitan = true"),
            [Aspect::Titan(true)]
        );
        let kept = "[[reserve]]\npiece = \"rook\"\ncount = 2\n\n[[piece]]\nid = \"king\"";
        assert_eq!(
            changed("[[piece]]\nid = \"king\"", kept),
            [Aspect::Reserve(0, 2)]
        );
    }

    #[test]
    fn pieces_come_and_go_and_the_whole_changes() {
        let new = "[[piece]]\nid = \"knight\"\nname = \"Knight\"\nsymbol = \"N\"\nmoves = \"N\"\n\n[[piece]]\nid = \"king\"";
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
        assert_eq!(
            one("The Few", "The Many").whole,
            [Change::Name("The Few".to_owned())]
        );
        let power = "[[power]]\nuse = \"double-move\"\n\n[[piece]]\nid = \"king\"";
        let changed = one("[[piece]]\nid = \"king\"", power);
        let gained = UseChange::Gained("double-move".to_owned());
        assert_eq!(changed.whole, [Change::Power(gained)]);
    }
}
