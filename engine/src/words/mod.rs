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

mod advice;
mod ending;
mod fact;
mod names;
mod phrases;
mod refusal;
mod shop;

pub use advice::{resign_cost, result, sealed, warning};
pub use ending::{draw, ending, match_end, round_end, round_name, title, victory};
pub use fact::{consequences, did, fact, facts};
pub use names::PlayerNames;
pub use phrases::{fall, held, points, state, turn_number, turns_played, with_article};
pub use refusal::refusal;

use crate::battalion::Definition;
pub use crate::english::{capitalised, either, list};

/// Reference text in the terms of a definition's game: Clash of the Armies has Leaders, squares and rounds.
pub fn in_terms_of(definition: &Definition, text: &str) -> String {
    match definition.id.as_str() {
        crate::clash::ID => {
            text.replace("Titan", "Leader").replace("Space", "square").replace("Once a game", "Once a round")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seat;
    use crate::fact::{EndReason, Fact};
    use crate::play::Fall;

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
        assert_eq!([either(&items(0)), either(&items(1)), either(&items(3))], ["", "0", "0, 1 or 2"]);
    }
}
