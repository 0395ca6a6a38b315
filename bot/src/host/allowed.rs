//! What servers allow in new games. Every refusal names what is allowed.

use super::error::{Error, RefusalKind, refuse};
use super::model::{ClashOptions, GuildSettings, LobbyOptions, Mode, Place, Rights, Who};
use super::{Host, assemble};

/// A time for each turn, for people: "1 day", "90 seconds".
pub(super) fn duration(seconds: u32) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let (size, unit) = units
        .into_iter()
        .find(|(size, _)| seconds.is_multiple_of(*size) && seconds > 0)
        .unwrap_or((1, "second"));
    let number = seconds / size;
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// "a", "a or b", "a, b or c".
fn either(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// The times that are allowed, in words.
pub(super) fn times(settings: &GuildSettings) -> String {
    let range = match (settings.shortest_time, settings.longest_time) {
        (None, None) => "any time".to_owned(),
        (Some(least), None) => format!("at least {}", duration(least)),
        (None, Some(most)) => format!("at most {}", duration(most)),
        (Some(least), Some(most)) if least == most => duration(least),
        (Some(least), Some(most)) => format!("{} to {}", duration(least), duration(most)),
    };
    match settings.time_required {
        true => range,
        false => format!("{range}, or no limit"),
    }
}

/// The numbers of seats that are allowed, in words.
fn seats(settings: &GuildSettings) -> String {
    match (settings.fewest_seats, settings.most_seats) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

fn time_fits(settings: &GuildSettings, time: Option<u32>) -> bool {
    match time {
        None => !settings.time_required,
        Some(time) => {
            settings.shortest_time.is_none_or(|least| time >= least)
                && settings.longest_time.is_none_or(|most| time <= most)
        }
    }
}

/// Settings that leave something to be played, and whose default is allowed.
pub(super) fn consistent(settings: &GuildSettings) -> Result<(), Error> {
    let no = |sentence: String| Err(refuse(RefusalKind::Input, sentence));
    if settings.fewest_seats > settings.most_seats {
        return no(format!(
            "The fewest seats ({}) would be more than the most ({}).",
            settings.fewest_seats, settings.most_seats
        ));
    }
    let playable = |mode: &Mode| {
        let (least, most) = mode.seats();
        !settings.forbidden_modes.contains(mode)
            && least <= settings.most_seats
            && most >= settings.fewest_seats
    };
    if !Mode::ALL.iter().any(playable) {
        return no(
            "No game could be played any more; allow a mode that fits the numbers of seats."
                .to_owned(),
        );
    }
    if let (Some(least), Some(most)) = (settings.shortest_time, settings.longest_time)
        && least > most
    {
        return no(format!(
            "The shortest time ({}) would be longer than the longest ({}).",
            duration(least),
            duration(most)
        ));
    }
    if !time_fits(settings, settings.time_per_turn) {
        let usual = settings
            .time_per_turn
            .map_or_else(|| "no limit".to_owned(), duration);
        return no(format!(
            "New games would have {usual} for each turn, which would not be allowed ({}); change that default first.",
            times(settings)
        ));
    }
    Ok(())
}

/// May they open games on this server at all?
fn maker(settings: &GuildSettings, rights: &Rights) -> Result<(), Error> {
    let Some(role) = &settings.makers else {
        return Ok(());
    };
    if rights.have(role) || settings.admits(rights) {
        return Ok(());
    }
    Err(refuse(
        RefusalKind::Permission,
        format!(
            "Opening games takes the role {} on this server; you can join those of others.",
            role.name
        ),
    ))
}

/// May this be opened here, by them? For every kind of game.
pub(super) fn check(
    settings: &GuildSettings,
    rights: &Rights,
    place: &Place,
    mode: Mode,
    seats_wanted: u8,
    time: Option<u32>,
) -> Result<(), Error> {
    let no = |sentence: String| Err(refuse(RefusalKind::Input, sentence));
    maker(settings, rights)?;
    let here = |channel| settings.channels.contains(&channel);
    if !settings.channels.is_empty() && !here(place.channel) && !place.parent.is_some_and(here) {
        let links: Vec<String> = settings
            .channels
            .iter()
            .map(|channel| format!("<#{channel}>"))
            .collect();
        return no(format!(
            "Games are played in {} on this server.",
            either(&links)
        ));
    }
    if settings.forbidden_modes.contains(&mode) {
        let open: Vec<String> = Mode::ALL
            .into_iter()
            .filter(|mode| !settings.forbidden_modes.contains(mode))
            .map(|mode| mode.name().to_owned())
            .collect();
        return no(format!(
            "{} is not played on this server; choose {}.",
            mode.name(),
            either(&open)
        ));
    }
    if !(settings.fewest_seats..=settings.most_seats).contains(&seats_wanted) {
        return no(format!(
            "Games on this server are for {} Players, not {seats_wanted}.",
            seats(settings)
        ));
    }
    if !time_fits(settings, time) {
        return no(format!(
            "The time for a turn on this server is {}.",
            times(settings)
        ));
    }
    Ok(())
}

/// The same for a lobby of Titan's Battalion.
fn check_lobby(
    settings: &GuildSettings,
    rights: &Rights,
    place: &Place,
    options: &LobbyOptions,
) -> Result<(), Error> {
    check(
        settings,
        rights,
        place,
        options.mode.into(),
        options.seats,
        options.time_per_turn,
    )
}

impl Host {
    /// Refused if no lobby with these options can be opened here by them, which names what can.
    ///
    /// # Errors
    /// A refusal, or a fault.
    pub async fn may_open(
        &self,
        who: &Who,
        place: &Place,
        options: &LobbyOptions,
    ) -> Result<(), Error> {
        assemble::check_options(self, options)?;
        let settings = self.settings_of(place.guild).await?;
        check_lobby(&settings, &who.rights, place, options)
    }
    /// The same for a challenge to a match of Clash.
    ///
    /// # Errors
    /// A refusal that says what is allowed, or a fault.
    pub async fn may_challenge(
        &self,
        who: &Who,
        place: &Place,
        options: &ClashOptions,
    ) -> Result<(), Error> {
        let time = options.time_per_turn;
        assemble::check_time(time)?;
        let settings = self.settings_of(place.guild).await?;
        check(&settings, &who.rights, place, Mode::Clash, 2, time)
    }
}
