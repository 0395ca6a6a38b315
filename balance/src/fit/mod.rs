//! Values of one army fitted to its games, after Peter Österlund's method for Texel, and the test that accepts them.
//!
//! * `subject`: the army ([`Fit`]). [`games`]: its games against itself. [`positions`]: what the fit uses of them.
//! * `layout`: the numbers that are fitted. [`descent`]: logistic regression.
//! * [`rivals`]: games of the fitted values against derived ones. [`sequential`]: the test that stops as soon as these
//!   games decide.
//!
//! Everything is done in short steps, so that a caller can do other work in between. Equal armies and settings give
//! equal values on every machine.

pub mod descent;
pub mod games;
mod layout;
pub mod positions;
pub mod rivals;
pub mod sequential;
mod subject;

pub use subject::{Fit, Settings};

/// Version of the procedure. Raise it when values of earlier versions should be fitted again.
pub const FORMAT: u32 = 1;
