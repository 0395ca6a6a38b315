//! Comparison of two versions of a Battalion, as a whole and piece by piece. Indices of pieces differ between versions,
//! so pieces are compared by their ids in the newer version.

use std::collections::BTreeMap;

use super::kinds::{Aspect, Change, UseChange};
use crate::battalion::{AbilityUse, Definition, Param, PieceDef, PromotionDef, ReserveDef};

/// One version, with the ids of its pieces in the newer version.
pub(super) struct Side<'a> {
    of: &'a Definition,
    names: Vec<&'a str>,
}

impl<'a> Side<'a> {
    pub(super) fn newer(of: &'a Definition) -> Self {
        let names = of.pieces.iter().map(|piece| piece.id.as_str());
        let names = names.collect();
        Self { of, names }
    }

    pub(super) fn older(of: &'a Definition, new: &'a Definition, pairs: &[(usize, usize)]) -> Self {
        let mut side = Self::newer(of);
        for &(from, to) in pairs {
            side.names[from] = &new.pieces[to].id;
        }
        side
    }

    fn name(&self, piece: usize) -> &'a str {
        self.names.get(piece).copied().unwrap_or_default()
    }

    /// Sorted names of the pieces with these indices.
    fn names(&self, pieces: &[usize]) -> Vec<&'a str> {
        let mut names: Vec<&str> = pieces.iter().map(|piece| self.name(*piece)).collect();
        names.sort_unstable();
        names
    }

    /// The layout with names of pieces.
    fn layout(&self) -> Vec<Vec<Option<&'a str>>> {
        let cell = |cell: &Option<usize>| cell.map(|piece| self.name(piece));
        let rows = self.of.territory.rows.iter();
        rows.map(|row| row.iter().map(cell).collect()).collect()
    }
}

/// Changes of the Battalion as a whole.
pub(super) fn whole(was: &Side<'_>, is: &Side<'_>) -> Vec<Change> {
    let (old, new) = (was.of, is.of);
    let mut found = Vec::new();
    if old.name != new.name {
        found.push(Change::Name(old.name.clone()));
    }
    let words = |one: &Definition| {
        let Definition { author, license, summary, prose, .. } = one;
        [author, license, summary, prose].map(Clone::clone)
    };
    if words(old) != words(new) || old.credits != new.credits {
        found.push(Change::Words);
    }
    let mut flag = |was: bool, is: bool, change: fn(bool) -> Change| {
        if was != is {
            found.push(change(is));
        }
    };
    flag(old.extra_strength, new.extra_strength, Change::ExtraStrength);
    flag(old.matches.duels(), new.matches.duels(), Change::Duel);
    flag(old.matches.party(), new.matches.party(), Change::Party);
    flag(old.counts_for_targets, new.counts_for_targets, Change::CountsForTargets);
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
        zones.map(|zone| (zone.id.clone(), zone.rows.clone())).collect()
    };
    if zones(old) != zones(new) {
        found.push(Change::Zones);
    }
    let powers = uses((was, &old.powers), (is, &new.powers));
    found.extend(powers.into_iter().map(Change::Power));
    found
}

/// Piece of a version: the version, the piece's index and its definition.
pub(super) type Piece<'a> = (&'a Side<'a>, usize, &'a PieceDef);

/// Changed aspects of a piece.
pub(super) fn aspects((old, from, was): Piece<'_>, (new, to, is): Piece<'_>) -> Vec<Aspect> {
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
    note(was.capturable != is.capturable, Aspect::Capturable(is.capturable));
    note(was.blocking != is.blocking, Aspect::Blocking(is.blocking));
    note(was.immutable != is.immutable, Aspect::Immutable(is.immutable));
    let promotion = |side: &Side<'_>, piece: &PieceDef| {
        piece.promotion.as_ref().map(|promotion| {
            let PromotionDef { ref to, rear, optional, leaving, must, others, limit } = *promotion;
            let to: Vec<String> = side.names(to).into_iter().map(str::to_owned).collect();
            (to, rear, optional, leaving, must, others, limit)
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
        let mut all: Vec<_> = kept.iter().map(|one| (one.zone as u8, one.instant)).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let both = before > 0 && after > 0;
    note(both && placing(&kept) != placing(&now_kept), Aspect::Placing);
    let look = |piece: &PieceDef| (piece.symbol.clone(), piece.icon.clone(), piece.art.clone());
    note(look(was) != look(is), Aspect::Look);
    let words = |side: &Side<'_>, piece: &PieceDef| {
        let examples = piece.examples.iter().map(|example| {
            let cells = example.rows.iter().flatten();
            let board: Vec<_> =
                cells.map(|cell| cell.map(|(piece, seat)| (side.name(piece).to_owned(), seat))).collect();
            (example.text.clone(), board, example.moves.clone())
        });
        (piece.prose.clone(), piece.aliases.clone(), examples.collect::<Vec<_>>())
    };
    note(words(old, was) != words(new, is), Aspect::Words);
    found
}

fn placed(one: &Definition, piece: usize) -> u32 {
    let cells = one.territory.rows.iter().flatten();
    cells.map(|cell| u32::from(*cell == Some(piece))).sum()
}

fn reserves(one: &Definition, piece: usize) -> Vec<&ReserveDef> {
    let all = one.reserves.iter();
    all.filter(|reserve| reserve.piece == piece).collect()
}

type Uses<'a> = (&'a Side<'a>, &'a [AbilityUse]);

/// Abilities or powers added, removed or changed. An ability may occur several times.
fn uses((old, was): Uses<'_>, (new, is): Uses<'_>) -> Vec<UseChange> {
    // Parameters as text, with pieces by name.
    let read = |side: &Side<'_>, uses: &[AbilityUse]| {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for given in uses {
            let params = given.params.iter().map(|(name, param)| match param {
                Param::Pieces(pieces) => format!("{name} {:?}", side.names(pieces)),
                other => format!("{name} {other:?}"),
            });
            let params: Vec<String> = params.collect();
            all.entry(given.name.clone()).or_default().push(params.join(", "));
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
