//! Army off the board: pieces owned, their squares, and the limits on them (C-4, C-5).

use serde::{Deserialize, Serialize};

use super::gold::Gold;
use super::wares::{Class, Ware};
use crate::action::{Illegal, Spot};
use crate::board::{Seat, Space};
use crate::illegal::ShopFault;

/// Maximum number of Light pieces of one kind in an army (C-4).
pub const MOST_OF_A_KIND: usize = 2;

/// Piece owned by a Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// Kind of the piece.
    pub ware: &'static Ware,
    /// Former Peasant, if the piece has promoted (C-8).
    pub was: Option<&'static Ware>,
}

impl Owned {
    /// A piece that has not promoted.
    pub const fn new(ware: &'static Ware) -> Self {
        Self { ware, was: None }
    }

    /// Selling price. A promoted piece sells for the cost of its former Peasant (C-8). `None` for the Amazon (C-9).
    pub fn value(&self) -> Option<Gold> {
        match self.was {
            Some(peasant) => peasant.cost,
            None => self.ware.cost,
        }
    }
}

/// Army: pieces placed and pieces still in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    seat: Seat,
    /// Placed pieces, unordered.
    placed: Vec<(Space, Owned)>,
    /// Pieces without a square.
    hand: Vec<Owned>,
}

impl Army {
    /// Empty army.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, placed: Vec::new(), hand: Vec::new() }
    }

    /// Army of these pieces, placed as far as possible (see [`Army::place_hand`]).
    pub fn of(seat: Seat, pieces: Vec<Owned>) -> Self {
        let mut army = Self { hand: pieces, ..Self::new(seat) };
        army.place_hand();
        army
    }

    /// Army with these pieces on these squares, without any checks.
    pub fn placing(seat: Seat, pieces: impl IntoIterator<Item = (Space, Owned)>) -> Self {
        Self { placed: pieces.into_iter().collect(), ..Self::new(seat) }
    }

    /// Owner.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Placed pieces with their squares.
    pub fn placed(&self) -> impl Iterator<Item = (Space, Owned)> + '_ {
        self.placed.iter().copied()
    }

    /// Pieces still to be placed or sold.
    pub fn hand(&self) -> &[Owned] {
        &self.hand
    }

    /// Every piece.
    pub fn pieces(&self) -> impl Iterator<Item = Owned> + '_ {
        self.placed.iter().map(|(_, owned)| *owned).chain(self.hand.iter().copied())
    }

    /// The pieces that are missing from `kept`, dearest first. A Peasant that has promoted since counts as kept.
    pub fn without(&self, kept: &Army) -> Vec<&'static Ware> {
        let mut kept: Vec<Owned> = kept.pieces().collect();
        let mut take = |is_it: &dyn Fn(&Owned) -> bool| {
            let found = kept.iter().position(is_it);
            found.map(|index| kept.swap_remove(index)).is_some()
        };
        let mut changed: Vec<Owned> = self.pieces().collect();
        changed.retain(|owned| !take(&|left| left == owned));
        changed.retain(|owned| !take(&|left| left.was == Some(owned.ware)));
        changed.sort_by_key(|owned| std::cmp::Reverse((owned.ware.cost.is_none(), owned.ware.cost)));
        changed.into_iter().map(|owned| owned.ware).collect()
    }

    /// Number of pieces of a kind.
    pub fn count(&self, ware: &Ware) -> usize {
        self.pieces().filter(|owned| owned.ware == ware).count()
    }

    /// Returns whether the army has a Leader.
    pub fn has_leader(&self) -> bool {
        self.pieces().any(|owned| owned.ware.class == Class::Leader)
    }

    /// The piece on a square.
    pub fn at(&self, space: Space) -> Option<Owned> {
        self.placed.iter().find(|(at, _)| *at == space).map(|(_, owned)| *owned)
    }

    /// Returns whether a piece of this class may be placed on this square (C-4).
    pub fn fits(&self, class: Class, space: Space) -> bool {
        class.squares(self.seat).any(|square| square == space)
    }

    /// Free squares for a class, in the order of filling them.
    pub fn free(&self, class: Class) -> impl Iterator<Item = Space> + '_ {
        class.squares(self.seat).filter(|space| self.at(*space).is_none())
    }

    /// Adds a piece on a square, which must be free and fit, or to the hand.
    pub(super) fn add(&mut self, owned: Owned, at: Option<Space>) {
        match at {
            Some(space) => self.placed.push((space, owned)),
            None => self.hand.push(owned),
        }
    }

    /// Keeps only the pieces for which `keep` returns `true`, without moving them.
    pub(super) fn retain(&mut self, keep: impl Fn(&Owned) -> bool) {
        self.placed.retain(|(_, owned)| keep(owned));
        self.hand.retain(keep);
    }

    /// The piece at a spot.
    pub fn get(&self, spot: Spot) -> Option<Owned> {
        match spot {
            Spot::Board(space) => self.at(space),
            Spot::Hand(index) => self.hand.get(index as usize).copied(),
        }
    }

    /// Removes the piece at a spot.
    pub(super) fn remove(&mut self, spot: Spot) -> Option<Owned> {
        match spot {
            Spot::Board(space) => {
                let index = self.placed.iter().position(|(at, _)| *at == space)?;
                Some(self.placed.swap_remove(index).1)
            }
            Spot::Hand(index) => {
                let index = index as usize;
                (index < self.hand.len()).then(|| self.hand.remove(index))
            }
        }
    }

    /// Places pieces from the hand as far as possible, the dearest of each class first. Placed pieces are not moved
    /// (C-6).
    pub fn place_hand(&mut self) {
        let worth = |owned: &Owned| (owned.ware.cost.is_none(), owned.ware.cost, owned.value());
        let mut hand = std::mem::take(&mut self.hand);
        hand.sort_by_key(|owned| std::cmp::Reverse((owned.ware.colour_bound, worth(owned))));
        for owned in hand {
            let square = self.good_square(owned.ware);
            self.add(owned, square);
        }
    }

    /// First free square where a piece of this kind breaks no limit (C-4, C-5).
    pub(super) fn good_square(&self, ware: &Ware) -> Option<Space> {
        let twins: Vec<Space> = self.placed_of(ware).collect();
        if ware.class == Class::Light && twins.len() >= MOST_OF_A_KIND {
            return None;
        }
        let suits = |space: &Space| !ware.colour_bound || twins.iter().all(|twin| is_light(*twin) != is_light(*space));
        self.free(ware.class).find(suits)
    }

    /// Moves pieces that break a limit to the hand (C-4, C-5). These are surplus pieces of a kind, the last placed
    /// first, and a Jewel on the square needed by an Amazon in hand.
    pub(super) fn lift_misplaced(&mut self) {
        let placed = std::mem::take(&mut self.placed);
        let amazon = self.hand.iter().any(|owned| owned.ware.cost.is_none());
        for (space, owned) in placed {
            let replaced = amazon && owned.ware.class == Class::Jewel;
            let fits = self.fits(owned.ware.class, space);
            let twins: Vec<Space> = self.placed_of(owned.ware).collect();
            let crowded = owned.ware.class == Class::Light && twins.len() >= MOST_OF_A_KIND;
            let same_colour = owned.ware.colour_bound && twins.iter().any(|twin| is_light(*twin) == is_light(space));
            let stays = fits && !replaced && !crowded && !same_colour;
            self.add(owned, stays.then_some(space));
        }
    }

    /// Squares of the placed pieces of a kind.
    fn placed_of<'a>(&'a self, ware: &'a Ware) -> impl Iterator<Item = Space> + 'a {
        let of_kind = self.placed.iter().filter(move |(_, owned)| owned.ware == ware);
        of_kind.map(|(space, _)| *space)
    }

    /// All limits that the army breaks; empty if it can be confirmed (C-6).
    pub fn faults(&self) -> Vec<Illegal> {
        let mut faults = Vec::new();
        let mut add = |rule, fault: ShopFault| faults.push(Illegal::new(rule, fault));
        if !self.has_leader() {
            add("C-4", ShopFault::NoLeader);
        }
        let won = self.hand.iter().find(|owned| owned.ware.cost.is_none()).map(|owned| owned.ware);
        let in_the_way = won.and_then(|won| self.placed.iter().find(|(_, owned)| owned.ware.class == won.class));
        if let Some((ware, (space, other))) = won.zip(in_the_way) {
            add("C-11", ShopFault::MakeRoom { ware, other: other.ware, space: *space });
        }
        for class in Class::ALL {
            let of_class = self.pieces().filter(|owned| owned.ware.class == class);
            let count = of_class.count();
            let told = in_the_way.is_some() && won.is_some_and(|won| won.class == class) && count == class.limit() + 1;
            if count > class.limit() && !told {
                add("C-4", ShopFault::ManyOfClass { class, count });
            }
        }
        for ware in super::wares::WARES.iter() {
            let count = self.count(ware);
            if ware.class == Class::Light && count > MOST_OF_A_KIND {
                add("C-4", ShopFault::ManyOfKind { ware, count });
            }
            let mut colours: Vec<bool> = self.placed_of(ware).map(is_light).collect();
            colours.sort_unstable();
            if ware.colour_bound && colours.windows(2).any(|pair| pair[0] == pair[1]) {
                add("C-5", ShopFault::SameColour(ware));
            }
        }
        for owned in self.hand.iter().filter(|owned| in_the_way.is_none() || owned.ware.cost.is_some()) {
            add("C-4", ShopFault::Unplaced(owned.ware));
        }
        for (space, owned) in &self.placed {
            if !self.fits(owned.ware.class, *space) {
                let (ware, space) = (owned.ware, *space);
                add("C-4", ShopFault::Misplaced { ware, space });
            }
        }
        faults
    }
}

/// Returns whether a square is light.
fn is_light(space: Space) -> bool {
    (space.file() + space.rank()) % 2 == 1
}
