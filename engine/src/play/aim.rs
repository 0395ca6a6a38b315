//! Ways to win added by Battalions, judged at the end of a legal turn.

use std::sync::Arc;

use crate::board::Seat;

use super::{Aim, Fall, Position, Rules, TypeId};

/// Progress of a completed aim.
pub const COMPLETE: i32 = 256;

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
        if self.aims.is_empty() {
            return;
        }
        for aim in &self.aims {
            if !pos.state().is_defeated(aim.seat()) {
                aim.note(self, pos, actor);
            }
        }
        self.judge_aims(pos, actor);
    }

    /// Decides aims that waited for the turn of a Player who has no legal action. Returns whether that defeats anyone.
    pub(crate) fn miss_turn(&self, pos: &mut Position) -> bool {
        let before = pos.state().defeated;
        if self.aims.iter().any(|aim| aim.is_shared()) {
            self.judge_aims(pos, pos.to_move());
        }
        pos.state().defeated != before
    }

    /// Defeats the Players whom the aims decide against.
    fn judge_aims(&self, pos: &mut Position, actor: Seat) {
        let before = *pos.state();
        for aim in &self.aims {
            for victim in Seat::all(self.seat_count()) {
                let state = pos.state();
                let still = if aim.is_shared() { &before } else { state };
                let playing = !still.is_defeated(aim.seat()) && !state.is_defeated(victim);
                let Some(how) = aim.fells(self, pos, actor, victim).filter(|_| playing) else { continue };
                let level = |other: &Arc<dyn Aim>| {
                    other.is_shared() && other.seat() == victim && other.fells(self, pos, actor, aim.seat()).is_some()
                };
                let level = aim.is_shared() && !before.is_defeated(victim) && self.aims.iter().any(level);
                self.defeat(pos, victim, if level { Fall::Level } else { how }, Some(aim.seat()));
            }
        }
    }
}
