//! Rules by which a type jumps.

use crate::ability::*;

/// Rules by which a type jumps.
#[derive(Debug)]
pub(in crate::ability) struct Manner {
    /// Name of the ability.
    pub name: &'static str,
    /// Directions, ordered by the Spaces they lead to, seen towards east and north.
    pub directions: Vec<Vector>,
    /// Uses only the directions that lead Forwards.
    pub forward: bool,
    /// Maximum distance of the first piece jumped.
    pub reach: u8,
    /// Jumps over friendly pieces too.
    pub friends: bool,
    /// Captures a piece with no Space behind it by leaving the board.
    pub leaves: bool,
    /// Must continue as long as possible, but stops where it promotes.
    pub whole: bool,
}

impl Manner {
    /// Directions in which a seat jumps.
    pub(super) fn directions(&self, rules: &Rules, seat: Seat) -> impl Iterator<Item = Vector> {
        let (x, y) = rules.board.side(seat).forward();
        let ahead = move |(dx, dy): &Vector| dx * x + dy * y > 0;
        let forward = self.forward;
        (self.directions.iter().copied()).filter(move |direction| !forward || ahead(direction))
    }
}
