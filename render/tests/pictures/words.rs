//! Signature of texts: the size and the description of every kind of picture, and of positions from many games.
//!
//! The signature is in `golden/words.txt`. After an intended change,
//! `UPDATE_EXPECTED=1 cargo test -p render --test pictures words` rewrites it; then review the changes with git.

use std::fmt::Write as _;

use engine::board::{Seat, Side};
use engine::game::Game;
use engine::play::Kept;
use engine::titans::GameMode;
use engine::view::{Badge, HeldView, View, Viewer};
use render::{Options, Renderer, Size, Theme};

use crate::compare::recorded;
use crate::fixture::played::{Dice, stray, titans, walk};
use crate::fixture::samples::{HINTS, hint, hostile, samples};
use crate::fixture::{FOUR, clash_game, duel, fallen_cross, friends, look, people, put_at, six_game, sp, states};

fn said(renderer: &Renderer, view: &View, options: &Options) -> String {
    let picture = renderer.turn(view, &friends(), options).unwrap();
    format!("{}x{} {}", picture.width, picture.height, picture.alt)
}

fn small() -> Options {
    Options { size: Size::Small, ..Options::default() }
}

fn kinds(renderer: &Renderer, out: &mut String) {
    for sample in samples() {
        let picture = (sample.draw)(renderer).unwrap();
        writeln!(out, "{}: {}x{} {}", sample.name, picture.width, picture.height, picture.alt).unwrap();
    }
}

pub(crate) fn games() -> Vec<(&'static str, Game)> {
    vec![
        ("medieval - makpong", titans(GameMode::Duel, &["medieval", "makpong"])),
        ("baroque-duel - the-party", titans(GameMode::Duel, &["baroque-duel", "the-party"])),
        ("party-volatile", titans(GameMode::Duel, &["party-volatile"; 2])),
        ("assassin", titans(GameMode::Assassin, &FOUR)),
        ("three", titans(GameMode::Ffa, &["alchemists", "medieval", "reptilian-order"])),
        ("six", six_game()),
        ("clash", clash_game()),
    ]
}

fn positions(renderer: &Renderer, out: &mut String) {
    for (name, game) in games() {
        for (turn, view) in walk(&game, 45).iter().enumerate().step_by(9) {
            writeln!(out, "{name} {turn}: {}", said(renderer, view, &small())).unwrap();
        }
        // Views of one Player, and finished games.
        let own = game.view(Viewer::Seat(Seat(1)));
        writeln!(out, "{name}, own: {}", said(renderer, &own, &small())).unwrap();
        let mut game = game.clone();
        let mut dice = Dice::new(9);
        for _ in 0..5 {
            let _ = stray(&mut game, &mut dice);
        }
        while let Some(seat) = game.to_act().first().copied() {
            if game.apply(seat, &engine::action::Action::Resign).is_err() {
                break;
            }
            let view = game.view(Viewer::Public);
            writeln!(out, "{name}, resigned: {}", said(renderer, &view, &small())).unwrap();
        }
    }
}

fn options(renderer: &Renderer, out: &mut String) {
    for view in [duel("medieval", "baroque-duel"), fallen_cross()] {
        for size in [Size::Small, Size::Normal] {
            for bottom in [None, Some(Side::South), Some(Side::North), Some(Side::East), Some(Side::West)] {
                let options = Options { size, bottom, theme: Theme::Light, ..Options::default() };
                writeln!(out, "{size:?} from {bottom:?}: {}", said(renderer, &view, &options)).unwrap();
            }
        }
    }
    let start = duel("medieval", "medieval");
    for kind in HINTS {
        for selected in [None, Some(sp("b1")), Some(sp("d4"))] {
            let hints = vec![hint("a3", kind), hint("c3", kind)];
            let options = Options { selected, hints, ..small() };
            writeln!(out, "{kind:?} of {selected:?}: {}", said(renderer, &start, &options)).unwrap();
        }
    }
    // On a Space with several pieces, the piece is named.
    let mut crowded = states();
    let marked = crowded.pieces.iter().find(|piece| !piece.badges.is_empty()).unwrap().space;
    let mut beside = look("medieval/knight");
    beside.blocking = false;
    put_at(&mut crowded, marked, 1, beside);
    writeln!(out, "crowded: {}", said(renderer, &crowded, &small())).unwrap();
    let named = [hostile(), people(&[""]), people(&["Ann", "Ann"])];
    for people in named {
        let picture = renderer.turn(&start, &people, &small()).unwrap();
        writeln!(out, "names: {}x{} {}", picture.width, picture.height, picture.alt).unwrap();
    }
}

#[test]
fn everything_is_said_as_it_was_when_it_was_read() {
    let renderer = Renderer::new().unwrap();
    let mut found = String::new();
    for part in [kinds, positions, options] {
        part(&renderer, &mut found);
    }
    assert!(found.lines().count() > 150, "{} lines", found.lines().count());
    recorded("words", &found);
}

/// Numbers on badges count up to nine; larger ones are shown as "9+".
#[test]
fn numbers_of_turns_are_told_apart_up_to_nine() {
    let renderer = Renderer::new().unwrap();
    let drawn = |badge: Badge| {
        let mut view = states();
        view.pieces.truncate(1);
        view.pieces[0].badges = vec![badge];
        renderer.turn(&view, &friends(), &Options::default()).unwrap().png
    };
    for of in [Badge::Shield as fn(u8) -> Badge, Badge::Invulnerable as fn(u8) -> Badge] {
        let pictures: Vec<_> = (1..=12).map(|turns| drawn(of(turns))).collect();
        for turns in 1..=9 {
            assert!(pictures[turns - 1] != pictures[turns], "{turns} and {}", turns + 1);
        }
        assert!(pictures[9..].iter().all(|picture| *picture == pictures[9]), "more than nine");
    }
}

/// Captured pieces and pieces in reserve show their number from two on; a single piece has none.
#[test]
fn one_piece_has_no_number_and_two_have_one() {
    let renderer = Renderer::new().unwrap();
    let drawn = |reserve: u32, captured: u32| {
        let mut view = duel("medieval", "medieval");
        view.seats[0].reserve = vec![HeldView { look: look("medieval/knight"), kept: Kept::Nothing, count: reserve }];
        view.seats[1].captured = vec![(look("medieval/rook"), Seat(0), captured)];
        view.seats[0].reserve.retain(|one| one.count > 0);
        view.seats[1].captured.retain(|one| one.2 > 0);
        renderer.turn(&view, &friends(), &Options::default()).unwrap().png
    };
    let counts = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3), (1, 1)];
    let pictures: Vec<_> = counts.iter().map(|(reserve, captured)| drawn(*reserve, *captured)).collect();
    for (index, one) in pictures.iter().enumerate() {
        for (other, two) in pictures.iter().enumerate().skip(index + 1) {
            assert!(one != two, "{:?} and {:?}", counts[index], counts[other]);
        }
    }
}

/// All pieces of a Space are visible, whichever is in front.
#[test]
fn every_piece_of_a_crowded_space_is_seen() {
    let renderer = Renderer::new().unwrap();
    let ids = ["medieval/knight", "medieval/rook", "medieval/bishop"];
    let drawn = |which: &[usize]| {
        let mut view = duel("medieval", "medieval");
        for index in which {
            let mut look = look(ids[*index]);
            look.blocking = *index == 0;
            put_at(&mut view, sp("e4"), 0, look);
        }
        renderer.turn(&view, &friends(), &Options::default()).unwrap().png
    };
    let all = [&[][..], &[0], &[1], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
    let pictures: Vec<_> = all.iter().map(|which| drawn(which)).collect();
    for (index, one) in pictures.iter().enumerate() {
        assert!(pictures[index + 1..].iter().all(|other| other != one), "{:?}", all[index]);
    }
}

/// Unknown letters become two dots at most, so that such a name does not crowd out others.
#[test]
fn unknown_letters_are_two_dots_at_most() {
    let renderer = Renderer::new().unwrap();
    let start = duel("medieval", "medieval");
    let drawn = |letters: usize| {
        let name = format!("Ann {}", "\u{12000}".repeat(letters));
        renderer.turn(&start, &people(&[&name, "Bob"]), &small()).unwrap().png
    };
    let pictures: Vec<_> = (0..=5).map(drawn).collect();
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2], "one and two are told apart");
    assert!(pictures[3..].iter().all(|picture| *picture == pictures[2]), "more are not");
}
