//! What a person may not do, and what a server does not allow. Every refusal names what is allowed.

use engine::titans::GameMode;

use crate::discord::wording::{duration, either, mode_name};
use crate::host::{Denied, OptionRefusal, SettingsConflict, TimeLimits};

pub fn denied(why: &Denied) -> String {
    match why {
        Denied::TimeOut => "Only the clock can say that.".into(),
        Denied::Start => "Only the one who opened this lobby can start the game, or somebody with the permission Manage Messages.".into(),
        Denied::StartUnpublished(name) => format!(
            "{name} is not published yet: somebody who administers this server has to start the game."
        ),
        Denied::Administer(None) => {
            "This takes the permission Manage Server on this server.".into()
        }
        Denied::Administer(Some(role)) => format!(
            "This takes the permission Manage Server or the role {} on this server.",
            role.name
        ),
        Denied::Open(role) => format!(
            "Opening games takes the role {} on this server; you can join those of others.",
            role.name
        ),
        Denied::Close => "Closing what somebody else has opened takes the permission Manage Messages; you can leave or decline.".into(),
        Denied::End => "Ending a game takes the permission Manage Messages once its second turn has been taken, and before that whoever opened it can end it; you can resign or offer a draw.".into(),
        Denied::Kick => "Only the one who opened this lobby can remove people from it, or somebody with the permission Manage Messages.".into(),
        Denied::Move => "While its channel is there, only the one who opened the game can move it, or somebody with the permission Manage Messages.".into(),
        Denied::CloseUnreadable => "Closing a game that cannot be opened takes the permission Manage Messages; please ask a moderator.".into(),
        Denied::Answer { challenged, accept } => format!(
            "Only {} can {} this challenge.",
            challenged.name,
            if *accept { "accept" } else { "decline" }
        ),
    }
}

pub fn options(why: &OptionRefusal) -> String {
    match why {
        OptionRefusal::Seats { mode, asked } => {
            let needs = match mode {
                GameMode::Duel => "2",
                GameMode::Assassin | GameMode::Ffa => "3 to 6",
            };
            format!("{} is for {needs} Players, not {asked} (T-2).", mode.name())
        }
        OptionRefusal::Time { least, most } => format!(
            "The time for a turn must be between {} and {}.",
            duration(*least),
            duration(*most)
        ),
        OptionRefusal::UnknownBattlefield => {
            "There is no such Battlefield here; leave that option out for the usual one.".into()
        }
        OptionRefusal::SmallBattlefield(seats) => {
            format!("That Battlefield has room for {seats} Players.")
        }
        OptionRefusal::Channel(channels) => {
            let links: Vec<String> = channels.iter().map(|id| format!("<#{id}>")).collect();
            format!("Games are played in {} on this server.", either(&links))
        }
        OptionRefusal::Mode { asked, open } => {
            let open: Vec<String> = open.iter().map(|mode| mode_name(*mode).into()).collect();
            format!(
                "{} is not played on this server; choose {}.",
                mode_name(*asked),
                either(&open)
            )
        }
        OptionRefusal::SeatsHere {
            asked,
            fewest,
            most,
        } => {
            let allowed = match fewest == most {
                true => fewest.to_string(),
                false => format!("{fewest} to {most}"),
            };
            format!("Games on this server are for {allowed} Players, not {asked}.")
        }
        OptionRefusal::TimeHere(allowed) => {
            format!("The time for a turn on this server is {}.", times(allowed))
        }
        OptionRefusal::OwnOpponent => {
            "You cannot challenge yourself; choose somebody else as `opponent`.".into()
        }
    }
}

pub fn settings(why: &SettingsConflict) -> String {
    match why {
        SettingsConflict::Seats { fewest, most } => {
            format!("The fewest seats ({fewest}) would be more than the most ({most}).")
        }
        SettingsConflict::NothingPlayable => {
            "No game could be played any more; allow a mode that fits the numbers of seats.".into()
        }
        SettingsConflict::Times { shortest, longest } => format!(
            "The shortest time ({}) would be longer than the longest ({}).",
            duration(*shortest),
            duration(*longest)
        ),
        SettingsConflict::Default { time, allowed } => format!(
            "New games would have {} for each turn, which would not be allowed ({}); change that default first.",
            time.map_or_else(|| "no limit".to_owned(), duration),
            times(allowed)
        ),
    }
}

/// The times that are allowed.
fn times(allowed: &TimeLimits) -> String {
    let range = match (allowed.shortest, allowed.longest) {
        (None, None) => "any time".to_owned(),
        (Some(least), None) => format!("at least {}", duration(least)),
        (None, Some(most)) => format!("at most {}", duration(most)),
        (Some(least), Some(most)) if least == most => duration(least),
        (Some(least), Some(most)) => format!("{} to {}", duration(least), duration(most)),
    };
    match allowed.required {
        true => range,
        false => format!("{range}, or no limit"),
    }
}
