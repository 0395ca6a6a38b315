//! Making a move with all its effects.

use crate::board::{Seat, Space};

use super::{After, Event, Flags, Kept, Kind, Move, Mover, Piece, Position, Rules, Slot, Traits, TypeId};

impl Rules {
    /// Adds the captures of the movement itself (by displacement, en passant, leaping, shooting or a chain), then the
    /// side effects of the type it acts by. [`Rules::captures`] adds the captures of the piece's own type.
    pub(crate) fn direct_captures(&self, pos: &Position, mv: &Move, chain: &[Space], hits: &mut Vec<Slot>) {
        let Some(piece) = pos.in_slot(Slot::new(mv.from, mv.layer)) else {
            return;
        };
        match mv.kind {
            Kind::Step | Kind::Double | Kind::Gained => {
                if mv.layer == 0 && pos.at(mv.to).is_some() && mv.to != mv.from {
                    hits.push(Slot::new(mv.to, 0));
                }
            }
            Kind::Shoot => hits.push(Slot::new(mv.to, 0)),
            Kind::EnPassant => hits.push(Slot::new(mv.other, 0)),
            Kind::Overleap => {
                let (dx, dy) = mv.from.to(mv.to);
                let mut at = mv.from;
                while let Some(next) = at.offset(dx.signum(), dy.signum()).filter(|next| *next != mv.to) {
                    if pos.at(next).is_some() {
                        hits.push(Slot::new(next, 0));
                    }
                    at = next;
                }
            }
            Kind::Chain { .. } => {
                for jumped in chain.iter().step_by(2) {
                    let slot = Slot::new(*jumped, 0);
                    if pos.at(*jumped).is_some_and(|victim| victim.seat != piece.seat) && !hits.contains(&slot) {
                        hits.push(slot);
                    }
                }
            }
            Kind::SelfCapture => hits.push(Slot::new(mv.from, mv.layer)),
            Kind::Castle
            | Kind::Place { .. }
            | Kind::Act
            | Kind::Swap
            | Kind::Fuse { .. }
            | Kind::Split { .. }
            | Kind::Pass => {}
        }
        let acting = mv.copying.unwrap_or(piece.ty);
        if self.ty(acting).traits.contains(Traits::EFFECTS) && brings_side_effects(mv.kind) {
            let after = self.after(pos, acting, piece, mv);
            for ability in self.abilities(acting) {
                ability.effects(&after, hits);
            }
        }
    }

    fn after<'a>(&'a self, pos: &'a Position, acting: TypeId, piece: Piece, mv: &Move) -> After<'a> {
        let mover = Mover { ty: acting, ..Mover::real(mv.from, mv.layer, piece) };
        After { rules: self, pos, mover, to: mv.to, by: mv.copying.unwrap_or(piece.ty) }
    }

    /// Adds everything that a move captures, side effects included, as slots of the board before the move.
    pub fn captures(&self, pos: &Position, mv: &Move, chain: &[Space], hits: &mut Vec<Slot>) {
        self.direct_captures(pos, mv, chain, hits);
        let Some(piece) = pos.in_slot(Slot::new(mv.from, mv.layer)) else {
            return;
        };
        // S-6: a step gained by the copied type is a movement of B-11; a step gained by the piece itself is not.
        let copied_step = mv.kind == Kind::Gained && mv.copying.is_some();
        if self.ty(piece.ty).traits.contains(Traits::OWN_EFFECTS) && (brings_side_effects(mv.kind) || copied_step) {
            let after = self.after(pos, piece.ty, piece, mv);
            for ability in self.abilities(piece.ty) {
                ability.own_effects(&after, hits);
            }
        }
    }

    /// Makes a move without testing its legality. Choices it requires are left in [`Position::pending`]; the turn is
    /// not ended.
    pub fn make(&self, pos: &mut Position, mv: &Move, chain: &[Space]) {
        let actor = pos.to_move();
        match mv.kind {
            Kind::Pass => {}
            Kind::Place { kept } => {
                if let Some(ty) = mv.promote {
                    self.place(pos, actor, ty, kept, mv.to);
                }
            }
            Kind::Castle => self.castle(pos, mv),
            Kind::Swap => self.swap(pos, mv),
            Kind::Fuse { power, .. } | Kind::Split { power } => {
                if let Some(power) = self.powers.get(power as usize) {
                    power.make(self, pos, mv);
                }
            }
            Kind::Act => {
                if let Some(piece) = pos.at(mv.from) {
                    for ability in self.abilities(piece.ty) {
                        ability.act(self, pos, mv);
                    }
                }
            }
            Kind::SelfCapture => {
                let slot = Slot::new(mv.from, mv.layer);
                if let Some(piece) = pos.in_slot(slot) {
                    pos.set(self, slot, None);
                    pos.tell(Event::SelfCaptured { piece, space: mv.from });
                    pos.state_mut().progress = true;
                }
            }
            Kind::Step
            | Kind::Gained
            | Kind::Double
            | Kind::EnPassant
            | Kind::Overleap
            | Kind::Chain { .. }
            | Kind::Shoot => {
                self.advance(pos, mv, chain);
            }
        }
    }

    /// Moves or shoots a piece, with its captures on the way.
    fn advance(&self, pos: &mut Position, mv: &Move, chain: &[Space]) {
        let slot = Slot::new(mv.from, mv.layer);
        let Some(piece) = pos.in_slot(slot) else {
            return;
        };
        let mut hits = pos.borrow_scratch();
        self.captures(pos, mv, chain, &mut hits);
        let stays = mv.kind == Kind::Shoot;
        if stays {
            pos.tell(Event::Shot { from: mv.from, at: mv.to });
        } else {
            for landing in chain.iter().skip(1).step_by(2) {
                pos.tell(Event::Passed { space: *landing });
            }
            pos.tell(Event::Moved { piece, from: mv.from, to: mv.to });
            self.note_moved(pos, mv.copying.unwrap_or(piece.ty));
        }
        let mut striking_back = [None; crate::board::MAX_SIDE as usize];
        let mut count = 0;
        let mut prey = None;
        let mut displaced = None;
        for hit in &hits {
            let victim = match self.captive(pos, piece, *hit) {
                Some(victim) if stays || hit.space() != mv.to => {
                    self.convert(pos, hit.space(), victim, piece.seat);
                    Some(victim)
                }
                Some(victim) => {
                    pos.set(self, *hit, None);
                    displaced = Some(victim);
                    displaced
                }
                None => self.capture(pos, piece.seat, *hit),
            };
            let Some(victim) = victim else { continue };
            if prey.is_none() || *hit == Slot::new(mv.to, 0) {
                prey = Some(victim);
            }
            if self.ty(victim.ty).traits.contains(Traits::STRUCK) && count < striking_back.len() {
                striking_back[count] = Some(victim);
                count += 1;
            }
        }
        let off_board = mv.kind == Kind::Chain { off: true };
        if !stays {
            pos.set(self, slot, None);
            if let Some(victim) = displaced {
                self.convert(pos, mv.from, victim, piece.seat);
            }
            if !off_board {
                self.land(pos, piece, mv);
                self.note_way(pos, piece, mv.from, mv.to);
            }
        }
        if mv.kind == Kind::Double {
            let right = super::EnPassant { over: mv.other, pawn: mv.to };
            pos.state_mut().en_passant[piece.seat.index()] = Some(right);
        }
        if !hits.is_empty() || mv.promote.is_some() || self.ty(piece.ty).promotion.is_some() {
            pos.state_mut().progress = true;
        }
        for victim in striking_back[..count].iter().flatten() {
            for ability in self.abilities(victim.ty) {
                ability.struck(self, pos, mv, piece, *victim);
            }
        }
        if self.ty(piece.ty).traits.contains(Traits::SETTLES) && !off_board {
            for ability in self.abilities(piece.ty) {
                ability.settle(self, pos, mv, piece, prey);
            }
        }
        if piece.flags.contains(Flags::LEAVES) && !stays {
            self.leave_supporter(pos, mv.from, piece.seat);
        }
        if !stays && !off_board && mv.layer == 0 {
            self.meet(pos, mv.to);
        }
        pos.return_scratch(hits);
    }

    /// Records that a piece has moved while acting as this type.
    #[inline]
    fn note_moved(&self, pos: &mut Position, ty: TypeId) {
        if self.recalls {
            let state = pos.state_mut();
            state.last_moved = Some(ty);
            state.stirred = true;
        }
    }

    /// Puts the mover on its destination, promoted if the move promotes. A Supporter there captures itself (P-2).
    fn land(&self, pos: &mut Position, mut piece: Piece, mv: &Move) {
        piece.flags = piece.flags.difference(Flags::FRESH).difference(Flags::LEAVES);
        piece.clock = 0;
        if let Some(to) = mv.promote {
            piece.ty = to;
            piece.flags = piece.flags.union(Flags::PROMOTED);
            piece.flags = piece.flags.difference(self.ty(to).barred);
        }
        pos.put(self, mv.to, piece);
        if let Some(to) = mv.promote {
            pos.tell(Event::Promoted { to, space: mv.to });
        }
        if mv.layer == 0 {
            self.crush_supporter(pos, mv.to);
        }
    }

    /// Removes a captured piece.
    pub(super) fn capture(&self, pos: &mut Position, by: Seat, slot: Slot) -> Option<Piece> {
        let victim = pos.in_slot(slot)?;
        pos.set(self, slot, None);
        pos.tell(Event::Captured { piece: victim, space: slot.space(), by });
        for power in &self.powers {
            power.captured(self, pos, by, victim);
        }
        Some(victim)
    }

    /// The piece in a slot, if its capture by `captor` makes it change sides instead of leaving the board.
    fn captive(&self, pos: &Position, captor: Piece, slot: Slot) -> Option<Piece> {
        if !self.ty(captor.ty).traits.contains(Traits::CONVERTS) {
            return None;
        }
        let victim = pos.in_slot(slot)?;
        let ty = self.ty(victim.ty);
        let turns = victim.seat != captor.seat
            && !ty.titan
            && !ty.immutable
            && ty.layer == 0
            && !ty.traits.contains(Traits::STRUCK);
        turns.then_some(victim)
    }

    /// Gives a piece to another seat, on its own Space or on a free one.
    fn convert(&self, pos: &mut Position, space: Space, piece: Piece, to: Seat) {
        let flags = piece.flags.difference(Flags::FRESH).difference(Flags::IMPRISONED);
        let turned = Piece { seat: to, flags, clock: 0, ..piece };
        pos.set(self, Slot::new(space, 0), Some(turned));
        pos.tell(Event::Converted { piece: turned, was: piece.seat, space });
    }

    /// P-2: a Supporter captures itself when a blocking piece ends its movement or appears on its Space.
    pub(crate) fn crush_supporter(&self, pos: &mut Position, space: Space) {
        if let Some(supporter) = pos.supporter(space) {
            pos.set(self, Slot::new(space, 1), None);
            pos.tell(Event::SelfCaptured { piece: supporter, space });
            pos.state_mut().progress = true;
        }
    }

    /// V-5: a Supporter appears where a piece chosen during Placement leaves a Space for the first time.
    fn leave_supporter(&self, pos: &mut Position, space: Space, seat: Seat) {
        if let Some(ty) = self.volatile.map(|volatility| volatility.leave)
            && pos.at(space).is_none()
            && pos.supporter(space).is_none()
        {
            self.create(pos, space, Piece::new(ty, seat));
        }
    }

    /// Adds a new piece to the board. A Supporter under a blocking piece captures itself.
    pub(crate) fn create(&self, pos: &mut Position, space: Space, piece: Piece) {
        pos.put(self, space, piece);
        pos.tell(Event::Created { piece, space });
        pos.state_mut().progress = true;
        if self.ty(piece.ty).layer == 0 {
            self.crush_supporter(pos, space);
        }
    }

    /// Puts a piece from reserve on a Space.
    pub(super) fn place(&self, pos: &mut Position, seat: Seat, ty: TypeId, kept: Kept, space: Space) {
        pos.use_up(seat, ty, kept);
        let piece = Piece::new(ty, seat).flagged(kept.flags());
        pos.put(self, space, piece);
        pos.tell(Event::Placed { piece, space });
        pos.state_mut().progress = true;
        if self.ty(ty).layer == 0 {
            self.crush_supporter(pos, space);
        }
    }

    /// M-4: the King moves towards its partner, 2 Spaces in chess, and the partner goes to the last Space passed over.
    fn castle(&self, pos: &mut Position, mv: &Move) {
        let over = castling_passage(mv);
        let (Some(king), Some(partner)) = (pos.take(self, mv.from), pos.take(self, mv.other)) else {
            return;
        };
        self.note_moved(pos, king.ty);
        for (piece, from, to) in [(king, mv.from, mv.to), (partner, mv.other, over)] {
            pos.tell(Event::Moved { piece, from, to });
            let moved =
                Piece { flags: piece.flags.difference(Flags::FRESH).difference(Flags::LEAVES), clock: 0, ..piece };
            pos.put(self, to, moved);
            self.note_way(pos, piece, from, to);
            self.crush_supporter(pos, to);
        }
        for (piece, from) in [(king, mv.from), (partner, mv.other)] {
            if piece.flags.contains(Flags::LEAVES) {
                self.leave_supporter(pos, from, piece.seat);
            }
        }
        self.meet(pos, mv.to);
        self.meet(pos, over);
    }

    fn swap(&self, pos: &mut Position, mv: &Move) {
        let (Some(one), Some(two)) = (pos.take(self, mv.from), pos.take(self, mv.to)) else {
            return;
        };
        self.note_moved(pos, one.ty);
        for (piece, from, to) in [(one, mv.from, mv.to), (two, mv.to, mv.from)] {
            pos.tell(Event::Moved { piece, from, to });
            pos.put(self, to, Piece { flags: piece.flags.difference(Flags::FRESH), ..piece });
            self.note_way(pos, piece, from, to);
        }
        self.meet(pos, mv.from);
        self.meet(pos, mv.to);
    }
}

/// Destination of the partner of a castling King: next to the King, on the side away from the partner's start. In
/// standard castling the King has just passed over that Space.
pub(crate) fn castling_passage(mv: &Move) -> Space {
    let (dx, dy) = mv.other.to(mv.from);
    mv.to.offset(dx.signum(), dy.signum()).unwrap_or(mv.to)
}

/// Every Space that a castling King passes over.
pub(crate) fn castling_way(mv: &Move) -> impl Iterator<Item = Space> {
    let (dx, dy) = mv.from.to(mv.to);
    let next = move |at: &Space| at.offset(dx.signum(), dy.signum());
    let to = mv.to;
    std::iter::successors(next(&mv.from), next).take_while(move |at| *at != to)
}

/// Returns whether side effects (B-3) follow an action of this kind.
const fn brings_side_effects(kind: Kind) -> bool {
    matches!(kind, Kind::Step | Kind::Double | Kind::EnPassant | Kind::Overleap)
}
