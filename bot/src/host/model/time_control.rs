//! How much time people have for their decisions.

use std::ops::RangeInclusive;

use engine::board::Seat;
use serde::{Deserialize, Serialize};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// How much time people have for their decisions: turns, armies, bids. All lengths are in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// So much for each turn. What is left of it is lost.
    PerTurn {
        /// For a turn.
        turn: u32,
    },
    /// So much for each turn, and a reserve for the whole game that is used up when a turn takes longer.
    Reserve {
        /// For a turn.
        turn: u32,
        /// For the game.
        reserve: u32,
    },
    /// So much for the whole game, and something added with every turn. What is left of that is kept.
    Increment {
        /// For the game.
        game: u32,
        /// Added with every turn.
        increment: u32,
    },
}

/// A part of a time control that has bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimePart {
    /// The time for a turn.
    Turn,
    /// The reserve for the game.
    Reserve,
    /// The time for the game.
    Game,
    /// What is added with every turn.
    Increment,
}

impl TimePart {
    /// The shortest and the longest that new games can have, in seconds.
    pub const fn bounds(self) -> RangeInclusive<u32> {
        match self {
            TimePart::Turn | TimePart::Game => MINUTE..=14 * DAY,
            TimePart::Reserve => MINUTE..=30 * DAY,
            TimePart::Increment => 1..=HOUR,
        }
    }
}

impl TimeControl {
    /// What new games have where nobody has decided anything: three days a turn.
    pub const USUAL: TimeControl = TimeControl::PerTurn { turn: 3 * DAY };

    /// The time for a choice that several make at once, at the least, in games with an increment: their clocks stand still then.
    const TOGETHER: u32 = 5 * MINUTE;

    /// The first part that new games cannot have.
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

    /// Whether people have as much time as they like.
    pub const fn is_unlimited(self) -> bool {
        matches!(self, TimeControl::Unlimited)
    }

    /// What a Player has in the bank when the game begins; `None` where nothing is kept from turn to turn.
    pub const fn bank(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited | TimeControl::PerTurn { .. } => None,
            TimeControl::Reserve { reserve, .. } => Some(reserve),
            TimeControl::Increment { game, .. } => Some(game),
        }
    }

    /// What every turn brings, beside the bank; `None` without a limit.
    pub const fn each_turn(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerTurn { turn } | TimeControl::Reserve { turn, .. } => Some(turn),
            TimeControl::Increment { increment, .. } => Some(increment),
        }
    }

    /// The time for a choice that several make at once; `None` without a limit. It takes nothing from anybody's bank.
    pub const fn together(self) -> Option<u32> {
        match self {
            TimeControl::Increment { increment, .. } if increment < Self::TOGETHER => Some(Self::TOGETHER),
            other => other.each_turn(),
        }
    }

    /// The least time, in seconds, with which somebody begins a second chance or takes a seat; `None` where every turn has its whole
    /// time.
    pub fn fair(self) -> Option<u32> {
        const LEAST: u32 = 60;
        let (bank, each) = (self.bank()?, self.each_turn()?);
        Some(each.max(bank / 3).max(LEAST))
    }

    /// The time within which a first turn is over at the latest; `None` without a limit. It is what servers set bounds to.
    pub const fn longest_turn(self) -> Option<u32> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerTurn { turn } => Some(turn),
            TimeControl::Reserve { turn, reserve } => Some(turn.saturating_add(reserve)),
            TimeControl::Increment { game, increment } => Some(game.saturating_add(increment)),
        }
    }
}

/// Why a clock stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The Players have agreed to a pause.
    Paused,
    /// Nobody went on with the game: it waits to be taken up again.
    Adjourned,
}

/// What a clock shows besides the moment when the time is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClockView {
    /// Why it stands still, if it does.
    pub standing: Option<Standing>,
    /// What is left for the present decision while it stands still, in seconds; `None` while it runs and without a limit.
    pub left: Option<u32>,
    /// What each seat has in its bank, as of its last turn, in seconds; empty where nothing is kept from turn to turn.
    pub banks: Vec<u32>,
    /// The seats that want a pause, while one is asked for.
    pub asked: Vec<Seat>,
}

/// As it is stored: a bare number of seconds is the time for a turn, `null` is what older programs wrote for no limit.
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
    fn a_fair_time_is_the_most_of_an_increment_a_third_and_a_minute() {
        let fair = |game, increment| TimeControl::Increment { game, increment }.fair();
        assert_eq!(fair(60, 1), Some(60));
        assert_eq!(fair(30 * MINUTE, 30), Some(10 * MINUTE));
        assert_eq!(fair(3 * MINUTE, 5 * MINUTE), Some(5 * MINUTE));
        assert_eq!(TimeControl::USUAL.fair().is_some(), TimeControl::USUAL.bank().is_some());
        assert_eq!(TimeControl::Unlimited.fair(), None);
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
}
