//! Former Spaces of Titans at the beginning of each Player's previous turn, for pieces that can capture them there.
//!
//! An entry is stored by the Titan's current Space, and only while that differs from the former one. It is cleared at
//! the end of that Player's next turn, during which no Enemy Titan moves.

use crate::board::{Seat, Space};

use super::{Piece, Position, Rules, Traits};

impl Rules {
    /// Adds counters if a type needs former Spaces.
    pub(super) fn look_back(&mut self) {
        if self.types.iter().any(|ty| ty.traits.contains(Traits::LOOKS_BACK)) {
            let seats = Seat::all(self.seat_count());
            let spaces = |seat: Seat| (0..Space::COUNT).map(move |space| (seat, Space::from_index(space)));
            let names = seats.flat_map(spaces).map(|(seat, space)| format!("stood/{}/{space}", seat.0));
            self.stood = Some(self.add_counters(names.collect()));
        }
    }

    fn stood_at(&self, seat: Seat, space: Space) -> Option<usize> {
        self.stood.map(|first| first + seat.index() * Space::COUNT + space.index())
    }

    /// Space of the Titan on `now` at the beginning of the previous turn of `seat`, if it was another one.
    pub(crate) fn stood(&self, pos: &Position, seat: Seat, now: Space) -> Option<Space> {
        let kept = pos.counter(self.stood_at(seat, now)?);
        (kept > 0).then(|| Space::from_index(usize::from(kept) - 1))
    }

    /// Records that a piece has gone from one Space to another.
    pub(super) fn note_way(&self, pos: &mut Position, piece: Piece, from: Space, to: Space) {
        if self.stood.is_none() || !self.ty(piece.ty).titan {
            return;
        }
        for seat in Seat::all(self.seat_count()).filter(|seat| *seat != piece.seat) {
            let stood = self.stood(pos, seat, from).unwrap_or(from);
            self.keep(pos, seat, from, None);
            self.keep(pos, seat, to, Some(stood).filter(|stood| *stood != to));
        }
    }

    fn keep(&self, pos: &mut Position, seat: Seat, now: Space, stood: Option<Space>) {
        let kept = stood.map_or(0, |space| space.code() + 1);
        if let Some(index) = self.stood_at(seat, now)
            && pos.counter(index) != kept
        {
            pos.set_counter(index, kept);
        }
    }

    /// Clears the former Spaces at the end of a Player's turn.
    pub(super) fn forget_ways(&self, pos: &mut Position, seat: Seat) {
        if self.stood.is_some() {
            self.board.spaces().iter().for_each(|space| self.keep(pos, seat, space, None));
        }
    }
}
