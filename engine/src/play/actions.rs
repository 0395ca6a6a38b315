//! Generation of actions other than plain movements of blocking pieces: placements, castling, captures en passant,
//! self-captures, and actions of non-blocking pieces.

use crate::battalion::CastlingHome;
use crate::board::{Bits, Seat, Space};

use super::generate::Turn;
use super::look::Look;
use super::sink::Sink;
use super::tables::nearest;
use super::{Flags, Kept, Kind, LAYERS, Move, MoveList, Mover, Piece, Slot};

impl<const N: usize> Turn<'_, N> {
    /// B-9: the owner may remove a held piece as a turn.
    #[cold]
    pub(super) fn self_captures(&self, cells: Bits<N>, doubt: &mut MoveList) {
        for mover in self.movers(cells) {
            let ty = self.look.rules.ty(mover.ty);
            let imprisoned =
                (self.look.pos.at(mover.from)).is_some_and(|piece| piece.flags.contains(Flags::IMPRISONED));
            if !imprisoned && ty.capturable && !ty.immutable && !ty.titan {
                doubt.push(Move::of(Kind::SelfCapture, mover.from, mover.from));
            }
        }
    }

    /// Captures en passant of pieces that passed over a cell (T-13).
    #[cold]
    pub(super) fn en_passant(&self, ty: usize, pieces: Bits<N>, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        let mobility = self.look.tables.mobility(self.me, ty);
        let mut able = Bits::EMPTY;
        for right in pos.state().en_passant.iter().flatten() {
            able |= mobility.might_capture(self.look.cell(right.over));
        }
        for mover in self.movers(pieces & able) {
            rules.generate_en_passant(pos, &mover, doubt);
        }
    }

    /// Moves of non-blocking pieces (T-10).
    pub(super) fn non_blocking(&self, cells: Bits<N>, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        for cell in cells {
            let space = self.look.space(cell);
            for layer in 1..LAYERS {
                let Some(piece) = (pos.in_slot(Slot::new(space, layer))).filter(|piece| piece.seat.index() == self.me)
                else {
                    continue;
                };
                match rules.restraint(pos, space, piece) {
                    Some(restraint) => {
                        if restraint.may_capture_itself(rules, piece) {
                            doubt.push(Move { layer, ..Move::of(Kind::SelfCapture, space, space) });
                        }
                    }
                    None => rules.generate_as(pos, &Mover::real(space, layer, piece), doubt),
                }
            }
        }
    }

    /// Placements from reserve as a turn (T-18, P-6).
    pub(super) fn placements<S: Sink<N>>(&self, sink: &mut S, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        let seat = Seat::new(self.me);
        for store in &self.look.tables.stores[self.me] {
            if pos.reserve(seat, store.ty) == 0 || store.gated && !pos.state().gate_open {
                continue;
            }
            let layer = rules.ty(store.ty).layer;
            let free = if layer == 2 { Bits::FULL } else { !self.look.pieces() };
            let taken = if layer == 0 { Bits::EMPTY } else { pos.sets.layer(layer) };
            let zone = store.zone & free & !taken;
            let delicate = if rules.classes.odd_arrivals.has(store.ty.index()) { Bits::FULL } else { self.delicate };
            for kept in Kept::ALL.into_iter().filter(|kept| pos.held(seat, store.ty, *kept) > 0) {
                sink.place(self.look.tables, store.ty, kept, zone & self.danger.allowed & !delicate);
                for cell in zone & delicate {
                    let space = self.look.space(cell);
                    doubt.push(Move { promote: Some(store.ty), layer, ..Move::of(Kind::Place { kept }, space, space) });
                }
            }
        }
    }

    /// Castling (M-4): both pieces are unmoved and on one Rook Line with nothing blocking between them. Safety is
    /// judged later.
    pub(super) fn castling(&self, ty: usize, king: usize, doubt: &mut MoveList) {
        let Look { rules, pos, tables, .. } = self.look;
        let fresh = pos.sets.fresh::<N>() & self.look.seat(self.me) & !self.look.restrained;
        for (aside, side) in tables.castling[self.me].iter().enumerate() {
            let line = side.line[king];
            let blockers = line & self.look.pieces();
            if blockers.none() {
                continue;
            }
            let partner = nearest(blockers, side.step > 0);
            if !fresh.has(partner) {
                continue;
            }
            let passed = (line & !side.line[partner]).without(partner);
            let castler = &rules.types[ty];
            let fits = |piece: Piece| castler.castles_with.contains(&piece.ty);
            if !self.look.piece(partner).is_some_and(fits) {
                continue;
            }
            let to = match castler.castling.home {
                Some(home) => self.castles_home(home, king, partner, aside == 0),
                None => {
                    let between = passed.count();
                    let by = castler.castling.spaces(between + 1);
                    let to = king.wrapping_add_signed(isize::from(by) * side.step);
                    (usize::from(by) <= between).then(|| self.look.space(to))
                }
            };
            if let Some(to) = to {
                let [king, partner] = [king, partner].map(|cell| self.look.space(cell));
                doubt.push(Move::of(Kind::Castle, king, to).with_other(partner));
            }
        }
    }

    /// Destination of a King that castles from a shuffled Back Rank. `None` if other pieces are in the way of the King
    /// or its partner.
    fn castles_home(&self, home: CastlingHome, king: usize, partner: usize, left: bool) -> Option<Space> {
        let row = self.look.rules.board.rows(Seat::new(self.me)).last()?;
        let column = |cell: usize| row.iter().position(|space| *space == self.look.space(cell));
        let (from, other) = (column(king)?, column(partner)?);
        let mirrored = from != usize::from(home.start);
        let end = if left == mirrored { home.right } else { home.left };
        let end = usize::from(end?);
        let to = if mirrored { row.len().checked_sub(1 + end)? } else { end };
        let over = if left { to + 1 } else { to.checked_sub(1)? };
        let free = |column: usize| {
            column == from
                || column == other
                || row.get(column).is_some_and(|space| !self.look.pieces().has(self.look.cell(*space)))
        };
        let ways = [(from, to), (other, over)];
        let clear = ways.map(|(a, b)| (a.min(b)..=a.max(b)).all(free));
        if clear == [true; 2] { row.get(to).copied() } else { None }
    }
}
