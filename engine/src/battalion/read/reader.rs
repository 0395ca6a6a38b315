//! State of the reader.

use crate::battalion::AbilitySpec;
use crate::battalion::error::Report;

/// Reader of one file, with the names and errors found so far.
pub(super) struct Reader<'t> {
    pub(super) report: Report<'t>,
    pub(super) abilities: &'t [AbilitySpec],
    /// Ids of the pieces in file order, as written.
    pub(super) ids: Vec<String>,
    /// Symbols of the pieces in file order, as written.
    pub(super) symbols: Vec<String>,
    /// Ids of the zones drawn in the file.
    pub(super) zones: Vec<String>,
    /// Known keys that were probably misspelt, with the offset of their table.
    pub(super) misspelt: Vec<(usize, String)>,
    /// The layout contains an unknown piece.
    pub(super) layout_unsure: bool,
    /// Location of each example's moves: index of the piece, index of the example, byte offset.
    pub(super) examples_at: Vec<(usize, usize, usize)>,
}
