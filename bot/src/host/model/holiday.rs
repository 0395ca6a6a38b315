//! Holidays: periods in which a person's clocks are stopped.

use serde::{Deserialize, Serialize};

/// A holiday, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Holiday {
    /// Start.
    pub from: i64,
    /// End.
    pub to: i64,
}

/// Change to a person's holidays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HolidayChange {
    /// Take this holiday. It replaces any holiday that has not ended.
    Take(Holiday),
    /// Start a holiday of this length now, in milliseconds.
    Now(i64),
    /// End the current holiday.
    End,
}
