//! Piece types of a game.

use std::sync::Arc;

use crate::ability::{Ability, Traits};
use crate::battalion::Castling;
use crate::board::SpaceSet;
use crate::piece::Mode;
use crate::piece::art::Art;

use super::{Flags, TypeId};

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
    /// Its own picture, in place of the icon.
    pub art: Option<Art>,
    /// Which of [`Rules::armies`](super::Rules::armies) it belongs to, and its index there.
    pub origin: (usize, usize),
    /// Royal (T-10).
    pub titan: bool,
    /// Not touched by others' special effects (T-10).
    pub immutable: bool,
    /// Can be captured (T-10).
    pub capturable: bool,
    /// Layer on its Space: 0 for blocking pieces, 1 for Supporters, 2 for other non-blocking ones.
    pub layer: u8,
    /// States that its pieces cannot have.
    pub barred: Flags,
    /// Which hooks its abilities use.
    pub traits: Traits,
    /// The abilities.
    pub abilities: Vec<Arc<dyn Ability>>,
    /// Their names, in the same order.
    pub ability_names: Vec<String>,
    /// Promotion (T-12).
    pub promotion: Option<Promotion>,
    /// May capture en passant (T-13).
    pub takes_en_passant: bool,
    /// May be captured en passant (T-13).
    pub taken_en_passant: bool,
    /// Types it can castle with (M-4).
    pub castles_with: Vec<TypeId>,
    /// How many Spaces it goes when it castles.
    pub castling: Castling,
    /// Whether it matters that it has not moved yet.
    pub freshness: bool,
}

impl PieceType {
    /// Can it capture where a movement of this mode leads it?
    pub(super) fn captures_by(&self, mode: Mode) -> bool {
        mode.captures() || self.abilities.iter().any(|a| a.captures_by(mode))
    }

    /// Has it the ability of this name?
    pub fn has(&self, ability: &str) -> bool {
        self.ability_names.iter().any(|name| name == ability)
    }
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
    /// By a move out of the zone, too.
    pub leaving: bool,
    /// Rearmost rows where it is no choice.
    pub must: u8,
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
