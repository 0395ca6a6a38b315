//! Movement diagrams of piece types: Betza movements, and additions by abilities.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::practice::Practice;
use super::{Definition, ExampleDef, PieceDef};
use crate::ability::{Drawn, drawn};
use crate::board::{MAX_SIDE, Seat, Space};
use crate::context::Playing;
use crate::piece::betza::{describe, parse};
use crate::piece::{
    Bounds, Chance, MoveRule, Path, Reach, Room, Vector, add_reach, diagram_radius, reach, usual_chance,
};
use crate::play::Limits;
use crate::view::BoardView;

/// Movement of a piece on the board of its army.
#[derive(Clone, Debug)]
pub struct HomeDiagram {
    /// Board of a duel of the army against itself, empty.
    pub board: BoardView,
    /// Space of the piece, where it reaches most.
    pub at: Space,
    /// Spaces that it reaches.
    pub reach: BTreeMap<Space, Reach>,
}

/// Rows between the Territories of a diagram.
const BETWEEN: u8 = 2;

impl HomeDiagram {
    /// Diagram of a piece whose movements depend on zones or edges of the board; `None` for any other piece.
    pub fn of(definition: &Definition, piece: &PieceDef) -> Option<Self> {
        let depends = |rule: &MoveRule| {
            let Bounds { from, to, within, avoids, after: _ } = &rule.bounds;
            let reflected = matches!(&rule.path, Path::Legs { turns, last }
                if turns.iter().map(|(leg, _)| leg).chain([last]).any(|leg| leg.reflects));
            reflected || [from, to, within, avoids].into_iter().any(Option::is_some)
        };
        let territory = &definition.territory;
        let width = territory.width().checked_add(2 * territory.margin)?;
        let height = (2 * territory.height()).checked_add(BETWEEN)?;
        if !piece.moves.iter().any(depends) || width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        let empty = ExampleDef {
            text: String::new(),
            rows: vec![vec![None; width.into()]; height.into()],
            territory: territory.height(),
            reserve: Vec::new(),
            volatile: Vec::new(),
            imprisoned: Vec::new(),
            moves: Vec::new(),
        };
        let stage = Practice::set(&Arc::new(definition.clone()), &empty).ok()?;
        let context = stage.context();
        let limits: Vec<Limits> =
            piece.moves.iter().map(|rule| Limits::new(context.rules, Seat(0), 0, &rule.bounds)).collect();
        let seen = |at: Space| home_reach(piece, &limits, at, (width, height));
        let middle = width / 2;
        let place = |at: &Space| (seen(*at).len(), Reverse(at.file().abs_diff(middle)), Reverse(at.rank()));
        let at = context.rules.board.spaces().iter().max_by_key(place)?;
        Some(Self { board: context.board_view(), at, reach: seen(at) })
    }
}

/// Spaces that a piece reaches from this Space of an empty board.
fn home_reach(piece: &PieceDef, limits: &[Limits], at: Space, (width, height): (u8, u8)) -> BTreeMap<Space, Reach> {
    let to = |(right, forward): Vector| {
        Space::new(at.file().saturating_add_signed(right), at.rank().saturating_add_signed(forward))
    };
    let (before, beyond) = ((at.file(), at.rank()), (width - 1 - at.file(), height - 1 - at.rank()));
    let mut found: BTreeMap<Vector, Reach> = BTreeMap::new();
    for (rule, limits) in piece.moves.iter().zip(limits) {
        if !limits.starts_on(at) {
            continue;
        }
        let open = |vector: Vector| limits.passes(to(vector));
        let mut reached = BTreeMap::new();
        add_reach(rule, usual_chance(rule), &Room { before, beyond, open: Some(&open) }, &mut reached);
        for (vector, more) in reached {
            if limits.ends_on(to(vector)) {
                let here = found.entry(vector).or_default();
                here.moves = here.moves.max(more.moves);
                here.captures = here.captures.max(more.captures);
                here.leaps |= more.leaps;
            }
        }
    }
    for rule in &piece.sometimes() {
        add_reach(rule, Chance::Sometimes, &Room { before, beyond, open: None }, &mut found);
    }
    piece.copy(&mut found);
    found.remove(&(0, 0));
    found.into_iter().map(|(vector, here)| (to(vector), here)).collect()
}

impl PieceDef {
    /// Spaces reached from the middle of an empty board with `radius` Spaces on each side, as vectors (right, forward).
    ///
    /// ```
    /// use engine::battalion::load_builtin;
    /// use engine::piece::Chance;
    /// let party = load_builtin("the-party").unwrap();
    /// let piece = |id: &str| party.pieces.iter().find(|piece| piece.id == id).unwrap();
    /// // P-8: the Senator slides up to 2 Spaces, and further past a Friendly Supporter.
    /// let senator = piece("senator").reach(4);
    /// assert_eq!(senator[&(2, 0)].moves, Chance::Always);
    /// assert_eq!(senator[&(3, 0)].moves, Chance::Sometimes);
    /// assert!(senator[&(2, 2)].leaps);
    /// // P-3: a Supporter that moves to distance 1 leaves another one behind.
    /// let supporter = piece("supporter").reach(3);
    /// assert!(supporter[&(1, 1)].copies && !supporter[&(2, 1)].copies);
    /// ```
    pub fn reach(&self, radius: u8) -> BTreeMap<Vector, Reach> {
        let mut found = reach(&self.moves, radius);
        for rule in &self.sometimes() {
            add_reach(rule, Chance::Sometimes, &Room::square(radius), &mut found);
        }
        self.copy(&mut found);
        found
    }

    /// Marks Spaces within the distance at which the piece leaves a copy.
    fn copy(&self, found: &mut BTreeMap<Vector, Reach>) {
        let copying = self.drawn().filter_map(|drawn| match drawn {
            Drawn::Copies(distance) => Some(distance),
            Drawn::Sometimes(_) => None,
        });
        if let Some(distance) = copying.max() {
            for ((right, forward), here) in found {
                here.copies = right.unsigned_abs().max(forward.unsigned_abs()) <= distance;
            }
        }
    }

    /// Radius of a diagram that shows all of the piece's movements: 3 to 8 Spaces.
    pub fn diagram_radius(&self) -> u8 {
        diagram_radius(&self.moves).max(diagram_radius(&self.sometimes()))
    }

    /// Movements in words: "Slides up to 2 Spaces along Rook Lines. Sometimes slides any distance along Rook Lines."
    pub fn movement_prose(&self) -> String {
        let mut prose = describe(&self.moves);
        let sometimes = self.sometimes();
        let more = describe(&sometimes);
        let mut letters = more.chars();
        if let Some(first) = letters.next().filter(|_| !sometimes.is_empty()) {
            prose.push_str(" Sometimes ");
            prose.extend(first.to_lowercase().chain(letters));
        }
        prose
    }

    /// Movements made available by abilities under a condition.
    fn sometimes(&self) -> Vec<MoveRule> {
        let notations = self.drawn().filter_map(|drawn| match drawn {
            Drawn::Sometimes(betza) => parse(betza).ok(),
            Drawn::Copies(_) => None,
        });
        notations.flatten().collect()
    }

    fn drawn(&self) -> impl Iterator<Item = Drawn> + '_ {
        self.abilities.iter().filter_map(|ability| drawn(&ability.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(file: &str, piece: &str) -> Option<(String, String)> {
        let path = format!("{}/tests/armies/{file}.toml", env!("CARGO_MANIFEST_DIR"));
        let definition =
            crate::battalion::read(&std::fs::read_to_string(path).unwrap(), &crate::ability::specs()).unwrap();
        let piece = definition.pieces.iter().find(|one| one.id == piece).unwrap();
        let home = HomeDiagram::of(&definition, piece)?;
        let reach: Vec<String> = home.reach.keys().map(ToString::to_string).collect();
        Some((home.at.to_string(), reach.join(" ")))
    }

    #[test]
    fn pieces_bound_to_a_zone_are_shown_inside_it() {
        let shown = |at: &str, reach: &str| Some((at.to_owned(), reach.to_owned()));
        assert_eq!(home("xiangqi", "general"), shown("e2", "e1 d2 f2 e3"));
        assert_eq!(home("xiangqi", "advisor"), shown("e2", "d1 f1 d3 f3"));
        assert_eq!(home("xiangqi", "elephant"), shown("e3", "c1 g1 c5 g5"));
        assert_eq!(home("xiangqi", "soldier"), shown("e6", "d6 f6 e7"), "beyond the river");
        assert_eq!(home("xiangqi", "chariot"), None);
    }

    #[test]
    fn a_reflected_rider_is_shown_where_edges_reflect_it() {
        let text = std::fs::read_to_string(format!("{}/tests/armies/orthodox.toml", env!("CARGO_MANIFEST_DIR")));
        let mut definition = crate::battalion::read(&text.unwrap(), &crate::ability::specs()).unwrap();
        let bishop = definition.pieces.iter().position(|piece| piece.id == "bishop").unwrap();
        let plain = definition.pieces[bishop].clone();
        definition.pieces[bishop].moves = parse("[B|]").unwrap();
        let home = HomeDiagram::of(&definition, &definition.pieces[bishop]).unwrap();
        let straight = home_reach(&plain, &[Limits::default()], home.at, (home.board.width, home.board.height));
        assert!(straight.keys().all(|space| home.reach.contains_key(space)));
        assert!(home.reach.len() > straight.len(), "{:?}", home.reach.keys());
    }
}
