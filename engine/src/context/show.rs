//! Presentation of the context in views.

use crate::board::Space;
use crate::play::{Flags, Piece, Restraint, TypeId};
use crate::view::{Badge, BoardView, Look, PieceView, Zone};

use super::RulesContext;

impl RulesContext<'_> {
    /// Appearance of a type.
    pub fn look(&self, ty: TypeId) -> Look {
        let ty = self.rules.ty(ty);
        Look {
            id: ty.key.clone(),
            name: ty.name.clone(),
            symbol: ty.symbol.clone(),
            icon: ty.icon.clone(),
            art: ty.art.clone(),
            titan: ty.titan,
            blocking: ty.layer == 0,
        }
    }

    /// Shape of the board.
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
        let affected = self.rules.affected.map_or(Vec::new(), |set| set.iter().collect());
        BoardView { affected, marked: self.marked_zones(), ..BoardView::new(board.width(), board.height(), zones) }
    }

    /// Every piece on the board.
    pub fn piece_views(&self) -> Vec<PieceView> {
        self.pos.pieces().map(|(slot, piece)| self.piece_view(slot.space(), piece)).collect()
    }

    fn piece_view(&self, space: Space, piece: Piece) -> PieceView {
        let fallen = self.pos.state().is_defeated(piece.seat);
        let mut badges = Vec::new();
        match self.rules.restraint(self.pos, space, piece) {
            Some(Restraint::Imprisoned) => badges.push(Badge::Imprisoned),
            Some(Restraint::Held(_)) if !fallen => {
                badges.push(Badge::Immobilised);
            }
            _ => {}
        }
        if piece.flags.contains(Flags::VOLATILE) {
            badges.push(Badge::Volatile);
        }
        let mut abilities = self.rules.abilities(piece.ty).iter();
        match self.rules.invulnerable_for(self.pos, space, piece) {
            0 => {}
            turns if abilities.any(|a| a.covers(self.pos, piece.seat)) => {
                badges.push(Badge::Shield(turns));
            }
            turns => badges.push(Badge::Invulnerable(turns)),
        }
        PieceView { space, seat: piece.seat, look: self.look(piece.ty), fallen, badges }
    }
}
