//! A game's rules, ready to be played: the board, the piece types of all its Battalions, and their movements resolved
//! for each seat and looked up by step tables.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::ability::{self, Ability, Aim, Power, Traits};
use crate::battalion::{Definition, DropZone};
use crate::board::{Board, MAX_SEATS, Seat, Space, SpaceSet};
use crate::piece::When;

use super::class::Classes;
use super::compiled::{Compiled, compile, nothing};
use super::locust;
use super::passage;
use super::phase::Phases;
use super::returns::Returns;
use super::route::{self, Movement};
use super::sets::TypeSet;
use super::ways::Ways;
use super::zone::Limits;
use super::{Duty, Flags, Piece, PieceType, Promotion, Reserve, Royalty, Stalemate, TypeId, Volatility};

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
    /// How pieces of each Player are made Volatile, if they are (V-2, V-5).
    pub volatile: Option<Volatility>,
    /// Spaces where nothing changes sides because of a diagonal neighbour.
    pub(crate) steadfast: SpaceSet,
    /// Whether a Player's Support Level matters to anyone (P-10).
    pub support_counts: bool,
    /// Types that count as Supporters.
    pub supporters: Vec<TypeId>,
    /// Abilities that protect, each kind once.
    pub(super) protecting: Vec<Arc<dyn Ability>>,
    /// Some ability forbids moves for a reason of its own.
    pub(crate) forbids: bool,
    /// Some ability keeps its piece from captures.
    pub(super) shuns: bool,
    /// What the Titans of each seat are together.
    pub(crate) royalty: Vec<Royalty>,
    /// What each seat owes that can capture.
    pub(crate) duties: Vec<Duty>,
    /// What a stalemate means to each seat.
    pub(crate) stalemates: Vec<Stalemate>,
    /// Ways to win that Battalions bring.
    pub(crate) aims: Vec<Arc<dyn Aim>>,
    /// What the turns of each seat consist of.
    pub(crate) phases: Vec<Phases>,
    /// The first of the counters that say which Spaces are part of the trail, by Space.
    pub(super) trail: Option<usize>,
    /// Types all of whose movements go straight along a Queen Line.
    pub(super) straight: TypeSet,
    /// The first of the counters that say, by seat and Space, where a Titan there stood a turn before.
    pub(super) stood: Option<usize>,
    /// The first of the counters that say, by seat, where the lair is, and for how many turns nothing is brought there.
    pub(crate) rests: Option<usize>,
    /// The counters of pieces that are placed anew at the end of turns of several actions.
    pub(super) returns: Option<Returns>,
    /// The ways of types that are walked.
    pub(super) ways: Ways,
    /// The names of what abilities count.
    pub(crate) counters: Vec<String>,
    /// Some ability asks which type moved last.
    pub(super) recalls: bool,
    /// Abilities that attack in ways of their own, by type.
    pub(crate) special_attackers: Vec<(TypeId, Arc<dyn Ability>)>,
    /// What Battalions add to turns.
    pub(crate) powers: Vec<Arc<dyn Power>>,
    pub(crate) classes: Classes,
    pub(super) compiled: Box<dyn Compiled>,
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
    /// As [`Rules::new`] without further Battalions, shared with every game that is played now on the same board by the same Battalions:
    /// rules are large, positions small.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn shared(board: Board, seats: &[Arc<Definition>]) -> Result<Arc<Rules>, RulesError> {
        static KNOWN: Mutex<Vec<Weak<Rules>>> = Mutex::new(Vec::new());
        let fits = |rules: &Arc<Rules>| {
            let armies = rules.seats.iter().map(|seat| &rules.armies[seat.army]);
            rules.board == board && armies.eq(seats)
        };
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().iter().filter_map(Weak::upgrade).find(fits);
        if let Some(rules) = found {
            return Ok(rules);
        }
        // Made without holding the lock: others need not wait for it.
        let rules = Arc::new(Self::new(board, seats, &[])?);
        let mut known = known();
        known.retain(|rules| rules.strong_count() > 0);
        known.push(Arc::downgrade(&rules));
        Ok(rules)
    }

    /// Binds a board and one Battalion a seat. `extra` Battalions lend their piece types without being played.
    ///
    /// # Errors
    /// [`RulesError`] when the numbers do not fit or a Battalion names an unknown ability.
    pub fn new(board: Board, seats: &[Arc<Definition>], extra: &[Arc<Definition>]) -> Result<Rules, RulesError> {
        if board.seats() != seats.len() || seats.len() > MAX_SEATS {
            return Err(RulesError::Seats(board.seats(), seats.len()));
        }
        let mut armies: Vec<Arc<Definition>> = Vec::new();
        let mut army_of = Vec::new();
        for army in seats.iter().chain(extra) {
            let index = armies.iter().position(|known| known == army).unwrap_or_else(|| {
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
                let walks = abilities.iter().any(|ability| ability.traits().walks);
                let waits = def.moves.iter().any(|rule| !rule.bounds.after.is_empty());
                if waits && !walks {
                    abilities.push(ability::walker());
                }
                abilities.extend(locust::of(&def.moves));
                let traits = abilities.iter().fold(Traits::default(), |sum, a| sum.or(a.traits()));
                let layer = if def.blocking { 0 } else { abilities.iter().find_map(|a| a.layer()).unwrap_or(2) };
                let untouchable = match def.immutable || def.titan {
                    true => Flags::VOLATILE,
                    false => Flags::NONE,
                };
                let barred = (abilities.iter()).fold(untouchable, |all, a| all.with(a.bars()));
                types.push(PieceType {
                    key: format!("{}/{}", definition.id, def.id),
                    name: def.name.clone(),
                    symbol: def.symbol.clone(),
                    icon: def.icon.clone(),
                    art: def.art.clone(),
                    origin: (army, index),
                    titan: def.titan,
                    immutable: def.immutable,
                    capturable: def.capturable,
                    layer,
                    barred,
                    traits,
                    abilities,
                    ability_names: def.abilities.iter().map(|a| a.name.clone()).collect(),
                    promotion: def.promotion.as_ref().map(|promotion| Promotion {
                        to: promotion.to.iter().map(|piece| resolve(*piece)).collect(),
                        rear: promotion.rear,
                        optional: promotion.optional,
                        leaving: promotion.leaving,
                        must: promotion.must,
                    }),
                    takes_en_passant: def.takes_en_passant,
                    taken_en_passant: def.taken_en_passant,
                    castles_with: def.castles_with.iter().map(|piece| resolve(*piece)).collect(),
                    castling: def.castling,
                    freshness: traits.starts
                        || def.moves.iter().any(|rule| rule.initial)
                        || !def.castles_with.is_empty(),
                });
            }
        }
        promote_to_others(&armies, &mut types);
        for index in 0..types.len() {
            for partner in types[index].castles_with.clone() {
                types[partner.index()].freshness = true;
            }
        }

        let supporters: Vec<TypeId> = (0..types.len())
            .filter(|index| types[*index].abilities.iter().any(|a| a.layer() == Some(1)))
            .map(TypeId::new)
            .collect();
        let support_counts = armies
            .iter()
            .flat_map(|army| &army.pieces)
            .flat_map(|piece| &piece.moves)
            .any(|rule| rule.when == When::SupportLead);
        let mut protecting: Vec<Arc<dyn Ability>> = Vec::new();
        let mut known: Vec<&str> = Vec::new();
        for ty in &types {
            for (ability, name) in ty.abilities.iter().zip(&ty.ability_names) {
                if ability.traits().protects && !known.contains(&name.as_str()) {
                    known.push(name);
                    protecting.push(ability.clone());
                }
            }
        }
        let forbids = types.iter().any(|ty| ty.traits.forbids);
        let shuns = types.iter().any(|ty| ty.traits.shuns);
        let recalls = types.iter().any(|ty| ty.traits.recalls || ty.traits.walks);
        let attacking = |(index, ty): (usize, &PieceType)| {
            let abilities = ty.abilities.iter().filter(|a| a.traits().attacks);
            let named = abilities.map(|ability| (TypeId::new(index), ability.clone()));
            named.collect::<Vec<_>>()
        };
        let special_attackers = types.iter().enumerate().flat_map(attacking).collect();
        let classes = Classes::new(&types, seats.len());
        let straight = TypeSet::of((0..types.len()).filter(|index| {
            let (army, piece) = types[*index].origin;
            armies[army].pieces[piece].moves.iter().all(|rule| passage::is_straight(&rule.path))
        }));
        let mut rules = Rules {
            armies,
            seats: army_of.iter().map(|army| SeatRules { army: *army, reserves: Vec::new() }).collect(),
            types,
            affected: None,
            keep: vec![Vec::new(); seats.len()],
            gate_seat: None,
            volatile: None,
            steadfast: SpaceSet::EMPTY,
            support_counts,
            supporters,
            protecting,
            forbids,
            shuns,
            royalty: vec![Royalty::Last; seats.len()],
            duties: vec![Duty::Free; seats.len()],
            stalemates: vec![Stalemate::Draws; seats.len()],
            aims: Vec::new(),
            counters: Vec::new(),
            phases: vec![Phases::ONE; seats.len()],
            trail: None,
            straight,
            stood: None,
            rests: None,
            returns: None,
            ways: Ways::default(),
            recalls,
            special_attackers,
            powers: Vec::new(),
            classes,
            compiled: nothing(&board),
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
                    Reserve { ty, count: reserve.count, zone, instant: reserve.instant, gated: false },
                );
            }
            for power in &definition.powers {
                let resolve = |piece: usize| id(*army, piece);
                ability::empower(power, &resolve, Seat(seat as u8), &mut rules).map_err(RulesError::Ability)?;
            }
        }
        rules.promotion_zones = Seat::all(seats.len())
            .map(|seat| {
                (1..=rules.types.iter().filter_map(|ty| ty.promotion.as_ref()).map(|p| p.rear).max().unwrap_or(0))
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
        for power in rules.powers.clone() {
            power.bind(&mut rules);
        }
        rules.count_what_is_asked();
        rules.ways = Ways::new(&rules);
        rules.compiled = compile(&rules);
        Ok(rules)
    }

    /// Makes room for what the abilities of the types keep count of.
    fn count_what_is_asked(&mut self) {
        self.look_back();
        self.count_returns();
        let any = |wanted: fn(&Traits) -> bool| self.types.iter().any(|ty| wanted(&ty.traits));
        let (trails, rests) = (any(|traits| traits.trails), any(|traits| traits.rests));
        if trails {
            let spaces = (0..Space::COUNT).map(Space::from_index);
            self.trail = Some(self.add_counters(spaces.map(|s| format!("trail/{s}")).collect()));
            self.powers.push(ability::hunt());
        }
        if rests {
            let names = |seat: Seat| [format!("lair/{}", seat.0), format!("rest/{}", seat.0)];
            let names = Seat::all(self.seat_count()).flat_map(names);
            self.rests = Some(self.add_counters(names.collect()));
        }
    }

    /// The movements of a type in this game.
    pub(super) fn movements(&self, ty: TypeId) -> Vec<Movement> {
        let ty = self.ty(ty);
        let moves = &self.armies[ty.origin.0].pieces[ty.origin.1].moves;
        route::movements(moves, ty, self.affected.is_some())
    }

    /// Could a piece of this type that has moved go anywhere from here on an empty board?
    pub(crate) fn has_way(&self, seat: Seat, ty: TypeId, from: Space) -> bool {
        let mut found = false;
        for movement in self.movements(ty).iter().filter(|m| !m.rule.initial) {
            let limits = Limits::new(self, seat, self.ty(ty).origin.0, &movement.rule.bounds);
            if !found && movement.starts_on(&self.board, seat, from) && limits.starts_on(from) {
                route::each_way(&self.board, seat, &movement.rule.path, from, |to, free| {
                    found |= limits.ends_on(to) && free.iter().all(|space| limits.passes(*space));
                });
            }
        }
        found
    }

    /// Would this type's going straight from one Space to the other be a far diagonal movement that S-5 forbids?
    #[inline]
    pub fn bars_far_diagonal(&self, ty: TypeId, from: Space, to: Space) -> bool {
        match &self.affected {
            Some(affected) if !self.ty(ty).immutable && affected.has(to) => {
                let (dx, dy) = from.to(to);
                dx.unsigned_abs() == dy.unsigned_abs() && dx.unsigned_abs() > 1
            }
            _ => false,
        }
    }

    /// What a stalemate means to this Player.
    pub fn stalemate(&self, seat: Seat) -> Stalemate {
        self.stalemates[seat.index()]
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

    /// A piece as it starts the game: one that has not left its Space, where that matters (M-2, M-4).
    pub fn unmoved(&self, ty: TypeId, seat: Seat) -> Piece {
        let piece = Piece::new(ty, seat);
        if self.ty(ty).freshness { piece.flagged(Flags::FRESH) } else { piece }
    }

    /// The type with this key (`medieval/knight`).
    pub fn type_by_key(&self, key: &str) -> Option<TypeId> {
        self.types.iter().position(|ty| ty.key == key).map(TypeId::new)
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
            DropZone::Gate => SpaceSet::EMPTY,
        }
    }

    /// Makes room for numbers that an ability counts, under names that stay the same from program to program; returns the place of the first.
    pub(crate) fn add_counters(&mut self, names: Vec<String>) -> usize {
        let first = self.counters.len();
        self.counters.extend(names);
        first
    }

    /// Gives a seat a reserve, adding to one of the same kind.
    pub(crate) fn add_reserve(&mut self, seat: Seat, reserve: Reserve) {
        self.seats[seat.index()].reserves.push(reserve);
    }

    /// The promotion that a move of such a piece brings (T-12), and whether it may stay what it is.
    #[inline]
    pub(crate) fn promotes_by(&self, seat: Seat, ty: TypeId, from: Space, to: Space) -> Option<(&Promotion, bool)> {
        let promotion = self.ty(ty).promotion.as_ref()?;
        let zones = &self.promotion_zones[seat.index()];
        let within = |rows: u8, space: Space| {
            (rows as usize).checked_sub(1).and_then(|index| zones.get(index)).is_some_and(|zone| zone.has(space))
        };
        (within(promotion.rear, to) || promotion.leaving && within(promotion.rear, from))
            .then(|| (promotion, promotion.optional && !within(promotion.must, to)))
    }

    /// Is this the first seat that plays its Battalion? What a Battalion brings once for all is brought by it.
    pub(crate) fn is_first_user(&self, seat: Seat) -> bool {
        let army = self.seats[seat.index()].army;
        self.seats.iter().position(|other| other.army == army) == Some(seat.index())
    }

    /// Does a piece of this type of this seat promote on this Space (T-12)?
    #[inline]
    pub fn promotes_at(&self, seat: Seat, ty: TypeId, space: Space) -> Option<&Promotion> {
        let promotion = self.ty(ty).promotion.as_ref()?;
        let zones = &self.promotion_zones[seat.index()];
        zones.get((promotion.rear as usize).checked_sub(1)?)?.has(space).then_some(promotion)
    }
}

/// Where a promotion is to the pieces of the other Battalions too: adds what pieces of those promote to, but nothing that moves and acts as one
/// of the options does already.
fn promote_to_others(armies: &[Arc<Definition>], types: &mut [PieceType]) {
    let offers = |ty: &PieceType| ty.promotion.as_ref().map(|p| (ty.origin.0, p.to.clone()));
    let offered: Vec<_> = types.iter().filter_map(offers).collect();
    let def = |ty: &PieceType| &armies[ty.origin.0].pieces[ty.origin.1];
    for index in 0..types.len() {
        let (army, own) = types[index].origin;
        let Some(promotion) = &armies[army].pieces[own].promotion else {
            continue;
        };
        if !promotion.others {
            continue;
        }
        let Some(mut to) = types[index].promotion.as_ref().map(|p| p.to.clone()) else {
            continue;
        };
        let theirs = offered.iter().filter(|(other, _)| *other != army);
        for id in theirs.flat_map(|(_, to)| to) {
            let same = |known: &TypeId| {
                let (a, b) = (def(&types[known.index()]), def(&types[id.index()]));
                a.moves == b.moves && a.abilities == b.abilities
            };
            if !to.iter().any(same) {
                to.push(*id);
            }
        }
        if let Some(promotion) = &mut types[index].promotion {
            promotion.to = to;
        }
    }
}
