//! Queries of a match, which do not change it.

use super::end::End;
use super::order::read_order;
use super::scoring::{self, Next};
use super::series::{Match, Stage};
use super::wares::Ware;
use crate::action::{ClashAction, Illegal, Order, Turn};
use crate::board::{Seat, Space};
use crate::context::{Choice, Playing, RulesContext};
use crate::fact::{ResignCost, Warning};
use crate::view::Look;

impl Match {
    /// Parses a line typed in the shop, for the Player's current army.
    ///
    /// # Errors
    /// [`Illegal`] if the Player cannot buy now or an item is not understood.
    pub fn read_order(&self, seat: Seat, order: Order, text: &str) -> Result<ClashAction, Illegal> {
        if order == Order::Sell && ["all", "everything"].iter().any(|all| text.trim().eq_ignore_ascii_case(all)) {
            return self.sell_all(seat);
        }
        let steps = read_order(order, text, self.own_shop(seat)?.army())?;
        Ok(ClashAction::Together { steps })
    }

    /// Returns whether this Player has confirmed their army for the current round.
    pub fn is_ready(&self, seat: Seat) -> bool {
        match &self.stage {
            Stage::Shop(buyer, _) => buyer.0 > seat.0,
            Stage::Play => true,
            Stage::Auction(_) | Stage::Ended { .. } => false,
        }
    }

    /// Appearance of a ware.
    pub fn look(&self, ware: &Ware) -> Option<Look> {
        let context = self.round.context();
        ware.ty(context.rules).map(|ty| context.look(ty))
    }

    /// Next choice required by a turn. Clash has none, but the turn is checked.
    ///
    /// # Errors
    /// [`Illegal`] if the act is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<Choice>, Illegal> {
        self.context().next_choice(turn)
    }

    /// Reason why a seat cannot move a piece from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        self.context().explain(seat, from, to)
    }

    /// Warnings to confirm before this turn is taken: it ends the round in a draw.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<Warning> {
        if !self.is_on_turn(seat) {
            return Vec::new();
        }
        let mut trial = self.round.clone();
        match trial.take_turn(turn).ok().and_then(|_| trial.end()) {
            Some(end @ End::Draw(_)) => {
                vec![Warning::EndsRound(self.round_end(end))]
            }
            _ => Vec::new(),
        }
    }

    /// Cost of resigning for this Player now (C-7), to be confirmed first; `None` if the match is over.
    pub fn cost_of_resigning(&self, seat: Seat) -> Option<ResignCost> {
        if self.result().is_some() {
            return None;
        }
        let winner = Seat(1 - seat.0.min(1));
        let mut after = self.half_points;
        after[winner.index()] += 2;
        let ends_match = !matches!(scoring::next(after, self.number), Next::Round(_));
        Some(ResignCost { winner, ends_match })
    }
}

impl Playing for Match {
    fn context(&self) -> RulesContext<'_> {
        self.round.context()
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        matches!(self.stage, Stage::Play) && self.round.position().to_move() == seat
    }
}
