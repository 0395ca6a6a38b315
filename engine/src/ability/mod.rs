//! Named abilities that a Battalion file can give to its pieces or to the whole Battalion.
//!
//! Each ability is one file. [`Ability::traits`] lists the hooks it uses; the other hooks are never called. To add an
//! ability, write its file and add a line to `PIECE` or `POWER` in `registry.rs`.

mod affected_spaces;
mod approach;
mod avenge;
mod becomes;
mod borrowed;
mod burn;
mod captures_to_hand;
mod chains;
mod contagion;
mod convert;
mod coordinate;
mod copy;
mod double_move;
mod drawn;
mod drop_within;
mod effects;
mod explode;
mod face;
mod fair_game;
mod fission;
mod fusion;
mod gate;
mod gift;
mod given;
mod hop;
mod imitate;
mod immobilise;
mod jump;
mod leap_over;
mod lose_without;
mod must_capture;
mod nifu;
mod no_checks;
mod no_drop_mate;
mod orphan;
mod pass;
mod pinch;
mod registry;
mod relay;
mod return_on_capture;
mod ride_past_friend;
mod royal;
mod shield;
mod shoot;
mod snare;
mod spare;
mod stalemate;
mod steadfast;
mod summon;
mod supporter;
mod swap_with_titan;
mod tiers;
mod trail;
mod vanish;
mod volatile;
mod walk;
mod whip;
mod win_by_checks;
mod win_by_extinction;
mod win_by_losing;
mod win_by_reaching;
mod withdraw;

pub(crate) use drawn::{Drawn, drawn};
use effects::{already_there, turn_into};
pub(crate) use effects::{attacks_by_effect, watch_effects};
pub(crate) use given::Given;
pub use registry::specs;
pub(crate) use registry::{build, empower, hunt, power_weight, walker, weight};
pub use royal::royalty;
pub use stalemate::stalemate;
pub use win_by_checks::USUAL_CHECKS;

use std::fmt::Debug;
use std::sync::Arc;

use crate::battalion::{AbilitySpec, AbilityUse, Param, Weighing, Weight};
use crate::board::{Seat, Space, SpaceSet};
use crate::piece::{Mode, Vector, Zone};
use crate::play::{
    After, Event, Fall, Flags, Kind, Move, MoveList, Mover, Piece, PieceType, Position, Rules, Slot, TypeId, with_list,
};

/// Hooks that an ability uses. Unused hooks cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// [`Ability::generate`] adds moves.
    pub generates: bool,
    /// [`Ability::generate`] compares its moves with the piece's other moves, which must be in the list already.
    pub compares: bool,
    /// [`Ability::attacks`] must be called.
    pub attacks: bool,
    /// [`Ability::effects`] captures as a side effect.
    pub effects: bool,
    /// [`Ability::own_effects`] captures as a side effect.
    pub own_effects: bool,
    /// [`Ability::settle`] acts after the movement.
    pub settles: bool,
    /// Captured pieces change sides; see `Rules::captive`.
    pub converts: bool,
    /// [`Ability::struck`] reacts to a capture of the piece.
    pub struck: bool,
    /// Captures an Enemy that ends a movement next to the piece.
    pub meets: bool,
    /// [`Ability::roused`] reacts to a piece that rouses.
    pub roused: bool,
    /// [`Ability::protects`] prevents captures of pieces.
    pub protects: bool,
    /// [`Ability::forbids`] must be called.
    pub forbids: bool,
    /// [`Ability::shuns`] must be called.
    pub shuns: bool,
    /// Movements are path-dependent and must be walked step by step.
    pub walks: bool,
    /// Leaves a trail that it may not cross.
    pub trails: bool,
    /// Rests after acting, and has a lair.
    pub rests: bool,
    /// Placed again after its capture, by `Rules::owe_return`.
    pub returns: bool,
    /// Reads whether the piece is still on its starting Space.
    pub starts: bool,
    /// Reads which type moved last, so `State::last_moved` must be kept.
    pub recalls: bool,
    /// Reads where Titans were one turn before; see `Rules::stood`.
    pub looks_back: bool,
}

impl Traits {
    /// Union of two sets of hooks.
    #[must_use]
    pub const fn or(self, other: Traits) -> Traits {
        Traits {
            generates: self.generates | other.generates,
            compares: self.compares | other.compares,
            attacks: self.attacks | other.attacks,
            effects: self.effects | other.effects,
            own_effects: self.own_effects | other.own_effects,
            settles: self.settles | other.settles,
            converts: self.converts | other.converts,
            struck: self.struck | other.struck,
            meets: self.meets | other.meets,
            roused: self.roused | other.roused,
            protects: self.protects | other.protects,
            forbids: self.forbids | other.forbids,
            shuns: self.shuns | other.shuns,
            walks: self.walks | other.walks,
            trails: self.trails | other.trails,
            rests: self.rests | other.rests,
            returns: self.returns | other.returns,
            starts: self.starts | other.starts,
            recalls: self.recalls | other.recalls,
            looks_back: self.looks_back | other.looks_back,
        }
    }
}

/// Captors allowed for a piece by one of its abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Enemies, as for any piece.
    Enemies,
    /// Enemies and friendly pieces.
    Everyone,
    /// Nobody, as long as the owner is in the game (T-23).
    Nobody,
}

/// Reason why an ability forbids its piece to go to a Space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// A piece of the same kind is on this Space of the same file.
    Doubles(Space),
    /// Placing the piece there would give mate.
    DropMates,
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
        self.traits().attacks
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
        Flags::NONE
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
