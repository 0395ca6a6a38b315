//! All text of the bot, one module per topic. Sentences are short; buttons are in Title Case; a refusal says what to do
//! instead. Functions take plain values and return text, so that wording can be tested and translated on its own.

pub mod ask;
pub mod cards;
pub mod delivery;
pub mod done;
#[cfg(test)]
mod limits;
pub mod names;
pub mod odds;
pub mod pages;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod recorded_lists;
#[cfg(test)]
mod recorded_questions;
#[cfg(test)]
mod recorded_refusals;
#[cfg(test)]
mod recorded_situations;
pub mod refusal;
pub mod seed;
pub mod times;

use engine::titans::GameMode;
use engine::words::either;
pub use engine::words::{capitalised, list};

use crate::host::{Member, Mode, Player};

pub use crate::text::clip;
pub use names::{DisplayNames, clean, fenced, safe, sentence};
pub use times::duration;

/// Name of a mode.
pub const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Duel => GameMode::Duel.name(),
        Mode::Assassin => GameMode::Assassin.name(),
        Mode::Ffa => GameMode::Ffa.name(),
        Mode::Clash => "Clash of the Armies",
    }
}

/// Numbers of Players: "3 to 6 Players", "4 Players".
pub fn players(fewest: u8, most: u8) -> String {
    if fewest == most { format!("{most} Players") } else { format!("{fewest} to {most} Players") }
}

/// Names of the people in a seat: "Ann", "Ann and Bob".
pub fn player(player: &Player) -> String {
    match player.people.as_slice() {
        [] => format!("Player {}", player.seat.0 + 1),
        people => people_names(people),
    }
}

/// Names of people: "Ann and Bob".
pub fn people_names(people: &[Member]) -> String {
    let names: Vec<String> = people.iter().map(|member| member.name.clone()).collect();
    list(&names)
}

/// Relative time, which Discord shows in the reader's time zone: "in 2 hours".
pub fn in_time(seconds: i64) -> String {
    format!("<t:{seconds}:R>")
}

/// Date and time to the second, which Discord shows in the reader's time zone: "22/11/2026 13:37:05".
pub fn at_time(seconds: i64) -> String {
    format!("<t:{seconds}:d> <t:{seconds}:T>")
}

/// "1 piece", "2 pieces".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_clipped() {
        assert_eq!(clip("äöü", 3), "äöü");
        assert_eq!(clip("äöüß", 3), "äö…");
    }
}
