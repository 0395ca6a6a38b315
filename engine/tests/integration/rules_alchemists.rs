//! Tests of the Alchemist's Battalion: drops, nifu, fusion and fission.

use std::sync::Arc;

use crate::support::{Table, at, load};
use engine::ability::Ban;
use engine::action::{Act, Action};
use engine::board::{Seat, Space};
use engine::notation;
use engine::play::{Event, Flags, Illegality, Kept, Kind, Piece, Slot};
use engine::snapshot::Opened;
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Badge, Viewer};
use engine::words::{self, PlayerNames};
use engine::{game as any, text};

fn alchemy() -> Table {
    Table::duel("alchemists", "alchemists").white("alchemist e1").black("alchemist e8")
}

fn held(table: &Table, seat: u8, name: &str) -> u16 {
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
    // A Queen that was not promoted from a Pawn stays a Queen.
    let queen = Table::duel("alchemists", "medieval")
        .white("alchemist e1, radium-golem a1")
        .black("king e8, queen a7")
        .play("a1-a7");
    assert_eq!((held(&queen, 0, "medieval/queen"), held(&queen, 0, "medieval/pawn")), (1, 0));
}

#[test]
fn a_3_p_11_what_does_not_come_to_hand() {
    // P-11: a Deputy returns to its owner instead of the captor's hand.
    let table = Table::duel("alchemists", "the-party")
        .white("alchemist e1, radium-golem a1")
        .black("chairman e8, deputy a7, supporter h7")
        .play("a1-a7");
    assert_eq!(held(&table, 0, "the-party/deputy"), 0);
    // A Titan can be captured if its owner has two; it does not go to the hand.
    let titans =
        Table::duel("alchemists", "medieval").white("alchemist e1, radium-golem a1").black("king e8 a7").play("a1-a7");
    assert_eq!(held(&titans, 0, "medieval/king"), 0);
}

/// Displayed hand of the first seat: `1 Volatile Paramilitant`.
fn hand(game: &Game) -> String {
    let seat = &game.view(Viewer::Public).seats[0];
    let held = seat.reserve.iter().map(|held| format!("{} {}", held.count, words::held(&held.look.name, held.kept)));
    held.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_3_v_4_v_5_what_is_volatile_stays_so_in_hand_and_leaves_its_supporter_later() {
    let table = Table::duel("alchemists", "party-volatile")
        .white("alchemist e1, radium-golem a1, gold-golem b6")
        .black("chairman h8, judge[volatile leaves] a6, paramilitant[volatile imprisoned] b7, paramilitant h6")
        .play("a1-a6");
    let judge = table.ty(Seat(1), "judge");
    let counts = |table: &Table| Kept::ALL.map(|kept| table.pos.held(Seat(0), judge, kept));
    assert_eq!((counts(&table), table.pos.reserve(Seat(0), judge)), ([0, 0, 1], 1));
    // Undo also restores the history of the piece.
    let before = (table.pos.hash(), table.picture());
    let mut table = table.play("h8-g8");
    assert!(!table.legal("judge@c4") && !table.legal("judge!@c4"), "{:?}", table.names());
    let mark = table.pos.mark();
    let at_rest = table.pos.hash();
    let table = table.play("judge!!@c4");
    assert_eq!((table.holds("c4"), counts(&table)), ("0 judge".into(), [0; 3]));
    assert!(table.pos.at(at("c4")).unwrap().flags == Flags::VOLATILE.union(Flags::LEAVES));
    let mut table = table.play("g8-h8, c4-e5");
    assert_eq!((table.holds("c4"), table.holds("e5")), ("0 supporter".into(), "0 judge".into()));
    table.pos.undo(&table.rules, &mark);
    assert_eq!((table.pos.hash(), counts(&table)), (at_rest, [0, 0, 1]));
    assert_ne!(table.pos.hash(), before.0);
    // Imprisonment is lost; without the right of V-5, no Supporter appears.
    let table = table.play("b6-b7, g8-h8, paramilitant!@c4, h8-g8, c4-c5");
    assert_eq!((table.holds("c4"), table.holds("c5")), (String::new(), "0 paramilitant".into()));
    assert!(table.pos.at(at("c5")).unwrap().flags == Flags::VOLATILE);
}

#[test]
fn a_3_v_4_pieces_of_a_type_are_told_apart_in_hand() {
    let mut table = Table::duel("alchemists", "party-volatile")
        .white("alchemist e1")
        .black("chairman h8")
        .reserve(0, "party-volatile/judge, party-volatile/judge[volatile], party-volatile/judge[volatile leaves]");
    let [plain, volatile, leaving] = ["judge@c4", "judge!@c4", "judge!!@c4"];
    let hashes = [plain, volatile, leaving].map(|name| {
        assert!(table.legal(name), "{name}");
        let list = table.all_legal();
        let places = list.moves.iter().filter(|mv| mv.to == at("c4") && matches!(mv.kind, Kind::Place { .. }));
        assert_eq!(places.clone().count(), 3);
        let mut keys: Vec<u64> = places.map(|mv| mv.key(&[])).collect();
        keys.dedup();
        assert_eq!(keys.len(), 3);
        let mark = table.pos.mark();
        let mv = list.moves.iter().find(|mv| table.name(mv) == name).unwrap();
        table.rules.play(&mut table.pos, mv, &[]);
        let hash = table.pos.hash();
        table.pos.undo(&table.rules, &mark);
        hash
    });
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
    // Two pieces with one state each differ from one piece with both states.
    let two = |states: [&str; 2]| {
        let held = states.map(|state| format!("party-volatile/judge{state}")).join(", ");
        let table = Table::duel("alchemists", "party-volatile").white("alchemist e1").black("chairman h8");
        table.reserve(0, &held).pos.hash()
    };
    assert_ne!(two(["", ""]), two(["", "[volatile]"]));
}

#[test]
fn a_3_v_4_what_may_not_be_volatile_is_not_so_in_hand() {
    // A promoted piece comes to hand as its original, Immutable type.
    let mut army = (*load("medieval")).clone();
    army.pieces[5].immutable = true;
    let table = Table::of(&[load("alchemists"), Arc::new(army)], &[]).white("alchemist e1, radium-golem a1");
    let mut table = table.black("king h8");
    let queen = Piece::new(table.ty(Seat(1), "queen"), Seat(1)).flagged(Flags::VOLATILE.union(Flags::PROMOTED));
    table.pos.put(&table.rules, at("a6"), queen);
    let table = table.play("a1-a6");
    assert_eq!(table.pos.held(Seat(0), table.ty(Seat(1), "pawn"), Kept::Nothing), 1);
}

#[test]
fn a_3_v_4_v_5_captured_again_it_is_still_volatile_without_a_right_it_has_used() {
    let table = Table::duel("alchemists", "alchemists")
        .white("alchemist e1")
        .black("alchemist e8, radium-golem c8")
        .reserve(0, "party-volatile/judge[volatile leaves]")
        .play("judge!!@c4");
    let judge = table.ty(Seat(0), "party-volatile/judge");
    let counts = |table: &Table| Kept::ALL.map(|kept| table.pos.held(Seat(1), judge, kept));
    let table = table.play("c8-c4");
    assert_eq!(counts(&table), [0, 0, 1], "it never left its Space");
    let table = Table::duel("alchemists", "alchemists")
        .white("alchemist e1, party-volatile/judge[volatile] c4")
        .black("alchemist e8, radium-golem c8")
        .turn(1)
        .play("c8-c4");
    assert_eq!(counts(&table), [0, 1, 0]);
}

#[test]
fn a_6_v_4_fusion_uses_up_the_piece_in_hand_that_is_named() {
    let table = alchemy_with_party().white("iron-golem c6").reserve(0, "silver-golem, silver-golem[volatile]");
    let mut table = table;
    assert!(table.legal("c6-c6=aluminum-golem") && table.legal("!c6-c6=aluminum-golem"));
    let silver = table.ty(Seat(0), "silver-golem");
    let left = |table: &Table| Kept::ALL.map(|kept| table.pos.held(Seat(0), silver, kept));
    assert_eq!(left(&table.play("!c6-c6=aluminum-golem")), [1, 0, 0]);
}

fn alchemy_with_party() -> Table {
    Table::duel("alchemists", "party-volatile").white("alchemist e1").black("chairman h8")
}

#[test]
fn v_4_v_5_a_captured_paramilitant_stays_volatile_in_a_real_game() {
    let mut game = duel("alchemists", "party-volatile");
    for (seat, spaces) in [(0, ["d6", "e6"]), (1, ["a3", "b3"])] {
        let of = Seat(1 - seat);
        game.apply(Seat(seat), &Action::ChooseVolatile { of, spaces: spaces.map(at).to_vec() }).unwrap();
    }
    // The Paramilitant from e6 has already left a Supporter there; the one on d6 has not moved.
    play(&mut game, "e3e4 | e6e5 | e4xe5 | b8b7");
    assert_eq!(hand(&game), "1 Volatile Paramilitant");
    let last = game.view(Viewer::Public).last.unwrap();
    let names = PlayerNames::colours();
    assert!(!words::facts(&last.facts, &names).contains("hand"));
    play(&mut game, "d3d4 | b7b8 | d4d5 | g6g5 | d5xd6");
    let told = words::facts(&game.view(Viewer::Public).last.unwrap().facts, &names);
    assert!(told.contains("White gets a Volatile Paramilitant with Supporter in hand."), "{told}");
    play(&mut game, "g5g4 | c3c4 | b8b7 | c4c5 | b7b8 | c5xc6 | b8b7");
    assert_eq!(hand(&game), "1 Paramilitant, 1 Volatile Paramilitant, 1 Volatile Paramilitant with Supporter");
    let board = text::position(&game.view(Viewer::Public), &engine::words::PlayerNames::new(["Ann", "Bob"]));
    let line = "; in reserve: 1 Paramilitant, 1 Volatile Paramilitant, 1 Volatile Paramilitant with Supporter\n";
    assert!(board.contains(line), "{board}");

    // An ambiguous text is refused, with the notation of each candidate.
    let seat = Seat(0);
    let refused = |game: &Game, text: &str| notation::read_turn(game, seat, text).unwrap_err().sentence();
    for text in ["P@d4", "Paramilitant@d4", "place paramilitant d4"] {
        let said = refused(&game, text);
        let each = ["ordinary Paramilitant@d4", "Volatile Paramilitant without Supporter@d4", "P!!@d4"];
        assert!(each.iter().all(|one| said.contains(one)), "{text}: {said}");
    }
    for text in ["P!@d4", "Volatile Paramilitant@d4", "volatile p @ d4"] {
        let said = refused(&game, text);
        assert!(
            said.contains("without Supporter@d4") && said.contains("P!!@d4") && !said.contains("ordinary"),
            "{said}"
        );
    }
    let offered: Vec<String> = notation::complete(&game, seat, "Para", 200)
        .into_iter()
        .map(|one| one.1.text)
        .filter(|text| text.ends_with("d4"))
        .collect();
    assert_eq!(offered.len(), 3, "{offered:?}");
    let offered = notation::complete(&game, seat, "P!!@d", 25);
    assert!(offered.iter().all(|one| one.1.piece == "Volatile Paramilitant with Supporter") && !offered.is_empty());
    for one in notation::moves_with_notation(&game, seat) {
        for text in [&one.text, &one.long] {
            assert_eq!(notation::read_turn(&game, seat, text).map(|turn| turn.act), Ok(one.act.clone()), "{text}");
        }
        assert_eq!(notation::act_text(&game, &one.act), one.text);
    }

    // A stored game restores its hand from its state and from its log. Games stored in the earlier format open, too.
    let opened = Opened::Titans(Arc::new(game.setup().clone()));
    let stored = serde_json::to_string(&any::Game::Titans(Box::new(game.clone())).snapshot()).unwrap();
    for stored in [stored.clone(), stored.replace("\"format\":2", "\"format\":1")] {
        let snapshot = serde_json::from_str(&stored).unwrap();
        let again = opened.restore(&snapshot, game.log().to_vec()).unwrap();
        assert_eq!(again.view(Viewer::Public), game.view(Viewer::Public));
    }

    play(&mut game, "Volatile Paramilitant with Supporter@d4 | b7b8 | d4d5 | b8b7 | volatile paramilitant h5");
    let view = game.view(Viewer::Public);
    assert_eq!(view.last.unwrap().text, "P!@h5");
    let at = |space: &str| view.pieces.iter().find(|piece| piece.space == at(space)).unwrap();
    assert_eq!((at("d4").look.name.as_str(), at("d4").seat), ("Supporter", Seat(0)));
    assert_eq!((&at("d5").badges[..], &at("h5").badges[..]), (&[Badge::Volatile][..], &[Badge::Volatile][..]));
    assert_eq!(hand(&game), "1 Paramilitant");
    // A single piece in hand needs only its name.
    play(&mut game, "b7b8 | P@h4");
    let log = serde_json::to_string(game.log()).unwrap();
    assert_eq!(log.matches("\"kept\"").count(), 2, "{log}");
    let log: Vec<(Seat, Action)> = serde_json::from_str(&log).unwrap();
    assert_eq!(Game::replay(game.setup().clone(), &log).unwrap().view(Viewer::Public), game.view(Viewer::Public));
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
    // Gilt pieces are exempt, and so are the Opponent's.
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
    // Promotion on the way out of the zone: no Homunculus moves backwards, so the test lets this one.
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
    assert!(table.pos.at(at("c2")).unwrap().flags.contains(Flags::VOLATILE));
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
    // Medieval covers 8 of the 9 files; the ninth has no Space behind the Battlefield.
    assert!(!game.rules().board.has(at("i1")) && game.rules().board.has(at("i8")));
}

#[test]
fn a_game_in_notation_with_drops_fusion_and_fission() {
    let mut game = duel("alchemists", "alchemists");
    let last = |game: &Game| game.view(Viewer::Public).last.map(|last| last.text);
    // The back rank is . T S G K G S T .: two Silver Golems on c1 and g1, Gold ones on d1 and f1.
    play(&mut game, "c1+d1=Radium Golem");
    assert_eq!(last(&game).as_deref(), Some("Sc1+d1=R"));
    // Black splits the Iron Golem on i7 into two of Lead.
    play(&mut game, "i7=Lead Golem/Lead Golem@i8");
    assert_eq!(last(&game).as_deref(), Some("Ii7=L/L@i8"));
    play(&mut game, "a3a4 | a6a5 | a4xa5");
    assert_eq!(game.view(Viewer::Public).seats[0].reserve[0].look.name, "Homunculus");
    play(&mut game, "i6i5");
    let seat = game.to_act()[0];
    let doubled = notation::read_turn(&game, seat, "Homunculus@a4").unwrap_err();
    let sentence = "Your Homunculus on a5 is already on that file, and only one of its kind may stand there.";
    assert_eq!(doubled.sentence(), sentence);
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
    assert!(table.pos.heard().contains(&Event::ToHand { ty: rook, kept: Kept::Nothing, seat: Seat(0) }));
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
