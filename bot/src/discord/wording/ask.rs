//! Questions, menus and labels of guided choices.

use engine::fact::Warning;
use engine::titans::ChoiceKind;
use engine::words::{self, PlayerNames};

use super::{clean, safe};
use crate::host::Member;

/// Question which piece to move.
pub fn piece(count: usize) -> String {
    format!("Which piece? {} can move.", count)
}
/// Placeholder of the menu of pieces.
pub const PIECE: &str = "Choose a piece";
/// Placeholder of the menu of other pieces.
pub const ANOTHER: &str = "Another piece";
/// Placeholder of the menu of destinations.
pub const TARGET: &str = "Choose where to";
/// Placeholder of the menu of actions that lead to the same Space.
pub const WHICH: &str = "Choose how";
/// Placeholder of the menu of jumps.
pub const JUMP: &str = "Choose the next jump";
/// Placeholder of the menu of Battalions.
pub const BATTALION: &str = "Choose a Battalion";
/// Placeholder of the menu of computer levels.
pub const LEVEL: &str = "Choose how strong it plays";
/// Placeholder of the menu of Spaces.
pub const SPACE: &str = "Choose a Space";
/// Placeholder of the menu of Volatile pieces.
pub const VOLATILE: &str = "Choose a piece";
/// Placeholder of the menu of placements.
pub const PLACE: &str = "Choose where your army goes";

/// Description of the default place of a Territory.
pub const USUAL_PLACE: &str = "Usual place";
/// Question where to place a Territory.
pub const WHERE_TO_PLACE: &str = "Where does your army go? Only you see this.";

/// Question where to move a piece.
pub fn target(piece: &str) -> String {
    format!("{}: where to?", safe(piece, 90))
}

/// Question for the next step of a chain of jumps.
pub fn chain(piece: &str, path: &[engine::board::Space]) -> String {
    let so_far: Vec<String> = path.iter().map(ToString::to_string).collect();
    format!("{piece}, via {}: where next?", so_far.join(", "))
}

/// Question which of several actions to a Space is meant.
pub fn which(space: &str) -> String {
    format!("There is more than one way to get to {space}. Which one?")
}

/// Question for a required choice among the pieces of these people.
pub fn choice(kind: &ChoiceKind, whose: &[Member]) -> String {
    let names: Vec<String> = whose.iter().map(|member| clean(&member.name)).collect();
    let names = super::list(&names);
    match kind {
        ChoiceKind::Return(piece, _) => {
            format!("Where does the {} of {names} return?", safe(piece, 60))
        }
        ChoiceKind::Bring(piece, _) => format!("Where does a {} appear?", safe(piece, 60)),
        ChoiceKind::Volatile(_) => format!("Which piece belonging to {names} becomes Volatile?"),
    }
}

/// Confirmation question before a risky move.
pub fn sure(text: &str, warnings: &[Warning]) -> String {
    let colours = PlayerNames::colours();
    let warnings: Vec<String> = warnings.iter().map(|warning| words::warning(warning, &colours)).collect();
    format!("{}\nPlay `{text}` anyway?", warnings.join(" "))
}

/// Confirmation question before resigning.
pub const RESIGN: &str = "Resign this game?";
/// Question where an Instant Reinforcement goes.
pub fn instant(name: &str, left: usize) -> String {
    let name = safe(name, 60);
    format!("Where does the {name} go? You can also keep it in reserve. ({left} left to place)")
}
/// Question for a Volatile piece before the game.
pub fn choose(name: &str, nth: usize, of: usize, openly: bool) -> String {
    let seen = if openly {
        "Everyone sees your choice, and you can't change it."
    } else {
        "It stays hidden until everyone has chosen."
    };
    format!("Choose {name}'s Volatile pieces: {nth} of {of}. {seen}")
}

#[cfg(test)]
mod tests {
    use engine::fact::EndReason;

    use super::*;

    #[test]
    fn every_warning_is_in_the_question() {
        let both = [Warning::NoSupporterLeft, Warning::EndsGame(EndReason::Agreement)];
        let asked = sure("a3", &both);
        for one in both {
            let alone = sure("a3", &[one]);
            let warning = alone.lines().next().unwrap();
            assert!(!warning.is_empty() && asked.contains(warning), "{asked}");
        }
        assert!(asked.ends_with("Play `a3` anyway?"), "{asked}");
    }
}
