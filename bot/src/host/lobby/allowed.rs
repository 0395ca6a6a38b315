//! Limits of servers on new games. Every refusal lists the allowed values.

use crate::host::Host;
use crate::host::error::{Denied, Error, OptionRefusal, SettingsConflict, refuse};
use crate::host::lobby::assemble;
use crate::host::model::{
    ClashOptions, GuildSettings, LobbyOptions, Mode, Place, Rights, TimeControl, TimeLimits, Who,
};

/// Allowed time controls.
fn times(settings: &GuildSettings) -> TimeLimits {
    TimeLimits { shortest: settings.shortest_time, longest: settings.longest_time, required: settings.time_required }
}

fn time_fits(settings: &GuildSettings, time: TimeControl) -> bool {
    match time.longest_turn() {
        None => !settings.time_required,
        Some(time) => {
            settings.shortest_time.is_none_or(|least| time >= least)
                && settings.longest_time.is_none_or(|most| time <= most)
        }
    }
}

/// Refuses settings that allow no game, or whose defaults are not allowed.
pub(in crate::host) fn consistent(settings: &GuildSettings) -> Result<(), Error> {
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

/// Refuses people who may not open games on this server.
fn may_open(settings: &GuildSettings, rights: &Rights) -> Result<(), Error> {
    let Some(role) = &settings.makers else {
        return Ok(());
    };
    if rights.have(role) || settings.admits(rights) {
        return Ok(());
    }
    Err(refuse(Denied::Open(role.clone())))
}

/// Refuses a game that this person cannot open here. Applies to every kind of game.
pub(in crate::host) fn check(
    settings: &GuildSettings,
    rights: &Rights,
    place: &Place,
    mode: Mode,
    seats_wanted: u8,
    time: TimeControl,
) -> Result<(), Error> {
    let no = |why: OptionRefusal| Err(refuse(why));
    may_open(settings, rights)?;
    let here = |channel| settings.channels.contains(&channel);
    if !settings.channels.is_empty() && !here(place.channel) && !place.parent.is_some_and(here) {
        let channels = settings.channels.iter().copied().collect();
        return no(OptionRefusal::Channel(channels));
    }
    if settings.forbidden_modes.contains(&mode) {
        let open = Mode::ALL.into_iter();
        return no(OptionRefusal::Mode {
            asked: mode,
            open: open.filter(|mode| !settings.forbidden_modes.contains(mode)).collect(),
        });
    }
    let (fewest, most) = (settings.fewest_seats, settings.most_seats);
    if !(fewest..=most).contains(&seats_wanted) {
        return no(OptionRefusal::SeatsHere { asked: seats_wanted, fewest, most });
    }
    if !time_fits(settings, time) {
        return no(OptionRefusal::TimeHere(times(settings)));
    }
    Ok(())
}

/// Refuses a lobby of Titan's Battalion that this person cannot open here.
fn check_lobby(settings: &GuildSettings, rights: &Rights, place: &Place, options: &LobbyOptions) -> Result<(), Error> {
    check(settings, rights, place, options.mode.into(), options.seats, options.time)
}

impl Host {
    /// Refuses options with which this person cannot open a lobby here. The refusal lists the allowed values.
    pub async fn may_open(&self, who: &Who, place: &Place, options: &LobbyOptions) -> Result<(), Error> {
        let settings = self.settings_of(place.guild).await?;
        assemble::check_options(self, &settings, options)?;
        check_lobby(&settings, &who.rights, place, options)
    }
    /// Refuses options with which this person cannot challenge to a match of Clash here. The refusal lists the allowed
    /// values.
    pub async fn may_challenge(&self, who: &Who, place: &Place, options: &ClashOptions) -> Result<(), Error> {
        let time = options.time;
        assemble::check_time(time)?;
        let settings = self.settings_of(place.guild).await?;
        check(&settings, &who.rights, place, Mode::Clash, 2, time)
    }
}
