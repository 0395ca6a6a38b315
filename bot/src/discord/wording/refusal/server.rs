//! Refusals about permissions and settings of a server. Each names what is allowed.

use engine::titans::GameMode;

use crate::discord::wording::{duration, either, mode_name, players, times};
use crate::host::{Denied, OptionRefusal, SettingsConflict, TimeLimits};

pub fn denied(why: &Denied) -> String {
    match why {
        Denied::TimeOut => "Only the clock can say that.".into(),
        Denied::Start => "Only the person who opened this lobby, or someone with the Manage Messages permission, can start the game.".into(),
        Denied::StartUnpublished(name) => format!(
            "{name} is not published yet: someone who manages the bot here has to start the game."
        ),
        Denied::Administer(None) => {
            "You need the Manage Server permission for this.".into()
        }
        Denied::Administer(Some(role)) => format!(
            "You need the Manage Server permission or the role {} for this.",
            role.name
        ),
        Denied::Delegate => "You need the Manage Server permission to change who administers the bot; someone who has it can let your role do so (/server roles).".into(),
        Denied::Operate => "Only the people who run this bot can do that.".into(),
        Denied::Open(role) => format!(
            "You need the role {} to open games here; you can join other people's games.",
            role.name
        ),
        Denied::Close => "You need the Manage Messages permission to close what someone else opened; you can leave or decline instead.".into(),
        Denied::End => "You need the Manage Messages permission to end a game after its second turn (before that, the person who opened it can end it); you can resign or offer a draw instead.".into(),
        Denied::Kick => "Only the person who opened this lobby, or someone with the Manage Messages permission, can remove people from it.".into(),
        Denied::Placement => "Only the person who opened this lobby, or someone with the Manage Messages permission, can decide where the armies start.".into(),
        Denied::Move => "While its channel exists, only the person who opened the game, or someone with the Manage Messages permission, can move it.".into(),
        Denied::CloseUnreadable => "You need the Manage Messages permission to close a game that cannot be opened; please ask a moderator.".into(),
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
            format!("{} is for {needs} Players, not {asked}.", mode.name())
        }
        OptionRefusal::Time(part) => times::out_of_bounds(*part),
        OptionRefusal::UnknownBattlefield => {
            "There is no such Battlefield here; leave that option out for the usual one.".into()
        }
        OptionRefusal::SmallBattlefield(seats) => {
            format!(
                "That Battlefield has room for {seats} Players; choose another, or leave that option out for the usual one."
            )
        }
        OptionRefusal::Channel(channels) => {
            let links: Vec<String> = channels.iter().map(|id| format!("<#{id}>")).collect();
            format!("Games are played in {} on this server.", either(&links))
        }
        OptionRefusal::Mode { asked, open } => {
            let open: Vec<String> = open.iter().map(|mode| mode_name(*mode).into()).collect();
            format!("{} is not played on this server; choose {}.", mode_name(*asked), either(&open))
        }
        OptionRefusal::SeatsHere { asked, fewest, most } => {
            format!("Games on this server are for {}, not {asked}.", players(*fewest, *most))
        }
        OptionRefusal::TimeHere(allowed) => {
            format!("The time for a turn on this server is {}.", allowed_times(allowed))
        }
        OptionRefusal::OwnOpponent => {
            "You cannot be your own opponent: challenge somebody else, or wait until somebody else accepts.".into()
        }
    }
}

pub fn settings(why: &SettingsConflict) -> String {
    match why {
        SettingsConflict::Seats { fewest, most } => {
            format!("The fewest seats ({fewest}) would be more than the most ({most}).")
        }
        SettingsConflict::NothingPlayable => {
            "That would leave no game to play; allow a mode that fits the numbers of Players.".into()
        }
        SettingsConflict::Times { shortest, longest } => format!(
            "The shortest time ({}) would be longer than the longest ({}).",
            duration(*shortest),
            duration(*longest)
        ),
        SettingsConflict::Default { time, allowed } => format!(
            "New games would have {}, which would not be allowed ({}); change that default first.",
            times::control(*time),
            allowed_times(allowed)
        ),
    }
}

/// Times that are allowed.
fn allowed_times(allowed: &TimeLimits) -> String {
    let range = match (allowed.shortest, allowed.longest) {
        (None, None) => "any time".to_owned(),
        (Some(least), None) => format!("at least {}", duration(least)),
        (None, Some(most)) => format!("at most {}", duration(most)),
        (Some(least), Some(most)) if least == most => duration(least),
        (Some(least), Some(most)) => format!("{} to {}", duration(least), duration(most)),
    };
    if allowed.required { range } else { format!("{range}, or no limit") }
}
