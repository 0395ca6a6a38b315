//! Tests of the public view of a Clash round, and of confirmations before irreversible actions.

use crate::clash::*;
use engine::action::Action;
use engine::battalion::PieceDef;
use engine::board::{Seat, Side};
use engine::clash::{DrawReason, End, Loss, Match, Setup, ULTIMATE, amazon, definition, ware};
use engine::context::Playing;
use engine::fact::{EndReason, Fact, ResignCost, RoundEnd, Warning};
use engine::illegal::{DrawFault, Illegal};
use engine::play::{Event, Fall};
use engine::view::{LastAction, Phase, Viewer};

fn last(game: &Match) -> LastAction {
    game.view(Viewer::Public).last.unwrap()
}

#[test]
fn checks_captures_and_turns_are_shown() {
    let mut game = playing("King e1, Queen d1, Rook a1, Pawn d2", "King e8, Queen d8, Pawn a7, Pawn h7");
    play(&mut game, "a1a7");
    let view = game.view(Viewer::Public);
    assert_eq!((view.turns, view.to_act), (1, vec![BLACK]));
    assert!(view.checks.is_empty());
    let quiet = view.last.unwrap();
    assert!(!quiet.text.ends_with('+'), "{}", quiet.text);
    assert!(!quiet.facts.contains(&Fact::Check));
    play(&mut game, "h7h6 d1h5");
    let view = game.view(Viewer::Public);
    assert_eq!(view.checks, [at("e8")]);
    let check = view.last.unwrap();
    assert!(check.text.ends_with('+'), "{}", check.text);
    assert!(check.facts.contains(&Fact::Check));
    play(&mut game, "e8f8 h5h6");
    let view = game.view(Viewer::Public);
    assert_eq!(view.turns, 5);
    assert_eq!(captured(&game, WHITE), [("Pawn".to_owned(), BLACK, 2)]);
    assert_eq!(captured(&game, BLACK), []);
    play(&mut game, "f8g8 h6h5 d8d2");
    assert_eq!(captured(&game, BLACK), [("Pawn".to_owned(), WHITE, 1)]);
}

/// A match that was ended from outside waits for nobody, in the shop and in play.
#[test]
fn nobody_is_to_act_in_a_match_that_was_ended_from_outside() {
    let shop = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap();
    for game in [shop, playing("King e1, Pawn d2", "King e8, Pawn a7")] {
        for viewer in [Viewer::Public, Viewer::Seat(WHITE)] {
            assert_eq!(game.view(viewer).to_act, [WHITE]);
            assert!(game.view_stopped(viewer).to_act.is_empty(), "{viewer:?}");
        }
    }
}

/// Pieces that a Player has captured: name, original owner, number.
fn captured(game: &Match, seat: Seat) -> Vec<(String, Seat, u32)> {
    let seats = game.view(Viewer::Public).seats;
    let captured = seats[seat.index()].captured.iter();
    let named = captured.map(|(look, of, count)| (look.name.clone(), *of, *count));
    named.collect()
}

#[test]
fn a_mate_is_told_and_the_round_shown_as_it_ended() {
    let mut game = playing("King e1, Queen d1, Rook a1, Pawn b2", "King e8, Knight b8, Pawn g7");
    play(&mut game, "a1a7 g7g6 d1d6 g6g5");
    let turn = engine::notation::read_turn(&game, WHITE, "d6e7").unwrap();
    let events = game.apply(WHITE, &Action::Turn(turn)).unwrap();
    let mated = Event::Defeated { seat: BLACK, how: Fall::Checkmate, by: Some(WHITE) };
    assert!(events.contains(&mated), "{events:?}");
    assert!(last(&game).text.ends_with('#'), "{}", last(&game).text);
    let shown = &game.scores()[0].view;
    assert_eq!(shown.checks, [at("e8")]);
    assert_eq!(shown.pieces.len(), 7);
    assert!(shown.clash.is_some() && shown.own.is_none());
    assert!(matches!(&shown.phase, Phase::Ended { winners, reason: EndReason::Round(_) } if *winners == [WHITE]));
    // In the following shop there is no Check, and the board has no trace of the round.
    let view = game.view(Viewer::Public);
    assert!(view.checks.is_empty() && view.seats[0].captured.is_empty());
}

#[test]
fn both_sides_have_their_edge_of_the_board_and_their_name() {
    let seats = new_match().view(Viewer::Public).seats;
    let named: Vec<_> = (seats.iter()).map(|seat| (seat.side, seat.battalion.as_str())).collect();
    assert_eq!(named, [(Some(Side::South), "White"), (Some(Side::North), "Black")]);
}

#[test]
fn somebody_without_a_seat_sees_what_everyone_sees() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Queen d1");
    assert_eq!(game.view(Viewer::Seat(Seat(2))), game.view(Viewer::Public));
}

#[test]
fn acts_are_legal_only_for_the_player_to_move() {
    let mut game = playing("King e1, Pawn a2", "King e8, Pawn a7");
    assert!(!Playing::legal_acts(&game, WHITE).is_empty());
    assert!(Playing::legal_acts(&game, BLACK).is_empty());
    assert_eq!(game.view(Viewer::Public).to_act, [WHITE]);
    let turn = engine::notation::read_turn(&game, WHITE, "a2a3").unwrap();
    assert_eq!(game.next_choice(&turn), Ok(None));
    play(&mut game, "a2a3");
    assert!(game.next_choice(&turn).is_err(), "the Pawn has left a2");
    game.apply(BLACK, &Action::Resign).unwrap();
    for seat in [WHITE, BLACK] {
        assert!(Playing::legal_acts(&game, seat).is_empty(), "in the shop");
    }
}

#[test]
fn a_turn_that_draws_the_round_is_warned_of() {
    let mut game = playing("King e1, Rook a1", "King e8, Rook a8");
    let turn = |game: &Match, seat, text| engine::notation::read_turn(game, seat, text).unwrap();
    let first = turn(&game, WHITE, "e1e2");
    assert_eq!(game.warnings(WHITE, &first), []);
    play(&mut game, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2");
    let again = turn(&game, BLACK, "e8e7");
    assert_eq!(
        game.warnings(BLACK, &again),
        [Warning::EndsRound(RoundEnd { round: 1, end: End::Draw(DrawReason::Repetition), draw_odds: None })]
    );
    assert_eq!(game.warnings(WHITE, &again), [], "it is Black's turn");
}

#[test]
fn c_7_resigning_gives_the_other_the_point_and_may_end_the_match() {
    let mut game = new_match();
    let cost = |winner, ends_match| Some(ResignCost { winner, ends_match });
    assert_eq!(game.cost_of_resigning(WHITE), cost(BLACK, false));
    both_ready(&mut game);
    game.apply(WHITE, &Action::Resign).unwrap();
    assert_eq!(game.cost_of_resigning(WHITE), cost(BLACK, true));
    assert_eq!(game.cost_of_resigning(BLACK), cost(WHITE, false));
    game.apply(WHITE, &Action::Resign).unwrap();
    assert_eq!(game.cost_of_resigning(WHITE), None);
}

#[test]
fn c_14_a_draw_is_declined_only_when_it_was_offered() {
    let mut game = playing("King e1, Pawn a2", "King e8, Pawn a7");
    let none = Illegal::new("C-14", DrawFault::NotOffered);
    assert_eq!(refuses(&mut game, BLACK, Action::DeclineDraw), none);
    game.apply(WHITE, &Action::OfferDraw).unwrap();
    assert_eq!(game.view(Viewer::Public).draw_offer, [WHITE]);
    game.apply(BLACK, &Action::DeclineDraw).unwrap();
    assert!(game.view(Viewer::Public).draw_offer.is_empty());
}

#[test]
fn a_round_that_was_resigned_has_ended() {
    let mut game = playing("King e1, Pawn a2", "King e8, Pawn a7");
    game.apply(WHITE, &Action::Resign).unwrap();
    let lost = End::Loss(WHITE, Loss::Resigned);
    assert_eq!(game.round().end(), Some(lost));
    assert_eq!(game.scores()[0].round.end, lost);
}

#[test]
fn drawn_colours_are_those_of_the_seed_and_fall_both_ways() {
    let drawn = (0..=255).map(|seed| Setup::challenged_has_white(&[seed; 32]));
    let white = drawn.filter(|white| *white).count();
    // The mean is 128, the standard deviation 8.
    assert!((96..160).contains(&white), "{white}");
}

#[test]
fn c_9_a_peasant_becomes_an_amazon_in_the_ultimate_round_only() {
    let offered = |game: &Match| {
        let rules = game.round().rules();
        let pawn = ware("pawn").unwrap().ty(rules).unwrap();
        let to = &rules.ty(pawn).promotion.as_ref().unwrap().to;
        to.contains(&amazon().ty(rules).unwrap())
    };
    let mut game = new_match();
    both_ready(&mut game);
    assert!(!offered(&game));
    let mut game = at_auction();
    assert_eq!(game.round_number(), ULTIMATE);
    for (seat, gold) in [(WHITE, "1"), (BLACK, "2")] {
        bid(&mut game, seat, gold);
    }
    both_ready(&mut game);
    assert!(offered(&game));
}

#[test]
fn c_16_only_peasants_take_en_passant_and_only_where_it_is_played() {
    let pieces = |en_passant, which: fn(&PieceDef) -> bool| {
        let army = definition(false, en_passant).unwrap();
        let found = army.pieces.iter().filter(|piece| which(piece));
        found.map(|piece| piece.id.clone()).collect::<Vec<_>>()
    };
    let takes: fn(&PieceDef) -> bool = |piece| piece.takes_en_passant;
    let taken: fn(&PieceDef) -> bool = |piece| piece.taken_en_passant;
    for which in [takes, taken] {
        assert_eq!(pieces(false, which), [""; 0]);
    }
    assert_eq!(pieces(true, takes), ["pawn"]);
    assert_eq!(pieces(true, taken), ["pawn", "omnipawn"]);
}
