//! Pages, names, emoji and lengths of time at their limits.

use engine::board::Seat;

use super::names::DisplayNames;
use super::pages::{messages, paragraph};
use super::times::{UNREAD_CONTROL, UNREAD_DURATION, about, read, read_bound};
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

/// A name of which nothing can be seen is replaced, also beside another one in a shared seat.
#[test]
fn a_name_that_shows_nothing_is_somebody() {
    let hidden = || "\u{202e}\u{200b}".to_owned();
    let names = DisplayNames::new([vec![hidden()], vec!["Ann".to_owned(), hidden()]]);
    assert_eq!([0, 1].map(|seat| names.name(Seat(seat))), ["Somebody", "Ann and Somebody"]);
}

#[test]
fn the_time_that_is_left_is_said_in_two_units() {
    for (seconds, said) in [
        (59, "59 seconds"),
        (61, "1 minute 1 second"),
        (3_599, "59 minutes 59 seconds"),
        (3_600, "1 hour"),
        (3_661, "1 hour 1 minute"),
        (86_399, "23 hours 59 minutes"),
        (86_400, "1 day"),
        (176_460, "2 days 1 hour"),
    ] {
        assert_eq!(about(seconds), said);
    }
}

/// People name the time for a turn, for the game, for a reserve and for each move in many ways.
#[test]
fn every_name_of_a_time_is_read() {
    let turn = ["a turn", "per turn", "each turn", "for each turn", "for a turn", "/turn", "/ turn", "turn"];
    let each = ["a move", "per move", "each move", "for each move", "/move", "/ move", "move"];
    for name in turn.iter().chain(&each) {
        assert_eq!(read(&format!("3 days {name}")), Ok(TimeControl::PerTurn { turn: 259_200 }), "{name}");
    }
    for name in turn {
        let reserve = TimeControl::Reserve { turn: 86_400, reserve: 432_000 };
        assert_eq!(read(&format!("1 day {name} + 5 days")), Ok(reserve), "{name}");
    }
    for name in ["reserve", "in reserve", "a reserve", "of reserve", "for the game", "bank", "a game", "per game"] {
        let reserve = TimeControl::Reserve { turn: 86_400, reserve: 432_000 };
        assert_eq!(read(&format!("1 day + 5 days {name}")), Ok(reserve), "{name}");
    }
    let increment = Ok(TimeControl::Increment { game: 1_800, increment: 30 });
    for name in ["a game", "for the game", "per game", "game", "/game"] {
        assert_eq!(read(&format!("30 minutes {name} + 30 seconds")), increment, "{name}");
    }
    for name in each.iter().chain(&["increment", "a turn", "per turn"]) {
        assert_eq!(read(&format!("30 minutes + 30 seconds {name}")), increment, "{name}");
    }
}
