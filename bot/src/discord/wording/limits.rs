//! Pages, emoji and lengths of time at their limits.

use super::pages::{messages, paragraph};
use super::times::{UNREAD_CONTROL, UNREAD_DURATION, read, read_bound};
use crate::host::TimeControl;
use crate::text::line;

/// The title of a page takes 9 characters and the break after it 1, so that 90 of 100 are left.
#[test]
fn a_page_is_filled_to_its_last_character_and_no_further() {
    for (length, pages) in [(89, 1), (90, 1), (91, 2), (100, 2)] {
        let told = messages("Title", &[paragraph("", "x".repeat(length))], 100);
        let lengths: Vec<usize> = told.iter().map(|page| page.chars().count()).collect();
        assert_eq!(lengths.len(), pages, "{length}: {lengths:?}");
        assert!(lengths.iter().all(|characters| *characters <= 100), "{length}: {lengths:?}");
    }
}

/// A family or a couple has up to six parts. Longer chains fall apart.
#[test]
fn emoji_of_up_to_six_parts_stay_joined() {
    for parts in [2, 4, 5, 6, 7, 20] {
        let joined = vec!["👩"; parts].join("\u{200d}");
        let apart = "👩".repeat(parts);
        let expected = if parts <= 6 { &joined } else { &apart };
        assert_eq!(&line(&joined, 99), expected, "{parts}");
    }
}

/// A named time for a turn is followed by a reserve of any length, and never by time added with each move.
#[test]
fn a_reserve_may_be_shorter_than_the_time_for_a_turn() {
    let reserve = TimeControl::Reserve { turn: 86_400, reserve: 43_200 };
    for typed in ["1 day per turn + 12 hours", "24h a turn + 12h", "1 day per turn plus 12h in reserve"] {
        assert_eq!(read(typed), Ok(reserve), "{typed}");
    }
    for typed in ["1 day + 12 hours", "1 day per turn + 30 seconds a move"] {
        assert_eq!(read(typed), Err(UNREAD_CONTROL.to_owned()), "{typed}");
    }
}

/// After the time of a bound there may be words for a turn, and nothing else.
#[test]
fn a_bound_is_one_length_of_time() {
    for typed in ["1 day", "1 day per turn", " 24h a turn "] {
        assert_eq!(read_bound(typed), Ok(Some(86_400)), "{typed}");
    }
    for typed in ["any", "None", "no limit", "no bound"] {
        assert_eq!(read_bound(typed), Ok(None), "{typed}");
    }
    for typed in ["1 day x", "1 day + 5 days", "1 day to 3 days", "1 day reserve"] {
        assert_eq!(read_bound(typed), Err(UNREAD_DURATION.to_owned()), "{typed}");
    }
}
