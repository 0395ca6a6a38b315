//! Target cards: for their holder alone.

use engine::board::Seat;
use engine::view::{SeatState, View};

use super::{DisplayNames, safe};

/// The own Targets in words; `None` where the game has none.
pub fn card(view: &View, names: &DisplayNames) -> Option<String> {
    let own = view.own.as_ref()?;
    if own.targets.is_empty() {
        return None;
    }
    let one = |seat: &Seat| {
        let seat = view.seats.get(seat.index())?;
        let state = match seat.state {
            SeatState::Playing => "in play",
            SeatState::Defeated { .. } => "defeated",
        };
        Some(format!(
            "**{}** ({}, {state})",
            names.name(seat.seat),
            safe(&seat.battalion, 60)
        ))
    };
    let targets: Vec<String> = own.targets.iter().filter_map(one).collect();
    let head = if targets.len() == 1 {
        "Your Target"
    } else {
        "Your Targets"
    };
    Some(format!(
        "{head}: {}. You win when {} defeated, whoever does it. Tell nobody, unless you want to.",
        super::list(&targets),
        if targets.len() == 1 {
            "they are"
        } else {
            "all of them are"
        }
    ))
}

/// There is nothing to show.
pub const NONE: &str = "There are no Targets in this game.";

/// In the channel, when a direct message could not be delivered. It names nobody: who is asked may be a secret.
pub const CLOSED: &str = "A direct message could not be delivered. Whoever plays here can press the button to see, alone, what is for them.";

/// A direct message that asks for a placement or a choice.
pub fn duty(place: &str) -> String {
    format!(
        "Something is to be chosen before the game in {place} goes on. Press the button to see whether you are asked; only you see what you choose."
    )
}

/// One way to place a Territory.
pub fn place(offset: u8, mirrored: bool) -> String {
    format!(
        "Offset {offset}{}",
        if mirrored { ", mirrored" } else { "" }
    )
}
