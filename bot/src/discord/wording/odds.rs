//! Odds in words: what a Player of a duel goes without.

use super::{safe, times};
use crate::host::{Odds, OddsRefusal, TimeControl};

/// Label of the button that opens the choice of odds.
pub const CHOOSE: &str = "Give Odds";
/// Label of the button that takes odds back.
pub const TAKE_BACK: &str = "Take Odds Back";
/// Effect on ratings.
pub const UNRATED: &str = "A game with odds is not rated.";

/// Label of the button for odds.
pub const fn label(odds: Odds) -> &'static str {
    match odds {
        Odds::HalfTime => "Half the Time",
        Odds::QuarterTime => "A Quarter of the Time",
        Odds::NoReserves => "No Reserves",
    }
}

/// Odds after "gives odds:", with the time that is left: "half the time (1 day 12 hours per turn)".
fn described(odds: Odds, control: TimeControl) -> String {
    match odds {
        Odds::HalfTime | Odds::QuarterTime => {
            format!("{} ({})", odds.on_panel(), times::control(control.with_odds(Some(odds))))
        }
        Odds::NoReserves => "no pieces in reserve at the start".to_owned(),
    }
}

/// Sentence about the odds that a Player gives; `name` is clean.
pub fn given(name: &str, odds: Odds, control: TimeControl) -> String {
    format!("**{name}** gives odds: {}.", described(odds, control))
}

/// Sentence about odds that the Player of the stronger army can give; `name` is clean.
pub fn suggested(name: &str) -> String {
    format!("**{name}** can give odds to make up for it.")
}

/// Sentence about odds that a computer player can give if the creator of the lobby decides so; both names are clean.
pub fn suggested_for(computer: &str, creator: &str) -> String {
    format!("**{creator}** can let **{computer}** give odds to make up for it.")
}

/// Question in front of the choice of odds.
pub fn question(computer: Option<&str>) -> String {
    match computer {
        None => format!("Which odds do you give? {UNRATED}"),
        Some(name) => format!("Which odds does {} give?", safe(name, 60)),
    }
}

/// Confirmation for the person who gives odds or takes them back.
pub fn confirmed(odds: Option<Odds>, computer: Option<&str>) -> String {
    match (odds, computer) {
        (Some(odds), None) => format!("You give odds: {}.", words(odds)),
        (Some(odds), Some(name)) => format!("{name} gives odds: {}.", words(odds)),
        (None, None) => "You no longer give odds.".to_owned(),
        (None, Some(name)) => format!("{name} no longer gives odds."),
    }
}

const fn words(odds: Odds) -> &'static str {
    match odds {
        Odds::HalfTime | Odds::QuarterTime => odds.on_panel(),
        Odds::NoReserves => "no pieces in reserve at the start",
    }
}

/// Confirmation that an army has changed and the odds are gone.
pub const GONE: &str = "The odds are taken back, because an army has changed.";

/// Refusal about odds.
pub fn refused(why: &OddsRefusal) -> String {
    match why {
        OddsRefusal::OnlyDuels => "Odds are for duels; this game has more Players.".into(),
        OddsRefusal::NotStronger => {
            "Only the Player of the army that scores more can give odds, or the person who opened the game before anyone else has joined.".into()
        }
        OddsRefusal::Nothing => "No odds are possible here: there is no time to shorten, and your army has no pieces in reserve.".into(),
        OddsRefusal::Untimed => "This game has no time limit; open one with a time limit to give odds of time.".into(),
        OddsRefusal::TooShort => "Too little time would be left; choose other odds, or a game with more time.".into(),
        OddsRefusal::TimeWithComputers => {
            "Computers take as long as they like, so odds of time are for games between people; give odds of reserves instead.".into()
        }
        OddsRefusal::NoReserves(name) => format!("{name} has no pieces in reserve; give odds of time instead."),
        OddsRefusal::NoArmy => "Choose a Battalion first.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_say_what_is_left() {
        let days = TimeControl::USUAL;
        assert_eq!(given("Ann", Odds::HalfTime, days), "**Ann** gives odds: half the time (1 day 12 hours per turn).");
        let fast = TimeControl::Increment { game: 600, increment: 5 };
        assert_eq!(
            given("Ann", Odds::QuarterTime, fast),
            "**Ann** gives odds: a quarter of the time (2 minutes 30 seconds + 5 seconds a move)."
        );
        assert_eq!(given("Ann", Odds::NoReserves, days), "**Ann** gives odds: no pieces in reserve at the start.");
        assert_eq!(confirmed(Some(Odds::HalfTime), None), "You give odds: half the time.");
        assert_eq!(confirmed(None, Some("Captain")), "Captain no longer gives odds.");
        assert!(question(None).ends_with(UNRATED) && !question(Some("Captain")).contains("rated"));
    }
}
