//! Signature of rare situations: long quiet games, endings, draws, limits of a search, memory, late phases with several
//! players, armies and bids of every level.
//!
//! After an intended change, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration corners` rewrites
//! `tests/corners.txt`.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::board::Seat;
use engine::clash::{self, Match};
use engine::context::RuleSet;
use engine::game::Game;
use engine::seen::{Question, Seen};
use engine::titans::{GameMode, LAST_TURN, PlacementStyle, QUIET_TURNS};
use opponent::{
    Budget, Level, Memory, WinChance, Wishes, accepts_draw, analyse_aloud, decide_recalling, offers_draw, resigns,
    suggest, terms,
};

use crate::signature::{NODES, auction, compare, decision, knowledge, play_on, seen, text, thought, titans_game};
use crate::support::position;

/// Endings: bare Titans, Bishops of one colour and of both, pieces that cannot win, Pawns.
const ENDINGS: &[(&str, &str, &str)] = &[
    ("medieval", "king e1", "king e8"),
    ("medieval", "king e1, knight b1", "king e8"),
    ("medieval", "king e1, knight b1 g1", "king e5"),
    ("medieval", "king e1, bishop c1 f1", "king e5"),
    ("medieval", "king e1, bishop c1 e3", "king e5"),
    ("medieval", "king e1, bishop c1, knight b1", "king d5"),
    ("medieval", "king e1, rook h1", "king d5"),
    ("medieval", "king e1, queen d1", "king e5, pawn h7"),
    ("medieval", "king e1, knight b1", "king e5, pawn h7"),
    ("medieval", "king e1, bishop c1", "king e5, bishop c8"),
    ("medieval", "king e1, queen d1", "king a8, rook h8"),
];

fn positions() -> impl Iterator<Item = (String, Seen)> {
    ENDINGS.iter().map(|(army, white, black)| (format!("{white} - {black}"), position(army, white, black)))
}

fn endings(out: &mut String) {
    for (name, seen) in positions() {
        let sure = terms(&seen, &knowledge(&seen)).sure;
        writeln!(out, "{name}: {} | sure {sure}", thought(&seen)).unwrap();
        let mut clash = seen.clone();
        clash.law = RuleSet::Clash;
        writeln!(out, "{name}, in Clash: {}", thought(&clash)).unwrap();
    }
}

/// The longer nothing happens, the nearer the draw; after the last turn it is there.
fn quiet(out: &mut String) {
    for (name, seen) in positions().skip(6) {
        for quiet in [0, 11, 12, 30, QUIET_TURNS - 2, QUIET_TURNS - 1, QUIET_TURNS] {
            let mut seen = seen.clone();
            seen.pos.state_mut().quiet = [quiet; 6];
            writeln!(out, "{name}, quiet for {quiet}: {}", thought(&seen)).unwrap();
        }
        for turns in [LAST_TURN - 2, LAST_TURN - 1, LAST_TURN] {
            let mut seen = seen.clone();
            seen.pos.state_mut().turns = [turns; 6];
            writeln!(out, "{name}, in turn {turns}: {}", thought(&seen)).unwrap();
        }
    }
}

/// Draws that are offered and agreed to by turn, and resignations by win chance.
fn draws(out: &mut String) {
    let stop = AtomicBool::new(false);
    for (name, seen) in positions() {
        let know = knowledge(&seen);
        let mut told = Vec::new();
        for turns in [[19, 20], [20, 19], [20, 20], [21, 21], [25, 24], [25, 25], [40, 40]] {
            let mut seen = seen.clone();
            seen.pos.state_mut().turns[..2].copy_from_slice(&turns);
            for seat in [Seat(0), Seat(1)] {
                seen.seat = seat;
                let accepts = Level::ALL.map(|level| {
                    let budget = Budget::new(600, &stop);
                    if accepts_draw(&seen, level, &know, budget) { '+' } else { '-' }
                });
                let accepts: String = accepts.iter().collect();
                told.push(format!("{turns:?} {} {} {accepts}", seat.0, offers_draw(&seen, &know)));
            }
        }
        writeln!(out, "draws in {name}: {}", told.join(", ")).unwrap();
    }
    let seen = position("medieval", "king e1, rook h1", "king d5");
    let chance = WinChance::new;
    for chances in [
        &[0.01; 3][..],
        &[0.01; 2],
        &[0.019; 3],
        &[0.02; 3],
        &[0.021; 3],
        &[0.01, 0.01, 0.01, 0.03],
        &[0.03, 0.01, 0.01, 0.01],
        &[0.01, 0.03, 0.01, 0.01],
        &[],
    ] {
        let known: Vec<WinChance> = chances.iter().copied().map(chance).collect();
        let resigns = Level::ALL.map(|level| resigns(&seen, level, &known));
        writeln!(out, "resigns after {chances:?}: {resigns:?}").unwrap();
    }
}

/// Analyses with a depth, the length of a mate, and turns to choose from.
fn wishes(out: &mut String) {
    let stop = AtomicBool::new(false);
    let mut tell = |name: &str, seen: &Seen, wishes: &Wishes| {
        let mut depths = Vec::new();
        let mut told = |found: &opponent::Analysis| depths.push((found.depth, found.score));
        let budget = Budget::new(6_000, &stop);
        let found = analyse_aloud(seen, &knowledge(seen), budget, wishes, &mut Memory::default(), &mut told);
        let only = wishes.only.len();
        writeln!(
            out,
            "{name} to depth {:?}, mate {:?}, among {only}: {} score {} mate {:?} nodes {}, on the way {depths:?}",
            wishes.depth,
            wishes.mate,
            text(found.best.map(Action::Turn).as_ref()),
            found.score,
            found.mate_in,
            found.nodes,
        )
        .unwrap();
        found.line
    };
    for (name, seen) in positions().skip(6) {
        for depth in 1..=4 {
            tell(&name, &seen, &Wishes { depth: Some(depth), ..Wishes::default() });
        }
        for mate in 1..=3 {
            tell(&name, &seen, &Wishes { mate: Some(mate), ..Wishes::default() });
        }
        let best = tell(&name, &seen, &Wishes::default());
        let other = match decision(&seen, Level::Recruit, 100, 4).action {
            Some(Action::Turn(turn)) => Some(turn),
            _ => None,
        };
        let only = best.into_iter().take(1).chain(other).collect();
        tell(&name, &seen, &Wishes { only, ..Wishes::default() });
    }
}

/// A whole game with one memory for each seat.
fn memory(out: &mut String) {
    let stop = AtomicBool::new(false);
    let mut game = titans_game(GameMode::Duel, &["medieval", "makpong"], PlacementStyle::Usual).unwrap();
    let mut memories = [Memory::default(), Memory::default()];
    for turn in 0..14 {
        let seen = seen(&game);
        let memory = &mut memories[seen.seat.index()];
        let made = decide_recalling(&seen, Level::Titan, &knowledge(&seen), Budget::new(NODES, &stop), 6, memory);
        let (score, depth, nodes) = (made.score, made.depth, made.nodes);
        writeln!(out, "remembering, {turn}: {} score {score} depth {depth} nodes {nodes}", text(made.action.as_ref()))
            .unwrap();
        game.apply(seen.seat, &made.action.unwrap()).unwrap();
    }
}

/// Oversights and habits of the weaker levels for both seats.
fn weaknesses(out: &mut String) {
    for ids in [["medieval", "baroque-duel"], ["reptilian-order", "alchemists"]] {
        let mut game = titans_game(GameMode::Duel, &ids, PlacementStyle::Usual).unwrap();
        let mut played = 0;
        for plies in [6, 7, 22, 23] {
            if !play_on(&mut game, plies - played) {
                break;
            }
            played = plies;
            let seen = seen(&game);
            for level in [Level::Recruit, Level::Soldier, Level::Sergeant, Level::Captain, Level::Commander] {
                let chosen = (0..5).map(|seed| {
                    let made = decision(&seen, level, 1_000, seed);
                    format!("{} {} {}", text(made.action.as_ref()), made.score, made.nodes)
                });
                let chosen: Vec<String> = chosen.collect();
                writeln!(out, "{} {plies} {level}: {}", ids.join(" "), chosen.join(", ")).unwrap();
            }
        }
    }
}

/// Late phases with three to six players, when some are out, and with oversights.
fn several(out: &mut String) {
    let six = ["medieval", "makpong", "reptilian-order", "alchemists", "medieval", "the-party"];
    for (mode, ids) in [
        (GameMode::Ffa, &six[..3]),
        (GameMode::Assassin, &six[..4]),
        (GameMode::Assassin, &six[..5]),
        (GameMode::Ffa, &six[..]),
    ] {
        let Some(mut game) = titans_game(mode, ids, PlacementStyle::Usual) else { continue };
        let mut played = 0;
        for plies in [12, 70, 140, 210] {
            if !play_on(&mut game, plies - played) {
                break;
            }
            played = plies;
            let seen = seen(&game);
            let out_of_game = seen.pos.state().defeated.count_ones();
            writeln!(out, "{mode:?} of {} {plies}, {out_of_game} out: {}", ids.len(), thought(&seen)).unwrap();
            for level in [Level::Recruit, Level::Sergeant] {
                let made = decision(&seen, level, NODES, 2);
                writeln!(out, "… {level}: {} {} {}", text(made.action.as_ref()), made.score, made.nodes).unwrap();
            }
        }
    }
}

/// Armies and bids of every level in every round, and suggestions for an army that is complete already.
fn armies(out: &mut String) {
    for level in Level::ALL {
        let mut game = Match::new(clash::Setup { en_passant: true, seed: [4; 32] }).unwrap();
        for round in 1..=3 {
            let mut done = Vec::new();
            for _ in 0..30 {
                let whole = Game::Clash(Box::new(game.clone()));
                let Some(seat) = whole.to_act().first().copied() else { break };
                let seen = whole.seen(seat);
                if !matches!(seen.question, Question::Shop(_) | Question::Auction(_)) {
                    break;
                }
                let action = decision(&seen, level, 200, 8).action.unwrap();
                done.push(format!("{} {}", seat.0, text(Some(&action))));
                game.apply(seat, &action).unwrap();
            }
            writeln!(out, "round {round} of a {level}: {}", done.join(" ")).unwrap();
            for seat in [Seat(0), Seat(1)] {
                if round < 3 && game.apply(seat, &Action::OfferDraw).is_err() {
                    break;
                }
            }
        }
    }
    let mut game = Match::new(clash::Setup { en_passant: false, seed: [3; 32] }).unwrap();
    for seat in [Seat(0), Seat(1)] {
        for again in 0..3 {
            let seen = Game::Clash(Box::new(game.clone())).seen(seat);
            let step = suggest(&seen, &knowledge(&seen), 5 + again).map(Action::Clash);
            writeln!(out, "suggestion {again} to {}: {}", seat.0, text(step.as_ref())).unwrap();
            match step {
                Some(step) => drop(game.apply(seat, &step).unwrap()),
                None => break,
            }
        }
    }
    for drawn in [true, false] {
        let game = auction(drawn);
        for (seat, level) in [Seat(0), Seat(1)].into_iter().flat_map(|seat| Level::ALL.map(|level| (seat, level))) {
            let bids = (0..24).map(|seed| {
                let action = decision(&game.seen(seat), level, 0, seed).action.unwrap();
                assert!(game.clone().apply(seat, &action).is_ok(), "{level}: {action:?}");
                match action {
                    Action::Clash(ClashAction::Bid { gold }) => gold.hundredths(),
                    other => panic!("{other:?}"),
                }
            });
            let bids: Vec<i64> = bids.collect();
            writeln!(out, "bids of a {level} in seat {}, drawn {drawn}: {bids:?}", seat.0).unwrap();
        }
    }
}

/// Armies of every level for either Player with several seeds, and suggestions for armies that are complete already.
fn shops(out: &mut String) {
    for number in [2, 5, 9] {
        for level in Level::ALL {
            let mut game = Match::new(clash::Setup { en_passant: number % 2 == 0, seed: [number; 32] }).unwrap();
            let mut bought = Vec::new();
            for _ in 0..8 {
                let whole = Game::Clash(Box::new(game.clone()));
                let Some(seat) = whole.to_act().first().copied() else { break };
                let seen = whole.seen(seat);
                if !matches!(seen.question, Question::Shop(_)) {
                    break;
                }
                let action = decision(&seen, level, 2_000, u64::from(number)).action.unwrap();
                bought.push(format!("{} {}", seat.0, text(Some(&action))));
                game.apply(seat, &action).unwrap();
                if action != Action::Clash(ClashAction::Ready) {
                    let seen = Game::Clash(Box::new(game.clone())).seen(seat);
                    let better = suggest(&seen, &knowledge(&seen), 1).map(Action::Clash);
                    bought.push(format!("better {}", text(better.as_ref())));
                }
            }
            writeln!(out, "match {number}, shop of a {level}: {}", bought.join(" ")).unwrap();
        }
    }
}

#[test]
fn every_decision_in_a_corner_is_the_one_that_was_agreed_on() {
    let mut found = String::new();
    for part in [endings, quiet, draws, wishes, memory, weaknesses, several, armies, shops] {
        part(&mut found);
    }
    compare(&found, "corners.txt", 150);
}
