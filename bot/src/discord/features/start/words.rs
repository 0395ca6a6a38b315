//! `/play`: what somebody wants to play.

/// First question.
pub const GAME: &str = "What would you like to play? I find you a game that is open here, or open one.";
/// Second question, for Titan's Battalion.
pub const ARMY: &str =
    "Which army? **Medieval** is the army of chess and a good start; `/battalions list` describes the others.";
/// Second question, for a duel against the computer.
pub const LEVEL_AND_ARMY: &str = "How strong should the computer be, and which army do you want? **Medieval** is the army of chess and a good start; the computer plays the same.";
/// Placeholder of the menu of levels.
pub const CHOOSE_LEVEL: &str = "Choose how strong it is";
/// Placeholder of the menu of armies.
pub const CHOOSE_ARMY: &str = "Choose an army";
/// Second question, for Clash of the Armies.
pub const OPPONENT: &str =
    "In Clash of the Armies you buy an army with gold, in a match of three rounds. Whom do you challenge?";
/// Second question, after a bot was chosen as the opponent.
pub const NO_BOT: &str = "A bot cannot be challenged; choose a person, or a strength of the computer.";
/// Asks to which game a person is challenged.
pub fn which_game(opponent: &str) -> String {
    format!("To which game do you challenge **{}**?", crate::discord::wording::clean(opponent))
}

/// Placeholder of the menu of people.
pub const CHOOSE_PERSON: &str = "Choose your opponent";
/// Placeholder of the menu of levels, below that of people.
pub const CHOOSE_COMPUTER: &str = "Or choose the computer";
/// Reply in a direct message.
pub const ON_A_SERVER: &str = "Games are opened on a server: use `/play` in a channel there. `/learn` works here.";
