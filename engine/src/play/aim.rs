//! Ways to win that Battalions bring: judged when a turn is over and legal.

use crate::board::Seat;

use super::{Position, Rules};

/// What it means to have no legal action without being in Check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stalemate {
    /// A draw in a duel, a pass in Party Mode (T-24).
    #[default]
    Draws,
    /// A defeat.
    Loses,
    /// Everybody else's defeat.
    Wins,
}

impl Rules {
    /// After a turn of `actor`: lets the aims keep count, and defeats whom they say.
    pub(super) fn settle_aims(&self, pos: &mut Position, actor: Seat) {
        for aim in &self.aims {
            if !pos.state().is_defeated(aim.seat()) {
                aim.note(self, pos, actor);
            }
        }
        for aim in &self.aims {
            for victim in Seat::all(self.seat_count()) {
                let playing = !pos.state().is_defeated(aim.seat()) && !pos.state().is_defeated(victim);
                if let Some(how) = aim.fells(self, pos, actor, victim).filter(|_| playing) {
                    self.defeat(pos, victim, how, Some(aim.seat()));
                }
            }
        }
    }
}
