//! The Reptilian Order and the Alchemist's Battalion, and the general abilities that they are made of.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::sync::Arc;

use engine::action::{Act, Action};
use engine::board::{Seat, Space};
use engine::notation;
use engine::play::{Event, Fault, Flags, Piece, Slot};
use engine::titans::{Game, GameMode, PlacementStyle, Setup, battlefield_for};
use engine::view::Viewer;
use support::{Table, at, load};

fn reptiles() -> Table {
    Table::duel("reptilian-order", "medieval")
}

fn alchemy() -> Table {
    Table::duel("alchemists", "alchemists")
        .white("alchemist e1")
        .black("alchemist e8")
}

// ---- trading places -------------------------------------------------------------------------------------------------------

#[test]
fn a_guard_further_forwards_trades_places_in_a_duel() {
    let mut table = reptiles().white("prophet e1, guard f2 a4").black("king h8");
    assert!(table.legal("f2-e1") && table.legal("a4-e1"));
    let table = table.play("f2-e1");
    assert_eq!(
        (table.holds("e1"), table.holds("f2")),
        ("0 guard".into(), "0 prophet".into())
    );
    assert_eq!(table.pos.titans(Seat(0)), [at("f2")]);
    let mut level = reptiles().white("prophet e2, guard g2 f1").black("king h8");
    assert!(!level.legal("g2-e2") && !level.legal("f1-e2"));
    // The second seat's Forwards is the other way.
    let mut north = Table::duel("medieval", "reptilian-order")
        .white("king h1")
        .black("prophet e7, guard d6 d8")
        .turn(1);
    assert!(north.legal("d6-e7") && !north.legal("d8-e7"));
}

#[test]
fn a_trade_may_lead_out_of_check_but_not_into_it() {
    let mut out = reptiles()
        .white("prophet e1, guard d2")
        .black("king h8, rook e8");
    assert!(out.legal("d2-e1"));
    let mut into = reptiles()
        .white("prophet e1, guard f2")
        .black("king h8, rook f8");
    assert_eq!(into.fault("f2-e1"), Some(Fault::LeavesCheck(at("f8"))));
    let mut pinned = reptiles()
        .white("prophet e1, guard e2")
        .black("king h8, rook e8");
    assert_eq!(pinned.fault("e2-e1"), Some(Fault::LeavesCheck(at("e8"))));
}

#[test]
fn s_2_a_snared_titan_does_not_act_when_it_is_traded() {
    let mut table = Table::duel("reptilian-order", "makpong")
        .white("prophet e1, guard d2")
        .black("snare-king h8, snare-rook e8");
    assert!(table.legal("d2-e1"));
    assert_eq!(table.fault("e1-f1"), Some(Fault::Snared(at("e8"))));
}

#[test]
fn b_8_the_guard_must_be_free_and_the_titan_need_not() {
    let mut titan = Table::duel("reptilian-order", "baroque-duel")
        .white("prophet e1, guard c4")
        .black("baroque-titan h8, immobilizer e2");
    assert!(titan.legal("c4-e1"));
    let mut guard = Table::duel("reptilian-order", "baroque-duel")
        .white("prophet e1, guard c4")
        .black("baroque-titan h8, immobilizer c5");
    assert!(!guard.legal("c4-e1"));
}

#[test]
fn the_three_conditions_of_party_mode() {
    // Territories: south d1–k3, west a4–c11, north d12–k14; the Battlefield is d4–k11.
    let legal = |titan: &str, guard: &str| {
        Table::new(&["reptilian-order", "medieval", "medieval"])
            .white(&format!("prophet {titan}, guard {guard}"))
            .black("king a11")
            .seat(2, "king k14")
            .legal(&format!("{guard}-{titan}"))
    };
    // Both at home: further Forwards.
    assert!(legal("e1", "g2") && !legal("e2", "g2") && !legal("e2", "g1"));
    // Both in the same Enemy Territory: closer to its Back Rank.
    assert!(legal("b5", "a7") && !legal("a5", "b7") && !legal("b5", "b7"));
    assert!(legal("e12", "g13") && !legal("e13", "g12"));
    // The guard abroad, the Titan on the Battlefield or at home; whatever the ranks.
    assert!(legal("e8", "g5") && legal("e3", "g4") && legal("e8", "b5") && legal("e1", "g13"));
    // Not: the guard at home and the Titan abroad; the Titan in an Enemy Territory and the guard elsewhere.
    assert!(!legal("e5", "e2") && !legal("e12", "e8") && !legal("b5", "g13"));
}

#[test]
fn v_5_a_piece_that_trades_places_keeps_the_right_to_leave_a_supporter() {
    let mut table = Table::duel("reptilian-order", "party-volatile")
        .white("prophet e1, guard[volatile leaves] f2")
        .black("chairman h8");
    let table = {
        assert!(table.legal("f2-e1"));
        table.play("f2-e1")
    };
    let guard = table.pos.at(at("e1")).unwrap();
    assert!(guard.flags.has(Flags::LEAVES) && guard.flags.has(Flags::VOLATILE));
    assert_eq!(table.holds("f2"), "0 prophet");
}

// ---- the other reptiles ---------------------------------------------------------------------------------------------------

#[test]
fn a_tortoise_double_steps_aslant_from_its_first_two_ranks() {
    let mut table = reptiles().white("prophet h1, tortoise d2").black("king h8");
    assert_eq!(table.targets("d2"), "b4 d3 f4");
    let mut first = reptiles().white("prophet h1, tortoise d1").black("king h8");
    assert_eq!(first.targets("d1"), "b3 d2 f3");
    let mut third = reptiles().white("prophet h1, tortoise d3").black("king h8");
    assert_eq!(third.targets("d3"), "d4");
    let mut blocked = reptiles()
        .white("prophet h1, tortoise d2, snake c3")
        .black("king h8, pawn f4");
    assert_eq!(blocked.targets("d2"), "d3");
}

#[test]
fn t_13_a_tortoise_can_be_captured_en_passant_where_it_passed() {
    let mut table = reptiles()
        .white("prophet h1, tortoise a2")
        .black("king h8, pawn a4")
        .play("a2-c4");
    assert_eq!(table.captures("a4-b3"), "c4");
    // A second time, from the rank where it stands: the right is not bound to its first move.
    let mut again = reptiles()
        .white("prophet h1, tortoise d1")
        .black("king h8, pawn d4 a7")
        .play("d1-d2, a7-a6, d2-b4");
    assert_eq!(again.captures("d4-c3"), "b4");
    // It captures so itself.
    let mut taker = Table::duel("reptilian-order", "medieval")
        .white("prophet h1, tortoise d5")
        .black("king h8, pawn[fresh] e7")
        .turn(1)
        .play("e7-e5");
    assert_eq!(taker.captures("d5-e6"), "e5");
}

#[test]
fn a_zealot_turns_right_or_left_by_where_it_set_out() {
    let mut table = reptiles()
        .white("prophet a1, zealot d4")
        .black("king a8, pawn f6");
    // Forwards right as far as the pawn, right turns on the way.
    let targets = table.targets("d4");
    for reached in ["e5", "f6", "f4", "g3", "h2", "c5", "b6", "a7", "b4", "a3"] {
        assert!(
            targets.split(' ').any(|to| to == reached),
            "{reached}: {targets}"
        );
    }
    for not in ["g7", "d6", "e7"] {
        assert!(!targets.split(' ').any(|to| to == not), "{not}: {targets}");
    }
    // It gives Check around the corner.
    let mut check = reptiles()
        .white("prophet a1, zealot d4")
        .black("king h2")
        .turn(1);
    assert!(check.rules.is_attacked(&check.pos, at("h2"), Seat(1)));
    assert!(!check.legal("h2-g3"));
}

// ---- drops ----------------------------------------------------------------------------------------------------------------

fn held(table: &Table, seat: u8, name: &str) -> u8 {
    table.pos.reserve(Seat(seat), table.ty(Seat(seat), name))
}

#[test]
fn captures_come_to_hand_and_are_dropped_as_the_captors_own() {
    let mut table = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, rook a7, pawn[fresh] b7")
        .play("a1-a7");
    assert_eq!(held(&table, 0, "medieval/rook"), 1);
    assert!(
        table.names().iter().all(|name| !name.contains('@')),
        "not Black's"
    );
    let mut table = table.play("e8-f8");
    assert!(table.legal("rook@c4") && table.legal("rook@a1") && !table.legal("rook@b7"));
    let table = table.play("rook@f4");
    assert_eq!(
        (table.holds("f4"), held(&table, 0, "medieval/rook")),
        ("0 rook".into(), 0)
    );
    assert!(table.rules.in_check(&table.pos, Seat(1)));
}

#[test]
fn only_the_hands_owner_takes_prisoners() {
    let table = Table::duel("alchemists", "medieval")
        .white("alchemist e1, gold-golem a7")
        .black("king e8, rook a8")
        .turn(1)
        .play("a8-a7");
    assert!(
        table
            .rules
            .types
            .iter()
            .all(|ty| held(&table, 1, &ty.key) == 0)
    );
}

#[test]
fn promoted_pieces_come_to_hand_as_what_they_were() {
    let table = alchemy()
        .white("homunculus c7")
        .black("radium-golem a8")
        .play("c7-c8=gilt-homunculus");
    let table = table.play("a8-c8");
    assert_eq!(
        (
            held(&table, 1, "homunculus"),
            held(&table, 1, "gilt-homunculus")
        ),
        (1, 0)
    );
    // A Queen that was never a Pawn stays one.
    let queen = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, queen a7")
        .play("a1-a7");
    assert_eq!(
        (
            held(&queen, 0, "medieval/queen"),
            held(&queen, 0, "medieval/pawn")
        ),
        (1, 0)
    );
}

#[test]
fn what_does_not_come_to_hand() {
    // P-11: a Deputy returns to its owner.
    let table = Table::duel("alchemists", "the-party")
        .white("alchemist e1, radium-golem a1")
        .black("chairman e8, deputy a7, supporter h7")
        .play("a1-a7");
    assert_eq!(held(&table, 0, "the-party/deputy"), 0);
    // Titans: with two, one can be captured.
    let titans = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8 a7")
        .play("a1-a7");
    assert_eq!(held(&titans, 0, "medieval/king"), 0);
}

#[test]
fn nothing_is_dropped_where_it_could_never_move() {
    let mut table = alchemy().reserve(0, "homunculus, iron-golem, lead-golem, medieval/knight");
    assert!(table.legal("homunculus@c7") && !table.legal("homunculus@c8"));
    assert!(table.legal("iron-golem@c7") && !table.legal("iron-golem@c8"));
    assert!(table.legal("lead-golem@c8") && table.legal("knight@c8"));
}

#[test]
fn p_2_a_drop_crushes_a_supporter_and_may_block_check() {
    let mut table = Table::duel("alchemists", "the-party")
        .white("alchemist e1")
        .black("chairman h8, chancellor e8, supporter e4 h2")
        .reserve(0, "gold-golem");
    assert!(table.legal("gold-golem@e4") && !table.legal("gold-golem@d4"));
    let table = table.play("gold-golem@e4");
    assert_eq!(table.holds("e4"), "0 gold-golem");
}

// ---- nifu and promotion ---------------------------------------------------------------------------------------------------

#[test]
fn two_homunculi_never_share_a_file_in_a_duel() {
    let mut table = alchemy().white("homunculus c4 d2").reserve(0, "homunculus");
    assert!(table.legal("c4-b4") && table.legal("c4-c5"));
    assert_eq!(table.fault("c4-d4"), Some(Fault::Doubled(at("d2"))));
    assert_eq!(table.fault("homunculus@d6"), Some(Fault::Doubled(at("d2"))));
    assert!(table.legal("homunculus@f6"));
    // Gilt ones are free, and so are the Opponent's.
    let mut others = alchemy()
        .white("homunculus c4, gilt-homunculus d2")
        .black("homunculus d7");
    assert!(others.legal("c4-d4"));
    let mut party = Table::new(&["alchemists", "medieval", "medieval"])
        .white("alchemist e1, homunculus f5 g2")
        .black("king a11")
        .seat(2, "king k14");
    assert!(party.legal("f5-g5"));
}

#[test]
fn a_homunculus_may_promote_into_within_and_out_of_the_zone_and_must_at_its_end() {
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
    let mut out = Table::of(&[army.clone(), army], &[])
        .white("alchemist e1, homunculus c6")
        .black("alchemist e8");
    assert_eq!(
        out.targets("c6"),
        "c5 c5=gilt-homunculus c7 c7=gilt-homunculus"
    );
}

// ---- fusion and fission ---------------------------------------------------------------------------------------------------

#[test]
fn adjacent_golems_fuse_into_the_sum_of_their_tiers() {
    let mut table =
        alchemy().white("iron-golem c2, lead-golem d3, gold-golem c1, tungsten-golem b1");
    assert!(table.legal("c2-d3=silver-golem") && table.legal("d3-c2=silver-golem"));
    assert!(table.legal("c1-c2=tungsten-golem") && table.legal("c2-c1=tungsten-golem"));
    assert!(
        !table.names().iter().any(|name| name.starts_with("c1-d3=")),
        "not adjacent"
    );
    assert!(
        !table.names().iter().any(|name| name.starts_with("b1-c1=")),
        "no tier 10"
    );
    let table = table.play("c2-d3=silver-golem");
    assert_eq!(
        (table.holds("c2"), table.holds("d3")),
        (String::new(), "0 silver-golem".into())
    );
    assert!(
        table
            .rules
            .types
            .iter()
            .all(|ty| held(&table, 1, &ty.key) == 0),
        "no capture by anyone"
    );
}

#[test]
fn fusion_and_fission_need_an_alchemist_on_the_board() {
    let mut table = Table::duel("medieval", "alchemists")
        .white("king e1, alchemists/iron-golem c2 d3")
        .black("alchemist e8");
    let names = table.names();
    assert!(
        !names
            .iter()
            .any(|name| name.contains("=gold") || name.contains("=lead")),
        "{names:?}"
    );
}

#[test]
fn a_golem_deep_in_enemy_territory_fuses_with_one_in_hand() {
    let mut table = alchemy()
        .white("iron-golem c6 g5")
        .reserve(0, "silver-golem");
    assert!(table.legal("c6-c6=aluminum-golem") && !table.legal("g5-g5=aluminum-golem"));
    let table = table.play("c6-c6=aluminum-golem");
    assert_eq!(
        (table.holds("c6"), held(&table, 0, "silver-golem")),
        ("0 aluminum-golem".into(), 0)
    );
}

#[test]
fn a_golem_splits_onto_an_adjacent_space() {
    let mut table = alchemy().white("gold-golem a1, homunculus a2");
    let table_names = table.names();
    let splits: Vec<&String> = table_names
        .iter()
        .filter(|name| name.starts_with("a1-") && name.contains('='))
        .collect();
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
    assert_eq!(
        (table.holds("a1"), table.holds("b2")),
        ("0 lead-golem".into(), "0 silver-golem".into())
    );
    let mut lead = alchemy().white("lead-golem a1");
    assert!(!lead.names().iter().any(|name| name.contains('=')));
}

#[test]
fn t_20_fusing_away_a_guard_is_judged_like_any_turn() {
    let mut table = alchemy().white("iron-golem e2 d2").black("radium-golem e7");
    assert_eq!(
        table.fault("e2-d2=gold-golem"),
        Some(Fault::LeavesCheck(at("e7")))
    );
    assert!(table.legal("d2-e2=gold-golem"));
}

#[test]
fn b_8_held_golems_neither_sacrifice_themselves_nor_split() {
    let mut table = Table::duel("alchemists", "baroque-duel")
        .white("alchemist e1, iron-golem c2 c3")
        .black("baroque-titan e8, immobilizer c4");
    let names = table.names();
    assert!(
        names.contains(&"c2-c3=gold-golem".into()) && !names.contains(&"c3-c2=gold-golem".into())
    );
    assert!(
        !names
            .iter()
            .any(|name| name.starts_with("c3-") && name.contains("=lead"))
    );
}

#[test]
fn v_4_volatility_survives_fusion() {
    let table = Table::duel("alchemists", "party-volatile")
        .white("alchemist e1, iron-golem[volatile] c2, lead-golem c3")
        .black("chairman e8")
        .play("c3-c2=silver-golem");
    assert!(table.pos.at(at("c2")).unwrap().flags.has(Flags::VOLATILE));
}

// ---- what a crowd may cost --------------------------------------------------------------------------------------------------

fn crowd(rows: usize, piece: &str) -> String {
    let row = format!("\"{}\", ", "Q".repeat(8));
    format!(
        "format = 1\nid = \"crowd\"\nname = \"Crowd\"\n[territory]\nlayout = [{}\"KQQQQQQQ\"]\n\
         [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
         [[piece]]\nid = \"queen\"\nname = \"Queen\"\nsymbol = \"Q\"\n{piece}\n",
        row.repeat(rows - 1)
    )
}

fn read(text: &str) -> Result<engine::battalion::Definition, String> {
    engine::battalion::read(text, &engine::ability::specs()).map_err(|errors| errors[0].to_string())
}

#[test]
fn crowds_are_refused_before_they_keep_a_game_waiting() {
    let crowds = [
        (12, "moves = \"Q\""),
        (4, "moves = \"QNNCCZZ\""),
        (4, "moves = \"[F>R] [W>B] [B>W]\""),
        (2, "moves = \"[N*8]\""),
        (2, "moves = \"Q\"\nabilities = [\"copy\"]"),
        (3, "moves = \"R\"\nabilities = [\"hop\"]"),
        (
            6,
            "moves = \"K\"\nblocking = false\nabilities = [\"supporter\"]",
        ),
        (
            4,
            "moves = \"R\"\npromote = { to = [\"queen\", \"king\"], rear = 12 }\nabilities = [\"leap-over\"]",
        ),
    ];
    for (rows, piece) in crowds {
        let why = read(&crowd(rows, piece)).unwrap_err();
        assert!(why.contains("possible actions"), "{piece}: {why}");
    }
    let reserve = "[[reserve]]\npiece = \"queen\"\nzone = \"board\"\n";
    assert!(read(&crowd(1, &format!("moves = \"Q\"\n{reserve}"))).is_ok());
    let reserves = "[[reserve]]\npiece = \"queen\"\ncount = 16\nzone = \"board\"\n".repeat(5);
    assert!(read(&crowd(1, &format!("moves = \"Q\"\n{reserves}"))).is_err());
    let gift = "[[power]]\nuse = \"gift\"\npieces = [\"queen\"]\ncount = 16\nto = \"opponents\"\nzone = \"board\"\n";
    assert!(read(&crowd(1, &format!("moves = \"Q\"\n{}", gift.repeat(5)))).is_err());
    let fission = "[[power]]\nuse = \"fission\"\ntiers = [\"queen\"]\n";
    assert!(read(&crowd(6, &format!("moves = \"Q\"\n{fission}"))).is_err());
}

#[test]
fn the_largest_crowd_that_is_accepted_has_no_more_actions_than_it_weighs() {
    let army = Arc::new(read(&crowd(10, "moves = \"Q\"")).unwrap());
    let weight = engine::battalion::weight(&army);
    assert!(weight > engine::battalion::MAX_WEIGHT * 9 / 10);
    let armies = vec![army.clone(), army];
    let mut game = Game::new(Setup {
        mode: GameMode::Duel,
        battlefield: battlefield_for(&armies).unwrap(),
        armies,
        placement: PlacementStyle::Usual,
        seed: [7; 32],
    })
    .unwrap();
    for turn in 0..10 {
        let seat = game.to_act()[0];
        let acts = game.legal_acts(seat);
        assert!(acts.len() < weight);
        game.apply(
            seat,
            &Action::Turn(acts[turn * 17 % acts.len()].clone().into()),
        )
        .unwrap();
    }
}

#[test]
fn areas_without_end_are_resolved_in_good_time() {
    let pieces: String = (0..39)
        .map(|n| {
            let symbol = format!("{}{}", (b'A' + n / 10) as char, n % 10);
            format!("[[piece]]\nid = \"p{n}\"\nname = \"P\"\nsymbol = \"{symbol}\"\nmoves = \"[N*8] [Z*8]\"\n")
        })
        .collect();
    let text = crowd(1, "moves = \"Q\"").replace(
        "[[piece]]\nid = \"queen\"",
        &format!("{pieces}[[piece]]\nid = \"queen\""),
    );
    // 41 pieces are one too many.
    let text = text.replacen(
        "[[piece]]\nid = \"p0\"\nname = \"P\"\nsymbol = \"A0\"\nmoves = \"[N*8] [Z*8]\"\n",
        "",
        1,
    );
    let army = Arc::new(read(&text).unwrap());
    let before = std::time::Instant::now();
    let table = Table::of(&[army.clone(), army], &[]);
    assert_eq!(table.rules.types.len(), 40);
    assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
}

// ---- whole games ----------------------------------------------------------------------------------------------------------

fn duel(one: &str, two: &str) -> Game {
    let armies = vec![load(one), load(two)];
    let setup = Setup {
        mode: GameMode::Duel,
        battlefield: battlefield_for(&armies).unwrap(),
        armies,
        placement: PlacementStyle::Usual,
        seed: [7; 32],
    };
    Game::new(setup).unwrap()
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split(" | ") {
        let seat = game.to_act()[0];
        let turn =
            notation::read_turn(game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn))
            .unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

#[test]
fn t_15_a_wide_territory_gets_a_wide_battlefield() {
    let game = duel("medieval", "alchemists");
    assert_eq!(game.setup().battlefield.id, "wide-duel");
    assert_eq!(
        (game.rules().board.width(), game.rules().board.height()),
        (9, 8)
    );
    assert_eq!(
        duel("medieval", "reptilian-order").setup().battlefield.id,
        "duel"
    );
    // Medieval stands on 8 of the 9 files; the ninth has no Space behind the Battlefield.
    assert!(!game.rules().board.has(at("i1")) && game.rules().board.has(at("i8")));
}

#[test]
fn a_game_in_notation_with_drops_fusion_and_fission() {
    let mut game = duel("alchemists", "alchemists");
    let last = |game: &Game| game.view(Viewer::Public).last.map(|last| last.text);
    // The back rank is . T S G K G S T .: two Silver Golems stand on c1 and g1, Gold ones on d1 and f1.
    play(&mut game, "c1+d1=Radium Golem");
    assert_eq!(last(&game).as_deref(), Some("c1+d1=Radium Golem"));
    // Black splits the Iron Golem on i7 into two of Lead.
    play(&mut game, "i7=Lead Golem/Lead Golem@i8");
    assert_eq!(last(&game).as_deref(), Some("i7=Lead Golem/Lead Golem@i8"));
    play(&mut game, "a3a4 | a6a5 | a4xa5");
    assert_eq!(
        game.view(Viewer::Public).seats[0].reserve[0].0.name,
        "Homunculus"
    );
    play(&mut game, "i6i5");
    let seat = game.to_act()[0];
    let doubled = notation::read_turn(&game, seat, "Homunculus@a4").unwrap_err();
    assert!(doubled.sentence.contains("a4"), "{doubled}");
    play(&mut game, "a5a6=Gilt Homunculus | i5i4 | Homunculus@a4");
    assert!(game.view(Viewer::Public).seats[0].reserve.is_empty());
}

#[test]
fn every_legal_act_of_random_games_reads_back() {
    let mut dice = support::Dice(11);
    for (one, two) in [
        ("alchemists", "medieval"),
        ("reptilian-order", "alchemists"),
    ] {
        let mut game = duel(one, two);
        for _ in 0..40 {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            let spelled = notation::spelled_acts(&game, seat);
            for one in spelled
                .iter()
                .filter(|one| !matches!(one.act, Act::Move { .. }))
            {
                let turn = notation::read_turn(&game, seat, &one.text);
                assert_eq!(
                    turn.map(|turn| turn.act),
                    Ok(one.act.clone()),
                    "{}",
                    one.text
                );
            }
            let captures: Vec<_> = spelled
                .iter()
                .filter(|one| !one.act.captures().is_empty())
                .collect();
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
    let mut table = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, rook a7");
    table.pos.listen();
    let mut table = table.play("a1-a7");
    let rook = table.ty(Seat(1), "rook");
    assert!(table.pos.heard().contains(&Event::ToHand {
        ty: rook,
        seat: Seat(0)
    }));
    let slot = Slot::new(at("a7"), 0);
    let golem: Option<Piece> = table.pos.in_slot(slot);
    assert!(golem.is_some() && Space::new(0, 6) == at("a7"));
}
