//! Move ordering: by the actual gain of captures of every kind, then by killers and history.

use engine::board::Seat;
use engine::play::{Kind, Move, MoveList};

use super::Search;
use super::history::Row;
use super::name::Name;
use super::ranked::{CAPTURE, FROM_TABLE, KILLER, Ranked, bring_best, losing, put_back};

impl Search<'_> {
    /// The last two moves of the line: the Enemy's, and the Player's own before it.
    #[inline]
    pub(super) fn lines(&self, ply: usize) -> [Option<Row>; 2] {
        let back = |turns: usize| self.made[ply.checked_sub(turns)?];
        [back(1), back(2)]
    }

    /// Ranks every move of a list. `best` is the hash move.
    pub(super) fn rank(&mut self, list: &MoveList, best: Name, ply: usize, out: &mut Vec<Ranked>) {
        out.clear();
        let me = self.pos.to_move();
        let killers = self.killers[ply];
        let lines = self.lines(ply);
        for (index, mv) in (0..).zip(&list.moves) {
            let (gain, captures) = self.gain(list, mv, me);
            let loud = captures || mv.promote.is_some() && moves_on(mv.kind);
            let known = best.may_be(mv) || killers.iter().any(|killer| killer.may_be(mv));
            let name = if known { Name::of(mv, mv.key(&self.hits)) } else { Name::NONE };
            let mut ranked = Ranked { rank: 0, index, gain, loud, doubtful: false };
            if known && name == best {
                ranked.rank = FROM_TABLE;
            } else if loud {
                self.rank_capture(mv, &mut ranked);
            } else if known && killers.contains(&name) {
                ranked.rank = KILLER + i32::from(name == killers[0]);
            } else {
                ranked.rank = self.kept.history.get(&self.pos, mv, lines);
            }
            out.push(ranked);
        }
    }

    /// Ranks captures: most valuable victim by least valuable attacker first, losing ones last.
    #[inline]
    fn rank_capture(&self, mv: &Move, ranked: &mut Ranked) {
        let attacker = self.pos.at(mv.from).map_or(0, |p| self.know.value(p.ty));
        let less = ranked.gain < attacker && mv.promote.is_none();
        ranked.doubtful = less && exchanges(mv.kind);
        ranked.rank = match ranked.gain {
            gain @ ..0 if !ranked.doubtful => losing(gain),
            gain => CAPTURE + gain * 16 - attacker,
        };
    }

    /// Moves the best of the moves from `next` on to the front. Exchanges are computed only here, because most nodes
    /// are cut off earlier.
    pub(super) fn pick(&self, list: &MoveList, ranked: &mut [Ranked], next: usize) -> Ranked {
        loop {
            bring_best(ranked, next);
            let mut best = ranked[next];
            if !best.doubtful {
                return best;
            }
            best.doubtful = false;
            let brings = self.exchange(&list.moves[best.index as usize], best.gain);
            if brings < 0 {
                best.rank = losing(brings);
            }
            ranked[next] = best;
            if brings >= 0 {
                return best;
            }
            put_back(&mut ranked[next..], next);
        }
    }

    /// Key of a move that has not been made.
    pub(super) fn key(&mut self, list: &MoveList, mv: &Move) -> u64 {
        self.hits.clear();
        self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        mv.key(&self.hits)
    }

    pub(super) fn name(&mut self, list: &MoveList, mv: &Move) -> Name {
        Name::of(mv, self.key(list, mv))
    }

    /// Value of captures and promotion minus own losses, and whether the move captures. Leaves the captures in
    /// `self.hits`.
    fn gain(&mut self, list: &MoveList, mv: &Move, me: Seat) -> (i32, bool) {
        self.hits.clear();
        self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        let mut gain = 0;
        let mut captures = false;
        for hit in &self.hits {
            if let Some(victim) = self.pos.in_slot(*hit) {
                let value = self.know.value(victim.ty);
                if victim.seat == me {
                    gain -= value;
                } else {
                    gain += value;
                    captures = true;
                }
            }
        }
        if let Some(ty) = mv.promote.filter(|_| moves_on(mv.kind)) {
            let before = self.pos.at(mv.from).map_or(0, |piece| self.know.value(piece.ty));
            gain += self.know.value(ty) - before;
        }
        (gain, captures)
    }
}

/// Returns `true` if the moving piece can be recaptured at its destination.
const fn exchanges(kind: Kind) -> bool {
    matches!(kind, Kind::Step | Kind::Gained | Kind::Overleap | Kind::EnPassant | Kind::Chain { off: false })
}

/// Returns `true` if the piece itself moves, so that promoting it is a gain.
const fn moves_on(kind: Kind) -> bool {
    !matches!(kind, Kind::Place { .. } | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture)
}
