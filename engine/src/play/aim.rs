//! Ways to win added by Battalions, judged at the end of a legal turn.

use crate::board::Seat;

use super::{Position, Rules};

/// Result of having no legal action without being in Check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stalemate {
    /// Draw in a duel, pass in Party Mode (T-24).
    #[default]
    Draws,
    /// Defeat of the Player.
    Loses,
    /// Defeat of all other Players.
    Wins,
}

impl Rules {
    /// Updates the counters of all aims after a turn of `actor`, and defeats the Players whom the aims decide against.
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
