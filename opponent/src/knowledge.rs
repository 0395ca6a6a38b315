//! Derived knowledge of one game's rules, computed before any search.

use std::sync::Arc;

use engine::battalion::Definition;
use engine::board::{MAX_SEATS, Seat, Space};
use engine::play::{Piece, Position, Royalty, Rules, TypeId, Weights};

use crate::eval::{self, Means, Terrain};
use crate::fitted::{self, Fitted};
use crate::network::{Correction, Network};
use crate::value::{Values, Worth, of_army};

/// Value of a Titan in an exchange.
const TITAN: i32 = 10_000;

/// Piece values by type and Space for the rules of one game. Deriving them takes some hundredths of a second, so
/// callers should keep them: all games by equal rules share them.
#[derive(Debug)]
pub struct Knowledge {
    values: Values,
    /// Fitted values of the armies that have them.
    fitted: Vec<Fitted>,
    weights: Arc<Weights>,
    /// By seat and cell: value of the place of the only Titan, with complete armies and at the end of the game.
    titan_places: [Vec<[i32; 2]>; 2],
    /// Initial value of each Player's army.
    initial: [i32; MAX_SEATS],
    /// Initial value of each Player's army without pieces that the evaluation does not count.
    counted: [i32; MAX_SEATS],
    /// Distance of each Space from the centre, in half steps.
    off_centre: Box<[u8]>,
    /// By seat: the types that the Player needs to stay in the game (P-5).
    needed: Vec<Vec<TypeId>>,
    /// Values in an exchange, by type.
    in_exchange: Vec<i32>,
    titans: Vec<bool>,
    /// Types in a duel that neither block nor capture, with their mean value on the board.
    crowd: Vec<(TypeId, i32)>,
    terrain: Terrain,
    /// Network of the army, and what it computes in these rules.
    network: Option<Arc<Network>>,
    correction: Option<Correction>,
    /// By seat: pieces with which it can win; empty in games of three and more.
    means: Vec<Means>,
    /// Corners of the board.
    corners: Vec<Space>,
    /// Every seat has a Titan that it must protect.
    royal: bool,
    /// By seat: the Battalion adds ways to win.
    aims: Vec<bool>,
    spaces: usize,
    seats: usize,
}

impl Knowledge {
    /// Takes the fitted values of built-in armies, and derives all others.
    pub fn new(rules: &Rules) -> Self {
        Self::with_fits(rules, |_| None)
    }

    /// Takes the fitted values of built-in armies, and those that `find` returns for others; derives all others. Values
    /// are fitted to duels and not used in games of three and more.
    pub fn with_fits(rules: &Rules, find: impl Fn(&Definition) -> Option<Fitted>) -> Self {
        let seats = Seat::all(rules.seat_count()).filter(|_| rules.seat_count() == 2);
        let of = |army: &Definition| Fitted::of(army).cloned().or_else(|| find(army));
        let fitted = seats.filter_map(|seat| of(rules.army(seat))).collect();
        Self::fitted(rules, fitted).corrected(rules, Network::of(rules.army(Seat(0))).cloned())
    }

    /// Replaces the network that corrects the static evaluation. A network of another army is not used.
    #[must_use]
    pub fn corrected(mut self, rules: &Rules, network: Option<Arc<Network>>) -> Self {
        self.correction = network.as_deref().and_then(|network| Correction::new(rules, network));
        self.network = network;
        self
    }

    /// Takes the fitted values of built-in armies if both armies of a duel have them, and derives all values otherwise:
    /// in measurements, no army should be played better than the others. For the same reason there is no network, which
    /// only some armies have, and only against themselves.
    pub fn on_equal_terms(rules: &Rules) -> Self {
        let of = |seat| Fitted::of(rules.army(seat)).cloned();
        let fitted: Option<Vec<Fitted>> = Seat::all(rules.seat_count()).map(of).collect();
        Self::fitted(rules, fitted.filter(|_| rules.seat_count() == 2).unwrap_or_default())
    }

    /// Takes these values for the armies that they belong to, and derives all others.
    pub fn fitted(rules: &Rules, mut fitted: Vec<Fitted>) -> Self {
        fitted.dedup();
        let values = Values::derive(rules, &fitted);
        let means = eval::of_seats(rules, &values);
        Self::with(rules, values, means, fitted)
    }

    /// Returns the same values for other rules with the same armies, for example after other placements of Territories.
    /// This is much faster than [`Knowledge::new`], which derives the values from movements.
    #[must_use]
    pub fn rebound(&self, rules: &Rules) -> Self {
        let rebound = Self::with(rules, self.values.clone(), self.means.clone(), self.fitted.clone());
        rebound.corrected(rules, self.network.clone())
    }

    fn with(rules: &Rules, values: Values, means: Vec<Means>, fitted: Vec<Fitted>) -> Self {
        let worth = Worth::new(rules, &values, &fitted);
        // Pieces that neither block nor capture win nothing by being many: with several Players, they count only by
        // what they do.
        let idle = |ty: TypeId| rules.seat_count() > 2 && is_idle(rules, &values, ty);
        let on_board = |ty, seat, space| if idle(ty) { 0 } else { worth.on(ty, seat, space) };
        let weights = Weights::new(rules, on_board, |ty, _| if idle(ty) { 0 } else { values.in_reserve(ty) });
        let mut initial = [0; MAX_SEATS];
        let mut counted = [0; MAX_SEATS];
        for seat in Seat::all(rules.seat_count()) {
            let army = rules.army(seat);
            let ids = army.territory.rows.iter().flatten().flatten();
            let key = |piece: &usize| format!("{}/{}", army.id, army.pieces[*piece].id);
            let placed = ids.filter_map(|piece| rules.type_by_key(&key(piece))).map(|ty| (ty, 1));
            let reserves = rules.seats[seat.index()].reserves.iter().map(|r| (r.ty, i32::from(r.count)));
            for (ty, count) in placed.chain(reserves) {
                let value = values.of(ty) * count;
                initial[seat.index()] += value;
                counted[seat.index()] += if idle(ty) { 0 } else { value };
            }
        }
        let (width, height) = (i32::from(rules.board.width()), i32::from(rules.board.height()));
        let mut off_centre = vec![0; Space::COUNT].into_boxed_slice();
        for space in rules.board.spaces().iter() {
            let file = (2 * i32::from(space.file()) - width + 1).abs();
            let rank = (2 * i32::from(space.rank()) - height + 1).abs();
            off_centre[space.index()] = u8::try_from(file + rank).unwrap_or(u8::MAX);
        }
        let royal: Vec<bool> =
            Seat::all(rules.seat_count()).map(|seat| rules.royalty(seat) != Royalty::Common).collect();
        let terrain = Terrain::new(rules, &values);
        Self {
            titan_places: [Seat(0), Seat(1)].map(|seat| titan_places(rules, &terrain, seat, &fitted)),
            fitted,
            in_exchange: (0..rules.types.len())
                .map(TypeId::new)
                .map(|ty| if rules.ty(ty).titan && royal.iter().any(|royal| *royal) { TITAN } else { values.of(ty) })
                .collect(),
            titans: rules.types.iter().map(|ty| ty.titan).collect(),
            crowd: crowd(rules, &values, &worth),
            terrain,
            network: None,
            correction: None,
            means,
            corners: corners(rules),
            royal: royal.iter().all(|royal| *royal),
            aims: Seat::all(rules.seat_count()).map(|seat| rules.has_aims(seat)).collect(),
            values,
            weights: Arc::new(weights),
            initial,
            counted,
            off_centre,
            needed: rules.keep.clone(),
            spaces: rules.board.spaces().len(),
            seats: rules.seat_count(),
        }
    }

    /// Returns `true` if this knowledge belongs to a game by these rules.
    pub fn fits(&self, rules: &Rules) -> bool {
        self.values.len() == rules.types.len()
            && self.seats == rules.seat_count()
            && self.spaces == rules.board.spaces().len()
    }

    /// Value of a piece type, in hundredths of a Pawn of chess.
    pub fn value(&self, ty: TypeId) -> i32 {
        self.values.of(ty)
    }

    /// Value of a type in reserve, in hundredths of a Pawn of chess.
    pub fn value_in_reserve(&self, ty: TypeId) -> i32 {
        i32::from(self.values.in_reserve(ty))
    }

    /// Value of a piece on a Space, in hundredths of a Pawn of chess.
    pub fn worth(&self, piece: Piece, space: Space) -> i32 {
        self.weights.of(piece, space)
    }

    /// Value of the place of a seat's only Titan, with complete armies and at the end of the game.
    #[inline]
    pub(crate) fn titan_place(&self, seat: usize, cell: usize) -> [i32; 2] {
        self.titan_places[seat].get(cell).copied().unwrap_or_default()
    }

    /// Values of types in an exchange, by index. A Titan has the largest, so that it is given up last.
    #[inline]
    pub(crate) fn exchange_values(&self) -> &[i32] {
        &self.in_exchange
    }

    /// Returns `true` if pieces of this type can capture.
    pub(crate) fn captures(&self, ty: TypeId) -> bool {
        self.values.captures(ty)
    }

    #[inline]
    pub(crate) fn is_titan(&self, ty: TypeId) -> bool {
        self.titans[ty.index()]
    }

    #[inline]
    pub(crate) const fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    #[inline]
    pub(crate) fn correction(&self) -> Option<&Correction> {
        self.correction.as_ref()
    }

    /// Pieces with which a seat of a duel can win.
    #[inline]
    pub(crate) fn means(&self, seat: Seat) -> Option<&Means> {
        self.means.get(seat.index())
    }

    pub(crate) fn corners(&self) -> &[Space] {
        &self.corners
    }

    /// Returns `true` if every seat has a Titan that it must protect.
    #[inline]
    pub(crate) const fn is_royal(&self) -> bool {
        self.royal
    }

    /// Returns `true` if some pieces are better lost than kept.
    #[inline]
    pub(crate) const fn gives_away(&self) -> bool {
        self.values.gives_away()
    }

    /// Returns `true` if the Battalion of the seat adds ways to win.
    #[inline]
    pub(crate) fn has_aims(&self, seat: Seat) -> bool {
        self.aims[seat.index()]
    }

    /// Number of Players.
    pub(crate) const fn seats(&self) -> usize {
        self.seats
    }

    pub(crate) const fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    pub(crate) const fn initial(&self, seat: Seat) -> i32 {
        let initial = self.counted[seat.index()];
        if initial > 2_000 { initial } else { 2_000 }
    }

    /// Value of a seat's pieces on the board and in reserve, in hundredths of a Pawn of chess.
    pub fn material(&self, pos: &Position, seat: Seat) -> i32 {
        let types = (0..self.values.len()).map(TypeId::new);
        types.map(|ty| self.value(ty) * i32::from(pos.count(seat, ty) + pos.reserve(seat, ty))).sum()
    }

    /// Material that a seat has gained since the start, in hundredths of a Pawn of chess; `None` where pieces are
    /// better lost than kept.
    pub fn gained(&self, pos: &Position, seat: Seat) -> Option<i32> {
        (!self.gives_away()).then(|| self.material(pos, seat) - self.initial[seat.index()])
    }

    /// Types in a duel that neither block nor capture, with their mean value on the board.
    #[inline]
    pub(crate) fn crowd(&self) -> &[(TypeId, i32)] {
        &self.crowd
    }

    #[inline]
    pub(crate) fn off_centre(&self, space: Space) -> i32 {
        self.off_centre[space.index()].into()
    }

    #[inline]
    pub(crate) fn needed(&self, seat: Seat) -> &[TypeId] {
        &self.needed[seat.index()]
    }
}

/// Checks whether pieces of this type neither block nor capture.
fn is_idle(rules: &Rules, values: &Values, ty: TypeId) -> bool {
    rules.ty(ty).layer != 0 && !values.captures(ty)
}

/// Types in a duel that neither block nor capture, with their mean value on the board. Games of three and more do not
/// count them at all.
fn crowd(rules: &Rules, values: &Values, worth: &Worth) -> Vec<(TypeId, i32)> {
    if rules.seat_count() > 2 {
        return Vec::new();
    }
    let idle = (0..rules.types.len()).map(TypeId::new).filter(|ty| is_idle(rules, values, *ty));
    let spaces = || rules.board.spaces().iter();
    let number = i32::try_from(rules.board.spaces().len()).unwrap_or(i32::MAX);
    let mean = |ty| spaces().map(|space| i32::from(worth.on(ty, Seat(0), space))).sum::<i32>() / number;
    idle.map(|ty| (ty, mean(ty))).collect()
}

fn titan_places(rules: &Rules, terrain: &Terrain, seat: Seat, fitted: &[Fitted]) -> Vec<[i32; 2]> {
    let own = |ty: &TypeId| rules.ty(*ty).titan && rules.ty(*ty).origin.0 == rules.seats[seat.index()].army;
    let titan = (0..rules.types.len()).map(TypeId::new).find(own);
    let tables = of_army(rules, seat, fitted).zip(titan).and_then(|(fitted, titan)| fitted.titan(rules, titan));
    let Some(tables) = tables else { return Vec::new() };
    let mut places = vec![[0; 2]; 64 * terrain.grid.words()];
    for space in rules.board.spaces().iter() {
        places[terrain.grid.cell(space)] = [0, 1].map(|phase| fitted::entry(&tables[phase], rules, seat, space));
    }
    places
}

/// Corners of the board: Spaces without neighbours in one direction along the rank and one along the file.
fn corners(rules: &Rules) -> Vec<Space> {
    let has = |space: Space, right: i8, up: i8| space.offset(right, up).is_some_and(|other| rules.board.has(other));
    let is_corner = |space: &Space| has(*space, 1, 0) != has(*space, -1, 0) && has(*space, 0, 1) != has(*space, 0, -1);
    rules.board.spaces().iter().filter(is_corner).collect()
}
