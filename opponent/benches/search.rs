//! Search speed: nodes per second and depth, by `cargo bench -p opponent`. Words after `--` select armies by part of
//! their name.
//!
//! Each line is an army against itself: thousands of nodes per second, the depths reached in 0.1, 0.5 and 1 s, and the
//! time to derive the piece values. Depths are means over some positions after a few random turns. The benchmark runs
//! `analyse`, as players use it, on one thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Budget, Knowledge, Level, analyse, decide};

const TIMES: [u64; 3] = [100, 500, 1000];
/// Number of positions per army.
const POSITIONS: u64 = 3;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<18}{:>8}{:>24}{:>14}", "army", "kN/s", "depth 0.1/0.5/1 s", "values (ms)");
    for army in builtin() {
        let wanted = chosen.is_empty() || chosen.iter().any(|part| army.id.contains(part.as_str()));
        if wanted {
            measure(army.id);
        }
    }
}

fn measure(id: &str) {
    let Ok(army) = load_builtin(id) else { return };
    let Ok(setup) = Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]) else {
        return;
    };
    let Ok(mut game) = Game::new(setup) else {
        return;
    };
    let begin = Instant::now();
    let know = Knowledge::new(game.rules());
    let values = begin.elapsed();
    let (mut nodes, mut seconds, mut depths) = (0, 0.0, [0u64; TIMES.len()]);
    for seed in 0..POSITIONS {
        let mut turns = 0;
        while turns < 6 && !game.is_over() {
            let unlimited = AtomicBool::new(false);
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            let decision = decide(&game.seen(seat), Level::Sergeant, &know, Budget::new(u64::MAX, &unlimited), seed);
            let Some(action) = decision.action else { break };
            if game.apply(seat, &action).is_err() {
                break;
            }
            turns += 1;
        }
        for (time, depth) in TIMES.iter().zip(&mut depths) {
            let (found, took) = timed(&game, &know, Duration::from_millis(*time));
            nodes += found.0;
            *depth += found.1;
            seconds += took;
        }
    }
    let mean = depths.map(|depth| format!("{:.1}", depth as f64 / POSITIONS as f64));
    println!(
        "{id:<18}{:>8.0}{:>24}{:>14.0}",
        nodes as f64 / seconds / 1e3,
        mean.join(" / "),
        values.as_secs_f64() * 1e3
    );
}

/// Runs a search for the given time; returns its nodes and depth, and the seconds it really took.
fn timed(game: &Game, know: &Knowledge, time: Duration) -> ((u64, u64), f64) {
    let stop = AtomicBool::new(false);
    let seat = game.to_act().first().copied().unwrap_or(Seat(0));
    let seen = game.seen(seat);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
        });
        let begin = Instant::now();
        let analysis = analyse(&seen, know, Budget::new(20_000_000, &stop));
        let took = begin.elapsed().as_secs_f64();
        ((analysis.nodes, u64::from(analysis.depth)), took)
    })
}
