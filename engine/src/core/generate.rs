//! Generation of legal moves. The safety of the own Titan is worked into the sets of destinations; only what changes more than
//! one piece's place, or who is still in the game, is judged one by one.

use crate::piece::Mode;

use super::bits::Bits;
use super::check::{Danger, Pin, Situation};
use super::movement::{Hop, Ride, Table};
use super::position::{How, Position, SAME, Step};
use super::tables::{Lineup, Member, Promotion};

/// What is done with the legal moves: counted or listed.
pub(super) trait Sink<const N: usize> {
    /// The piece on `from` may go to each of these cells.
    fn fan(&mut self, from: usize, to: Bits<N>, promotion: &Promotion<N>);
    /// Pieces may go to each of these cells by this hop.
    fn hop(&mut self, hop: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>);
    /// A single move, promoting if it gets to the zone.
    fn one(&mut self, step: Step, promotion: &Promotion<N>);
    /// A piece of this type may be placed on each of these cells.
    fn place(&mut self, ty: u8, on: Bits<N>);
    /// Castling, which never promotes.
    fn castle(&mut self, step: Step);
}

/// Counts moves, each promotion apart.
#[derive(Debug, Default)]
pub(super) struct Count(pub u64);

impl Count {
    #[inline(always)]
    fn add<const N: usize>(&mut self, to: Bits<N>, promotion: &Promotion<N>) {
        // Counting several words takes longer than looking whether there is anything to count.
        if N > 1 && to.none() {
            return;
        }
        self.0 += to.count() as u64;
        if promotion.possible {
            let choices = promotion.to.len() + promotion.optional as usize;
            let promoting = (to & promotion.zone).count();
            self.0 = self.0 + (promoting * choices) as u64 - promoting as u64;
        }
    }
}

impl<const N: usize> Sink<N> for Count {
    #[inline(always)]
    fn fan(&mut self, _: usize, to: Bits<N>, promotion: &Promotion<N>) {
        self.add(to, promotion);
    }

    #[inline(always)]
    fn hop(&mut self, _: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>) {
        self.add(to, promotion);
    }

    #[inline(always)]
    fn one(&mut self, step: Step, promotion: &Promotion<N>) {
        self.add(Bits::of(step.to as usize), promotion);
    }

    #[inline(always)]
    fn place(&mut self, _: u8, on: Bits<N>) {
        self.0 += on.count() as u64;
    }

    #[inline(always)]
    fn castle(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Lists moves.
#[derive(Debug)]
pub(super) struct List<'a>(pub &'a mut Vec<Step>);

impl<const N: usize> Sink<N> for List<'_> {
    #[inline(always)]
    fn fan(&mut self, from: usize, to: Bits<N>, promotion: &Promotion<N>) {
        for to in to {
            self.one(Step::new(How::Plain, from, to), promotion);
        }
    }

    #[inline(always)]
    fn hop(&mut self, hop: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>) {
        for to in to {
            let from = (to as i32 - hop.to) as usize;
            let mut step = Step::new(How::Plain, from, to);
            if hop.gained {
                step.how = How::Gained;
            } else if hop.double {
                step.how = How::Double;
                step.other = hop.via.first().map_or(to, |v| (from as i32 + v) as usize) as u16;
            }
            self.one(step, promotion);
        }
    }

    #[inline(always)]
    fn one(&mut self, step: Step, promotion: &Promotion<N>) {
        if !promotion.possible || !promotion.zone.has(step.to as usize) {
            self.0.push(step);
            return;
        }
        let stays = promotion.optional.then_some(SAME);
        for promote in stays.into_iter().chain(promotion.to.iter().copied()) {
            self.0.push(Step { promote, ..step });
        }
    }

    fn place(&mut self, ty: u8, on: Bits<N>) {
        for cell in on {
            self.0.push(Step {
                promote: ty,
                ..Step::new(How::Place, cell, cell)
            });
        }
    }

    fn castle(&mut self, step: Step) {
        self.0.push(step);
    }
}

/// The first cell of `line` from its beginning that is in `set`.
#[inline(always)]
fn nearest<const N: usize>(set: Bits<N>, rising: bool) -> usize {
    if rising { set.first() } else { set.last() }
}

impl<const N: usize> Ride<N> {
    /// Where the ride can end: not beyond the first piece on the line.
    #[inline(always)]
    fn reach(&self, from: usize, occupied: Bits<N>) -> Bits<N> {
        let blockers = self.line[from] & occupied;
        if blockers.any() {
            self.ends[from] & !self.line[nearest(blockers, self.rising)]
        } else {
            self.ends[from]
        }
    }
}

/// What a turn looks like to the Player who takes it.
struct Turn<'a, 'g, const N: usize> {
    lineup: &'a Lineup<'g, N>,
    pos: &'a Position<N>,
    me: usize,
    now: Situation<N>,
    /// Where a movement may end, by [`Mode`].
    ends: [Bits<N>; 3],
    /// The Titan that may not be left attacked (T-20).
    titan: Option<usize>,
    danger: Danger<N>,
    /// Titans whose capture takes attackers of ours out of the game, so that what the capture leaves is judged anew.
    decisive: Bits<N>,
}

impl<'g, const N: usize> Lineup<'g, N> {
    /// Puts every legal move of the Player to move into the sink. `pins` is memory to work with.
    #[inline(always)]
    pub fn generate<S: Sink<N>>(&self, pos: &Position<N>, pins: &mut Vec<Pin<N>>, sink: &mut S) {
        let me = pos.to_move;
        let sets = &pos.sets;
        let now = Situation {
            occupied: sets.occupied,
            active: pos.active_enemies(me),
        };
        let mut takeable = sets.occupied & !sets.seats[me];
        for ty in &self.safe {
            takeable &= !sets.kinds[*ty];
        }
        let empty = !sets.occupied;
        let mut turn = Turn {
            lineup: self,
            pos,
            me,
            now,
            ends: [empty | takeable, empty, takeable],
            titan: None,
            danger: Danger::NONE,
            decisive: Bits::EMPTY,
        };
        pins.clear();
        if !pos.is_defeated(me)
            && let Some(titan) = pos.titans(me).single()
            && self.game.kinds[pos.type_on(titan)].capturable
        {
            turn.titan = Some(titan);
            turn.danger = self.danger(pos, me, titan, &now, pins);
            if turn.danger.check_or_pin {
                turn.decisive = turn.decisive_captures();
            }
        }
        for member in &self.members[me] {
            let pieces = sets.kinds[member.ty] & sets.seats[me];
            if pieces.none() {
                continue;
            }
            if member.kind.titan {
                turn.titans(member, pieces, sink);
            } else {
                turn.pieces(member, pieces, pins, sink);
            }
        }
        for seat in 0..self.game.seats {
            if seat != me
                && let Some((over, pawn)) = pos.en_passant(self.game, seat)
            {
                turn.en_passant(over, pawn, sink);
            }
        }
        for store in &self.game.stores[me] {
            if pos.reserve(me, store.ty as usize) > 0 {
                sink.place(store.ty, store.zone & empty & turn.danger.allowed);
            }
        }
        if !self.castlers.is_empty() && (sets.fresh & sets.seats[me]).several() {
            turn.castling(sink);
        }
    }
}

impl<const N: usize> Turn<'_, '_, N> {
    /// The last Titans of Enemies that give Check or pin: with the Titan all their attacks vanish, before T-20 is judged
    /// (T-21, T-23).
    #[cold]
    fn decisive_captures(&self) -> Bits<N> {
        let threatening = |seat: &usize| (self.pos.sets.seats[*seat] & self.danger.attackers).any();
        let last = (0..self.lineup.game.seats)
            .filter(threatening)
            .filter_map(|seat| self.pos.last_titan(seat));
        last.fold(Bits::EMPTY, Bits::with) & self.ends[Mode::Capture as usize]
    }

    /// Who can still attack after a capture on `cell`, or a move to it.
    #[inline(always)]
    fn active_after(&self, cell: usize) -> Bits<N> {
        let active = self.now.active.without(cell);
        match self.pos.defeated_on(cell) {
            Some(seat) => active & !self.pos.sets.seats[seat],
            None => active,
        }
    }

    /// T-20: is the Titan safe in this situation?
    #[inline(always)]
    fn is_safe(&self, situation: &Situation<N>) -> bool {
        self.titan
            .is_none_or(|titan| !self.lineup.is_attacked(self.pos, self.me, titan, situation))
    }

    /// Where the leaps and rides of a piece lead.
    #[inline(always)]
    fn reach(&self, member: &Member<'_, N>, from: usize) -> Bits<N> {
        let mut to = Bits::EMPTY;
        if let Some(leaps) = &member.mobility.leaps {
            to = if leaps.alike {
                leaps.moving[from] & self.ends[Mode::Both as usize]
            } else {
                leaps.moving[from] & self.ends[Mode::Move as usize]
                    | leaps.capturing[from] & self.ends[Mode::Capture as usize]
            };
        }
        for ride in &member.mobility.rides {
            to |= ride.reach(from, self.now.occupied) & self.ends[ride.mode as usize];
        }
        to
    }

    /// Where a hop leads these pieces.
    #[inline(always)]
    fn landings(&self, hop: &Hop<N>, pieces: Bits<N>) -> Bits<N> {
        hop.landings(pieces, self.pos.sets.fresh, self.ends[Mode::Move as usize])
            & self.ends[hop.mode as usize]
    }

    /// Pieces of a type that is not a Titan's.
    #[inline(always)]
    fn pieces<S: Sink<N>>(
        &self,
        member: &Member<'_, N>,
        pieces: Bits<N>,
        pins: &[Pin<N>],
        sink: &mut S,
    ) {
        let danger = &self.danger;
        let mobility = member.mobility;
        let loose = pieces & !danger.pinned;
        for hop in &mobility.hops {
            let to = self.landings(hop, loose);
            self.sort_hops(hop, to, danger.allowed, member.promotion, sink);
        }
        if mobility.leaps.is_some() || !mobility.rides.is_empty() {
            for from in loose {
                let to = self.reach(member, from);
                self.sort(from, to, danger.allowed, member.promotion, sink);
            }
        }
        for from in pieces & danger.pinned {
            let mut allowed = danger.allowed;
            for pin in pins.iter().filter(|pin| pin.cell as usize == from) {
                allowed &= pin.allowed;
            }
            for hop in &mobility.hops {
                let to = self.landings(hop, Bits::of(from));
                self.sort_hops(hop, to, allowed, member.promotion, sink);
            }
            let to = self.reach(member, from);
            self.sort(from, to, allowed, member.promotion, sink);
        }
    }

    /// Keeps what is allowed, and judges decisive captures one by one.
    #[inline(always)]
    fn sort<S: Sink<N>>(
        &self,
        from: usize,
        to: Bits<N>,
        allowed: Bits<N>,
        promotion: &Promotion<N>,
        sink: &mut S,
    ) {
        let mut good = to & allowed;
        if self.danger.check_or_pin && (to & self.decisive).any() {
            good = good & !self.decisive | self.judged(from, to & self.decisive);
        }
        sink.fan(from, good, promotion);
    }

    /// As [`Turn::sort`], for a hop.
    #[inline(always)]
    fn sort_hops<S: Sink<N>>(
        &self,
        hop: &Hop<N>,
        to: Bits<N>,
        allowed: Bits<N>,
        promotion: &Promotion<N>,
        sink: &mut S,
    ) {
        let mut good = to & allowed;
        if self.danger.check_or_pin && (to & self.decisive).any() {
            good &= !self.decisive;
            for end in to & self.decisive {
                good |= self.judged((end as i32 - hop.to) as usize, Bits::of(end));
            }
        }
        sink.hop(hop, good, promotion);
    }

    /// Those of these captures that leave the Titan safe, each looked at by itself.
    #[cold]
    fn judged(&self, from: usize, captures: Bits<N>) -> Bits<N> {
        let safe = captures.into_iter().filter(|to| {
            self.is_safe(&Situation {
                occupied: self.now.occupied.without(from),
                active: self.active_after(*to),
            })
        });
        safe.fold(Bits::EMPTY, Bits::with)
    }

    /// Pieces of a Titan's type.
    #[inline(always)]
    fn titans<S: Sink<N>>(&self, member: &Member<'_, N>, pieces: Bits<N>, sink: &mut S) {
        for from in pieces {
            let allowed = self.released(member, from);
            let to = self.reach(member, from) & allowed;
            sink.fan(from, self.safe_ends(from, to), member.promotion);
            for hop in &member.mobility.hops {
                let to = self.landings(hop, Bits::of(from)) & allowed;
                sink.hop(hop, self.safe_ends(from, to), member.promotion);
            }
        }
    }

    /// S-2: where the Snare Pieces that attack a Titan let it go.
    #[inline(always)]
    fn released(&self, member: &Member<'_, N>, from: usize) -> Bits<N> {
        if self.lineup.snares.is_empty() {
            return Bits::FULL;
        }
        let attackers = self.snares_on(member, from);
        match attackers.single() {
            Some(attacker) => Bits::of(attacker),
            None if attackers.any() => Bits::EMPTY,
            None => Bits::FULL,
        }
    }

    /// The Snare Pieces that attack the Titan on `from` (S-3).
    fn snares_on(&self, member: &Member<'_, N>, from: usize) -> Bits<N> {
        if !member.kind.titan || member.kind.immutable || !member.kind.capturable {
            return Bits::EMPTY;
        }
        let kinds = &self.pos.sets.kinds;
        let all = self.lineup.snares.iter();
        let snares = all.fold(Bits::EMPTY, |all, ty| all | kinds[*ty]);
        let situation = Situation {
            active: self.now.active & snares,
            ..self.now
        };
        self.lineup.attackers(self.pos, self.me, from, &situation)
    }

    /// The cells where the Titan from `from` is not attacked, if that matters.
    #[inline(always)]
    fn safe_ends(&self, from: usize, mut to: Bits<N>) -> Bits<N> {
        if self.titan.is_none() {
            return to;
        }
        for end in to {
            let situation = Situation {
                occupied: self.now.occupied.without(from),
                active: self.active_after(end),
            };
            if self.lineup.is_attacked(self.pos, self.me, end, &situation) {
                to.remove(end);
            }
        }
        to
    }

    /// Captures of a pawn that passed over a cell, by capturing movements to that cell (T-13).
    #[cold]
    fn en_passant<S: Sink<N>>(&self, over: usize, pawn: usize, sink: &mut S) {
        let sets = &self.pos.sets;
        for member in &self.lineup.members[self.me] {
            if !member.kind.takes_en_passant {
                continue;
            }
            let pieces = sets.kinds[member.ty] & sets.seats[self.me];
            for from in self.able_to_capture(member, pieces, over) {
                let after = Situation {
                    occupied: self.now.occupied.without(from).without(pawn).with(over),
                    active: self.now.active.without(pawn),
                };
                let safe = match self.titan {
                    Some(titan) if titan == from => {
                        !self.lineup.is_attacked(self.pos, self.me, over, &after)
                    }
                    _ => self.is_safe(&after),
                };
                let held = !self.lineup.snares.is_empty()
                    && (self.snares_on(member, from) & !Bits::of(pawn)).any();
                if safe && !held {
                    let mut step = Step::new(How::EnPassant, from, over);
                    step.other = pawn as u16;
                    sink.one(step, member.promotion);
                }
            }
        }
    }

    /// Those of the pieces that could capture on this empty cell if something stood there.
    fn able_to_capture(&self, member: &Member<'_, N>, pieces: Bits<N>, cell: usize) -> Bits<N> {
        let mobility = member.mobility;
        let from = |table: &Option<Table<N>>| match table {
            Some(table) => table[cell] & pieces,
            None => Bits::EMPTY,
        };
        let mut able = from(&mobility.leaps_here);
        for rider in from(&mobility.rides_here) {
            let between = self.lineup.game.between(rider, cell);
            if (between & self.now.occupied).none() {
                able.insert(rider);
            }
        }
        for hop in &mobility.hops {
            if hop.is_conditional_capture() {
                let empty = self.ends[Mode::Move as usize];
                let landings = hop.landings(pieces, self.pos.sets.fresh, empty);
                if landings.has(cell) {
                    able.insert((cell as i32 - hop.to) as usize);
                }
            }
        }
        able
    }

    /// Castling (M-4), judged step by step.
    fn castling<S: Sink<N>>(&self, sink: &mut S) {
        let sets = &self.pos.sets;
        let fresh = sets.fresh & sets.seats[self.me];
        for member in &self.lineup.members[self.me] {
            if !self.lineup.castlers.contains(&member.ty) {
                continue;
            }
            for king in sets.kinds[member.ty] & fresh {
                for side in &self.lineup.game.castling[self.me] {
                    let line = side.line[king];
                    let blockers = line & self.now.occupied;
                    if blockers.none() {
                        continue;
                    }
                    let partner = nearest(blockers, side.step > 0);
                    let passed = (line & !side.line[partner]).without(partner);
                    if fresh.has(partner)
                        && passed.several()
                        && member
                            .kind
                            .castles_with
                            .contains(&(self.pos.type_on(partner) as u8))
                        && self.may_castle(member, king, partner, side.step)
                    {
                        let to = (king as i32 + 2 * side.step) as usize;
                        let mut step = Step::new(How::Castle, king, to);
                        step.other = partner as u16;
                        sink.castle(step);
                    }
                }
            }
        }
    }

    /// M-4: not out of Check, not over and not onto an attacked Space; and not leaving the Titan in Check (T-20).
    fn may_castle(&self, member: &Member<'_, N>, king: usize, partner: usize, step: i32) -> bool {
        let over = (king as i32 + step) as usize;
        let to = (over as i32 + step) as usize;
        let lineup = self.lineup;
        let attacked = |cell: usize, situation: &Situation<N>| {
            member.kind.capturable && lineup.is_attacked(self.pos, self.me, cell, situation)
        };
        let one_titan = self.pos.titans(self.me).single().is_some();
        let passing = Situation {
            occupied: self.now.occupied.without(king).with(over),
            ..self.now
        };
        let done = Situation {
            occupied: (self.now.occupied.without(king).without(partner))
                .with(over)
                .with(to),
            ..self.now
        };
        let out_of_check = match self.titan {
            Some(titan) if titan == king => self.danger.check,
            _ => one_titan && attacked(king, &self.now),
        };
        let held = !lineup.snares.is_empty() && self.snares_on(member, king).any();
        !held
            && !out_of_check
            && !attacked(over, &passing)
            && !attacked(to, &done)
            && (self.titan == Some(king) || self.is_safe(&done))
    }
}
