//! The questions of the guided choices.

use engine::fact::Warning;
use engine::titans::ChoiceKind;
use engine::words::{self, PlayerNames};

use super::{clean, safe};
use crate::host::Member;

/// Question for a piece.
pub fn piece(count: usize) -> String {
    format!("Which piece? {} can move.", count)
}
/// In the menu of pieces.
pub const PIECE: &str = "Choose a piece";
/// In the menu of other pieces.
pub const ANOTHER: &str = "Another piece";
/// In the menu of targets.
pub const TARGET: &str = "Choose where to";
/// In the menu of what an act becomes.
pub const WHICH: &str = "Choose how";
/// In the menu of jumps.
pub const JUMP: &str = "Choose the next jump";
/// In the menu of Battalions.
pub const BATTALION: &str = "Choose a Battalion";
/// In the menu of levels.
pub const LEVEL: &str = "Choose how strong it plays";
/// In the menu of Spaces.
pub const SPACE: &str = "Choose a Space";
/// In the menu of Volatile pieces.
pub const VOLATILE: &str = "Choose a piece";
/// In the menu of placements.
pub const PLACE: &str = "Choose where your army goes";

/// Beside the place where a Territory usually goes.
pub const USUAL_PLACE: &str = "Usual place";
/// Above the places of a Territory.
pub const WHERE_TO_PLACE: &str = "Where does your army go? Only you see this.";

/// Where that piece goes.
pub fn target(piece: &str) -> String {
    format!("{}: where to?", safe(piece, 90))
}

/// A chain so far.
pub fn chain(piece: &str, path: &[engine::board::Space]) -> String {
    let so_far: Vec<String> = path.iter().map(ToString::to_string).collect();
    format!("{piece}, via {}: where next?", so_far.join(", "))
}

/// Several acts reach a Space.
pub fn which(space: &str) -> String {
    format!("There is more than one way to get to {space}. Which one?")
}

/// Question for a required choice among these people's pieces.
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

/// Before a move that may be regretted.
pub fn sure(text: &str, warnings: &[Warning]) -> String {
    let colours = PlayerNames::colours();
    let warnings: Vec<String> = warnings.iter().map(|warning| words::warning(warning, &colours)).collect();
    format!("{}\nPlay `{text}` anyway?", warnings.join(" "))
}

/// Before resigning.
pub const RESIGN: &str = "Resign this game?";
/// Instant Reinforcements.
pub fn instant(name: &str, left: usize) -> String {
    let name = safe(name, 60);
    format!("Where does the {name} go? You can also keep it in reserve. ({left} left to place)")
}
/// Volatile choices before the game.
pub fn choose(name: &str, nth: usize, of: usize, openly: bool) -> String {
    let seen = match openly {
        true => "Everyone sees your choice, and you can't change it.",
        false => "It stays hidden until everyone has chosen.",
    };
    format!("Choose {name}'s Volatile pieces: {nth} of {of}. {seen}")
}
