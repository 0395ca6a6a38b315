//! Rules of a game: the board, the piece types of all its Battalions, and their movements compiled for each seat.
//!
//! Rules own abilities, powers, aims and tables behind interfaces: [`Ability`] for pieces, [`Power`] for whole
//! Battalions, [`Aim`] for ways to win, and `Compiled` for movements. Methods of the interfaces take the rules, so they
//! are defined here. `ability` and `queries` implement them.

use std::fmt::Debug;
use std::sync::Arc;

use crate::battalion::{Definition, DropZone, PromotionLimit};
use crate::board::{Board, Seat, Space, SpaceSet};
use crate::piece::{Mode, Vector};

use super::class::Classes;
use super::position::Kinds;
use super::sets::TypeSet;
use super::settings::{Duty, Phases, Royalty, Stalemate};
use super::traits::{Ban, Exposure, Traits};
use super::waiting::Returns;
use super::ways::Ways;
use super::{
    Fall, Flags, Move, MoveList, Mover, Piece, PieceType, Position, Promotion, Reserve, Sight, Slot, Target, TypeId,
    Uncovering, Volatility,
};

/// Rules of one seat.
#[derive(Debug, Clone)]
pub struct SeatRules {
    /// Index into [`Rules::armies`].
    pub army: usize,
    /// Possible reserves.
    pub reserves: Vec<Reserve>,
}

/// Abilities of a type.
pub(super) type Abilities = Vec<Arc<dyn Ability>>;

/// Movements compiled to tables for boards of one size.
pub(super) trait Compiled: Debug + Send + Sync {
    /// Generates all pseudo-legal moves.
    fn generate(&self, rules: &Rules, pos: &Position, out: &mut MoveList);
    /// Generates the legal moves. Certain ones go to [`MoveList::sure`], doubtful ones to [`MoveList::moves`] with a
    /// verdict each.
    fn sort(&self, rules: &Rules, pos: &Position, out: &mut MoveList);
    /// Like `sort`, for captures and promotions only.
    fn sort_captures(&self, rules: &Rules, pos: &Position, out: &mut MoveList);
    /// Like `sort` or `sort_captures`, but doubtful moves are judged only in Check, because a search reaches few of
    /// them.
    fn sort_roughly(&self, rules: &Rules, pos: &Position, captures: bool, out: &mut MoveList);
    /// Like `sort`, but returns the number of certain moves instead of listing them.
    fn count(&self, rules: &Rules, pos: &Position, out: &mut MoveList) -> u64;
    /// Finds the first undefeated Enemy of `seat` that attacks `target` and is accepted by `wanted`.
    fn find_attacker(
        &self,
        rules: &Rules,
        pos: &Position,
        target: Space,
        seat: Seat,
        wanted: &mut dyn FnMut(Space) -> bool,
    ) -> Option<Space>;
    /// Adds the Spaces on which hidden attacks on the Titan of `enemy` depend.
    fn uncovering(&self, rules: &Rules, pos: &Position, titan: Space, enemy: Seat, found: &mut Uncovering);
    /// Calls `found` with each destination of the mover's movements. With `shots`: each Space it could capture on by
    /// shooting.
    fn each_target(&self, rules: &Rules, pos: &Position, mover: &Mover, shots: bool, found: &mut dyn FnMut(Target));
    /// Returns whether the mover could capture on `target` by movement.
    fn reaches(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool;
    /// Adds the Spaces that prevent the mover from capturing on `target`. Returns `false` if they are unknown.
    fn watch_way(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool;
    /// Adds the Spaces where a change gives the mover another landing. Returns `false` if they are unknown.
    fn watch_landings(&self, rules: &Rules, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool;
    /// [`Rules::survey`].
    fn survey(&self, rules: &Rules, pos: &Position, see: &mut dyn FnMut(Sight<'_>));
    /// [`Rules::exchange`].
    fn exchange(&self, rules: &Rules, pos: &Position, way: [Space; 2], gain: i32, values: &[i32]) -> i32;
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
    /// Abilities of each type.
    pub(super) abilities: Vec<Abilities>,
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
    pub(super) promotion_zones: Vec<Vec<SpaceSet>>,
}

impl Kinds for Rules {
    #[inline]
    fn layer(&self, ty: TypeId) -> u8 {
        self.ty(ty).layer
    }

    #[inline]
    fn is_titan(&self, ty: TypeId) -> bool {
        self.ty(ty).titan
    }
}

impl Rules {
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

    /// Abilities of a piece type.
    #[inline]
    pub fn abilities(&self, ty: TypeId) -> &[Arc<dyn Ability>] {
        &self.abilities[ty.index()]
    }

    /// Returns whether the type can capture where a movement of this mode leads.
    pub(super) fn captures_by(&self, ty: TypeId, mode: Mode) -> bool {
        mode.captures() || self.abilities(ty).iter().any(|ability| ability.captures_by(mode))
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

    /// Index of the next power, as its moves name it.
    #[expect(clippy::cast_possible_truncation, reason = "a game has few powers")]
    pub(crate) fn next_power(&self) -> u8 {
        self.powers.len() as u8
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

/// Ability of a piece type.
pub trait Ability: Debug + Send + Sync {
    /// Hooks that the ability uses.
    fn traits(&self) -> Traits;

    /// Adds pseudo-legal moves other than Betza movements. `Rules::push` adds promotion and copying.
    fn generate(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _out: &mut MoveList) {}

    /// Returns whether any piece of `seat` with this ability could attack `target`. A cheap test before
    /// [`Ability::attacks`] is called for each piece. Depends only on the pieces of `seat` and the piece on `target`.
    fn could_attack(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _target: Space) -> bool {
        self.traits().contains(Traits::ATTACKS)
    }

    /// Returns whether the mover can capture the Enemy on `target` other than by Betza movement (B-15).
    fn attacks(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _target: Space) -> bool {
        false
    }

    /// For a mover that does not attack `target`: adds every Space where a change could create the attack. Changes are
    /// arrivals and departures of other Players' pieces, and captures of friendly ones. Returns `false` if any Space
    /// could matter; then every move is tested.
    fn watch(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _target: Space, _spaces: &mut SpaceSet) -> bool {
        false
    }

    /// For a mover that attacks `target`: adds every Space of one line of attack. The attack lasts as long as none of
    /// them changes. Returns `false` if the Spaces are not known; then every move is tested.
    fn attack_path(
        &self,
        _rules: &Rules,
        _pos: &Position,
        _mover: &Mover,
        _target: Space,
        _spaces: &mut SpaceSet,
    ) -> bool {
        false
    }

    /// Adds the side-effect captures at the end of a movement (B-3), even when another piece acts as this type.
    fn effects(&self, _after: &After<'_>, _hits: &mut Vec<Slot>) {}

    /// Adds the side-effect captures of the piece itself for any movement, even when the piece acts as another type.
    fn own_effects(&self, _after: &After<'_>, _hits: &mut Vec<Slot>) {}

    /// Runs after a movement of the piece. `captured` is the piece captured on the destination, or else the first one
    /// captured.
    fn settle(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move, _piece: Piece, _captured: Option<Piece>) {}

    /// Returns whether [`Ability::settle`] is harmless after this movement without a capture: it creates no attack by
    /// an Enemy and requires no choice. If `false`, the movement is tested.
    fn settles_calmly(&self, _rules: &Rules, _pos: &Position, _mv: &Move, _piece: Piece) -> bool {
        false
    }

    /// Runs after `captor` has captured the piece, `victim`, with `mv`. The move has been made.
    fn struck(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move, _captor: Piece, _victim: Piece) {}

    /// Runs when a piece of another Player that rouses has come next to the piece in this slot.
    fn roused(&self, _rules: &Rules, _pos: &mut Position, _slot: Slot, _piece: Piece, _by: Seat) {}

    /// Returns why a piece with this ability may not go to `at` with this move, if it may not. The ban limits legality
    /// only, like T-20: the piece still gives Check there (T-19).
    fn forbids(&self, _rules: &Rules, _pos: &Position, _mv: &Move, _at: Space) -> Option<Ban> {
        None
    }

    /// Number of further turns of its owner for which a piece with this ability protects `piece` on `space` from
    /// capture (C-23). Zero without protection.
    fn protects(&self, _rules: &Rules, _pos: &Position, _space: Space, _piece: Piece) -> u8 {
        0
    }

    /// Returns whether the ability may protect pieces of this Player that have no [clock](Piece::clock) of their own.
    fn covers(&self, _pos: &Position, _seat: Seat) -> bool {
        false
    }

    /// Runs when a turn of this Player begins, once for each kind that protects. Counts down temporary effects.
    fn turn_begins(&self, _rules: &Rules, _pos: &mut Position, _seat: Seat) {}

    /// Performs the ability's special action (C-24).
    fn act(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move) {}

    /// Returns whether adjacent Enemies of type `neighbour` may not act (B-8, B-12).
    fn holds(&self, _neighbour: &PieceType) -> bool {
        false
    }

    /// Returns whether the ability affects adjacent pieces in a way that a copying piece can turn against it (B-12).
    fn is_aura(&self) -> bool {
        false
    }

    /// Returns whether a piece of type `own` may capture one of type `victim`.
    fn may_capture(&self, _own: &PieceType, _victim: &PieceType) -> bool {
        true
    }

    /// Exposure of the piece to captors of type `captor`.
    fn exposure(&self, _captor: &PieceType) -> Exposure {
        Exposure::Enemies
    }

    /// Returns whether a capture on this Space is barred because it would harm the piece's own side. The piece then
    /// attacks nothing there.
    fn shuns(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _captor: TypeId, _at: Space) -> bool {
        false
    }

    /// Returns whether [`Ability::struck`] removes the captor. Such a captor neither promotes nor continues.
    fn is_fatal(&self) -> bool {
        false
    }

    /// Returns whether the ability captures in its own way where a movement of this mode can go.
    fn captures_by(&self, _mode: Mode) -> bool {
        false
    }

    /// Directions in which the ability moves its piece further than one Space (S-6).
    fn far_directions(&self) -> &[Vector] {
        &[]
    }

    /// Returns whether an attacked Enemy of this type may only capture the attacker (S-2).
    fn binds(&self, _attacked: &PieceType) -> bool {
        false
    }

    /// Layer of the Space used by a non-blocking piece with this ability, if not the common one (T-10).
    fn layer(&self) -> Option<u8> {
        None
    }

    /// Returns whether slides end on the Space of the non-blocking piece instead of passing it.
    fn stops_slides(&self) -> bool {
        false
    }

    /// States that the piece cannot have.
    fn bars(&self) -> Flags {
        Flags::empty()
    }

    /// Finds the chain of jumps with these stops that, if `off`, leaves the board over the last one. Returns its
    /// captures, sorted; `None` if the ability has no such chain.
    fn retrace(
        &self,
        _rules: &Rules,
        _pos: &Position,
        _mover: &Mover,
        _stops: &[Space],
        _off: bool,
    ) -> Option<Vec<Space>> {
        None
    }
}

/// A Player's own way to win. Aims are judged after a legal turn, so they do not affect legality.
pub trait Aim: Debug + Send + Sync {
    /// Seat with this aim. A defeated Player has none.
    fn seat(&self) -> Seat;

    /// Updates counters after a turn of `actor`.
    fn note(&self, _rules: &Rules, _pos: &mut Position, _actor: Seat) {}

    /// Cause by which this aim defeats `victim` after a turn of `actor`, if it does.
    fn fells(&self, rules: &Rules, pos: &Position, actor: Seat, victim: Seat) -> Option<Fall>;

    /// Progress towards this aim, from 0 to [`COMPLETE`](crate::play::COMPLETE), for evaluation.
    fn progress(&self, _rules: &Rules, _pos: &Position) -> i32 {
        0
    }

    /// Returns whether several Players can complete the aim together. Then each of them defeats the others (T-21).
    fn is_shared(&self) -> bool {
        false
    }

    /// Returns whether the aim is to have no piece of this type.
    fn gives_away(&self, _ty: TypeId) -> bool {
        false
    }
}

/// Ability of a whole Battalion that adds actions to a Player's turn.
pub trait Power: Debug + Send + Sync {
    /// Adds the pseudo-legal actions of this Player.
    fn generate(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _out: &mut MoveList) {}

    /// Makes an action added by this power.
    fn make(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move) {}

    /// Pieces that an action puts on the board, with their Spaces.
    fn arrivals(&self, _rules: &Rules, _pos: &Position, _mv: &Move) -> [Option<(TypeId, Space)>; 2] {
        [None; 2]
    }

    /// Runs when the rules are complete except for the reserves, and adds to the reserves.
    fn bind(&self, _rules: &mut Rules) {}

    /// Runs after a Player has captured a piece.
    fn captured(&self, _rules: &Rules, _pos: &mut Position, _by: Seat, _victim: Piece) {}
}

/// View of the position after a movement and before its side-effect captures (B-3), computed without making the move.
#[derive(Clone, Copy, Debug)]
pub struct After<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position before the movement.
    pub pos: &'a Position,
    /// The mover: seat, acting type and starting Space.
    pub mover: Mover,
    /// Destination.
    pub to: Space,
    /// Type whose movement was used; differs from the mover's type if it copies (B-11).
    pub by: TypeId,
}

impl After<'_> {
    /// Blocking piece on a Space after the movement. The mover counts as `mover.ty`.
    #[inline]
    pub fn at(&self, space: Space) -> Option<Piece> {
        if space == self.to && self.mover.layer == 0 {
            Some(Piece::new(self.mover.ty, self.mover.seat))
        } else if space == self.mover.from && self.mover.layer == 0 {
            None
        } else {
            self.pos.at(space)
        }
    }

    /// Returns whether a Space holds no piece that can be captured after the movement: neither a blocking one nor one
    /// of layer 2.
    #[inline]
    pub fn is_bare(&self, space: Space) -> bool {
        self.at(space).is_none() && self.pos.in_slot(Slot::new(space, 2)).is_none()
    }

    /// Returns whether a Space holds any Friendly piece after the movement, Supporters included (B-6).
    #[inline]
    pub fn has_friend(&self, space: Space) -> bool {
        self.at(space).is_some_and(|piece| piece.seat == self.mover.seat)
            || space != self.to && self.pos.non_blocking(self.mover.seat).has(space)
    }

    /// Adds every Capturable Enemy piece on a Space to `hits`.
    pub fn hit(&self, space: Space, hits: &mut Vec<Slot>) {
        for layer in [0, 2] {
            let slot = Slot::new(space, layer);
            let victim = if layer == 0 { self.at(space) } else { self.pos.in_slot(slot) };
            if let Some(victim) = victim
                && self.rules.may_take(self.pos, self.mover.seat, self.mover.ty, space, victim)
                && !hits.contains(&slot)
            {
                hits.push(slot);
            }
        }
    }
}
