//! Equality of positions for the draw by repetition (T-26, C-14).

use crate::board::{MAX_SEATS, Seat, Space};

use super::position::piece_key;
use super::{EnPassant, Flags, Kind, MoveList, Piece, Position, Rules, Slot};

impl Rules {
    /// Hash for repetitions, equal for positions that count as the same (T-26, C-14). Unlike [`Position::hash`], it
    /// ignores rights that nobody can use. An unmoved Rook does not matter once its King has moved. With two Players, a
    /// right of en passant counts only if it can be used. A gate that opens with the coming turn counts as open. The
    /// origin of a piece from promotion does not matter.
    pub fn repetition_key(&self, pos: &Position) -> u64 {
        let mut board = pos.board_hash();
        for seat in Seat::all(self.seat_count()) {
            for space in pos.blocking(seat).iter() {
                let Some(piece) = pos.at(space) else { continue };
                let mut plain = piece.flags.difference(Flags::PROMOTED);
                if piece.flags.contains(Flags::FRESH) && !self.freshness_counts(pos, space, piece) {
                    plain = plain.difference(Flags::FRESH);
                }
                if plain != piece.flags {
                    let slot = Slot::new(space, 0);
                    let plain = Piece { flags: plain, ..piece };
                    board ^= piece_key(slot, piece) ^ piece_key(slot, plain);
                }
            }
        }
        pos.hash_with(board, &self.living_en_passant(pos), self.gate_is_as_open(pos))
    }

    /// P-6: returns whether the gate is open, or will be before anybody can use it.
    fn gate_is_as_open(&self, pos: &Position) -> bool {
        pos.state().gate_open || self.gate_seat.is_none_or(|seat| seat == pos.to_move())
    }

    /// Returns whether it can still matter that this piece has not moved.
    fn freshness_counts(&self, pos: &Position, space: Space, piece: Piece) -> bool {
        let (army, index) = self.ty(piece.ty).origin;
        self.armies[army].pieces[index].moves.iter().any(|rule| rule.initial)
            || pos.blocking(piece.seat).iter().any(|other| {
                pos.at(other).is_some_and(|partner| {
                    let castles = |king: Piece, rook: Piece| self.ty(king.ty).castles_with.contains(&rook.ty);
                    let home = |king: Piece| self.ty(king.ty).castling.home.is_some();
                    partner.flags.contains(Flags::FRESH)
                        && (castles(piece, partner) || castles(partner, piece))
                        && (space.distance(other) >= 3 || home(piece) || home(partner))
                })
            })
    }

    /// Rights of en passant. With two Players, only those that the Player to move can use.
    fn living_en_passant(&self, pos: &Position) -> [Option<EnPassant>; MAX_SEATS] {
        let mut rights = pos.state().en_passant;
        if self.seat_count() == 2 && rights.iter().any(Option::is_some) {
            let mut list = MoveList::default();
            self.legal_moves(&mut pos.clone(), &mut list);
            for right in &mut rights {
                let used = |pawn: Space| list.moves.iter().any(|mv| mv.kind == Kind::EnPassant && mv.other == pawn);
                *right = right.filter(|right| used(right.pawn));
            }
        }
        rights
    }
}
