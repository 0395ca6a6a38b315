//! Refusals about takebacks, changes of seats and changes of channels.

use crate::discord::wording::{in_time, player};
use crate::host::TableRefusal;

pub fn table(why: &TableRefusal) -> String {
    match why {
        TableRefusal::NothingToTakeBack => "You have no turn to take back.".into(),
        TableRefusal::RoundOver => "The round has ended since your last turn, and its result stands.".into(),
        TableRefusal::DefeatStands => {
            "Somebody has been defeated since your last turn, so it can no longer be taken back.".into()
        }
        TableRefusal::TakebackAsked => "You have asked for a takeback already; wait for the others to answer.".into(),
        TableRefusal::TakebackOpen(other) => format!("{} asks for a takeback; agree or decline first.", player(other)),
        TableRefusal::NobodyToAsk => "No one is left to agree; someone has to take the free seat first.".into(),
        TableRefusal::OwnTakeback => "You asked for this takeback; the others answer it.".into(),
        TableRefusal::NoSay => "Only Players who are still in the game have a say in this.".into(),
        TableRefusal::HasSeat => "Whoever has a seat in this game cannot take another.".into(),
        TableRefusal::KnowsSecrets => {
            "Someone who has held another seat of this game knows its secrets and cannot take this one.".into()
        }
        TableRefusal::Defeated => "This Player is defeated; the seat stays as it is.".into(),
        TableRefusal::ToYourself => "You have this seat already; choose somebody else.".into(),
        TableRefusal::OfferedTo(member) => {
            format!("This seat is offered to {}.", member.name)
        }
        TableRefusal::NotSeated => "That person has no seat in this game.".into(),
        TableRefusal::OwnSeat => "That is your own seat; hand it over with `/seat hand-over`.".into(),
        TableRefusal::ClockDecides => {
            "This game has a time limit: a seat becomes free when its Player has run out of time twice.".into()
        }
        TableRefusal::NotWaitedFor => {
            "Nobody is waiting for that person now; a seat can be freed when it is to act.".into()
        }
        TableRefusal::WaitUntil(at) => {
            format!("That person may still be thinking, or is on holiday; you can ask again {}.", in_time(*at))
        }
        TableRefusal::OtherServer => "This game belongs to another server; do this there.".into(),
        TableRefusal::AlreadyHere => "The game is here already.".into(),
    }
}
