//! Generation of pseudo-legal moves: everything a piece may do if its own Titan's safety did not matter.

use std::ops::RangeInclusive;

use crate::board::{Seat, Space};
use crate::piece::{Mode, When};

use super::tracks::{Landing, Reach, Route, Track};
use super::{Flags, Kind, Move, MoveList, Piece, Position, Rules, TypeId};

/// A piece about to act, real or supposed (a Chameleon acts as another type, B-11).
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Whose it is.
    pub seat: Seat,
    /// The type by which it acts.
    pub ty: TypeId,
    /// Where it stands.
    pub from: Space,
    /// Its layer there.
    pub layer: u8,
    /// Has not left its starting Space.
    pub fresh: bool,
    /// Acts as `ty` only for this move: no promotion, no once-per-game rights.
    pub copying: bool,
}

impl Mover {
    /// The piece in a slot as it is.
    pub fn real(space: Space, layer: u8, piece: Piece) -> Self {
        let fresh = piece.flags.has(Flags::FRESH);
        Self {
            seat: piece.seat,
            ty: piece.ty,
            from: space,
            layer,
            fresh,
            copying: false,
        }
    }
}

/// A Space that a movement leads to.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub to: Space,
    pub track: &'a Track,
}

impl Rules {
    /// Every pseudo-legal move of the Player to move.
    pub fn generate(&self, pos: &Position, out: &mut MoveList) {
        let seat = pos.to_move();
        for from in pos.blocking(seat).iter() {
            if let Some(piece) = pos.at(from) {
                self.generate_piece(pos, from, 0, piece, out);
            }
        }
        for from in pos.ghosts(seat).iter() {
            for layer in 1..super::LAYERS as u8 {
                if let Some(piece) = pos
                    .in_slot(super::Slot::new(from, layer))
                    .filter(|piece| piece.seat == seat)
                {
                    self.generate_piece(pos, from, layer, piece, out);
                }
            }
        }
        self.generate_placements(pos, seat, out);
        for power in &self.powers {
            power.generate(self, pos, seat, out);
        }
    }

    /// Pseudo-legal moves of one piece.
    pub fn generate_piece(
        &self,
        pos: &Position,
        from: Space,
        layer: u8,
        piece: Piece,
        out: &mut MoveList,
    ) {
        if let Some(restraint) = self.restraint(pos, from, piece) {
            if restraint.may_capture_itself(self, pos, from, piece) {
                out.push(Move {
                    layer,
                    ..Move::of(Kind::SelfCapture, from, from)
                });
            }
            return;
        }
        let mover = Mover::real(from, layer, piece);
        self.generate_as(pos, &mover, out);
        if mover.fresh && !self.ty(piece.ty).castles_with.is_empty() {
            self.generate_castling(pos, &mover, out);
        }
    }

    /// Pseudo-legal moves of a mover: Betza movements, abilities, en passant; not castling.
    pub fn generate_as(&self, pos: &Position, mover: &Mover, out: &mut MoveList) {
        self.each_target(pos, mover, |target| {
            self.push_target(pos, mover, &target, out)
        });
        let ty = self.ty(mover.ty);
        if ty.takes_en_passant {
            self.generate_en_passant(pos, mover, out);
        }
        if ty.traits.generates {
            for ability in &ty.abilities {
                ability.generate(self, pos, mover, out);
            }
        }
    }

    /// Calls `found` for every Space that the mover's Betza movements lead to.
    pub(crate) fn each_target(&self, pos: &Position, mover: &Mover, found: impl FnMut(Target<'_>)) {
        self.each_target_of(pos, mover, Mode::captures, found);
    }

    /// As [`Rules::each_target`], with the movements that may capture chosen by their mode.
    pub(crate) fn each_target_of(
        &self,
        pos: &Position,
        mover: &Mover,
        captures: impl Fn(Mode) -> bool,
        mut found: impl FnMut(Target<'_>),
    ) {
        let tracks = self.tracks(mover.seat, mover.ty);
        for track in &tracks.all {
            if !track.open && !self.gate_is_open(pos, mover, track) {
                continue;
            }
            let mut land = |to: Space| -> bool {
                let free = match pos.at(to) {
                    _ if mover.layer > 0 => {
                        if track.mode.moves() && self.ghost_may_enter(pos, mover, to) {
                            found(Target { to, track });
                        }
                        return pos.at(to).is_none();
                    }
                    None => true,
                    Some(piece) => {
                        if captures(track.mode)
                            && self.may_take(pos, mover.seat, mover.ty, to, piece)
                            && self.may_land(track, mover.from, to)
                        {
                            found(Target { to, track });
                        }
                        return false;
                    }
                };
                if track.mode.moves() && self.may_land(track, mover.from, to) {
                    found(Target { to, track });
                }
                free
            };
            match &track.route {
                Route::Leap(step) => {
                    if let Some(to) = self.go(*step, mover.from) {
                        land(to);
                    }
                }
                Route::Ride(step, max) => {
                    let mut at = mover.from;
                    for _ in 0..*max {
                        match self.go(*step, at) {
                            Some(to) if land(to) => at = to,
                            _ => break,
                        }
                    }
                }
                Route::Lame(via, to) => {
                    let clear = via.iter().all(|step| self.is_clear(pos, *step, mover.from));
                    if let Some(to) = self.go(*to, mover.from).filter(|_| clear) {
                        land(to);
                    }
                }
                Route::Area(vectors, steps) => {
                    self.walk_area(pos, mover.from, vectors, *steps, |to| {
                        land(to);
                    })
                }
                Route::Bent {
                    first,
                    min,
                    max,
                    then,
                    then_max,
                } => {
                    for corner in self.corners(pos, mover.from, *first, *min..=*max) {
                        let mut at = corner;
                        for _ in 0..*then_max {
                            match self.go(*then, at) {
                                Some(to) if land(to) => at = to,
                                _ => break,
                            }
                        }
                    }
                }
            }
        }
    }

    /// Calls `enter` once for every Space that up to `steps` steps lead to, each step onto a Space without a blocking
    /// piece but for the last (C-20). The starting Space is not among them.
    fn walk_area(
        &self,
        pos: &Position,
        from: Space,
        vectors: &[u16],
        steps: u8,
        mut enter: impl FnMut(Space),
    ) {
        let mut seen = crate::board::SpaceSet::EMPTY;
        seen.insert(from);
        let mut edge = [from; 128];
        let mut count = 1;
        for _ in 0..steps {
            let mut next = [from; 128];
            let mut next_count = 0;
            for at in &edge[..count] {
                for step in vectors {
                    let Some(to) = self.go(*step, *at).filter(|to| !seen.has(*to)) else {
                        continue;
                    };
                    seen.insert(to);
                    enter(to);
                    if pos.at(to).is_none() && next_count < next.len() {
                        next[next_count] = to;
                        next_count += 1;
                    }
                }
            }
            (edge, count) = (next, next_count);
        }
    }

    /// Where a bent path may turn: after so many steps of its first leg, as long as nothing stands there.
    fn corners<'a>(
        &'a self,
        pos: &'a Position,
        from: Space,
        step: u16,
        steps: RangeInclusive<u8>,
    ) -> impl Iterator<Item = Space> + 'a {
        let mut at = from;
        let along = move |_| {
            at = self.go(step, at).filter(|next| pos.at(*next).is_none())?;
            Some(at)
        };
        let before = steps.start().saturating_sub(1);
        (0..*steps.end()).map_while(along).skip(before.into())
    }

    #[inline]
    fn is_clear(&self, pos: &Position, step: u16, from: Space) -> bool {
        self.go(step, from)
            .is_some_and(|space| pos.at(space).is_none())
    }

    /// Non-blocking pieces never capture by displacement; one of each layer fits on a Space, and a Supporter needs a
    /// Space without a blocking piece (P-3).
    fn ghost_may_enter(&self, pos: &Position, mover: &Mover, to: Space) -> bool {
        pos.in_slot(super::Slot::new(to, mover.layer)).is_none()
            && (pos.at(to).is_none() || !self.ty(mover.ty).traits.supporter)
    }

    /// Could this piece be captured by a piece of that type of `seat`: as an Enemy's, or as one that its own side can capture
    /// (T-10, B-2)?
    #[inline]
    pub(crate) fn may_take(
        &self,
        pos: &Position,
        seat: Seat,
        captor: TypeId,
        at: Space,
        victim: Piece,
    ) -> bool {
        let ty = self.ty(victim.ty);
        (victim.seat != seat || ty.traits.fair_game)
            && ty.capturable
            && !(self.ty(captor).traits.kin_only && self.ty(captor).origin.0 != ty.origin.0)
            && !(ty.traits.refuses
                && !(ty.traits.avenges && pos.state().is_defeated(victim.seat))
                && ty
                    .abilities
                    .iter()
                    .any(|ability| ability.refuses(self.ty(captor))))
            && !(self.wards && self.is_invulnerable(pos, at, victim))
    }

    /// Would capturing what stands here remove the captor too (C-22)? Fallen pieces have no effect (T-23).
    #[inline]
    pub(crate) fn is_avenged(&self, pos: &Position, at: Space) -> bool {
        pos.at(at).is_some_and(|victim| {
            self.ty(victim.ty).traits.avenges && !pos.state().is_defeated(victim.seat)
        })
    }

    #[inline]
    fn may_land(&self, track: &Track, from: Space, to: Space) -> bool {
        match (track.gate.landing, &self.affected) {
            (Landing::Any, _) | (_, None) => true,
            (Landing::NoFarAffected, Some(affected)) => !affected.has(to) || from.distance(to) <= 1,
            (Landing::OnlyAffected, Some(affected)) => affected.has(to),
        }
    }

    /// Could a piece of this type, unless it is on its starting Space, go anywhere from here on an empty board?
    pub(crate) fn has_way(&self, seat: Seat, ty: TypeId, from: Space) -> bool {
        let at = |step: &u16| self.go(*step, from);
        self.tracks(seat, ty).all.iter().any(|track| {
            let here = match track.gate.when {
                When::Always | When::SupportLead => true,
                When::OnBattlefield => self.board.battlefield().has(from),
                When::InOwnTerritory => self.board.territory(seat).has(from),
                When::InOwnRearTwo => self.board.rear(seat, 2).has(from),
            };
            here && !track.gate.initial
                && match &track.route {
                    Route::Leap(step) | Route::Ride(step, _) | Route::Lame(_, step) => {
                        at(step).is_some()
                    }
                    Route::Area(steps, _) => steps.iter().any(|step| at(step).is_some()),
                    Route::Bent { first, then, .. } => {
                        at(first).is_some_and(|corner| self.go(*then, corner).is_some())
                    }
                }
        })
    }

    pub(super) fn gate_is_open(&self, pos: &Position, mover: &Mover, track: &Track) -> bool {
        (!track.gate.initial || mover.fresh && !mover.copying)
            && self.holds(pos, track.gate.when, mover)
    }

    fn holds(&self, pos: &Position, when: When, mover: &Mover) -> bool {
        match when {
            When::Always => true,
            When::OnBattlefield => self.board.battlefield().has(mover.from),
            When::InOwnTerritory => self.board.territory(mover.seat).has(mover.from),
            When::InOwnRearTwo => self
                .board
                .rows(mover.seat)
                .iter()
                .rev()
                .take(2)
                .any(|row| row.contains(&mover.from)),
            When::SupportLead => self.leads_support(pos, mover.seat),
        }
    }

    /// Could the mover capture something Capturable on `target` by one of its Betza movements?
    pub(crate) fn reaches(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        let tracks = self.tracks(mover.seat, mover.ty);
        match tracks.reach(mover.from, target) {
            Reach::Never => false,
            Reach::Surely => mover.layer == 0,
            Reach::Perhaps(list) => {
                mover.layer == 0
                    && list.iter().any(|index| {
                        self.track_reaches(pos, mover, &tracks.all[*index as usize], target)
                    })
            }
        }
    }

    fn track_reaches(&self, pos: &Position, mover: &Mover, track: &Track, target: Space) -> bool {
        let open = track.open
            || self.gate_is_open(pos, mover, track) && self.may_land(track, mover.from, target);
        if !open {
            return false;
        }
        let ride = |step: u16, start: Space, max: u8| {
            let mut at = start;
            for _ in 0..max {
                match self.go(step, at) {
                    Some(to) if to == target => return true,
                    Some(to) if pos.at(to).is_none() => at = to,
                    _ => return false,
                }
            }
            false
        };
        match &track.route {
            Route::Leap(step) => self.go(*step, mover.from) == Some(target),
            Route::Ride(step, max) => ride(*step, mover.from, *max),
            Route::Lame(via, to) => {
                self.go(*to, mover.from) == Some(target)
                    && via.iter().all(|step| self.is_clear(pos, *step, mover.from))
            }
            Route::Area(vectors, steps) => {
                let mut found = false;
                self.walk_area(pos, mover.from, vectors, *steps, |to| found |= to == target);
                found
            }
            Route::Bent {
                first,
                min,
                max,
                then,
                then_max,
            } => {
                let mut corners = self.corners(pos, mover.from, *first, *min..=*max);
                corners.any(|corner| ride(*then, corner, *then_max))
            }
        }
    }

    fn push_target(&self, pos: &Position, mover: &Mover, target: &Target<'_>, out: &mut MoveList) {
        let track = target.track;
        let mut mv = Move {
            layer: mover.layer,
            ..Move::step(mover.from, target.to)
        };
        if track.gained {
            mv.kind = Kind::Gained;
        } else if track.double
            && !mover.copying
            && let Route::Lame(via, _) = &track.route
            && let Some(over) = via.first().and_then(|step| self.go(*step, mover.from))
        {
            mv = Move {
                kind: Kind::Double,
                other: over,
                ..mv
            };
        }
        self.push(pos, mover, mv, out);
    }

    /// Adds a move, once for each promotion it brings (T-12), or marked as copied. Who is removed by what it captures does not
    /// promote (C-22).
    pub(crate) fn push(&self, pos: &Position, mover: &Mover, mut mv: Move, out: &mut MoveList) {
        mv.layer = mover.layer;
        if mover.copying {
            mv.copying = Some(mover.ty);
            out.push(mv);
            return;
        }
        match self.promotes_by(mover.seat, mover.ty, mover.from, mv.to) {
            None => out.push(mv),
            Some(_) if self.is_avenged(pos, mv.to) => out.push(mv),
            Some((promotion, optional)) => {
                if optional {
                    out.push(mv);
                }
                for to in &promotion.to {
                    out.push(Move {
                        promote: Some(*to),
                        ..mv
                    });
                }
            }
        }
    }
}
