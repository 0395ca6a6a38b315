//! Holidays: time in which somebody's clocks stand still.

use serde::{Deserialize, Serialize};

/// A holiday, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Holiday {
    /// Its first moment.
    pub from: i64,
    /// The moment they are back.
    pub to: i64,
}

/// What somebody wants of their holidays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HolidayChange {
    /// To go on this one, instead of any that has not ended.
    Take(Holiday),
    /// To go on one of this length from now on, in milliseconds.
    Now(i64),
    /// To be back.
    End,
}
