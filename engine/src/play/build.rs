//! Construction of the rules of a game: types, abilities, powers, counters and tables. Also of what has the size of its
//! rules: positions and weights.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::ability;
use crate::battalion::Definition;
use crate::board::{Board, Grid, MAX_SEATS, Seat, Space, SpaceSet};
use crate::piece::When;

use super::class::Classes;
use super::compile::{compile, nothing};
use super::rules::Abilities;
use super::sets::TypeSet;
use super::settings::{Duty, Phases, Royalty, Stalemate};
use super::ways::Ways;
use super::{
    Ability, Flags, PieceType, Position, Promotion, Reserve, Rules, SeatRules, Traits, TypeId, Weights, locust, passage,
};

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
        let (armies, army_of) = distinct(seats, extra);
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

        let (mut types, mut abilities) = (Vec::with_capacity(total), Vec::with_capacity(total));
        for (army, definition) in armies.iter().enumerate() {
            for index in 0..definition.pieces.len() {
                let (ty, own) = piece_type(definition, (army, index), &|piece| id(army, piece))?;
                types.push(ty);
                abilities.push(own);
            }
        }
        promote_to_others(&armies, &mut types);
        for index in 0..types.len() {
            for partner in types[index].castles_with.clone() {
                types[partner.index()].freshness = true;
            }
        }

        let supporters: Vec<TypeId> = (0..types.len())
            .filter(|index| abilities[*index].iter().any(|ability| ability.layer() == Some(1)))
            .map(TypeId::new)
            .collect();
        let support_counts = armies
            .iter()
            .flat_map(|army| &army.pieces)
            .flat_map(|piece| &piece.moves)
            .any(|rule| rule.when == When::SupportLead);
        let protecting = protecting(&types, &abilities);
        let forbids = types.iter().any(|ty| ty.traits.contains(Traits::FORBIDS));
        let shuns = types.iter().any(|ty| ty.traits.contains(Traits::SHUNS));
        let recalls = types.iter().any(|ty| ty.traits.intersects(Traits::RECALLS | Traits::WALKS));
        let attacking = |(index, own): (usize, &Abilities)| {
            let attacking = own.iter().filter(|ability| ability.traits().contains(Traits::ATTACKS));
            attacking.map(|ability| (TypeId::new(index), ability.clone())).collect::<Vec<_>>()
        };
        let special_attackers = abilities.iter().enumerate().flat_map(attacking).collect();
        let classes = Classes::new(&types, &abilities, seats.len());
        let straight = TypeSet::of((0..types.len()).filter(|index| {
            let (army, piece) = types[*index].origin;
            armies[army].pieces[piece].moves.iter().all(|rule| passage::is_straight(&rule.path))
        }));
        let mut rules = Rules {
            armies,
            seats: army_of.iter().map(|army| SeatRules { army: *army, reserves: Vec::new() }).collect(),
            types,
            abilities,
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
            rules.add_reserves_and_powers(Seat::new(seat), *army, &|piece| id(*army, piece))?;
        }
        rules.promotion_zones = Seat::all(seats.len()).map(|seat| rules.promotion_zones_of(seat)).collect();
        for power in rules.powers.clone() {
            power.bind(&mut rules);
        }
        rules.count_what_is_asked();
        rules.ways = Ways::new(&rules);
        rules.compiled = compile(&rules);
        Ok(rules)
    }

    /// Adds the reserves of a seat and the powers of its Battalion. `resolve` returns the type of a piece of the file.
    fn add_reserves_and_powers(
        &mut self,
        seat: Seat,
        army: usize,
        resolve: &dyn Fn(usize) -> TypeId,
    ) -> Result<(), RulesError> {
        let definition = self.armies[army].clone();
        for reserve in &definition.reserves {
            let zone = self.drop_zone(seat, reserve.zone);
            let ty = resolve(reserve.piece);
            self.add_reserve(seat, Reserve { ty, count: reserve.count, zone, instant: reserve.instant, gated: false });
        }
        for power in &definition.powers {
            ability::empower(power, resolve, seat, self).map_err(RulesError::Ability)?;
        }
        Ok(())
    }

    /// Promotion zones of a seat by the number of ranks at the rear of the other Players, from 1.
    fn promotion_zones_of(&self, seat: Seat) -> Vec<SpaceSet> {
        let most = self.types.iter().filter_map(|ty| ty.promotion.as_ref()).map(|promotion| promotion.rear).max();
        let zone = |rear| {
            let mut zone = SpaceSet::EMPTY;
            for other in Seat::all(self.seat_count()).filter(|other| *other != seat) {
                zone.extend(&self.board.rear(other, rear));
            }
            zone
        };
        (1..=most.unwrap_or(0)).map(zone).collect()
    }

    /// Adds the counters needed by the abilities of the types.
    fn count_what_is_asked(&mut self) {
        self.look_back();
        self.count_returns();
        let all = self.types.iter().fold(Traits::empty(), |all, ty| all | ty.traits);
        let (trails, rests) = (all.contains(Traits::TRAILS), all.contains(Traits::RESTS));
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
}

/// Different Battalions, and the index of each seat's Battalion among them.
fn distinct(seats: &[Arc<Definition>], extra: &[Arc<Definition>]) -> (Vec<Arc<Definition>>, Vec<usize>) {
    let mut armies: Vec<Arc<Definition>> = Vec::new();
    let mut index = |army: &Arc<Definition>| {
        armies.iter().position(|known| known == army).unwrap_or_else(|| {
            armies.push(army.clone());
            armies.len() - 1
        })
    };
    let army_of = seats.iter().map(&mut index).collect();
    for army in extra {
        index(army);
    }
    (armies, army_of)
}

/// Abilities that protect pieces, each once.
fn protecting(types: &[PieceType], abilities: &[Abilities]) -> Vec<Arc<dyn Ability>> {
    let mut protecting: Vec<Arc<dyn Ability>> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for (ty, own) in types.iter().zip(abilities) {
        for (ability, name) in own.iter().zip(&ty.ability_names) {
            if ability.traits().contains(Traits::PROTECTS) && !known.contains(&name.as_str()) {
                known.push(name);
                protecting.push(ability.clone());
            }
        }
    }
    protecting
}

/// Piece type of a Battalion's piece with its abilities. `origin` holds the indices of the Battalion and of the piece.
fn piece_type(
    definition: &Definition,
    origin: (usize, usize),
    resolve: &dyn Fn(usize) -> TypeId,
) -> Result<(PieceType, Abilities), RulesError> {
    let def = &definition.pieces[origin.1];
    let mut abilities: Abilities = Vec::new();
    for given in &def.abilities {
        abilities.push(ability::build(given, resolve).map_err(RulesError::Ability)?);
    }
    let walks = abilities.iter().any(|ability| ability.traits().contains(Traits::WALKS));
    let waits = def.moves.iter().any(|rule| !rule.bounds.after.is_empty());
    if waits && !walks {
        abilities.push(ability::walker());
    }
    abilities.extend(locust::of(&def.moves));
    let traits = abilities.iter().fold(Traits::empty(), |all, ability| all | ability.traits());
    let layer = if def.blocking { 0 } else { abilities.iter().find_map(|ability| ability.layer()).unwrap_or(2) };
    let untouchable = if def.immutable || def.titan { Flags::VOLATILE } else { Flags::empty() };
    let barred = abilities.iter().fold(untouchable, |all, ability| all.union(ability.bars()));
    let ty = PieceType {
        key: format!("{}/{}", definition.id, def.id),
        name: def.name.clone(),
        symbol: def.symbol.clone(),
        icon: def.icon.clone(),
        art: def.art.clone(),
        origin,
        titan: def.titan,
        immutable: def.immutable,
        capturable: def.capturable,
        layer,
        barred,
        traits,
        aura: abilities.iter().any(|ability| ability.is_aura()),
        ability_names: def.abilities.iter().map(|ability| ability.name.clone()).collect(),
        promotion: def.promotion.as_ref().map(|promotion| Promotion {
            to: promotion.to.iter().map(|piece| resolve(*piece)).collect(),
            rear: promotion.rear,
            optional: promotion.optional,
            leaving: promotion.leaving,
            must: promotion.must,
            limit: promotion.limit,
        }),
        at_start: definition.at_start(origin.1),
        takes_en_passant: def.takes_en_passant,
        taken_en_passant: def.taken_en_passant,
        castles_with: def.castles_with.iter().map(|piece| resolve(*piece)).collect(),
        castling: def.castling,
        freshness: traits.contains(Traits::STARTS)
            || def.moves.iter().any(|rule| rule.initial)
            || !def.castles_with.is_empty(),
    };
    Ok((ty, abilities))
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

impl Position {
    /// Empty board for these rules; the first seat is to move.
    pub fn empty(rules: &Rules) -> Self {
        Self::sized(Grid::new(&rules.board), rules.types.len(), rules.counters.len())
    }
}

impl Weights {
    /// Computes all values by calling each function once per argument.
    pub fn new(
        rules: &Rules,
        on_board: impl Fn(TypeId, Seat, Space) -> i16,
        in_reserve: impl Fn(TypeId, Seat) -> i16,
    ) -> Self {
        let types = rules.types.len();
        let mut weights = Self {
            on_board: vec![0; MAX_SEATS * types * Space::COUNT].into_boxed_slice(),
            in_reserve: vec![0; MAX_SEATS * types].into_boxed_slice(),
            types,
        };
        for seat in Seat::all(rules.seat_count()) {
            for ty in (0..types).map(TypeId::new) {
                let index = seat.index() * types + ty.index();
                weights.in_reserve[index] = in_reserve(ty, seat);
                for space in rules.board.spaces().iter() {
                    weights.on_board[index * Space::COUNT + space.index()] = on_board(ty, seat, space);
                }
            }
        }
        weights
    }
}
