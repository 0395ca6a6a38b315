//! Errors of a Battalion file: position, message and suggestion.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::text::counted;

/// Maximum number of errors reported for one file; the number of further errors follows them.
pub const MAX_ERRORS: usize = 100;

/// Error in a Battalion file.
///
/// ```
/// let error = engine::battalion::FileError {
///     line: 12,
///     column: 8,
///     message: "unknown ability `imobilise`".to_owned(),
///     suggestion: Some("immobilise".to_owned()),
/// };
/// assert_eq!(error.to_string(), "line 12, column 8: unknown ability `imobilise`, did you mean `immobilise`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Problem found, and the expected value.
    pub message: String,
    /// Suggested replacement.
    pub suggestion: Option<String>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, ", did you mean `{suggestion}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FileError {}

/// Rank of an error. Causes are listed before their possible consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Invalid TOML.
    Syntax,
    /// Wrong key or id, which makes other parts of the file wrong.
    Naming,
    /// Wrong value.
    Cause,
    /// Missing value or unknown name, possibly the consequence of a wrong key or id.
    Consequence,
}

/// Errors collected for one text.
#[derive(Debug)]
pub(super) struct Report<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
    errors: Vec<(Rank, FileError)>,
    /// Lines with invalid TOML. Other errors may be consequences of these.
    broken: BTreeSet<u32>,
    /// The text was accepted earlier, so rules added since are not enforced.
    accepted: bool,
}

/// Number of lines or columns. Files are far shorter than its maximum.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<'a> Report<'a> {
    pub(super) fn new(text: &'a str, accepted: bool) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, line_starts, errors: Vec::new(), broken: BTreeSet::new(), accepted }
    }

    /// Line and column of a byte offset.
    fn position(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = self.line_starts[line - 1];
        let column = self.text.as_bytes()[start..offset].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        (count(line), count(column + 1))
    }

    /// Adds a TOML syntax error.
    pub(super) fn syntax(&mut self, at: usize, message: String) {
        let (line, column) = self.position(at);
        self.broken.insert(line);
        let error = FileError { line, column, message, suggestion: None };
        self.errors.push((Rank::Syntax, error));
    }

    /// Returns whether the TOML is invalid anywhere.
    pub(super) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Returns whether there are no errors so far.
    pub(super) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns whether the text was accepted earlier.
    pub(super) fn is_accepted(&self) -> bool {
        self.accepted
    }

    /// Number of errors so far.
    pub(super) fn count(&self) -> usize {
        self.errors.len()
    }

    /// Drops the errors found after the first `count`.
    pub(super) fn forget_after(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// Limit on the entries of a list; none for a text accepted earlier.
    pub(super) fn at_most(&self, max: usize) -> usize {
        if self.accepted { usize::MAX } else { max }
    }

    /// Adds an error about a value that is readable but not allowed. Ignored for a text accepted earlier, because
    /// limits and checks have become stricter since.
    pub(super) fn forbid(&mut self, at: usize, message: impl Into<String>) {
        if !self.accepted {
            self.error(at, message);
        }
    }

    /// Adds an error about content that cannot be read.
    pub(super) fn error(&mut self, at: usize, message: impl Into<String>) {
        self.suggest(at, message, None);
    }

    /// Adds an error about content, with a suggestion.
    pub(super) fn suggest(&mut self, at: usize, message: impl Into<String>, suggestion: Option<String>) {
        self.push(Rank::Cause, at, message.into(), suggestion);
    }

    /// Adds an error about a key or an id, with a suggestion. Other errors may be consequences of this one.
    pub(super) fn naming(&mut self, at: usize, message: impl Into<String>, suggestion: Option<String>) {
        self.push(Rank::Naming, at, message.into(), suggestion);
    }

    /// Adds an error about an unknown name, with a suggestion. An earlier error may be why the name is unknown.
    pub(super) fn unknown(&mut self, at: usize, message: impl Into<String>, suggestion: Option<String>) {
        self.push(Rank::Consequence, at, message.into(), suggestion);
    }

    fn push(&mut self, rank: Rank, at: usize, message: String, suggestion: Option<String>) {
        let (line, column) = self.position(at);
        if !self.broken.contains(&line) {
            let error = FileError { line, column, message, suggestion };
            self.errors.push((rank, error));
        }
    }

    /// Adds an error about a missing value. Ignored in a text with broken lines, because the value may be on one of
    /// them.
    pub(super) fn missing(&mut self, at: usize, message: impl Into<String>) {
        if self.broken.is_empty() {
            self.unknown(at, message, None);
        }
    }

    /// Adds an error about a missing value that has a default. Ignored for a text accepted earlier.
    pub(super) fn forbid_missing(&mut self, at: usize, message: impl Into<String>) {
        if !self.accepted {
            self.missing(at, message);
        }
    }

    /// Byte offset of part of a text value. Falls back to the start of the value if the file writes it with escapes.
    pub(super) fn inside(&self, span: &Range<usize>, value: &str, offset: usize) -> usize {
        let literal = self.text.get(span.clone()).unwrap_or_default();
        match literal.find(value) {
            Some(start) if !value.is_empty() => span.start + start + offset,
            _ => span.start,
        }
    }

    /// Byte offset of the n-th (from 0) occurrence of a character within a part of the file. Falls back to the start of
    /// the part.
    pub(super) fn nth_in(&self, span: &Range<usize>, c: char, n: usize) -> usize {
        let literal = self.text.get(span.clone()).unwrap_or_default();
        literal.match_indices(c).nth(n).map_or(span.start, |(at, _)| span.start + at)
    }

    /// Returns all errors: invalid TOML first, then in file order. A possible consequence follows every error that may be
    /// its cause.
    pub(super) fn finish(mut self) -> Vec<FileError> {
        let naming = self.errors.iter().filter(|(rank, _)| *rank == Rank::Naming);
        let last_cause = naming.map(|(_, error)| (error.line, error.column)).max();
        self.errors.sort_by_cached_key(|(rank, error)| {
            let place = (error.line, error.column);
            let after = last_cause.filter(|_| *rank == Rank::Consequence).map_or(place, |cause| cause.max(place));
            (*rank != Rank::Syntax, after, *rank, error.clone())
        });
        self.errors.dedup_by(|(_, one), (_, other)| one == other);
        let mut errors: Vec<FileError> = self.errors.into_iter().map(|(_, error)| error).collect();
        if errors.len() > MAX_ERRORS {
            let more = errors.len() - MAX_ERRORS;
            errors.truncate(MAX_ERRORS);
            if let Some(last) = errors.last().cloned() {
                let errors_more = counted(more, "more error", "more errors");
                errors.push(FileError { message: format!("and {errors_more}"), suggestion: None, ..last });
            }
        }
        errors
    }
}
