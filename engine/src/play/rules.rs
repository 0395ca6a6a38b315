//! A game's rules, ready to be played: the board, the piece types of all its Battalions, and their movements resolved
//! for each seat and looked up by step tables.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ability::{self, Ability, Traits};
use crate::battalion::{Definition, DropZone};
use crate::board::{Board, MAX_SEATS, Seat, Side, Space, SpaceSet};
use crate::piece::{Mode, MoveRule, Path, Vector, When};

use super::TypeId;

/// A piece type of a game.
#[derive(Debug)]
pub struct PieceType {
    /// `battalion/piece`, such as `medieval/knight`.
    pub key: String,
    /// Name for people.
    pub name: String,
    /// Letter for layouts and text boards.
    pub symbol: String,
    /// Icon name.
    pub icon: String,
    /// Which of [`Rules::armies`] it belongs to, and its index there.
    pub origin: (usize, usize),
    /// Royal (T-10).
    pub titan: bool,
    /// Not touched by others' special effects (T-10).
    pub immutable: bool,
    /// Can be captured (T-10).
    pub capturable: bool,
    /// Layer on its Space: 0 for blocking pieces, 1 for Supporters, 2 for other non-blocking ones.
    pub layer: u8,
    /// Has an effect on neighbours that limits what they may do (B-8).
    pub aura: bool,
    /// What its abilities are, in short.
    pub traits: Traits,
    /// Its place among the types whose abilities attack in ways of their own.
    pub(crate) striker: Option<u8>,
    /// The abilities.
    pub abilities: Vec<Arc<dyn Ability>>,
    /// Promotion (T-12).
    pub promotion: Option<Promotion>,
    /// May capture en passant (T-13).
    pub takes_en_passant: bool,
    /// May be captured en passant (T-13).
    pub taken_en_passant: bool,
    /// Types it can castle with (M-4).
    pub castles_with: Vec<TypeId>,
    /// Whether it matters that it has not moved yet.
    pub freshness: bool,
}

/// Promotion of a type in a game.
#[derive(Debug, Clone)]
pub struct Promotion {
    /// Options.
    pub to: Vec<TypeId>,
    /// Rearmost rows of the other Players' Territories.
    pub rear: u8,
    /// May stay what it is.
    pub optional: bool,
}

/// A reserve rule of a seat: what may be placed where (T-18).
#[derive(Debug, Clone)]
pub struct Reserve {
    /// The type.
    pub ty: TypeId,
    /// How many there are at the start.
    pub count: u8,
    /// Where they may be placed.
    pub zone: SpaceSet,
    /// Also during Placement, on the Back Rank.
    pub instant: bool,
    /// Only from the moment when the first user of the giving Battalion has had a turn (P-6).
    pub gated: bool,
}

/// A condition under which a resolved movement may be used, and what its landing must satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gate {
    pub initial: bool,
    pub when: When,
    pub landing: Landing,
}

/// What the Affected Space rules ask of a landing Space (S-5, S-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Landing {
    Any,
    /// A diagonal movement: not onto an Affected Space unless adjacent to the start.
    NoFarAffected,
    /// The step gained: only onto Affected Spaces.
    OnlyAffected,
}

/// A table from each Space to the one a fixed vector away.
pub(crate) type StepTable = Box<[u16]>;

/// No Space.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A movement resolved for a seat.
#[derive(Debug, Clone)]
pub(crate) enum Route {
    Leap(u16),
    Ride(u16, u8),
    Lame(Vec<u16>, u16),
    Area(Vec<u16>, u8),
    Bent {
        first: u16,
        min: u8,
        max: u8,
        then: u16,
        then_max: u8,
    },
}

/// A resolved movement with its conditions.
#[derive(Debug, Clone)]
pub(crate) struct Track {
    pub route: Route,
    pub mode: Mode,
    pub gate: Gate,
    /// No conditions at all: the common case.
    pub open: bool,
    /// The step gained by S-6: without side effects where it only adds the capture.
    pub gained: bool,
    /// A lame initial step over one Space, which leaves a right of en passant (T-13).
    pub double: bool,
}

/// The movements of a type for one seat.
#[derive(Debug)]
pub(crate) struct Tracks {
    pub all: Vec<Track>,
    /// By vector: 0 cannot capture there; 1 surely can (an open leap); n: one of the tracks `perhaps[n - 2]` might.
    reach: Box<[u16]>,
    perhaps: Vec<Vec<u16>>,
}

const REACH: usize = 64 * 64;

#[inline]
fn reach_index(from: Space, to: Space) -> usize {
    let (dx, dy) = from.to(to);
    (dy as i32 + 31) as usize * 64 + (dx as i32 + 31) as usize
}

/// Whether a type can capture at a distance.
pub(crate) enum Reach<'a> {
    Never,
    Surely,
    Perhaps(&'a [u16]),
}

impl Tracks {
    #[inline]
    pub fn reach(&self, from: Space, to: Space) -> Reach<'_> {
        match self.reach[reach_index(from, to)] {
            0 => Reach::Never,
            1 => Reach::Surely,
            n => Reach::Perhaps(&self.perhaps[n as usize - 2]),
        }
    }
}

/// A seat as the rules need it.
#[derive(Debug, Clone)]
pub struct SeatRules {
    /// Index into [`Rules::armies`].
    pub army: usize,
    /// Reserves it may have.
    pub reserves: Vec<Reserve>,
}

/// What a game is played by.
#[derive(Debug)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// The different Battalions in play.
    pub armies: Vec<Arc<Definition>>,
    /// The Players.
    pub seats: Vec<SeatRules>,
    /// All piece types.
    pub types: Vec<PieceType>,
    /// Affected Spaces (S-4), if a Player's Battalion has them.
    pub affected: Option<SpaceSet>,
    /// Types of which a seat must keep at least one on the board (P-5), by seat.
    pub keep: Vec<Vec<TypeId>>,
    /// The seat whose first turn opens the gate of P-6.
    pub gate_seat: Option<Seat>,
    /// How many pieces of each Player are made Volatile, and the type of the Supporter they leave (V-2, V-5).
    pub volatile: Option<(u8, TypeId)>,
    /// Whether a Player's Support Level matters to anyone (P-10).
    pub support_counts: bool,
    /// Types that count as Supporters.
    pub supporters: Vec<TypeId>,
    /// Some type in the game snares (S-2).
    pub(crate) snares: bool,
    /// Some type can be Invulnerable.
    pub(crate) wards: bool,
    /// How many types have abilities that attack in ways of their own.
    pub(crate) striker_types: usize,
    /// These abilities, each with its type's place among these types.
    pub(crate) strikers: Vec<(usize, Arc<dyn Ability>)>,
    steps: Vec<StepTable>,
    tracks: Vec<Tracks>,
    /// By seat and target: from where one of the seat's types could capture there by its Betza movements, if nothing stood
    /// in the way.
    near: Vec<SpaceSet>,
    /// By seat and depth 0–2 … : Spaces where a piece that needs that many rear rows promotes.
    promotion_zones: Vec<Vec<SpaceSet>>,
}

/// Why rules cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Too many different piece types.
    #[error("these Battalions have {0} piece types together; a game can have {max}", max = TypeId::MAX)]
    TooManyTypes(usize),
    /// A number of Players that the board does not have.
    #[error("the board has {0} Territories, but {1} Players were given")]
    Seats(usize, usize),
    /// An ability that the engine does not know.
    #[error("{0}")]
    Ability(String),
}

impl Rules {
    /// Binds a board and one Battalion a seat. `extra` Battalions lend their piece types without being played.
    ///
    /// # Errors
    /// [`RulesError`] when the numbers do not fit or a Battalion names an unknown ability.
    pub fn new(
        board: Board,
        seats: &[Arc<Definition>],
        extra: &[Arc<Definition>],
    ) -> Result<Rules, RulesError> {
        if board.seats() != seats.len() || seats.len() > MAX_SEATS {
            return Err(RulesError::Seats(board.seats(), seats.len()));
        }
        let mut armies: Vec<Arc<Definition>> = Vec::new();
        let mut army_of = Vec::new();
        for army in seats.iter().chain(extra) {
            let index = armies
                .iter()
                .position(|known| known == army)
                .unwrap_or_else(|| {
                    armies.push(army.clone());
                    armies.len() - 1
                });
            army_of.push(index);
        }
        army_of.truncate(seats.len());
        let total: usize = armies.iter().map(|army| army.pieces.len()).sum();
        if total > TypeId::MAX {
            return Err(RulesError::TooManyTypes(total));
        }
        let first_type: Vec<usize> = armies
            .iter()
            .scan(0, |next, army| {
                let first = *next;
                *next += army.pieces.len();
                Some(first)
            })
            .collect();
        let id = |army: usize, piece: usize| TypeId::new(first_type[army] + piece);

        let mut types = Vec::with_capacity(total);
        for (army, definition) in armies.iter().enumerate() {
            for (index, def) in definition.pieces.iter().enumerate() {
                let resolve = |piece: usize| id(army, piece);
                let mut abilities = Vec::new();
                for given in &def.abilities {
                    abilities.push(ability::build(given, &resolve).map_err(RulesError::Ability)?);
                }
                let traits = abilities
                    .iter()
                    .fold(Traits::default(), |sum, a| sum.or(a.traits()));
                let layer = if def.blocking {
                    0
                } else if traits.supporter {
                    1
                } else {
                    2
                };
                types.push(PieceType {
                    key: format!("{}/{}", definition.id, def.id),
                    name: def.name.clone(),
                    symbol: def.symbol.clone(),
                    icon: def.icon.clone(),
                    origin: (army, index),
                    titan: def.titan,
                    immutable: def.immutable,
                    capturable: def.capturable,
                    layer,
                    aura: traits.aura,
                    traits,
                    striker: None,
                    abilities,
                    promotion: def.promotion.as_ref().map(|promotion| Promotion {
                        to: promotion.to.iter().map(|piece| resolve(*piece)).collect(),
                        rear: promotion.rear,
                        optional: promotion.optional,
                    }),
                    takes_en_passant: def.takes_en_passant,
                    taken_en_passant: def.taken_en_passant,
                    castles_with: def
                        .castles_with
                        .iter()
                        .map(|piece| resolve(*piece))
                        .collect(),
                    freshness: def.moves.iter().any(|rule| rule.initial)
                        || !def.castles_with.is_empty(),
                });
            }
        }
        for index in 0..types.len() {
            for partner in types[index].castles_with.clone() {
                types[partner.index()].freshness = true;
            }
        }

        let supporters: Vec<TypeId> = (0..types.len())
            .filter(|index| types[*index].traits.supporter)
            .map(TypeId::new)
            .collect();
        let support_counts = armies
            .iter()
            .flat_map(|army| &army.pieces)
            .flat_map(|piece| &piece.moves)
            .any(|rule| rule.when == When::SupportLead);
        let snares = types.iter().any(|ty| ty.traits.snare);
        let wards = types.iter().any(|ty| ty.traits.wards);
        let mut striker_types = 0;
        let mut strikers = Vec::new();
        for ty in types.iter_mut().filter(|ty| ty.traits.attacks) {
            ty.striker = Some(striker_types as u8);
            let attacking = ty.abilities.iter().filter(|a| a.traits().attacks);
            strikers.extend(attacking.map(|ability| (striker_types, ability.clone())));
            striker_types += 1;
        }
        let mut rules = Rules {
            armies,
            seats: army_of
                .iter()
                .map(|army| SeatRules {
                    army: *army,
                    reserves: Vec::new(),
                })
                .collect(),
            types,
            affected: None,
            keep: vec![Vec::new(); seats.len()],
            gate_seat: None,
            volatile: None,
            support_counts,
            supporters,
            snares,
            wards,
            striker_types,
            strikers,
            steps: Vec::new(),
            tracks: Vec::new(),
            near: Vec::new(),
            promotion_zones: Vec::new(),
            board,
        };
        for (seat, army) in army_of.iter().enumerate() {
            let definition = rules.armies[*army].clone();
            for reserve in &definition.reserves {
                let zone = rules.drop_zone(Seat(seat as u8), reserve.zone);
                let ty = id(*army, reserve.piece);
                rules.add_reserve(
                    Seat(seat as u8),
                    Reserve {
                        ty,
                        count: reserve.count,
                        zone,
                        instant: reserve.instant,
                        gated: false,
                    },
                );
            }
            for power in &definition.powers {
                let resolve = |piece: usize| id(*army, piece);
                ability::empower(power, &resolve, Seat(seat as u8), &mut rules)
                    .map_err(RulesError::Ability)?;
            }
        }
        rules.resolve_movements();
        rules.promotion_zones = Seat::all(seats.len())
            .map(|seat| {
                (1..=rules
                    .types
                    .iter()
                    .filter_map(|ty| ty.promotion.as_ref())
                    .map(|p| p.rear)
                    .max()
                    .unwrap_or(0))
                    .map(|rear| {
                        let mut zone = SpaceSet::EMPTY;
                        for other in Seat::all(seats.len()).filter(|other| *other != seat) {
                            zone.extend(&rules.board.rear(other, rear));
                        }
                        zone
                    })
                    .collect()
            })
            .collect();
        Ok(rules)
    }

    /// Number of Players.
    #[inline]
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// A type.
    #[inline]
    pub fn ty(&self, ty: TypeId) -> &PieceType {
        &self.types[ty.index()]
    }

    /// The type with this key (`medieval/knight`).
    pub fn type_by_key(&self, key: &str) -> Option<TypeId> {
        self.types
            .iter()
            .position(|ty| ty.key == key)
            .map(TypeId::new)
    }

    /// The Battalion of a seat.
    pub fn army(&self, seat: Seat) -> &Definition {
        &self.armies[self.seats[seat.index()].army]
    }

    /// Where a kind of reserve of a seat may be placed.
    pub fn drop_zone(&self, seat: Seat, zone: DropZone) -> SpaceSet {
        match zone {
            DropZone::BackRank => self.board.rear(seat, 1),
            DropZone::Territory => *self.board.territory(seat),
            DropZone::Board => *self.board.spaces(),
        }
    }

    /// Gives a seat a reserve, adding to one of the same kind.
    pub(crate) fn add_reserve(&mut self, seat: Seat, reserve: Reserve) {
        self.seats[seat.index()].reserves.push(reserve);
    }

    /// Does a piece of this type of this seat promote on this Space (T-12)?
    #[inline]
    pub fn promotes_at(&self, seat: Seat, ty: TypeId, space: Space) -> Option<&Promotion> {
        let promotion = self.ty(ty).promotion.as_ref()?;
        let zones = &self.promotion_zones[seat.index()];
        zones
            .get((promotion.rear as usize).checked_sub(1)?)?
            .has(space)
            .then_some(promotion)
    }

    #[inline]
    pub(crate) fn tracks(&self, seat: Seat, ty: TypeId) -> &Tracks {
        &self.tracks[seat.index() * self.types.len() + ty.index()]
    }

    /// The Space one step of this table away.
    #[inline]
    pub(crate) fn go(&self, step: u16, from: Space) -> Option<Space> {
        let to = self.steps[step as usize][from.index()];
        (to != NOWHERE).then(|| Space::from_index(to as usize))
    }

    /// Would a far diagonal movement onto this Space be forbidden to this type (S-5)?
    #[inline]
    pub(crate) fn bars_diagonal(&self, ty: TypeId, from: Space, to: Space) -> bool {
        match &self.affected {
            Some(affected) if !self.ty(ty).immutable && affected.has(to) => {
                let (dx, dy) = from.to(to);
                dx.unsigned_abs() == dy.unsigned_abs() && dx.unsigned_abs() > 1
            }
            _ => false,
        }
    }

    /// Would this type's going straight from one Space to the other be a far diagonal movement that S-5 forbids?
    pub fn bars_far_diagonal(&self, ty: TypeId, from: Space, to: Space) -> bool {
        self.bars_diagonal(ty, from, to)
    }

    fn resolve_movements(&mut self) {
        let mut known: HashMap<Vector, u16> = HashMap::new();
        let mut steps: Vec<StepTable> = Vec::new();
        let board = &self.board;
        let mut step = |vector: Vector| {
            *known.entry(vector).or_insert_with(|| {
                let table = (0..Space::COUNT)
                    .map(|index| {
                        let from = Space::from_index(index);
                        let on_grid = from.file() < crate::board::MAX_SIDE && board.has(from);
                        let to = if on_grid {
                            board.step(from, vector)
                        } else {
                            None
                        };
                        to.map_or(NOWHERE, |to| to.index() as u16)
                    })
                    .collect();
                steps.push(table);
                steps.len() as u16 - 1
            })
        };
        let mut tracks = Vec::new();
        for seat in Seat::all(self.seats.len()) {
            let side = board.side(seat);
            for ty in &self.types {
                let moves = &self.armies[ty.origin.0].pieces[ty.origin.1].moves;
                let bound = self.affected.is_some() && !ty.immutable;
                let mut rules: Vec<(MoveRule, Landing, bool)> = Vec::new();
                for rule in moves {
                    let landing = if bound && far_diagonal(&rule.path) {
                        Landing::NoFarAffected
                    } else {
                        Landing::Any
                    };
                    rules.push((rule.clone(), landing, false));
                }
                let affected =
                    moves.iter().any(|rule| far_diagonal(&rule.path)) || ty.traits.far_diagonal;
                if bound && affected {
                    rules
                        .extend(gained_step(moves).map(|rule| (rule, Landing::OnlyAffected, true)));
                }
                tracks.push(resolve(&rules, ty, side, &mut step));
            }
        }
        self.tracks = tracks;
        self.steps = steps;
        self.near = Seat::all(self.seats.len())
            .flat_map(|seat| self.resolve_reach(seat))
            .collect();
    }

    /// From where each Space is in reach of some type of a seat.
    fn resolve_reach(&self, seat: Seat) -> Vec<SpaceSet> {
        let first = seat.index() * self.types.len();
        let types = &self.tracks[first..first + self.types.len()];
        let mut near = vec![SpaceSet::EMPTY; Space::COUNT];
        let ever: Vec<bool> = (0..REACH)
            .map(|vector| types.iter().any(|tracks| tracks.reach[vector] != 0))
            .collect();
        for target in self.board.spaces().iter() {
            let from = self.board.spaces().iter();
            near[target.index()] = from
                .filter(|from| ever[reach_index(*from, target)])
                .collect();
        }
        near
    }

    /// From where some type of this seat could capture on `target` by its Betza movements, if nothing stood in the way.
    #[inline]
    pub(crate) fn within_reach(&self, seat: Seat, target: Space) -> &SpaceSet {
        &self.near[seat.index() * Space::COUNT + target.index()]
    }
}

/// A ride or leap along a Bishop Line over 2 or more Spaces (S-5, S-6).
fn far_diagonal(path: &Path) -> bool {
    let diagonal = |(dx, dy): Vector| dx != 0 && dx.unsigned_abs() == dy.unsigned_abs();
    match path {
        Path::Leap(to) => diagonal(*to) && to.0.unsigned_abs() > 1,
        Path::Lame { via, to } => {
            diagonal(*to) && to.0.unsigned_abs() > 1 && via.iter().all(|v| diagonal(*v))
        }
        Path::Ride { step, max } => diagonal(*step) && (*max != 1 || step.0.unsigned_abs() > 1),
        Path::Area { .. } | Path::Bent { .. } => false,
    }
}

/// What a type lacks of moving and capturing 1 Space Forwards along a Rook Line (S-6).
fn gained_step(moves: &[MoveRule]) -> Option<MoveRule> {
    let reaches = |path: &Path| match path {
        Path::Leap(to) => *to == (0, 1),
        Path::Ride { step, .. } => *step == (0, 1),
        Path::Lame { to, .. } => *to == (0, 1),
        Path::Area { vectors, .. } => vectors.contains(&(0, 1)),
        Path::Bent { .. } => false,
    };
    let has = |wanted: fn(Mode) -> bool| {
        moves.iter().any(|rule| {
            !rule.initial && rule.when == When::Always && reaches(&rule.path) && wanted(rule.mode)
        })
    };
    let mode = match (has(Mode::moves), has(Mode::captures)) {
        (true, true) => return None,
        (true, false) => Mode::Capture,
        (false, true) => Mode::Move,
        (false, false) => Mode::Both,
    };
    Some(MoveRule {
        path: Path::Leap((0, 1)),
        mode,
        initial: false,
        when: When::Always,
    })
}

fn resolve(
    rules: &[(MoveRule, Landing, bool)],
    ty: &PieceType,
    side: Side,
    step: &mut impl FnMut(Vector) -> u16,
) -> Tracks {
    let mut all = Vec::new();
    let mut vectors: HashMap<usize, Vec<u16>> = HashMap::new();
    for (rule, landing, gained) in rules {
        let mut at = |vector: Vector| step(side.resolve(vector));
        let route = match &rule.path {
            Path::Leap(to) => Route::Leap(at(*to)),
            Path::Ride { step, max } => {
                Route::Ride(at(*step), if *max == 0 { u8::MAX } else { *max })
            }
            Path::Lame { via, to } => Route::Lame(via.iter().map(|v| at(*v)).collect(), at(*to)),
            Path::Area { vectors, steps } => {
                Route::Area(vectors.iter().map(|v| at(*v)).collect(), *steps)
            }
            Path::Bent {
                first,
                min,
                max,
                then,
                then_max,
            } => Route::Bent {
                first: at(*first),
                min: (*min).max(1),
                max: if *max == 0 { u8::MAX } else { *max },
                then: at(*then),
                then_max: if *then_max == 0 { u8::MAX } else { *then_max },
            },
        };
        let gate = Gate {
            initial: rule.initial,
            when: rule.when,
            landing: *landing,
        };
        let open = !gate.initial && gate.when == When::Always && gate.landing == Landing::Any;
        let double = ty.taken_en_passant
            && rule.initial
            && matches!(&rule.path, Path::Lame { via, .. } if via.len() == 1);
        let index = all.len() as u16;
        if rule.mode.captures() || ty.traits.shoots && rule.mode.moves() {
            for target in targets(&rule.path) {
                let (dx, dy) = side.resolve(target);
                vectors
                    .entry((dy as i32 + 31) as usize * 64 + (dx as i32 + 31) as usize)
                    .or_default()
                    .push(index);
            }
        }
        all.push(Track {
            route,
            mode: rule.mode,
            gate,
            open,
            gained: *gained,
            double,
        });
    }
    let mut reach = vec![0u16; REACH].into_boxed_slice();
    let mut perhaps: Vec<Vec<u16>> = Vec::new();
    let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
    for (index, tracks) in vectors {
        let sure = tracks
            .iter()
            .any(|t| all[*t as usize].open && matches!(all[*t as usize].route, Route::Leap(_)));
        reach[index] = if sure {
            1
        } else {
            *known.entry(tracks.clone()).or_insert_with(|| {
                perhaps.push(tracks);
                perhaps.len() as u16 + 1
            })
        };
    }
    Tracks {
        all,
        reach,
        perhaps,
    }
}

/// Every vector that a path could lead to on an endless board, within the largest grid.
fn targets(path: &Path) -> Vec<Vector> {
    let fits = |(x, y): (i32, i32)| (x.abs() < 26 && y.abs() < 26).then_some((x as i8, y as i8));
    let along = |start: (i32, i32), step: Vector, max: u8| {
        let max = if max == 0 { 25 } else { max as i32 };
        (1..=max)
            .map_while(move |n| fits((start.0 + step.0 as i32 * n, start.1 + step.1 as i32 * n)))
    };
    match path {
        Path::Leap(to) | Path::Lame { to, .. } => vec![*to],
        Path::Ride { step, max } => along((0, 0), *step, *max).collect(),
        Path::Area { vectors, steps } => {
            let mut found: Vec<Vector> = Vec::new();
            let mut edge: Vec<Vector> = vec![(0, 0)];
            for _ in 0..*steps {
                let mut next = Vec::new();
                for from in &edge {
                    for vector in vectors {
                        let sum = (
                            from.0 as i32 + vector.0 as i32,
                            from.1 as i32 + vector.1 as i32,
                        );
                        if let Some(to) =
                            fits(sum).filter(|to| *to != (0, 0) && !found.contains(to))
                        {
                            found.push(to);
                            next.push(to);
                        }
                    }
                }
                edge = next;
            }
            found
        }
        Path::Bent {
            first,
            min,
            max,
            then,
            then_max,
        } => along((0, 0), *first, *max)
            .skip((*min).max(1) as usize - 1)
            .flat_map(|(x, y)| along((x as i32, y as i32), *then, *then_max).collect::<Vec<_>>())
            .collect(),
    }
}
