//! Battalions as data. A [`Definition`] is the content of a Battalion file, checked but not yet bound to a game.
//! Built-in Battalions are files like any other (`engine/battalions/*.toml`).
//!
//! [`read`](fn@read) parses a file into a definition or a list of errors. [`builtin`] lists the built-in files.
//! `docs/battalion-format.md` describes the format.

mod builtin;
mod changes;
mod check;
mod demo;
mod diagram;
mod error;
mod export;
mod import;
mod link;
mod opening;
mod practice;
mod read;
pub(crate) mod suggest;
mod text;
mod weigh;
mod weighing;
mod weight;

pub use builtin::{Builtin, LoadError, builtin, load_builtin};
pub use changes::{Aspect, Change, Changes, PieceChange, UseChange, changes};
pub use demo::{Demo, play};
pub use diagram::HomeDiagram;
pub use error::{FileError, MAX_ERRORS};
pub use export::{Exported, to_diagram, to_variants_ini};
pub use import::{ImportError, Imported, from_diagram, from_variants_ini};
pub use link::Link;
pub use opening::{OddOpening, Oddity, odd_openings};
pub use practice::Practice;
pub use read::{
    FORMAT, MAX_ALIASES, MAX_ENTRIES, MAX_EXAMPLE_PIECES, MAX_EXAMPLE_SIDE, MAX_EXAMPLE_TEXT, MAX_EXAMPLES, MAX_FILE,
    MAX_ID, MAX_NAME, MAX_PIECE_PROSE, MAX_PIECES, MAX_PROSE, MAX_RESERVE, MAX_ROWS, MAX_SUMMARY, decode, read,
    read_accepted, read_battlefields,
};

pub use suggest::nearest;
pub use weigh::{MAX_WEIGHT, weight};
pub(crate) use weighing::Weighing;
pub use weight::Weight;

use std::collections::BTreeMap;

use crate::board::{Seat, Space};
use crate::piece::art::Art;
use crate::piece::{MoveRule, Zone};

/// Battalion (T-14) as defined by its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Short key: lowercase letters, digits and hyphens.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Designer.
    pub author: String,
    /// License of the file, such as `CC BY 4.0`.
    pub license: String,
    /// Sources and acknowledgements.
    pub credits: Credits,
    /// One sentence for lists.
    pub summary: String,
    /// Rules of the Battalion as a whole, in words.
    pub prose: String,
    /// Counts double in Party Mode (T-27, T-30); never for duels (T-31).
    pub extra_strength: bool,
    /// Gamemodes in which the Battalion can be chosen.
    pub matches: Matches,
    /// Counts among the Players whose number decides whether Targets must differ (T-27).
    pub counts_for_targets: bool,
    /// Starting positions of the pieces.
    pub territory: Territory,
    /// Parts of the Territory to which movements and aims refer.
    pub zones: Vec<ZoneDef>,
    /// Piece types, in file order.
    pub pieces: Vec<PieceDef>,
    /// Pieces in reserve at the start (T-18).
    pub reserves: Vec<ReserveDef>,
    /// Abilities of the Battalion as a whole.
    pub powers: Vec<AbilityUse>,
    /// SHA-256 of the file without a byte order mark and with Unix line ends, in hexadecimal digits: values fitted to this
    /// army name it.
    pub sha256: String,
}

impl Definition {
    /// Uses of a power.
    pub fn powers_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a AbilityUse> {
        self.powers.iter().filter(move |power| power.name == name)
    }

    /// Number of pieces of a type, an index into [`Definition::pieces`], with which a Player starts, reserves included.
    pub fn at_start(&self, piece: usize) -> u16 {
        let placed = self.territory.rows.iter().flatten().flatten().map(|one| u16::from(*one == piece));
        let reserved = self.reserves.iter().filter(|reserve| reserve.piece == piece);
        placed.chain(reserved.map(|reserve| u16::from(reserve.count))).sum()
    }
}

/// Side of a drawing, which fits on a board.
fn side(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(u8::MAX)
}

/// Gamemodes in which a Battalion can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matches {
    /// Duels and Party Mode.
    All,
    /// Only duels (B-16).
    Duels,
    /// Only Party Mode (T-31).
    Party,
}

impl Matches {
    /// Returns whether the Battalion can be chosen in a duel.
    pub const fn duels(self) -> bool {
        !matches!(self, Matches::Party)
    }

    /// Returns whether the Battalion can be chosen in Party Mode.
    pub const fn party(self) -> bool {
        !matches!(self, Matches::Duels)
    }
}

/// Sources of a Battalion and acknowledgements; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Address of the designer's own text.
    pub source: Option<Link>,
    /// Game or army on which the Battalion is based.
    pub based_on: String,
    /// Address of a description of that game or army.
    pub based_on_link: Option<Link>,
    /// People who helped.
    pub thanks: String,
}

/// Drawing of a Territory (T-8).
#[derive(Clone, Debug, PartialEq)]
pub struct Territory {
    /// Rows from the front to the Back Rank, as seen by the owner from left to right. Each entry is an index into
    /// [`Definition::pieces`] or `None`. All rows are equally long.
    pub rows: Vec<Vec<Option<usize>>>,
    /// Allows mirroring left to right (T-15).
    pub mirror: bool,
    /// Battlefield columns left free on both sides of the Territory (T-15).
    pub margin: u8,
}

impl Territory {
    /// Number of columns.
    pub fn width(&self) -> u8 {
        self.rows.first().map_or(0, |row| side(row.len()))
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        side(self.rows.len())
    }
}

/// Part of the Territory drawn in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneDef {
    /// Key within the Battalion, also used as its display name.
    pub id: String,
    /// Rows of the Territory from the front to the Back Rank; `true` marks Spaces of the zone.
    pub rows: Vec<Vec<bool>>,
}

/// Piece type as defined in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// Key within the Battalion.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Other names, used in searches.
    pub aliases: Vec<String>,
    /// Letter in layouts, on text boards and on letter tokens: one or two characters.
    pub symbol: String,
    /// Icon name.
    pub icon: String,
    /// Custom picture used instead of the icon.
    pub art: Option<Art>,
    /// Description in words.
    pub prose: String,
    /// Numbers of the rules that concern the piece.
    pub rules: Vec<String>,
    /// Royal (T-10).
    pub titan: bool,
    /// Immune to special effects of other pieces (T-10).
    pub immutable: bool,
    /// Can be captured (T-10).
    pub capturable: bool,
    /// Blocks movement, one to a Space (T-10). Non-blocking pieces share Spaces.
    pub blocking: bool,
    /// Movements, from Betza notation.
    pub moves: Vec<MoveRule>,
    /// Notation as written in the file, for the rulebook.
    pub betza: Vec<String>,
    /// Promotion (T-12).
    pub promotion: Option<PromotionDef>,
    /// May capture en passant (T-13).
    pub takes_en_passant: bool,
    /// May be captured en passant after a lame initial double step (T-13).
    pub taken_en_passant: bool,
    /// Castling partners (M-4), as indices of piece types.
    pub castles_with: Vec<usize>,
    /// Castling distances.
    pub castling: Castling,
    /// Named abilities.
    pub abilities: Vec<AbilityUse>,
    /// Examples of the piece on small boards.
    pub examples: Vec<ExampleDef>,
}

/// Distance in Spaces that a King moves towards its partner when castling (M-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Distance towards a partner up to 3 Spaces away.
    pub near: u8,
    /// Distance towards a partner further away.
    pub far: u8,
    /// Fixed destinations, for games with a shuffled Back Rank.
    pub home: Option<CastlingHome>,
}

/// Destinations of castling in a game with a shuffled Back Rank: the columns used before shuffling. Columns count from
/// 0 at the left of the Territory's drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingHome {
    /// Column of the King in the drawing.
    pub start: u8,
    /// Destination of castling to the left.
    pub left: Option<u8>,
    /// Destination of castling to the right.
    pub right: Option<u8>,
}

impl Castling {
    /// Castling distances of chess.
    pub const CHESS: Castling = Castling { near: 2, far: 2, home: None };

    /// Castling distance towards a partner this many Spaces away.
    pub const fn spaces(self, distance: usize) -> u8 {
        if distance > 3 { self.far } else { self.near }
    }
}

/// Example: a small position and moves that show how a piece works. [`play`] plays them.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleDef {
    /// Caption, one sentence.
    pub text: String,
    /// Rows from the far side to the near side: index into [`Definition::pieces`] and owner. Seat 0 is the owner of the
    /// piece, at the bottom.
    pub rows: Vec<Vec<Option<(usize, Seat)>>>,
    /// Number of rows at the bottom that are the owner's Territory, and at the top the Opponent's.
    pub territory: u8,
    /// Pieces in the owner's reserve.
    pub reserve: Vec<usize>,
    /// Volatile pieces (V-4).
    pub volatile: Vec<Space>,
    /// Imprisoned pieces (V-6).
    pub imprisoned: Vec<Space>,
    /// Moves in notation, alternating, the owner's first.
    pub moves: Vec<String>,
}

impl ExampleDef {
    /// Number of files.
    pub fn width(&self) -> u8 {
        self.rows.first().map_or(0, |row| side(row.len()))
    }

    /// Number of ranks.
    pub fn height(&self) -> u8 {
        side(self.rows.len())
    }
}

/// Promotion of a piece type (T-12).
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionDef {
    /// Promotion options, as indices into [`Definition::pieces`].
    pub to: Vec<usize>,
    /// Size of the promotion zone: rearmost rows of any other Player's Territory.
    pub rear: u8,
    /// Promotion may be declined.
    pub optional: bool,
    /// A move out of the zone promotes too.
    pub leaving: bool,
    /// Number of rearmost rows on which an otherwise optional promotion is compulsory.
    pub must: u8,
    /// Also allows the promotion options of other Battalions in the game.
    pub others: bool,
    /// Limits on the number of pieces of a type.
    pub limit: PromotionLimit,
}

/// Limits of a promotion option by the number of such pieces that the Player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PromotionLimit {
    /// The Player must have fewer on the board; 0 for no limit.
    pub most: u8,
    /// The Player must have fewer, on the board and in reserve, than at the start.
    pub lost: bool,
}

impl PromotionLimit {
    /// Returns whether promotions are limited at all.
    pub const fn is_any(self) -> bool {
        self.most > 0 || self.lost
    }
}

/// Spaces where a reserve may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropZone {
    /// The owner's Back Rank (T-18).
    BackRank,
    /// The owner's Territory (P-6).
    Territory,
    /// Any Space of the board.
    Board,
    /// No Space for a placement as a turn; an ability brings the piece in.
    Gate,
}

impl DropZone {
    /// All zones with their names in Battalion files.
    pub const NAMES: &[(&str, DropZone)] = &[
        ("back-rank", DropZone::BackRank),
        ("territory", DropZone::Territory),
        ("board", DropZone::Board),
        ("gate", DropZone::Gate),
    ];

    /// Returns the zone of this name.
    pub(crate) fn named(name: &str) -> Option<DropZone> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, zone)| *zone)
    }
}

/// Pieces in reserve at the start (T-18).
#[derive(Clone, Debug, PartialEq)]
pub struct ReserveDef {
    /// Index into [`Definition::pieces`].
    pub piece: usize,
    /// Number of pieces.
    pub count: u8,
    /// Spaces where they may be placed.
    pub zone: DropZone,
    /// Allows placement during Placement too (an Instant Reinforcement).
    pub instant: bool,
}

/// Named ability with its parameters as written in a file: `{ use = "withdraw", … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct AbilityUse {
    /// Name in the registry of [`crate::ability`].
    pub name: String,
    /// Parameters, checked against the registry.
    pub params: BTreeMap<String, Param>,
}

impl AbilityUse {
    /// Returns whether this parameter is `true`.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.params.get(name), Some(Param::Flag(true)))
    }

    /// Value of a numeric parameter, if given.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.params.get(name) {
            Some(Param::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Value of a parameter that is one word of a list, if given.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.params.get(name) {
            Some(Param::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Value of a parameter that names a zone, if given.
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        match self.params.get(name) {
            Some(Param::Zone(zone)) => Some(zone),
            _ => None,
        }
    }
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Param {
    /// Boolean.
    Flag(bool),
    /// Number.
    Number(i64),
    /// One word of a fixed list.
    Word(String),
    /// Piece types of the same Battalion: indices into [`Definition::pieces`].
    Pieces(Vec<usize>),
    /// Betza notation.
    Moves(Vec<MoveRule>),
    /// Part of the board.
    Zone(Zone),
}

/// Accepted values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Flag,
    /// Whole number in this range.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Id of a piece of the same file.
    Piece,
    /// List of piece ids of the same file.
    Pieces,
    /// Betza string or list of them.
    Moves,
    /// Name of a zone, drawn in the file or predefined.
    Zone,
}

/// Specification of an ability's parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamSpec {
    /// Name in the file.
    pub name: &'static str,
    /// Accepted values.
    pub kind: ParamKind,
    /// Required in every use of the ability.
    pub required: bool,
    /// Description for the reference, one sentence.
    pub about: &'static str,
}

impl ParamSpec {
    /// Part of the description about one word of a list. It follows the word in backticks and a colon, and ends before
    /// the next such word.
    ///
    /// ```
    /// let specs = engine::ability::specs();
    /// let becomes = specs.iter().find(|spec| spec.name == "become").unwrap();
    /// assert_eq!(becomes.params[1].meaning("capture"), Some("after it has captured (demotion)."));
    /// ```
    pub fn meaning(&self, word: &str) -> Option<&'static str> {
        let ParamKind::Word(words) = self.kind else { return None };
        let start = |word: &str| self.about.find(&format!("`{word}`"));
        let begin = start(word)?;
        let rest = self.about.get(begin..)?;
        let next = words.iter().filter_map(|other| start(other)).filter(|at| *at > begin).min();
        let own = next.and_then(|next| rest.get(..next - begin)).unwrap_or(rest);
        own.split_once(": ").map(|(_, meaning)| meaning.trim())
    }
}

/// Specification of an ability, for the reader of Battalion files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbilitySpec {
    /// Name in the file.
    pub name: &'static str,
    /// Owner: a piece (`[[piece]] abilities`) or the whole Battalion (`[[power]]`).
    pub scope: Scope,
    /// Parameters.
    pub params: &'static [ParamSpec],
    /// Description in one or two sentences.
    pub about: &'static str,
    /// Rule numbers.
    pub rules: &'static str,
    /// Example of its notation in a file.
    pub example: &'static str,
    /// Actions that the ability may add to a piece.
    pub weight: Weight,
}

/// Owner of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A piece.
    Piece,
    /// The whole Battalion.
    Battalion,
}
