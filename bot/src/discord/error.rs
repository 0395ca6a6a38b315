//! Why a request was not done: the host refuses it, or the interface itself does.

use crate::host::{self, Refusal};

/// Why a request was not done. [`wording::refusal`](super::wording::refusal) puts it into words.
#[derive(Debug)]
pub enum Error {
    /// The host refuses it, or something broke.
    Host(host::Error),
    /// The interface refuses it, with this sentence.
    Refused(String),
    /// The component belongs to an earlier position.
    Stale,
}

impl From<host::Error> for Error {
    fn from(error: host::Error) -> Self {
        Error::Host(error)
    }
}

impl From<Refusal> for Error {
    fn from(why: Refusal) -> Self {
        Error::Host(why.into())
    }
}

impl Error {
    /// Whether something broke.
    pub fn is_fault(&self) -> bool {
        matches!(self, Error::Host(host::Error::Internal(_)))
    }

    /// Whether the position has changed meanwhile: then the present board helps.
    pub fn is_stale(&self) -> bool {
        matches!(self, Error::Stale | Error::Host(host::Error::Refused(Refusal::Stale(_))))
    }
}
