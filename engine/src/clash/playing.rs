//! Playing a round: turns, resignation, draw agreement, and the results of its end (C-1, C-7, C-11, C-13).

use super::army::Army;
use super::end::{DrawReason, End, Loss};
use super::round::Round;
use super::scoring::{self, Next, ULTIMATE};
use super::series::{Match, Score, Stage};
use super::view::round_view;
use crate::action::{Illegal, Turn};
use crate::board::Seat;
use crate::context::Playing;
use crate::fact::{Fact, RoundEnd};
use crate::illegal::{DrawFault, PhaseFault};
use crate::notation::{Mark, TurnText};
use crate::play::Event;

impl Match {
    pub(super) fn begin_play(&mut self) {
        let rules = &self.rules[(self.number == ULTIMATE) as usize];
        self.round = Round::new(rules.clone(), &self.armies);
        self.stage = Stage::Play;
        self.offers = [false; 2];
        if let Some(end) = self.round.end() {
            self.finish_round(end);
        }
    }

    pub(super) fn take_turn(&mut self, seat: Seat, turn: &Turn) -> Result<Vec<Event>, Illegal> {
        if !matches!(self.stage, Stage::Play) {
            return Err(Illegal::new("C-3", PhaseFault::NoRound));
        }
        if self.round.position().to_move() != seat {
            return Err(Illegal::new("C-14", PhaseFault::NotYourTurn));
        }
        let text = TurnText::of(self, turn);
        let events = self.round.take_turn(turn)?;
        self.offers = [false; 2];
        self.turns += 1;
        let mark = match self.round.end() {
            Some(End::Loss(_, Loss::Checkmate)) => Mark::Checkmate,
            _ if self.round.check().is_some() => Mark::Check,
            _ => Mark::None,
        };
        let text = text.marked(mark);
        let mut last = self.context().tell_story(Some(seat), text, &events);
        if self.round.end().is_none() && self.round.check().is_some() {
            last.facts.push(Fact::Check);
        }
        self.last = Some(last);
        if let Some(end) = self.round.end() {
            self.finish_round(end);
        }
        Ok(events)
    }

    /// Ends the round for a Player who resigns, or runs out of time outside the auction: the round is lost (C-7). From
    /// an unfinished army, the pieces owned before the shop are lost and the gold spent is returned.
    pub(super) fn leave(&mut self, seat: Seat, how: Loss) -> Vec<Event> {
        let events = vec![Event::Defeated { seat, how: how.into(), by: None }];
        let story = self.context().tell_story(Some(seat), String::new(), &events);
        self.last = Some(story.keeping_marks(self.last.take()));
        let end = End::Loss(seat, how);
        match &self.stage {
            Stage::Play => self.round.finish(end),
            // The bids are revealed with the end (T-32).
            Stage::Auction(auction) => self.auctioned = Some(auction.clone()),
            Stage::Shop(..) | Stage::Ended { .. } => {}
        }
        self.finish_round(end);
        events
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) -> Result<(), Illegal> {
        if !matches!(self.stage, Stage::Play) {
            return Err(Illegal::new("C-14", DrawFault::NoRound));
        }
        if self.number == ULTIMATE {
            return Err(Illegal::new("C-13", DrawFault::Ultimate));
        }
        if self.offers[seat.index()] {
            return Err(Illegal::new("C-14", DrawFault::Offered { others: 1 }));
        }
        self.offers[seat.index()] = true;
        if self.offers == [true; 2] {
            let end = End::Draw(DrawReason::Agreement);
            self.round.finish(end);
            self.finish_round(end);
        }
        Ok(())
    }

    pub(super) fn decline_draw(&mut self) -> Result<(), Illegal> {
        if self.offers == [false; 2] {
            return Err(Illegal::new("C-14", DrawFault::NotOffered));
        }
        self.offers = [false; 2];
        Ok(())
    }

    /// Awards points (C-1, C-11), applies the cost of the result (C-7) and starts the next stage.
    fn finish_round(&mut self, end: End) {
        let played = matches!(self.stage, Stage::Play);
        let survivors = [Seat(0), Seat(1)]
            .map(|seat| if played { self.round.survivors(seat) } else { self.armies[seat.index()].clone() });
        self.score(end, survivors);
    }

    /// Ends the current round with a given result and survivors, as an arbiter would. For tools that test the rules of
    /// the match; not recorded in the log.
    pub fn adjudicate(&mut self, end: End, survivors: [Army; 2]) {
        if matches!(self.stage, Stage::Play) {
            self.round.finish(end);
            self.score(end, survivors);
        }
    }

    fn score(&mut self, end: End, survivors: [Army; 2]) {
        let half_points = end.half_points(self.draw_odds());
        let round = self.round_end(end);
        if let Some(last) = &mut self.last {
            last.facts.push(Fact::Round(round));
        }
        self.offers = [false; 2];
        for seat in Seat::all(2) {
            self.half_points[seat.index()] += half_points[seat.index()];
        }
        let view = round_view(self, end);
        let kept = survivors.map(|left| end.keeps(left));
        let lost = [0, 1].map(|index: usize| self.armies[index].without(&kept[index]));
        self.scores.push(Score { round, half_points, view, lost });
        self.armies = kept;
        let winner = match scoring::next(self.half_points, self.number) {
            Next::Round(number) => return self.begin_round(number),
            Next::Won(seat) => Some(seat),
            Next::Drawn => None,
        };
        self.stage = Stage::Ended { winner };
    }

    /// Record of the current round's end.
    pub(super) fn round_end(&self, end: End) -> RoundEnd {
        RoundEnd { round: self.number, end, draw_odds: self.draw_odds() }
    }
}
