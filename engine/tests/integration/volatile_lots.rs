//! Tests of V-2 and V-3: Volatile pieces are chosen in secret, and drawn at random after a timeout.

use engine::action::Action;
use engine::battalion;
use engine::board::{Seat, Space};
use engine::fact::{EndReason, Fact, SealedChoice};
use engine::illegal::{Illegal, VolatileFault};
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Badge, Phase, Viewer};

const ARMIES: [&str; 4] = ["party-volatile", "medieval", "medieval", "medieval"];

fn begun(mode: GameMode, armies: &[&str], seed: u8) -> Game {
    let load = |id: &&str| battalion::load_builtin(id).unwrap();
    let armies = armies.iter().map(load).collect();
    Game::new(Setup::new(mode, armies, [seed; 32]).unwrap()).unwrap()
}

fn volatile(game: &Game) -> Vec<(Seat, Space)> {
    let view = game.view(Viewer::Public);
    let marked = view.pieces.iter().filter(|piece| piece.badges.contains(&Badge::Volatile));
    let mut marked: Vec<_> = marked.map(|piece| (piece.seat, piece.space)).collect();
    marked.sort();
    marked
}

/// Makes the first open choice; returns its subject and Spaces.
fn choose_one(game: &mut Game) -> (Seat, Vec<Space>) {
    let chooser = game.to_act()[0];
    let (of, count, mut spaces) = game.volatile_questions(chooser).remove(0);
    spaces.truncate(count);
    let choice = Action::ChooseVolatile { of, spaces: spaces.clone() };
    game.apply(chooser, &choice).unwrap();
    (of, spaces)
}

#[test]
fn v_2_what_is_missing_is_drawn_and_play_begins() {
    for (mode, armies) in
        [(GameMode::Duel, &ARMIES[..2]), (GameMode::Ffa, &ARMIES[..3]), (GameMode::Assassin, &ARMIES[..])]
    {
        let mut game = begun(mode, armies, 1);
        let (of, chosen) = choose_one(&mut game);
        game.apply(Seat(0), &Action::DrawVolatile).unwrap();
        let view = game.view(Viewer::Public);
        assert_eq!(view.phase, Phase::Play, "{mode:?}");
        assert_eq!(view.last.unwrap().facts, [Fact::VolatileDrawn]);
        let marked = volatile(&game);
        assert_eq!(marked.len(), 2 * armies.len());
        for seat in Seat::all(armies.len()) {
            let own = marked.iter().filter(|(owner, _)| *owner == seat);
            let own: Vec<Space> = own.map(|(_, space)| *space).collect();
            assert_eq!(own.len(), 2, "two of {seat:?}");
            assert!(seat != of || own.iter().all(|space| chosen.contains(space)), "a choice that is in stands");
        }
    }
}

#[test]
fn v_2_the_lot_is_that_of_the_seed_and_does_not_tell_who_was_late() {
    let drawn = |seed, first: bool, seat| {
        let mut game = begun(GameMode::Assassin, &ARMIES, seed);
        let of = first.then(|| choose_one(&mut game).0);
        game.apply(Seat(seat), &Action::DrawVolatile).unwrap();
        let again = Game::replay(game.setup().clone(), game.log()).unwrap();
        assert_eq!(volatile(&again), volatile(&game), "the log gives the same again");
        let mut marked = volatile(&game);
        marked.retain(|(owner, _)| Some(*owner) != of);
        (of, marked)
    };
    let (_, all) = drawn(1, false, 0);
    assert_eq!(drawn(1, false, 3).1, all, "whoever it is noted for");
    let (of, rest) = drawn(1, true, 0);
    let mut without = all.clone();
    without.retain(|(owner, _)| Some(*owner) != of);
    assert_eq!(rest, without, "whatever else was chosen");
    assert!((2..10).any(|seed| drawn(seed, false, 0).1 != all));
}

#[test]
fn v_2_nothing_is_drawn_at_any_other_time() {
    let mut game = begun(GameMode::Duel, &["medieval", "medieval"], 1);
    let why = game.apply(Seat(0), &Action::DrawVolatile).unwrap_err();
    assert_eq!(why.rule(), "V-2");
    assert!(game.log().is_empty());
}

#[test]
fn v_2_in_an_ffa_the_next_player_chooses() {
    let game = begun(GameMode::Ffa, &ARMIES[..3], 1);
    for of in 0..3 {
        let asked = game.volatile_questions(Seat((of + 1) % 3));
        let asked: Vec<Seat> = asked.iter().map(|(of, ..)| *of).collect();
        assert_eq!(asked, [Seat(of)]);
    }
}

#[test]
fn v_2_only_ones_own_choice_of_so_many_different_fit_pieces_is_taken() {
    let mut game = begun(GameMode::Ffa, &ARMIES[..3], 1);
    let (of, count, fit) = game.volatile_questions(Seat(1)).remove(0);
    let (next, _, others) = game.volatile_questions(Seat(2)).remove(0);
    assert_eq!((of, count, next), (Seat(0), 2, Seat(1)));
    let titan = (game.view(Viewer::Public).pieces.iter())
        .find(|piece| piece.seat == of && piece.look.titan)
        .map(|piece| piece.space);
    let titan = titan.unwrap();
    for (of, spaces, fault) in [
        (next, others[..2].to_vec(), VolatileFault::NotYours),
        (of, vec![fit[0]], VolatileFault::Count(2)),
        (of, vec![fit[0]; 2], VolatileFault::Count(2)),
        (of, fit[..3].to_vec(), VolatileFault::Count(2)),
        (of, vec![fit[0], fit[1], fit[1]], VolatileFault::Count(2)),
        (of, vec![fit[0], titan], VolatileFault::Unfit(titan)),
    ] {
        let choice = Action::ChooseVolatile { of, spaces };
        let refused = game.apply(Seat(1), &choice).unwrap_err();
        assert_eq!(refused, Illegal::new("V-2", fault), "{choice:?}");
    }
    assert!(game.log().is_empty());
}

#[test]
fn v_3_who_has_still_to_choose_is_shown_where_it_gives_nothing_away() {
    let all = [Seat(0), Seat(1), Seat(2)];
    let mut game = begun(GameMode::Ffa, &ARMIES[..3], 1);
    assert_eq!(game.view(Viewer::Public).to_act, all);
    for seat in all {
        assert_eq!(game.view(Viewer::Seat(seat)).to_act, all);
    }
    choose_one(&mut game);
    assert_eq!(game.view(Viewer::Public).to_act, all[1..]);
    assert_eq!(game.view(Viewer::Seat(Seat(0))).to_act, all[1..]);
    // In Assassin, a list of all choosers would reveal who has which Target.
    let game = begun(GameMode::Assassin, &ARMIES, 1);
    for seat in Seat::all(4) {
        let shown = game.view(Viewer::Seat(seat)).to_act;
        assert!(shown.iter().all(|shown| *shown == seat), "{shown:?}");
    }
}

#[test]
fn v_3_choices_are_shown_when_the_game_ends_before_all_are_in() {
    let mut game = begun(GameMode::Ffa, &ARMIES[..3], 1);
    let (of, spaces) = choose_one(&mut game);
    assert!(game.view(Viewer::Public).unsealed.is_empty());
    let chosen = [SealedChoice::Volatile { of, spaces }];
    assert_eq!(game.view_stopped(Viewer::Public).unsealed, chosen);
    game.apply(Seat(2), &Action::Resign).unwrap();
    let view = game.view(Viewer::Public);
    let off = Phase::Ended { winners: Vec::new(), reason: EndReason::CalledOff };
    assert_eq!((view.phase, view.unsealed), (off, chosen.to_vec()));
}
