//! Tests of sound play, in positions that a person can judge at a glance.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support::{at, position, position_of};
use engine::ability;
use engine::action::{Act, Action};
use engine::battalion::{load_builtin, read};
use engine::board::Seat;
use engine::context::{RuleSet, RulesContext};
use engine::seen::Seen;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Budget, Knowledge, Level, Memory, WinChance, accepts_draw, analyse, decide, decide_recalling, resigns};

/// Start and destination of a level's move.
fn plays(seen: &Seen, level: Level) -> (String, String) {
    let stop = AtomicBool::new(false);
    let know = Knowledge::new(&seen.rules);
    let decision = decide(seen, level, &know, Budget::new(100_000, &stop), 5);
    match decision.action {
        Some(Action::Turn(turn)) => (turn.act.origin().to_string(), turn.act.target().to_string()),
        other => panic!("{other:?}"),
    }
}

fn analysis(seen: &Seen, nodes: u64) -> opponent::Analysis {
    let stop = AtomicBool::new(false);
    analyse(seen, &Knowledge::new(&seen.rules), Budget::new(nodes, &stop))
}

#[test]
fn every_level_but_the_lowest_mates_in_one() {
    let seen = position("medieval", "king g1, rook a1, pawn f2 g2 h2", "king g8, pawn f7 g7 h7");
    for level in &Level::ALL[1..] {
        assert_eq!(plays(&seen, *level), ("a1".into(), "a8".into()), "{level}");
    }
}

/// A beginner sees the mate next to the enemy King, and often overlooks one from across the board. All others see both.
#[test]
fn only_a_beginner_overlooks_a_mate_that_is_hard_to_see() {
    let far = position("medieval", "king g1, rook a1, pawn f2 g2 h2", "king g8, pawn f7 g7 h7");
    let near = position("medieval", "king f6, queen g5", "king g8");
    let stop = AtomicBool::new(false);
    for level in [Level::Recruit, Level::Soldier] {
        let [far, near] = [(&far, "a8"), (&near, "g7")].map(|(seen, mate)| {
            let know = Knowledge::new(&seen.rules);
            let mates = |seed: &u64| {
                let decision = decide(seen, level, &know, Budget::new(1_000, &stop), *seed);
                matches!(decision.action, Some(Action::Turn(turn)) if turn.act.target() == at(mate))
            };
            (0..100).filter(mates).count()
        });
        assert!(if level == Level::Recruit { (50..90).contains(&far) } else { far == 100 }, "{level}: {far}");
        assert_eq!(near, 100, "{level}");
    }
}

#[test]
fn a_piece_given_for_nothing_is_taken() {
    let seen = position("medieval", "king g1, rook a1, pawn f2 g2 h2", "king g8, queen a6, pawn f7 g7 h7");
    for level in &Level::ALL[1..] {
        assert_eq!(plays(&seen, *level), ("a1".into(), "a6".into()), "{level}");
    }
}

#[test]
fn a_defended_pawn_is_not_worth_a_queen() {
    let seen = position("medieval", "king g1, queen d1, pawn f2 g2 h2", "king g8, rook a8, pawn d5 e6 f7 g7 h7");
    for level in &Level::ALL[2..] {
        assert_ne!(plays(&seen, *level).1, "d5", "{level}");
    }
}

#[test]
fn a_mate_in_two_is_found_and_counted() {
    // Two Rooks and a King at the edge: the ladder mate.
    let seen = position("medieval", "king e1, rook a6 b5", "king e7");
    let found = analysis(&seen, 20_000);
    assert_eq!(found.mate_in, Some(2), "{found:?}");
    assert!(found.chance.points() > 99.0 && found.line.len() >= 3);
}

#[test]
fn a_draw_by_repetition_is_seen() {
    // White is lost except for a perpetual Check: g5-d8-g5-h4 and back.
    let seen = position("medieval", "king a1, queen g5", "king h8, queen b3, rook c2, pawn f7 h7");
    let found = analysis(&seen, 60_000);
    assert!(found.score > -100, "{found:?}");
}

/// With two actions per turn, the first one attacks the Titan that the second one captures.
#[test]
fn the_first_of_two_actions_prepares_the_second() {
    let text = r#"
        format = 1
        id = "twice"
        name = "Twice"

        [territory]
        layout = ["........", "........", "R..QK..R"]

        [[power]]
        use = "double-move"

        [[piece]]
        id = "king"
        name = "King"
        symbol = "K"
        titan = true
        moves = "K"

        [[piece]]
        id = "queen"
        name = "Queen"
        symbol = "Q"
        moves = "Q"

        [[piece]]
        id = "rook"
        name = "Rook"
        symbol = "R"
        moves = "R"
    "#;
    let army = Arc::new(read(text, &ability::specs()).unwrap());
    let seen = position_of(&army, "king a1, rook h1", "king c8, queen d5");
    assert!(seen.rules.has_long_turns());
    for level in [Level::Captain, Level::Titan] {
        let (from, to) = plays(&seen, level);
        assert!(from == "h1" && ["c1", "h8"].contains(&&*to), "{level}: {from} {to}");
    }
}

/// A position that occurred twice is a draw the third time; one that occurred once is not. The losing side heads for
/// the draw.
#[test]
fn what_the_game_has_seen_twice_is_a_draw() {
    for (times, drawn) in [(1, false), (2, true), (3, true)] {
        let mut seen = position("medieval", "king g1, knight b1", "king e8, queen d8, rook a8");
        let lines = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
        let mut pos = seen.pos.clone();
        for line in lines.into_iter().filter(|line| line.mv.from == at("b1")) {
            let mark = seen.rules.play(&mut pos, &line.mv, &line.chain);
            seen.occurred.insert(seen.rules.repetition_key(&pos), times);
            pos.undo(&seen.rules, &mark);
        }
        let found = analysis(&seen, 5_000);
        assert_eq!(found.score > -100, drawn, "{times}: {found:?}");
    }
}

/// Where nobody is ahead, earlier positions are avoided.
#[test]
fn a_level_game_is_not_repeated() {
    let mut seen = position("medieval", "king e1, rook a1, pawn b2 g2", "king e8, rook a8, pawn b7 g7");
    let usual = plays(&seen, Level::Titan);
    let lines = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
    let line = lines.into_iter().find(|line| (line.mv.from.to_string(), line.mv.to.to_string()) == usual).unwrap();
    let mut pos = seen.pos.clone();
    seen.rules.play(&mut pos, &line.mv, &line.chain);
    seen.occurred.insert(seen.rules.repetition_key(&pos), 1);
    assert_ne!(plays(&seen, Level::Titan), usual);
}

#[test]
fn stalemate_is_no_win() {
    let seen = position("medieval", "king f7, queen g5", "king h8, pawn h7");
    let Some(turn) = analysis(&seen, 5_000).best else { panic!("nothing") };
    let stalemates = matches!(turn.act, Act::Move { to, .. } if to == at("g6"));
    assert!(!stalemates);
}

#[test]
fn side_effect_captures_are_seen() {
    // A Withdrawer captures an Enemy by moving away from it.
    let seen = position("baroque-duel", "baroque-titan a1, withdrawer d4", "baroque-titan h8, long-leaper d5");
    let found = analysis(&seen, 3_000);
    let found = found.best.unwrap();
    assert_eq!((found.act.origin(), found.act.captures()), (at("d4"), &[at("d5")][..]));
}

#[test]
fn chances_are_even_in_the_middle_and_scores_symmetric() {
    let seen = position("medieval", "king e1, knight b1, pawn e2", "king e8, knight b8, pawn e7");
    let chance = analysis(&seen, 5_000).chance.points();
    assert!((40.0..65.0).contains(&chance), "{chance}");
}

#[test]
fn draws_and_giving_up() {
    let stop = AtomicBool::new(false);
    let mut behind = position("medieval", "king e1, pawn e2", "king e8, rook a8, pawn e7");
    let know = Knowledge::new(&behind.rules);
    let asks = |seen: &Seen, level| accepts_draw(seen, level, &know, Budget::new(5_000, &stop));
    assert!(!asks(&behind, Level::Titan), "in the first 20 turns");
    behind.pos.state_mut().turns = [30; 6];
    assert!(asks(&behind, Level::Titan));
    let mut ahead = position("medieval", "king e1, rook a1, pawn e2", "king e8, pawn e7");
    ahead.pos.state_mut().turns = [30; 6];
    assert!(!asks(&ahead, Level::Recruit));

    let [low, high] = [0.01, 0.4].map(WinChance::new);
    assert!(resigns(&behind, Level::Captain, &[high, low, low, low]));
    assert!(!resigns(&behind, Level::Captain, &[low, low]) && !resigns(&behind, Level::Captain, &[low, low, high]));
    assert!(!resigns(&behind, Level::Captain, &[low, high, low]), "in a row");
    // Beginners see the mate.
    for level in [Level::Recruit, Level::Soldier] {
        assert!(!resigns(&behind, level, &[low; 10]), "{level}");
    }
    assert!(resigns(&behind, Level::Sergeant, &[low; 3]));
    // A draw that the other side wins by draw odds is none, in either seat.
    for odds in [Seat(0), Seat(1)] {
        behind.draw_odds = Some(odds);
        assert!(!asks(&behind, Level::Titan) && resigns(&behind, Level::Captain, &[low; 3]), "{odds:?}");
    }
    behind.draw_odds = None;
    assert!(asks(&behind, Level::Titan));
    // In games of three or more, the computer player neither agrees to a draw nor resigns.
    let armies = vec![load_builtin("medieval").unwrap(); 3];
    let table = Game::new(Setup::new(GameMode::Ffa, armies, [7; 32]).unwrap()).unwrap();
    let mut several = table.seen(Seat(0));
    several.pos.state_mut().turns = [30; 6];
    assert!(!asks(&several, Level::Recruit) && !resigns(&several, Level::Captain, &[low; 5]));
    // Just below two percent, and just not; earlier chances do not count.
    let [below, at] = [0.0199, 0.02].map(WinChance::new);
    assert!(
        resigns(&behind, Level::Captain, &[below; 3])
            && resigns(&behind, Level::Captain, &[high, at, below, below, below])
    );
    for last in [[at, below, below], [below, at, below], [below, below, at]] {
        assert!(!resigns(&behind, Level::Captain, &last), "{last:?}");
    }
    behind.law = RuleSet::Clash;
    assert!(!resigns(&behind, Level::Captain, &[low, low, low]));
}

/// Limit of win chance below which a draw is accepted, tested on both sides of it for each level and either side to
/// move.
#[test]
fn a_draw_is_agreed_to_up_to_a_limit() {
    let stop = AtomicBool::new(false);
    let pawns =
        ["a2", "a2 b2", "a2 b2 c2", "a2 b2 c2 d2", "a3 b2 c2 d2", "a4 b2 c2 d2", "a4 b4 c2 d2", "b2", "c4", "d5"];
    let mut answers = 0;
    for white in pawns {
        for black in pawns {
            let black = black.replace('2', "7").replace('4', "5").replace('3', "6").replace("d5", "d4");
            let mut seen = position("medieval", &format!("king e1, pawn {white}"), &format!("king e8, pawn {black}"));
            let know = Knowledge::new(&seen.rules);
            seen.pos.state_mut().turns = [30; 6];
            for level in Level::ALL {
                let nodes = level.nodes().clamp(600, 4_000).min(1_000);
                let chance = analyse(&seen, &know, Budget::new(nodes, &stop)).chance.points();
                let limit = [49.0, 49.0, 49.0, 47.0, 45.0, 45.0][usize::from(level.number()) - 1];
                for (law, limit) in [(RuleSet::Titans, limit), (RuleSet::Clash, 40.0)] {
                    seen.law = law;
                    let chance = match law {
                        RuleSet::Titans => chance,
                        RuleSet::Clash => analyse(&seen, &know, Budget::new(nodes, &stop)).chance.points(),
                    };
                    let agrees = accepts_draw(&seen, level, &know, Budget::new(1_000, &stop));
                    assert_eq!(agrees, chance < limit, "{level}, {law:?}, {chance}: {white} - {black}");
                    answers += usize::from((chance - limit).abs() < 3.0);
                }
                seen.law = RuleSet::Titans;
            }
        }
    }
    assert!(answers > 20, "{answers} near a limit");
}

/// The stronger side declines a draw and the weaker side accepts it, on the turn of either.
#[test]
fn a_draw_is_answered_from_the_side_of_the_own_seat() {
    let stop = AtomicBool::new(false);
    for (white, black, accepts) in [
        ("king e1, rook a1, pawn e2", "king e8, pawn e7", [false, true]),
        ("king e1, pawn e2", "king e8, rook a8, pawn e7", [true, false]),
    ] {
        let mut seen = position("medieval", white, black);
        let know = Knowledge::new(&seen.rules);
        seen.pos.state_mut().turns = [30; 6];
        for (seat, accepts) in (0..).zip(accepts) {
            seen.seat = Seat(seat);
            let answer = accepts_draw(&seen, Level::Titan, &know, Budget::new(2_000, &stop));
            assert_eq!(answer, accepts, "seat {seat}: {white} - {black}");
        }
    }
}

/// Results of a search hold for the draw odds that it was made with: with others, they change no decision.
#[test]
fn a_memory_of_other_draw_odds_changes_no_decision() {
    let stop = AtomicBool::new(false);
    let mut seen = position("medieval", "king e1, rook a1, pawn e2 f2", "king e8, rook h8, pawn d7 e7");
    let know = Knowledge::new(&seen.rules);
    let think = |seen: &Seen, memory: &mut Memory| {
        format!("{:?}", decide_recalling(seen, Level::Captain, &know, Budget::new(4_000, &stop), 5, memory))
    };
    for (before, now) in [(None, Some(Seat(0))), (Some(Seat(0)), Some(Seat(1))), (Some(Seat(1)), None)] {
        let mut memory = Memory::default();
        seen.draw_odds = before;
        think(&seen, &mut memory);
        seen.draw_odds = now;
        assert_eq!(think(&seen, &mut memory), think(&seen, &mut Memory::default()), "{before:?}, {now:?}");
    }
}

#[test]
fn values_come_from_movement() {
    let seen = position("medieval", "king e1", "king e8");
    let know = Knowledge::new(&seen.rules);
    let value = |name: &str| know.value(seen.rules.type_by_key(&format!("medieval/{name}")).unwrap());
    let order: BTreeMap<i32, &str> = ["pawn", "knight", "rook", "queen"].map(|name| (value(name), name)).into();
    assert_eq!(order.into_values().collect::<Vec<_>>(), ["pawn", "knight", "rook", "queen"]);
    assert!(value("queen") > 2 * value("bishop"));
}

/// With the stop flag already set, the player still decides at once and reports that it was stopped.
#[test]
fn a_flag_ends_every_thought() {
    let stop = AtomicBool::new(true);
    let seen = position("medieval", "king g1, rook a1, pawn f2 g2 h2", "king g8, queen a6, pawn f7 g7 h7");
    let know = Knowledge::new(&seen.rules);
    for level in Level::ALL {
        let made = decide(&seen, level, &know, Budget::new(100_000, &stop), 5);
        assert!(made.action.is_some() && made.stopped && made.nodes <= 128, "{level}: {made:?}");
    }
    let found = analyse(&seen, &know, Budget::new(100_000, &stop));
    assert!(found.stopped && found.nodes <= 128, "{found:?}");
    let go = AtomicBool::new(false);
    let found = analyse(&seen, &know, Budget::new(500, &go));
    assert!(!found.stopped && found.nodes == 500, "{found:?}");
}

/// In this position the weaker levels gave their Rook away, because they overlooked that the Titan can take it.
#[test]
fn no_level_overlooks_a_bare_titan() {
    let seen = position("medieval", "king e4, rook g6", "king h7");
    let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
    for level in &Level::ALL[1..] {
        for seed in 0..40 {
            let made = decide(&seen, *level, &know, Budget::new(5_000, &stop), seed);
            let Some(Action::Turn(turn)) = made.action else { panic!("nothing") };
            let context = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law };
            let ((mv, chain), mut pos) = (context.find(&turn.act).unwrap(), seen.pos.clone());
            seen.rules.play(&mut pos, &mv, &chain);
            let replies = RulesContext { rules: &seen.rules, pos: &pos, law: seen.law }.acts();
            assert!(replies.iter().all(|act| act.captures().is_empty()), "{level}, {seed}: {turn:?}");
        }
    }
}

/// Scores of mates are exact: a mate that a level announces is one, even if it overlooks replies.
#[test]
fn announced_mates_are_mates() {
    let mut announced = 0;
    for (white, black) in [
        ("king g1, queen d3, bishop c2, pawn f2 g2 h2", "king g8, rook f8, knight c6, pawn f7 g7 h6"),
        ("king g1, rook a1 b1, queen c3, pawn f2 g2 h2", "king g8, rook d8, queen e7, pawn f7 g7 h7"),
        ("king g1, queen h5, knight g5, pawn f2 g2 h2", "king g8, rook f8, queen d8, knight a6, pawn f7 g7 h7"),
    ] {
        let seen = position("medieval", white, black);
        let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
        let truth = analyse(&seen, &know, Budget::new(60_000, &stop)).mate_in;
        for level in Level::ALL {
            for seed in 0..25 {
                let made = decide(&seen, level, &know, Budget::new(20_000, &stop), seed);
                if made.score > 29_000 {
                    announced += 1;
                    let turns = (30_000 - made.score + 1) / 2;
                    assert!(truth.is_some_and(|best| (1..=turns).contains(&best)), "{level}, {seed}: {made:?}");
                }
            }
        }
    }
    assert!(announced > 20, "{announced}");
}

/// After the opening, the strongest level varies nothing.
#[test]
fn the_strongest_level_plays_what_the_analysis_calls_best() {
    for (white, black) in [
        ("king g1, rook a1, pawn f2 g2 h2", "king g8, queen a6, pawn f7 g7 h7"),
        (
            "king g1, queen d1, rook f1, knight f3, pawn a2 f2 g2 h2",
            "king g8, queen d8, rook f8, bishop e7, pawn a7 f7 g7 h7",
        ),
        ("king e2, rook c1, pawn a4 b3 f3 g2", "king e7, knight d6, pawn a5 f6 g7"),
    ] {
        let mut seen = position("medieval", white, black);
        seen.pos.state_mut().turns = [10; 6];
        let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
        let best = analyse(&seen, &know, Budget::new(10_000, &stop)).best.map(Action::Turn);
        for seed in 0..3 {
            let made = decide(&seen, Level::Titan, &know, Budget::new(10_000, &stop), seed);
            assert_eq!(made.action, best, "{white} - {black}");
        }
    }
}

/// A beginner brings out pieces and keeps the King at home, rather than moving Rooks along the edge.
#[test]
fn beginners_bring_out_their_pieces() {
    let army = load_builtin("medieval").unwrap();
    let stop = AtomicBool::new(false);
    let (mut out, mut walks) = (0, 0);
    for seed in 0..6_u64 {
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [seed as u8; 32]).unwrap();
        let mut game = Game::new(setup).unwrap();
        let know = Knowledge::new(game.rules());
        for turn in 0..16 {
            let Some(seat) = game.to_act().first().copied() else { break };
            let seen = game.seen(seat);
            let made = decide(&seen, Level::Recruit, &know, Budget::new(u64::MAX, &stop), 10 * seed + turn % 2);
            let Some(Action::Turn(turn)) = &made.action else { panic!("{made:?}") };
            let piece = seen.pos.at(turn.act.origin()).unwrap();
            walks += usize::from(seen.rules.ty(piece.ty).titan && turn.act.origin().distance(turn.act.target()) == 1);
            game.apply(seat, &made.action.unwrap()).unwrap();
        }
        let home = [(Seat(0), 0), (Seat(1), 7)].map(|(seat, rank)| {
            let pos = game.seen(seat).pos;
            pos.blocking(seat).iter().filter(|space| space.rank() == rank).count()
        });
        out += home.iter().map(|pieces| 8 - pieces).sum::<usize>();
    }
    // Of 96 turns, on average two of each side's eight bring out a piece that was not captured at home.
    assert!(out >= 24, "{out} pieces have come out");
    assert!(walks <= 6, "the King walked {walks} times");
}
