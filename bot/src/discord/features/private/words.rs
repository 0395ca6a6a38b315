//! Messages for one person alone: Target cards, placement and choices.

use engine::board::{Seat, Side};
use engine::titans::PlacementQuestion;
use engine::view::{SeatState, View};

use crate::discord::wording::{DisplayNames, safe};

/// Own Targets as text; `None` if the game has none.
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
        Some(format!("**{}** ({}, {state})", names.name(seat.seat), safe(&seat.battalion, 60)))
    };
    let targets: Vec<String> = own.targets.iter().filter_map(one).collect();
    let targets = crate::discord::wording::list(&targets);
    let (head, when) = match own.targets.as_slice() {
        [one] => {
            let is = if names.several(&[*one]) { "are" } else { "is" };
            ("Your Target", format!("{} {is} defeated", names.name(*one)))
        }
        _ => ("Your Targets", "all of them are defeated".to_owned()),
    };
    Some(format!(
        "{head}: {targets}. You win when {when}, no matter by whom. Keep this to yourself unless you want others to know."
    ))
}

/// Reply in a game without Targets.
pub const NONE: &str = "There are no Targets in this game.";

/// Message in the channel after a direct message failed. It names nobody, because the recipient may be a secret.
pub const CLOSED: &str =
    "A direct message could not be delivered. If you are playing here, press the button to see privately what it said.";

/// Direct message that asks for a placement or a choice.
pub fn decision(place: &str) -> String {
    format!(
        "Choices have to be made before the game in {place} can continue. Press the button to see whether you have one to make; only you see what you choose."
    )
}

/// Place of a Territory: "Files b to i, mirrored left to right". If there is only one place, its orientation.
pub fn place(question: &PlacementQuestion, offset: u8, mirrored: bool) -> String {
    let last = offset + question.width.max(1) - 1;
    let stretch = match question.side {
        Side::South | Side::North => {
            let letter = |file: u8| char::from(b'a' + file.min(25));
            format!("Files {} to {}", letter(offset), letter(last))
        }
        Side::West | Side::East => format!("Ranks {} to {}", offset + 1, last + 1),
    };
    let only = question.offsets.start() == question.offsets.end();
    match (only, mirrored) {
        (true, true) => "Mirrored left to right".to_owned(),
        (true, false) => "Not mirrored".to_owned(),
        (false, true) => format!("{stretch}, mirrored left to right"),
        (false, false) => stretch,
    }
}

#[cfg(test)]
mod tests {
    use engine::action::Action;

    use super::*;

    #[test]
    fn places_are_named_as_the_board_names_them() {
        let mut question = PlacementQuestion {
            side: Side::South,
            width: 8,
            offsets: 0..=2,
            may_mirror: true,
            usual: Action::Place { offset: 1, mirrored: false, instant: Vec::new() },
            instants: Vec::new(),
        };
        assert_eq!(place(&question, 1, false), "Files b to i");
        assert_eq!(place(&question, 0, true), "Files a to h, mirrored left to right");
        question.side = Side::North;
        assert_eq!(place(&question, 2, false), "Files c to j");
        for side in [Side::East, Side::West] {
            question.side = side;
            assert_eq!(place(&question, 2, false), "Ranks 3 to 10");
        }
        question.offsets = 0..=0;
        assert_eq!(place(&question, 0, true), "Mirrored left to right");
    }
}
