//! Errors of use cases: a [`Refusal`] is shown to the person, an [`InternalError`] goes to the log.

mod refusal;

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{LazyLock, Mutex};

use engine::action::Illegal;
use engine::titans::SetupError;
use tokio::time::Instant;

use crate::folded::Folded;
use crate::store::{Cause, StoreError};

use super::{lock, random};
pub use refusal::{
    BattalionRefusal, BattlefieldRefusal, ChallengeRefusal, ClockRefusal, ComputerRefusal, ConditionalRefusal, Denied,
    Entry, FileRefusal, HolidayRefusal, LobbyRefusal, Missing, NoGame, NotPgn, NotStarted, NotYourTurn, NothingToShow,
    OddsRefusal, OptionRefusal, Over, Refusal, RematchRefusal, SettingsConflict, Stale, StandingRefusal, TableRefusal,
    TrialRefusal, UnknownName,
};

/// Error of any use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Refusal, shown to the person as an ephemeral message.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// Internal error. The person gets an apology with an error number; the log has the details.
    #[error("{0}")]
    Internal(#[from] InternalError),
}

/// Shorthand for `Err(refuse(...))`.
pub(crate) fn refuse(why: impl Into<Refusal>) -> Error {
    Error::Refused(why.into())
}

impl From<Illegal> for Error {
    fn from(why: Illegal) -> Self {
        refuse(why)
    }
}

impl From<SetupError> for Error {
    fn from(why: SetupError) -> Self {
        refuse(why)
    }
}

/// Time of the last database failure, such as a full or read-only disk or a damaged file.
static FAILED: Mutex<Option<Instant>> = Mutex::new(None);

/// Returns true if the database has failed since this moment.
pub(super) fn database_failed_since(moment: Instant) -> bool {
    lock(&FAILED).is_some_and(|at| at >= moment)
}

/// Internal error. Its constructor logs the cause under an error number; people see only the number.
pub struct InternalError {
    number: String,
    cause: Cause,
    reading: bool,
}

impl InternalError {
    /// Logs the cause, which must not contain secrets of a game.
    pub fn new(doing: &str, cause: &(dyn StdError + 'static)) -> Self {
        let number = random::short();
        let mut chain = cause.to_string();
        let mut next = cause.source();
        while let Some(inner) = next {
            chain = format!("{chain}: {inner}");
            next = inner.source();
        }
        tracing::error!(fault = %number, doing, cause = %chain, "something broke");
        Self { number, cause: Cause::Other, reading: false }
    }

    /// Creates a database error. While the file is not writable, every action fails for the same reason. All errors of
    /// one minute share one log line and its number.
    fn of_database(error: &StoreError) -> Self {
        static SHARED: LazyLock<SharedNumbers> = LazyLock::new(SharedNumbers::default);
        let (cause, reading) = (error.cause(), matches!(error, StoreError::Sql(_)));
        if error.is_closed() {
            return Self { number: random::short(), cause, reading };
        }
        let logged = || InternalError::new("using the database", error).number;
        if cause == Cause::Other {
            return Self { number: logged(), cause, reading };
        }
        *lock(&FAILED) = Some(Instant::now());
        Self { number: SHARED.number(cause, logged), cause, reading }
    }

    /// Creates an error without an underlying cause.
    pub fn plain(doing: &str, what: &str) -> Self {
        let number = random::short();
        tracing::error!(fault = %number, doing, cause = what, "something broke");
        Self { number, cause: Cause::Other, reading: false }
    }

    /// Cause of the database failure, if the database failed.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns true if the failed operation only read data, so nothing was lost.
    pub fn reading(&self) -> bool {
        self.reading
    }

    /// Error number in the log.
    pub fn number(&self) -> &str {
        &self.number
    }
}

/// Error numbers of database failures, by cause.
#[derive(Default)]
struct SharedNumbers {
    lines: Folded<Cause>,
    numbers: Mutex<BTreeMap<Cause, String>>,
}

impl SharedNumbers {
    /// Number of the log line of the last minute about a cause, or of a new line, which `log` writes.
    fn number(&self, cause: Cause, log: impl FnOnce() -> String) -> String {
        let times = self.lines.line(cause);
        let mut numbers = lock(&self.numbers);
        if let (Some(number), None) = (numbers.get(&cause), times) {
            return number.clone();
        }
        if let Some(times) = times.filter(|times| *times > 1) {
            tracing::warn!(?cause, times, "the database failed like this since the last line");
        }
        let number = log();
        numbers.insert(cause, number.clone());
        number
    }
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fault {}", self.number)
    }
}

impl fmt::Debug for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InternalError({})", self.number)
    }
}

impl StdError for InternalError {}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Error::Internal(InternalError::of_database(&error))
    }
}

impl From<render::RenderError> for Error {
    fn from(error: render::RenderError) -> Self {
        Error::Internal(InternalError::new("drawing a picture", &error))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// People get the number of the newest line about their failure.
    #[tokio::test(start_paused = true)]
    async fn failures_of_one_cause_share_the_number_of_the_newest_line() {
        let (shared, lines) = (SharedNumbers::default(), Cell::new(0));
        let number = |cause| {
            shared.number(cause, || {
                lines.set(lines.get() + 1);
                lines.get().to_string()
            })
        };
        let mut numbers = Vec::new();
        for wait in [0, 30, 29, 1, 59, 1, 600] {
            tokio::time::advance(Duration::from_secs(wait)).await;
            numbers.push(number(Cause::Full));
        }
        assert_eq!(numbers, ["1", "1", "1", "2", "2", "3", "4"]);
        assert_eq!([number(Cause::Disk), number(Cause::Full), number(Cause::Disk)], ["5", "4", "5"]);
    }
}
