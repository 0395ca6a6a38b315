//! Limits of servers on the games that are played there.

use crate::host::error::{Error, OptionRefusal, SettingsConflict, refuse};
use crate::host::model::{GuildSettings, Mode, Place, TimeControl, TimeLimits, TimePart};

/// Allowed time controls.
pub(super) fn times(settings: &GuildSettings) -> TimeLimits {
    TimeLimits { shortest: settings.shortest_time, longest: settings.longest_time, required: settings.time_required }
}

/// Returns true if a server allows a time control.
pub(super) fn time_fits(settings: &GuildSettings, time: TimeControl) -> bool {
    match time.longest_turn() {
        None => !settings.time_required,
        Some(time) => {
            settings.shortest_time.is_none_or(|least| time >= least)
                && settings.longest_time.is_none_or(|most| time <= most)
        }
    }
}

/// Refuses channels in which a server has no games.
pub(super) fn check_place(settings: &GuildSettings, place: &Place) -> Result<(), Error> {
    let here = |channel| settings.channels.contains(&channel);
    if settings.channels.is_empty() || here(place.channel) || place.parent.is_some_and(here) {
        return Ok(());
    }
    Err(refuse(OptionRefusal::Channel(settings.channels.iter().copied().collect())))
}

/// Refuses settings that allow no game, or whose defaults are not allowed.
pub(super) fn consistent(settings: &GuildSettings) -> Result<(), Error> {
    let no = |why: SettingsConflict| Err(refuse(why));
    if settings.fewest_seats > settings.most_seats {
        return no(SettingsConflict::Seats { fewest: settings.fewest_seats, most: settings.most_seats });
    }
    if !Mode::ALL.into_iter().any(|mode| settings.is_playable(mode)) {
        return no(SettingsConflict::NothingPlayable);
    }
    if let (Some(shortest), Some(longest)) = (settings.shortest_time, settings.longest_time)
        && shortest > longest
    {
        return no(SettingsConflict::Times { shortest, longest });
    }
    let possible = TimePart::Turn.bounds();
    if !settings.shortest_time.iter().chain(&settings.longest_time).all(|bound| possible.contains(bound)) {
        return Err(refuse(OptionRefusal::Time(TimePart::Turn)));
    }
    let time = settings.usual_time();
    if !time_fits(settings, time) {
        return no(SettingsConflict::Default { time, allowed: times(settings) });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(change: impl Fn(&mut GuildSettings)) -> GuildSettings {
        let mut settings = GuildSettings::default();
        change(&mut settings);
        settings
    }

    /// Both bounds are allowed times, also for the longest turn of a clock with a bank.
    #[test]
    fn bounds_of_time_belong_to_the_allowed_times() {
        let turn = |turn: u32| TimeControl::PerTurn { turn };
        let bounded = settings(|all| (all.shortest_time, all.longest_time) = (Some(600), Some(3600)));
        for (time, fits) in [
            (turn(599), false),
            (turn(600), true),
            (turn(3600), true),
            (turn(3601), false),
            (TimeControl::Unlimited, true),
        ] {
            assert_eq!(time_fits(&bounded, time), fits, "{time:?}");
        }
        for bounds in [(Some(600), None), (None, Some(600)), (None, None)] {
            let one = settings(|all| (all.shortest_time, all.longest_time) = bounds);
            assert!(time_fits(&one, turn(600)), "{bounds:?}");
            assert_eq!(time_fits(&one, turn(599)), bounds.0.is_none(), "{bounds:?}");
            assert_eq!(time_fits(&one, turn(601)), bounds.1.is_none(), "{bounds:?}");
        }
        let required = settings(|all| all.time_required = true);
        assert!(!time_fits(&required, TimeControl::Unlimited) && time_fits(&required, turn(600)));
    }

    #[test]
    fn settings_that_contradict_each_other_are_refused() {
        let no = |change: fn(&mut GuildSettings)| match consistent(&settings(change)) {
            Ok(()) => "fits".to_owned(),
            Err(why) => format!("{why:?}"),
        };
        for (change, expected) in [
            ((|_| {}) as fn(&mut GuildSettings), "fits"),
            (|all| (all.fewest_seats, all.most_seats) = (3, 2), "Seats"),
            (|all| (all.fewest_seats, all.most_seats) = (2, 2), "fits"),
            (|all| (all.shortest_time, all.longest_time) = (Some(601), Some(600)), "Times"),
            (|all| (all.shortest_time, all.longest_time) = (Some(600), Some(600)), "fits"),
            (|all| all.shortest_time = Some(59), "Time(Turn)"),
            (|all| all.longest_time = Some(14 * 86_400 + 1), "Time(Turn)"),
            (|all| all.forbidden_modes = Mode::ALL.into(), "NothingPlayable"),
            (|all| (all.forbidden_modes, all.most_seats) = ([Mode::Duel, Mode::Clash].into(), 2), "NothingPlayable"),
            (
                |all| (all.forbidden_modes, all.fewest_seats) = ([Mode::Assassin, Mode::Ffa].into(), 3),
                "NothingPlayable",
            ),
            (|all| (all.time, all.longest_time) = (Some(TimeControl::PerTurn { turn: 601 }), Some(600)), "Default"),
            (|all| (all.time, all.longest_time) = (Some(TimeControl::PerTurn { turn: 600 }), Some(600)), "fits"),
            (|all| (all.time, all.time_required) = (Some(TimeControl::Unlimited), true), "Default"),
        ] {
            assert!(no(change).contains(expected), "{expected}: {}", no(change));
        }
    }
}
