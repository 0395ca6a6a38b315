//! Times in Discord's format: `2026-01-31T12:00:00.000000+00:00`.

use std::time::SystemTime;

use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

const FORMAT: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00");

/// Formats a time as ISO 8601, in UTC with microseconds.
pub(crate) fn iso(time: SystemTime) -> String {
    OffsetDateTime::from(time).format(FORMAT).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn known_days() {
        assert_eq!(iso(UNIX_EPOCH), "1970-01-01T00:00:00.000000+00:00");
        let leap = UNIX_EPOCH + Duration::from_micros(1_709_210_096_000_007);
        assert_eq!(iso(leap), "2024-02-29T12:34:56.000007+00:00");
    }
}
