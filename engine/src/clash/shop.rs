//! Buying and setting up (C-6, C-8, C-9): a Player's unfinished army, which is secret.

use serde::{Deserialize, Serialize};

use super::army::{Army, Owned};
use super::gold::Gold;
use super::wares::{Class, WARES, Ware, ware};
use crate::action::{Illegal, ShopStep, Spot};
use crate::board::Space;
use crate::illegal::{ShopFault, Why};

/// Unfinished army and the remaining gold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shop {
    army: Army,
    gold: Gold,
    /// Army and gold before each step, for undo.
    history: Vec<(Army, Gold)>,
}

impl Shop {
    /// Opens the shop with the Player's army and gold.
    pub(super) const fn new(army: Army, gold: Gold) -> Self {
        Self { army, gold, history: Vec::new() }
    }

    /// Army so far.
    pub const fn army(&self) -> &Army {
        &self.army
    }

    /// Remaining gold.
    pub const fn gold(&self) -> Gold {
        self.gold
    }

    /// Returns whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// Dearest affordable piece with a square where it breaks no limit.
    pub fn affordable(&self) -> Option<&'static Ware> {
        let buys = |ware: &&Ware| ware.cost.is_some_and(|cost| cost <= self.gold);
        let fits = |ware: &&Ware| self.army.good_square(ware).is_some();
        let found = WARES.iter().filter(buys).filter(fits);
        found.max_by_key(|ware| ware.cost)
    }

    /// Exchange of an owned piece for a dearer affordable one of its class. Chooses the dearest new piece, and the
    /// cheapest old one for it.
    pub fn upgrade(&self) -> Option<(&'static Ware, &'static Ware)> {
        let exchanges = self.army.placed().flat_map(|(space, owned)| {
            let mut rest = self.army.clone();
            rest.remove(Spot::Board(space));
            let value = owned.value();
            WARES.iter().filter_map(move |ware| {
                let (cost, value) = (ware.cost?, value?);
                let fits = ware.class == owned.ware.class && rest.good_square(ware).is_some();
                (fits && cost > value && cost - value <= self.gold).then_some((owned.ware, ware))
            })
        });
        exchanges.max_by_key(|(from, to)| (to.cost, std::cmp::Reverse(from.cost)))
    }

    fn remember(&mut self) {
        self.history.push((self.army.clone(), self.gold));
    }

    /// Buys a piece for a given square, a free one, or the hand. Limits are checked when the army is confirmed.
    pub(super) fn buy(&mut self, name: &str, at: Option<Space>) -> Result<(), Illegal> {
        let ware = ware(name).ok_or_else(|| Illegal::new("C-4", ShopFault::NotOnList))?;
        let not_for_sale = || Illegal::new("C-9", ShopFault::NotForSale(ware));
        let cost = ware.cost.ok_or_else(not_for_sale)?;
        if cost > self.gold {
            let left = self.gold;
            return Err(Illegal::new("C-6", ShopFault::TooDear { ware, cost, left }));
        }
        if let Some(space) = at {
            self.check_square(ware, space)?;
            if let Some(there) = self.army.at(space) {
                let ware = there.ware;
                return Err(Illegal::new("C-4", ShopFault::Taken { ware, space }));
            }
        }
        let square = at.or_else(|| self.army.good_square(ware)).or_else(|| self.army.free(ware.class).next());
        self.remember();
        self.gold -= cost;
        self.army.add(Owned::new(ware), square);
        Ok(())
    }

    fn check_square(&self, ware: &'static Ware, space: Space) -> Result<(), Illegal> {
        if self.army.fits(ware.class, space) {
            Ok(())
        } else {
            Err(Illegal::new("C-4", ShopFault::Misplaced { ware, space }))
        }
    }

    /// Sells a piece at full cost; a promoted one at the cost of its former Peasant (C-6, C-8).
    pub(super) fn sell(&mut self, spot: Spot) -> Result<(), Illegal> {
        let owned = self.piece(spot)?;
        let not_for_sale = || Illegal::new("C-9", ShopFault::NotForSale(owned.ware));
        let value = owned.value().ok_or_else(not_for_sale)?;
        self.remember();
        self.army.remove(spot);
        self.gold += value;
        Ok(())
    }

    fn piece(&self, spot: Spot) -> Result<Owned, Illegal> {
        self.army.get(spot).ok_or_else(|| Illegal::new("C-6", ShopFault::NoPiece(spot)))
    }

    /// Moves a piece to another square of its class, trading places with a piece there, or to the hand.
    pub(super) fn arrange(&mut self, from: Spot, to: Spot) -> Result<(), Illegal> {
        let owned = self.piece(from)?;
        if let (Spot::Hand(_), Spot::Hand(_)) = (from, to) {
            return Err(Illegal::new("C-6", ShopFault::InHand));
        }
        let mut army = self.army.clone();
        match to {
            Spot::Hand(_) => {
                army.remove(from);
                army.add(owned, None);
            }
            Spot::Board(space) => {
                self.check_square(owned.ware, space)?;
                if from == to {
                    return Err(Illegal::new("C-6", ShopFault::StandsThere(space)));
                }
                let other = army.remove(to);
                army.remove(from);
                army.add(owned, Some(space));
                if let Some(other) = other {
                    // Both pieces are of one class, so the other fits on the vacated square.
                    let back = match from {
                        Spot::Board(space) => Some(space),
                        Spot::Hand(_) => None,
                    };
                    army.add(other, back);
                }
            }
        }
        self.remember();
        self.army = army;
        Ok(())
    }

    /// Applies several steps as one: all of them or none.
    ///
    /// # Errors
    /// [`Illegal`] with the step that is not allowed, and the reason.
    pub fn together(&mut self, steps: &[ShopStep]) -> Result<(), Illegal> {
        if steps.is_empty() {
            return Err(Illegal::new("C-6", ShopFault::NoSteps));
        }
        let mut trial = Self { history: Vec::new(), ..self.clone() };
        for step in steps {
            let taken = match step {
                ShopStep::Buy { piece, at } => trial.buy(piece, *at),
                ShopStep::Sell { at } => trial.sell(*at),
                ShopStep::Arrange { from, to } => trial.arrange(*from, *to),
            };
            taken.map_err(|refused| match (steps, refused.why()) {
                ([_, _, ..], Why::Shop(fault)) => {
                    let (step, why) = (step.clone(), Box::new(fault.clone()));
                    Illegal::new(refused.rule(), ShopFault::Step { ware: self.meant(&step), step, why })
                }
                _ => refused,
            })?;
        }
        self.remember();
        self.army = trial.army;
        self.gold = trial.gold;
        Ok(())
    }

    /// Ware to which a step refers.
    fn meant(&self, step: &ShopStep) -> Option<&'static Ware> {
        match step {
            ShopStep::Buy { piece, .. } => ware(piece),
            ShopStep::Sell { at: spot } | ShopStep::Arrange { from: spot, .. } => {
                self.army.get(*spot).map(|owned| owned.ware)
            }
        }
    }

    /// Undoes the last step.
    pub(super) fn undo(&mut self) -> Result<(), Illegal> {
        let (army, gold) = self.history.pop().ok_or_else(|| Illegal::new("C-6", ShopFault::NothingToUndo))?;
        self.army = army;
        self.gold = gold;
        Ok(())
    }

    /// Completes the army to a legal one. Places pieces in hand, sells pieces without a square, buys a missing Leader,
    /// and then buys as much as the gold allows. Pieces on legal squares are not moved (C-6).
    pub(super) fn suggest(&mut self) {
        self.remember();
        self.army.lift_misplaced();
        self.army.place_hand();
        let for_sale =
            |army: &Army| (0..).zip(army.hand()).find(|(_, owned)| owned.value().is_some()).map(|(at, _)| at);
        while let Some(index) = for_sale(&self.army) {
            if let Some(sold) = self.army.remove(Spot::Hand(index)) {
                self.gold += sold.value().unwrap_or_default();
            }
        }
        self.make_room_for_a_leader();
        for (name, wanted) in SUGGESTED {
            if let Some(ware) = ware(name) {
                while self.army.count(ware) < *wanted {
                    let cost = ware.cost.filter(|cost| *cost <= self.gold);
                    let (Some(cost), Some(square)) = (cost, self.army.good_square(ware)) else {
                        break;
                    };
                    self.gold -= cost;
                    self.army.add(Owned::new(ware), Some(square));
                }
            }
        }
    }

    fn make_room_for_a_leader(&mut self) {
        let leader = WARES.iter().find(|ware| ware.class == Class::Leader);
        let (false, Some(leader)) = (self.army.has_leader(), leader) else {
            return;
        };
        let cost = leader.cost.unwrap_or_default();
        while self.gold < cost {
            let cheapest =
                self.army.placed().filter_map(|(space, owned)| owned.value().map(|value| (value, space))).min();
            let Some((value, space)) = cheapest else {
                return;
            };
            self.army.remove(Spot::Board(space));
            self.gold += value;
        }
        self.gold -= cost;
        let square = self.army.good_square(leader);
        self.army.add(Owned::new(leader), square);
    }
}

/// Purchases that complete the suggested army, in order of priority, with their numbers.
const SUGGESTED: &[(&str, usize)] = &[
    ("queen", 1),
    ("pawn", 4),
    ("rook", 2),
    ("knight", 1),
    ("bishop", 1),
    ("pawn", 8),
    ("elephant", 1),
    ("knight", 2),
    ("bishop", 2),
    ("waffle", 2),
];
