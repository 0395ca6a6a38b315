//! What somebody reads about what they have done themselves.

use super::people_names;
use crate::host::{BattalionChange, Confirmation};

/// What was done, in a sentence each. It may hold what people wrote: it is made safe where it is shown.
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
        Confirmation::ComputerSits(name) => format!("{name} plays on in that seat."),
        Confirmation::ComputerRemoved(name) => format!("{name} is out of the lobby."),
        Confirmation::Left => "You have left.".into(),
        Confirmation::GameBegins => "The game begins.".into(),
        Confirmation::LobbyClosed => "The lobby is closed.".into(),
        Confirmation::GameEnded => "The game has been ended.".into(),
        Confirmation::GameClosed => "The game has been closed.".into(),
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
        Confirmation::VolatileSealed => {
            "Your choice is sealed; you can change it until everyone has chosen.".into()
        }
        Confirmation::BidSealed => {
            "Your bid is sealed; you can change it until the other bid is in.".into()
        }
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
        Confirmation::StillPlaying => "Good to know; the game goes on.".into(),
        Confirmation::DrawOffered => "You have offered a draw.".into(),
        Confirmation::DrawAgreed => "You agree to a draw.".into(),
        Confirmation::DrawDeclined => "You decline the draw.".into(),
        Confirmation::OfferWithdrawn => "You have withdrawn your offer.".into(),
        Confirmation::TakebackAsked => "You have asked to take your last turn back.".into(),
        Confirmation::TakebackAgreed => "You agree to the takeback.".into(),
        Confirmation::TakebackDeclined => "You decline the takeback.".into(),
        Confirmation::TakebackWithdrawn => "You no longer ask for a takeback.".into(),
        Confirmation::SeatOffered(to) => format!("{} is asked.", to.name),
        Confirmation::SeatDeclined => "You have declined the seat.".into(),
        Confirmation::SeatKept => "You keep your seat.".into(),
        Confirmation::SeatTaken(from) => format!("You have the seat of {}.", people_names(from)),
        Confirmation::VotedAbsent(absent) => format!(
            "You have voted to free the seat of {}; the others are asked.",
            people_names(absent)
        ),
        Confirmation::SeatFreed(absent) => format!("The seat of {} is free.", people_names(absent)),
        Confirmation::Kicked(person) => format!("{} is out of this lobby.", person.name),
        Confirmation::Moved => "The game goes on here.".into(),
    }
}

/// What was done to a Battalion of a server.
pub fn battalion(change: &BattalionChange) -> String {
    match change {
        BattalionChange::Added { name, version } => format!(
            "{name} has been added to this server (version {version}). Only those who manage the bot here can pick it until you publish it."
        ),
        BattalionChange::Published {
            name,
            version,
            disabled,
        } => {
            let off = match disabled {
                true => " It is still disabled, though: enable it too.",
                false => "",
            };
            format!("Everyone on this server can now pick {name} (version {version}).{off}")
        }
        BattalionChange::Archived(name) => format!(
            "{name} is archived: nobody can pick it, and games in progress continue. Publish it to bring it back."
        ),
        BattalionChange::Enabled(name) => format!("{name} can now be picked on this server."),
        BattalionChange::Disabled(name) => {
            format!("{name} can no longer be picked on this server; games in progress continue.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_told_in_a_sentence_each() {
        let all = [
            Confirmation::LobbyOpened,
            Confirmation::Joined(Some("Knights".to_owned())),
            Confirmation::GameBegins,
        ];
        assert_eq!(
            done(&all),
            "The lobby is open. You have joined with Knights. The game begins."
        );
        assert_eq!(done(&[Confirmation::Played("e4".into())]), "You played e4.");
        assert_eq!(done(&[]), "Done.");
    }
}
