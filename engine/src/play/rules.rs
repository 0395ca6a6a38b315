//! Rules of a game: the board, the piece types of all its Battalions, and their movements compiled for each seat.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::ability::{self, Ability, Aim, Power, Traits};
use crate::battalion::{Definition, DropZone, PromotionLimit};
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
use super::{Duty, Flags, Piece, PieceType, Position, Promotion, Reserve, Royalty, Stalemate, TypeId, Volatility};

/// Rules of one seat.
#[derive(Debug, Clone)]
pub struct SeatRules {
    /// Index into [`Rules::armies`].
    pub army: usize,
    /// Possible reserves.
    pub reserves: Vec<Reserve>,
}

/// Rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// Board.
    pub board: Board,
    /// Distinct Battalions in play.
    pub armies: Vec<Arc<Definition>>,
    /// Seats of the Players.
    pub seats: Vec<SeatRules>,
    /// Piece types of all Battalions.
    pub types: Vec<PieceType>,
    /// Affected Spaces (S-4), if some Battalion creates them.
    pub affected: Option<SpaceSet>,
    /// Types of which each seat must keep at least one on the board (P-5).
    pub keep: Vec<Vec<TypeId>>,
    /// The seat whose first turn opens the gate of P-6.
    pub gate_seat: Option<Seat>,
    /// Rules for making pieces Volatile, if any (V-2, V-5).
    pub volatile: Option<Volatility>,
    /// Spaces where no piece is converted by a diagonal neighbour.
    pub(crate) steadfast: SpaceSet,
    /// Support Levels matter in this game (P-10).
    pub support_counts: bool,
    /// Types that count as Supporters.
    pub supporters: Vec<TypeId>,
    /// Distinct protecting abilities.
    pub(super) protecting: Vec<Arc<dyn Ability>>,
    /// Some ability forbids moves.
    pub(crate) forbids: bool,
    /// Some ability bars its piece from captures.
    pub(super) shuns: bool,
    /// Rule for the Titans of each seat.
    pub(crate) royalty: Vec<Royalty>,
    /// Duty to capture of each seat.
    pub(crate) duties: Vec<Duty>,
    /// Seats that may not give Check.
    pub(crate) peaceful: Vec<bool>,
    /// Result of a stalemate for each seat.
    pub(crate) stalemates: Vec<Stalemate>,
    /// Ways to win added by Battalions.
    pub(crate) aims: Vec<Arc<dyn Aim>>,
    /// Structure of the turns of each seat.
    pub(crate) phases: Vec<Phases>,
    /// Index of the first counter of the trail; one counter per Space.
    pub(super) trail: Option<usize>,
    /// Types all of whose movements go straight along a Queen Line.
    pub(super) straight: TypeSet,
    /// Index of the first counter of former Titan Spaces; one counter per seat and Space.
    pub(super) stood: Option<usize>,
    /// Index of the first counter of lairs and rests: for each seat the Space of the lair, and the number of turns
    /// without bringing a piece.
    pub(crate) rests: Option<usize>,
    /// Counters of pieces that are placed again at the end of turns of several actions.
    pub(super) returns: Option<Returns>,
    /// Paths of types whose movements are walked.
    pub(super) ways: Ways,
    /// Names of the abilities' counters.
    pub(crate) counters: Vec<String>,
    /// Some ability needs the type that moved last.
    pub(super) recalls: bool,
    /// Abilities that attack other than by movement, with their types.
    pub(crate) special_attackers: Vec<(TypeId, Arc<dyn Ability>)>,
    /// Actions added to turns by Battalions.
    pub(crate) powers: Vec<Arc<dyn Power>>,
    pub(crate) classes: Classes,
    pub(super) compiled: Box<dyn Compiled>,
    /// Promotion zones, by seat and number of rearmost rows.
    promotion_zones: Vec<Vec<SpaceSet>>,
}

/// Error of building rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Too many piece types.
    #[error("these Battalions have {0} piece types together; a game can have {max}", max = TypeId::MAX)]
    TooManyTypes(usize),
    /// Number of Players that does not match the board.
    #[error("the board has {0} Territories, but {1} Players were given")]
    Seats(usize, usize),
    /// Unknown ability.
    #[error("{0}")]
    Ability(String),
}

impl Rules {
    /// Like [`Rules::new`] without extra Battalions, but shared with other current games on the same board with the
    /// same Battalions. Rules are large, positions small.
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
        // Build without holding the lock, so that other threads do not wait.
        let rules = Arc::new(Self::new(board, seats, &[])?);
        let mut known = known();
        known.retain(|rules| rules.strong_count() > 0);
        known.push(Arc::downgrade(&rules));
        Ok(rules)
    }

    /// Builds the rules for a board and one Battalion per seat. `extra` Battalions contribute only their piece types.
    ///
    /// # Errors
    /// [`RulesError`] if the numbers do not match or a Battalion names an unknown ability.
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
                let untouchable = if def.immutable || def.titan { Flags::VOLATILE } else { Flags::NONE };
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
                        limit: promotion.limit,
                    }),
                    at_start: definition.at_start(index),
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
            peaceful: vec![false; seats.len()],
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

    /// Adds the counters needed by the abilities of the types.
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

    /// Movements of a type in this game.
    pub(super) fn movements(&self, ty: TypeId) -> Vec<Movement> {
        let ty = self.ty(ty);
        let moves = &self.armies[ty.origin.0].pieces[ty.origin.1].moves;
        route::movements(moves, ty, self.affected.is_some())
    }

    /// Returns whether a piece of this type that has moved could leave this Space on an empty board.
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

    /// Returns whether S-5 forbids this type to go straight from one Space to the other, as a far diagonal movement.
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

    /// Result of a stalemate for this Player.
    pub fn stalemate(&self, seat: Seat) -> Stalemate {
        self.stalemates[seat.index()]
    }

    /// Number of Players.
    #[inline]
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// Returns a piece type.
    #[inline]
    pub fn ty(&self, ty: TypeId) -> &PieceType {
        &self.types[ty.index()]
    }

    /// A piece at the start of the game, marked as unmoved if that matters for its type (M-2, M-4).
    pub fn unmoved(&self, ty: TypeId, seat: Seat) -> Piece {
        let piece = Piece::new(ty, seat);
        if self.ty(ty).freshness { piece.flagged(Flags::FRESH) } else { piece }
    }

    /// Finds the type with this key (`medieval/knight`).
    pub fn type_by_key(&self, key: &str) -> Option<TypeId> {
        self.types.iter().position(|ty| ty.key == key).map(TypeId::new)
    }

    /// The Battalion of a seat.
    pub fn army(&self, seat: Seat) -> &Definition {
        &self.armies[self.seats[seat.index()].army]
    }

    /// Spaces of a drop zone for a seat.
    pub fn drop_zone(&self, seat: Seat, zone: DropZone) -> SpaceSet {
        match zone {
            DropZone::BackRank => self.board.rear(seat, 1),
            DropZone::Territory => *self.board.territory(seat),
            DropZone::Board => *self.board.spaces(),
            DropZone::Gate => SpaceSet::EMPTY,
        }
    }

    /// Adds counters for an ability and returns the index of the first. The names identify them in snapshots, so they
    /// must not change between program versions.
    pub(crate) fn add_counters(&mut self, names: Vec<String>) -> usize {
        let first = self.counters.len();
        self.counters.extend(names);
        first
    }

    /// Adds a reserve to a seat.
    pub(crate) fn add_reserve(&mut self, seat: Seat, reserve: Reserve) {
        self.seats[seat.index()].reserves.push(reserve);
    }

    /// Zone where a seat's pieces promote: the `rear` rearmost rows of all other Territories (T-12).
    pub(crate) fn promotion_zone(&self, seat: Seat, rear: u8) -> Option<&SpaceSet> {
        self.promotion_zones.get(seat.index())?.get(usize::from(rear).checked_sub(1)?)
    }

    /// Promotion caused by a move (T-12), and whether the piece may decline it.
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

    /// Returns whether a Player has few enough pieces of a type for one more by promotion.
    pub(crate) fn may_become(&self, pos: &Position, seat: Seat, promotion: &Promotion, to: TypeId) -> bool {
        let PromotionLimit { most, lost } = promotion.limit;
        let on_board = pos.count(seat, to);
        (most == 0 || on_board < u16::from(most)) && (!lost || on_board + pos.reserve(seat, to) < self.ty(to).at_start)
    }

    /// Returns whether this is the first seat with its Battalion. Effects that occur once per Battalion belong to that
    /// seat.
    pub(crate) fn is_first_user(&self, seat: Seat) -> bool {
        let army = self.seats[seat.index()].army;
        self.seats.iter().position(|other| other.army == army) == Some(seat.index())
    }

    /// Promotion of a piece on this Space, if it promotes there (T-12).
    #[inline]
    pub fn promotes_at(&self, seat: Seat, ty: TypeId, space: Space) -> Option<&Promotion> {
        let promotion = self.ty(ty).promotion.as_ref()?;
        let zones = &self.promotion_zones[seat.index()];
        zones.get((promotion.rear as usize).checked_sub(1)?)?.has(space).then_some(promotion)
    }
}

/// For promotions to pieces of other Battalions: adds their promotion options. Pieces that move and act like an
/// existing option are left out.
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
