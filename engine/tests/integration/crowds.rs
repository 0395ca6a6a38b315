//! Tests of cost limits: Battalions with too expensive crowds of pieces are refused.

use std::sync::Arc;

use crate::support::Table;
use engine::action::Action;
use engine::titans::{Game, GameMode, Setup};

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
        (6, "moves = \"K\"\nblocking = false\nabilities = [\"supporter\"]"),
        (4, "moves = \"R\"\npromote = { to = [\"queen\", \"king\"], rear = 12 }\nabilities = [\"leap-over\"]"),
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
    let mut game = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap();
    for turn in 0..10 {
        let seat = game.to_act()[0];
        let acts = game.legal_acts(seat);
        assert!(acts.len() < weight);
        game.apply(seat, &Action::Turn(acts[turn * 17 % acts.len()].clone().into())).unwrap();
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
    let text =
        crowd(1, "moves = \"Q\"").replace("[[piece]]\nid = \"queen\"", &format!("{pieces}[[piece]]\nid = \"queen\""));
    // 41 pieces are one too many.
    let text = text.replacen("[[piece]]\nid = \"p0\"\nname = \"P\"\nsymbol = \"A0\"\nmoves = \"[N*8] [Z*8]\"\n", "", 1);
    let army = Arc::new(read(&text).unwrap());
    // Without a limit, following these areas would not end within a lifetime.
    let table = Table::of(&[army.clone(), army], &[]);
    assert_eq!(table.rules.types.len(), 40);
}
