//! Move generation. Moves are sorted into certainly legal ones and doubtful ones that must be judged separately.
//!
//! The sets of destinations already respect the safety of the own Titan (`look`). Moves that change, or may change,
//! more than one piece's place are listed as doubtful and judged (`judge`). Moves that cannot be judged this way are
//! tried.

use crate::board::{Bits, Seat, Space, SpaceSet};
use crate::piece::Mode;

use super::danger::Danger;
use super::look::{Look, Situation};
use super::sink::{Sink, hop_move};
use super::tables::{Hop, Mobility};
use super::{Move, MoveList, Mover, Piece, Royalty, TypeId};

/// Context of move generation for the Player to move.
pub(super) struct Turn<'a, const N: usize> {
    pub(super) look: Look<'a, N>,
    pub(super) me: usize,
    pub(super) now: Situation<N>,
    /// Cells where a movement may end, by [`Mode`], and those among them whose pieces need a separate capture check.
    ends: [Bits<N>; 3],
    pub(super) odd: Bits<N>,
    /// Cells where a landing may have other effects than filling the cell.
    pub(super) delicate: Bits<N>,
    /// Cells next to an Enemy that captures arriving pieces.
    pub(super) met: Bits<N>,
    /// Cell of the Titan that may not be left attacked (T-20).
    pub(super) titan: Option<usize>,
    pub danger: Danger<N>,
    /// Enemies have attacks other than movements.
    pub(super) special: bool,
    /// Generates legal moves instead of pseudo-legal ones.
    judged: bool,
    /// Generates only captures and promotions. `ends` contain no free cells then.
    captures: bool,
}

impl<'a, const N: usize> Turn<'a, N> {
    /// Context for pseudo-legal moves.
    #[inline(always)]
    pub fn unjudged(look: Look<'a, N>) -> Self {
        let me = look.pos.to_move().index();
        let odd = look.odd(me);
        Self {
            me,
            now: Situation { occupied: look.occupied, active: Bits::EMPTY },
            ends: look.ends(me, odd),
            odd,
            delicate: odd,
            met: Bits::EMPTY,
            titan: None,
            danger: Danger::none(),
            special: false,
            judged: false,
            captures: false,
            look,
        }
    }

    /// Context for legal moves.
    #[inline(always)]
    pub fn judged(look: Look<'a, N>) -> Self {
        let mut turn = Self::unjudged(look);
        let Look { rules, pos, .. } = look;
        let seat = pos.to_move();
        let me = turn.me;
        turn.judged = true;
        turn.special = look.has_special_enemies(me);
        turn.now.active = look.active_enemies(me);
        let royalty = rules.royalty[me];
        let several = matches!(royalty, Royalty::Any | Royalty::All) && pos.titans(seat).len() > 1;
        turn.danger.unclear = !pos.pending().is_empty()
            || rules.somebody_falls(pos)
            || rules.shuns
            || several
            || rules.trail.is_some()
            || rules.owes_return(pos)
            || look.veils.any()
            || rules.phases[me].acting.is_some()
            || rules.peaceful[me];
        if let [titan] = pos.titans(seat)
            && !pos.state().is_defeated(seat)
            && royalty.knows_check()
            && let Some(piece) = pos.at(*titan)
        {
            let ty = rules.ty(piece.ty);
            if ty.capturable {
                let cell = look.cell(*titan);
                turn.titan = Some(cell);
                // The protection of a Titan depends on its Space, so nothing is certain.
                turn.danger.unclear |= piece.clock > 0 || rules.covers(pos, seat);
                for captor in pos.present().and(rules.classes.spared_by[piece.ty.index()]) {
                    turn.now.active &= !look.kind(captor);
                }
                let active = turn.now.active;
                look.danger(me, cell, active, &mut turn.danger);
                if turn.special && !turn.danger.unclear {
                    turn.watch_special_attackers(*titan, piece);
                }
            }
        }
        turn.met = look.met_by_enemies(me);
        turn.delicate |= turn.met | turn.danger.touchy | turn.danger.guards | pos.sets.layer(1);
        turn
    }

    /// Restricts generation to captures and promotions.
    pub fn only_captures(mut self) -> Self {
        let takes = self.ends[Mode::Capture as usize];
        self.ends = [takes, Bits::EMPTY, takes];
        self.captures = true;
        self
    }

    /// Cells where movements of a type may end. If only captures are generated, these include free cells where the type
    /// promotes.
    #[inline(always)]
    fn ends_of(&self, ty: usize) -> [Bits<N>; 3] {
        if !self.captures {
            return self.ends;
        }
        let promotion = self.look.tables.promotion(self.me, ty);
        let free = promotion.zone & !self.look.pieces();
        let [both, _, takes] = self.ends;
        [both | free, free, takes]
    }

    /// Finds the cells on which attacks other than movements depend.
    fn watch_special_attackers(&mut self, titan: Space, piece: Piece) {
        let Look { rules, pos, .. } = self.look;
        let mut spaces = SpaceSet::EMPTY;
        for (ty, ability) in &rules.special_attackers {
            if !pos.present().has(ty.index()) {
                continue;
            }
            for enemy in Seat::all(self.look.tables.seats) {
                let pieces = self.look.kind(ty.index()) & self.look.seat(enemy.index());
                if enemy.index() == self.me
                    || pieces.none()
                    || pos.state().is_defeated(enemy)
                    || !rules.may_take(pos, enemy, *ty, titan, piece)
                {
                    continue;
                }
                if !ability.could_attack(rules, pos, enemy, titan) {
                    self.danger.guards |= self.look.seat(enemy.index());
                    continue;
                }
                for cell in pieces {
                    let Some(enemy_piece) = self.look.piece(cell) else {
                        continue;
                    };
                    let mover = Mover::real(self.look.space(cell), 0, enemy_piece);
                    let attacks = !self.look.restrained.has(cell) && ability.attacks(rules, pos, &mover, titan);
                    if attacks {
                        let mut way = SpaceSet::EMPTY;
                        if ability.attack_path(rules, pos, &mover, titan, &mut way) {
                            let way = super::tables::set(self.look.tables.grid, &way);
                            self.danger.check_by_way(way);
                        } else {
                            self.danger.unclear = true;
                        }
                        return;
                    }
                    if !ability.watch(rules, pos, &mover, titan, &mut spaces) {
                        self.danger.unclear = true;
                        return;
                    }
                }
            }
        }
        self.danger.touchy |= super::tables::set(self.look.tables.grid, &spaces);
    }

    /// Adds certainly legal moves (or all plain pseudo-legal ones if not judging) to the sink, and all other moves to
    /// `doubt`.
    #[inline(always)]
    pub fn generate<S: Sink<N>>(&self, sink: &mut S, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        let classes = &rules.classes;
        let own = self.look.seat(self.me);
        let held = self.look.restrained & own;
        let marked = pos.sets.marked::<N>() & own;
        let rights = pos.state().en_passant.iter().any(Option::is_some);
        let acting = rules.acting(pos);
        let present = acting.map_or(pos.present(), |acting| pos.present().and(acting));
        for ty in present {
            let all = self.look.kind(ty) & own;
            if all.none() {
                continue;
            }
            let free = all & !held;
            if held.any() && !self.captures {
                self.self_captures(all & held, doubt);
            }
            let done = classes.careful.has(ty) && classes.generates.has(ty);
            if done {
                // Moves added by an ability are compared with the other moves of the same piece.
                for mover in self.movers(free) {
                    rules.generate_as(pos, &mover, doubt);
                }
            } else if classes.careful.has(ty) {
                self.one_by_one(free, doubt);
            } else if classes.titans.has(ty) {
                self.titans(ty, free & !marked, sink, doubt);
                if marked.any() {
                    self.one_by_one(free & marked, doubt);
                }
            } else {
                self.pieces(ty, free & !marked, sink, doubt);
                if marked.any() {
                    self.one_by_one(free & marked, doubt);
                }
            }
            if rights && !done && classes.takes_en_passant.has(ty) {
                self.en_passant(ty, free, doubt);
            }
            if !done && classes.generates.has(ty) {
                for mover in self.movers(free) {
                    for ability in &rules.abilities[ty] {
                        ability.generate(rules, pos, &mover, doubt);
                    }
                }
            }
            if classes.castlers.has(ty) && !self.captures {
                for king in free & pos.sets.fresh() {
                    self.castling(ty, king, doubt);
                }
            }
        }
        if self.captures || acting.is_some() && pos.state().phase > 0 {
            return;
        }
        let beside = pos.sets.seat_non_blocking::<N>(self.me);
        if beside.any() {
            self.non_blocking(beside, doubt);
        }
        if !self.look.tables.stores[self.me].is_empty() {
            self.placements(sink, doubt);
        }
        for power in &rules.powers {
            power.generate(rules, pos, Seat::new(self.me), doubt);
        }
    }

    /// The blocking pieces on these cells.
    pub(super) fn movers(&self, cells: Bits<N>) -> impl Iterator<Item = Mover> + '_ {
        cells.into_iter().filter_map(|cell| {
            let space = self.look.space(cell);
            Some(Mover::real(space, 0, self.look.pos.at(space)?))
        })
    }

    /// Lists every move of these pieces as doubtful.
    #[inline(never)]
    fn one_by_one(&self, cells: Bits<N>, doubt: &mut MoveList) {
        let ends = self.look.ends(self.me, self.odd);
        for mover in self.movers(cells) {
            self.look.each_target(&mover, &ends, self.odd, |target| {
                self.look.rules.push_target(self.look.pos, &mover, target, doubt);
            });
        }
    }

    /// Lists the moves of one piece to some cells as doubtful, except captures that the piece cannot make.
    #[cold]
    #[inline(never)]
    fn put_aside(&self, mover: &Mover, to: Bits<N>, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        for to in to & !self.look.refusing(mover, to & self.odd) {
            let mv = Move::step(mover.from, self.look.space(to));
            rules.push(pos, mover, mv, doubt);
        }
    }

    /// Moves of the pieces of a type without Titans.
    #[inline(always)]
    fn pieces<S: Sink<N>>(&self, ty: usize, pieces: Bits<N>, sink: &mut S, doubt: &mut MoveList) {
        let mobility = self.look.tables.mobility(self.me, ty);
        if !mobility.set_wise {
            for from in pieces {
                self.piece(ty, mobility, from, self.danger.allows(from), sink, doubt);
            }
            return;
        }
        let bound = self.danger.pinned | self.danger.touchy;
        let loose = pieces & !bound;
        let tables = self.look.tables;
        let promotion = tables.promotion(self.me, ty);
        let empty = !self.now.occupied;
        let ends = self.ends_of(ty);
        for hop in mobility.all_hops() {
            if hop.lead && !self.leads() {
                continue;
            }
            let to = hop.landings(loose, self.look.pos.sets.fresh(), empty) & ends[hop.mode as usize];
            if to.none() {
                continue;
            }
            sink.hop(tables, hop, to & self.danger.allowed & !self.delicate, promotion);
            for end in to & self.delicate {
                self.doubtful_hop(hop, end.wrapping_sub_signed(hop.to), end, doubt);
            }
        }
        for from in pieces & bound {
            self.piece(ty, mobility, from, self.danger.allows(from), sink, doubt);
        }
    }

    fn leads(&self) -> bool {
        self.look.rules.leads_support(self.look.pos, Seat::new(self.me))
    }

    /// Moves of one piece of a type, which may go to `allowed` cells.
    #[inline(always)]
    fn piece<S: Sink<N>>(
        &self,
        ty: usize,
        mobility: &Mobility<N>,
        from: usize,
        allowed: Bits<N>,
        sink: &mut S,
        doubt: &mut MoveList,
    ) {
        let tables = self.look.tables;
        let promotion = tables.promotion(self.me, ty);
        let mover = Mover {
            seat: Seat::new(self.me),
            ty: TypeId::new(ty),
            from: self.look.space(from),
            layer: 0,
            fresh: self.look.pos.sets.fresh::<N>().has(from),
            copying: false,
        };
        let ends = self.ends_of(ty);
        let to = self.look.plain_targets(mobility, &mover, &ends);
        let delicate = if self.danger.touchy.has(from) { Bits::FULL } else { self.delicate };
        let safe = |to: Bits<N>| {
            if self.titan == Some(from) { self.safe_ends(from, to) } else { to }
        };
        sink.fan(tables, from, safe(to & allowed & !delicate), promotion);
        if (to & delicate).any() {
            // A change on a cell on which an attack depends cannot end a Check unless that Check depends on the cell.
            let hopeless = if self.danger.ending.has(from) {
                Bits::EMPTY
            } else {
                !allowed & !self.odd & !self.look.pos.sets.layer(1)
            };
            self.put_aside(&mover, to & delicate & !hopeless, doubt);
        }
        for hop in &mobility.special_hops {
            if let Some(end) = self.look.hop_end(hop, &mover, from)
                && ends[hop.mode as usize].has(end)
            {
                if delicate.has(end) {
                    self.doubtful_hop(hop, from, end, doubt);
                } else if allowed.has(end) {
                    sink.hop(tables, hop, safe(Bits::of(end)), promotion);
                }
            }
        }
    }

    #[cold]
    fn doubtful_hop(&self, hop: &Hop<N>, from: usize, end: usize, doubt: &mut MoveList) {
        let Look { rules, pos, .. } = self.look;
        for mover in self.movers(Bits::of(from)) {
            if self.look.refusing(&mover, Bits::of(end) & self.odd).none() {
                let mv = hop_move(self.look.tables, hop, from, end);
                rules.push(pos, &mover, mv, doubt);
            }
        }
    }

    /// Moves of the pieces of a Titan type.
    #[inline(always)]
    fn titans<S: Sink<N>>(&self, ty: usize, pieces: Bits<N>, sink: &mut S, doubt: &mut MoveList) {
        let bound = self.judged && self.look.rules.classes.bound.has(ty);
        for from in pieces {
            let mobility = self.look.tables.mobility(self.me, ty);
            if self.judged && self.special && (self.titan.is_some() || bound) {
                self.one_by_one(Bits::of(from), doubt);
                continue;
            }
            let allowed = if bound { self.released(ty, from) } else { Bits::FULL };
            self.piece(ty, mobility, from, allowed, sink, doubt);
        }
    }

    /// Cells where the Titan from `from` is not attacked.
    #[inline(always)]
    fn safe_ends(&self, from: usize, mut to: Bits<N>) -> Bits<N> {
        let occupied = self.now.occupied.without(from);
        for end in to {
            let situation = Situation { occupied, active: self.now.active.without(end) };
            if self.look.is_attacked(self.me, end, &situation) {
                to.remove(end);
            }
        }
        to
    }

    /// S-2: destinations left to a Titan by the Enemies that attack and bind it.
    #[inline(always)]
    fn released(&self, ty: usize, from: usize) -> Bits<N> {
        let kind = &self.look.rules.types[ty];
        let unattacked = self.titan == Some(from) && !self.danger.check;
        if unattacked || !kind.capturable {
            return Bits::FULL;
        }
        let attackers = self.binders_of(from, TypeId::new(ty));
        match attackers.single() {
            Some(attacker) => Bits::of(attacker),
            None if attackers.any() => Bits::EMPTY,
            None => Bits::FULL,
        }
    }

    /// Enemies that attack and bind the Titan of this type on `from` (S-3).
    pub(super) fn binders_of(&self, from: usize, ty: TypeId) -> Bits<N> {
        let types = (self.look.pos.present()).and(self.look.rules.classes.bound_by[ty.index()]);
        let binders = (types.into_iter()).fold(Bits::EMPTY, |all, ty| all | self.look.kind(ty));
        let active = self.look.active_enemies(self.me) & binders;
        let mut attackers = Bits::EMPTY;
        if active.any() {
            let situation = Situation { active, ..self.now };
            self.look.attacker_by_movement(self.me, from, &situation, |attacker| {
                attackers.insert(attacker);
                false
            });
        }
        attackers
    }
}
