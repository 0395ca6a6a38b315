//! Errors of requests: refusals of the host or of the interface.

use crate::host::{self, Refusal};

/// Reason why a request was not carried out. [`wording::refusal`](super::wording::refusal) converts it to text.
#[derive(Debug)]
pub enum Error {
    /// Refusal or fault of the host.
    Host(host::Error),
    /// Refusal by the interface, with its text.
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
    /// Returns true for a fault of the program.
    pub fn is_fault(&self) -> bool {
        matches!(self, Error::Host(host::Error::Internal(_)))
    }

    /// Returns true if the position has changed. The response then shows the current board.
    pub fn is_stale(&self) -> bool {
        matches!(self, Error::Stale | Error::Host(host::Error::Refused(Refusal::Stale(_))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{InternalError, Stale};

    #[test]
    fn faults_outdated_buttons_and_refusals_are_told_apart() {
        let fault = host::Error::from(InternalError::plain("testing", "a test"));
        for (error, is_fault, is_stale) in [
            (Error::from(fault), true, false),
            (Error::Stale, false, true),
            (Error::from(Refusal::Stale(Stale::Position)), false, true),
            (Error::from(Refusal::NotInGame), false, false),
            (Error::Refused("no".to_owned()), false, false),
        ] {
            assert_eq!((error.is_fault(), error.is_stale()), (is_fault, is_stale), "{error:?}");
        }
    }
}
