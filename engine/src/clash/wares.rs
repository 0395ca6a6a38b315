//! Wares of the shop: classes, prices and names (C-4).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::gold::Gold;
use crate::board::{Seat, Space};
use crate::play::{Rules, TypeId};

/// Id of the [definition](super::definition) of all wares, the first part of the keys of its types.
pub const ID: &str = "clash";

/// Class of a piece, which determines its squares and limits (C-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Second rank; at most 8.
    Peasant,
    /// b, c, f and g of the back rank; at most 4, at most 2 of one kind.
    Light,
    /// a and h of the back rank.
    Heavy,
    /// d of the back rank.
    Jewel,
    /// e of the back rank; exactly 1.
    Leader,
}

impl Class {
    /// All classes in display order.
    pub const ALL: [Class; 5] = [Class::Peasant, Class::Light, Class::Heavy, Class::Jewel, Class::Leader];

    /// Name, such as "Light".
    pub const fn name(self) -> &'static str {
        match self {
            Class::Peasant => "Peasant",
            Class::Light => "Light",
            Class::Heavy => "Heavy",
            Class::Jewel => "Jewel",
            Class::Leader => "Leader",
        }
    }

    /// Maximum number of pieces of the class in an army.
    pub const fn limit(self) -> usize {
        match self {
            Class::Peasant => 8,
            Class::Light => 4,
            Class::Heavy => 2,
            Class::Jewel | Class::Leader => 1,
        }
    }

    /// Files of the class, in the order in which the suggested set-up fills them.
    const fn files(self) -> &'static [u8] {
        match self {
            Class::Peasant => &[3, 4, 2, 5, 1, 6, 0, 7],
            Class::Light => &[2, 5, 1, 6],
            Class::Heavy => &[0, 7],
            Class::Jewel => &[3],
            Class::Leader => &[4],
        }
    }

    /// Squares of the class for a Player, in the order in which the suggested set-up fills them.
    pub fn squares(self, seat: Seat) -> impl Iterator<Item = Space> {
        let rank = match (seat.0, self) {
            (0, Class::Peasant) => 1,
            (0, _) => 0,
            (_, Class::Peasant) => 6,
            (_, _) => 7,
        };
        self.files().iter().map(move |file| Space::new(*file, rank))
    }
}

/// Kind of piece in the catalogue.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Ware {
    /// Id, equal to that of the piece type: `war-machine`.
    pub id: &'static str,
    /// Name: `War Machine`.
    pub name: &'static str,
    /// Class.
    pub class: Class,
    /// Cost; `None` for the Amazon, which is never bought or sold (C-9).
    pub cost: Option<Gold>,
    /// Always stays on squares of one colour (C-5).
    pub colour_bound: bool,
}

/// Serialized by id.
impl Serialize for Ware {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

impl<'de> Deserialize<'de> for &'static Ware {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        WARES
            .iter()
            .find(|ware| ware.id == id)
            .ok_or_else(|| D::Error::custom(format!("there is no piece {id:?} on the list")))
    }
}

impl Ware {
    const fn new(id: &'static str, name: &'static str, class: Class, cost: i64) -> Self {
        Self { id, name, class, cost: Some(Gold::from_hundredths(cost)), colour_bound: false }
    }

    /// Piece type in the rules of a round.
    pub fn ty(&self, rules: &Rules) -> Option<TypeId> {
        rules.type_by_key(&format!("clash/{}", self.id))
    }

    /// Ware of a piece type.
    pub fn of(rules: &Rules, ty: TypeId) -> Option<&'static Ware> {
        ware(rules.ty(ty).key.strip_prefix("clash/")?)
    }
}

/// All wares.
pub static WARES: [Ware; 21] = [
    Ware::new("pawn", "Pawn", Class::Peasant, 100),
    Ware::new("omnipawn", "Omnipawn", Class::Peasant, 200),
    Ware::new("knight", "Knight", Class::Light, 350),
    Ware { colour_bound: true, ..Ware::new("bishop", "Bishop", Class::Light, 350) },
    Ware::new("rabbit", "Rabbit", Class::Light, 450),
    Ware::new("elephant", "Elephant", Class::Light, 450),
    Ware::new("waffle", "Waffle", Class::Light, 325),
    Ware::new("rook", "Rook", Class::Heavy, 550),
    Ware::new("hawk", "Hawk", Class::Heavy, 600),
    Ware::new("general", "General", Class::Heavy, 700),
    Ware::new("kite", "Kite", Class::Heavy, 550),
    Ware::new("war-machine", "War Machine", Class::Heavy, 600),
    Ware::new("queen", "Queen", Class::Jewel, 1050),
    Ware::new("chancellor", "Chancellor", Class::Jewel, 1000),
    Ware::new("archbishop", "Archbishop", Class::Jewel, 950),
    Ware::new("jester", "Jester", Class::Jewel, 850),
    Ware::new("rogue", "Rogue", Class::Jewel, 950),
    Ware::new("phoenix", "Phoenix", Class::Jewel, 1100),
    Ware { cost: None, ..Ware::new("amazon", "Amazon", Class::Jewel, 0) },
    Ware::new("king", "King", Class::Leader, 500),
    Ware::new("shielderer", "Shielderer", Class::Leader, 500),
];

/// Finds a ware by id or name. Case, spaces, hyphens and underscores are ignored: `war-machine`, `War Machine`,
/// `war_machine`.
pub fn ware(name: &str) -> Option<&'static Ware> {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_', '-'], "");
    let wanted = plain(name);
    WARES.iter().find(|ware| plain(ware.id) == wanted)
}

/// The Amazon.
pub fn amazon() -> &'static Ware {
    &WARES[18]
}

/// Cost of the cheapest Leader (C-10).
pub fn leader_cost() -> Gold {
    WARES.iter().filter(|ware| ware.class == Class::Leader).filter_map(|ware| ware.cost).min().unwrap_or_default()
}
