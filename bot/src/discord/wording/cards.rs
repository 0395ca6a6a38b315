//! What cards say beside the boards. Pictures know no markup, so that names stand there as people gave them.

use render::cards;

use super::refusal::missing;
use super::{duration, people_names};
use crate::host::{Lobby, SeatOrder};

/// The card of a lobby.
pub fn lobby(lobby: &Lobby) -> cards::Lobby {
    let options = &lobby.options;
    let time = match options.time_per_turn {
        None => "no time limit".to_owned(),
        Some(seconds) => format!("{} a turn", duration(seconds)),
    };
    // Tokens and their colours go by seat, which nobody knows yet.
    let order = match options.order {
        SeatOrder::Random => " · seats drawn by lot",
        SeatOrder::Fixed => "",
    };
    let taken = lobby.seats.iter().map(|seat| cards::LobbySeat {
        name: people_names(&seat.members),
        battalion: seat
            .battalion
            .as_ref()
            .map_or_else(String::new, |one| one.name.clone()),
        ready: seat.battalion.is_some(),
    });
    let open = cards::LobbySeat {
        name: String::new(),
        battalion: String::new(),
        ready: false,
    };
    let free = usize::from(options.seats).saturating_sub(lobby.seats.len());
    let missing: Vec<String> = lobby.missing.iter().map(missing).collect();
    cards::Lobby {
        title: format!("Titan's Battalion: {}", options.mode.name()),
        settings: format!("{} Players · {time}{order}", options.seats),
        seats: taken.chain(std::iter::repeat_n(open, free)).collect(),
        missing: missing.join(" "),
    }
}
