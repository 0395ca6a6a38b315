//! `fission`: a piece with a tier splits into two pieces whose tiers add up to its own.

use super::tiers::{RULER, TIERS, Tiers};
use super::*;
use crate::battalion::Scope;
use crate::board::EIGHT;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "fission",
    scope: Scope::Battalion,
    params: &[TIERS, RULER],
    about: "As a turn, a piece with a tier splits in two whose tiers sum up to its own: one takes its place, the other appears on an \
            adjacent Space without a blocking piece. It is no promotion. A piece that is held or Immutable cannot split.",
    rules: "A-7, A-8",
    example: "[[power]]\nuse = \"fission\"\ntiers = [\"lead-golem\", \"iron-golem\", \"silver-golem\"]\nruler = [\"alchemist\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Fission {
    tiers: Tiers,
    index: u8,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    if rules.is_first_user(seat) {
        let fission = Fission { tiers: Tiers::new(given, rules), index: rules.next_power() };
        rules.powers.push(Arc::new(fission));
    }
}

impl Power for Fission {
    fn generate(&self, rules: &Rules, pos: &Position, seat: Seat, out: &mut MoveList) {
        if !self.tiers.ruled(pos, seat) {
            return;
        }
        for from in pos.blocking(seat).iter() {
            let Some((piece, tier)) = self.tiers.on(pos, from) else {
                continue;
            };
            if rules.ty(piece.ty).immutable || rules.restraint(pos, from, piece).is_some() {
                continue;
            }
            for stays in 1..tier {
                let (Some(here), Some(there)) = (self.tiers.at(stays), self.tiers.at(tier - stays)) else {
                    continue;
                };
                for to in EIGHT.iter().filter_map(|step| rules.board.step(from, *step)) {
                    if rules.may_place(pos, there, to) {
                        out.push(Move { promote: Some(here), ..Move::of(Kind::Split { power: self.index }, from, to) });
                    }
                }
            }
        }
    }

    fn make(&self, rules: &Rules, pos: &mut Position, mv: &Move) {
        let seat = pos.to_move();
        if let [Some((here, _)), Some((there, _))] = self.arrivals(rules, pos, mv) {
            super::tiers::change(rules, pos, mv.from, here);
            rules.create(pos, mv.to, Piece::new(there, seat));
        }
    }

    fn arrivals(&self, _: &Rules, pos: &Position, mv: &Move) -> [Option<(TypeId, Space)>; 2] {
        let whole = pos.at(mv.from).and_then(|piece| self.tiers.of(piece.ty));
        let stays = mv.promote.and_then(|ty| self.tiers.of(ty));
        let goes = whole.zip(stays).and_then(|(whole, stays)| self.tiers.at(whole.checked_sub(stays)?));
        [mv.promote.map(|ty| (ty, mv.from)), goes.map(|ty| (ty, mv.to))]
    }
}
