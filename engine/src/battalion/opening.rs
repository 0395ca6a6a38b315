//! Checks of the first turn of duels: whether a side starts in Check, or can lose at once. Neither is an error of the
//! file, but few people enjoy such a game.

use std::sync::Arc;

use super::Definition;
use crate::action::Action;
use crate::board::Seat;
use crate::play::Event;
use crate::titans::{Game, GameMode, Setup};

/// Problem with the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Oddity {
    /// A Titan is in Check before the first turn.
    Check,
    /// A Player can be defeated in the first turn.
    Defeat,
}

/// Problem with the opening of duels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddOpening {
    /// Kind of problem.
    pub what: Oddity,
    /// The Battalion itself is affected, not its Opponent.
    pub own: bool,
    /// The Battalion has the first turn, not its Opponent.
    pub begins: bool,
    /// Names of the opposing Battalions.
    pub against: Vec<String>,
}

/// Maximum number of turns tested per position. Armies with more turns are not examined further.
const TURNS: usize = 3_000;

/// Finds problems in the opening of duels against each opponent on the usual board, with either side to move first.
/// Pairs that cannot play a duel are skipped. Stops early, with the results so far, when `go_on` returns `false`.
///
/// ```
/// use engine::battalion::{load_builtin, odd_openings};
///
/// let medieval = load_builtin("medieval").unwrap();
/// assert!(odd_openings(&medieval, &[medieval.clone()], &|| true).is_empty());
/// ```
pub fn odd_openings(
    definition: &Arc<Definition>,
    opponents: &[Arc<Definition>],
    go_on: &dyn Fn() -> bool,
) -> Vec<OddOpening> {
    let mut found: Vec<OddOpening> = Vec::new();
    for opponent in opponents {
        for begins in [true, false] {
            let own = Seat(u8::from(!begins));
            let mut armies = vec![Arc::clone(definition), Arc::clone(opponent)];
            if !begins {
                armies.swap(0, 1);
            }
            for (what, seat) in oddities(armies, go_on) {
                let same =
                    |known: &&mut OddOpening| (known.what, known.own, known.begins) == (what, seat == own, begins);
                match found.iter_mut().find(same) {
                    Some(known) => known.against.push(opponent.name.clone()),
                    None => {
                        found.push(OddOpening { what, own: seat == own, begins, against: vec![opponent.name.clone()] })
                    }
                }
            }
        }
    }
    found
}

/// Problems in the opening of one duel, with the seats affected.
fn oddities(armies: Vec<Arc<Definition>>, go_on: &dyn Fn() -> bool) -> Vec<(Oddity, Seat)> {
    let Some(game) = begun(armies, go_on) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        if game.rules().in_check(game.position(), seat) {
            found.push((Oddity::Check, seat));
        } else if defeated_at_once(&game, seat, go_on) {
            found.push((Oddity::Defeat, seat));
        }
    }
    found
}

/// A duel at its first turn; `None` if it cannot be played.
fn begun(armies: Vec<Arc<Definition>>, go_on: &dyn Fn() -> bool) -> Option<Game> {
    let setup = Setup::new(GameMode::Duel, armies, [7; 32]).ok()?;
    let mut game = Game::new(setup).ok()?;
    // Pass Placements and choices before the first turn.
    while go_on() {
        if game.is_over() {
            return Some(game);
        }
        let seat = *game.to_act().first()?;
        let choice = match game.placement_question(seat) {
            Some(question) => question.usual,
            None if !game.legal(seat).is_empty() => return Some(game),
            None => Action::DrawVolatile,
        };
        game.apply(seat, &choice).ok()?;
    }
    None
}

/// Returns whether one of the first turns defeats this Player.
fn defeated_at_once(game: &Game, whom: Seat, go_on: &dyn Fn() -> bool) -> bool {
    let Some(&mover) = game.to_act().first().filter(|mover| **mover != whom) else {
        return false;
    };
    let defeats = |event: &Event| matches!(event, Event::Defeated { seat, .. } if *seat == whom);
    let mut turns = game.legal(mover).into_iter().take(TURNS);
    turns.any(|turn| go_on() && game.clone().apply(mover, &turn).is_ok_and(|events| events.iter().any(defeats)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::specs;
    use crate::battalion::{builtin, read};

    fn army(id: &str, titan: &str, queen: &str) -> Arc<Definition> {
        let text = format!(
            r#"
format = 1
id = "{id}"
name = "The {id}"

[territory]
layout = ["PP.Q.PPP", "P..K...P"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "{titan}"

[[piece]]
id = "queen"
name = "Queen"
symbol = "Q"
moves = "{queen}"

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmW"
"#
        );
        Arc::new(read(&text, &specs()).unwrap())
    }

    fn found(one: &Arc<Definition>, other: &Arc<Definition>) -> Vec<(Oddity, bool, bool)> {
        let odd = odd_openings(one, std::slice::from_ref(other), &|| true);
        odd.iter().map(|odd| (odd.what, odd.own, odd.begins)).collect()
    }

    #[test]
    fn a_piece_that_reaches_a_titan_gives_check_before_the_first_turn() {
        let (few, blocked) = (army("few", "K", "R"), army("slow", "K", "F"));
        assert_eq!(found(&few, &blocked), []);
        let jumper = army("jumpers", "K", "U");
        let check = |own, begins| (Oddity::Check, own, begins);
        let both = found(&jumper, &blocked);
        assert!(both.contains(&check(false, true)), "{both:?}");
        assert!(both.contains(&check(false, false)), "{both:?}");
        let turned = found(&blocked, &jumper);
        assert!(turned.contains(&check(true, true)), "{turned:?}");
    }

    #[test]
    fn a_titan_that_can_fall_in_the_first_turn_is_found() {
        // The piece moves next to the Titan, which has no escape.
        let slow = army("slow", "fmW", "fmW");
        let hunter = army("hunters", "K", "mUcK");
        let odd = found(&hunter, &slow);
        assert!(!odd.is_empty(), "{odd:?}");
        assert!(odd.iter().all(|(_, own, _)| !own), "{odd:?}");
    }

    #[test]
    fn the_armies_that_come_with_the_program_begin_well() {
        let all: Vec<_> = builtin().iter().map(|one| Arc::new(read(one.text, &specs()).unwrap())).collect();
        for one in &all {
            let odd = odd_openings(one, &all, &|| true);
            assert!(odd.is_empty(), "{}: {odd:?}", one.id);
        }
    }

    #[test]
    fn it_ends_when_it_is_told_to() {
        let jumper = army("jumpers", "K", "U");
        let odd = odd_openings(&jumper, std::slice::from_ref(&jumper), &|| false);
        assert_eq!(odd, []);
    }
}
