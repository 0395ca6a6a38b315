//! Settings of people and servers as text.

use std::time::Duration;

use crate::discord::features::pause::words as standstill;
use crate::discord::wording::{count, duration, list, mode_name, players, safe, times};
use crate::host::{Announce, GuildSettings, Holiday, Limits, Mode, PersonSettings, Ping, Role, ThemeName};

fn theme(theme: ThemeName) -> &'static str {
    match theme {
        ThemeName::Dark => "dark",
        ThemeName::Light => "light",
        ThemeName::HighContrast => "high contrast",
    }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Settings of a person.
pub fn mine(settings: &PersonSettings, holiday: Option<Holiday>) -> String {
    let ping = match settings.ping {
        Ping::Channel => "a mention in the channel",
        Ping::Dm if settings.dm_closed => "a mention in the channel, since your direct messages are closed",
        Ping::Dm => "a direct message",
        Ping::None => "none",
    };
    let below = if settings.north_up { "the south" } else { "your side" };
    format!(
        "Your settings:\n\
         - When it is your turn: {ping}\n\
         - At the bottom of your pictures: {below}\n\
         - Colours of your pictures: {}\n\
         - The board as text as well: {}\n\
         - Holiday: {}",
        settings.theme.map_or("same as the game", theme),
        yes(settings.text_board),
        standstill::holiday(holiday)
    )
}

/// Defaults of new games.
pub fn defaults(settings: &GuildSettings) -> String {
    format!(
        "- New games: {} pictures, {}; {}\n- Holidays: {} a year count for each person",
        theme(settings.theme),
        times::control(settings.usual_time()),
        crate::discord::features::lobby::words::placement(settings.placement),
        count(usize::from(settings.holiday_days), "day", "days")
    )
}

/// Games that can be opened
pub fn games(settings: &GuildSettings) -> String {
    let open: Vec<String> = Mode::ALL
        .into_iter()
        .filter(|mode| !settings.forbidden_modes.contains(mode))
        .map(|mode| mode_name(mode).to_owned())
        .collect();
    let bounds = match (settings.shortest_time, settings.longest_time) {
        (None, None) => "no minimum or maximum".to_owned(),
        (Some(shortest), None) => format!("at least {}", duration(shortest)),
        (None, Some(longest)) => format!("at most {}", duration(longest)),
        (Some(shortest), Some(longest)) => format!("{} to {}", duration(shortest), duration(longest)),
    };
    let untimed = if settings.time_required { "not allowed" } else { "allowed" };
    format!(
        "- Games: {}; {}\n\
         - Time for each turn: {bounds}; untimed games {untimed}",
        list(&open),
        players(settings.fewest_seats, settings.most_seats)
    )
}

/// Channels where games may be opened.
pub fn channels(settings: &GuildSettings) -> String {
    let links: Vec<String> = settings.channels.iter().map(|channel| format!("<#{channel}>")).collect();
    match links.len() {
        0 => "- Channels: everywhere".to_owned(),
        1..=30 => format!("- Channels: {}", list(&links)),
        more => format!("- Channels: {} and {} more", links[..30].join(", "), more - 30),
    }
}

/// Permissions.
pub fn roles(settings: &GuildSettings) -> String {
    let name = |role: &Option<Role>, none: &str| match role {
        Some(role) => format!("**{}** and anyone who can manage the server", safe(&role.name, 100)),
        None => none.to_owned(),
    };
    let mut text = format!(
        "- Administer the bot: {}\n- Open games: {}",
        name(&settings.admins, "anyone who can manage the server"),
        name(&settings.makers, "everyone")
    );
    if settings.admins.is_some() {
        text += if settings.admins_delegate {
            "\n- That role can change who administers the bot"
        } else {
            "\n- Only those who can manage the server can change who administers the bot"
        };
        text +=
            "\n(Discord shows `/battalion-admin` to that role once you allow it in Server Settings → Integrations.)";
    }
    text
}

/// Announcement of the Player to move.
pub fn pings(settings: &GuildSettings) -> String {
    let how = match settings.announce {
        Announce::Mention => "with a mention",
        Announce::Silent => "with a silent mention",
        Announce::Name => "by name only",
    };
    format!("- The Player to move is announced {how}")
}

/// Limits of a server's own Battalions.
pub fn limits(settings: &GuildSettings) -> String {
    let Limits { battalions, bytes, spaces, pieces, seconds } = settings.limits;
    format!(
        "- Own Battalions: at most {battalions}, each of {bytes} bytes, {}, {}, {} to check",
        count(spaces.into(), "Space", "Spaces"),
        count(pieces.into(), "piece", "pieces"),
        count(seconds.into(), "second", "seconds")
    )
}

/// Limit of computing time, and the time used in the last hour.
pub fn computers(settings: &GuildSettings, used: Duration) -> String {
    let minutes = |seconds: u64| match seconds {
        0 => "nothing".to_owned(),
        1..60 => "less than 1 minute".to_owned(),
        more => count((more / 60) as usize, "minute", "minutes"),
    };
    format!(
        "- Computers think for {} of one processor core in any hour, then they play weaker; in the last hour they used {}",
        count(settings.computer_minutes.into(), "minute", "minutes"),
        minutes(used.as_secs())
    )
}

/// All settings of a server; `used` is the computing time of the last hour.
pub fn server(settings: &GuildSettings, used: Duration) -> String {
    let mut parts = vec![
        "This server's settings (games in progress keep theirs):".to_owned(),
        defaults(settings),
        games(settings),
        channels(settings),
        roles(settings),
        pings(settings),
        computers(settings, used),
        limits(settings),
    ];
    if !settings.disabled_battalions.is_empty() {
        parts.push(format!("- Disabled Battalions: {}", settings.disabled_battalions.join(", ")));
    }
    parts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ChannelId;

    /// At most thirty channels are named; the others are counted.
    #[test]
    fn every_channel_for_games_is_named_or_counted() {
        for number in [0, 1, 2, 30, 31, 45] {
            let numbers = 1..=number;
            let settings = GuildSettings { channels: numbers.map(ChannelId).collect(), ..GuildSettings::default() };
            let said = channels(&settings);
            let named = said.matches("<#").count() as u64;
            let counted: Option<u64> =
                said.strip_suffix(" more").and_then(|text| text.rsplit(' ').next()?.parse().ok());
            assert_eq!((named, named + counted.unwrap_or(0)), (number.min(30), number), "{said}");
            assert_eq!(said.ends_with("everywhere"), number == 0, "{said}");
        }
    }

    #[test]
    fn computing_time_is_told_in_whole_minutes() {
        for (seconds, said) in [
            (0, "nothing"),
            (1, "less than 1 minute"),
            (59, "less than 1 minute"),
            (60, "1 minute"),
            (119, "1 minute"),
            (120, "2 minutes"),
            (3_599, "59 minutes"),
        ] {
            let told = computers(&GuildSettings::default(), Duration::from_secs(seconds));
            assert!(told.ends_with(&format!("in the last hour they used {said}")), "{told}");
        }
    }
}
