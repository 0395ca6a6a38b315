//! Time controls.

use std::ops::RangeInclusive;

use engine::board::Seat;
use serde::{Deserialize, Serialize};

use super::Odds;

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// Time control: time for turns, armies and bids. All lengths are in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub enum TimeControl {
    /// Untimed.
    #[default]
    Unlimited,
    /// Fixed time per turn. Unused time is lost.
    PerTurn {
        /// Time per turn.
        turn: u32,
    },
    /// Fixed time per turn, plus a reserve for the whole game that longer turns consume.
    Reserve {
        /// Time per turn.
        turn: u32,
        /// Reserve for the game.
        reserve: u32,
    },
    /// Time for the whole game, plus an increment per turn. Unused time is kept.
    Increment {
        /// Time for the game.
        game: u32,
        /// Increment per turn.
        increment: u32,
    },
}

/// A bounded component of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimePart {
    /// Time per turn.
    Turn,
    /// Reserve for the game.
    Reserve,
    /// Time for the game.
    Game,
    /// Increment per turn.
    Increment,
}

impl TimePart {
    /// Allowed range in new games, in seconds.
    pub const fn bounds(self) -> RangeInclusive<u32> {
        match self {
            TimePart::Turn | TimePart::Game => MINUTE..=14 * DAY,
            TimePart::Reserve => MINUTE..=30 * DAY,
            TimePart::Increment => 1..=HOUR,
        }
    }
}

impl TimeControl {
    /// Short form of the time that a Player has left, in seconds, for pictures: "1d 4h", "12:05", "reserve 2h 30m".
    pub fn on_clock(self, seconds: u32) -> String {
        let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
        let time = match seconds {
            86_400.. => format!("{days}d {}h", hours % 24),
            3_600.. => format!("{hours}h {}m", minutes % 60),
            _ => format!("{minutes}:{:02}", seconds % 60),
        };
        match self {
            Self::Unlimited | Self::PerTurn { .. } => String::new(),
            Self::Reserve { .. } => format!("reserve {time}"),
            Self::Increment { .. } => time,
        }
    }

    /// Default for new games: three days per turn.
    pub const USUAL: TimeControl = TimeControl::PerTurn { turn: 3 * DAY };

    /// Minimum time for simultaneous choices in games with an increment, in seconds. The clocks are stopped during
    /// these choices.
    const TOGETHER: u32 = 5 * MINUTE;

    /// First component outside the allowed range of new games.
    pub fn fault(self) -> Option<TimePart> {
        let parts: &[(TimePart, u32)] = match self {
            TimeControl::Unlimited => &[],
            TimeControl::PerTurn { turn } => &[(TimePart::Turn, turn)],
            TimeControl::Reserve { turn, reserve } => &[(TimePart::Turn, turn), (TimePart::Reserve, reserve)],
            TimeControl::Increment { game, increment } => &[(TimePart::Game, game), (TimePart::Increment, increment)],
        };
        let bad = parts.iter().find(|(part, time)| !part.bounds().contains(time));
        bad.map(|(part, _)| *part)
    }

    /// Returns true for untimed games.
    pub const fn is_unlimited(self) -> bool {
        matches!(self, TimeControl::Unlimited)
    }

    /// Time control of a Player who gives these odds: less time in the bank, or per turn where unused time is not kept.
    #[must_use]
    pub fn with_odds(self, odds: Option<Odds>) -> Self {
        let less = |time: u32| time / odds.map_or(1, Odds::divisor);
        match self {
            TimeControl::Unlimited => TimeControl::Unlimited,
            TimeControl::PerTurn { turn } => TimeControl::PerTurn { turn: less(turn) },
            TimeControl::Reserve { turn, reserve } => TimeControl::Reserve { turn, reserve: less(reserve) },
            TimeControl::Increment { game, increment } => TimeControl::Increment { game: less(game), increment },
        }
    }

    /// Initial time bank of a Player; `None` if unused time is not kept.
    pub const fn bank(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited | TimeControl::PerTurn { .. } => None,
            TimeControl::Reserve { reserve, .. } => Some(reserve),
            TimeControl::Increment { game, .. } => Some(game),
        }
    }

    /// Time added with every turn, besides the bank; `None` for untimed games.
    pub const fn each_turn(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerTurn { turn } | TimeControl::Reserve { turn, .. } => Some(turn),
            TimeControl::Increment { increment, .. } => Some(increment),
        }
    }

    /// Time for simultaneous choices; `None` for untimed games. Does not use up any bank.
    pub const fn together(self) -> Option<u32> {
        match self {
            TimeControl::Increment { increment, .. } if increment < Self::TOGETHER => Some(Self::TOGETHER),
            other => other.each_turn(),
        }
    }

    /// Minimum time, in seconds, for a second chance and for a new holder of a seat. `None` if every turn has its full
    /// time.
    pub fn fair(self) -> Option<u32> {
        const LEAST: u32 = 60;
        let (bank, each) = (self.bank()?, self.each_turn()?);
        Some(each.max(bank / 3).max(LEAST))
    }

    /// Maximum duration of a first turn; `None` for untimed games. The time limits of servers apply to this value.
    pub const fn longest_turn(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerTurn { turn } => Some(turn),
            TimeControl::Reserve { turn, reserve } => Some(turn.saturating_add(reserve)),
            TimeControl::Increment { game, increment } => Some(game.saturating_add(increment)),
        }
    }
}

/// Reason why a clock is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The Players agreed to a pause.
    Paused,
    /// The game was adjourned for inactivity and can be resumed.
    Adjourned,
}

/// Clock data besides the deadline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClockView {
    /// Reason why the clock is stopped; `None` while it runs.
    pub standing: Option<Standing>,
    /// Remaining time for the current decision while the clock is stopped, in seconds. `None` while it runs and in
    /// untimed games.
    pub left: Option<u32>,
    /// Time bank of each seat after its last turn, in seconds; empty if unused time is not kept.
    pub banks: Vec<u32>,
    /// Seats that want a pause, while one is requested.
    pub asked: Vec<Seat>,
}

/// Stored form. A bare number is the time per turn in seconds; older versions wrote `null` for untimed.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Turn(u32),
    Reserve { turn: u32, reserve: u32 },
    Increment { game: u32, increment: u32 },
    Word(Word),
    Null(()),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    None,
}

impl From<Stored> for TimeControl {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Turn(turn) => TimeControl::PerTurn { turn },
            Stored::Reserve { turn, reserve } => TimeControl::Reserve { turn, reserve },
            Stored::Increment { game, increment } => TimeControl::Increment { game, increment },
            Stored::Word(Word::None) | Stored::Null(()) => TimeControl::Unlimited,
        }
    }
}

impl From<TimeControl> for Stored {
    fn from(control: TimeControl) -> Self {
        match control {
            TimeControl::Unlimited => Stored::Word(Word::None),
            TimeControl::PerTurn { turn } => Stored::Turn(turn),
            TimeControl::Reserve { turn, reserve } => Stored::Reserve { turn, reserve },
            TimeControl::Increment { game, increment } => Stored::Increment { game, increment },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_older_programs_wrote_too() {
        for control in [
            TimeControl::Unlimited,
            TimeControl::USUAL,
            TimeControl::Reserve { turn: DAY, reserve: 5 * DAY },
            TimeControl::Increment { game: 30 * MINUTE, increment: 30 },
        ] {
            let text = serde_json::to_string(&control).unwrap();
            assert_eq!(serde_json::from_str::<TimeControl>(&text).unwrap(), control, "{text}");
        }
        let old = |text| serde_json::from_str::<TimeControl>(text).unwrap();
        assert_eq!(old("600"), TimeControl::PerTurn { turn: 600 });
        assert_eq!(old("null"), TimeControl::Unlimited);
    }

    #[test]
    fn the_longest_turn_is_all_the_time_that_a_player_begins_with() {
        for (control, longest) in [
            (TimeControl::Unlimited, None),
            (TimeControl::PerTurn { turn: DAY }, Some(DAY)),
            (TimeControl::Reserve { turn: DAY, reserve: 5 * DAY }, Some(6 * DAY)),
            (TimeControl::Increment { game: 30 * MINUTE, increment: 30 }, Some(30 * MINUTE + 30)),
        ] {
            assert_eq!(control.longest_turn(), longest, "{control:?}");
        }
    }

    #[test]
    fn a_fair_time_is_the_most_of_an_increment_a_third_and_a_minute() {
        let fair = |game, increment| TimeControl::Increment { game, increment }.fair();
        assert_eq!(fair(60, 1), Some(60));
        assert_eq!(fair(30 * MINUTE, 30), Some(10 * MINUTE));
        assert_eq!(fair(3 * MINUTE, 5 * MINUTE), Some(5 * MINUTE));
        assert_eq!(TimeControl::USUAL.fair().is_some(), TimeControl::USUAL.bank().is_some());
        assert_eq!(TimeControl::Unlimited.fair(), None);
    }

    #[test]
    fn odds_of_time_shorten_the_bank_or_the_turn() {
        let half = |control: TimeControl| control.with_odds(Some(Odds::HalfTime));
        assert_eq!(half(TimeControl::PerTurn { turn: 3 * DAY }), TimeControl::PerTurn { turn: 36 * HOUR });
        let (turn, reserve) = (DAY, 5 * DAY);
        assert_eq!(half(TimeControl::Reserve { turn, reserve }), TimeControl::Reserve { turn, reserve: 60 * HOUR });
        let fast = TimeControl::Increment { game: 600, increment: 5 };
        let quarter = fast.with_odds(Some(Odds::QuarterTime));
        assert_eq!(quarter, TimeControl::Increment { game: 150, increment: 5 });
        assert_eq!(half(TimeControl::Unlimited), TimeControl::Unlimited);
        assert_eq!(fast.with_odds(Some(Odds::NoReserves)), fast);
        assert_eq!(fast.with_odds(None), fast);
    }

    #[test]
    fn every_part_has_its_bounds() {
        assert_eq!(TimeControl::USUAL.fault(), None);
        let turn = |turn| TimeControl::PerTurn { turn }.fault();
        assert_eq!(turn(59), Some(TimePart::Turn));
        assert_eq!(turn(60), None);
        assert_eq!(turn(14 * DAY), None);
        assert_eq!(turn(14 * DAY + 1), Some(TimePart::Turn));
        let (game, increment) = (600, 0);
        let fast = TimeControl::Increment { game, increment };
        assert_eq!(fast.fault(), Some(TimePart::Increment));
    }

    #[test]
    fn clocks_in_pictures_are_short() {
        let game = TimeControl::Increment { game: 600, increment: 5 };
        let texts = [0, 65, 725, 3_600, 9_000, 86_400, 200_000].map(|seconds| game.on_clock(seconds));
        assert_eq!(texts, ["0:00", "1:05", "12:05", "1h 0m", "2h 30m", "1d 0h", "2d 7h"]);
        let reserve = TimeControl::Reserve { turn: 60, reserve: 600 };
        assert_eq!(reserve.on_clock(600), "reserve 10:00");
        assert_eq!(TimeControl::PerTurn { turn: 60 }.on_clock(600), "");
    }
}
