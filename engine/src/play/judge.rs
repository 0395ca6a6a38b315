//! Judgement of doubtful moves, which may change more than one piece's place.
//!
//! A move's captures, vacated cells and filled cells are known without making it. If no attack depends on these cells,
//! pins and Checks decide whether the move is legal. All other moves are tried.

use std::sync::Arc;

use crate::board::{Bits, Space};

use super::generate::Turn;
use super::look::{Look, Situation};
use super::moves::Verdict;
use super::{Ability, Flags, Kind, Move, Slot, Traits, TypeId};

impl<const N: usize> Turn<'_, N> {
    /// Returns whether this pseudo-legal move is certainly legal, certainly illegal, or must be tried.
    pub fn judge(&self, mv: &Move, chain: &[Space], hits: &mut Vec<Slot>) -> Verdict {
        let Look { rules, pos, .. } = self.look;
        if self.danger.unclear {
            return Verdict::Try;
        }
        if rules.forbids && rules.forbidden(pos, mv).is_some() {
            return Verdict::Illegal;
        }
        match mv.kind {
            Kind::Step | Kind::Double | Kind::Gained | Kind::Overleap | Kind::Chain { .. } | Kind::Shoot => {
                self.judge_movement(mv, chain, hits)
            }
            Kind::Castle => self.judge_castling(mv),
            Kind::Place { .. } => self.judge_arrival(mv.promote, mv.to, mv.layer),
            Kind::Split { .. } | Kind::Fuse { .. } => self.judge_power(mv),
            _ => Verdict::Try,
        }
    }

    fn judge_movement(&self, mv: &Move, chain: &[Space], hits: &mut Vec<Slot>) -> Verdict {
        let Look { rules, pos, .. } = self.look;
        let danger = &self.danger;
        let classes = &rules.classes;
        let (from, to) = (self.look.cell(mv.from), self.look.cell(mv.to));
        let Some(piece) = pos.in_slot(Slot::new(mv.from, mv.layer)) else {
            return Verdict::Try;
        };
        let ty = rules.ty(piece.ty);
        let traits = ty.traits;
        let odd_promotion = |to: TypeId| classes.odd_arrivals.has(to.index());
        if ty.titan
            || classes.bound.has(piece.ty.index())
            || rules.lets_go(piece.ty)
            || self.met.has(to)
            || traits.contains(Traits::PROTECTS)
            || piece.flags.contains(Flags::LEAVES)
            || mv.promote.is_some_and(odd_promotion)
            // The piece may be holding an attacker.
            || classes.holders.has(piece.ty.index()) && (danger.check || danger.pinned.has(from))
        {
            return Verdict::Try;
        }
        let plain = !traits.intersects(Traits::EFFECTS | Traits::OWN_EFFECTS)
            && mv.copying.is_none()
            && pos.at(mv.to).is_none();
        hits.clear();
        if !(plain && matches!(mv.kind, Kind::Step | Kind::Double | Kind::Gained)) {
            rules.captures(pos, mv, chain, hits);
        }
        let calm = |ability: &Arc<dyn Ability>| {
            !ability.traits().contains(Traits::SETTLES) || ability.settles_calmly(rules, pos, mv, piece)
        };
        if traits.contains(Traits::SETTLES) && !(hits.is_empty() && rules.abilities(piece.ty).iter().all(calm)) {
            return Verdict::Try;
        }
        if mv.layer > 0 {
            let touchy = danger.touchy.has(from) || danger.touchy.has(to);
            return if hits.is_empty() && !danger.check && !touchy { Verdict::Legal } else { Verdict::Try };
        }
        // Pieces that leave the board without the mover taking their place.
        let mut removed = Bits::<N>::EMPTY;
        let mut captured = Bits::<N>::EMPTY;
        for hit in hits.iter() {
            let victim = self.look.cell(hit.space());
            if hit.layer() > 0 || self.odd.has(victim) {
                return Verdict::Try;
            }
            captured.insert(victim);
            if victim != to || mv.kind == Kind::Shoot {
                removed.insert(victim);
            }
        }
        let stays = mv.kind == Kind::Shoot;
        let off = mv.kind == Kind::Chain { off: true };
        if !stays && !off && pos.sets.layer::<N>(1).has(to) {
            return Verdict::Try;
        }
        let changed = captured.with(from).with(to);
        if danger.goes_on(changed) {
            return Verdict::Illegal;
        }
        if (changed & danger.touchy | captured & danger.guards).any() {
            return Verdict::Try;
        }
        let safe = if stays || off {
            !danger.check && (stays || !danger.pinned.has(from))
        } else {
            danger.allows(from).has(to)
        };
        if safe && (removed & danger.screens).none() {
            Verdict::Legal
        } else if removed.none() && !off && !stays {
            Verdict::Illegal
        } else {
            Verdict::Try
        }
    }

    /// Judges a move that only adds a piece on a Space.
    fn judge_arrival(&self, ty: Option<TypeId>, space: Space, layer: u8) -> Verdict {
        let to = self.look.cell(space);
        let holders = self.look.rules.classes.holders;
        let odd = ty.is_none_or(|ty| self.look.rules.ty(ty).titan || self.danger.check && holders.has(ty.index()));
        let blocks = layer == 0 && self.danger.allowed.has(to);
        if odd || self.look.pos.supporter(space).is_some() {
            Verdict::Try
        } else if layer == 0 && self.danger.goes_on(Bits::of(to)) {
            Verdict::Illegal
        } else if self.danger.touchy.has(to) {
            Verdict::Try
        } else if blocks || layer > 0 && !self.danger.check {
            Verdict::Legal
        } else if layer == 0 {
            Verdict::Illegal
        } else {
            Verdict::Try
        }
    }

    /// Judges fusion and fission: pieces change their types in place, and one may vanish or appear.
    fn judge_power(&self, mv: &Move) -> Verdict {
        let Look { rules, pos, .. } = self.look;
        let (from, to) = (self.look.cell(mv.from), self.look.cell(mv.to));
        let power = match mv.kind {
            Kind::Split { power } | Kind::Fuse { power, .. } => rules.powers.get(power as usize),
            _ => None,
        };
        let arrivals = power.map_or([None; 2], |power| power.arrivals(rules, pos, mv));
        let odd =
            |ty: TypeId| rules.classes.odd_arrivals.has(ty.index()) && !rules.ty(ty).traits.contains(Traits::FORBIDS);
        let moves_on = |space: Space| {
            pos.at(space).is_some_and(|piece| {
                let ty = rules.ty(piece.ty);
                ty.titan || ty.traits.contains(Traits::PROTECTS) || rules.lets_go(piece.ty)
            })
        };
        let marked = pos.sets.marked::<N>();
        if arrivals.iter().flatten().any(|(ty, _)| odd(*ty))
            || moves_on(mv.from)
            || moves_on(mv.to)
            || marked.has(from)
            || marked.has(to)
            || self.danger.touchy.has(from)
            || self.danger.touchy.has(to)
            || pos.supporter(mv.to).is_some()
        {
            return Verdict::Try;
        }
        let fine = match mv.kind {
            Kind::Split { .. } => self.danger.allowed.has(to),
            _ => !self.danger.check && (from == to || !self.danger.pinned.has(from)),
        };
        if fine { Verdict::Legal } else { Verdict::Try }
    }

    /// M-4: castling is not allowed out of Check, over or onto an attacked Space, or if it leaves the Titan in Check
    /// (T-20).
    fn judge_castling(&self, mv: &Move) -> Verdict {
        let Look { rules, pos, .. } = self.look;
        let Some(piece) = pos.at(mv.from) else {
            return Verdict::Try;
        };
        let king = self.look.cell(mv.from);
        let partner = self.look.cell(mv.other);
        let own = self.titan == Some(king);
        let marked = pos.sets.marked::<N>();
        let crushes = |space| pos.supporter(space).is_some();
        let over = super::make::castling_passage(mv);
        if self.special
            || !own
            || rules.classes.careful.has(piece.ty.index())
            || marked.has(king)
            || marked.has(partner)
            || self.met.any()
            || self.look.piece(partner).is_none_or(|p| rules.classes.careful.has(p.ty.index()))
            || crushes(mv.to)
            || crushes(over)
        {
            return Verdict::Try;
        }
        if self.danger.check || rules.classes.bound.has(piece.ty.index()) && self.binders_of(king, piece.ty).any() {
            return Verdict::Illegal;
        }
        let (over, to) = (self.look.cell(over), self.look.cell(mv.to));
        let through = |space: Space| {
            let cell = self.look.cell(space);
            let passing = Situation { occupied: self.now.occupied.without(king).with(cell), ..self.now };
            self.look.is_attacked(self.me, cell, &passing)
        };
        let done =
            Situation { occupied: (self.now.occupied.without(king).without(partner)).with(over).with(to), ..self.now };
        let attacked = super::make::castling_way(mv).any(through) || self.look.is_attacked(self.me, to, &done);
        if attacked { Verdict::Illegal } else { Verdict::Legal }
    }
}
