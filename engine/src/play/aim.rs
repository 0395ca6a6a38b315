//! Ways to win added by Battalions, judged at the end of a legal turn.

use crate::board::Seat;

use super::{Position, Rules, TypeId};

/// Progress of a completed aim.
pub const COMPLETE: i32 = 256;

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
    /// Returns whether the seat has a way to win added by its Battalion.
    pub fn has_aims(&self, seat: Seat) -> bool {
        self.aims.iter().any(|aim| aim.seat() == seat)
    }

    /// Progress of a seat towards the nearest of its added ways to win: from 0 to [`COMPLETE`].
    pub fn progress(&self, pos: &Position, seat: Seat) -> i32 {
        let own = self.aims.iter().filter(|aim| aim.seat() == seat);
        own.map(|aim| aim.progress(self, pos).clamp(0, COMPLETE)).max().unwrap_or(0)
    }

    /// Returns whether the seat wins by losing its pieces of this type.
    pub fn gives_away(&self, seat: Seat, ty: TypeId) -> bool {
        self.aims.iter().any(|aim| aim.seat() == seat && aim.gives_away(ty))
    }

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
