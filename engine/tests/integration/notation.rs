//! Tests of notation: displayed moves are standard algebraic notation, and parsing them gives the same moves.

use crate::support::{Dice, Table, load};
use crate::{arena, clash};
use engine::action::{Act, Action, ClashAction, Turn};
use engine::battalion;
use engine::board::Seat;
use engine::context::{Playing, RuleSet, RulesContext};
use engine::game::Game;
use engine::notation::{moves_with_notation, read_turn};
use engine::titans::{self, GameMode, Setup};
use engine::view::{Phase, View, Viewer};

fn duel(one: &str, two: &str) -> Game {
    let armies = vec![load(one), load(two)];
    let setup = Setup::new(GameMode::Duel, armies, [7; 32]).unwrap();
    Game::Titans(Box::new(titans::Game::new(setup).unwrap()))
}

fn public(game: &Game) -> View {
    game.view(Viewer::Public)
}

/// Plays turns separated by spaces, and returns their displayed notation.
fn shown(game: &mut Game, texts: &str) -> String {
    let mut shown = Vec::new();
    for text in texts.split_whitespace() {
        let seat = game.to_act()[0];
        let turn = game.read_turn(seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &turn.into()).unwrap();
        shown.push(public(game).last.unwrap().text);
    }
    shown.join(" ")
}

#[test]
fn chess_is_written_as_players_write_it() {
    let mut mate = duel("medieval", "medieval");
    assert_eq!(shown(&mut mate, "f2f3 e7e5 g2-g4 d8h4"), "f3 e5 g4 Qh4#");
    let mut opening = duel("medieval", "medieval");
    assert_eq!(
        shown(&mut opening, "e2e4 d7d5 e4d5 g8f6 f1b5 c8d7 b5xd7 b8d7 g1f3 f6xd5"),
        "e4 d5 exd5 Nf6 Bb5+ Bd7 Bxd7+ Nbxd7 Nf3 Nxd5"
    );
    assert_eq!(shown(&mut opening, "e1g1 e7e5 d2d4 e5e4 c2c4 e4f3"), "O-O e5 d4 e4 c4 exf3");
    // En passant and a promotion.
    let mut passing = duel("medieval", "medieval");
    assert_eq!(
        shown(&mut passing, "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6xc7 a5a4 c7xb8=Knight"),
        "e4 a6 e5 d5 exd6 a5 dxc7 a4 cxb8=N"
    );
}

/// Castling is read with zeros, in any case, and by the way of the King or the place of the Rook.
#[test]
fn moves_may_have_the_word_to() {
    for (text, expected) in [
        ("knight to f3", "Nf3"),
        ("Pawn d2 to d4", "d4"),
        ("pawn TO d4", "d4"),
        ("e2 to e4", "e4"),
        ("N to c3", "Nc3"),
        ("to to knight to to c3", "Nc3"),
        ("Pawn to e5", "Your Pawn on e2 cannot go to e5; it can go to e3 or e4."),
    ] {
        let mut game = duel("medieval", "medieval");
        let read = match game.read_turn(Seat(0), text) {
            Ok(turn) => {
                game.apply(Seat(0), &turn.into()).unwrap();
                public(&game).last.unwrap().text
            }
            Err(why) => why.sentence(),
        };
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn castling_is_read_in_every_common_spelling() {
    let mut game = duel("medieval", "medieval");
    shown(&mut game, "e2e4 e7e5 g1f3 g8f6 f1b5 b8c6");
    let castles = game.read_turn(Seat(0), "O-O").unwrap();
    assert!(matches!(castles.act, Act::Castle { .. }));
    for text in ["0-0", "o-o", "O-O+", "e1g1", "e1-g1", "e1h1", "Kg1", "Ke1-g1"] {
        assert_eq!(game.read_turn(Seat(0), text).as_ref(), Ok(&castles), "{text}");
    }
}

/// Where a Pawn must promote, a move without the new piece is refused with an example that can be played.
#[test]
fn a_promotion_without_its_piece_is_refused_with_an_example() {
    let mut game = duel("medieval", "medieval");
    shown(&mut game, "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6xc7 a5a4");
    for text in ["c7b8", "c7xb8", "cxb8"] {
        let said = game.read_turn(Seat(0), text).unwrap_err().sentence();
        let example = said.strip_prefix("Say what it becomes, for example ");
        let example = example.unwrap_or_else(|| panic!("{text}: {said}")).trim_end_matches('.');
        let turn = game.read_turn(Seat(0), example).unwrap_or_else(|why| panic!("{example}: {why}"));
        assert!(matches!(turn.act, Act::Move { promote: Some(_), .. }), "{said}");
        assert_eq!([turn.act.origin(), turn.act.target()].map(|space| space.to_string()), ["c7", "b8"]);
    }
}

#[test]
fn as_much_of_the_origin_is_named_as_it_takes() {
    let board =
        clash::board("King a1, Knight b1, Knight f1, Rook h1, Rook h5, Queen e4, Queen g4, Queen e2", "King a8");
    let texts: Vec<String> = moves_with_notation(&board, Seat(0)).into_iter().map(|spelled| spelled.text).collect();
    // Of three Queens that reach f3 and g2, each is written with the shortest unique origin.
    for text in ["Nbd2", "Nfd2", "R1h3", "R5h3", "Kb2", "Qe4f3", "Qgf3", "Q2f3"] {
        assert!(texts.contains(&text.to_owned()), "{text}: {texts:?}");
    }
}

#[test]
fn other_acts_have_their_signs() {
    let board =
        clash::board("King e1, Rook h1, War Machine a1, Rabbit c3, Pawn d7", "King h8, Pawn a3, Knight c4, Pawn b2");
    let texts: Vec<String> = moves_with_notation(&board, Seat(0)).into_iter().map(|spelled| spelled.text).collect();
    for text in ["O-O", "d8=Q", "Kf2"] {
        assert!(texts.contains(&text.to_owned()), "{text}: {texts:?}");
    }
    assert!(texts.iter().any(|text| text.ends_with("*a3")), "{texts:?}");
    assert!(texts.iter().any(|text| text.ends_with("c3xc5")), "{texts:?}");
    let shield = clash::board("Shielderer e1, Rook h1", "King e8");
    assert_eq!(moves_with_notation(&shield, Seat(0)).last().unwrap().text, "(D)");
    for text in ["(D)", "D", "shield", "e1 shield"] {
        assert!(shield.is_legal(text), "{text}");
    }
}

/// Position of Titan's Battalion in which the Player to move takes a turn.
impl Playing for Table {
    fn context(&self) -> RulesContext<'_> {
        RulesContext { rules: &self.rules, pos: &self.pos, law: RuleSet::Titans }
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.pos.to_move() == seat
    }
}

/// The mover chooses the promotion at the end of a chain of jumps as of any other move (T-12), or declines an optional
/// one.
#[test]
fn a_chain_of_jumps_names_its_promotion() {
    let frogs = |optional: &str| {
        let army = arena::read(&format!(
            "format = 1\nid = \"pond\"\nname = \"Pond\"\n[territory]\nlayout = [\"........\", \"..QKT...\"]\n\
             [[piece]]\nid = \"frog\"\nname = \"Frog\"\nsymbol = \"F\"\nmoves = \"mfF\"\nabilities = [{{ use = \"jump\" }}]\n\
             promote = {{ to = [\"toad\", \"queen\"]{optional} }}\n\
             [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
             [[piece]]\nid = \"queen\"\nname = \"Queen\"\nsymbol = \"Q\"\nmoves = \"Q\"\n\
             [[piece]]\nid = \"toad\"\nname = \"Toad\"\nsymbol = \"T\"\nmoves = \"R\"\n"
        ));
        Table::of(&[army.clone(), army], &[]).white("king a1, frog b4").black("king h8, toad c5, toad e7")
    };
    let chains = |table: &Table| -> Vec<String> {
        let all = moves_with_notation(table, Seat(0)).into_iter().filter(|one| one.landings.len() == 2);
        all.map(|one| one.text).collect()
    };
    let must = frogs("");
    assert_eq!(chains(&must), ["Fb4xd6xf8=T", "Fb4xd6xf8=Q"], "in the order of the army file");
    for (text, becomes) in [("b4xd6xf8=Queen", "Q"), ("b4xd6xf8=T", "T"), ("b4f8=q", "Q"), ("b4f8Toad", "T")] {
        let turn = read_turn(&must, Seat(0), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(engine::notation::act_text(&must, &turn.act).ends_with(&format!("={becomes}")), "{text}");
        let (mv, chain) = must.context().find(&turn.act).unwrap();
        let mut after = frogs("");
        after.rules.attempt(&mut after.pos, &mv, &chain).unwrap();
        assert_eq!(
            after.pos.at("f8".parse().unwrap()).map(|piece| after.rules.ty(piece.ty).symbol.as_str()),
            Some(becomes)
        );
    }
    for (text, example) in [("b4xd6xf8", "b4f8="), ("b4f8", "b4f8="), ("b4xd6xf8=King", "Toad")] {
        let refused = read_turn(&must, Seat(0), text).unwrap_err();
        assert_eq!(refused.rule(), "T-12", "{text}");
        assert!(refused.sentence().contains(example), "{text}: {}", refused.sentence());
    }
    let may = frogs(", optional = true");
    assert_eq!(chains(&may), ["Fb4xd6xf8", "Fb4xd6xf8=T", "Fb4xd6xf8=Q"]);
    let plain = read_turn(&may, Seat(0), "b4xd6xf8").unwrap().act;
    assert!(matches!(&plain, Act::Chain { promote: None, .. }));
    assert!(read_turn(&may, Seat(0), "b4xd6xf8+").is_err(), "a plus could mean the promotion");
    // Games of earlier versions recorded chains without a promotion: it was the first option.
    let (mv, _) = must.context().find(&plain).unwrap();
    assert_eq!(mv.promote.map(|ty| must.rules.ty(ty).symbol.as_str()), Some("T"));
    assert_eq!(may.context().find(&plain).unwrap().0.promote, None);
}

#[test]
fn side_effects_stand_behind_the_act() {
    let mut game = duel("baroque-duel", "medieval");
    // The Withdrawer captures an adjacent Pawn by moving directly away from it.
    let mut found = None;
    let mut dice = Dice(3);
    while found.is_none() && !game.is_over() {
        let acts = game.moves_with_notation(game.to_act()[0]);
        found = acts.into_iter().find(|one| {
            let captures = one.act.captures();
            !captures.is_empty() && !captures.contains(&one.act.target())
        });
        step(&mut game, &mut dice);
    }
    let found = found.unwrap();
    let victims: Vec<String> = found.act.captures().iter().map(|at| format!(" x{at}")).collect();
    assert!(found.text.ends_with(&victims.concat()), "{} {}", found.text, found.long);
    assert!(!found.text.contains(['-', '(']), "{}", found.text);
}

/// Every legal act can be parsed from its short and its long notation, and its notation is the same alone and in the
/// list.
fn reads_back(game: &Game) {
    let Some(seat) = game.to_act().first().copied() else {
        return;
    };
    let spelled = game.moves_with_notation(seat);
    let mut texts: Vec<&str> = spelled.iter().map(|one| one.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), spelled.len(), "each act has a text of its own");
    for one in &spelled {
        assert_eq!(game.act_text(&one.act), one.text, "alone and in the list");
        for text in [&one.text, &one.long] {
            let read = game.read_turn(seat, text).map(|turn| turn.act);
            assert_eq!(read.as_ref(), Ok(&one.act), "{text} (in full {})", one.long);
        }
        let marked = game.read_turn(seat, &format!("{}#", one.text));
        assert_eq!(marked.map(|turn| turn.act).as_ref(), Ok(&one.act), "{}#", one.text);
    }
}

/// Makes a random decision with a preference for captures.
fn step(game: &mut Game, dice: &mut Dice) {
    let seat = game.to_act()[0];
    let action = match (public(game).phase, &*game) {
        (Phase::Placement, Game::Titans(titans)) => titans.placement_question(seat).unwrap().usual,
        (Phase::VolatileChoice { .. }, Game::Titans(titans)) => {
            let (of, count, spaces) = titans.volatile_questions(seat).swap_remove(0);
            let spaces = spaces.into_iter().take(count).collect();
            Action::ChooseVolatile { of, spaces }
        }
        _ => {
            let acts = game.moves_with_notation(seat);
            let takes: Vec<_> = acts.iter().filter(|one| !one.act.captures().is_empty()).collect();
            let act = match takes.len() {
                0 => &acts[dice.below(acts.len())].act,
                _ if dice.below(3) == 0 => &acts[dice.below(acts.len())].act,
                n => &takes[dice.below(n)].act,
            };
            let mut turn = Turn::from(act.clone());
            while let Ok(Some(choice)) = game.next_choice(&turn) {
                turn.then.push(Some(choice.options[dice.below(choice.options.len())]));
            }
            turn.into()
        }
    };
    game.apply(seat, &action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
}

#[test]
fn every_act_of_random_games_of_all_armies_reads_back() {
    let armies = battalion::builtin();
    for (index, first) in armies.iter().enumerate() {
        let others = [1, 3].map(|more| &armies[(index + more) % armies.len()]);
        let seats = [first, others[0], others[1]].map(|one| load(one.id));
        let Ok(setup) = Setup::new(GameMode::Ffa, seats.to_vec(), [index as u8; 32]) else {
            panic!("{} cannot be played by three", first.id);
        };
        let Ok(game) = titans::Game::new(setup) else {
            continue;
        };
        let mut game = Game::Titans(Box::new(game));
        let mut dice = Dice(index as u64 + 5);
        for turn in 0..60 {
            if game.is_over() {
                break;
            }
            if turn % 8 == 7 {
                reads_back(&game);
            }
            step(&mut game, &mut dice);
        }
    }
}

#[test]
fn every_act_of_random_rounds_of_clash_reads_back() {
    for seed in 0..6 {
        let mut game = clash::new_match();
        for seat in [clash::WHITE, clash::BLACK] {
            for piece in ["shielderer", "rabbit", "rabbit", "war-machine", "phoenix", "omnipawn", "omnipawn"] {
                let buy = ClashAction::Buy { piece: piece.into(), at: None };
                let _ = game.apply(seat, &buy.into());
            }
            clash::does(&mut game, seat, ClashAction::Suggest);
            clash::ready(&mut game, seat);
        }
        let mut game = Game::Clash(Box::new(game));
        let mut dice = Dice(seed);
        for turn in 0..60 {
            if public(&game).phase != Phase::Play {
                break;
            }
            if turn % 8 == 7 {
                reads_back(&game);
            }
            step(&mut game, &mut dice);
        }
    }
}

/// In shogi `+` promotes. Where a promotion is optional, the text could mean either.
#[test]
fn a_plus_sign_is_refused_where_a_promotion_is_optional() {
    let text = r#"
format = 1
id = "lances"
name = "Lances"
[territory]
layout = ["K.L....."]
[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
[[piece]]
id = "lance"
name = "Lance"
symbol = "L"
moves = "fR"
promote = { to = ["gold"], optional = true }
[[piece]]
id = "gold"
name = "Gold General"
symbol = "G"
moves = "WfF"
"#;
    let army = crate::arena::read(text);
    let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [7; 32]).unwrap();
    let game = Game::Titans(Box::new(titans::Game::new(setup).unwrap()));
    let read = |text: &str| game.read_turn(Seat(0), text);
    for text in ["c1c4+", "Lc4+", "c1-c4 +"] {
        let refused = read(text).unwrap_err().to_string();
        assert!(refused.contains("Lc4 or Lc4=G"), "{refused}");
    }
    let promotes = |text: &str| matches!(read(text).unwrap().act, Act::Move { promote: Some(_), .. });
    assert_eq!(["c1c4", "c1c4=G", "c1c4=G+", "c1c3+"].map(promotes), [false, true, true, false]);
}
