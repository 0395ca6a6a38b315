//! Limits of a search: the command `go`.

use std::time::Duration;

use engine::board::Seat;

use crate::analysis::Wishes;

/// Number of turns that the rest of a clock must last for.
const TURNS_LEFT: u64 = 30;
/// Time kept back for the interface, in milliseconds.
const RESERVE: u64 = 30;

/// Limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time after which the caller sets the stop flag. While pondering, it starts with `ponderhit`.
    pub time: Option<Duration>,
    /// The opponent is to move: no answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// No answer before `stop`.
    pub infinite: bool,
    /// Depth, length of a mate, and turns to choose from.
    pub wishes: Wishes,
    /// Remarks on parts of the command that were ignored.
    pub remarks: Vec<String>,
}

/// Words that end a list of moves.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Limits {
    /// Reads the words after `go`. `turn` reads the name of a turn.
    pub(super) fn read<E: std::fmt::Display>(
        words: &[&str],
        to_move: Seat,
        turn: impl Fn(&str) -> Result<engine::action::Turn, E>,
    ) -> Self {
        let place = |name: &str| words.iter().position(|word| *word == name);
        let number = |name: &str| -> Option<i64> { words.get(place(name)? + 1)?.parse().ok() };
        let count = |name: &str| number(name).map(|n| u64::try_from(n).unwrap_or(0));
        let mut limits = Self { ponder: place("ponder").is_some(), ..Self::default() };
        if let Some(at) = place("searchmoves") {
            for word in words[at + 1..].iter().take_while(|word| !WORDS.contains(*word)) {
                match turn(word) {
                    Ok(turn) => limits.wishes.only.push(turn),
                    Err(why) => limits.remarks.push(why.to_string()),
                }
            }
        }
        limits.nodes = count("nodes").map(|nodes| nodes.max(1));
        limits.wishes.depth = count("depth").map(|depth| depth.clamp(1, 100) as u8);
        limits.wishes.mate = count("mate").map(|turns| turns.clamp(1, 50) as u32);
        let (clock, more) = if to_move == Seat(0) { ("wtime", "winc") } else { ("btime", "binc") };
        let share = count(clock).map(|left| share(left, count(more).unwrap_or(0), count("movestogo")));
        limits.time = count("movetime").or(share).map(|time| Duration::from_millis(time.max(1)));
        let Wishes { depth, mate, .. } = limits.wishes;
        let limited = limits.nodes.is_some() || limits.time.is_some() || depth.is_some() || mate.is_some();
        limits.infinite = place("infinite").is_some() || !limited && !limits.ponder;
        limits
    }
}

/// Time for one turn in milliseconds, of `left` on the clock with `more` added for each turn.
fn share(left: u64, more: u64, turns: Option<u64>) -> u64 {
    let turns = turns.filter(|turns| *turns > 0).unwrap_or(TURNS_LEFT).min(TURNS_LEFT);
    let most = left.saturating_sub(RESERVE) * 4 / 5;
    (left / turns + more * 3 / 4).min(most).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Limits {
        let words: Vec<&str> = line.split_whitespace().collect();
        Limits::read(&words, Seat(1), |word| Err(format!("no move {word}")))
    }

    #[test]
    fn limits_of_a_search() {
        let limits = read("depth 7 nodes 500 mate 3 movetime 40");
        assert_eq!((limits.wishes.depth, limits.nodes, limits.wishes.mate), (Some(7), Some(500), Some(3)));
        assert_eq!((limits.time, limits.infinite), (Some(Duration::from_millis(40)), false));
        for endless in ["", "infinite", "depth", "movetime soon"] {
            assert!(read(endless).infinite, "{endless}");
        }
        let limits = read("ponder wtime 1000 btime 60000");
        assert!(limits.ponder && !limits.infinite && limits.time == Some(Duration::from_secs(2)));
        assert_eq!(read("searchmoves e2e5 depth 3").remarks, ["no move e2e5"]);
    }

    #[test]
    fn a_clock_is_shared_between_turns_and_never_used_up() {
        let millis = |line: &str| read(line).time.map(|time| time.as_millis());
        assert_eq!(millis("wtime 9 btime 30000 binc 1000"), Some(1_750));
        assert_eq!(millis("btime 10000 movestogo 1"), Some(7_976), "a margin is kept for the last turn");
        assert_eq!(millis("btime 10000 movestogo 0"), Some(333));
        for empty in ["btime 0", "btime -50", "btime 1 binc 5000"] {
            assert_eq!(millis(empty), Some(1), "{empty}");
        }
    }
}
