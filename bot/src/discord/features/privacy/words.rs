//! Messages about the stored data of a person.

use crate::discord::wording::list;
use crate::host::{ChannelId, Privacy, StandingRefusal};

/// Stored data of a person, and the available actions.
pub fn view(privacy: &Privacy) -> String {
    let standing = if privacy.listed {
        "- Your standing is **public**: others can see your ratings and results, and you are on the leaderboards."
    } else {
        "- Your standing is **hidden**: nobody else can see your ratings and results, and you are on no leaderboard. In the results of others you are an unnamed opponent."
    };
    format!(
        "**Your privacy**\n\
         {standing}\n\
         - Results of your games: {}\n\
         - Also kept: your settings, your seats and moves, notices to you, Battalion files that you have added to a server, what you have changed on servers, and what you have reported.",
        privacy.results
    )
}

/// Confirmation that the standing is now public or hidden.
pub const fn changed(listed: bool) -> &'static str {
    if listed { "Your standing is public again." } else { "Your standing is hidden now." }
}

/// Note beside the exported file.
pub const EXPORTED: &str = "Everything that is kept about you. Only you can see this.";
/// Reply if the file exceeds Discord's size limit.
pub const TOO_LARGE: &str =
    "Your data is too large for a message on Discord: please ask the people who run this bot for it.";

/// Confirmation question before everything is deleted.
pub const ASK: &str = "**Delete everything about you?** This cannot be undone.\n\
    - Deleted: your settings, your ratings and results, and your name and Discord ID in every game.\n\
    - Kept: the games you have played, because they belong to your opponents as well, with “Former Player” in your seat; Battalion \
    files that a server uses, what you have changed on servers, and what you have reported, all without your name.\n\
    - Out of the bot's reach: messages already posted on Discord, and backups of the people who run this bot.\n\
    You may want to export your data first.";
/// Confirmation of the deletion.
pub const DELETED: &str = "Everything about you has been deleted.";

/// Reason why a standing is not shown, or nothing was deleted.
pub fn refusal(why: &StandingRefusal) -> String {
    match why {
        StandingRefusal::NotListed(name) => {
            format!("{name} has no public standing on this server.")
        }
        StandingRefusal::StillPlaying(channels) => still_playing(channels),
    }
}

fn still_playing(channels: &[ChannelId]) -> String {
    let links: Vec<String> = channels.iter().take(10).map(|channel| format!("<#{channel}>")).collect();
    format!("You still have a seat or an open lobby in {}: finish, resign or leave first.", list(&links))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_ten_channels_are_named() {
        for (channels, named) in [(1, 1), (10, 10), (11, 10), (200, 10)] {
            let channels: Vec<ChannelId> = (1..=channels).map(ChannelId).collect();
            let said = refusal(&StandingRefusal::StillPlaying(channels));
            assert_eq!(said.matches("<#").count(), named, "{said}");
        }
    }
}
