//! Course of a game: numbered turns and their events.

use engine::view::View;
use engine::words;

use crate::discord::features::moves::words::plain;
use crate::discord::features::seats::words as table;
use crate::discord::features::takeback;
use crate::discord::messages::people::display_names;
use crate::discord::wording::{capitalised, count};
use crate::host::{Step, StepKind};

/// Number of turns among the steps.
pub fn turns_in(steps: &[Step]) -> usize {
    steps.iter().filter(|step| matches!(step.kind, StepKind::Turn { .. })).count()
}

/// Text above a list that is attached as a file.
pub fn attached(turns: usize) -> String {
    format!("{}, in the file.", count(turns, "turn", "turns"))
}

/// Step in a line: "12. Ann: exd5, capturing the Knight on d5."
pub fn line(step: &Step, view: &View) -> String {
    let (head, rest) = parts(step, view);
    head + &rest
}

/// Step in a line with its head in bold.
fn marked(step: &Step, view: &View) -> String {
    let (head, rest) = parts(step, view);
    format!("**{head}**{rest}")
}

/// Sentence about a step and its consequences.
fn parts(step: &Step, view: &View) -> (String, String) {
    let names = &display_names(&step.seats);
    let told = || step.facts.iter().map(|fact| names.tell(view, fact)).collect::<Vec<_>>().join(" ");
    let and_told = |head: String| match step.facts.as_slice() {
        [] => (head, String::new()),
        _ => (head, format!(" {}", told())),
    };
    match &step.kind {
        StepKind::Start => {
            let first = if view.seats.len() == 2 { "move" } else { "turn" };
            and_told(format!("The position before the first {first}."))
        }
        StepKind::Turn { number, seat, text } => {
            let number = words::turn_number(*number, view.seats.len());
            let head = format!("{number} {}: {}", names.name(*seat), plain(text));
            (head, names.consequences(view, &step.facts))
        }
        StepKind::Event => (told(), String::new()),
        StepKind::TakenBack { seat, turns } => and_told(takeback::history_line(*seat, turns, names)),
        StepKind::SeatTaken(taken) => and_told(table::seat_taken_line(taken)),
    }
}

/// Every step, one line each; a Clash match has a heading per round.
pub fn list(steps: &[Step], view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let mut heading = None;
    let mut steps = steps.iter().peekable();
    while let Some(step) = steps.next() {
        if let Some(round) = step.round.filter(|round| heading != Some(*round)) {
            lines.push(words::round_name(round));
            heading = Some(round);
        }
        if step.kind == StepKind::Start {
            continue;
        }
        match steps.peek().and_then(|next| pair(step, next, view)) {
            Some(both) => {
                lines.push(both);
                steps.next();
            }
            None => lines.push(line(step, view)),
        }
    }
    lines
}

/// Both turns of a move of a duel without other events: "17. b4 Nf6".
fn pair(step: &Step, next: &Step, view: &View) -> Option<String> {
    let (StepKind::Turn { number, text, .. }, StepKind::Turn { number: answer, text: reply, .. }) =
        (&step.kind, &next.kind)
    else {
        return None;
    };
    let duel = view.seats.len() == 2 && number % 2 == 1 && *answer == number + 1 && step.round == next.round;
    (duel && step.facts.is_empty() && next.facts.is_empty())
        .then(|| format!("{} {} {}", words::turn_number(*number, 2), plain(text), plain(reply)))
}

/// Steps shown before and after the current one.
const AROUND: usize = 3;

/// Text beside the board of a step: its position in the game, and the turns around it.
pub fn moment(steps: &[Step], index: usize, view: &View) -> String {
    let turns = turns(steps);
    let (round, turn) = steps.get(index).zip(turns.get(index)).map_or((None, 0), |(step, turn)| (step.round, *turn));
    let of = steps.iter().zip(turns).filter(|(step, _)| step.round == round).map(|(_, turn)| turn).max().unwrap_or(0);
    let place = match round {
        Some(round) => format!("{}, {}", words::round_name(round), progress(turn, of, view)),
        None => capitalised(&progress(turn, of, view)),
    };
    let around = steps.iter().enumerate();
    let around = around.filter(|(at, step)| at.abs_diff(index) <= AROUND && step.round == round);
    let lines = around.map(|(at, step)| if at == index { marked(step, view) } else { line(step, view) });
    let lines: Vec<String> = lines.collect();
    format!("{place}\n{}", lines.join("\n"))
}

/// Progress of a step: "move 17 of 40" in a duel, "turn 34 of 80" with more Players.
fn progress(turn: u32, of: u32, view: &View) -> String {
    match view.seats.len() {
        2 if turn == 0 => "before the first move".to_owned(),
        _ if turn == 0 => "before the first turn".to_owned(),
        2 => format!("move {} of {}", turn.div_ceil(2), of.div_ceil(2)),
        _ => format!("turn {turn} of {of}"),
    }
}

/// Number of turns played in its round after each step. A takeback undoes turns.
fn turns(steps: &[Step]) -> Vec<u32> {
    let (mut round, mut played) = (None, 0);
    let counted = steps.iter().map(|step| {
        if step.round != round {
            (round, played) = (step.round, 0);
        }
        match &step.kind {
            StepKind::Turn { number, .. } => played = *number,
            StepKind::TakenBack { turns, .. } => {
                played = played.saturating_sub(u32::try_from(turns.len()).unwrap_or(u32::MAX));
            }
            StepKind::Start | StepKind::Event | StepKind::SeatTaken(_) => {}
        }
        played
    });
    counted.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::board::{Seat, Space};
    use engine::clash::{Match, Setup};
    use engine::fact::Fact;
    use engine::view::Viewer;

    use super::*;
    use crate::host::{Member, PersonId, Version};

    fn step(version: i64, round: Option<u8>, kind: StepKind, facts: Vec<Fact>) -> Step {
        let seats =
            [(1, "Ann"), (2, "Bob")].map(|(person, name)| vec![Member { person: PersonId(person), name: name.into() }]);
        Step { version: Version(version), round, kind, facts, seats: Arc::from(seats) }
    }

    fn turn(number: u32, seat: u8, text: &str) -> StepKind {
        let (seat, text) = (Seat(seat), text.to_owned());
        StepKind::Turn { number, seat, text }
    }

    #[test]
    fn a_line_ends_its_move_before_it_tells_what_happened() {
        let setup = Setup { en_passant: false, seed: [0; 32] };
        let mut view = Match::new(setup).unwrap().view(Viewer::Public);
        view.clash = None;
        let taken = Fact::Captured { piece: "Knight".into(), owner: Seat(1), space: Space::new(3, 4) };
        let steps = [
            step(2, None, StepKind::Start, Vec::new()),
            step(3, None, turn(1, 0, "exd5"), vec![taken]),
            step(5, None, turn(2, 1, "Kd8"), Vec::new()),
        ];
        assert_eq!(turns_in(&steps), 2);
        assert_eq!(list(&steps, &view), ["1. Ann: exd5, capturing the Knight on d5.", "1… Bob: Kd8."]);
        assert_eq!(
            moment(&steps, 1, &view),
            "Move 1 of 1\nThe position before the first move.\n**1. Ann: exd5**, capturing the Knight on d5.\n1… Bob: Kd8."
        );
        let quiet = [
            step(2, None, StepKind::Start, Vec::new()),
            step(3, None, turn(33, 0, "b4"), Vec::new()),
            step(4, None, turn(34, 1, "Nf6"), Vec::new()),
            step(5, None, turn(35, 0, "a4"), Vec::new()),
        ];
        assert_eq!(list(&quiet, &view), ["17. b4 Nf6", "18. Ann: a4."]);
        // After a line with one turn, the second turn of its move is not put together with the next one.
        let uneven = [
            step(4, None, turn(34, 1, "Nf6"), Vec::new()),
            step(5, None, turn(35, 0, "a4"), Vec::new()),
            step(6, None, turn(36, 1, "a5"), Vec::new()),
        ];
        assert_eq!(list(&uneven, &view), ["17… Bob: Nf6.", "18. a4 a5"]);
        let rounds = [
            step(2, Some(1), StepKind::Start, Vec::new()),
            step(3, Some(1), turn(1, 0, "e4"), Vec::new()),
            step(9, Some(2), StepKind::Start, Vec::new()),
            step(10, Some(2), turn(1, 0, "d4"), Vec::new()),
        ];
        assert_eq!(list(&rounds, &view), ["Round 1", "1. Ann: e4.", "Round 2", "1. Ann: d4."]);
        let said = moment(&rounds, 2, &view);
        assert!(said.starts_with("Round 2, before the first move\n**The position"), "{said}");
        assert!(!said.contains("e4"), "{said}");
    }

    #[test]
    fn three_steps_stand_on_either_side_of_the_one_looked_at() {
        let setup = Setup { en_passant: false, seed: [0; 32] };
        let mut view = Match::new(setup).unwrap().view(Viewer::Public);
        view.clash = None;
        let mut steps = vec![step(1, None, StepKind::Start, Vec::new())];
        steps.extend((1..=9).map(|number| step(1 + i64::from(number), None, turn(number, 0, "e4"), Vec::new())));
        for (index, shown) in [(0, 0..=3), (3, 0..=6), (5, 2..=8), (9, 6..=9)] {
            let said = moment(&steps, index, &view);
            let place = match index {
                0 => "Before the first move\n".to_owned(),
                _ => format!("Move {} of 5\n", index.div_ceil(2)),
            };
            assert!(said.starts_with(&place), "{said}");
            assert_eq!(said.lines().count(), 1 + shown.count(), "{said}");
        }
    }
}
