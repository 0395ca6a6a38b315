//! Zones on the board of a game, and the limits they set on movements.

use crate::board::{Seat, Space, SpaceSet};
use crate::piece::{Bounds, Zone};

use super::Rules;

impl Rules {
    /// Spaces of a zone for a seat. `army` is the index in [`Rules::armies`] of the file that draws it.
    pub fn zone(&self, seat: Seat, army: usize, zone: &Zone) -> SpaceSet {
        let board = &self.board;
        let others = |of: &dyn Fn(Seat) -> SpaceSet| {
            let mut all = SpaceSet::EMPTY;
            for other in Seat::all(self.seat_count()).filter(|other| *other != seat) {
                all.extend(&of(other));
            }
            all
        };
        let spaces = |wanted: &dyn Fn(Space) -> bool| -> SpaceSet {
            board.spaces().iter().filter(|space| wanted(*space)).collect()
        };
        // Twice the number of rows behind a Space in the forward direction, minus the rows of the whole board. Negative
        // in the own half.
        let (dx, dy) = board.side(seat).forward();
        let ahead = |space: Space| {
            let (file, rank) = (2 * i32::from(space.file()) + 1, 2 * i32::from(space.rank()) + 1);
            i32::from(dx) * (file - i32::from(board.width())) + i32::from(dy) * (rank - i32::from(board.height()))
        };
        match zone {
            Zone::OwnTerritory => *board.territory(seat),
            Zone::EnemyTerritory => others(&|other| *board.territory(other)),
            Zone::Battlefield => *board.battlefield(),
            Zone::OwnBackRank => board.rear(seat, 1),
            Zone::EnemyBackRank => others(&|other| board.rear(other, 1)),
            Zone::OwnHalf => spaces(&|space| ahead(space) < 0),
            Zone::FarHalf => spaces(&|space| ahead(space) > 0),
            Zone::Centre => spaces(&|space| {
                let off = |at: u8, side: u8| (2 * i32::from(at) + 1 - i32::from(side)).abs();
                off(space.file(), board.width()) <= 1 && off(space.rank(), board.height()) <= 1
            }),
            Zone::Drawn(id) => self.drawn(seat, army, id),
            Zone::EnemyDrawn(id) => others(&|other| self.drawn(other, army, id)),
        }
    }

    /// Spaces of a zone drawn in a file, centred in a seat's Territory and aligned with its Back Rank.
    fn drawn(&self, seat: Seat, army: usize, id: &str) -> SpaceSet {
        let zones = &self.armies[army].zones;
        let Some(zone) = zones.iter().find(|zone| zone.id == id) else {
            return SpaceSet::EMPTY;
        };
        let rows = self.board.rows(seat).iter().rev().zip(zone.rows.iter().rev());
        rows.flat_map(|(spaces, marks)| {
            let shift = spaces.len().saturating_sub(marks.len()) / 2;
            let marked = spaces.iter().skip(shift).zip(marks);
            marked.filter(|(_, marked)| **marked).map(|(space, _)| *space)
        })
        .collect()
    }
}

/// Kind of limit that a zone sets on a movement. Ordered by how much it tells a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// The movement has to begin in the zone.
    From,
    /// The movement has to end in the zone.
    To,
    /// The movement may neither pass the zone nor end in it.
    Avoids,
    /// The movement may not leave the zone.
    Within,
}

/// Limits of zones on a movement, for one seat.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    from: Option<SpaceSet>,
    to: Option<SpaceSet>,
    within: Option<SpaceSet>,
    avoids: Option<SpaceSet>,
}

impl Limits {
    pub fn new(rules: &Rules, seat: Seat, army: usize, bounds: &Bounds) -> Self {
        let set = |zone: &Option<Zone>| zone.as_ref().map(|zone| rules.zone(seat, army, zone));
        Self { from: set(&bounds.from), to: set(&bounds.to), within: set(&bounds.within), avoids: set(&bounds.avoids) }
    }

    /// Returns whether the movement may begin here.
    pub fn starts_on(&self, from: Space) -> bool {
        self.from.as_ref().is_none_or(|zone| zone.has(from))
    }

    /// Returns whether the movement may pass this Space.
    pub fn passes(&self, space: Space) -> bool {
        self.within.as_ref().is_none_or(|zone| zone.has(space))
            && self.avoids.as_ref().is_none_or(|zone| !zone.has(space))
    }

    /// Returns whether the movement may end here.
    pub fn ends_on(&self, to: Space) -> bool {
        self.passes(to) && self.to.as_ref().is_none_or(|zone| zone.has(to))
    }

    /// Most telling limit that forbids a movement from a Space over others, the destination last.
    pub fn broken(&self, from: Space, passed: &[Space]) -> Option<Limit> {
        let outside = |zone: &Option<SpaceSet>, space: &Space| zone.as_ref().is_some_and(|zone| !zone.has(*space));
        let inside = |zone: &Option<SpaceSet>, space: &Space| zone.as_ref().is_some_and(|zone| zone.has(*space));
        let broken = [
            (Limit::From, outside(&self.from, &from)),
            (Limit::To, passed.last().is_some_and(|to| outside(&self.to, to))),
            (Limit::Avoids, passed.iter().any(|space| inside(&self.avoids, space))),
            (Limit::Within, passed.iter().any(|space| outside(&self.within, space))),
        ];
        broken.into_iter().filter_map(|(limit, broken)| broken.then_some(limit)).max()
    }
}
