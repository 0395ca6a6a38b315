//! Values fitted to games of one army by `lab tune`, as data files. An army without such a file has derived
//! values.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::battalion::Definition;
use engine::board::{Seat, Space};
use engine::play::{Rules, TypeId};
use serde::{Deserialize, Serialize};

/// Numbers by row from the owner's rear, and by column from the edge of the board to its middle: left and right share
/// them.
pub type Table = Vec<Vec<i32>>;

/// Values of an army's duels against itself, in hundredths of a Pawn of chess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// Id of the army.
    pub army: String,
    /// SHA-256 of the army file, in hexadecimal digits.
    pub sha256: String,
    /// Number of games behind the values.
    pub games: u64,
    /// Values by piece id.
    pub pieces: BTreeMap<String, FittedPiece>,
    /// Tables of Titans by piece id, with complete armies and at the end of the game.
    pub titans: BTreeMap<String, [Table; 2]>,
}

/// Values of a piece type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedPiece {
    /// Usual value.
    pub value: i32,
    /// Value in reserve; derived from the usual one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<i32>,
    /// Differences by Space.
    pub table: Table,
}

/// Error of a file with fitted values.
#[derive(Debug, thiserror::Error)]
pub enum FittedError {
    /// No TOML, or other keys than expected.
    #[error("The file with fitted values cannot be read: {0}")]
    Syntax(#[from] toml::de::Error),
}

/// Files of the built-in armies, written by `lab tune`.
const FILES: &[&str] = &[
    include_str!("../values/alchemists.toml"),
    include_str!("../values/makpong.toml"),
    include_str!("../values/medieval.toml"),
    include_str!("../values/reptilian-order.toml"),
    include_str!("../values/the-party.toml"),
];

impl Fitted {
    /// Reads a file.
    ///
    /// # Errors
    /// [`FittedError`] if the text is no file with fitted values.
    pub fn read(text: &str) -> Result<Self, FittedError> {
        Ok(toml::from_str(text)?)
    }

    /// Values of the built-in armies that have a file.
    pub fn builtin() -> &'static [Self] {
        static READ: OnceLock<Vec<Fitted>> = OnceLock::new();
        READ.get_or_init(|| FILES.iter().filter_map(|text| Self::read(text).ok()).collect())
    }

    /// Number of files of built-in armies.
    pub const fn files() -> usize {
        FILES.len()
    }

    /// Values of an army, if it is a built-in one with a file. An uploaded army may have the same id.
    pub(crate) fn of(army: &Definition) -> Option<&'static Self> {
        Self::builtin().iter().find(|fitted| fitted.sha256 == army.sha256)
    }

    /// Values of a type, if it belongs to the army of these values.
    pub(crate) fn piece(&self, rules: &Rules, ty: TypeId) -> Option<&FittedPiece> {
        self.pieces.get(id(rules, ty))
    }

    /// Tables of a Titan.
    pub(crate) fn titan(&self, rules: &Rules, ty: TypeId) -> Option<&[Table; 2]> {
        self.titans.get(id(rules, ty))
    }
}

/// Id of a type within its army.
pub(crate) fn id(rules: &Rules, ty: TypeId) -> &str {
    let key = &rules.ty(ty).key;
    key.split_once('/').map_or(key.as_str(), |(_, id)| id)
}

/// Row and column of a Space in a seat's tables.
pub fn cell(rules: &Rules, seat: Seat, space: Space) -> (usize, usize) {
    let board = &rules.board;
    let (file, rank) = (usize::from(space.file()), usize::from(space.rank()));
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let row = if is_upwards(rules, seat) { rank } else { height - 1 - rank };
    (row, file.min(width - 1 - file))
}

/// Returns `true` if higher ranks are further from the rear of a seat.
pub(crate) fn is_upwards(rules: &Rules, seat: Seat) -> bool {
    rules.board.side(seat).seen(Space::new(0, 0).to(Space::new(0, 1))).1 > 0
}

/// Rows and columns of the tables of a board.
pub fn size(rules: &Rules) -> (usize, usize) {
    (usize::from(rules.board.height()), usize::from(rules.board.width()).div_ceil(2))
}

/// Entry of a table for a Space; 0 if the table belongs to a board of another size.
pub(crate) fn entry(table: &Table, rules: &Rules, seat: Seat, space: Space) -> i32 {
    let (rows, columns) = size(rules);
    let fits = table.len() == rows && table.iter().all(|row| row.len() == columns);
    let (row, column) = cell(rules, seat, space);
    if fits { table[row][column] } else { 0 }
}
