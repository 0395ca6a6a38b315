//! Import of armies from other programs: Fairy-Stockfish's `variants.ini` ([`from_variants_ini`]) and Interactive
//! Diagrams ([`from_diagram`]).
//!
//! The result is the text of a Battalion file and a list of features that could not be imported.
//!
//! ```
//! use engine::battalion::{from_diagram, read};
//! let taken = from_diagram("files=8\nranks=8\npromoChoice=N\npawn::::a2-h2\nknight:N:::b1,g1\nking:K:K::e1", "Small").unwrap();
//! let army = read(&taken.text, &engine::ability::specs()).unwrap();
//! assert_eq!(army.pieces.len(), 3);
//! ```

mod bases;
mod diagram;
mod ini;
pub(super) mod known;
mod region;
mod sketch;
pub(super) mod terms;

pub use diagram::from_diagram;
pub use ini::from_variants_ini;

/// Imported army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Text of a Battalion file.
    pub text: String,
    /// Features that could not be imported, one sentence each.
    pub missing: Vec<String>,
}

/// Error of importing an army.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Several variants and no name given, or no variant of this name.
    #[error("{}say which variant: {}", .asked.as_ref().map(|name| format!("there is no variant `{name}` here; ")).unwrap_or_default(), .known.join(", "))]
    Which {
        /// Name requested.
        asked: Option<String>,
        /// Names in the file.
        known: Vec<String>,
    },
    /// Variant that depends on an unknown one.
    #[error("`{name}` is based on `{parent}`, which is neither in the file nor known here; known are {known}")]
    Parent {
        /// Variant requested.
        name: String,
        /// Variant it is based on.
        parent: String,
        /// Names of the known ones.
        known: String,
    },
    /// Starting position without White's pieces.
    #[error("the `startFen` has no pieces of White (capital letters)")]
    NoWhite,
    /// Starting place off the board.
    #[error("`{piece}` starts off the board of {files}×{ranks}: correct its places, or `files` and `ranks`")]
    OffBoard {
        /// Name of the piece.
        piece: String,
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
    },
    /// No pieces.
    #[error("no pieces with a place to start were found: is it {0}?")]
    Nothing(&'static str),
    /// No royal piece.
    #[error("no piece is royal: a Battalion needs a Titan")]
    NoTitan,
}
