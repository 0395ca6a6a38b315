//! Armies from other programs' files, as far as they say one: Fairy-Stockfish's `variants.ini` ([`from_variants_ini`]) and the description of an
//! Interactive Diagram ([`from_diagram`]).
//!
//! What comes out is the text of a Battalion file, which is read as any other, and a list of what could not be taken.
//!
//! ```
//! use engine::battalion::{from_diagram, read};
//! let taken = from_diagram("files=8\nranks=8\npromoChoice=N\npawn::::a2-h2\nknight:N:::b1,g1\nking:K:K::e1", "Small").unwrap();
//! let army = read(&taken.text, &engine::ability::specs()).unwrap();
//! assert_eq!(army.pieces.len(), 3);
//! ```

mod diagram;
mod ini;
mod known;
mod sketch;
mod terms;

pub use diagram::from_diagram;
pub use ini::from_variants_ini;

/// An army taken from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// A Battalion file.
    pub text: String,
    /// What could not be taken, a sentence each.
    pub missing: Vec<String>,
}

/// Why a file says no army.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Several variants, or none of this name.
    #[error("{}say which variant: {}", .asked.as_ref().map(|name| format!("there is no variant `{name}` here; ")).unwrap_or_default(), .known.join(", "))]
    Which {
        /// The one asked for.
        asked: Option<String>,
        /// Those in the file.
        known: Vec<String>,
    },
    /// No pieces at all.
    #[error("no pieces with a place to start were found: is it {0}?")]
    Nothing(&'static str),
    /// Nothing royal.
    #[error("no piece is royal: a Battalion needs a Titan")]
    NoTitan,
}
