//! English texts of refusals, events and results. All sentences of the engine are made here; text boards, captions, alt
//! texts and chat use them.
//!
//! Functions about Players take [`PlayerNames`], so that a name always belongs to a seat.
//!
//! ```
//! use engine::board::Seat;
//! use engine::fact::Fact;
//! use engine::play::Fall;
//! use engine::words::{self, PlayerNames};
//! let names = PlayerNames::new(["Ann", "Bob"]);
//! let fact = Fact::Defeated { seat: Seat(1), how: Fall::Resigned };
//! assert_eq!(words::fact(&fact, &names), "Bob resigns.");
//! ```

mod ending;
mod fact;
mod names;
mod refusal;
mod shop;

pub use ending::{draw, ending, match_end, round_end, round_name, title, victory};
pub use fact::{consequences, did, fact, facts};
pub use names::PlayerNames;
pub use refusal::refusal;

use crate::battalion::Definition;
use crate::fact::{EndReason, ResignCost, SealedChoice, Warning};
use crate::play::{Fall, Kept};

/// Name with its article: "a Golem", "an Agent".
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// Number of a turn, as written before its notation. The two Players of a duel share a move number, as in chess: "17."
/// and "17…". With three or more seats, each turn has its own: "34.".
///
/// ```
/// use engine::words::turn_number;
/// assert_eq!((turn_number(33, 2), turn_number(34, 2)), ("17.".to_owned(), "17…".to_owned()));
/// assert_eq!(turn_number(34, 4), "34.");
/// ```
pub fn turn_number(turn: u32, seats: usize) -> String {
    match (seats, turn % 2) {
        (2, 0) => format!("{}…", turn / 2),
        (2, _) => format!("{}.", turn.div_ceil(2)),
        _ => format!("{turn}."),
    }
}

/// Number of turns played, in moves for a duel: "17 moves", "34 turns".
///
/// ```
/// use engine::words::turns_played;
/// assert_eq!((turns_played(33, 2), turns_played(1, 2)), ("17 moves".to_owned(), "1 move".to_owned()));
/// assert_eq!(turns_played(34, 4), "34 turns");
/// ```
pub fn turns_played(turns: u32, seats: usize) -> String {
    let (number, word) = match seats {
        2 => (turns.div_ceil(2), "move"),
        _ => (turns, "turn"),
    };
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Reference text in the terms of a definition's game: Clash of the Armies has Leaders, squares and rounds.
pub fn in_terms_of(definition: &Definition, text: &str) -> String {
    match definition.id.as_str() {
        crate::clash::ID => {
            text.replace("Titan", "Leader").replace("Space", "square").replace("Once a game", "Once a round")
        }
        _ => text.to_owned(),
    }
}

/// Text with a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// List with "and": "a", "a and b", "a, b and c".
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}

/// Half points as points: "1½".
pub fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Cause of a defeat in a word or two: "checkmated".
pub const fn fall(how: Fall) -> &'static str {
    match how {
        Fall::TitanCaptured => "Titan captured",
        Fall::Checkmate => "checkmated",
        Fall::Bereft => "no Supporters",
        Fall::Outrun => "outrun",
        Fall::Level => "level at the goal",
        Fall::Checks => "too many Checks",
        Fall::Extinct => "pieces lost",
        Fall::GaveAll => "took the last piece",
        Fall::Stalemate => "stalemated",
        Fall::Resigned => "resigned",
        Fall::Time => "out of time",
    }
}

/// Piece in a hand or reserve: "Volatile Pawn".
pub fn held(name: &str, kept: Kept) -> String {
    match kept {
        Kept::Nothing => name.to_owned(),
        Kept::Volatile => format!("Volatile {name}"),
        Kept::Leaving => format!("Volatile {name} with Supporter"),
    }
}

/// Warning to confirm before a turn is taken.
pub fn warning(warning: &Warning, names: &PlayerNames) -> String {
    match warning {
        Warning::NoSupporterLeft => {
            "This move loses the game for you: you would have no Supporter left on the board.".into()
        }
        Warning::EndsGame(reason) => {
            format!("This move ends the game. {}", ending(reason, &[], names))
        }
        Warning::EndsRound(end) => format!("This move ends the round. {}", round_end(end, names)),
    }
}

/// Cost of resigning a round.
pub fn resign_cost(cost: &ResignCost, names: &PlayerNames) -> String {
    let winner = names.get(cost.winner);
    let more = if cost.ends_match {
        "That ends the match."
    } else {
        "It also costs your whole army and your Leader. Being checkmated costs only the Leader: the rest would stay yours."
    };
    format!("Resigning loses this round: {winner} gets 1 point. {more}")
}

/// Sealed choice, as shown to its owner.
pub fn sealed(choice: &SealedChoice, names: &PlayerNames) -> String {
    match choice {
        SealedChoice::Volatile { of, spaces } => {
            let spaces: Vec<String> = spaces.iter().map(ToString::to_string).collect();
            format!("Volatile for {}: {}", names.get(*of), spaces.join(", "))
        }
        SealedChoice::Bid(gold) => format!("Your bid for the Amazon: {gold}"),
    }
}

/// Result of a game without names, with winners by number or colour.
pub fn result(reason: &EndReason, winners: &[crate::board::Seat]) -> String {
    let names = match reason {
        EndReason::Round(_) | EndReason::Match { .. } => PlayerNames::colours(),
        _ => PlayerNames::numbers(crate::board::MAX_SEATS),
    };
    ending(reason, winners, &names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seat;
    use crate::fact::Fact;

    #[test]
    fn a_piece_named_like_a_player_stays_a_piece() {
        let names = PlayerNames::new(["Ann", "Bob"]);
        let taken = |piece: &str| Fact::Captured { piece: piece.into(), owner: Seat(1), space: "e7".parse().unwrap() };
        for piece in ["Player 2", "Black", "Bob"] {
            let said = fact(&taken(piece), &names);
            assert_eq!(said, format!("Captures the {piece} on e7."));
        }
        // With more than two Players, only the owner is named.
        let many = PlayerNames::new(["Player 3", "Cem", "Player 1"]);
        assert_eq!(fact(&taken("Player 1"), &many), "Captures Cem's Player 1 on e7.");
    }

    #[test]
    fn a_shot_is_told_with_its_victim() {
        let names = PlayerNames::new(["Ann", "Bob"]);
        let at = |space: &str| space.parse().unwrap();
        let taken = |piece: &str, space: &str| Fact::Captured { piece: piece.into(), owner: Seat(1), space: at(space) };
        let shot = Fact::Shot { from: at("a4"), at: at("c4") };
        let told = |facts: &[Fact]| consequences(facts, &names);
        assert_eq!(told(&[taken("Elephant", "c4"), shot.clone()]), ", shooting the Elephant on c4 from a4.");
        let both = [taken("Elephant", "c4"), taken("Pawn", "c5"), shot, Fact::Check];
        assert_eq!(told(&both), ", capturing the Pawn on c5 and shooting the Elephant on c4 from a4. Check.");
    }

    #[test]
    fn results_name_people_and_armies_and_two_people_take_the_plural() {
        let people = || PlayerNames::of_people([vec!["Ann", "Bob"], vec!["Cem"]]);
        let resigned = Fact::Defeated { seat: Seat(0), how: Fall::Resigned };
        assert_eq!(fact(&resigned, &people()), "Ann and Bob resign.");
        let results = people().with_armies(["Medieval Battalion", "The Party"]);
        let ended = |winner, how| ending(&EndReason::Duel(how), &[Seat(winner)], &results);
        assert_eq!(ended(1, Fall::Resigned), "Cem (The Party) wins by resignation.");
        assert_eq!(ended(0, Fall::Checkmate), "Ann and Bob (Medieval) win by checkmate.");
        assert_eq!(ending(&EndReason::Agreement, &[], &results), "Draw by agreement.");
    }

    #[test]
    fn articles_and_lists() {
        assert_eq!(with_article("Agent"), "an Agent");
        assert_eq!(capitalised(&with_article("Golem")), "A Golem");
        let items = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!([list(&items(0)), list(&items(1)), list(&items(3))], ["", "0", "0, 1 and 2"]);
    }
}
