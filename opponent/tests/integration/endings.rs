//! Endings: won ones are won, dead ones are recognised, and pieces are given away where that wins.

use std::sync::atomic::AtomicBool;

use engine::action::Action;
use engine::board::Seat;
use engine::context::RulesContext;
use engine::play::Rules;
use engine::seen::Seen;
use opponent::{Budget, Knowledge, Level, Memory, accepts_draw, analyse, decide_recalling, offers_draw};

use crate::support::{at, position};

/// Number of turns of both sides until the first Player wins, or `None` if it does not within 100 turns. Both sides
/// are the same level; the memory is kept as in a game.
fn turns_to_win(mut seen: Seen, level: Level) -> Option<usize> {
    let know = Knowledge::new(&seen.rules);
    let mut memories = [Memory::default(), Memory::default()];
    for turn in 0..100 {
        let (seat, stop) = (seen.pos.to_move(), AtomicBool::new(false));
        seen.seat = seat;
        let budget = Budget::new(u64::MAX, &stop);
        let made = decide_recalling(&seen, level, &know, budget, 3, &mut memories[seat.index()]);
        let Some(Action::Turn(turn_made)) = made.action else {
            let mated = seat == Seat(1) && seen.rules.in_check(&seen.pos, seat);
            return mated.then_some(turn);
        };
        let rules: &Rules = &seen.rules;
        let context = RulesContext { rules, pos: &seen.pos, law: seen.law };
        let (mv, chain) = context.find(&turn_made.act).unwrap();
        *seen.occurred.entry(rules.repetition_key(&seen.pos)).or_insert(0) += 1;
        rules.play(&mut seen.pos, &mv, &chain);
        seen.pos.commit();
        if seen.occurred.get(&rules.repetition_key(&seen.pos)).is_some_and(|times| *times >= 2) {
            return None;
        }
    }
    None
}

#[test]
fn a_bare_titan_is_mated() {
    for (white, black, level) in [
        ("king e4, rook h8", "king d6", Level::Captain),
        ("king c2, rook g1", "king e5", Level::Captain),
        ("king a1, rook b2", "king f6", Level::Captain),
        ("king e4, bishop c1 f1", "king d6", Level::Captain),
        ("king a1, bishop c1 d1", "king e5", Level::Captain),
        ("king e1, queen d1", "king e5", Level::Captain),
        ("king c3, pawn a4", "king g6", Level::Captain),
    ] {
        let seen = position("medieval", white, black);
        let turns = turns_to_win(seen, level);
        assert!(turns.is_some(), "{white} - {black}: {turns:?}");
    }
}

/// Pieces that move along lines of one colour mate together, and one of them alone.
#[test]
fn pieces_of_one_colour_mate_a_bare_titan() {
    for (white, black) in [
        ("prophet c3, crocodile d8", "prophet e5"),
        ("prophet a1, guard b2 c2", "prophet e5"),
        ("prophet c3, zealot a1, snake h8", "prophet e5"),
    ] {
        let seen = position("reptilian-order", white, black);
        let turns = turns_to_win(seen, Level::Captain);
        assert!(turns.is_some(), "{white} - {black}: {turns:?}");
    }
}

/// Pieces that can mate but not force it are worth little, and those that can are not traded for them.
#[test]
fn an_advantage_that_does_not_win_is_small() {
    for (army, white, black) in [
        ("medieval", "king e4, knight b1 c1", "king e8"),
        ("medieval", "king e4, bishop b1 d1", "king e8"),
        ("reptilian-order", "prophet e4, guard c1", "prophet e8"),
        ("reptilian-order", "prophet e4, snake c1 e1", "prophet e8"),
        ("reptilian-order", "prophet e4, snake c1, tortoise b2 c2 d2", "prophet e8"),
        ("reptilian-order", "prophet e4, zealot c1, snake d1, tortoise b2 c2", "prophet e8"),
    ] {
        let (score, offered) = judged(army, white, black);
        assert!((0..200).contains(&score) && !offered, "{white} - {black}: {score}");
    }
    for (army, white, black) in [
        ("medieval", "king e4, bishop b1 c1", "king e8"),
        ("medieval", "king e4, bishop b1, pawn a2", "king e8"),
        ("reptilian-order", "prophet e4, crocodile c1", "prophet e8"),
        ("reptilian-order", "prophet e4, snake c1 d1", "prophet e8"),
        ("reptilian-order", "prophet e4, zealot c1, snake e1", "prophet e8"),
        ("reptilian-order", "prophet e4, guard c1, tortoise b2", "prophet e8"),
    ] {
        let (score, _) = judged(army, white, black);
        assert!(score > 400, "{white} - {black}: {score}");
    }
}

/// More Supporters bring a mate no nearer, whatever they are worth otherwise.
#[test]
fn pieces_that_cannot_capture_do_not_delay_a_mate() {
    for (white, black, level) in [
        ("chairman c3, minister a1, senator h1, supporter b2 c2 f2", "chairman e5", Level::Captain),
        ("chairman e3, minister h2, supporter a1 b1 c1 d2 a3 b4", "chairman d6", Level::Captain),
    ] {
        let seen = position("party-volatile", white, black);
        let turns = turns_to_win(seen, level);
        assert!(turns.is_some(), "{white} - {black}: {turns:?}");
    }
}

/// Judgement of a position: the evaluation sees an advantage, and a draw is offered.
fn judged(army: &str, white: &str, black: &str) -> (i32, bool) {
    let mut seen = position(army, white, black);
    seen.pos.state_mut().turns = [30; 6];
    let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
    let score = analyse(&seen, &know, Budget::new(3_000, &stop)).score;
    let offers = offers_draw(&seen, &know);
    for level in Level::ALL.into_iter().filter(|_| offers) {
        assert!(accepts_draw(&seen, level, &know, Budget::new(1_000, &stop)), "{level}");
    }
    (score, offers)
}

#[test]
fn what_nobody_can_win_is_even_and_drawn() {
    for (army, white, black) in [
        ("medieval", "king e1, knight b1", "king e8"),
        ("medieval", "king e1, bishop b1", "king e8, knight b8"),
        ("medieval", "king e1", "king e8"),
    ] {
        assert_eq!(judged(army, white, black), (0, true), "{white} - {black}");
    }
    for (army, white, black) in [
        ("medieval", "king e1, pawn b2", "king e8"),
        ("medieval", "king e1, knight b1 c1", "king e8"),
        ("medieval", "king e1, bishop b1", "king e8, pawn a7"),
        ("the-party", "chairman e1, supporter a1", "chairman e8, supporter a8"),
    ] {
        assert!(!judged(army, white, black).1, "{white} - {black}");
    }
    // A side that cannot win has no advantage, whatever it has.
    let (score, _) = judged("medieval", "king a3, bishop b1", "king h8, pawn h5");
    assert!(score <= 0, "{score}");
}

/// The offer is repeated after some turns, not after each, and never early in the game.
#[test]
fn draws_are_offered_now_and_then() {
    let mut seen = position("medieval", "king e1, knight b1", "king e8");
    let know = Knowledge::new(&seen.rules);
    let mut offers = Vec::new();
    for turns in 0..35 {
        seen.pos.state_mut().turns = [turns; 6];
        if offers_draw(&seen, &know) {
            offers.push(turns);
        }
    }
    assert_eq!(offers, [20, 25, 30]);
    seen.draw_odds = Some(Seat(0));
    seen.pos.state_mut().turns = [20; 6];
    assert!(!offers_draw(&seen, &know));
}

/// In antichess a piece that must be taken is offered.
#[test]
fn who_wins_by_losing_gives_away() {
    let army = include_str!("../../../engine/tests/armies/antichess.toml");
    let army = std::sync::Arc::new(engine::battalion::read(army, &engine::ability::specs()).unwrap());
    let setup = engine::titans::Setup::new(engine::titans::GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap();
    let game = engine::titans::Game::new(setup).unwrap();
    let know = Knowledge::new(game.rules());
    let mut seen = game.seen(Seat(0));
    let rules = seen.rules.clone();
    for ty in (0..rules.types.len()).map(engine::play::TypeId::new) {
        assert!(know.value(ty) < 0, "{}", rules.ty(ty).key);
    }
    // A Rook on a1 against a Pawn on b7: only a1-a6 or a1-b1 and the like give the Rook away at once.
    let mut pos = engine::play::Position::empty(&rules);
    let piece = |id: &str, seat| {
        let ty = (0..rules.types.len()).map(engine::play::TypeId::new).find(|ty| rules.ty(*ty).key.ends_with(id));
        engine::play::Piece::new(ty.unwrap(), Seat(seat))
    };
    pos.put(&rules, at("a1"), piece("/rook", 0));
    pos.put(&rules, at("b7"), piece("/pawn", 1));
    pos.put(&rules, at("h7"), piece("/pawn", 1));
    pos.state_mut().gate_open = true;
    pos.crown();
    pos.commit();
    seen.pos = pos;
    seen.occurred.clear();
    let stop = AtomicBool::new(false);
    let best = analyse(&seen, &know, Budget::new(2_000, &stop)).best.unwrap();
    assert_eq!(best.act.target(), at("a6"));
}

/// Captures are compulsory in antichess, so the strongest level sees where an offer leads.
#[test]
fn the_strongest_level_beats_a_beginner_at_antichess() {
    let army = include_str!("../../../engine/tests/armies/antichess.toml");
    let army = std::sync::Arc::new(engine::battalion::read(army, &engine::ability::specs()).unwrap());
    let stop = AtomicBool::new(false);
    let mut lost = 0;
    for number in 0..4_u8 {
        let armies = vec![army.clone(), army.clone()];
        let setup = engine::titans::Setup::new(engine::titans::GameMode::Duel, armies, [number; 32]).unwrap();
        let mut game = engine::titans::Game::new(setup).unwrap();
        let know = Knowledge::new(game.rules());
        let titan = Seat(number % 2);
        while let Some(seat) = game.to_act().first().copied() {
            let level = if seat == titan { Level::Titan } else { Level::Recruit };
            let budget = Budget::new(3_000, &stop);
            let made = decide_recalling(&game.seen(seat), level, &know, budget, number.into(), &mut Memory::default());
            game.apply(seat, &made.action.unwrap()).unwrap();
        }
        let phase = game.view(engine::view::Viewer::Public).phase;
        lost += usize::from(!matches!(phase, engine::view::Phase::Ended { winners, .. } if winners == [titan]));
    }
    assert!(lost <= 1, "{lost} of 4 games not won");
}
