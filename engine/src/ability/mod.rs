//! Named abilities that Battalion files can give to pieces and to themselves.
//!
//! Each ability is one file. It says in [`Ability::traits`] which hooks it uses; the others cost nothing. To add one: write
//! its file, and add its line to `PIECE` or `POWER` in `registry.rs`.

mod affected_spaces;
mod avenge;
mod becomes;
mod borrowed;
mod burn;
mod captures_to_hand;
mod chains;
mod contagion;
mod coordinate;
mod copy;
mod double_move;
mod drawn;
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
mod no_drop_mate;
mod orphan;
mod pinch;
mod registry;
mod relay;
mod return_on_capture;
mod ride_past_friend;
mod royal;
mod shield;
mod shoot;
mod snare;
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

use std::fmt::Debug;
use std::sync::Arc;

use crate::battalion::{AbilitySpec, AbilityUse, Param, Weighing, Weight};
use crate::board::{Seat, Space, SpaceSet};
use crate::piece::{Mode, Vector, Zone};
use crate::play::{
    After, Event, Fall, Flags, Kind, Move, MoveList, Mover, Piece, PieceType, Position, Rules, Slot, TypeId, with_list,
};

/// Which hooks an ability uses; those it does not use cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// [`Ability::generate`] adds moves.
    pub generates: bool,
    /// [`Ability::generate`] compares what it adds with what the piece can do without it, which the list must hold already.
    pub compares: bool,
    /// [`Ability::attacks`] must be asked.
    pub attacks: bool,
    /// [`Ability::effects`] captures as a side effect.
    pub effects: bool,
    /// [`Ability::own_effects`] captures as a side effect.
    pub own_effects: bool,
    /// [`Ability::settle`] acts after the movement.
    pub settles: bool,
    /// [`Ability::struck`] answers a capture.
    pub struck: bool,
    /// Captures an Enemy that ends a movement beside its piece.
    pub meets: bool,
    /// [`Ability::roused`] answers a piece that rouses.
    pub roused: bool,
    /// [`Ability::protects`] keeps pieces from being captured.
    pub protects: bool,
    /// [`Ability::forbids`] must be asked.
    pub forbids: bool,
    /// [`Ability::shuns`] must be asked.
    pub shuns: bool,
    /// Its movements depend on more than what stands where, and are walked.
    pub walks: bool,
    /// Leaves a trail and keeps off it.
    pub trails: bool,
    /// Rests after what it did, and has a lair.
    pub rests: bool,
    /// Captured, it is placed anew: `Rules::owe_return`.
    pub returns: bool,
    /// Asks whether its piece still stands where it started the game.
    pub starts: bool,
    /// Asks which type moved last: `State::last_moved` is kept.
    pub recalls: bool,
    /// Asks where Titans stood a turn before: see `Rules::stood`.
    pub looks_back: bool,
}

impl Traits {
    /// Both together.
    #[must_use]
    pub const fn or(self, other: Traits) -> Traits {
        Traits {
            generates: self.generates | other.generates,
            compares: self.compares | other.compares,
            attacks: self.attacks | other.attacks,
            effects: self.effects | other.effects,
            own_effects: self.own_effects | other.own_effects,
            settles: self.settles | other.settles,
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

/// Who may capture a piece, as far as one of its abilities says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Enemies, as any piece.
    Enemies,
    /// Its own side, too.
    Everyone,
    /// Nobody, as long as its owner is in the game (T-23).
    Nobody,
}

/// Why an ability keeps its piece from coming to stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// One of its kind stands on this Space of the same file.
    Doubles(Space),
    /// Placed there, it would mate.
    DropMates,
}

/// An ability of a piece type.
pub trait Ability: Debug + Send + Sync {
    /// Which hooks it uses.
    fn traits(&self) -> Traits;

    /// Adds pseudo-legal moves beyond the Betza ones; `Rules::push` brings promotion and copying.
    fn generate(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _out: &mut MoveList) {}

    /// A quick first question before [`Ability::attacks`] is asked of each piece: could any piece of `seat` with this ability
    /// attack `target`? Hangs on nothing but the pieces of `seat` and what stands on `target`.
    fn could_attack(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _target: Space) -> bool {
        self.traits().attacks
    }

    /// Could the mover capture the Enemy piece on `target` in a way that Betza movement does not cover (B-15)?
    fn attacks(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _target: Space) -> bool {
        false
    }

    /// While the mover does not attack `target`: adds every Space where a change could bring it about, another Player's piece coming
    /// or going, or its own side's being captured. `false` if it could be any: every move is then tried.
    fn watch(&self, _rules: &Rules, _pos: &Position, _mover: &Mover, _target: Space, _spaces: &mut SpaceSet) -> bool {
        false
    }

    /// While the mover attacks `target`: adds every Space of one way to do so. As long as nothing changes on them, it attacks. `false` if
    /// it cannot tell: every move is then tried.
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

    /// Adds what a movement captures as a side effect at its end (B-3), also when another piece acts as this type.
    fn effects(&self, _after: &After<'_>, _hits: &mut Vec<Slot>) {}

    /// The same for what its own piece captures however it goes, also when it acts as another type.
    fn own_effects(&self, _after: &After<'_>, _hits: &mut Vec<Slot>) {}

    /// Acts after a movement of its piece has been made. `captured`: what it captured, of several what stood where it went, or
    /// else the first.
    fn settle(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move, _piece: Piece, _captured: Option<Piece>) {}

    /// After this movement without a capture, is what [`Ability::settle`] does sure to help no Enemy of the piece to attack and
    /// to oblige to nothing? If it does not say so, the movement is tried.
    fn settles_calmly(&self, _rules: &Rules, _pos: &Position, _mv: &Move, _piece: Piece) -> bool {
        false
    }

    /// Its piece `victim` was captured by `captor` with `mv`, which has been made.
    fn struck(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move, _captor: Piece, _victim: Piece) {}

    /// A piece that rouses, of another Player, has come next to its piece in this slot.
    fn roused(&self, _rules: &Rules, _pos: &mut Position, _slot: Slot, _piece: Piece, _by: Seat) {}

    /// May a piece with this ability not come to stand on `at` by this move of its Player? Says why. It is a question of legality, as
    /// T-20 is: the piece still gives Check there (T-19).
    fn forbids(&self, _rules: &Rules, _pos: &Position, _mv: &Move, _at: Space) -> Option<Ban> {
        None
    }

    /// For how many more beginnings of its owner's turn a piece with this ability, of those on the board, keeps `piece` on `space` from
    /// being captured in any way (C-23); 0: it does not.
    fn protects(&self, _rules: &Rules, _pos: &Position, _space: Space, _piece: Piece) -> u8 {
        0
    }

    /// Might it now protect pieces of this Player that have no [clock](Piece::clock) of their own?
    fn covers(&self, _pos: &Position, _seat: Seat) -> bool {
        false
    }

    /// A turn of this Player begins: what lasts for some turns runs down. Asked once a turn of each kind that protects.
    fn turn_begins(&self, _rules: &Rules, _pos: &mut Position, _seat: Seat) {}

    /// Does what an action of its own is (C-24).
    fn act(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move) {}

    /// Keeps adjacent Enemy pieces of this type from acting (B-8, B-12).
    fn holds(&self, _neighbour: &PieceType) -> bool {
        false
    }

    /// Has an effect on whatever is beside it, that a piece which copies turns against it (B-12).
    fn is_aura(&self) -> bool {
        false
    }

    /// May its piece, of type `own`, capture one of this type?
    fn may_capture(&self, _own: &PieceType, _victim: &PieceType) -> bool {
        true
    }

    /// Whether pieces of this type may capture its piece.
    fn exposure(&self, _captor: &PieceType) -> Exposure {
        Exposure::Enemies
    }

    /// Does its piece keep from capturing on this Space now, lest it harm its own side? It attacks nothing there.
    fn shuns(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _captor: TypeId, _at: Space) -> bool {
        false
    }

    /// Removes what captures its piece, by [`Ability::struck`]: such a captor neither promotes nor goes on.
    fn is_fatal(&self) -> bool {
        false
    }

    /// Captures, in a way of its own, where a movement of this mode could go.
    fn captures_by(&self, _mode: Mode) -> bool {
        false
    }

    /// Directions in which it takes its piece itself further than to the next Space (S-6).
    fn far_directions(&self) -> &[Vector] {
        &[]
    }

    /// An Enemy of this type that its piece attacks may do nothing but capture it (S-2).
    fn binds(&self, _attacked: &PieceType) -> bool {
        false
    }

    /// The layer of its Space in which a non-blocking piece with this ability stands, if it is not the common one (T-10).
    fn layer(&self) -> Option<u8> {
        None
    }

    /// Do slides end on the Space of its non-blocking piece, instead of passing it?
    fn stops_slides(&self) -> bool {
        false
    }

    /// States that its piece cannot have.
    fn bars(&self) -> Flags {
        Flags::NONE
    }

    /// The chain of jumps that stops on these Spaces one after the other, and off the board over the last one if `off`. Says what it
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

/// A Player's own way to win. It is judged when a turn is over and legal, so that it changes nothing about what is legal.
pub trait Aim: Debug + Send + Sync {
    /// Whose aim it is. Who has been defeated has none.
    fn seat(&self) -> Seat;

    /// Keeps count after a turn of `actor`.
    fn note(&self, _rules: &Rules, _pos: &mut Position, _actor: Seat) {}

    /// Is this Player defeated by it after a turn of `actor`, and how?
    fn fells(&self, rules: &Rules, pos: &Position, actor: Seat, victim: Seat) -> Option<Fall>;
}

/// A power that adds actions to a Player's turn.
pub trait Power: Debug + Send + Sync {
    /// Adds the pseudo-legal actions of this Player.
    fn generate(&self, _rules: &Rules, _pos: &Position, _seat: Seat, _out: &mut MoveList) {}

    /// Takes an action that it added.
    fn make(&self, _rules: &Rules, _pos: &mut Position, _mv: &Move) {}

    /// The pieces that an action puts on the board, with their Spaces.
    fn arrivals(&self, _rules: &Rules, _pos: &Position, _mv: &Move) -> [Option<(TypeId, Space)>; 2] {
        [None; 2]
    }

    /// The rules are known but for what may be placed from reserve: adds to that.
    fn bind(&self, _rules: &mut Rules) {}

    /// A piece was captured by a Player.
    fn captured(&self, _rules: &Rules, _pos: &mut Position, _by: Seat, _victim: Piece) {}
}
