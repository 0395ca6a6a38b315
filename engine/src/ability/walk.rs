//! Ability of every type with path-dependent movements, which are walked step by step (`crate::play`).

use super::*;

/// Ability of pieces with path-dependent movements.
#[derive(Debug)]
pub(crate) struct Walker {
    /// Leaves a trail that it may not cross.
    pub trails: bool,
}

impl Ability for Walker {
    fn traits(&self) -> Traits {
        let mut traits = Traits::GENERATES | Traits::ATTACKS | Traits::WALKS;
        traits.set(Traits::TRAILS | Traits::SETTLES, self.trails);
        traits
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        let mut known = SpaceSet::EMPTY;
        rules.walk(pos, mover, |to| {
            if !known.has(to) {
                known.insert(to);
                rules.push(pos, mover, Move::step(mover.from, to), out);
            }
        });
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let mut found = false;
        rules.walk(pos, mover, |to| found |= to == target);
        found && pos.at(target).is_some()
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        rules.each_walk_to(pos, mover, target, |over, _| {
            over.iter().for_each(|space| spaces.insert(*space));
            false
        });
        true
    }

    /// The Spaces passed and the start become part of the trail.
    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, _captured: Option<Piece>) {
        if mv.kind == Kind::Shoot {
            return;
        }
        let mover = Mover::real(mv.from, mv.layer, piece);
        let mut passed = SpaceSet::EMPTY;
        passed.insert(mv.from);
        rules.each_walk_to(pos, &mover, mv.to, |over, open| {
            if open {
                over.iter().for_each(|space| passed.insert(*space));
            }
            open
        });
        for space in passed.iter() {
            rules.lay_trail(pos, space);
        }
    }
}
