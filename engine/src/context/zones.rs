//! Zones that pictures of a board mark.

use std::collections::BTreeSet;

use crate::battalion::{Definition, Param};
use crate::board::{Seat, SpaceSet};
use crate::piece::Zone;
use crate::view::{MarkKind, MarkedZone};

use super::RulesContext;

impl RulesContext<'_> {
    /// Zones to which rules of the armies refer and which Territories do not show, each once.
    pub(super) fn marked_zones(&self) -> Vec<MarkedZone> {
        let mut marked: Vec<MarkedZone> = Vec::new();
        for seat in Seat::all(self.rules.seat_count()) {
            let army = self.rules.seats[seat.index()].army;
            let definition = &self.rules.armies[army];
            let drawn = definition.zones.iter();
            let drawn = drawn.map(|zone| (MarkKind::Drawn, zone.id.replace('-', " "), Zone::Drawn(zone.id.clone())));
            let halves = referred(definition).any(|zone| matches!(zone, Zone::OwnHalf | Zone::FarHalf));
            let halves = halves.then(|| (MarkKind::Half, "middle of the board".to_owned(), Zone::OwnHalf));
            let centre = referred(definition).any(|zone| *zone == Zone::Centre);
            let centre = centre.then(|| (MarkKind::Centre, "centre".to_owned(), Zone::Centre));
            let zones = drawn.chain(halves).chain(centre);
            let zones = zones.map(|(kind, name, zone)| (kind, name, self.rules.zone(seat, army, &zone)));
            let rows: BTreeSet<u8> =
                definition.pieces.iter().filter_map(|piece| piece.promotion.as_ref()).map(|one| one.rear).collect();
            let rows = rows.into_iter().filter_map(|rear| self.rules.promotion_zone(seat, rear));
            let rows = rows.filter(|zone| !self.is_seen_anyway(zone));
            let rows = rows.map(|zone| (MarkKind::Promotion, "promotion".to_owned(), *zone));
            for (kind, name, spaces) in zones.chain(rows) {
                let zone = MarkedZone { kind, name, spaces: spaces.iter().collect() };
                if !zone.spaces.is_empty() && !marked.contains(&zone) {
                    marked.push(zone);
                }
            }
        }
        marked
    }

    /// Returns whether a zone consists of whole Territories, which are tinted, or of whole Back Ranks, where pieces
    /// usually promote.
    fn is_seen_anyway(&self, zone: &SpaceSet) -> bool {
        let board = &self.rules.board;
        let rows: [fn(&RulesContext<'_>, Seat) -> SpaceSet; 2] =
            [|context, seat| *context.rules.board.territory(seat), |context, seat| context.rules.board.rear(seat, 1)];
        rows.iter().any(|of| {
            let mut rest = *zone;
            for part in Seat::all(self.rules.seat_count()).map(|seat| of(self, seat)) {
                if part.iter().all(|space| zone.has(space)) {
                    part.iter().for_each(|space| rest.remove(space));
                }
            }
            debug_assert!(zone.iter().all(|space| board.has(space)));
            rest.is_empty()
        })
    }
}

/// Zones to which movements, abilities and powers of an army refer.
fn referred(definition: &Definition) -> impl Iterator<Item = &Zone> {
    let moves = definition.pieces.iter().flat_map(|piece| &piece.moves).flat_map(|rule| {
        let bounds = &rule.bounds;
        [&bounds.from, &bounds.to, &bounds.within, &bounds.avoids].into_iter().flatten()
    });
    let uses = definition.pieces.iter().flat_map(|piece| &piece.abilities).chain(&definition.powers);
    moves.chain(uses.flat_map(|one| one.params.values()).filter_map(|param| match param {
        Param::Zone(zone) => Some(zone),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::battalion::{Definition, load_builtin};
    use crate::board::Space;
    use crate::titans::{Game, GameMode, Setup};
    use crate::view::Viewer;

    fn army(file: &str) -> Arc<Definition> {
        let path = format!("{}/tests/armies/{file}.toml", env!("CARGO_MANIFEST_DIR"));
        Arc::new(crate::battalion::read(&std::fs::read_to_string(path).unwrap(), &crate::ability::specs()).unwrap())
    }

    fn marked(armies: [Arc<Definition>; 2]) -> Vec<(MarkKind, String, String)> {
        let setup = Setup::new(GameMode::Duel, armies.into(), [0; 32]).unwrap();
        let view = Game::new(setup).unwrap().view(Viewer::Public);
        let spaces = |spaces: &[Space]| {
            let ends = [spaces.first(), spaces.last()].map(|space| space.unwrap().to_string());
            format!("{} of {}-{}", spaces.len(), ends[0], ends[1])
        };
        view.board.marked.iter().map(|zone| (zone.kind, zone.name.clone(), spaces(&zone.spaces))).collect()
    }

    #[test]
    fn a_board_of_xiangqi_has_two_palaces_and_a_river() {
        let found = marked([army("xiangqi"), army("xiangqi")]);
        let zone = |kind, name: &str, spaces: &str| (kind, name.to_owned(), spaces.to_owned());
        assert_eq!(
            found,
            [
                zone(MarkKind::Drawn, "palace", "9 of d1-f3"),
                zone(MarkKind::Half, "middle of the board", "45 of a1-i5"),
                zone(MarkKind::Drawn, "palace", "9 of d8-f10"),
                zone(MarkKind::Half, "middle of the board", "45 of a6-i10"),
            ]
        );
        // Only one of the armies has a palace.
        assert_eq!(marked([army("xiangqi"), load_builtin("medieval").unwrap()]).len(), 2);
    }

    #[test]
    fn promotion_rows_are_marked_unless_they_are_back_ranks_or_territories() {
        assert_eq!(marked([army("orthodox"), army("orthodox")]), []);
        assert_eq!(marked([army("shogi"), army("shogi")]), [], "the three rows are the Territory");
        let makpong = load_builtin("makpong").unwrap();
        assert_eq!(marked([makpong.clone(), makpong]), []);
        let river = marked([army("river"), army("river")]);
        assert!(river.iter().all(|(kind, ..)| *kind != MarkKind::Promotion), "{river:?}");
        let mut deep = (*army("xiangqi")).clone();
        deep.pieces[6].promotion = Some(crate::battalion::PromotionDef {
            to: vec![4],
            rear: 2,
            optional: false,
            leaving: false,
            must: 0,
            others: false,
            limit: crate::battalion::PromotionLimit::default(),
        });
        let deep = marked([Arc::new(deep), army("shogi")]);
        let rows = |spaces: &str| (MarkKind::Promotion, "promotion".to_owned(), spaces.to_owned());
        assert!(deep.contains(&rows("18 of a8-i9")), "two rows of three: {deep:?}");
        assert!(deep.contains(&rows("27 of a1-i3")), "three rows of four: {deep:?}");
    }
}
