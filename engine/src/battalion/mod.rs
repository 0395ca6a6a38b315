//! Battalions as data. A [`Definition`] is what a Battalion file says, checked but not yet bound to a game.
//! Built-in Battalions are files like any other (`engine/battalions/*.toml`).
//!
//! [`read`](fn@read) turns a file into a definition, or into everything that is wrong with it; [`builtin`] lists the files that come
//! with the program. The format is described in `docs/battalion-format.md`.

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
mod weight;

pub use builtin::{Builtin, LoadError, builtin, load_builtin};
pub use changes::{Aspect, Change, Changes, PieceChange, UseChange, changes};
pub use demo::{Demo, play};
pub use error::{FileError, MAX_ERRORS};
pub use export::{Exported, to_diagram, to_variants_ini};
pub use import::{ImportError, Imported, from_diagram, from_variants_ini};
pub use link::Link;
pub use opening::{OddOpening, Oddity, odd_openings};
pub use practice::Practice;
pub use read::{
    FORMAT, MAX_ALIASES, MAX_ENTRIES, MAX_EXAMPLE_PIECES, MAX_EXAMPLE_SIDE, MAX_EXAMPLE_TEXT, MAX_EXAMPLES, MAX_FILE,
    MAX_ID, MAX_NAME, MAX_PIECE_PROSE, MAX_PIECES, MAX_PROSE, MAX_RESERVE, MAX_ROWS, MAX_SUMMARY, decode, read,
    read_accepted,
};

pub use suggest::nearest;
pub(crate) use weight::Weighing;
pub use weight::{MAX_WEIGHT, Weight, weight};

use std::collections::BTreeMap;

use crate::board::{Seat, Space};
use crate::piece::art::Art;
use crate::piece::{MoveRule, Zone};

/// A Battalion (T-14), as its file defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Short key: lowercase letters, digits and hyphens.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Who designed it.
    pub author: String,
    /// How others may use the file: `CC BY 4.0`.
    pub license: String,
    /// What it builds on, and who helped.
    pub credits: Credits,
    /// One sentence for lists.
    pub summary: String,
    /// The rules that concern the Battalion as a whole, in words.
    pub prose: String,
    /// Counts double in Party Mode (T-27, T-30); never for duels (T-31).
    pub extra_strength: bool,
    /// Gamemodes in which it may be picked.
    pub matches: Matches,
    /// Counts among the Players whose number decides whether Targets must differ (T-27).
    pub counts_for_targets: bool,
    /// Where its pieces start.
    pub territory: Territory,
    /// Parts of its Territory that movements and aims speak of.
    pub zones: Vec<ZoneDef>,
    /// Its piece types, in file order.
    pub pieces: Vec<PieceDef>,
    /// Pieces it starts with in reserve (T-18).
    pub reserves: Vec<ReserveDef>,
    /// Abilities of the Battalion as a whole.
    pub powers: Vec<AbilityUse>,
}

/// Gamemodes in which a Battalion may be picked.
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
    /// Whether the Battalion may be picked in a duel.
    pub const fn duels(self) -> bool {
        !matches!(self, Matches::Party)
    }

    /// Whether the Battalion may be picked in Party Mode.
    pub const fn party(self) -> bool {
        !matches!(self, Matches::Duels)
    }
}

/// Sources of a Battalion and thanks, as its file gives them; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Address of the designer's own text.
    pub source: Option<Link>,
    /// The game or army that it is based on.
    pub based_on: String,
    /// Address of a description of that game or army.
    pub based_on_link: Option<Link>,
    /// People who helped.
    pub thanks: String,
}

/// A Territory's drawing (T-8).
#[derive(Clone, Debug, PartialEq)]
pub struct Territory {
    /// Rows from the front to the Back Rank; each entry is an index into [`Definition::pieces`] or `None`.
    /// Seen from the owner's side, left to right. All rows are equally long.
    pub rows: Vec<Vec<Option<usize>>>,
    /// May be mirrored left to right (T-15).
    pub mirror: bool,
    /// Battlefield columns to be left free on both sides of the Territory (T-15).
    pub margin: u8,
}

impl Territory {
    /// Columns.
    pub fn width(&self) -> u8 {
        self.rows.first().map_or(0, |row| row.len() as u8)
    }

    /// Rows.
    pub fn height(&self) -> u8 {
        self.rows.len() as u8
    }
}

/// A part of the Territory that the file draws.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneDef {
    /// Key within the Battalion, in words the name for people.
    pub id: String,
    /// Rows as of the layout, the last on the Back Rank: which Spaces belong to it.
    pub rows: Vec<Vec<bool>>,
}

/// A piece type as a file defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// Key within the Battalion.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Other names by which people look for it.
    pub aliases: Vec<String>,
    /// The letter of the layout, text boards and letter tokens: one or two characters.
    pub symbol: String,
    /// Icon name.
    pub icon: String,
    /// Its own picture, in place of the icon.
    pub art: Option<Art>,
    /// What it does, in words.
    pub prose: String,
    /// Rule numbers that concern it.
    pub rules: Vec<String>,
    /// Royal (T-10).
    pub titan: bool,
    /// Not touched by special effects of others (T-10).
    pub immutable: bool,
    /// Can be captured (T-10).
    pub capturable: bool,
    /// Blocks movement, one to a Space (T-10). Non-blocking pieces share Spaces.
    pub blocking: bool,
    /// Movements, from Betza notation.
    pub moves: Vec<MoveRule>,
    /// The notation as written, for the rulebook.
    pub betza: Vec<String>,
    /// Promotion (T-12).
    pub promotion: Option<PromotionDef>,
    /// May capture en passant (T-13).
    pub takes_en_passant: bool,
    /// May be captured en passant after a lame initial double step (T-13).
    pub taken_en_passant: bool,
    /// Piece types (indices) it can castle with, as a King (M-4).
    pub castles_with: Vec<usize>,
    /// How many Spaces it goes when it castles.
    pub castling: Castling,
    /// Named abilities.
    pub abilities: Vec<AbilityUse>,
    /// What it does, shown on small boards.
    pub examples: Vec<ExampleDef>,
}

/// How many Spaces a King goes towards its partner when it castles (M-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Towards a partner up to 3 Spaces away.
    pub near: u8,
    /// Towards one further away.
    pub far: u8,
    /// Where it ends instead, in a game with a shuffled Back Rank.
    pub home: Option<CastlingHome>,
}

/// Where castling ends in a game with a shuffled Back Rank: on the columns where it would have ended before, counted from 0 from the left
/// in the drawing of the Territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingHome {
    /// The King's column at the start.
    pub start: u8,
    /// Where it ends when it castles to the left.
    pub left: Option<u8>,
    /// Where it ends when it castles to the right.
    pub right: Option<u8>,
}

impl Castling {
    /// As in chess.
    pub const CHESS: Castling = Castling { near: 2, far: 2, home: None };

    /// How many Spaces towards a partner at this distance.
    pub const fn spaces(self, distance: u8) -> u8 {
        if distance > 3 { self.far } else { self.near }
    }
}

/// A small position that shows what a piece does, and the moves that do it. [`play`] plays them.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleDef {
    /// What is to be seen, in a sentence.
    pub text: String,
    /// The rows, the far one first: indices into [`Definition::pieces`] and whose they are. Seat 0 is the owner, who looks from
    /// below.
    pub rows: Vec<Vec<Option<(usize, Seat)>>>,
    /// So many rows at the bottom are the owner's Territory, so many on top the Opponent's.
    pub territory: u8,
    /// Pieces in the owner's reserve.
    pub reserve: Vec<usize>,
    /// Volatile pieces (V-4).
    pub volatile: Vec<Space>,
    /// Imprisoned pieces (V-6).
    pub imprisoned: Vec<Space>,
    /// The moves in notation, the owner's first, then in turn.
    pub moves: Vec<String>,
}

impl ExampleDef {
    /// Files.
    pub fn width(&self) -> u8 {
        self.rows.first().map_or(0, |row| row.len() as u8)
    }

    /// Ranks.
    pub fn height(&self) -> u8 {
        self.rows.len() as u8
    }
}

/// Promotion of a piece type (T-12).
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionDef {
    /// Options: indices into [`Definition::pieces`].
    pub to: Vec<usize>,
    /// The zone: this many rearmost rows of the Territory of any other Player.
    pub rear: u8,
    /// May stay what it is.
    pub optional: bool,
    /// Promotes by a move out of the zone, too.
    pub leaving: bool,
    /// Although it is optional, it must promote by a move onto so many rearmost rows.
    pub must: u8,
    /// Also to what pieces of the other Battalions in the game may promote to.
    pub others: bool,
}

/// Where a reserve may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropZone {
    /// The owner's Back Rank (T-18).
    BackRank,
    /// The owner's Territory (P-6).
    Territory,
    /// Anywhere on the board.
    Board,
    /// Nowhere as a turn: only by what brings it in.
    Gate,
}

impl DropZone {
    /// Every zone with the name it has in a Battalion file.
    pub const NAMES: &[(&str, DropZone)] = &[
        ("back-rank", DropZone::BackRank),
        ("territory", DropZone::Territory),
        ("board", DropZone::Board),
        ("gate", DropZone::Gate),
    ];

    /// The zone of this name.
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
    /// How many.
    pub count: u8,
    /// Where they may be placed.
    pub zone: DropZone,
    /// May also be placed during Placement (an Instant Reinforcement).
    pub instant: bool,
}

/// A named ability with its parameters, as a file gives it: `{ use = "withdraw", … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct AbilityUse {
    /// Name in the registry of [`crate::ability`].
    pub name: String,
    /// Parameters, checked against the registry.
    pub params: BTreeMap<String, Param>,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Param {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// One word of a fixed list.
    Word(String),
    /// Piece types of the same Battalion: indices into [`Definition::pieces`].
    Pieces(Vec<usize>),
    /// Betza notation.
    Moves(Vec<MoveRule>),
    /// A part of the board.
    Zone(Zone),
}

/// What a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Flag,
    /// A whole number in this range.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// The id of a piece of the same file.
    Piece,
    /// A list of piece ids of the same file.
    Pieces,
    /// A Betza string or a list of them.
    Moves,
    /// The name of a zone, drawn in the file or known everywhere.
    Zone,
}

/// A parameter that an ability knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamSpec {
    /// Name in the file.
    pub name: &'static str,
    /// What it accepts.
    pub kind: ParamKind,
    /// Must be given.
    pub required: bool,
    /// A sentence for the reference.
    pub about: &'static str,
}

/// What the reader needs to know of an ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbilitySpec {
    /// Name in the file.
    pub name: &'static str,
    /// Given to a piece (`[[piece]] abilities`) or to the whole Battalion (`[[power]]`).
    pub scope: Scope,
    /// Its parameters.
    pub params: &'static [ParamSpec],
    /// What it does, in one or two sentences.
    pub about: &'static str,
    /// Rule numbers.
    pub rules: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// How many actions it may add to a piece.
    pub weight: Weight,
}

/// Where an ability is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// On a piece.
    Piece,
    /// On the Battalion.
    Battalion,
}
