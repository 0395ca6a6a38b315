//! Messages of the lessons.

use crate::discord::wording::{count, sentence};
use crate::host::lessons::{Lesson, Progress};

/// Text above the list of lessons.
pub fn list(lessons: &[(&Lesson, Progress)]) -> String {
    let mut lines = vec![
        "**Learn to play**, alone and in private. Six short lessons; leave whenever you like and go on later."
            .to_owned(),
    ];
    for (number, (lesson, progress)) in (1..).zip(lessons) {
        lines.push(format!("{number}. **{}**: {} {}", lesson.title, sentence(&lesson.about), state(lesson, *progress)));
    }
    if lessons.iter().all(|(_, progress)| progress.finished) {
        lines.push("You have finished all of them. Use `/play` for a real game.".to_owned());
    }
    lines.join("\n")
}

/// Progress of a person in a lesson.
pub fn state(lesson: &Lesson, progress: Progress) -> String {
    let steps = lesson.steps.len();
    match (progress.finished, progress.solved) {
        (true, _) => "✓ Done.".to_owned(),
        (false, 0) => count(steps, "step.", "steps."),
        (false, solved) => format!("{solved} of {steps} steps done."),
    }
}

/// Text above a step: the result of the last try, and the task.
pub fn step(lesson: &Lesson, solved: usize, said: Option<&str>) -> String {
    let mut lines = Vec::new();
    lines.extend(said.map(str::to_owned));
    let steps = lesson.steps.len();
    match lesson.steps.get(solved) {
        Some(step) => {
            lines.push(format!("**{}**, step {} of {steps}", lesson.title, solved + 1));
            lines.push(step.say.clone());
        }
        None => lines.push(format!("Lesson complete: **{}**. Well played!", lesson.title)),
    }
    lines.join("\n")
}

/// Reply to a solved step.
pub const RIGHT: &str = "✓ Right!";
/// Notice after a press on an outdated step.
pub const STALE: &str = "You're past that step; here is the lesson now.";
/// Reply to an unknown lesson.
pub const GONE: &str = "There is no such lesson any more; use `/learn` for the list.";
/// Placeholder of the menu of lessons.
pub const WHICH: &str = "Choose a lesson";
/// Placeholder of the menu of pieces.
pub const PIECE: &str = "Choose a piece";
/// Placeholder of the menu of moves.
pub const MOVE: &str = "Choose its move";
/// Placeholder of the menu of the shop.
pub const SHOP: &str = "Choose what to do";
/// Menu entry that confirms the army.
pub const READY: &str = "Ready: confirm the army";
/// Title of the form on a board, and the label of its input.
pub const TYPE_MOVE: (&str, &str) = ("Your move", "A move such as Nf3, exd5 or e2e4");
/// Title of the form in the shop, and the label of its input.
pub const TYPE_ORDER: (&str, &str) = ("Your order", "King, or Pawn a2-h2, or sell h2, or ready");

/// Reply to an illegal try.
pub fn refused(why: &str) -> String {
    format!("Not quite. {}", sentence(why))
}

/// Hint of a step.
pub fn hint(hint: &str) -> String {
    format!("Hint: {hint}")
}
