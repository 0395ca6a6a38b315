//! Attack queries on sets of cells: attackers of a cell, held pieces, and the safety of a Titan in a turn.

use crate::board::{Bits, Seat, Space};
use crate::piece::{Footing, Mode};

use super::danger::{Danger, Pin};
use super::route;
use super::tables::{Area, Hop, Mobility, Tables, Threat, Walk, nearest};
use super::{Flags, Mover, Piece, Position, Rules};

/// Position with the tables and rules needed to query it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a, const N: usize> {
    pub tables: &'a Tables<N>,
    pub rules: &'a Rules,
    pub pos: &'a Position,
    /// Cells that nothing passes without jumping.
    pub occupied: Bits<N>,
    /// Cells of `occupied` without a blocking piece. Slides end there as on a free cell.
    pub veils: Bits<N>,
    /// All restrained pieces.
    pub restrained: Bits<N>,
}

/// Hypothetical board: occupied cells, and pieces that can still attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation<const N: usize> {
    pub occupied: Bits<N>,
    pub active: Bits<N>,
}

impl<'a, const N: usize> Look<'a, N> {
    /// For queries about movements only, which ignore restraints.
    #[inline(always)]
    pub fn bare(tables: &'a Tables<N>, rules: &'a Rules, pos: &'a Position) -> Self {
        let mut occupied = Bits::EMPTY;
        for seat in 0..tables.seats {
            occupied |= pos.sets.seat(seat);
        }
        let mut veils = Bits::EMPTY;
        if !rules.classes.opaque.is_empty() {
            for cell in pos.sets.layer::<N>(1) & !occupied {
                if rules.ends_slides(pos, tables.grid.space(cell)) {
                    veils.insert(cell);
                }
            }
        }
        Self { tables, rules, pos, occupied: occupied | veils, veils, restrained: Bits::EMPTY }
    }

    #[inline(always)]
    pub fn new(tables: &'a Tables<N>, rules: &'a Rules, pos: &'a Position) -> Self {
        let mut look = Self::bare(tables, rules, pos);
        let holders = pos.present().and(rules.classes.holders);
        if !holders.is_empty() || pos.sets.marked::<N>().any() {
            look.restrained = look.find_restrained();
        }
        look
    }

    /// Blocking pieces.
    #[inline(always)]
    pub fn pieces(&self) -> Bits<N> {
        self.occupied & !self.veils
    }

    #[inline(always)]
    pub fn seat(&self, seat: usize) -> Bits<N> {
        self.pos.sets.seat(seat)
    }

    #[inline(always)]
    pub fn kind(&self, ty: usize) -> Bits<N> {
        self.pos.sets.kind(ty)
    }

    #[inline(always)]
    pub fn space(&self, cell: usize) -> Space {
        self.tables.grid.space(cell)
    }

    #[inline(always)]
    pub fn cell(&self, space: Space) -> usize {
        self.tables.grid.cell(space)
    }

    #[inline(always)]
    pub fn piece(&self, cell: usize) -> Option<Piece> {
        self.pos.at(self.space(cell))
    }

    #[inline(always)]
    pub fn is_defeated(&self, seat: usize) -> bool {
        self.pos.state().is_defeated(Seat::new(seat))
    }

    /// Imprisoned pieces (V-6), and pieces next to an undefeated Enemy that holds their type (B-8, B-12, T-23). A held
    /// piece still holds others.
    #[cold]
    fn find_restrained(&self) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for cell in self.pos.sets.marked::<N>() {
            if self.piece(cell).is_some_and(|p| p.flags.contains(Flags::IMPRISONED)) {
                all.insert(cell);
            }
        }
        let classes = &self.rules.classes;
        for holder in self.pos.present().and(classes.holders) {
            let held: Bits<N> = (self.pos.present().and(classes.held_by[holder]))
                .into_iter()
                .fold(Bits::EMPTY, |held, ty| held | self.kind(ty));
            for seat in (0..self.tables.seats).filter(|seat| !self.is_defeated(*seat)) {
                let others = held & !self.seat(seat);
                for cell in self.kind(holder) & self.seat(seat) {
                    all |= self.tables.neighbours[cell] & others;
                }
            }
        }
        all
    }

    /// Cells next to undefeated Enemies of `me` that capture arriving pieces.
    #[inline]
    pub fn met_by_enemies(&self, me: usize) -> Bits<N> {
        let mut met = Bits::EMPTY;
        for ty in self.pos.present().and(self.rules.classes.meets) {
            for seat in (0..self.tables.seats).filter(|seat| *seat != me && !self.is_defeated(*seat)) {
                for cell in self.kind(ty) & self.seat(seat) {
                    met |= self.tables.neighbours[cell];
                }
            }
        }
        met
    }

    /// Enemy pieces of `me` that can attack (T-19, T-23).
    #[inline(always)]
    pub fn active_enemies(&self, me: usize) -> Bits<N> {
        let mut active = self.occupied & !self.seat(me) & !self.restrained;
        if self.pos.state().defeated != 0 {
            for seat in 0..self.tables.seats {
                if self.is_defeated(seat) {
                    active &= !self.seat(seat);
                }
            }
        }
        active
    }

    /// Returns whether undefeated Enemies of `me` have pieces that attack other than by movement.
    #[inline]
    pub fn has_special_enemies(&self, me: usize) -> bool {
        let special = self.pos.present().and(self.rules.classes.special_attackers);
        !special.is_empty() && {
            let enemies = self.occupied & !self.seat(me);
            let undefeated = (0..self.tables.seats)
                .filter(|seat| self.is_defeated(*seat))
                .fold(enemies, |all, seat| all & !self.seat(seat));
            special.into_iter().any(|ty| (self.kind(ty) & undefeated).any())
        }
    }

    /// Cells that must be empty for a piece on `from` to capture on `target` by this hop; `None` if it cannot.
    #[inline]
    fn hop_path(&self, hop: &Hop<N>, mover: &Mover, from: usize, target: usize) -> Option<Bits<N>> {
        let able = hop.threatens
            && from.wrapping_add_signed(hop.to) == target
            && hop.from.has(from)
            && (!hop.initial || mover.fresh && !mover.copying)
            && (!hop.lead || self.rules.leads_support(self.pos, mover.seat));
        able.then(|| hop.path(from))
    }

    /// Calls `found` with every active Enemy piece of `me` that could capture on `target` by movement, and the cells
    /// that must be empty for it. Stops when `found` returns `true`. Areas and walks have too many paths and are left
    /// out: see [`Look::area_attackers`] and [`Look::walk_attackers`].
    #[inline(always)]
    pub fn each_threat(
        &self,
        me: usize,
        target: usize,
        active: Bits<N>,
        mut found: impl FnMut(usize, Bits<N>) -> bool,
    ) -> bool {
        let tables = self.tables;
        let present = self.pos.present();
        let pieces = |threat: &Threat<N>, ty: usize| {
            let kind = self.kind(ty) & active;
            match threat {
                Threat::All(table) => table[target] & kind,
                Threat::Each(each) => {
                    let mut there = Bits::EMPTY;
                    for (seat, table) in each[..tables.seats].iter().enumerate() {
                        if seat != me
                            && let Some(table) = table
                        {
                            there |= table[target] & kind & self.seat(seat);
                        }
                    }
                    there
                }
            }
        };
        for ty in present.and(tables.leapers) {
            if let Some(threat) = &tables.leap_threats[ty] {
                for attacker in pieces(threat, ty) {
                    if found(attacker, Bits::EMPTY) {
                        return true;
                    }
                }
            }
        }
        let mut riders = Bits::EMPTY;
        for ty in present.and(tables.riders) {
            if let Some(threat) = &tables.ride_threats[ty] {
                riders |= pieces(threat, ty);
            }
        }
        for attacker in riders {
            if found(attacker, tables.between(attacker, target)) {
                return true;
            }
        }
        for ty in present.and(tables.hoppers) {
            for seat in (0..tables.seats).filter(|seat| *seat != me) {
                let mobility = tables.mobility(seat, ty);
                let Some(here) = &mobility.hops_here else {
                    continue;
                };
                for from in here[target] & self.kind(ty) & self.seat(seat) & active {
                    let Some(piece) = self.piece(from) else {
                        continue;
                    };
                    let mover = Mover::real(self.space(from), 0, piece);
                    for hop in mobility.all_hops().filter(|h| h.is_conditional_threat()) {
                        if let Some(path) = self.hop_path(hop, &mover, from, target)
                            && found(from, path)
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Active Enemy pieces of `me` that capture on `target` by an area movement, or could do so if pieces went away.
    fn area_attackers(&self, me: usize, target: usize, active: Bits<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for ty in self.pos.present().and(self.tables.area_walkers) {
            for seat in (0..self.tables.seats).filter(|seat| *seat != me) {
                if let Some(here) = &self.tables.mobility(seat, ty).areas_here {
                    all |= here[target] & self.kind(ty) & self.seat(seat) & active;
                }
            }
        }
        all
    }

    /// Active Enemy pieces of `me` that could capture on `target` by a walk, given suitable other pieces.
    pub fn walk_attackers(&self, me: usize, target: usize, active: Bits<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for ty in self.pos.present().and(self.tables.leg_walkers) {
            for seat in (0..self.tables.seats).filter(|seat| *seat != me) {
                if let Some(here) = &self.tables.mobility(seat, ty).walks_here {
                    all |= here[target] & self.kind(ty) & self.seat(seat) & active;
                }
            }
        }
        all
    }

    /// Returns whether a piece attacks `target` by one of its walks. Adds every other cell on which the answer depends
    /// to `seen`.
    pub fn strikes_by_walk(&self, from: usize, target: usize, occupied: Bits<N>, seen: &mut Bits<N>) -> bool {
        self.piece(from).is_some_and(|piece| {
            let mover = Mover::real(self.space(from), 0, piece);
            let mobility = self.tables.mobility(piece.seat.index(), piece.ty.index());
            let mut walks = mobility.walks.iter().filter(|walk| walk.threatens);
            walks.any(|walk| {
                let mut looked = Bits::EMPTY;
                let strikes = self.walk(walk, &mover, occupied, &mut looked).has(target);
                // One path is enough; the cells of the others do not matter then.
                *seen = if strikes { looked } else { *seen | looked }.without(target);
                strikes
            })
        })
    }

    /// Cells to which a walk leads a mover, occupied or not. Adds every cell examined to `seen`.
    pub fn walk(&self, walk: &Walk<N>, mover: &Mover, occupied: Bits<N>, seen: &mut Bits<N>) -> Bits<N> {
        let mut ends = Bits::EMPTY;
        let movement = &walk.movement;
        let able = walk.from.has(self.cell(mover.from))
            && (!movement.rule.initial || mover.fresh && !mover.copying)
            && (!movement.needs_lead() || self.rules.leads_support(self.pos, mover.seat));
        if able {
            let affected = self.rules.affected.as_ref();
            let enter = |space: Space, footing: Footing| {
                let cell = self.cell(space);
                seen.insert(cell);
                match footing {
                    Footing::Free => !occupied.has(cell) && walk.limits.passes(space),
                    Footing::Mount => occupied.has(cell) && !self.veils.has(cell),
                    Footing::Enemy => false,
                    Footing::Any => true,
                }
            };
            let land = |to: Space| {
                if movement.may_land(affected, mover.from, to) && walk.limits.ends_on(to) {
                    ends.insert(self.cell(to));
                }
            };
            let board = &self.rules.board;
            route::trek(board, &walk.turns, &walk.last, mover.from, enter, land);
        }
        ends
    }

    /// First active Enemy of `me` that attacks `target` by movement in this situation and is accepted by `wanted`.
    #[inline(always)]
    pub fn attacker_by_movement(
        &self,
        me: usize,
        target: usize,
        situation: &Situation<N>,
        mut wanted: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        let mut attacker = None;
        self.each_threat(me, target, situation.active, |from, path| {
            let strikes = (path & situation.occupied).none() && wanted(from);
            if strikes {
                attacker = Some(from);
            }
            strikes
        });
        if attacker.is_none() && !self.tables.area_walkers.is_empty() {
            attacker = self
                .area_attackers(me, target, situation.active)
                .into_iter()
                .find(|from| self.strikes_in_area(*from, target, situation.occupied) && wanted(*from));
        }
        if attacker.is_none() && !self.tables.leg_walkers.is_empty() {
            let mut could = (self.walk_attackers(me, target, situation.active)).into_iter();
            attacker = could.find(|from| {
                let mut seen = Bits::EMPTY;
                self.strikes_by_walk(*from, target, situation.occupied, &mut seen) && wanted(*from)
            });
        }
        attacker
    }

    /// Returns whether a piece attacks `target` by one of its area movements.
    fn strikes_in_area(&self, from: usize, target: usize, occupied: Bits<N>) -> bool {
        self.piece(from).is_some_and(|piece| {
            let mover = Mover::real(self.space(from), 0, piece);
            let mobility = self.tables.mobility(piece.seat.index(), piece.ty.index());
            let mut areas = mobility.areas.iter().filter(|area| area.threatens);
            areas.any(|area| self.area(area, &mover, occupied).has(target))
        })
    }

    /// Cells to which an area movement leads a mover, occupied or not.
    pub fn area(&self, area: &Area<N>, mover: &Mover, occupied: Bits<N>) -> Bits<N> {
        let mut ends = Bits::EMPTY;
        let movement = &area.movement;
        let able = area.from.has(self.cell(mover.from))
            && (!movement.rule.initial || mover.fresh && !mover.copying)
            && (!movement.needs_lead() || self.rules.leads_support(self.pos, mover.seat));
        if able {
            let affected = self.rules.affected.as_ref();
            let is_free = |space| !occupied.has(self.cell(space)) && area.limits.passes(space);
            let board = &self.rules.board;
            route::area(board, &area.vectors, area.steps, mover.from, is_free, |to| {
                if movement.may_land(affected, mover.from, to) && area.limits.ends_on(to) {
                    ends.insert(self.cell(to));
                }
            });
        }
        ends
    }

    /// Returns whether a piece of `me` on `target` is attacked by movement in this situation.
    #[inline(always)]
    pub fn is_attacked(&self, me: usize, target: usize, situation: &Situation<N>) -> bool {
        self.attacker_by_movement(me, target, situation, |_| true).is_some()
    }

    /// Returns whether the mover could capture a Capturable piece on `target` by movement.
    pub fn reaches(&self, mover: &Mover, target: usize) -> bool {
        let from = self.cell(mover.from);
        let mobility = self.tables.mobility(mover.seat.index(), mover.ty.index());
        let has = |table: &Option<super::tables::Table<N>>| table.as_ref().is_some_and(|table| table[target].has(from));
        let by_hop = || {
            mobility
                .all_hops()
                .any(|hop| self.hop_path(hop, mover, from, target).is_some_and(|path| (path & self.occupied).none()))
        };
        let by_area = || {
            let mut areas = mobility.areas.iter().filter(|area| area.threatens);
            areas.any(|area| self.area(area, mover, self.occupied).has(target))
        };
        let by_walk = || {
            let mut walks = mobility.walks.iter().filter(|walk| walk.threatens);
            walks.any(|walk| {
                let mut seen = Bits::EMPTY;
                self.walk(walk, mover, self.occupied, &mut seen).has(target)
            })
        };
        mover.layer == 0
            && (has(&mobility.leaps_here)
                || has(&mobility.rides_here) && (self.tables.between(from, target) & self.occupied).none()
                || has(&mobility.hops_here) && by_hop()
                || has(&mobility.areas_here) && by_area()
                || has(&mobility.walks_here) && by_walk())
    }

    /// Records everything that threatens the only Titan. An open threat must be ended by capturing the attacker or
    /// interposing. A threat with a single piece of `me` in between pins that piece.
    #[inline(always)]
    pub fn danger(&self, me: usize, titan: usize, active: Bits<N>, danger: &mut Danger<N>) {
        let own = self.seat(me);
        self.each_threat(me, titan, active, |attacker, path| {
            let between = path & self.occupied;
            danger.screens |= path;
            if between.none() {
                danger.check = true;
                danger.allowed &= path.with(attacker);
                danger.attackers.insert(attacker);
            } else if !between.several() && (between & own).any() {
                danger.pinned |= between;
                danger.attackers.insert(attacker);
                danger.pin(Pin { cell: between.first(), allowed: path.with(attacker) });
            }
            false
        });
        if !self.tables.area_walkers.is_empty() && self.area_attackers(me, titan, active).any() {
            danger.unclear = true;
        }
        if !self.tables.leg_walkers.is_empty() {
            for from in self.walk_attackers(me, titan, active) {
                let mut seen = Bits::EMPTY;
                if self.strikes_by_walk(from, titan, self.occupied, &mut seen) {
                    danger.check_by_way(seen.with(from));
                } else {
                    danger.touchy |= seen;
                }
            }
        }
    }

    /// Destinations of the mover's leaps, rides, plain hops, areas and walks, limited to the allowed ends of each
    /// [`Mode`].
    #[inline(always)]
    pub fn plain_targets(&self, mobility: &Mobility<N>, mover: &Mover, ends: &[Bits<N>; 3]) -> Bits<N> {
        let from = self.cell(mover.from);
        let mut to = Bits::EMPTY;
        if let Some(leaps) = &mobility.leaps {
            to = if leaps.alike {
                leaps.moving[from] & ends[Mode::Both as usize]
            } else {
                leaps.moving[from] & ends[Mode::Move as usize] | leaps.capturing[from] & ends[Mode::Capture as usize]
            };
        }
        for ride in &mobility.rides {
            to |= ride.reach(from, self.occupied) & ends[ride.mode as usize];
        }
        for hop in &mobility.hops {
            if let Some(end) = self.hop_end(hop, mover, from) {
                to |= Bits::of(end) & ends[hop.mode as usize];
            }
        }
        for area in &mobility.areas {
            to |= self.area(area, mover, self.occupied) & ends[area.movement.rule.mode as usize];
        }
        for walk in &mobility.walks {
            let mut seen = Bits::EMPTY;
            to |= self.walk(walk, mover, self.occupied, &mut seen) & ends[walk.movement.rule.mode as usize];
        }
        to
    }

    /// Destination of a mover's hop, if its path is open.
    #[inline(always)]
    pub fn hop_end(&self, hop: &Hop<N>, mover: &Mover, from: usize) -> Option<usize> {
        (hop.is_open(from, self.occupied)
            && (!hop.initial || mover.fresh && !mover.copying)
            && (!hop.lead || self.rules.leads_support(self.pos, mover.seat)))
        .then(|| from.wrapping_add_signed(hop.to))
    }

    /// Cells where movements of each [`Mode`] may end: free cells and possible captures. Pieces on cells of
    /// [`Look::odd`] still need a test with [`Rules::may_take`].
    #[inline(always)]
    pub fn ends(&self, me: usize, odd: Bits<N>) -> [Bits<N>; 3] {
        let pieces = self.pieces();
        let takeable = pieces & !self.seat(me) | odd;
        let empty = !pieces;
        [empty | takeable, empty, takeable]
    }

    /// Pieces whose capture by `me` has other effects, or that not every piece can capture. Includes own pieces that
    /// their own side may capture (B-2).
    #[inline(always)]
    pub fn odd(&self, me: usize) -> Bits<N> {
        let classes = &self.rules.classes;
        let present = self.pos.present();
        let mut odd = self.pos.sets.marked::<N>();
        for ty in present.and(classes.odd_victims) {
            odd |= self.kind(ty);
        }
        for seat in Seat::all(self.tables.seats).filter(|seat| self.rules.covers(self.pos, *seat)) {
            odd |= self.seat(seat.index());
        }
        odd &= self.pieces() & !self.seat(me);
        for ty in present.and(classes.open_to_own) {
            odd |= self.kind(ty) & self.seat(me);
        }
        odd
    }

    /// Cells where movements of each [`Mode`] may end for a piece of this layer above 0 (P-3). Non-blocking pieces
    /// never capture by displacement. Each Space holds one of each layer, and a Supporter needs a Space without a
    /// blocking piece.
    pub fn non_blocking_ends(&self, layer: u8) -> [Bits<N>; 3] {
        let mut free = !self.pos.sets.layer::<N>(layer);
        if layer == 1 {
            free &= !self.pieces();
        }
        [free, free, Bits::EMPTY]
    }

    /// Cells on the paths by which the mover could capture on `target`; `None` if there are too many paths.
    pub fn ways(&self, mover: &Mover, target: usize) -> Option<Bits<N>> {
        let from = self.cell(mover.from);
        let mobility = self.tables.mobility(mover.seat.index(), mover.ty.index());
        let has = |table: &Option<super::tables::Table<N>>| table.as_ref().is_some_and(|table| table[target].has(from));
        if has(&mobility.areas_here) {
            return None;
        }
        let mut cells = Bits::EMPTY;
        if has(&mobility.rides_here) {
            cells |= self.tables.between(from, target);
        }
        if has(&mobility.hops_here) {
            for hop in mobility.all_hops() {
                if let Some(path) = self.hop_path(hop, mover, from, target) {
                    cells |= path;
                }
            }
        }
        if has(&mobility.walks_here) {
            for walk in mobility.walks.iter().filter(|walk| walk.threatens) {
                self.walk(walk, mover, self.occupied, &mut cells);
            }
        }
        Some(cells)
    }

    /// Cells where a change could give the mover another destination: blocked cells, and cells where it can only
    /// capture. `None` if any cell could matter.
    pub fn hindrances(&self, mover: &Mover) -> Option<Bits<N>> {
        let from = self.cell(mover.from);
        let mobility = self.tables.mobility(mover.seat.index(), mover.ty.index());
        if !mobility.areas.is_empty() {
            return None;
        }
        let mut cells = Bits::EMPTY;
        if let Some(leaps) = &mobility.leaps {
            let (moving, capturing) = (leaps.moving[from], leaps.capturing[from]);
            cells |= (moving | capturing) & self.occupied | capturing & !moving;
        }
        for ride in &mobility.rides {
            let line = ride.line[from];
            let blockers = line & self.occupied;
            let mut on = line;
            if blockers.any() {
                let first = nearest(blockers, ride.rising);
                on &= !ride.line[first];
                cells.insert(first);
            }
            if !ride.mode.moves() {
                cells |= on;
            }
        }
        for hop in mobility.all_hops().filter(|hop| hop.from.has(from)) {
            let end = Bits::of(from.wrapping_add_signed(hop.to));
            cells |= hop.path(from) & self.occupied;
            cells |= if hop.mode.moves() { end & self.occupied } else { end };
        }
        for walk in &mobility.walks {
            let ends = self.walk(walk, mover, self.occupied, &mut cells);
            cells |= if walk.movement.rule.mode.moves() { ends & self.occupied } else { ends };
        }
        Some(cells)
    }
}
