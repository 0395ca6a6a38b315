//! An army off the board: what a Player owns, where it is placed, and what the limits say (C-4, C-5).

use super::catalogue::{Class, Ware};
use super::gold::Gold;
use crate::action::{Illegal, Spot};
use crate::board::{Seat, Space};

/// A piece that a Player owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owned {
    /// What it is.
    pub ware: &'static Ware,
    /// The Peasant it was before it promoted (C-8).
    pub was: Option<&'static Ware>,
}

impl Owned {
    /// A piece that has always been what it is.
    pub const fn new(ware: &'static Ware) -> Self {
        Self { ware, was: None }
    }

    /// What it sells for: a promoted piece for the cost of the Peasant it was (C-8); `None` for the Amazon (C-9).
    pub fn value(&self) -> Option<Gold> {
        match self.was {
            Some(peasant) => peasant.cost,
            None => self.ware.cost,
        }
    }
}

/// An army: pieces placed and pieces still in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    seat: Seat,
    /// Placed pieces, in no order.
    placed: Vec<(Space, Owned)>,
    /// Pieces without a square.
    hand: Vec<Owned>,
}

impl Army {
    /// No pieces.
    pub const fn new(seat: Seat) -> Self {
        Self {
            seat,
            placed: Vec::new(),
            hand: Vec::new(),
        }
    }

    /// These pieces, placed as well as they can be (see [`Army::arrange_all`]).
    pub fn of(seat: Seat, pieces: Vec<Owned>) -> Self {
        let mut army = Self {
            hand: pieces,
            ..Self::new(seat)
        };
        army.arrange_all();
        army
    }

    /// These pieces on these squares, whether they may stand there or not.
    pub fn placing(seat: Seat, pieces: impl IntoIterator<Item = (Space, Owned)>) -> Self {
        Self {
            placed: pieces.into_iter().collect(),
            ..Self::new(seat)
        }
    }

    /// Whose it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Placed pieces by their squares.
    pub fn placed(&self) -> impl Iterator<Item = (Space, Owned)> + '_ {
        self.placed.iter().copied()
    }

    /// Pieces still to be placed or sold.
    pub fn hand(&self) -> &[Owned] {
        &self.hand
    }

    /// Every piece.
    pub fn pieces(&self) -> impl Iterator<Item = Owned> + '_ {
        self.placed
            .iter()
            .map(|(_, owned)| *owned)
            .chain(self.hand.iter().copied())
    }

    /// How many pieces of a kind it has.
    pub fn count(&self, ware: &Ware) -> usize {
        self.pieces().filter(|owned| owned.ware == ware).count()
    }

    /// Has it a Leader?
    pub fn has_leader(&self) -> bool {
        self.pieces().any(|owned| owned.ware.class == Class::Leader)
    }

    /// The piece on a square.
    pub fn at(&self, space: Space) -> Option<Owned> {
        self.placed
            .iter()
            .find(|(at, _)| *at == space)
            .map(|(_, owned)| *owned)
    }

    /// May a piece of this class stand on this square (C-4)?
    pub fn fits(&self, class: Class, space: Space) -> bool {
        class.squares(self.seat).any(|square| square == space)
    }

    /// Free squares for a class, in the order to fill them.
    pub fn free(&self, class: Class) -> impl Iterator<Item = Space> + '_ {
        class
            .squares(self.seat)
            .filter(|space| self.at(*space).is_none())
    }

    /// Adds a piece on a free square that fits, or to the hand.
    pub(super) fn add(&mut self, owned: Owned, at: Option<Space>) {
        match at {
            Some(space) => self.placed.push((space, owned)),
            None => self.hand.push(owned),
        }
    }

    /// The piece at a spot.
    pub fn get(&self, spot: Spot) -> Option<Owned> {
        match spot {
            Spot::Board(space) => self.at(space),
            Spot::Hand(index) => self.hand.get(index as usize).copied(),
        }
    }

    /// Takes a piece away.
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

    /// Places every piece that a square can be found for: the dearest of each class, colour-bound pairs on both colours; what
    /// is too much goes to the hand.
    pub fn arrange_all(&mut self) {
        let mut pieces: Vec<Owned> = self.pieces().collect();
        let worth = |owned: &Owned| (owned.ware.cost.is_none(), owned.ware.cost, owned.value());
        pieces.sort_by_key(|owned| std::cmp::Reverse((owned.ware.colour_bound, worth(owned))));
        self.placed.clear();
        self.hand.clear();
        for owned in pieces {
            let kind = self
                .placed
                .iter()
                .filter(|(_, other)| other.ware == owned.ware);
            let colours: Vec<bool> = kind.map(|(space, _)| is_light(*space)).collect();
            let crowded = owned.ware.class == Class::Light && colours.len() >= 2;
            let suits =
                |space: &Space| !owned.ware.colour_bound || !colours.contains(&is_light(*space));
            let square = self.free(owned.ware.class).find(suits).filter(|_| !crowded);
            self.add(owned, square);
        }
    }

    /// Every limit that the army breaks, as a sentence with its rule; none when it may be confirmed (C-6).
    pub fn faults(&self) -> Vec<Illegal> {
        let mut faults = Vec::new();
        let mut add = |rule, sentence: String| faults.push(Illegal::new(rule, sentence));
        if !self.has_leader() {
            add(
                "C-4",
                "Your army has no Leader: buy a King or a Shielderer.".into(),
            );
        }
        for class in Class::ALL {
            let count = self
                .pieces()
                .filter(|owned| owned.ware.class == class)
                .count();
            if count > class.limit() {
                let plural = match class {
                    Class::Peasant => "Peasants".to_owned(),
                    Class::Jewel => "Jewels".to_owned(),
                    Class::Leader => "Leaders".to_owned(),
                    _ => format!("{} pieces", class.name()),
                };
                add(
                    "C-4",
                    format!(
                        "You have {count} {plural}, and an army has at most {}: sell what is too much.",
                        class.limit()
                    ),
                );
            }
        }
        for ware in super::catalogue::WARES.iter() {
            let count = self.count(ware);
            if ware.class == Class::Light && count > 2 {
                add(
                    "C-4",
                    format!(
                        "You have {count} {}s, and an army has at most 2 Light pieces of one kind.",
                        ware.name
                    ),
                );
            }
            let mut colours: Vec<bool> = self
                .placed
                .iter()
                .filter(|(_, owned)| owned.ware == ware && ware.colour_bound)
                .map(|(space, _)| is_light(*space))
                .collect();
            colours.sort_unstable();
            if colours.windows(2).any(|pair| pair[0] == pair[1]) {
                add(
                    "C-5",
                    format!(
                        "Your two {}s must stand on squares of opposite colours.",
                        ware.name
                    ),
                );
            }
        }
        for owned in &self.hand {
            add(
                "C-4",
                format!(
                    "Your {} has no square yet: place it on {}, or sell it.",
                    owned.ware.name,
                    owned.ware.class.place()
                ),
            );
        }
        for (space, owned) in &self.placed {
            if !self.fits(owned.ware.class, *space) {
                add("C-4", misplaced(owned.ware, *space));
            }
        }
        faults
    }
}

/// "A Rook is a Heavy piece: …".
pub(super) fn misplaced(ware: &Ware, space: Space) -> String {
    let kind = match ware.class {
        Class::Light | Class::Heavy => format!("{} piece", ware.class.name()),
        class => class.name().to_owned(),
    };
    let article = |word: &str| {
        if word.starts_with(['A', 'E', 'I', 'O', 'U']) {
            "An"
        } else {
            "A"
        }
    };
    format!(
        "{} {} is a {kind} and stands on {}, not on {space}.",
        article(ware.name),
        ware.name,
        ware.class.place()
    )
}

/// The colour of a square.
fn is_light(space: Space) -> bool {
    (space.file() + space.rank()) % 2 == 1
}
