//! Errors of a Battalion file: where, what was expected, what may have been meant.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::text::counted;

/// The most errors reported for one file; then comes how many more there are.
pub const MAX_ERRORS: usize = 100;

/// Something wrong in a Battalion file.
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
    /// What is wrong, and what was expected.
    pub message: String,
    /// What may have been meant, to be written instead.
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

/// How an error came about: causes are listed before what may only follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The TOML is broken.
    Syntax,
    /// What stands there is wrong.
    Cause,
    /// Something is not there, or is called by a name that nothing has: perhaps because of another error.
    Consequence,
}

/// Collects the errors of one text.
#[derive(Debug)]
pub(super) struct Report<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
    errors: Vec<(Rank, FileError)>,
    /// Lines the TOML itself is broken on. What seems wrong with their content follows from that.
    broken: BTreeSet<u32>,
    /// The text was accepted once: what is only forbidden today is not said.
    accepted: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(text: &'a str, accepted: bool) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, line_starts, errors: Vec::new(), broken: BTreeSet::new(), accepted }
    }

    /// Line and column of a byte.
    fn position(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = self.line_starts[line - 1];
        let column = self.text.as_bytes()[start..offset].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        (line as u32, column as u32 + 1)
    }

    /// An error of the TOML itself.
    pub(super) fn syntax(&mut self, at: usize, message: String) {
        let (line, column) = self.position(at);
        self.broken.insert(line);
        let error = FileError { line, column, message, suggestion: None };
        self.errors.push((Rank::Syntax, error));
    }

    /// The TOML itself is broken somewhere.
    pub(super) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Nothing is wrong so far.
    pub(super) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// The text was accepted once.
    pub(super) fn is_accepted(&self) -> bool {
        self.accepted
    }

    /// How many errors there are.
    pub(super) fn count(&self) -> usize {
        self.errors.len()
    }

    /// Forgets the errors that were found after the first `count`.
    pub(super) fn forget_after(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// At most so many entries of a list; of a text that was accepted once all.
    pub(super) fn at_most(&self, max: usize) -> usize {
        if self.accepted { usize::MAX } else { max }
    }

    /// Something that is understood but not allowed. A text that was accepted once may say it: limits and checks have become
    /// stricter since.
    pub(super) fn forbid(&mut self, at: usize, message: impl Into<String>) {
        if !self.accepted {
            self.error(at, message);
        }
    }

    /// An error of the content: it cannot be understood.
    pub(super) fn error(&mut self, at: usize, message: impl Into<String>) {
        self.suggest(at, message, None);
    }

    /// An error of the content, and what may have been meant.
    pub(super) fn suggest(&mut self, at: usize, message: impl Into<String>, suggestion: Option<String>) {
        self.push(Rank::Cause, at, message.into(), suggestion);
    }

    /// Something is called by a name that nothing has, and what may have been meant. Another error may have kept the name from being
    /// known.
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

    /// Something is not there. In a text with broken lines it may well be on one of them, so nothing is said then.
    pub(super) fn missing(&mut self, at: usize, message: impl Into<String>) {
        if self.broken.is_empty() {
            self.unknown(at, message, None);
        }
    }

    /// The same for what is understood without it.
    pub(super) fn forbid_missing(&mut self, at: usize, message: impl Into<String>) {
        if !self.accepted {
            self.missing(at, message);
        }
    }

    /// The byte where part of a text value stands in the file, if it is written there without escapes; else where the value starts.
    pub(super) fn inside(&self, span: &Range<usize>, value: &str, offset: usize) -> usize {
        let literal = self.text.get(span.clone()).unwrap_or_default();
        match literal.find(value) {
            Some(start) if !value.is_empty() => span.start + start + offset,
            _ => span.start,
        }
    }

    /// The byte of the n-th (from 0) such character within a part of the file; where the part starts if it is not written out there.
    pub(super) fn nth_in(&self, span: &Range<usize>, c: char, n: usize) -> usize {
        let literal = self.text.get(span.clone()).unwrap_or_default();
        literal.match_indices(c).nth(n).map_or(span.start, |(at, _)| span.start + at)
    }

    /// Everything found: causes before what may only follow from them, and each kind in the order of the file.
    pub(super) fn finish(mut self) -> Vec<FileError> {
        self.errors.sort();
        self.errors.dedup();
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
