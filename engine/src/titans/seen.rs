//! Game as known to one Player.

use crate::action::Action;
use crate::board::Seat;
use crate::context::RuleSet;
use crate::seen::{Placing, Question, Seen, VolatileQuestion};

use super::game::{Game, Stage};
use super::setup::Setup;

impl Game {
    /// Information available to one Player, as a basis for decisions. Excludes secrets of other seats.
    pub fn seen(&self, seat: Seat) -> Seen {
        let seats = self.rules.seat_count();
        let mut hands = vec![Vec::new(); seats];
        if let Some(own) = self.targets.get(seat.index()) {
            hands[seat.index()].clone_from(own);
        }
        let offers = Seat::all(seats).filter(|other| self.players[other.index()].offers_draw);
        Seen {
            seat,
            rules: self.rules.clone(),
            pos: self.pos.clone(),
            law: RuleSet::Titans,
            aims: self.aims().with_targets(&hands),
            occurred: self.seen.clone(),
            last_acted: self.players.iter().map(|p| p.last_acted).collect(),
            draw_offers: offers.collect(),
            draw_odds: None,
            question: self.question(seat),
        }
    }

    fn question(&self, seat: Seat) -> Question {
        match &self.stage {
            Stage::Placement(next) if *next == seat => {
                let placed = Seat::all(seat.index()).filter_map(|other| {
                    let index = other.index();
                    let instants = self.instants[index].iter();
                    let place = Action::Place {
                        offset: self.plots[index].offset?,
                        mirrored: self.mirrored[index],
                        instant: instants.map(|(ty, space)| (self.rules.ty(*ty).key.clone(), *space)).collect(),
                    };
                    Some((other, place))
                });
                Question::Placement(Box::new(Placing {
                    setup: Setup { seed: [0; 32], ..Setup::clone(&self.setup) },
                    placed: placed.collect(),
                }))
            }
            Stage::Volatile(choices) => {
                let asked =
                    choices.of_chooser(seat, self.chooses_openly()).map(|(of, count, chosen)| VolatileQuestion {
                        of,
                        count,
                        spaces: self.basis().candidates(of).collect(),
                        chosen: chosen.is_some(),
                    });
                let asked: Vec<_> = asked.collect();
                if asked.iter().all(|question| question.chosen) { Question::Nothing } else { Question::Volatile(asked) }
            }
            Stage::Play if self.pos.to_move() == seat => Question::Turn,
            _ => Question::Nothing,
        }
    }
}
