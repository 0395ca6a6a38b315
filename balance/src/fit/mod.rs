//! Values of one army fitted to its games, after Peter Österlund's method for Texel, and the test that accepts them.
//!
//! * `subject`: the army ([`Fit`]), which plays [against itself](crate::selfplay) and is tested by [`Rivals`]. [`positions`]:
//!   what the fit uses of these games.
//! * `layout`: the numbers that are fitted. [`descent`]: logistic regression.
//!
//! Everything is done in short steps, so that a caller can do other work in between. Equal armies and settings give
//! equal values on every machine.

pub mod descent;
mod layout;
pub mod positions;
mod subject;

#[cfg(doc)]
use crate::rivals::Rivals;
pub use subject::{Fit, Settings};

/// Version of the procedure. Raise it when values of earlier versions should be fitted again.
pub const FORMAT: u32 = 1;
