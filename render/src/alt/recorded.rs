//! Record of descriptions in every form, also in those that hardly any game needs.

use std::fmt::Write as _;

use engine::board::{Seat, Space};
use engine::fact::Fact;
use engine::play::Kept;
use engine::view::{Badge, HeldView, LastAction, Look, View};

use super::army::{self, Detail, Teller};
use super::{Turns, forms, head, spaces};
use crate::options::{Hint, HintKind, Options, People, Person};
use crate::recorded::{compare, games};

fn people() -> People {
    let named = |name: &str| Person::named(name);
    let mut seats: Vec<Person> =
        ["Ann", "A Very Long Name of More than Forty Characters, Indeed", "Bob", "Bob", "white", ""].map(named).into();
    seats[0].names.push("Zed".to_owned());
    seats[0].clock = "1d 4h".to_owned();
    seats[1].odds = "half the time".to_owned();
    seats[2].lead = 4;
    People { seats }
}

/// Adds what makes a description longer.
fn filled(mut view: View) -> View {
    let look = |view: &View, n: usize| view.pieces[n % view.pieces.len()].look.clone();
    for n in 0..view.seats.len() {
        let kept = [Kept::Nothing, Kept::Volatile, Kept::Leaving][n % 3];
        let reserve = (0..n).map(|m| HeldView { look: look(&view, n + 5 * m), kept, count: 1 + m as u32 }).collect();
        view.seats[n].reserve = reserve;
        view.seats[n].support_level = (n % 2 == 1).then_some(n as u32);
    }
    for (n, piece) in view.pieces.iter_mut().enumerate().filter(|(n, _)| n % 7 == 3) {
        piece.badges.push([Badge::Immobilised, Badge::Imprisoned, Badge::Invulnerable(2), Badge::Shield(1)][n % 4]);
    }
    let captured = view.pieces.iter().skip(2).step_by(5).take(2);
    let captured: Vec<Fact> = captured
        .map(|piece| Fact::Captured { piece: piece.look.name.clone(), owner: piece.seat, space: piece.space })
        .collect();
    if let Some(last) = &mut view.last {
        last.facts.extend(captured);
    }
    view.checks = view.pieces.iter().filter(|piece| piece.look.titan).map(|piece| piece.space).take(2).collect();
    view
}

/// Names a kind of each army after the army and another kind, "Medieval Rook", and another one after the army alone.
fn like_armies(mut view: View) -> View {
    for seat in view.seats.clone() {
        let army = seat.battalion.split(' ').next().unwrap();
        let mut kinds: Vec<&mut Look> =
            view.pieces.iter_mut().filter(|piece| piece.seat == seat.seat).map(|piece| &mut piece.look).collect();
        let mut names: Vec<String> = kinds.iter().map(|look| look.name.clone()).collect();
        names.sort();
        names.dedup();
        let [one, two, three, ..] = names.as_slice() else { continue };
        for look in &mut kinds {
            if look.name == *one {
                look.name = format!("{army} {two}");
            } else if look.name == *three {
                look.name = format!("{army} {three}");
            }
        }
    }
    view
}

/// Every level of detail of armies, and every amount of text about turns.
#[test]
fn every_form_of_a_description_says_what_it_said() {
    let mut found = String::new();
    let people = people();
    for (number, view) in games().into_iter().enumerate() {
        let mut alone = view.clone();
        alone.pieces.retain(|piece| piece.look.titan || piece.seat == Seat(0));
        let named = like_armies(view.clone());
        for view in [filled(view), alone, named] {
            let teller = Teller { view: &view, people: &people };
            let earlier: Vec<LastAction> = view.last.iter().cloned().collect();
            for (kind, turns) in Turns::ALL.into_iter().enumerate() {
                let selected = [None, Some(view.pieces[0].space), Some(view.pieces[9].space), None][kind];
                let hints = view.pieces.iter().step_by(3).take(7 * kind);
                let kinds = [HintKind::Move, HintKind::Place, HintKind::Swap, HintKind::Effect];
                let hints = hints.zip(kinds.into_iter().cycle()).map(|(piece, kind)| Hint { space: piece.space, kind });
                let options =
                    Options { earlier: earlier.clone(), selected, hints: hints.collect(), ..Options::default() };
                writeln!(found, "{number} {turns:?}: {}", head(&teller, &options, turns)).unwrap();
            }
            for detail in Detail::all() {
                let told = army::armies(&teller, detail);
                writeln!(found, "{number} {detail:?}, loss {}: {told}", army::loss(&view, detail)).unwrap();
            }
            writeln!(found, "{number}: {}", army::states(&view)).unwrap();
            writeln!(found, "{number}, in this order: {:?}", forms(&view, &Detail::all())).unwrap();
        }
    }
    compare("forms", &found);
}

/// Lists of Spaces in rows, columns, diagonals and clusters.
#[test]
fn spaces_are_listed_as_they_were() {
    let mut found = String::new();
    let mut mixed = 1_u32;
    for width in [3_u8, 8, 14, 26] {
        for number in [1_usize, 2, 3, 4, 7, 12, 30] {
            for kind in 0..4 {
                let space = |n: usize| match kind {
                    0 => Space::new((n % usize::from(width)) as u8, (n / usize::from(width)) as u8),
                    1 => Space::new((n / usize::from(width)) as u8, (n % usize::from(width)) as u8),
                    2 => Space::new((n * 2 % usize::from(width)) as u8, (n % 26) as u8),
                    _ => {
                        mixed = mixed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        Space::new((mixed >> 8) as u8 % width, (mixed >> 20) as u8 % 6)
                    }
                };
                let all: Vec<Space> = (0..number).map(space).collect();
                for style in [spaces::Style::Full, spaces::Style::Compact] {
                    writeln!(found, "{width} {number} {kind}: {}", spaces::list(&all, style)).unwrap();
                }
            }
        }
    }
    compare("spaces", &found);
}
