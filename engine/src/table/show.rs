//! The table as views show it.

use crate::ability::shield;
use crate::board::Space;
use crate::play::{Flags, Piece, Restraint, TypeId};
use crate::view::{Badge, BoardView, Look, PieceView, Zone};

use super::Table;

impl Table<'_> {
    /// How a type looks.
    pub fn look(&self, ty: TypeId) -> Look {
        let ty = self.rules.ty(ty);
        Look {
            id: ty.key.clone(),
            name: ty.name.clone(),
            symbol: ty.symbol.clone(),
            icon: ty.icon.clone(),
            titan: ty.titan,
            blocking: ty.layer == 0,
        }
    }

    /// The shape of the board.
    pub(crate) fn board_view(&self) -> BoardView {
        let board = &self.rules.board;
        let zone = |space: Space| match board.owner(space) {
            Some(seat) => Zone::Territory(seat),
            None if board.has(space) => Zone::Battlefield,
            None => Zone::Missing,
        };
        let zones = (0..board.height())
            .flat_map(|rank| (0..board.width()).map(move |file| Space::new(file, rank)))
            .map(zone)
            .collect();
        let affected = self
            .rules
            .affected
            .map_or(Vec::new(), |set| set.iter().collect());
        BoardView {
            width: board.width(),
            height: board.height(),
            zones,
            affected,
        }
    }

    /// Every piece on the board.
    pub fn piece_views(&self) -> Vec<PieceView> {
        self.pos
            .pieces()
            .map(|(slot, piece)| self.piece_view(slot.space(), piece))
            .collect()
    }

    fn piece_view(&self, space: Space, piece: Piece) -> PieceView {
        let fallen = self.pos.state().is_defeated(piece.seat);
        let mut badges = Vec::new();
        match self.rules.restraint(self.pos, space, piece) {
            Some(Restraint::Imprisoned) => badges.push(Badge::Imprisoned),
            Some(Restraint::Immobilised(_) | Restraint::FrozenByCopy(_)) if !fallen => {
                badges.push(Badge::Immobilised);
            }
            _ => {}
        }
        if piece.flags.has(Flags::VOLATILE) {
            badges.push(Badge::Volatile);
        }
        let shield = self.pos.state().shield[piece.seat.index()];
        if shield > 0 && shield::bears_shield(self.rules, piece) {
            badges.push(Badge::Shield(shield));
        } else if self.rules.is_invulnerable(self.pos, space, piece) {
            let covered = shield::covers(self.rules, self.pos, space, piece);
            let until = piece.clock.max(if covered { shield } else { 0 });
            badges.push(Badge::Invulnerable(until));
        }
        PieceView {
            space,
            seat: piece.seat,
            look: self.look(piece.ty),
            fallen,
            badges,
        }
    }
}
