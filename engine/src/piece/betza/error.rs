//! Errors in a notation.

use std::ops::Range;

/// Error in a notation, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .suggestion.as_ref().map(|s| format!(", did you mean `{s}`?")).unwrap_or_default())]
pub struct BetzaError {
    /// Byte range of the error.
    pub range: Range<usize>,
    /// Problem found, and the expected text.
    pub message: String,
    /// Suggested replacement.
    pub suggestion: Option<String>,
}

impl BetzaError {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, message: message.into(), suggestion: None }
    }

    pub(super) fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }
}
