//! Phrases that all texts share.

use crate::play::{Fall, Kept};
use crate::view::Badge;

/// Name with its article: "a Golem", "an Agent".
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// State of a piece: "Volatile", "Invulnerable for 2".
pub fn state(badge: &Badge) -> String {
    match badge {
        Badge::Immobilised => "Immobilised".to_owned(),
        Badge::Imprisoned => "Imprisoned".to_owned(),
        Badge::Volatile => "Volatile".to_owned(),
        Badge::Invulnerable(turns) => format!("Invulnerable for {turns}"),
        Badge::Shield(turns) => format!("Shield up for {turns}"),
    }
}

/// Number of a turn, as written before its notation. The two Players of a duel share a move number, as in chess: "17."
/// and "17…". With three or more seats, each turn has its own: "34.".
///
/// ```
/// use engine::words::turn_number;
/// assert_eq!((turn_number(33, 2), turn_number(34, 2)), ("17.".to_owned(), "17…".to_owned()));
/// assert_eq!(turn_number(34, 4), "34.");
/// ```
pub fn turn_number(turn: u32, seats: usize) -> String {
    match (seats, turn % 2) {
        (2, 0) => format!("{}…", turn / 2),
        (2, _) => format!("{}.", turn.div_ceil(2)),
        _ => format!("{turn}."),
    }
}

/// Number of turns played, in moves for a duel: "17 moves", "34 turns".
///
/// ```
/// use engine::words::turns_played;
/// assert_eq!((turns_played(33, 2), turns_played(1, 2)), ("17 moves".to_owned(), "1 move".to_owned()));
/// assert_eq!(turns_played(34, 4), "34 turns");
/// ```
pub fn turns_played(turns: u32, seats: usize) -> String {
    let (number, word) = match seats {
        2 => (turns.div_ceil(2), "move"),
        _ => (turns, "turn"),
    };
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Half points as points: "1½".
pub fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Cause of a defeat in a word or two: "checkmated".
pub const fn fall(how: Fall) -> &'static str {
    match how {
        Fall::TitanCaptured => "Titan captured",
        Fall::Checkmate => "checkmated",
        Fall::Bereft => "no Supporters",
        Fall::Outrun => "outrun",
        Fall::Level => "level at the goal",
        Fall::Checks => "too many Checks",
        Fall::Extinct => "pieces lost",
        Fall::GaveAll => "took the last piece",
        Fall::Stalemate => "stalemated",
        Fall::Resigned => "resigned",
        Fall::Time => "out of time",
    }
}

/// Piece in a hand or reserve: "Volatile Pawn".
pub fn held(name: &str, kept: Kept) -> String {
    match kept {
        Kept::Nothing => name.to_owned(),
        Kept::Volatile => format!("Volatile {name}"),
        Kept::Leaving => format!("Volatile {name} with Supporter"),
    }
}
