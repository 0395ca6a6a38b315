//! Limits of servers on the games that are played there.

use crate::host::error::{Error, SettingsConflict, refuse};
use crate::host::model::{GuildSettings, Mode, TimeControl, TimeLimits};

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

/// Refuses settings that allow no game, or whose defaults are not allowed.
pub(super) fn consistent(settings: &GuildSettings) -> Result<(), Error> {
    let no = |why: SettingsConflict| Err(refuse(why));
    if settings.fewest_seats > settings.most_seats {
        return no(SettingsConflict::Seats { fewest: settings.fewest_seats, most: settings.most_seats });
    }
    let playable = |mode: &Mode| {
        let (least, most) = mode.seats();
        !settings.forbidden_modes.contains(mode) && least <= settings.most_seats && most >= settings.fewest_seats
    };
    if !Mode::ALL.iter().any(playable) {
        return no(SettingsConflict::NothingPlayable);
    }
    if let (Some(shortest), Some(longest)) = (settings.shortest_time, settings.longest_time)
        && shortest > longest
    {
        return no(SettingsConflict::Times { shortest, longest });
    }
    let time = settings.usual_time();
    if !time_fits(settings, time) {
        return no(SettingsConflict::Default { time, allowed: times(settings) });
    }
    Ok(())
}
