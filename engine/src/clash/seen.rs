//! Match as known to one Player.

use std::collections::HashMap;

use crate::board::Seat;
use crate::context::RuleSet;
use crate::seen::{Bidding, Buying, Question, Seen};
use crate::titans::{Aims, GameMode};

use super::gold::Gold;
use super::series::{Match, Stage};

impl Match {
    /// Information available to one Player, as a basis for decisions. Excludes others' sealed bids and unfinished
    /// armies.
    pub fn seen(&self, seat: Seat) -> Seen {
        let playing = matches!(self.stage, Stage::Play);
        Seen {
            seat,
            rules: self.round.rules.clone(),
            pos: self.round.pos.clone(),
            law: RuleSet::Clash,
            aims: Aims::new(GameMode::Duel, 2),
            occurred: if playing { self.round.seen.clone() } else { HashMap::new() },
            last_acted: vec![0; 2],
            draw_offers: (Seat::all(2).filter(|other| self.offers[other.index()])).collect(),
            draw_odds: self.draw_odds(),
            question: self.question(seat),
        }
    }

    /// Gold after the sale of all survivors.
    fn wealth(&self, seat: Seat) -> Gold {
        let values = self.armies[seat.index()].pieces().filter_map(|owned| owned.value());
        values.fold(self.gold[seat.index()], |sum, value| sum + value)
    }

    fn question(&self, seat: Seat) -> Question {
        match &self.stage {
            Stage::Play if self.round.pos.to_move() == seat => Question::Turn,
            Stage::Shop(buyer, shop) if *buyer == seat => Question::Shop(Box::new(Buying {
                shop: shop.clone(),
                against: (seat == Seat(1)).then(|| self.armies[0].clone()),
                round: self.number,
            })),
            Stage::Auction(auction) if auction.waiting_for().contains(&seat) => Question::Auction(Bidding {
                limits: [Seat(0), Seat(1)].map(|seat| auction.limit(seat)),
                wealth: [Seat(0), Seat(1)].map(|seat| self.wealth(seat)),
                standing: auction.standing(),
            }),
            _ => Question::Nothing,
        }
    }
}
