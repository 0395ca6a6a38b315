//! Limits of servers on a new game. Every refusal lists the allowed values.

use crate::host::error::{Denied, Error, OptionRefusal, refuse};
use crate::host::limits::{check_place, time_fits, times};
use crate::host::lobby::Lobbies;
use crate::host::lobby::assemble;
use crate::host::model::{ClashOptions, GuildSettings, LobbyOptions, Mode, Place, Rights, TimeControl, Who};

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
    check_place(settings, place)?;
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

impl Lobbies {
    /// Refuses options with which this person cannot open a lobby here. The refusal lists the allowed values.
    pub async fn may_open(&self, who: &Who, place: &Place, options: &LobbyOptions) -> Result<(), Error> {
        let settings = self.settings.settings_of(place.guild).await?;
        assemble::check_options(&self.battlefields, &settings, options)?;
        check_lobby(&settings, &who.rights, place, options)
    }
    /// Refuses options with which this person cannot challenge to a match of Clash here. The refusal lists the allowed
    /// values.
    pub async fn may_challenge(&self, who: &Who, place: &Place, options: &ClashOptions) -> Result<(), Error> {
        let time = options.time;
        assemble::check_time(time)?;
        let settings = self.settings.settings_of(place.guild).await?;
        check(&settings, &who.rights, place, Mode::Clash, 2, time)
    }
}
