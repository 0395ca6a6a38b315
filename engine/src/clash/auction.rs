//! Auction of the Amazon before the Ultimate Round (C-10 … C-12): sealed bids, shown together, then alternating raises.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::gold::Gold;
use crate::action::Illegal;
use crate::board::Seat;
use crate::hex::to_hex;
use crate::illegal::AuctionFault;
use crate::view::AuctionEnd;

/// Increment of raises, and unit of bids.
pub const STEP: Gold = Gold::from_hundredths(50);

/// Result of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Winner of the Amazon; the other Player has draw odds (C-11).
    pub winner: Seat,
    /// Price paid by the winner.
    pub pays: Gold,
}

/// Sealed bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sealed {
    pub gold: Gold,
    /// Text whose hash is published (T-32).
    pub text: String,
}

/// An auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auction {
    /// Maximum bid of each Player (C-10).
    limits: [Gold; 2],
    bids: [Option<Sealed>; 2],
    /// Number of bids made by each Player. Part of the salt, so that no salt is used twice.
    sealed: [u32; 2],
    /// Raises in order.
    raises: Vec<(Seat, Gold)>,
    outcome: Option<Outcome>,
}

impl Auction {
    /// Auction for Players with this much gold. Each may bid up to the largest multiple of [`STEP`] in their gold.
    pub const fn new(gold: [Gold; 2]) -> Self {
        let limits = [whole_steps(gold[0]), whole_steps(gold[1])];
        Self { limits, bids: [None, None], sealed: [0; 2], raises: Vec::new(), outcome: None }
    }

    /// Maximum bid of a Player.
    pub const fn limit(&self, seat: Seat) -> Gold {
        self.limits[seat.index()]
    }

    /// Returns whether both bids are in.
    pub const fn is_open(&self) -> bool {
        self.bids[0].is_some() && self.bids[1].is_some()
    }

    /// Players who must bid or raise now.
    pub fn waiting_for(&self) -> Vec<Seat> {
        if self.outcome.is_some() {
            Vec::new()
        } else if self.is_open() {
            vec![self.to_raise()]
        } else {
            Seat::all(2).filter(|seat| self.bids[seat.index()].is_none()).collect()
        }
    }

    /// Result, once the auction is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Decision of the auction, once it is over. A loser who had the turn and could afford a raise has stopped.
    pub fn decided(&self) -> Option<AuctionEnd> {
        let outcome = self.outcome?;
        Some(match self.standing() {
            None => AuctionEnd::HigherBid,
            Some(last) if last + STEP > self.limit(Seat(1 - outcome.winner.0)) => AuctionEnd::LimitReached,
            Some(_) => AuctionEnd::Stopped,
        })
    }

    pub(super) const fn bid_of(&self, seat: Seat) -> Option<&Sealed> {
        self.bids[seat.index()].as_ref()
    }

    /// Raises so far, in order.
    pub fn raises(&self) -> &[(Seat, Gold)] {
        &self.raises
    }

    /// Current bid, once the bids are shown and equal.
    pub fn standing(&self) -> Option<Gold> {
        match (&self.bids[0], &self.bids[1]) {
            (Some(white), Some(black)) if white.gold == black.gold => {
                Some(self.raises.last().map_or(white.gold, |(_, gold)| *gold))
            }
            _ => None,
        }
    }

    /// Player whose turn it is to raise. White raises first (C-12).
    fn to_raise(&self) -> Seat {
        self.raises.last().map_or(Seat(0), |(seat, _)| Seat(1 - seat.0))
    }

    /// Seals a bid, replacing an earlier one. The salt is derived from `seed`.
    pub fn bid(&mut self, seed: &[u8; 32], seat: Seat, gold: Gold) -> Result<(), Illegal> {
        if self.outcome.is_some() || self.is_open() {
            return Err(Illegal::new("C-10", AuctionFault::BidsIn));
        }
        if gold < Gold::ZERO {
            return Err(Illegal::new("C-10", AuctionFault::Negative));
        }
        if gold.hundredths() % STEP.hundredths() != 0 {
            return Err(Illegal::new("C-10", AuctionFault::NotMultiple));
        }
        let limit = self.limit(seat);
        if gold > limit {
            return Err(Illegal::new("C-10", AuctionFault::Limit(limit)));
        }
        let number = self.sealed[seat.index()];
        let text = commitment_text(seed, seat, number, gold);
        self.sealed[seat.index()] += 1;
        self.bids[seat.index()] = Some(Sealed { gold, text });
        if let [Some(white), Some(black)] = &self.bids {
            let (white, black) = (white.gold, black.gold);
            if white == black {
                self.give_way_if_poor();
            } else {
                let winner = if white > black { Seat(0) } else { Seat(1) };
                self.end(winner, white.max(black));
            }
        }
        Ok(())
    }

    /// Raises the bid by 0.5 (C-12).
    pub fn raise(&mut self, seat: Seat) -> Result<(), Illegal> {
        let standing = self.check_turn(seat)?;
        self.raises.push((seat, standing + STEP));
        self.give_way_if_poor();
        Ok(())
    }

    /// Stops raising, which loses the auction (C-12).
    pub fn stop(&mut self, seat: Seat) -> Result<(), Illegal> {
        let standing = self.check_turn(seat)?;
        if self.raises.is_empty() {
            return Err(Illegal::new("C-12", AuctionFault::MustRaise(standing + STEP)));
        }
        self.end(Seat(1 - seat.0), standing);
        Ok(())
    }

    /// Acts for a Player whose time is up. A missing bid becomes 0 (C-10); a compulsory raise is made, any other is
    /// declined (C-12).
    pub fn time_out(&mut self, seed: &[u8; 32], seat: Seat) -> Result<(), Illegal> {
        if !self.is_open() && self.outcome.is_none() {
            for late in self.waiting_for() {
                self.bid(seed, late, Gold::ZERO)?;
            }
            Ok(())
        } else if self.raises.is_empty() {
            self.raise(seat)
        } else {
            self.stop(seat)
        }
    }

    /// Returns the current bid if this seat has the turn to raise it.
    fn check_turn(&self, seat: Seat) -> Result<Gold, Illegal> {
        let refuse = |fault: AuctionFault| Err(Illegal::new("C-12", fault));
        if self.outcome.is_some() {
            return refuse(AuctionFault::Over);
        }
        match self.standing() {
            Some(standing) if self.to_raise() == seat => Ok(standing),
            Some(_) => refuse(AuctionFault::OthersTurn),
            None => refuse(AuctionFault::NotEqual),
        }
    }

    /// C-12: a Player who has the turn to raise and cannot afford it loses the auction at once.
    fn give_way_if_poor(&mut self) {
        if let Some(standing) = self.standing() {
            let seat = self.to_raise();
            if standing + STEP > self.limit(seat) {
                self.end(Seat(1 - seat.0), standing);
            }
        }
    }

    fn end(&mut self, winner: Seat, pays: Gold) {
        self.outcome = Some(Outcome { winner, pays });
    }
}

/// Largest multiple of [`STEP`] not above this amount.
const fn whole_steps(gold: Gold) -> Gold {
    Gold::from_hundredths(gold.hundredths() / STEP.hundredths() * STEP.hundredths())
}

/// Text of a commitment: bidder, amount and a salt derived from the seed, different for each bid (T-32). Its SHA-256 is
/// published when the bid is sealed, the text itself when bids are shown.
///
/// Anyone can verify it: `printf '%s' "TEXT" | sha256sum`.
pub fn commitment_text(seed: &[u8; 32], seat: Seat, number: u32, gold: Gold) -> String {
    let salt: [u8; 32] = Sha256::new()
        .chain_update(b"clash bid salt")
        .chain_update(seed)
        .chain_update([seat.0])
        .chain_update(number.to_le_bytes())
        .finalize()
        .into();
    let who = if seat == Seat(0) { "White" } else { "Black" };
    format!("{who} bids {gold} salt {}", to_hex(&salt))
}
