//! Texts about conditional moves, for the person who entered them.

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
        text += &format!("\n{number}. `{}`", plain(&line(&one.moves)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_as_what_follows_from_what() {
        let moves = ["Nf6", "Bxf6", "Qe7", "Qd2"].map(str::to_owned).to_vec();
        assert_eq!(line(&moves), "if Nf6, then Bxf6; if Qe7, then Qd2");
        let lines = [ConditionalLine { id: 7, moves }];
        assert!(list(&lines).ends_with("\n1. `if Nf6, then Bxf6; if Qe7, then Qd2`"));
        assert!(list(&[]).starts_with("No conditional moves yet"));
    }
}
