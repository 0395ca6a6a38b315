//! Sentences about seats that change hands or are free, and about games that move.

use crate::discord::wording::{clean, list};
use crate::host::{Absence, HandOverView, Member, SeatTaken, VacantSeat};

/// Escaped names of people: "Ann and Bob".
pub fn names_of(people: &[Member]) -> String {
    let names: Vec<String> = people.iter().map(|member| clean(&member.name)).collect();
    list(&names)
}

/// Offer of a seat. `to` is a mention or a name.
pub fn hand_over(offer: &HandOverView, to: &str) -> String {
    let from = clean(&offer.from.name);
    format!("{to}, **{from}** would like to hand you their seat in this game. Do you accept?")
}

/// End of an offer that was declined or withdrawn.
pub fn hand_over_off(offer: &HandOverView) -> String {
    format!("The seat stays with **{}**.", clean(&offer.from.name))
}

/// Change of a seat's holder.
pub fn seat_taken(taken: &SeatTaken, rest: &[Member]) -> String {
    let from = clean(&taken.from.name);
    match &taken.to {
        Some(to) if to.person == taken.from.person => format!("**{from}** is back."),
        Some(to) => format!("**{}** takes over the seat of **{from}**.", clean(&to.name)),
        None => format!("**{}** plays on without **{from}**.", names_of(rest)),
    }
}

/// Change of a seat in the history, without markup.
pub fn seat_taken_line(taken: &SeatTaken) -> String {
    match &taken.to {
        Some(to) if to.person == taken.from.person => format!("{} is back.", clean(&to.name)),
        Some(to) => format!("{} takes over the seat of {}.", clean(&to.name), clean(&taken.from.name)),
        None => format!("{} leaves the seat to the team mate.", clean(&taken.from.name)),
    }
}

/// Announcement of a free seat.
pub fn seat_free(vacant: &VacantSeat) -> String {
    let who = names_of(&vacant.last);
    let why = match vacant.why {
        Absence::OutOfTime => format!("**{who}** has run out of time twice in a row"),
        Absence::Left => format!("**{who}** has left the server"),
        Absence::Voted => format!("**{who}** has been away, and the others have voted"),
        Absence::Freed => format!("**{who}** has been away for days"),
    };
    format!(
        "{why}: the seat is free. Anyone who has no seat in this game can take it as it stands, and **{who}** can have it back."
    )
}

/// Asks before a game in progress moves to this channel.
pub fn move_here(there: &str) -> String {
    format!("The game is played in {there}. Do you want to move it here?")
}

/// Line about free seats that are to act.
pub fn waits_for_seat(vacant: &[&VacantSeat]) -> String {
    let seats: Vec<String> = vacant.iter().map(|vacant| format!("**{}**", names_of(&vacant.last))).collect();
    format!("It is the turn of whoever takes the seat of {}.", list(&seats))
}

/// Label of the button of a free seat.
pub fn take_label(vacant: &VacantSeat, several: bool) -> String {
    let names: Vec<String> = vacant.last.iter().map(|member| member.name.clone()).collect();
    if several {
        crate::discord::wording::clip(&format!("Take the Seat of {}", list(&names)), 80)
    } else {
        "Take the Seat".to_owned()
    }
}

/// Vote about an absent Player.
pub fn absence_vote(absent: &[Member], waiting: &str) -> String {
    format!(
        "**{}** has not been seen for a while. Should someone else get the seat? {waiting}: it takes all of you.",
        names_of(absent)
    )
}

/// Message to a Player who ran out of time for the first time.
pub fn time_again(who: &str) -> String {
    format!(
        "{who}, your time ran out. It starts once more; when it runs out again, your seat can be taken by somebody else."
    )
}

/// Message in the channel that a game has left.
pub fn moved(channel: &str) -> String {
    format!("This game goes on in {channel}.")
}

/// Message to a Player of a game whose channel is gone: the game, its Players and the server.
pub fn homeless(title: &str, others: &[String], server: Option<&str>) -> String {
    let with = match others {
        [] => String::new(),
        others => format!(" with {}", list(&others.iter().map(|name| format!("**{name}**")).collect::<Vec<_>>())),
    };
    let (on, there) = match server {
        Some(server) => (format!(" on **{}**", clean(server)), "there"),
        None => (String::new(), "on that server"),
    };
    format!(
        "The channel of your game{on} is gone: {title}{with}. Type `/games move-here` in another channel or thread {there} to continue the \
         game. It is adjourned until then."
    )
}

/// Change of a seat that has changed again since.
pub const SEAT_TAKEN: &str = "A seat has changed hands.";

/// Reply if no seat is free.
pub const NO_FREE_SEAT: &str = "No seat of this game is free; a Player can hand theirs over with `/seat hand-over`.";

/// Placeholder of a menu of free seats.
pub const WHICH_SEAT: &str = "Which seat do you take?";

#[cfg(test)]
mod tests {
    use engine::board::Seat;

    use super::*;
    use crate::host::PersonId;

    fn member(name: &str) -> Member {
        Member { person: PersonId(1), name: name.to_owned() }
    }

    #[test]
    fn a_free_seat_names_who_held_it() {
        let vacant = VacantSeat { seat: Seat(1), last: vec![member("*Bob*")], why: Absence::Left };
        let said = seat_free(&vacant);
        assert!(said.starts_with("**\\*Bob\\*** has left the server: the seat is free."), "{said}");
    }

    #[test]
    fn a_game_without_a_channel_is_told_with_its_people_and_server() {
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        for (others, server, said, there) in [
            (&names[..0], None, "of your game is gone: Duel. ", "thread on that server to"),
            (
                &names[..1],
                Some("*Club*"),
                "of your game on **\\*Club\\*** is gone: Duel with **Ann**. ",
                "thread there to",
            ),
            (&names[..], None, "of your game is gone: Duel with **Ann** and **Bob**. ", "thread on that server to"),
        ] {
            let told = homeless("Duel", others, server);
            assert!(told.contains(said) && told.contains(there), "{told}");
        }
    }
}
