//! Where Titans stood at the beginning of each Player's previous turn, for pieces that capture them as if they still did.
//!
//! Kept by the Titan's Space now, only while it stands elsewhere, and forgotten when that Player's next turn is over: no Enemy Titan moves in it.

use crate::board::{Seat, Space};

use super::{Piece, Position, Rules};

impl Rules {
    /// Makes room where a type asks for it.
    pub(super) fn look_back(&mut self) {
        if self.types.iter().any(|ty| ty.traits.looks_back) {
            let seats = Seat::all(self.seat_count());
            let spaces = |seat: Seat| (0..Space::COUNT).map(move |space| (seat, Space::from_index(space)));
            let names = seats.flat_map(spaces).map(|(seat, space)| format!("stood/{}/{space}", seat.0));
            self.stood = Some(self.add_counters(names.collect()));
        }
    }

    fn stood_at(&self, seat: Seat, space: Space) -> Option<usize> {
        self.stood.map(|first| first + seat.index() * Space::COUNT + space.index())
    }

    /// Where the Titan that is on `now` stood at the beginning of the previous turn of `seat`, if elsewhere.
    pub(crate) fn stood(&self, pos: &Position, seat: Seat, now: Space) -> Option<Space> {
        let kept = pos.counter(self.stood_at(seat, now)?);
        (kept > 0).then(|| Space::from_index(usize::from(kept) - 1))
    }

    /// A piece has gone from one Space to the other.
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
        let kept = stood.map_or(0, |space| space.index() as u16 + 1);
        if let Some(index) = self.stood_at(seat, now)
            && pos.counter(index) != kept
        {
            pos.set_counter(index, kept);
        }
    }

    /// A turn of this Player is over: the next one looks back to where Titans stand now.
    pub(super) fn forget_ways(&self, pos: &mut Position, seat: Seat) {
        if self.stood.is_some() {
            self.board.spaces().iter().for_each(|space| self.keep(pos, seat, space, None));
        }
    }
}
