//! Before a round: income, auction, buying and setting up (C-2, C-3, C-6, C-10).

use super::army::Owned;
use super::auction::Auction;
use super::gold::Gold;
use super::scoring::{self, ULTIMATE};
use super::series::{Match, Stage};
use super::shop::Shop;
use super::wares::{Class, amazon, leader_cost};
use crate::action::{ClashAction, Illegal};
use crate::board::Seat;
use crate::fact::Fact;
use crate::illegal::{AuctionFault, ShopFault};
use crate::view::LastAction;

impl Match {
    /// Pays income (C-2), then starts the auction or the shop (C-3).
    pub(super) fn begin_round(&mut self, number: u8) {
        self.number = number;
        self.turns_before = self.turns;
        for seat in Seat::all(2) {
            let index = seat.index();
            self.gold[index] += scoring::income(number, self.half_points[index]);
        }
        if number == ULTIMATE {
            let limit = |seat: usize| {
                let keep = if self.armies[seat].has_leader() { Gold::ZERO } else { leader_cost() };
                (self.gold[seat] - keep).max(Gold::ZERO)
            };
            self.stage = Stage::Auction(Auction::new([limit(0), limit(1)]));
        } else {
            self.open_shop(Seat(0));
        }
    }

    pub(super) fn open_shop(&mut self, seat: Seat) {
        let army = self.armies[seat.index()].clone();
        self.stage = Stage::Shop(seat, Shop::new(army, self.gold[seat.index()]));
    }

    pub(super) fn decide(&mut self, seat: Seat, action: &ClashAction) -> Result<(), Illegal> {
        match action {
            ClashAction::Bid { .. } | ClashAction::Raise | ClashAction::Stop => self.bid(seat, action),
            ClashAction::Ready => self.confirm(seat),
            _ => {
                let shop = self.shop(seat)?;
                match action {
                    ClashAction::Buy { piece, at } => shop.buy(piece, *at),
                    ClashAction::Sell { at } => shop.sell(*at),
                    ClashAction::Arrange { from, to } => shop.arrange(*from, *to),
                    ClashAction::Together { steps } => shop.together(steps),
                    ClashAction::UndoShop => shop.undo(),
                    _ => {
                        shop.suggest();
                        Ok(())
                    }
                }
            }
        }
    }

    pub(super) fn shop(&mut self, seat: Seat) -> Result<&mut Shop, Illegal> {
        self.own_shop(seat)?;
        match &mut self.stage {
            Stage::Shop(_, shop) => Ok(shop),
            _ => Err(Illegal::new("C-3", ShopFault::BetweenRounds)),
        }
    }

    /// Shop of the Player who buys now.
    pub(super) fn own_shop(&self, seat: Seat) -> Result<&Shop, Illegal> {
        let fault = match &self.stage {
            Stage::Shop(buyer, shop) if *buyer == seat => return Ok(shop),
            Stage::Shop(buyer, _) => ShopFault::Buying(*buyer),
            Stage::Auction(_) => ShopFault::AuctionFirst,
            Stage::Play | Stage::Ended { .. } => ShopFault::BetweenRounds,
        };
        Err(Illegal::new("C-3", fault))
    }

    /// Confirms an army after checking its limits (C-6).
    fn confirm(&mut self, seat: Seat) -> Result<(), Illegal> {
        let shop = self.shop(seat)?;
        if let Some(fault) = shop.army().faults().into_iter().next() {
            return Err(fault);
        }
        let (army, gold) = (shop.army().clone(), shop.gold());
        self.armies[seat.index()] = army;
        self.gold[seat.index()] = gold;
        self.tell(seat, vec![Fact::Ready { seat }]);
        if seat == Seat(0) {
            self.open_shop(Seat(1));
        } else {
            self.begin_play();
        }
        Ok(())
    }

    fn bid(&mut self, seat: Seat, action: &ClashAction) -> Result<(), Illegal> {
        let seed = self.setup.seed;
        let Stage::Auction(auction) = &self.stage else {
            return Err(Illegal::new("C-10", AuctionFault::NotNow));
        };
        let mut next = auction.clone();
        let step = match action {
            ClashAction::Bid { gold } => {
                next.bid(&seed, seat, *gold)?;
                vec![Fact::Sealed { seat }]
            }
            ClashAction::Raise => {
                next.raise(seat)?;
                Vec::new()
            }
            _ => {
                next.stop(seat)?;
                vec![Fact::Stopped { seat }]
            }
        };
        self.auctioned(seat, next, step)
    }

    /// Handles a bid or raise whose time is up. Nobody loses the match this way (C-10, C-12).
    pub(super) fn bid_late(&mut self, seat: Seat) -> Result<(), Illegal> {
        let seed = self.setup.seed;
        let Stage::Auction(auction) = &self.stage else {
            return Ok(());
        };
        let mut next = auction.clone();
        next.time_out(&seed, seat)?;
        let step = if !auction.is_open() {
            auction.waiting_for().into_iter().map(|seat| Fact::BidMissed { seat }).collect()
        } else if next.raises().len() > auction.raises().len() {
            Vec::new()
        } else {
            vec![Fact::RaiseMissed { seat }]
        };
        self.auctioned(seat, next, step)
    }

    /// Replaces the auction by its next state, and makes White's compulsory raise at once because C-12 leaves no
    /// choice. Once the auction is over, gives the Amazon to the winner (C-11). `step` holds the facts of the step.
    fn auctioned(&mut self, seat: Seat, mut next: Auction, step: Vec<Fact>) -> Result<(), Illegal> {
        let Stage::Auction(before) = &self.stage else {
            return Err(Illegal::new("C-10", AuctionFault::NotNow));
        };
        if next.is_open() && next.outcome().is_none() && next.raises().is_empty() {
            next.raise(Seat(0))?;
        }
        // A missed bid counts as 0, but it is no bid of that Player.
        let missed =
            |fact: &Fact| matches!(fact, Fact::Bid { seat, .. } if step.contains(&Fact::BidMissed { seat: *seat }));
        let brought: Vec<Fact> = brought(before, &next).into_iter().filter(|fact| !missed(fact)).collect();
        let facts = [step, brought].concat();
        match next.outcome() {
            Some(outcome) => {
                let winner = outcome.winner.index();
                self.gold[winner] -= outcome.pays;
                let army = &mut self.armies[winner];
                let square = army.free(Class::Jewel).next();
                army.add(Owned::new(amazon()), square);
                self.auctioned = Some(next);
                self.open_shop(Seat(0));
            }
            None => self.stage = Stage::Auction(next),
        }
        self.tell(seat, facts);
        Ok(())
    }

    fn tell(&mut self, seat: Seat, facts: Vec<Fact>) {
        self.last = Some(LastAction { seat: Some(seat), facts, ..LastAction::default() });
    }
}

/// Public facts of an auction step. Amounts are hidden until both bids are in.
fn brought(before: &Auction, after: &Auction) -> Vec<Fact> {
    let mut facts = Vec::new();
    let raises = &after.raises()[before.raises().len().min(after.raises().len())..];
    if after.is_open() && !before.is_open() {
        facts.extend(Seat::all(2).filter_map(|seat| Some(Fact::Bid { seat, gold: after.bid_of(seat)?.gold })));
        if !raises.is_empty() {
            facts.push(Fact::EqualBids);
        }
    }
    facts.extend(raises.iter().map(|(seat, gold)| Fact::Raised { seat: *seat, gold: *gold }));
    facts.extend(after.outcome().map(|outcome| Fact::Amazon { seat: outcome.winner, pays: outcome.pays }));
    facts
}
