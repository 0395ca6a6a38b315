//! Texts about conditional moves, for the person who entered them.

use crate::discord::answer::CONTENT;
use crate::discord::features::moves::words::plain;
use crate::host::ConditionalLine;

/// Reply to a command with only one of the two moves.
pub const BOTH: &str = "Write both: what your opponent may play, and what you answer.";
/// Reply to a line that was not chosen from the list.
pub const CHOOSE_LINE: &str = "Choose the line from the list that appears as you type.";
/// Confirmation of a new conditional move.
pub const ENTERED: &str = "Your conditional move is entered.";
/// Confirmation of a deletion.
pub const DELETED: &str = "Deleted.";
/// Placeholder of the menu of lines to delete.
pub const DELETE: &str = "Delete a line";

/// "if Nf6, then Bxf6; if Qe7, then Qd2"
pub fn line(moves: &[String]) -> String {
    let pairs = moves.chunks(2).map(|pair| match pair {
        [theirs, answer] => format!("if {theirs}, then {answer}"),
        _ => pair.concat(),
    });
    pairs.collect::<Vec<_>>().join("; ")
}

/// All conditional moves of a person.
pub fn list(lines: &[ConditionalLine]) -> String {
    if lines.is_empty() {
        return "No conditional moves yet. To add one, fill in `theirs` and `answer`.".to_owned();
    }
    let mut text = "Your conditional moves. Only you see them.".to_owned();
    for (number, one) in (1..).zip(lines) {
        let entry = format!("\n{number}. `{}`", plain(&line(&one.moves)));
        if text.chars().count() + entry.chars().count() > CONTENT - 100 {
            text += &format!("\nThe other {} are in the menu.", lines.len() + 1 - number);
            break;
        }
        text += &entry;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long lists end with a whole line and the number of those left out.
    #[test]
    fn a_list_that_is_too_long_for_a_message_says_how_many_more_there_are() {
        let moves: Vec<String> = (0..30).map(|_| "Nf6xe4".to_owned()).collect();
        for (lines, more) in [(4, None), (40, Some("\nThe other 35 are in the menu."))] {
            let lines: Vec<ConditionalLine> =
                (0..lines).map(|id| ConditionalLine { id, moves: moves.clone() }).collect();
            let text = list(&lines);
            assert!(text.chars().count() <= CONTENT, "{}", text.len());
            assert!(text.ends_with(more.unwrap_or("then Nf6xe4`")), "{text}");
            assert_eq!(text.matches('`').count() % 2, 0, "whole lines");
        }
    }

    #[test]
    fn lines_are_told_as_what_follows_from_what() {
        let moves = ["Nf6", "Bxf6", "Qe7", "Qd2"].map(str::to_owned).to_vec();
        assert_eq!(line(&moves), "if Nf6, then Bxf6; if Qe7, then Qd2");
        let lines = [ConditionalLine { id: 7, moves }];
        assert!(list(&lines).ends_with("\n1. `if Nf6, then Bxf6; if Qe7, then Qd2`"));
        assert!(list(&[]).starts_with("No conditional moves yet"));
    }
}
