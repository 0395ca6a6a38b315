//! Memory per running game, beyond what games of the same armies and board share:
//! `cargo bench -p engine --bench memory`.
//!
//! Each line shows the armies, and the growth of resident memory per game for many games after 40 turns. Linux only.

use engine::battalion::load_builtin;
use engine::titans::{Game, GameMode, Setup};

const GAMES: usize = 400;
const TURNS: usize = 40;

fn main() {
    println!("{:<44}{:>14}", "armies", "KB a game");
    // Games are kept to the end, because freed memory would be reused and not be counted.
    let mut kept = Vec::new();
    for (mode, ids) in [
        (GameMode::Duel, vec!["medieval", "makpong"]),
        (GameMode::Duel, vec!["baroque-duel", "the-party"]),
        (GameMode::Ffa, vec!["medieval", "baroque", "makpong", "reptilian-order"]),
    ] {
        let played: Option<Vec<Game>> = (0..GAMES)
            .scan(resident(), |before, index| {
                let game = play(mode, &ids, index);
                if index == 0 {
                    // The first game allocates what all of them share.
                    *before = resident();
                }
                if index + 1 == GAMES {
                    let grown = resident().saturating_sub(*before);
                    println!("{:<44}{:>14.1}", ids.join(", "), grown as f64 / (GAMES - 1) as f64);
                }
                Some(game)
            })
            .collect();
        match played {
            Some(played) => kept.push(played),
            None => println!("{}: cannot be played", ids.join(", ")),
        }
    }
}

/// Game after some turns, different for each number.
fn play(mode: GameMode, ids: &[&str], number: usize) -> Option<Game> {
    let armies: Result<Vec<_>, _> = ids.iter().map(|id| load_builtin(id)).collect();
    let mut game = Game::new(Setup::new(mode, armies.ok()?, [number as u8; 32]).ok()?).ok()?;
    for turn in 0..TURNS {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        let legal = game.legal(seat);
        let Some(action) = legal.get((turn * 7 + number * 13) % legal.len().max(1)) else {
            break;
        };
        if game.apply(seat, action).is_err() {
            break;
        }
    }
    Some(game)
}

/// Resident memory of this process, in KB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}
