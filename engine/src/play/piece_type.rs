//! Piece types of a game.

use crate::battalion::{Castling, PromotionLimit};
use crate::board::SpaceSet;
use crate::piece::art::Art;

use super::{Flags, Traits, TypeId};

/// Piece type of a game.
#[derive(Debug)]
pub struct PieceType {
    /// `battalion/piece`, such as `medieval/knight`.
    pub key: String,
    /// Display name.
    pub name: String,
    /// Letter for layouts and text boards.
    pub symbol: String,
    /// Icon name.
    pub icon: String,
    /// Custom picture used instead of the icon.
    pub art: Option<Art>,
    /// Indices of the Battalion in [`Rules::armies`](super::Rules::armies), and of the piece in that Battalion.
    pub origin: (usize, usize),
    /// Royal (T-10).
    pub titan: bool,
    /// Immune to special effects of other pieces (T-10).
    pub immutable: bool,
    /// Can be captured (T-10).
    pub capturable: bool,
    /// Layer on its Space: 0 for blocking pieces, 1 for Supporters, 2 for other non-blocking ones.
    pub layer: u8,
    /// States that pieces of the type cannot have.
    pub barred: Flags,
    /// Hooks used by its abilities.
    pub traits: Traits,
    /// An ability affects adjacent pieces in a way that a copying piece can turn against it (B-12).
    pub aura: bool,
    /// Names of its abilities in the file; [`Rules::abilities`](super::Rules::abilities) begin with these.
    pub ability_names: Vec<String>,
    /// Promotion (T-12).
    pub promotion: Option<Promotion>,
    /// Number of such pieces, reserves included, with which a Player of its Battalion starts.
    pub at_start: u16,
    /// May capture en passant (T-13).
    pub takes_en_passant: bool,
    /// May be captured en passant (T-13).
    pub taken_en_passant: bool,
    /// Castling partners (M-4).
    pub castles_with: Vec<TypeId>,
    /// Castling distances.
    pub castling: Castling,
    /// Some rule depends on the piece being unmoved.
    pub freshness: bool,
}

impl PieceType {
    /// Returns whether the type has the ability of this name.
    pub fn has(&self, ability: &str) -> bool {
        self.ability_names.iter().any(|name| name == ability)
    }
}

/// Promotion of a type in a game.
#[derive(Debug, Clone)]
pub struct Promotion {
    /// Promotion options.
    pub to: Vec<TypeId>,
    /// Number of rearmost rows of the other Players' Territories that form the zone.
    pub rear: u8,
    /// Promotion is optional.
    pub optional: bool,
    /// A move out of the zone promotes too.
    pub leaving: bool,
    /// Number of rearmost rows where promotion is compulsory.
    pub must: u8,
    /// Limits on the number of pieces of a type.
    pub limit: PromotionLimit,
}

/// Reserve of a seat: type, number and placement rules (T-18).
#[derive(Debug, Clone)]
pub struct Reserve {
    /// Type.
    pub ty: TypeId,
    /// Number at the start.
    pub count: u8,
    /// Spaces where the pieces may be placed.
    pub zone: SpaceSet,
    /// Allows placement on the Back Rank during Placement too.
    pub instant: bool,
    /// Opens only after the first turn of the giving Battalion's first user (P-6).
    pub gated: bool,
}
