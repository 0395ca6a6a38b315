//! Piece values, derived from movement and effects on other pieces. No piece is known by name.
//!
//! Random boards are filled with the armies' own pieces. Adding a piece changes what its owner and the Enemy can do;
//! the difference measures it. The number n of Spaces covered becomes a value by H. G. Muller's rule for leapers: (30 +
//! 5/8 n) n.

use engine::board::{Seat, Space};
use engine::play::{Kind, MoveList, Piece, Position, Rules, Slot, TypeId};

use crate::fitted::{self, Fitted};
use crate::random::Random;

/// Densities of the random boards, in percent of their Spaces.
const DENSITIES: [usize; 3] = [12, 25, 38];
/// Number of random boards per density.
const BOARDS: usize = 40;
/// Maximum value of a piece.
const MOST: f64 = 2_500.0;
/// Ratio of capture Spaces to destination Spaces below which a piece hardly captures.
const HARDLY: f64 = 0.04;
/// Burden of a piece whose loss is an aim, as a constant and as a share of its value.
const BURDEN: i32 = 80;
const BURDEN_SHARE: i32 = 16;
/// Value of a Titan beyond its movement, where a Player has several.
const TITAN: i32 = 250;
/// Weight of the moves of a piece that shares its Space with others.
const BESIDE: f64 = 0.15;
/// Penalty per half step from the centre.
const ASIDE: i32 = 3;
/// Share of a promotion's gain, in percent, by rows to go.
const PROSPECTS: [i32; 8] = [0, 42, 22, 12, 8, 6, 5, 4];

/// Values of the types of a game.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    by_type: Vec<i32>,
    /// By type: value in reserve.
    reserve: Vec<i32>,
    /// By type: the type can capture.
    captures: Vec<bool>,
    /// Pieces of some type are better lost than kept.
    gives_away: bool,
}

/// Number of options of a seat on a board.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Different moves to free Spaces.
    quiet: f64,
    /// Different captures, counted per attacker and victim.
    captures: f64,
}

impl Values {
    /// Derives the values of types that have no fitted one.
    pub fn derive(rules: &Rules, fitted: &[Fitted]) -> Self {
        let count = rules.types.len();
        let mut values =
            Self { by_type: vec![0; count], reserve: vec![0; count], captures: vec![false; count], gives_away: false };
        let mut lab = Lab::new(rules);
        for owner in Seat::all(rules.seat_count()).filter(|seat| is_first_user(rules, *seat)) {
            let types: Vec<TypeId> = types_of(rules, owner).collect();
            for (ty, (value, captures)) in types.iter().zip(lab.values(owner, &types)) {
                let unwanted = rules.gives_away(owner, *ty);
                let known = of_army(rules, owner, fitted).and_then(|fitted| fitted.piece(rules, *ty));
                let value = known.map_or(value, |known| known.value);
                let value = if unwanted { -BURDEN - value / BURDEN_SHARE } else { value };
                values.by_type[ty.index()] = value;
                // The piece can go anywhere, but placing it costs a turn.
                let reserve = known.and_then(|known| known.reserve);
                values.reserve[ty.index()] = reserve.unwrap_or(value - value / 10 - 10);
                values.captures[ty.index()] = captures;
                values.gives_away |= unwanted;
            }
        }
        values
    }

    /// Returns `true` if pieces of this type can capture.
    pub fn captures(&self, ty: TypeId) -> bool {
        self.captures[ty.index()]
    }

    /// Returns `true` if some pieces are better lost than kept.
    pub const fn gives_away(&self) -> bool {
        self.gives_away
    }

    pub fn of(&self, ty: TypeId) -> i32 {
        self.by_type[ty.index()]
    }

    pub fn len(&self) -> usize {
        self.by_type.len()
    }

    /// Value in reserve.
    pub fn in_reserve(&self, ty: TypeId) -> i16 {
        narrow(self.reserve[ty.index()])
    }
}

/// Fitted values of a seat's army.
pub(crate) fn of_army<'a>(rules: &Rules, seat: Seat, fitted: &'a [Fitted]) -> Option<&'a Fitted> {
    let army = &rules.army(seat).id;
    fitted.iter().find(|fitted| fitted.army == *army)
}

/// Returns `true` for the first of the seats that play the same army.
fn is_first_user(rules: &Rules, seat: Seat) -> bool {
    let army = rules.seats[seat.index()].army;
    rules.seats.iter().position(|other| other.army == army) == Some(seat.index())
}

/// Types of a seat's army.
fn types_of(rules: &Rules, seat: Seat) -> impl Iterator<Item = TypeId> + '_ {
    let army = rules.seats[seat.index()].army;
    let all = (0..rules.types.len()).map(TypeId::new);
    all.filter(move |ty| rules.ty(*ty).origin.0 == army)
}

/// Random boards on which pieces are tried.
struct Lab<'a> {
    rules: &'a Rules,
    spaces: Vec<Space>,
    /// By seat: the initial pieces except Titans, to fill boards with.
    armies: Vec<Vec<TypeId>>,
    random: Random,
    list: MoveList,
    hits: Vec<Slot>,
    seen: Vec<u32>,
}

impl<'a> Lab<'a> {
    fn new(rules: &'a Rules) -> Self {
        let begins_with = |seat: Seat| {
            let army = rules.army(seat);
            let ids = army.territory.rows.iter().flatten().flatten();
            let key = |piece: &usize| format!("{}/{}", army.id, army.pieces[*piece].id);
            let placed = ids.filter_map(|piece| rules.type_by_key(&key(piece)));
            let mut list: Vec<TypeId> = placed.filter(|ty| !rules.ty(*ty).titan).collect();
            if list.is_empty() {
                list.extend(types_of(rules, seat).filter(|ty| !rules.ty(*ty).titan));
            }
            list
        };
        Self {
            rules,
            spaces: rules.board.spaces().iter().collect(),
            armies: Seat::all(rules.seat_count()).map(begins_with).collect(),
            random: Random::new(0x5eed),
            list: MoveList::default(),
            hits: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Values of the types of a seat's army.
    /// Also returns whether they can capture.
    #[expect(clippy::cast_possible_truncation, reason = "values and numbers of Spaces are small")]
    fn values(&mut self, owner: Seat, types: &[TypeId]) -> Vec<(i32, bool)> {
        let enemy = Seat::new((owner.index() + 1) % self.rules.seat_count());
        // Sums by type: destination Spaces, capture Spaces, and the increase in the Enemy's moves.
        let mut goes = vec![0.0; types.len()];
        let mut captures = vec![0.0; types.len()];
        let mut allows = vec![0.0; types.len()];
        // Increase in the owner's other moves.
        let mut helps = vec![0.0; types.len()];
        let mut samples = 0.0;
        for percent in DENSITIES {
            let (free, hostile) = (1.0 - percent as f64 / 100.0, percent as f64 / 200.0);
            for _ in 0..BOARDS {
                let mut pos = self.board(owner, enemy, percent);
                let Some(space) = self.free_space(&pos) else {
                    continue;
                };
                let before = [owner, enemy].map(|seat| self.reach(&mut pos, seat, None).1);
                samples += 1.0;
                for (index, ty) in types.iter().enumerate() {
                    let mark = pos.mark();
                    pos.put(self.rules, space, Piece::new(*ty, owner));
                    let (own, all) = self.reach(&mut pos, owner, Some(space));
                    let (_, theirs) = self.reach(&mut pos, enemy, None);
                    pos.undo(self.rules, &mark);
                    goes[index] += own.quiet / free;
                    captures[index] += own.captures / hostile;
                    helps[index] += (all.quiet - own.quiet - before[0].quiet) / free;
                    allows[index] += (theirs.quiet - before[1].quiet) / free;
                }
            }
        }
        let samples = f64::max(samples, 1.0);
        // Median effect of a piece on the moves of others, simply by blocking.
        let usual = |sums: &[f64]| {
            let mut sorted = sums.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted.get(sorted.len() / 2).copied().unwrap_or(0.0) / samples
        };
        let (usual_allowed, usual_help) = (usual(&allows), usual(&helps));
        let worth = |index: usize| {
            let takes = (usual_allowed - allows[index] / samples - 0.5).max(0.0);
            let helps = (helps[index] / samples - usual_help - 0.5).max(0.0);
            let [goes, captures] = [goes[index], captures[index]].map(|n| n / samples);
            // Moves alone win nothing, so they count little for a piece that hardly captures.
            let useful = (captures / (HARDLY * goes).max(0.01)).clamp(0.25, 1.0);
            // A piece that shares its Space blocks nobody, so its moves count even less.
            let useful = match self.rules.ty(types[index]).layer {
                0 => useful,
                _ => useful * BESIDE,
            };
            let covers = (goes * useful + 2.0 * captures) / 3.0;
            let n = (covers + 0.5 * (takes + helps)).max(0.2);
            let value = (1.7 * n * (30.0 + 0.625 * n)).min(MOST) as i32;
            let value = value + if self.rules.ty(types[index]).titan { TITAN } else { 0 };
            (value, captures > 0.0)
        };
        (0..types.len()).map(worth).collect()
    }

    /// Board filled at random with pieces of two Players.
    fn board(&mut self, owner: Seat, enemy: Seat, percent: usize) -> Position {
        let mut pos = Position::empty(self.rules);
        let count = self.spaces.len() * percent / 100;
        for number in 0..count {
            let seat = if number % 2 == 0 { owner } else { enemy };
            let army = &self.armies[seat.index()];
            let (Some(space), false) = (pick(&mut self.random, &self.spaces), army.is_empty()) else {
                continue;
            };
            let ty = army[self.random.below(army.len())];
            if pos.at(space).is_none() && self.rules.ty(ty).layer == 0 {
                pos.put(self.rules, space, Piece::new(ty, seat));
            }
        }
        pos
    }

    fn free_space(&mut self, pos: &Position) -> Option<Space> {
        let free: Vec<Space> = (self.spaces.iter().copied()).filter(|space| pos.at(*space).is_none()).collect();
        pick(&mut self.random, &free)
    }

    /// Options of a seat: those of its piece on `at`, and those of all its pieces.
    fn reach(&mut self, pos: &mut Position, seat: Seat, at: Option<Space>) -> (Reach, Reach) {
        pos.state_mut().to_move = seat;
        self.list.clear();
        self.rules.generate(pos, &mut self.list);
        self.seen.clear();
        for mv in &self.list.moves {
            if is_no_movement(mv.kind) {
                continue;
            }
            let from = u32::from(mv.from.code()) << 16;
            self.hits.clear();
            self.rules.captures(pos, mv, self.list.chain(mv), &mut self.hits);
            if self.hits.is_empty() {
                self.seen.push(from | u32::from(mv.to.code()));
            }
            for hit in &self.hits {
                if pos.in_slot(*hit).is_some_and(|victim| victim.seat != seat) {
                    self.seen.push(from | 1 << 15 | u32::from(hit.space().code()));
                }
            }
        }
        self.seen.sort_unstable();
        self.seen.dedup();
        let (mut own, mut all) = (Reach::default(), Reach::default());
        for entry in &self.seen {
            let captures = f64::from(*entry >> 15 & 1);
            let here = at.is_some_and(|space| entry >> 16 == u32::from(space.code()));
            for reach in [Some(&mut all), here.then_some(&mut own)].into_iter().flatten() {
                reach.captures += captures;
                reach.quiet += 1.0 - captures;
            }
        }
        (own, all)
    }

    /// Difference in the number of Spaces covered from each Space to the average, on an empty board. Both sides are
    /// thus treated equally.
    fn by_space(&mut self, owner: Seat, ty: TypeId) -> Vec<(Space, f64)> {
        let layer = self.rules.ty(ty).layer;
        let mut found = Vec::with_capacity(self.spaces.len());
        for space in &self.spaces {
            let mut pos = Position::empty(self.rules);
            pos.put(self.rules, *space, Piece::new(ty, owner));
            pos.state_mut().to_move = owner;
            self.list.clear();
            let mover = engine::play::Mover::real(*space, layer, Piece::new(ty, owner));
            self.rules.generate_as(&pos, &mover, &mut self.list);
            let mut ends: Vec<usize> =
                (self.list.moves.iter()).filter(|mv| !is_no_movement(mv.kind)).map(|mv| mv.to.index()).collect();
            ends.sort_unstable();
            ends.dedup();
            found.push((*space, ends.len() as f64));
        }
        let mean = found.iter().map(|(_, n)| n).sum::<f64>() / found.len().max(1) as f64;
        for (_, covers) in &mut found {
            *covers -= mean;
        }
        found
    }
}

/// Actions that do not show how far a piece reaches.
const fn is_no_movement(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Place { .. }
            | Kind::SelfCapture
            | Kind::Act
            | Kind::Swap
            | Kind::Fuse { .. }
            | Kind::Split { .. }
            | Kind::Pass
    )
}

fn pick(random: &mut Random, spaces: &[Space]) -> Option<Space> {
    spaces.get(random.below(spaces.len())).copied()
}

/// Values of pieces on each Space.
pub(crate) struct Worth {
    /// By seat and type: the addition to the value for each Space.
    bonus: Vec<Box<[i16]>>,
    values: Values,
    types: usize,
}

impl Worth {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "values and numbers of Spaces are small"
    )]
    pub fn new(rules: &Rules, values: &Values, fitted: &[Fitted]) -> Self {
        let types = rules.types.len();
        let mut lab = Lab::new(rules);
        let mut bonus = Vec::with_capacity(rules.seat_count() * types);
        for seat in Seat::all(rules.seat_count()) {
            for ty in (0..types).map(TypeId::new) {
                let mut table = vec![0i16; Space::COUNT].into_boxed_slice();
                let own = rules.ty(ty).origin.0 == rules.seats[seat.index()].army;
                let known = of_army(rules, seat, fitted).filter(|_| own).and_then(|fitted| fitted.piece(rules, ty));
                if let Some(known) = known {
                    for space in rules.board.spaces().iter() {
                        table[space.index()] = narrow(fitted::entry(&known.table, rules, seat, space));
                    }
                    bonus.push(table);
                    continue;
                }
                let promoted = rules.ty(ty).promotion.as_ref();
                if own && !rules.ty(ty).titan {
                    let spaces = rules.board.spaces();
                    let sum: i32 = spaces.iter().map(|space| off_middle(rules, space)).sum();
                    let usual = sum / spaces.len().max(1) as i32;
                    for (space, more) in lab.by_space(seat, ty) {
                        let aside = ASIDE * (off_middle(rules, space) - usual);
                        table[space.index()] = narrow((more * 6.0).clamp(-30.0, 30.0) as i32 - aside);
                    }
                }
                let gain = promoted.and_then(|promotion| {
                    let best = promotion.to.iter().map(|to| values.of(*to)).max()?;
                    Some((best - values.of(ty)).clamp(0, 1_200))
                });
                if let Some(gain) = gain.filter(|gain| *gain > 0) {
                    for (space, rows) in rows_to_go(rules, seat, ty) {
                        let share = PROSPECTS.get(rows).copied().unwrap_or(3);
                        table[space.index()] += narrow(gain * share / 100);
                    }
                }
                bonus.push(table);
            }
        }
        Self { bonus, values: values.clone(), types }
    }

    /// Value of a piece of this type and seat on a Space.
    pub fn on(&self, ty: TypeId, seat: Seat, space: Space) -> i16 {
        let bonus = self.bonus[seat.index() * self.types + ty.index()][space.index()];
        narrow(self.values.of(ty)).saturating_add(bonus)
    }
}

/// Distance of a Space from the centre in half steps, with an addition for corners.
pub(crate) fn off_middle(rules: &Rules, space: Space) -> i32 {
    let (width, height) = (i32::from(rules.board.width()), i32::from(rules.board.height()));
    let file = (2 * i32::from(space.file()) - width + 1).abs();
    let rank = (2 * i32::from(space.rank()) - height + 1).abs();
    file.max(rank) + (file + rank) / 4
}

/// Rows between each Space and the promotion zone of a type.
pub(crate) fn rows_to_go(rules: &Rules, seat: Seat, ty: TypeId) -> Vec<(Space, usize)> {
    let promotes = |space: &Space| rules.promotes_at(seat, ty, *space).is_some();
    let zone: Vec<Space> = rules.board.spaces().iter().filter(promotes).collect();
    let rows = |space: Space| {
        let away = zone.iter().map(|goal| goal.distance(space));
        away.min().map(|rows| (space, usize::from(rows)))
    };
    rules.board.spaces().iter().filter_map(rows).collect()
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(if value < 0 { i16::MIN } else { i16::MAX })
}
