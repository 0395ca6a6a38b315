//! Positions with a turn, a placement or Volatile pieces to choose.

use std::sync::Arc;

use engine::action::Action;
use engine::game::Game;
use engine::seen::{Question, Seen};
use engine::titans::{self, GameMode, Setup};
use opponent::Level;

use super::job::{Job, decide, told};
use super::positions::{self, Shot};
use super::shops::match_before;
use super::turns::{is_legal, turn};

/// Positions of random duels, at any time and before the end.
pub fn duels(job: &mut Job) {
    let (name, game) = match job.number % 8 {
        5 => positions::duel_with_reinforcements(&mut job.random),
        6 => positions::volatile_duel(&mut job.random),
        _ => positions::duel(&mut job.random),
    };
    for mut shot in positions::shots(&name, game, 130, 3, &mut job.random) {
        if !matches!(shot.seen.question, Question::Turn) {
            continue;
        }
        turn(job, &shot);
        if job.random.chance(40) {
            positions::aged(&mut shot, &mut job.random);
            turn(job, &shot);
        }
    }
}

/// Positions with few pieces.
pub fn endings(job: &mut Job) {
    let (name, game) = if job.number.is_multiple_of(3) {
        let army = engine::battalion::load_builtin("medieval").unwrap();
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [1; 32]).unwrap();
        ("chess".to_owned(), Game::Titans(Box::new(titans::Game::new(setup).unwrap())))
    } else {
        positions::duel(&mut job.random)
    };
    let Some(begun) = begun(job, &name, game) else { return };
    for most in [0, 1, 2, 2, 3, 5, 8] {
        let other = if job.random.chance(50) { most } else { most / 3 };
        let Some(seen) = (0..40).find_map(|_| positions::thinned(&begun, [most, other], &mut job.random)) else {
            continue;
        };
        let mut shot = Shot { game: None, seen, name: format!("{name}, at most {most} and {other}") };
        if job.random.chance(30) {
            positions::aged(&mut shot, &mut job.random);
        }
        turn(job, &shot);
    }
}

/// First position with a turn to choose, after some random turns.
pub fn begun(job: &mut Job, name: &str, game: Game) -> Option<Seen> {
    let shots = positions::shots(name, game, 20, 1, &mut job.random);
    shots.into_iter().map(|shot| shot.seen).find(|seen| matches!(seen.question, Question::Turn))
}

/// Positions in which the Player to move can win at once.
pub fn mates(job: &mut Job) {
    let (name, game) = positions::duel(&mut job.random);
    let Some(begun) = begun(job, &name, game) else { return };
    let mut left = 2;
    for _ in 0..250 {
        let Some(seen) = positions::thinned(&begun, [7, 3], &mut job.random) else { continue };
        if left > 0 && !positions::winning_acts(&seen).is_empty() {
            left -= 1;
            turn(job, &Shot { game: None, seen, name: format!("{name}, a win in one") });
        }
    }
}

pub fn ffa(job: &mut Job) {
    several(job, GameMode::Ffa);
}

pub fn assassin(job: &mut Job) {
    several(job, GameMode::Assassin);
}

/// Positions of random games of three to six: at any time, with few pieces, and after the fall of a Player.
pub fn several(job: &mut Job, mode: GameMode) {
    let (name, game) = positions::table(mode, &mut job.random);
    for mut shot in positions::shots(&name, game, 260, 4, &mut job.random) {
        if !matches!(shot.seen.question, Question::Turn) {
            continue;
        }
        turn(job, &shot);
        let whole = shot.clone();
        if let Some(seen) = positions::thinned(&shot.seen, [9, 4], &mut job.random) {
            shot = Shot { game: None, seen, name: format!("{}, thinned", shot.name) };
            turn(job, &shot);
        }
        for mut shot in [whole, shot] {
            if positions::fallen(&mut shot, &mut job.random).is_some() {
                turn(job, &shot);
            }
        }
    }
}

/// Positions of all rounds of Clash, with draw odds in the last.
pub fn rounds(job: &mut Job) {
    let round = 1 + (job.number % 3) as u8;
    let game = match_before(round, &mut job.random);
    let name = format!("round {round}");
    let shots = positions::shots(&name, Game::Clash(Box::new(game)), 90, 4, &mut job.random);
    for mut shot in shots.into_iter().filter(|shot| matches!(shot.seen.question, Question::Turn)) {
        turn(job, &shot);
        if let Some(seen) = (0..20).find_map(|_| positions::thinned(&shot.seen, [3, 2], &mut job.random)) {
            let odds = seen.draw_odds.map(|seat| seat.0);
            shot = Shot { game: None, seen, name: format!("{}, thinned, odds {odds:?}", shot.name) };
            if job.random.chance(40) {
                positions::aged(&mut shot, &mut job.random);
            }
            turn(job, &shot);
        }
    }
}

/// Placements of Territories and Instant Reinforcements.
pub fn placements(job: &mut Job) {
    let (name, game) = match job.number % 4 {
        0 => positions::table(GameMode::Ffa, &mut job.random),
        _ => positions::duel_with_reinforcements(&mut job.random),
    };
    let shots = positions::shots(&name, game, 8, 1, &mut job.random);
    for shot in shots.into_iter().filter(|shot| matches!(shot.seen.question, Question::Placement(_))) {
        let know = job.know(&shot.seen);
        let mut line = Vec::new();
        for (level, nodes) in
            [(Level::Recruit, 0), (Level::Soldier, 2_000), (Level::Captain, 8_000), (Level::Titan, 60_000)]
        {
            let made = decide(&shot.seen, level, &know, nodes, job.number);
            let action = made.action.as_ref().unwrap();
            job.promise(is_legal(&shot, action), &shot.name, || format!("the {level} places {action:?}"));
            let number = match action {
                Action::Place { instant, .. } => instant.len(),
                _ => 0,
            };
            line.push(format!("{} {number} {}/{}", told(Some(action)), made.score, made.nodes));
        }
        job.line(&shot.name, &line);
        job.know = Some((Arc::clone(&shot.seen.rules), know));
    }
}

/// Choices of Volatile pieces by everybody who chooses.
pub fn volatiles(job: &mut Job) {
    let (name, game) = match job.number % 4 {
        3 => positions::table(GameMode::Assassin, &mut job.random),
        _ => positions::volatile_duel(&mut job.random),
    };
    let mut game = game;
    for made in 0..12 {
        for seat in game.to_act() {
            let shot = Shot::of(&game, seat, format!("{name}, {made} by {}", seat.0));
            if !matches!(shot.seen.question, Question::Volatile(_)) {
                continue;
            }
            let know = job.know(&shot.seen);
            let mut line = Vec::new();
            for (level, nodes) in [(Level::Recruit, 300), (Level::Sergeant, 900), (Level::Titan, 4_000)] {
                let made = decide(&shot.seen, level, &know, nodes, job.number);
                let action = made.action.as_ref().unwrap();
                job.promise(is_legal(&shot, action), &shot.name, || format!("the {level} chooses {action:?}"));
                line.push(format!("{} {}/{}", told(Some(action)), made.chance, made.nodes));
            }
            job.line(&shot.name, &line);
            job.know = Some((Arc::clone(&shot.seen.rules), know));
        }
        let Some((seat, action)) = positions::any_action(&game, &mut job.random) else { break };
        if matches!(action, Action::Turn(_)) {
            break;
        }
        // Every second choice is made by a player, the others are drawn.
        let seen = game.seen(seat);
        let know = job.know(&seen);
        let chosen = decide(&seen, Level::Recruit, &know, 200, 1).action.filter(|_| job.random.chance(50));
        game.apply(seat, &chosen.unwrap_or(action)).unwrap();
    }
}
