//! Tests of Titan's Battalion from set-up to the end, by notation.

use std::sync::Arc;

use engine::action::Action;
use engine::battalion;
use engine::board::Seat;
use engine::fact::{EndReason, Warning};
use engine::illegal::{DrawFault, Illegal};
use engine::notation;
use engine::play::Fall;
use engine::seen::Question;
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Phase, SeatState, Viewer};

fn duel(one: &str, two: &str) -> Game {
    let load = |id: &str| battalion::load_builtin(id).unwrap();
    let armies = vec![load(one), load(two)];
    Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let seat = game.to_act()[0];
        let turn = notation::read_turn(game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn)).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                     Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/// Sam Loyd's ten-move stalemate.
const LOYD: &str = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";

#[test]
fn the_opera_game_ends_in_mate() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, OPERA);
    let view = game.view(Viewer::Public);
    assert!(matches!(&view.phase, Phase::Ended { winners, .. } if winners == &[Seat(0)]), "{:?}", view.phase);
    assert!(matches!(&view.seats[1].state, SeatState::Defeated { how, by: Some(Seat(0)) } if *how == Fall::Checkmate));
    assert_eq!(view.last.unwrap().text, "Rd8#");
    assert_eq!(view.checks.len(), 1);
    let board = engine::text::board(&game.view(Viewer::Public));
    assert_eq!(board.lines().next(), Some(" 8  . n . R k b . r"), "{board}");
}

#[test]
fn castling_both_ways_en_passant_and_underpromotion() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, "e4 d5 e5 f5 exf6 Nc6 Nf3 Bf5 Be2 Qd7 O-O O-O-O fxg7 h6 gxh8=N");
    let view = game.view(Viewer::Public);
    let at = |space: &str| view.pieces.iter().find(|p| p.space.to_string() == space).map(|p| p.look.name.clone());
    assert_eq!(at("g1").as_deref(), Some("King"));
    assert_eq!(at("f1").as_deref(), Some("Rook"));
    assert_eq!(at("c8").as_deref(), Some("King"));
    assert_eq!(at("h8").as_deref(), Some("Knight"));
    assert_eq!(at("f5").as_deref(), Some("Bishop"));
}

#[test]
fn replay_gives_the_same_game() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, OPERA);
    let setup = game.setup().clone();
    let again = Game::replay(setup, game.log()).unwrap();
    assert_eq!(again.view(Viewer::Public), game.view(Viewer::Public));
    let stored = serde_json::to_string(game.log()).unwrap();
    let log: Vec<(Seat, Action)> = serde_json::from_str(&stored).unwrap();
    assert_eq!(log, game.log());
}

#[test]
fn refusals_name_the_cause_and_change_nothing() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, "e4 e5 Nf3 Nc6 Bb5 d6");
    let before = game.view(Viewer::Public);
    let refusal = |text: &str, seat: u8| notation::read_turn(&game, Seat(seat), text).unwrap_err().to_string();
    assert_eq!(
        refusal("e4e5", 0),
        "Your Pawn on e4 cannot go to e5: a Pawn stands there, and that move does not capture. (T-11)"
    );
    assert_eq!(refusal("a1a2", 0), "Your Rook on a1 cannot go to a2: your own Pawn stands there. (T-11)");
    assert_eq!(refusal("e5e4", 0), "The Pawn on e5 is not yours. (T-9)");
    assert_eq!(refusal("e9e4", 0), "e9 is not on the board. (T-5)");
    assert!(refusal("hello", 0).contains("is not a move"));
    // The Pawn in line with the destination is the one that is meant.
    assert_eq!(refusal("h5", 0), "Your Pawn on h2 cannot go to h5; it can go to h3 or h4. (T-11)");
    assert_eq!(refusal("a3=Q", 0), "Your Pawn does not promote on a3; write the move without \"=\". (T-12)");
    assert_eq!(
        refusal("0-0-0", 0),
        "Your King on e1 cannot castle on that side now; that needs a Rook that has not moved, with no piece between them. (M-4)"
    );
    let moved = duel_after("e4 e5 Ke2 a6");
    let castles = |game, seat| notation::read_turn(game, Seat(seat), "O-O").unwrap_err().to_string();
    assert_eq!(castles(&moved, 0), "Your King on e2 has moved, so it can no longer castle. (M-4)");
    assert_eq!(castles(&duel("baroque-duel", "baroque-duel"), 0), "No piece of yours can castle. (M-4)");
    let knight = duel_after("e4 e5 Nf3 Nc6 Bb5 d6 a3");
    let pinned = notation::read_turn(&knight, Seat(1), "c6d4").unwrap_err();
    assert_eq!(pinned.to_string(), "That would leave your King in Check from the Bishop on b5. (T-20)");
    let wrong_turn = game.clone().apply(Seat(1), &Action::Turn(game_turn(&game, "a2a3"))).unwrap_err();
    assert_eq!(wrong_turn.rule(), "T-3");
    assert_eq!(game.view(Viewer::Public), before);
}

fn duel_after(moves: &str) -> Game {
    let mut game = duel("medieval", "medieval");
    play(&mut game, moves);
    game
}

fn game_turn(game: &Game, text: &str) -> engine::action::Turn {
    notation::read_turn(game, game.to_act()[0], text).unwrap()
}

#[test]
fn t_24_stalemate_and_t_26_repetition_draw_a_duel() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert!(
        matches!(&game.view(Viewer::Public).phase, Phase::Ended { winners, reason } if winners.is_empty() && *reason == EndReason::Repetition)
    );
    let mut game = duel("medieval", "medieval");
    play(&mut game, LOYD);
    assert!(
        matches!(&game.view(Viewer::Public).phase, Phase::Ended { winners, reason } if winners.is_empty() && *reason == EndReason::Stalemate)
    );
}

#[test]
fn a_draw_needs_both_and_resigning_loses() {
    let mut game = duel("medieval", "medieval");
    game.apply(Seat(1), &Action::OfferDraw).unwrap();
    assert_eq!(game.view(Viewer::Public).draw_offer, [Seat(1)]);
    play(&mut game, "e4");
    assert!(game.view(Viewer::Public).draw_offer.is_empty(), "an offer vanishes when the position changes");
    game.apply(Seat(0), &Action::OfferDraw).unwrap();
    assert!(game.apply(Seat(0), &Action::OfferDraw).is_err());
    game.apply(Seat(1), &Action::OfferDraw).unwrap();
    assert!(matches!(&game.view(Viewer::Public).phase, Phase::Ended { winners, .. } if winners.is_empty()));
    assert_eq!(game.apply(Seat(0), &Action::Resign).unwrap_err().sentence(), "This game is over.");
    let mut game = duel("medieval", "medieval");
    game.apply(Seat(1), &Action::Resign).unwrap();
    assert!(matches!(&game.view(Viewer::Public).phase, Phase::Ended { winners, .. } if winners == &[Seat(0)]));
}

#[test]
fn every_builtin_pairing_starts() {
    let all = battalion::builtin().iter().map(|builtin| builtin.id);
    let ids: Vec<&str> = all.filter(|id| battalion::load_builtin(id).unwrap().matches.duels()).collect();
    assert!(ids.len() >= 7);
    for &one in &ids {
        for &two in &ids {
            let game = duel(one, two);
            assert!(!game.to_act().is_empty(), "{one} against {two}");
        }
    }
}

#[test]
fn t_26_the_start_of_a_game_counts_among_its_repetitions_whoever_plays_the_party() {
    let mut game = duel("the-party", "the-party");
    play(&mut game, "Ce2 Ce7 Cg1 Cg8 Ce2 Ce7 Cg1 Cg8");
    assert!(
        matches!(&game.view(Viewer::Public).phase, Phase::Ended { winners, reason } if winners.is_empty() && *reason == EndReason::Repetition)
    );
}

#[test]
fn what_each_has_captured_is_counted_by_type_and_owner() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, "e2-e4 d7-d5 e4xd5 d8xd5 b1-c3 d5xg2 f1xg2");
    let view = game.view(Viewer::Public);
    let captured = |seat: usize| {
        let list = view.seats[seat].captured.iter();
        let named = list.map(|(look, of, count)| (look.name.clone(), of.0, *count));
        named.collect::<Vec<_>>()
    };
    assert_eq!(captured(0), [("Pawn".to_owned(), 1, 1), ("Queen".to_owned(), 1, 1)]);
    assert_eq!(captured(1), [("Pawn".to_owned(), 0, 2)]);
}

#[test]
fn only_whoever_is_on_turn_is_asked_for_one() {
    let mut game = duel("medieval", "medieval");
    for on_turn in [0, 1] {
        for seat in [0, 1] {
            let asked = matches!(game.seen(Seat(seat)).question, Question::Turn);
            assert_eq!(asked, seat == on_turn);
        }
        play(&mut game, if on_turn == 0 { "e2-e4" } else { "" });
    }
}

#[test]
fn acts_are_legal_only_for_the_player_to_move() {
    let mut game = duel("medieval", "medieval");
    assert_eq!(game.legal(Seat(0)).len(), 20);
    assert!(game.legal(Seat(1)).is_empty());
    play(&mut game, "f3 e5 g4 Qh4#");
    for seat in [Seat(0), Seat(1)] {
        assert!(game.legal(seat).is_empty(), "the game is over");
    }
}

#[test]
fn choices_are_asked_of_legal_acts_only() {
    let mut game = duel("medieval", "medieval");
    let turn = game_turn(&game, "a2a3");
    assert_eq!(game.next_choice(&turn), Ok(None));
    play(&mut game, "a3");
    assert!(game.next_choice(&turn).is_err());
}

#[test]
fn a_view_has_the_turns_taken_whose_turn_it_is_and_who_is_in_check() {
    let mut game = duel("medieval", "medieval");
    play(&mut game, "e4 e5 Qh5 Nc6");
    let view = game.view(Viewer::Public);
    assert_eq!((view.turns, view.to_act), (4, vec![Seat(0)]));
    assert!(view.checks.is_empty());
    play(&mut game, "Qxf7+");
    let view = game.view(Viewer::Public);
    assert_eq!((view.turns, view.to_act), (5, vec![Seat(1)]));
    assert_eq!(view.checks, ["e8".parse().unwrap()]);
}

#[test]
fn t_26_a_turn_that_draws_the_game_is_warned_of() {
    let mut game = duel("medieval", "medieval");
    let turn = game_turn(&game, "g1f3");
    assert_eq!(game.warnings(Seat(0), &turn), []);
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let again = notation::read_turn(&game, Seat(1), "f6g8").unwrap();
    assert_eq!(game.warnings(Seat(1), &again), [Warning::EndsGame(EndReason::Repetition)]);
    assert_eq!(game.warnings(Seat(0), &again), [], "it is Black's turn");
}

#[test]
fn t_26_a_draw_is_declined_only_when_it_was_offered() {
    let mut game = duel("medieval", "medieval");
    let none = game.apply(Seat(1), &Action::DeclineDraw).unwrap_err();
    assert_eq!(none, Illegal::new("T-26", DrawFault::NotOffered));
    game.apply(Seat(0), &Action::OfferDraw).unwrap();
    game.apply(Seat(1), &Action::DeclineDraw).unwrap();
    assert!(game.view(Viewer::Public).draw_offer.is_empty());
    game.apply(Seat(1), &Action::OfferDraw).unwrap();
    assert_eq!(game.view(Viewer::Public).phase, Phase::Play);
}

#[test]
fn a_stalemate_defeats_whom_the_battalions_say() {
    for (result, winner) in [("loses", 0), ("wins", 1)] {
        let medieval = battalion::builtin().iter().find(|one| one.id == "medieval");
        let power = format!("[[power]]\nuse = \"stalemate\"\nresult = \"{result}\"\n\n[[piece]]");
        let text = medieval.unwrap().text.replacen("[[piece]]", &power, 1);
        let army = Arc::new(battalion::read(&text, &engine::ability::specs()).unwrap());
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [7; 32]).unwrap();
        let mut game = Game::new(setup).unwrap();
        play(&mut game, LOYD);
        assert_eq!(
            game.view(Viewer::Public).phase,
            Phase::Ended { winners: vec![Seat(winner)], reason: EndReason::Duel(Fall::Stalemate) }
        );
        let fallen = &game.view(Viewer::Public).seats[1 - usize::from(winner)].state;
        let by = Some(Seat(winner));
        assert_eq!(*fallen, SeatState::Defeated { how: Fall::Stalemate, by });
    }
}
