//! Movement diagrams of piece types: Betza movements, and additions by abilities.

use std::collections::BTreeMap;

use super::PieceDef;
use crate::ability::{Drawn, drawn};
use crate::piece::betza::{describe, parse};
use crate::piece::{Chance, MoveRule, Reach, Vector, add_reach, diagram_radius, reach};

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
            add_reach(rule, Chance::Sometimes, radius, &mut found);
        }
        let copying = self.drawn().filter_map(|drawn| match drawn {
            Drawn::Copies(distance) => Some(distance),
            Drawn::Sometimes(_) => None,
        });
        if let Some(distance) = copying.max() {
            for ((right, forward), here) in &mut found {
                here.copies = right.unsigned_abs().max(forward.unsigned_abs()) <= distance;
            }
        }
        found
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
