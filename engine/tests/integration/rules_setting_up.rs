//! Tests of set-up, from Battalions to the first turn (T-2, T-3, T-14 to T-16), and of winning a duel (T-25).

use std::sync::Arc;

use crate::support::{at, load};
use engine::action::Action;
use engine::battalion::{self, Definition};
use engine::board::{Battlefield, Seat, Space};
use engine::fact::EndReason;
use engine::illegal::{Illegal, PlacementFault};
use engine::play::Fall;
use engine::titans::{Game, GameMode, PlacementStyle, Setup, SetupError, from_hex};
use engine::view::{Phase, Viewer};

fn setup(mode: GameMode, armies: Vec<Arc<Definition>>, placement: PlacementStyle) -> Setup {
    let usual = Setup::new(mode, armies, [7; 32]).unwrap();
    Setup { placement, ..usual }
}

fn game(mode: GameMode, ids: &[&str], placement: PlacementStyle) -> Game {
    Game::new(setup(mode, ids.iter().map(|id| load(id)).collect(), placement)).unwrap()
}

fn phase(game: &Game) -> Phase {
    game.view(Viewer::Public).phase
}

fn place(offset: u8, mirrored: bool) -> Action {
    Action::Place { offset, mirrored, instant: Vec::new() }
}

/// Built-in Battalion with changed lines of its Territory.
fn altered(id: &str, changes: &[(&str, &str)]) -> Arc<Definition> {
    let builtin = battalion::builtin().iter().find(|one| one.id == id);
    let mut text = builtin.unwrap().text.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    Arc::new(battalion::read(&text, &engine::ability::specs()).unwrap())
}

#[test]
fn t_2_a_duel_has_two_players_and_party_mode_three_to_six() {
    let refused = |mode, count: usize| {
        let setup = Setup {
            mode,
            battlefield: Battlefield::standard(count.clamp(2, 6)).unwrap(),
            armies: vec![load("medieval"); count],
            placement: PlacementStyle::Usual,
            without_reserves: Vec::new(),
            seed: [7; 32],
        };
        matches!(setup.check(), Err(SetupError::Players { .. }))
    };
    for count in 1..=7 {
        assert_eq!(refused(GameMode::Duel, count), count != 2, "{count}");
        for party in [GameMode::Assassin, GameMode::Ffa] {
            assert_eq!(refused(party, count), !(3..=6).contains(&count), "{count}");
        }
    }
}

#[test]
fn t_3_seats_act_clockwise_and_the_defeated_are_passed_over() {
    let mut game = game(GameMode::Ffa, &["medieval"; 4], PlacementStyle::Usual);
    let mut order = Vec::new();
    for turn in 0..7 {
        let seat = game.to_act()[0];
        order.push(seat.0);
        if turn == 4 {
            game.apply(Seat(1), &Action::Resign).unwrap();
        }
        let act = game.legal_acts(seat)[0].clone();
        game.apply(seat, &Action::Turn(act.into())).unwrap();
    }
    assert_eq!(order, [0, 1, 2, 3, 0, 2, 3]);
}

#[test]
fn t_14_several_players_may_pick_the_same_battalion() {
    for id in ["medieval", "baroque", "the-party"] {
        let game = game(GameMode::Ffa, &[id; 3], PlacementStyle::Usual);
        assert_eq!(game.view(Viewer::Public).seats.len(), 3);
    }
}

#[test]
fn t_15_the_only_possible_placement_is_made_by_itself() {
    // Makpong may not be mirrored and fills its side, so there is no choice.
    let game = game(GameMode::Duel, &["makpong"; 2], PlacementStyle::Chosen);
    assert_eq!(phase(&game), Phase::Play);
    assert_eq!(game.to_act(), [Seat(0)]);
}

#[test]
fn t_15_territories_are_placed_in_seat_order_mirrored_where_allowed() {
    let mut game = game(GameMode::Duel, &["medieval", "baroque-duel"], PlacementStyle::Chosen);
    assert_eq!(phase(&game), Phase::Placement);
    let question = game.placement_question(Seat(0)).unwrap();
    assert_eq!((question.offsets, question.may_mirror), (0..=0, true));
    assert!(game.placement_question(Seat(1)).is_none());
    let early = game.apply(Seat(1), &place(0, false)).unwrap_err();
    assert_eq!(early, Illegal::new("T-15", PlacementFault::NotYourTurn));
    game.apply(Seat(0), &place(0, true)).unwrap();
    // Mirrored left to right: the King is on the Queen's usual Space.
    let view = game.view(Viewer::Public);
    let king = view.pieces.iter().find(|piece| piece.look.name == "King");
    assert_eq!(king.unwrap().space, at("d1"));
    let again = game.apply(Seat(0), &place(0, false)).unwrap_err();
    assert_eq!(again.rule(), "T-15");
}

#[test]
fn t_15_a_narrow_territory_is_moved_along_the_edge_with_its_margin_free() {
    // With six columns and a margin of one, only the middle place is left; without a margin there are three.
    let narrow = altered("party-volatile", &[("margin = 1", "margin = 0")]);
    let with_margin = load("party-volatile");
    let medieval = load("medieval");
    let mut free = Game::new(setup(GameMode::Duel, vec![narrow, medieval.clone()], PlacementStyle::Chosen)).unwrap();
    let bound = setup(GameMode::Duel, vec![with_margin, medieval], PlacementStyle::Chosen);
    assert_eq!(bound.offsets(Seat(0)), 1..=1);
    assert_eq!(bound.usual(Seat(0)), (1, false));
    let question = free.placement_question(Seat(0)).unwrap();
    assert_eq!(question.places(), [(1, false), (0, false), (2, false)], "the usual place comes first");
    assert_eq!(free.placement_question(Seat(0)).unwrap().offsets, 0..=2, "8 − 6 and one");
    let far = free.apply(Seat(0), &place(3, false)).unwrap_err();
    assert_eq!(far.sentence(), "The offset must be between 0 and 2.");
    free.apply(Seat(0), &place(2, false)).unwrap();
    let board = &free.rules().board;
    assert!(!board.has(at("b1")) && board.has(at("c1")) && board.has(at("h1")));
}

#[test]
fn t_16_play_begins_when_every_choice_of_the_placement_is_made() {
    // The second army is Baroque, so the first seat holds its two Chameleons. Its Back Rank is full, so they cannot be
    // placed and no choice is requested.
    let full = game(GameMode::Duel, &["medieval", "baroque-duel"], PlacementStyle::Usual);
    assert_eq!(phase(&full), Phase::Play);
    let kept = &full.view(Viewer::Public).seats[0].reserve;
    assert!(kept.iter().any(|held| held.look.name == "Chameleon" && held.count == 2));
    // With two free Spaces, a placement is requested, although the place of the Territory is fixed.
    let open = altered("medieval", &[("\"RNBQKBNR\"", "\"R.BQKB.R\"")]);
    let armies = vec![open, load("baroque-duel")];
    let mut game = Game::new(setup(GameMode::Duel, armies, PlacementStyle::Usual)).unwrap();
    assert_eq!(phase(&game), Phase::Placement);
    let question = game.placement_question(Seat(0)).unwrap();
    let total: u8 = question.instants.iter().map(|(_, _, count)| count).sum();
    assert_eq!(total, 2);
    assert_eq!(question.places(), [(0, false)], "nothing but the usual place");
    assert_eq!(game.to_act(), [Seat(0)]);
    game.apply(Seat(0), &question.usual).unwrap();
    assert_eq!(phase(&game), Phase::Play);
    assert_eq!(game.to_act(), [Seat(0)]);
}

#[test]
fn t_18_an_instant_reinforcement_may_stand_where_a_placement_with_it_is_accepted() {
    // Army with two free Spaces at its rear, against the army that adds two Chameleons.
    let open = altered("medieval", &[("\"RNBQKBNR\"", "\"R.BQKB.R\"")]);
    let armies = vec![open, load("baroque-duel")];
    let game = Game::new(setup(GameMode::Duel, armies, PlacementStyle::Chosen)).unwrap();
    let question = game.placement_question(Seat(0)).unwrap();
    let (key, _, count) = question.instants[0].clone();
    assert_eq!(count, 2);
    let spaces = || (0..Space::COUNT).map(Space::from_index);
    for offset in question.offsets.clone() {
        for placed in spaces().map(Some).chain([None]) {
            let placed: Vec<(String, Space)> = placed.map(|space| (key.clone(), space)).into_iter().collect();
            let with = |more: Option<Space>| {
                let more = more.map(|space| (key.clone(), space));
                let instant = placed.iter().cloned().chain(more).collect();
                let place = Action::Place { offset, mirrored: false, instant };
                game.clone().apply(Seat(0), &place).is_ok()
            };
            if !with(None) {
                continue;
            }
            let tried: Vec<Space> = spaces().filter(|space| with(Some(*space))).collect();
            let said = game.instant_spaces(Seat(0), (offset, false), &placed, &key);
            assert_eq!(said, tried, "{offset} {placed:?}");
            assert_eq!(said.len(), 2 - placed.len());
        }
    }
    let both = [(key.clone(), at("b1")), (key.clone(), at("g1"))];
    assert_eq!(game.instant_spaces(Seat(0), (0, false), &both, &key), []);
    assert_eq!(game.instant_spaces(Seat(1), (0, false), &[], &key), []);
    assert_eq!(game.instant_spaces(Seat(0), (0, false), &[], "no/body"), []);
}

#[test]
fn t_18_no_more_instant_reinforcements_are_placed_than_a_player_has() {
    let open = altered("medieval", &[("\"RNBQKBNR\"", "\"R.BQK..R\"")]);
    let armies = vec![open, load("baroque-duel")];
    let mut game = Game::new(setup(GameMode::Duel, armies, PlacementStyle::Chosen)).unwrap();
    let chameleon = game.placement_question(Seat(0)).unwrap().instants[0].0.clone();
    let place = |instant: &[(&str, &str)]| Action::Place {
        offset: 0,
        mirrored: false,
        instant: (instant.iter()).map(|(key, space)| ((*key).to_owned(), at(space))).collect(),
    };
    let key = chameleon.as_str();
    let both = [(key, "b1"), (key, "f1")];
    let three = [both[0], both[1], (key, "g1")];
    for (instant, fault) in
        [(&three[..], PlacementFault::TooMany), (&[("medieval/knight", "b1")], PlacementFault::NotInstant)]
    {
        let refused = game.apply(Seat(0), &place(instant)).unwrap_err();
        assert_eq!(refused, Illegal::new("T-18", fault));
    }
    let placed = both.map(|(key, space)| (key.to_owned(), at(space)));
    let next = |game: &Game, placed| game.instant_spaces(Seat(0), (0, false), placed, key);
    assert_eq!(next(&game, &placed[..1]), [at("f1"), at("g1")]);
    assert_eq!(next(&game, &placed), [], "a third one there is not");
    game.apply(Seat(0), &place(&both)).unwrap();
    assert_eq!(next(&game, &[]), [], "placed is placed");
}

#[test]
fn t_22_leaving_before_play_begins_decides_a_duel_and_calls_party_mode_off() {
    for (mode, ids, winners, reason) in [
        (GameMode::Duel, &["medieval", "medieval"][..], vec![Seat(0)], EndReason::LeftBeforePlay),
        (GameMode::Ffa, &["medieval", "medieval", "medieval"], vec![], EndReason::CalledOff),
    ] {
        let mut game = game(mode, ids, PlacementStyle::Chosen);
        assert_eq!(phase(&game), Phase::Placement);
        game.apply(Seat(1), &Action::Resign).unwrap();
        assert_eq!(phase(&game), Phase::Ended { winners, reason });
    }
}

#[test]
fn a_seed_is_read_of_64_digits_only() {
    assert_eq!(from_hex(&"0a".repeat(32)), Some([10; 32]));
    for wrong in ["0".repeat(63), "0".repeat(65), "x".repeat(64), "é".repeat(32)] {
        assert_eq!(from_hex(&wrong), None, "{wrong}");
    }
}

#[test]
fn t_25_in_a_duel_whoever_is_left_wins_however_the_other_fell() {
    for fall in [Action::Resign, Action::TimeOut] {
        for loser in [0, 1] {
            let mut game = game(GameMode::Duel, &["medieval"; 2], PlacementStyle::Usual);
            // Only the Player to move can run out of time.
            if loser == 1 && fall == Action::TimeOut {
                let act = game.legal_acts(Seat(0))[0].clone();
                game.apply(Seat(0), &Action::Turn(act.into())).unwrap();
            }
            game.apply(Seat(loser), &fall).unwrap();
            assert!(
                matches!(phase(&game), Phase::Ended { winners, .. } if winners == [Seat(1 - loser)]),
                "{fall:?} of {loser}"
            );
            let how = match fall {
                Action::Resign => Fall::Resigned,
                _ => Fall::Time,
            };
            assert!(matches!(phase(&game), Phase::Ended { reason, .. } if reason == EndReason::Duel(how)));
        }
    }
}
