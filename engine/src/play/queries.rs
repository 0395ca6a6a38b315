//! Queries of the rules, answered by the tables of the board's size.

use crate::board::{Bits, Seat, Space, SpaceSet};

use super::generate::Turn;
use super::look::{Look, Situation};
use super::moves::Verdict;
use super::rules::Compiled;
use super::sink::{Count, List};
use super::tables::Tables;
use super::{Kind, MoveList, Mover, Piece, Position, Rules, Sight, Target, Uncovering};

impl<const N: usize> Tables<N> {
    fn judge_doubtful(turn: &Turn<'_, N>, out: &mut MoveList) {
        let MoveList { moves, chains, verdicts, hits, .. } = out;
        for mv in moves.iter() {
            verdicts.push(turn.judge(mv, &chains[mv.span()], hits));
        }
    }

    /// Generates legal captures and promotions; doubtful moves are judged if `judge` is set.
    fn captures(&self, rules: &Rules, pos: &Position, judge: bool, out: &mut MoveList) {
        let look = Look::new(self, rules, pos);
        let mut turn = Turn::judged(look);
        let unclear = turn.danger.unclear;
        if unclear {
            turn = Turn::unjudged(look);
        }
        let turn = turn.only_captures();
        if unclear {
            self.list(&turn, out);
        } else {
            Self::list_sure(&turn, out);
        }
        let MoveList { moves, chains, hits, .. } = &mut *out;
        moves.retain(|mv| {
            hits.clear();
            rules.captures(pos, mv, &chains[mv.span()], hits);
            let moves_on =
                !matches!(mv.kind, Kind::Place { .. } | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture);
            moves_on && (mv.promote.is_some() || !hits.is_empty())
        });
        if unclear {
            out.verdicts.resize(out.moves.len(), Verdict::Try);
        } else if judge {
            Self::judge_doubtful(&turn, out);
        } else {
            Self::judge_in_check(&turn, out);
        }
    }

    /// Judges the doubtful moves in Check, where most are illegal. Otherwise marks all of them to be tried.
    fn judge_in_check(turn: &Turn<'_, N>, out: &mut MoveList) {
        if turn.danger.check {
            Self::judge_doubtful(turn, out);
        } else {
            out.verdicts.resize(out.moves.len(), Verdict::Try);
        }
    }

    /// Marks every pseudo-legal move to be tried.
    #[cold]
    fn put_all_aside(&self, turn_to_try: &Turn<'_, N>, out: &mut MoveList) {
        self.list(turn_to_try, out);
        out.verdicts.clear();
        out.verdicts.resize(out.moves.len(), Verdict::Try);
    }

    fn list(&self, turn: &Turn<'_, N>, out: &mut MoveList) {
        Self::list_sure(turn, out);
        let mut sure = std::mem::take(&mut out.sure);
        out.moves.append(&mut sure);
        out.sure = sure;
    }

    /// Lists the certainly legal moves in [`MoveList::sure`]. Not inlined: generation is long, and one copy per board
    /// size is enough.
    #[inline(never)]
    fn list_sure(turn: &Turn<'_, N>, out: &mut MoveList) {
        let mut sure = std::mem::take(&mut out.sure);
        turn.generate(&mut List(&mut sure), out);
        out.sure = sure;
    }
}

impl<const N: usize> Compiled for Tables<N> {
    fn generate(&self, rules: &Rules, pos: &Position, out: &mut MoveList) {
        self.list(&Turn::unjudged(Look::new(self, rules, pos)), out);
    }

    fn sort(&self, rules: &Rules, pos: &Position, out: &mut MoveList) {
        let look = Look::new(self, rules, pos);
        let turn = Turn::judged(look);
        if turn.danger.unclear {
            return self.put_all_aside(&Turn::unjudged(look), out);
        }
        Self::list_sure(&turn, out);
        Self::judge_doubtful(&turn, out);
    }

    fn sort_captures(&self, rules: &Rules, pos: &Position, out: &mut MoveList) {
        self.captures(rules, pos, true, out);
    }

    fn sort_roughly(&self, rules: &Rules, pos: &Position, captures: bool, out: &mut MoveList) {
        if captures {
            return self.captures(rules, pos, false, out);
        }
        let look = Look::new(self, rules, pos);
        let turn = Turn::judged(look);
        if turn.danger.unclear {
            return self.put_all_aside(&Turn::unjudged(look), out);
        }
        Self::list_sure(&turn, out);
        Self::judge_in_check(&turn, out);
    }

    fn count(&self, rules: &Rules, pos: &Position, out: &mut MoveList) -> u64 {
        let look = Look::new(self, rules, pos);
        let turn = Turn::judged(look);
        if turn.danger.unclear {
            self.put_all_aside(&Turn::unjudged(look), out);
            return 0;
        }
        let mut count = Count::default();
        turn.generate(&mut count, out);
        Self::judge_doubtful(&turn, out);
        count.0
    }

    fn find_attacker(
        &self,
        rules: &Rules,
        pos: &Position,
        target: Space,
        seat: Seat,
        wanted: &mut dyn FnMut(Space) -> bool,
    ) -> Option<Space> {
        let look = Look::bare(self, rules, pos);
        let me = seat.index();
        let situation = Situation { occupied: look.occupied, active: look.active_enemies(me) };
        let victim = pos.at(target);
        // A piece is able if it can act and can capture the piece on `target`.
        let able = |from: Space, piece: Piece| {
            victim.is_none_or(|v| rules.may_take(pos, piece.seat, piece.ty, target, v))
                && rules.restraint(pos, from, piece).is_none()
        };
        let by_movement = look.attacker_by_movement(me, look.cell(target), &situation, |from| {
            let from = look.space(from);
            pos.at(from).is_some_and(|piece| able(from, piece)) && wanted(from)
        });
        if let Some(from) = by_movement {
            return Some(look.space(from));
        }
        for (ty, ability) in &rules.special_attackers {
            if !pos.present().has(ty.index()) {
                continue;
            }
            for enemy in Seat::all(self.seats) {
                let pieces = look.kind(ty.index()) & look.seat(enemy.index()) & situation.active;
                if pieces.none() || !ability.could_attack(rules, pos, enemy, target) {
                    continue;
                }
                for cell in pieces {
                    let from = look.space(cell);
                    let strikes = pos.at(from).is_some_and(|piece| {
                        let mover = Mover::real(from, 0, piece);
                        ability.attacks(rules, pos, &mover, target) && able(from, piece)
                    });
                    if strikes && wanted(from) {
                        return Some(from);
                    }
                }
            }
        }
        None
    }

    fn uncovering(&self, rules: &Rules, pos: &Position, titan: Space, enemy: Seat, found: &mut Uncovering) {
        self.find_uncovering(rules, pos, titan, enemy, found);
    }

    fn each_target(&self, rules: &Rules, pos: &Position, mover: &Mover, shots: bool, found: &mut dyn FnMut(Target)) {
        let look = Look::bare(self, rules, pos);
        let me = mover.seat.index();
        let odd = look.odd(me);
        let [both, free, takes] =
            if mover.layer > 0 { look.non_blocking_ends(mover.layer) } else { look.ends(me, odd) };
        let ends = if shots { [both, both, Bits::EMPTY] } else { [both, free, takes] };
        look.each_target(mover, &ends, odd, found);
    }

    fn reaches(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let look = Look::bare(self, rules, pos);
        look.reaches(mover, look.cell(target))
    }

    fn watch_way(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let look = Look::bare(self, rules, pos);
        match look.ways(mover, look.cell(target)) {
            Some(cells) => {
                cells.into_iter().for_each(|cell| spaces.insert(look.space(cell)));
                true
            }
            None => false,
        }
    }

    fn watch_landings(&self, rules: &Rules, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool {
        let look = Look::bare(self, rules, pos);
        match look.hindrances(mover) {
            Some(cells) => {
                cells.into_iter().for_each(|cell| spaces.insert(look.space(cell)));
                true
            }
            None => false,
        }
    }

    fn survey(&self, rules: &Rules, pos: &Position, see: &mut dyn FnMut(Sight<'_>)) {
        self.look_around(rules, pos, see);
    }

    fn exchange(&self, rules: &Rules, pos: &Position, way: [Space; 2], gain: i32, values: &[i32]) -> i32 {
        self.trade(rules, pos, way, gain, values)
    }
}
