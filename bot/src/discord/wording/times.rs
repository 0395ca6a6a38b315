//! Lengths of time and time controls: formatting in one way, and parsing of the many ways in which people type them.

use super::count;
use crate::host::{TimeControl, TimePart};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// Treatment of an untimed game without moves.
pub const SILENCE: &str =
    "after 14 days without a move the bot asks whether you are still playing, and a week later it adjourns the game";

/// Completions before anything is typed.
pub const USUAL: [&str; 11] = [
    "3 days per turn",
    "1 day per turn",
    "7 days per turn",
    "12 hours per turn",
    "1 hour per turn",
    "10 minutes per turn",
    "1 day per turn + 5 days reserve",
    "30 minutes + 30 seconds a move",
    "10 minutes + 5 seconds a move",
    "14 days per turn",
    "no time limit",
];

/// Length of time: "1 day", "1 day 12 hours"; 90 minutes are "1 hour 30 minutes".
pub fn duration(seconds: u32) -> String {
    let units =
        [(DAY, "day", "days"), (HOUR, "hour", "hours"), (MINUTE, "minute", "minutes"), (1, "second", "seconds")];
    let mut left = seconds;
    let mut parts = Vec::new();
    for (size, one, many) in units {
        if left >= size {
            parts.push(count((left / size) as usize, one, many));
            left %= size;
        }
    }
    if parts.is_empty() { "0 seconds".to_owned() } else { parts.join(" ") }
}

/// Length of time in its two largest units: "2 days 5 hours".
pub fn about(seconds: u32) -> String {
    let grain = match seconds {
        DAY.. => HOUR,
        HOUR.. => MINUTE,
        _ => 1,
    };
    duration(seconds / grain * grain)
}

/// Time control in the form that [`read`] parses.
pub fn control(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "no time limit".to_owned(),
        TimeControl::PerTurn { turn } => format!("{} per turn", duration(turn)),
        TimeControl::Reserve { turn, reserve } => {
            format!("{} per turn + {} reserve", duration(turn), duration(reserve))
        }
        TimeControl::Increment { game, increment } => {
            format!("{} + {} a move", duration(game), duration(increment))
        }
    }
}

/// Refusal of a time control with a part that is too short or too long.
pub fn out_of_bounds(part: TimePart) -> String {
    let bounds = part.bounds();
    let what = match part {
        TimePart::Turn => "The time for a turn",
        TimePart::Reserve => "The reserve for the game",
        TimePart::Game => "The time for the game",
        TimePart::Increment => "The time added with each move",
    };
    format!("{what} must be between {} and {}.", duration(*bounds.start()), duration(*bounds.end()))
}

/// Refusal of a text that is no time control.
pub const UNREAD_CONTROL: &str = "That is not a time I can read; type one like `3 days`, `36h`, `1 day + 5 days reserve`, `30 min + 30 s a move` or `none`.";
/// Refusal of a text that is no length of time.
pub const UNREAD_DURATION: &str =
    "That is not a time I can read; type one like `10m`, `36h`, `3 days` or `1d 12h`, or `any` for no bound.";

/// Parses a time control.
///
/// # Errors
/// A sentence about the fault and the remedy.
pub fn read(text: &str) -> Result<TimeControl, String> {
    let control = parse(text).ok_or_else(|| UNREAD_CONTROL.to_owned())?;
    match control.fault() {
        Some(part) => Err(out_of_bounds(part)),
        None => Ok(control),
    }
}

/// Parses a bound for the time of a turn, in seconds; `None` for no bound.
///
/// # Errors
/// A sentence about the remedy.
pub fn read_bound(text: &str) -> Result<Option<u32>, String> {
    let text = text.trim().to_lowercase();
    if matches!(text.as_str(), "any" | "none" | "no bound" | "no limit") {
        return Ok(None);
    }
    let label = |rest: &str| TURN.contains(&rest);
    let (seconds, rest) = lengths(&text).ok_or(UNREAD_DURATION)?;
    if rest.is_empty() || label(rest) { Ok(Some(seconds)) } else { Err(UNREAD_DURATION.to_owned()) }
}

const NONE: [&str; 7] = ["none", "no limit", "no time limit", "unlimited", "without limit", "no clock", "off"];
const TURN: [&str; 8] = ["a turn", "per turn", "each turn", "for each turn", "for a turn", "/turn", "/ turn", "turn"];
const GAME: [&str; 5] = ["a game", "for the game", "per game", "game", "/game"];
const RESERVE: [&str; 8] =
    ["reserve", "in reserve", "a reserve", "of reserve", "for the game", "bank", "a game", "per game"];
const MOVE: [&str; 10] =
    ["a move", "per move", "each move", "for each move", "/move", "/ move", "move", "increment", "a turn", "per turn"];

fn parse(text: &str) -> Option<TimeControl> {
    let text = text.trim().to_lowercase();
    if NONE.contains(&text.as_str()) {
        return Some(TimeControl::Unlimited);
    }
    let Some((first, second)) = text.split_once('+').or_else(|| text.split_once(" plus ")) else {
        let (turn, label) = lengths(&text)?;
        let known = label.is_empty() || TURN.contains(&label) || MOVE[..7].contains(&label);
        return known.then_some(TimeControl::PerTurn { turn });
    };
    // Notation of chess players: minutes and seconds.
    if let (Ok(minutes), Ok(increment)) = (first.trim().parse::<u32>(), second.trim().parse()) {
        let game = minutes.checked_mul(MINUTE)?;
        return Some(TimeControl::Increment { game, increment });
    }
    let ((first, of_first), (second, of_second)) = (lengths(first)?, lengths(second)?);
    let (by_turn, by_game) = (TURN.contains(&of_first), GAME.contains(&of_first));
    if !(by_turn || by_game || of_first.is_empty()) {
        return None;
    }
    let reserve = TimeControl::Reserve { turn: first, reserve: second };
    let increment = TimeControl::Increment { game: first, increment: second };
    match of_second {
        label if MOVE.contains(&label) && !by_turn => Some(increment),
        _ if by_game && !of_second.is_empty() => None,
        label if RESERVE.contains(&label) => Some(reserve),
        "" if by_turn || !by_game && second >= first => Some(reserve),
        "" if second <= 5 * MINUTE => Some(increment),
        _ => None,
    }
}

/// Sum of the lengths at the beginning of a text, in seconds, and the rest of the text.
fn lengths(text: &str) -> Option<(u32, &str)> {
    let mut rest = text.trim();
    let mut total = 0u32;
    let mut any = false;
    loop {
        let next = rest.strip_prefix(',').map_or(rest, str::trim_start);
        let next = next.strip_prefix("and ").map_or(next, str::trim_start);
        match length(next) {
            Some((seconds, after)) => {
                total = total.saturating_add(seconds);
                rest = after.trim_start();
                any = true;
            }
            None => return any.then_some((total, rest.trim())),
        }
    }
}

/// Number with its unit at the beginning of a text, in seconds, and the rest of the text.
fn length(text: &str) -> Option<(u32, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, rest) = text.split_at(digits);
    let rest = rest.trim_start();
    let letters = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(letters);
    let unit = match unit {
        "s" | "sec" | "secs" | "second" | "seconds" => 1,
        "m" | "min" | "mins" | "minute" | "minutes" => MINUTE,
        "h" | "hr" | "hrs" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => WEEK,
        _ => return None,
    };
    // Half hours are allowed, but only whole seconds.
    let seconds = number.parse::<f64>().ok()? * f64::from(unit);
    let whole = seconds.round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what does not fit is too long anyway")]
    let fitting = whole as u32;
    ((seconds - whole).abs() < 1e-6).then_some((fitting, rest))
}

/// Completions of a time control, best first.
pub fn completions(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<String> = read(&typed).map(control).into_iter().collect();
    if typed.parse::<u32>().is_ok() {
        let units = ["days", "hours", "minutes"];
        let read = units.map(|unit| read(&format!("{typed} {unit}")));
        found.extend(read.into_iter().flatten().map(control));
    }
    let fitting = USUAL.iter().filter(|one| one.contains(&typed));
    for one in fitting {
        if !found.iter().any(|there| there == one) {
            found.push((*one).to_owned());
        }
    }
    found
}

/// Completions of a bound for the time of a turn, best first.
pub fn bounds(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let read = match read_bound(&typed) {
        Ok(Some(seconds)) => vec![duration(seconds)],
        _ => Vec::new(),
    };
    let usual = ["any", "10 minutes", "1 hour", "12 hours", "1 day", "3 days", "7 days", "14 days"];
    let usual = usual.into_iter().filter(|one| one.contains(&typed));
    let usual = usual.map(str::to_owned).filter(|one| !read.contains(one));
    read.iter().cloned().chain(usual).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(turn: u32) -> Result<TimeControl, String> {
        Ok(TimeControl::PerTurn { turn })
    }

    #[test]
    fn a_time_is_read_as_people_type_it() {
        for (typed, seconds) in [
            ("10m", 600),
            ("36h", 36 * HOUR),
            ("3 days", 3 * DAY),
            ("1d 12h", 36 * HOUR),
            ("1 day and 12 hours", 36 * HOUR),
            ("1 day, 12 hours per turn", 36 * HOUR),
            ("1.5 hours", 90 * MINUTE),
            ("90min a turn", 90 * MINUTE),
            ("2 Weeks", 14 * DAY),
            ("  1 minute ", 60),
            ("1 week", WEEK),
            ("3 days a move", 3 * DAY),
        ] {
            assert_eq!(read(typed), turn(seconds), "{typed}");
        }
        for typed in ["none", "No limit", "no time limit"] {
            assert_eq!(read(typed), Ok(TimeControl::Unlimited), "{typed}");
        }
        let (day, reserve) = (DAY, 5 * DAY);
        for typed in ["1 day + 5 days", "1d a turn + 5d reserve", "24h + 5d in reserve"] {
            let wanted = TimeControl::Reserve { turn: day, reserve };
            assert_eq!(read(typed), Ok(wanted), "{typed}");
        }
        for typed in ["30 minutes for the game + 30 minutes reserve", "30m a game + 1h", "1h per game + 1d in reserve"]
        {
            assert_eq!(read(typed), Err(UNREAD_CONTROL.to_owned()), "{typed}");
        }
        for typed in ["30+30", " 30 + 30 ", "30 plus 30", "30m + 30s", "30 minutes for the game + 30 seconds a move"] {
            let (game, increment) = (30 * MINUTE, 30);
            let wanted = TimeControl::Increment { game, increment };
            assert_eq!(read(typed), Ok(wanted), "{typed}");
        }
    }

    #[test]
    fn a_length_is_read_in_every_word_for_its_unit() {
        for (seconds, words) in [
            (1, ["s", "sec", "secs", "second", "seconds"].as_slice()),
            (MINUTE, &["m", "min", "mins", "minute", "minutes"]),
            (HOUR, &["h", "hr", "hrs", "hour", "hours"]),
            (DAY, &["d", "day", "days"]),
            (WEEK, &["w", "week", "weeks"]),
        ] {
            for word in words {
                for typed in [format!("3{word}"), format!("3 {word}")] {
                    assert_eq!(length(&typed), Some((3 * seconds, "")), "{typed}");
                }
            }
        }
        for typed in ["3", "3 moves", "3 dayss", "days", ""] {
            assert_eq!(length(typed), None, "{typed}");
        }
    }

    /// Of two times without names, the second is an increment up to 5 minutes, and a reserve if it is not the shorter one.
    #[test]
    fn two_times_without_names_are_told_apart_by_their_lengths() {
        let increment = |game, increment| Ok(TimeControl::Increment { game, increment });
        let reserve = |turn, reserve| Ok(TimeControl::Reserve { turn, reserve });
        for (typed, wanted) in [
            ("10m + 299s", increment(600, 299)),
            ("10m + 5m", increment(600, 300)),
            ("10m + 301s", Err(UNREAD_CONTROL.to_owned())),
            ("10m + 599s", Err(UNREAD_CONTROL.to_owned())),
            ("10m + 10m", reserve(600, 600)),
            ("10m + 601s", reserve(600, 601)),
            ("5m + 5m", reserve(300, 300)),
            ("5m + 299s", increment(300, 299)),
        ] {
            assert_eq!(read(typed), wanted, "{typed}");
        }
    }

    #[test]
    fn what_is_no_time_or_too_short_or_too_long_is_refused_with_what_to_type() {
        for typed in ["", "3", "soon", "-1 day", "1.2345678 s", "3 days + 1 day", "3 days x", "+", "1e9 days"] {
            assert_eq!(read(typed), Err(UNREAD_CONTROL.to_owned()), "{typed}");
        }
        let refused = "The time for a turn must be between 1 minute and 14 days.";
        for typed in ["59s", "15 days", "99999 days"] {
            assert_eq!(read(typed), Err(refused.to_owned()), "{typed}");
        }
        assert_eq!(read_bound("any"), Ok(None));
        assert_eq!(read_bound("36h"), Ok(Some(36 * HOUR)));
        assert_eq!(read_bound("blue"), Err(UNREAD_DURATION.to_owned()));
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for shown in USUAL {
            assert_eq!(control(read(shown).unwrap()), shown);
        }
        for seconds in [60, 61, 3661, DAY + 1, 14 * DAY] {
            assert_eq!(lengths(&duration(seconds)), Some((seconds, "")));
            let shown = control(TimeControl::PerTurn { turn: seconds });
            assert_eq!(read(&shown), turn(seconds), "{shown}");
        }
    }

    #[test]
    fn completions_begin_with_what_is_meant() {
        assert_eq!(completions("")[0], USUAL[0]);
        assert_eq!(completions("36h")[0], "1 day 12 hours per turn");
        assert_eq!(completions("5")[..3], ["5 days per turn", "5 hours per turn", "5 minutes per turn"]);
        assert!(completions("reserve").contains(&USUAL[6].to_owned()));
        assert_eq!(completions("RESERVE"), completions("reserve"));
        assert!(completions("soon").is_empty());
    }

    /// The bound that was typed comes first, and nothing comes twice.
    #[test]
    fn a_bound_is_completed_once() {
        for (typed, completed) in [
            ("1 day", &["1 day"][..]),
            ("10M", &["10 minutes"][..]),
            ("36h", &["1 day 12 hours"][..]),
            ("1d", &["1 day"][..]),
            ("day", &["1 day", "3 days", "7 days", "14 days"][..]),
            ("4 days", &["4 days", "14 days"][..]),
            ("none", &[][..]),
            ("any", &["any"][..]),
        ] {
            assert_eq!(bounds(typed), completed, "{typed}");
        }
        assert_eq!(bounds("").len(), 8);
    }

    #[test]
    fn lengths_are_said_with_every_unit_they_have() {
        for (seconds, said) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (90, "1 minute 30 seconds"),
            (7200, "2 hours"),
            (86_400, "1 day"),
            (90_000, "1 day 1 hour"),
        ] {
            assert_eq!(duration(seconds), said);
        }
        assert_eq!(about(90_061), "1 day 1 hour");
        assert_eq!(about(61), "1 minute 1 second");
    }

    #[test]
    fn bounds_are_offered_once_each_and_first_as_they_were_typed() {
        for (typed, first) in [
            ("", "any"),
            ("1 day", "1 day"),
            ("24h", "1 day"),
            ("10 minutes", "10 minutes"),
            ("90m", "1 hour 30 minutes"),
        ] {
            let offered = bounds(typed);
            assert_eq!(offered[0], first, "{typed}");
            let distinct: std::collections::BTreeSet<&String> = offered.iter().collect();
            assert_eq!(distinct.len(), offered.len(), "{offered:?}");
        }
        assert_eq!(bounds("1 day"), ["1 day"]);
        assert_eq!(bounds("hour"), ["1 hour", "12 hours"]);
    }
}
