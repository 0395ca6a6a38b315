//! The Alchemist's Battalion (A-1 … A-8): drops, nifu, fusion and fission.

use std::sync::Arc;

use crate::support::{Table, at, load};
use engine::ability::Ban;
use engine::action::{Act, Action};
use engine::board::{Seat, Space};
use engine::notation;
use engine::play::{Event, Flags, Illegality, Piece, Slot};
use engine::titans::{Game, GameMode, Setup};
use engine::view::Viewer;

fn alchemy() -> Table {
    Table::duel("alchemists", "alchemists").white("alchemist e1").black("alchemist e8")
}

fn held(table: &Table, seat: u8, name: &str) -> u8 {
    table.pos.reserve(Seat(seat), table.ty(Seat(seat), name))
}

#[test]
fn a_2_captures_come_to_hand_and_are_dropped_as_the_captors_own() {
    let mut table = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, rook a7, pawn[fresh] b7")
        .play("a1-a7");
    assert_eq!(held(&table, 0, "medieval/rook"), 1);
    assert!(table.names().iter().all(|name| !name.contains('@')), "not Black's");
    let mut table = table.play("e8-f8");
    assert!(table.legal("rook@c4") && table.legal("rook@a1") && !table.legal("rook@b7"));
    let table = table.play("rook@f4");
    assert_eq!((table.holds("f4"), held(&table, 0, "medieval/rook")), ("0 rook".into(), 0));
    assert!(table.rules.in_check(&table.pos, Seat(1)));
}

#[test]
fn a_2_only_the_hands_owner_takes_prisoners() {
    let table = Table::duel("alchemists", "medieval")
        .white("alchemist e1, gold-golem a7")
        .black("king e8, rook a8")
        .turn(1)
        .play("a8-a7");
    assert!(table.rules.types.iter().all(|ty| held(&table, 1, &ty.key) == 0));
}

#[test]
fn a_3_promoted_pieces_come_to_hand_as_what_they_were() {
    let table = alchemy().white("homunculus c7").black("radium-golem a8").play("c7-c8=gilt-homunculus");
    let table = table.play("a8-c8");
    assert_eq!((held(&table, 1, "homunculus"), held(&table, 1, "gilt-homunculus")), (1, 0));
    // A Queen that was never a Pawn stays one.
    let queen = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, queen a7")
        .play("a1-a7");
    assert_eq!((held(&queen, 0, "medieval/queen"), held(&queen, 0, "medieval/pawn")), (1, 0));
}

#[test]
fn a_3_p_11_what_does_not_come_to_hand() {
    // P-11: a Deputy returns to its owner.
    let table = Table::duel("alchemists", "the-party")
        .white("alchemist e1, radium-golem a1")
        .black("chairman e8, deputy a7, supporter h7")
        .play("a1-a7");
    assert_eq!(held(&table, 0, "the-party/deputy"), 0);
    // Titans: with two, one can be captured.
    let titans =
        Table::duel("alchemists", "medieval").white("alchemist e1, radium-golem a1").black("king e8 a7").play("a1-a7");
    assert_eq!(held(&titans, 0, "medieval/king"), 0);
}

#[test]
fn a_2_nothing_is_dropped_where_it_could_never_move() {
    let mut table = alchemy().reserve(0, "homunculus, iron-golem, lead-golem, medieval/knight");
    assert!(table.legal("homunculus@c7") && !table.legal("homunculus@c8"));
    assert!(table.legal("iron-golem@c7") && !table.legal("iron-golem@c8"));
    assert!(table.legal("lead-golem@c8") && table.legal("knight@c8"));
}

#[test]
fn a_2_p_2_a_drop_crushes_a_supporter_and_may_block_check() {
    let mut table = Table::duel("alchemists", "the-party")
        .white("alchemist e1")
        .black("chairman h8, chancellor e8, supporter e4 h2")
        .reserve(0, "gold-golem");
    assert!(table.legal("gold-golem@e4") && !table.legal("gold-golem@d4"));
    let table = table.play("gold-golem@e4");
    assert_eq!(table.holds("e4"), "0 gold-golem");
}

#[test]
fn a_4_two_homunculi_never_share_a_file_in_a_duel() {
    let mut table = alchemy().white("homunculus c4 d2").reserve(0, "homunculus");
    assert!(table.legal("c4-b4") && table.legal("c4-c5"));
    assert_eq!(table.fault("c4-d4"), Some(Illegality::Forbidden(Ban::Doubles(at("d2")))));
    assert_eq!(table.fault("homunculus@d6"), Some(Illegality::Forbidden(Ban::Doubles(at("d2")))));
    assert!(table.legal("homunculus@f6"));
    // Gilt ones are free, and so are the Opponent's.
    let mut others = alchemy().white("homunculus c4, gilt-homunculus d2").black("homunculus d7");
    assert!(others.legal("c4-d4"));
    let mut party = Table::new(&["alchemists", "medieval", "medieval"])
        .white("alchemist e1, homunculus f5 g2")
        .black("king a11")
        .seat(2, "king k14");
    assert!(party.legal("f5-g5"));
}

#[test]
fn a_5_a_homunculus_may_promote_into_within_and_out_of_the_zone_and_must_at_its_end() {
    let mut into = alchemy().white("homunculus c5").black("");
    assert_eq!(into.targets("c5"), "b5 c6 c6=gilt-homunculus d5");
    let mut within = alchemy().white("homunculus c6");
    assert_eq!(within.targets("c6"), "c7 c7=gilt-homunculus");
    let mut last = alchemy().white("homunculus c7");
    assert_eq!(last.targets("c7"), "c8=gilt-homunculus");
    let mut before = alchemy().white("homunculus c4");
    assert_eq!(before.targets("c4"), "b4 c5 d4");
    // Out of it: nothing of this army goes back, so a piece of our own that does.
    let text = engine::battalion::builtin()
        .iter()
        .find(|builtin| builtin.id == "alchemists")
        .unwrap()
        .text
        .replace("id = \"alchemists\"", "id = \"retreat\"")
        .replace("\"fW\", { betza = \"smW\"", "\"vW\", { betza = \"smW\"");
    let army = Arc::new(engine::battalion::read(&text, &engine::ability::specs()).unwrap());
    let mut out = Table::of(&[army.clone(), army], &[]).white("alchemist e1, homunculus c6").black("alchemist e8");
    assert_eq!(out.targets("c6"), "c5 c5=gilt-homunculus c7 c7=gilt-homunculus");
}

#[test]
fn a_6_a_8_adjacent_golems_fuse_into_the_sum_of_their_tiers() {
    let mut table = alchemy().white("iron-golem c2, lead-golem d3, gold-golem c1, tungsten-golem b1");
    assert!(table.legal("c2-d3=silver-golem") && table.legal("d3-c2=silver-golem"));
    assert!(table.legal("c1-c2=tungsten-golem") && table.legal("c2-c1=tungsten-golem"));
    assert!(!table.names().iter().any(|name| name.starts_with("c1-d3=")), "not adjacent");
    assert!(!table.names().iter().any(|name| name.starts_with("b1-c1=")), "no tier 10");
    let table = table.play("c2-d3=silver-golem");
    assert_eq!((table.holds("c2"), table.holds("d3")), (String::new(), "0 silver-golem".into()));
    assert!(table.rules.types.iter().all(|ty| held(&table, 1, &ty.key) == 0), "no capture by anyone");
}

#[test]
fn a_6_a_7_fusion_and_fission_need_an_alchemist_on_the_board() {
    let mut table =
        Table::duel("medieval", "alchemists").white("king e1, alchemists/iron-golem c2 d3").black("alchemist e8");
    let names = table.names();
    assert!(!names.iter().any(|name| name.contains("=gold") || name.contains("=lead")), "{names:?}");
}

#[test]
fn a_6_a_golem_deep_in_enemy_territory_fuses_with_one_in_hand() {
    let mut table = alchemy().white("iron-golem c6 g5").reserve(0, "silver-golem");
    assert!(table.legal("c6-c6=aluminum-golem") && !table.legal("g5-g5=aluminum-golem"));
    let table = table.play("c6-c6=aluminum-golem");
    assert_eq!((table.holds("c6"), held(&table, 0, "silver-golem")), ("0 aluminum-golem".into(), 0));
}

#[test]
fn a_7_a_golem_splits_onto_an_adjacent_space() {
    let mut table = alchemy().white("gold-golem a1, homunculus a2");
    let table_names = table.names();
    let splits: Vec<&String> =
        table_names.iter().filter(|name| name.starts_with("a1-") && name.contains('=')).collect();
    assert_eq!(
        splits,
        [
            "a1-b1=iron-golem",
            "a1-b1=lead-golem",
            "a1-b1=silver-golem",
            "a1-b2=iron-golem",
            "a1-b2=lead-golem",
            "a1-b2=silver-golem"
        ]
    );
    let table = table.play("a1-b2=lead-golem");
    assert_eq!((table.holds("a1"), table.holds("b2")), ("0 lead-golem".into(), "0 silver-golem".into()));
    let mut lead = alchemy().white("lead-golem a1");
    assert!(!lead.names().iter().any(|name| name.contains('=')));
}

#[test]
fn a_6_t_20_fusing_away_a_guard_is_judged_like_any_turn() {
    let mut table = alchemy().white("iron-golem e2 d2").black("radium-golem e7");
    assert_eq!(table.fault("e2-d2=gold-golem"), Some(Illegality::LeavesCheck(at("e7"))));
    assert!(table.legal("d2-e2=gold-golem"));
}

#[test]
fn a_6_a_7_b_8_held_golems_neither_sacrifice_themselves_nor_split() {
    let mut table = Table::duel("alchemists", "baroque-duel")
        .white("alchemist e1, iron-golem c2 c3")
        .black("baroque-titan e8, immobilizer c4");
    let names = table.names();
    assert!(names.contains(&"c2-c3=gold-golem".into()) && !names.contains(&"c3-c2=gold-golem".into()));
    assert!(!names.iter().any(|name| name.starts_with("c3-") && name.contains("=lead")));
}

#[test]
fn a_6_v_4_volatility_survives_fusion() {
    let table = Table::duel("alchemists", "party-volatile")
        .white("alchemist e1, iron-golem[volatile] c2, lead-golem c3")
        .black("chairman e8")
        .play("c3-c2=silver-golem");
    assert!(table.pos.at(at("c2")).unwrap().flags.has(Flags::VOLATILE));
}

fn duel(one: &str, two: &str) -> Game {
    let armies = vec![load(one), load(two)];
    Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap()
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split(" | ") {
        let seat = game.to_act()[0];
        let turn = notation::read_turn(game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn)).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

#[test]
fn a_1_t_15_a_wide_territory_gets_a_wide_battlefield() {
    let game = duel("medieval", "alchemists");
    assert_eq!(game.setup().battlefield.id, "wide-duel");
    assert_eq!((game.rules().board.width(), game.rules().board.height()), (9, 8));
    assert_eq!(duel("medieval", "reptilian-order").setup().battlefield.id, "duel");
    // Medieval stands on 8 of the 9 files; the ninth has no Space behind the Battlefield.
    assert!(!game.rules().board.has(at("i1")) && game.rules().board.has(at("i8")));
}

#[test]
fn a_game_in_notation_with_drops_fusion_and_fission() {
    let mut game = duel("alchemists", "alchemists");
    let last = |game: &Game| game.view(Viewer::Public).last.map(|last| last.text);
    // The back rank is . T S G K G S T .: two Silver Golems stand on c1 and g1, Gold ones on d1 and f1.
    play(&mut game, "c1+d1=Radium Golem");
    assert_eq!(last(&game).as_deref(), Some("Sc1+d1=R"));
    // Black splits the Iron Golem on i7 into two of Lead.
    play(&mut game, "i7=Lead Golem/Lead Golem@i8");
    assert_eq!(last(&game).as_deref(), Some("Ii7=L/L@i8"));
    play(&mut game, "a3a4 | a6a5 | a4xa5");
    assert_eq!(game.view(Viewer::Public).seats[0].reserve[0].0.name, "Homunculus");
    play(&mut game, "i6i5");
    let seat = game.to_act()[0];
    let doubled = notation::read_turn(&game, seat, "Homunculus@a4").unwrap_err();
    assert!(doubled.sentence().contains("a4"), "{doubled}");
    play(&mut game, "a5a6=Gilt Homunculus | i5i4 | Homunculus@a4");
    assert!(game.view(Viewer::Public).seats[0].reserve.is_empty());
}

#[test]
fn every_legal_act_of_random_games_reads_back() {
    let mut dice = crate::support::Dice(11);
    for (one, two) in [("alchemists", "medieval"), ("reptilian-order", "alchemists")] {
        let mut game = duel(one, two);
        for _ in 0..40 {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            let spelled = notation::moves_with_notation(&game, seat);
            for one in spelled.iter().filter(|one| !matches!(one.act, Act::Move { .. })) {
                let turn = notation::read_turn(&game, seat, &one.text);
                assert_eq!(turn.map(|turn| turn.act), Ok(one.act.clone()), "{}", one.text);
            }
            let captures: Vec<_> = spelled.iter().filter(|one| !one.act.captures().is_empty()).collect();
            let act = if captures.is_empty() || dice.below(3) == 0 {
                &spelled[dice.below(spelled.len())].act
            } else {
                &captures[dice.below(captures.len())].act
            };
            game.apply(seat, &Action::Turn(act.clone().into())).unwrap();
        }
        let stored = serde_json::to_string(game.log()).unwrap();
        let log: Vec<(Seat, Action)> = serde_json::from_str(&stored).unwrap();
        let again = Game::replay(game.setup().clone(), &log).unwrap();
        assert_eq!(again.view(Viewer::Public), game.view(Viewer::Public));
    }
}

#[test]
fn what_happened_is_told() {
    let mut table =
        Table::duel("alchemists", "medieval").white("alchemist e1, radium-golem a1").black("king e8, rook a7");
    table.pos.listen();
    let mut table = table.play("a1-a7");
    let rook = table.ty(Seat(1), "rook");
    assert!(table.pos.heard().contains(&Event::ToHand { ty: rook, seat: Seat(0) }));
    let slot = Slot::new(at("a7"), 0);
    let golem: Option<Piece> = table.pos.in_slot(slot);
    assert!(golem.is_some() && Space::new(0, 6) == at("a7"));
}

#[test]
fn a_8_t_26_fusion_and_fission_are_progress() {
    let quiet = |act: &str| {
        let table = alchemy().white("gold-golem c2, iron-golem d3");
        let table = table.play("e1-f1, e8-f8").play(act);
        table.pos.state().quiet[..2].to_vec()
    };
    assert_eq!(quiet("f1-g1"), [2, 1], "a plain move is none");
    assert_eq!(quiet("d3-c2=tungsten-golem"), [0, 0]);
    assert_eq!(quiet("c2-b1=lead-golem"), [0, 0]);
}
