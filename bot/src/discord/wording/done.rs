//! Confirmations of a person's own actions.

use super::{odds, people_names};
use crate::host::{BattalionChange, Confirmation};

/// Confirmations, one sentence each. Text written by people is not escaped here.
pub fn done(confirmed: &[Confirmation]) -> String {
    match confirmed {
        [] => "Done.".to_owned(),
        all => all.iter().map(confirmation).collect::<Vec<_>>().join(" "),
    }
}

fn confirmation(what: &Confirmation) -> String {
    match what {
        Confirmation::LobbyOpened => "The lobby is open.".into(),
        Confirmation::Joined(None) => "You have joined; choose a Battalion.".into(),
        Confirmation::Joined(Some(battalion)) => format!("You have joined with {battalion}."),
        Confirmation::SharesSeat(mate) => format!("You share a seat with {}.", mate.name),
        Confirmation::PlaysWith(battalion) => format!("You are playing {battalion}."),
        Confirmation::ComputerAdded { name, battalion } => format!("{name} plays {battalion}."),
        Confirmation::ComputerSits(name) => format!("{name} takes over that seat."),
        Confirmation::ComputerRemoved(name) => format!("{name} is out of the lobby."),
        Confirmation::WordAdded { hash, part } => format!(
            "Your word counts; its SHA-256 is {hash}, that of the bot's part {part}. Keep both to compare them at the end, when the word becomes public."
        ),
        Confirmation::WordTold => "Your word is told.".into(),
        Confirmation::WordsAwaited => "The seats are fixed; the game starts when every sealed word is told.".into(),
        Confirmation::Left => "You have left.".into(),
        Confirmation::GameBegins => "The game has started.".into(),
        Confirmation::LobbyClosed => "The lobby is closed.".into(),
        Confirmation::GameEnded => "The game has been ended.".into(),
        Confirmation::GameClosed => "The game has been closed.".into(),
        Confirmation::ChallengeOpened => "Your challenge is open for anyone to accept.".into(),
        Confirmation::Challenged(opponent) => format!("You have challenged {}.", opponent.name),
        Confirmation::RematchAsked => "You have asked for a rematch.".into(),
        Confirmation::Agreed => "You have accepted.".into(),
        Confirmation::Accepted { opponent, white } => {
            let colour = if *white { "White" } else { "Black" };
            format!("You play {colour} against {}.", opponent.name)
        }
        Confirmation::Declined => "You have declined.".into(),
        Confirmation::Withdrawn => "You have withdrawn your challenge.".into(),
        Confirmation::Played(turn) => format!("You played {turn}."),
        Confirmation::TerritoryPlaced => "Your army is placed.".into(),
        Confirmation::VolatileChosen => "Your choice is made.".into(),
        Confirmation::VolatileSealed => "Your choice is sealed; you can change it until everyone has chosen.".into(),
        Confirmation::BidSealed => "Your bid is sealed; you can change it until the other bid is in.".into(),
        Confirmation::Raises => "You raise.".into(),
        Confirmation::Stops => "You stop.".into(),
        Confirmation::ArmyChanged => "Your army has been changed.".into(),
        Confirmation::ArmyReady => "Your army is confirmed.".into(),
        Confirmation::AskedToResign(mate) => format!(
            "You share this seat, so {} has to resign too: they have been asked in a direct message.",
            mate.name
        ),
        Confirmation::Resigned => "You have resigned.".into(),
        Confirmation::PauseAsked => "You have asked the others for a pause.".into(),
        Confirmation::PauseAgreed => "You agree to a pause.".into(),
        Confirmation::Paused => "The game is paused.".into(),
        Confirmation::NoPause => "The clocks go on.".into(),
        Confirmation::Resumed => "The game goes on.".into(),
        Confirmation::StillPlaying => "Good to know; the game is not adjourned.".into(),
        Confirmation::DrawOffered => "You have offered a draw.".into(),
        Confirmation::DrawAgreed => "You agree to a draw.".into(),
        Confirmation::DrawDeclined => "You decline the draw.".into(),
        Confirmation::OfferWithdrawn => "You have withdrawn your offer.".into(),
        Confirmation::TakebackAsked => {
            "You have asked the others to let you take your last turn back; the request lapses when someone moves."
                .into()
        }
        Confirmation::TakenBack => "Your last turn is taken back; play another one.".into(),
        Confirmation::TakebackAgreed => "You agree to the takeback.".into(),
        Confirmation::TakebackDeclined => "You decline the takeback.".into(),
        Confirmation::TakebackWithdrawn => "You no longer ask for a takeback.".into(),
        Confirmation::SeatOffered(to) => format!("You offered your seat to {}.", to.name),
        Confirmation::SeatDeclined => "You have declined the seat.".into(),
        Confirmation::SeatKept => "You keep your seat.".into(),
        Confirmation::SeatTaken(from) => format!("You have the seat of {}.", people_names(from)),
        Confirmation::VotedAbsent(absent) => {
            format!("You have voted to free the seat of {}; the others are asked.", people_names(absent))
        }
        Confirmation::SeatFreed(absent) => format!("The seat of {} is free.", people_names(absent)),
        Confirmation::Kicked(person) => format!("{} is out of this lobby.", person.name),
        Confirmation::PlacementDecided(style) => {
            format!("In this game: {}.", crate::discord::features::lobby::words::placement(*style))
        }
        Confirmation::OddsGiven { odds: given, computer } => odds::confirmed(*given, computer.as_deref()),
        Confirmation::OddsGone => odds::GONE.into(),
        Confirmation::Moved => "The game goes on here.".into(),
    }
}

/// Confirmation of a change to a server's Battalion.
pub fn battalion(change: &BattalionChange) -> String {
    const PRIVATE: &str = "Only those who manage the bot here can pick it until you publish it.";
    const IN_ARCHIVE: &str = "It was archived because this server already uses as many Battalions as its limit allows: archive another one, then publish this one.";
    let whose = |archived: &bool| if *archived { IN_ARCHIVE } else { PRIVATE };
    match change {
        BattalionChange::Added { name, version, archived } => {
            format!("{name} has been added to this server (version {version}). {}", whose(archived))
        }
        BattalionChange::Copied { name, version, archived } => format!(
            "{name} is now one of this server's Battalions (version {version}). This copy stays the same, whatever happens to the original. {}",
            whose(archived)
        ),
        BattalionChange::Published { name, version, disabled } => {
            let off = if *disabled { " It is still disabled, though: enable it too." } else { "" };
            format!("Everyone on this server can now pick {name} (version {version}).{off}")
        }
        BattalionChange::Archived { name, unshared } => {
            let shared =
                if *unshared { " Other servers can no longer find it; they keep the copies they have." } else { "" };
            format!(
                "{name} is archived: nobody can pick it, and games in progress continue.{shared} Publish it to bring it back."
            )
        }
        BattalionChange::Enabled(name) => format!("{name} can now be picked on this server."),
        BattalionChange::Disabled(name) => {
            format!("{name} can no longer be picked on this server; games in progress continue.")
        }
        BattalionChange::Shared { name, version, gallery: true } => format!(
            "{name} (version {version}) is in the gallery: every server with this bot can find it with /battalions browse and add a copy."
        ),
        BattalionChange::Shared { name, version, gallery: false } => {
            format!("Anyone with the code can add a copy of {name} (version {version}) to their server.")
        }
        BattalionChange::Unshared(name) => format!(
            "{name} is no longer shared, and its code no longer works; other servers keep the copies they have."
        ),
        BattalionChange::Hidden(name) => {
            format!(
                "{name} is hidden: it is not in the gallery, and its code does not work. Servers keep the copies they have."
            )
        }
        BattalionChange::Unhidden(name) => format!("{name} is shown again."),
    }
}

/// Confirmation of changes to Battalions: full for one, short for several.
pub fn battalions(changes: &[BattalionChange]) -> String {
    match changes {
        [one] => battalion(one),
        several => {
            let all: Vec<String> = several.iter().map(logged).collect();
            format!(
                "Done: {}. Only those who manage the bot here can pick them until you publish them.",
                all.join("; ")
            )
        }
    }
}

/// Change to a Battalion, phrased to follow the name of its author.
pub fn logged(change: &BattalionChange) -> String {
    let version = |version: &i64| format!("version {version}");
    match change {
        BattalionChange::Added { name, version: n, .. } => format!("added {name}, {}", version(n)),
        BattalionChange::Copied { name, version: n, .. } => {
            format!("copied {name} from another server, as {}", version(n))
        }
        BattalionChange::Published { name, version: n, .. } => format!("published {name}, {}", version(n)),
        BattalionChange::Archived { name, .. } => format!("archived {name}"),
        BattalionChange::Enabled(name) => format!("enabled {name}"),
        BattalionChange::Disabled(name) => format!("disabled {name}"),
        BattalionChange::Shared { name, version: n, gallery } => {
            let with = if *gallery { "in the gallery" } else { "by a code" };
            format!("shared {name}, {}, {with}", version(n))
        }
        BattalionChange::Unshared(name) => format!("stopped sharing {name}"),
        BattalionChange::Hidden(name) => format!("hid {name} from other servers"),
        BattalionChange::Unhidden(name) => format!("showed {name} again"),
    }
}

/// Returns true for actions of the people who run the bot.
pub const fn is_by_host(change: &BattalionChange) -> bool {
    matches!(change, BattalionChange::Hidden(_) | BattalionChange::Unhidden(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_told_in_a_sentence_each() {
        let all =
            [Confirmation::LobbyOpened, Confirmation::Joined(Some("Knights".to_owned())), Confirmation::GameBegins];
        assert_eq!(done(&all), "The lobby is open. You have joined with Knights. The game has started.");
        assert_eq!(done(&[Confirmation::Played("e4".into())]), "You played e4.");
        assert_eq!(done(&[]), "Done.");
    }
}
