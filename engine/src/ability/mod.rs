//! Named abilities that a Battalion file can give to its pieces or to the whole Battalion.
//!
//! Each ability is one file. [`Ability`] is the interface; [`Ability::traits`] lists the hooks it uses; the other hooks
//! are never called. To add an ability, write its file and add a line to `PIECE` or `POWER` in `registry.rs`.

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
pub(crate) use effects::{already_there, attacks_by_effect, turn_into, watch_effects};
pub(crate) use given::Given;
pub use registry::specs;
pub(crate) use registry::{build, empower, hunt, power_weight, walker, weight};
pub use royal::royalty;
pub use stalemate::stalemate;
pub use win_by_checks::USUAL_CHECKS;

use std::sync::Arc;

use crate::battalion::{AbilitySpec, AbilityUse, Param, Weighing, Weight};
use crate::board::{Seat, Space, SpaceSet};
use crate::piece::{Mode, Vector, Zone};
pub use crate::play::{Ability, Aim, Ban, Exposure, Power, Traits};
use crate::play::{
    After, Event, Flags, Kind, Move, MoveList, Mover, Piece, PieceType, Position, Rules, Slot, TypeId, with_list,
};
