//! Measurements of the computer player with confidence intervals:
//! `cargo run --release -p opponent --example suite -- COMMAND`.
//!
//! * `decisions [COUNT]`: decisions in all games and phases, each applied; reports refused, missing and over-budget
//!   ones.
//! * `mates [COUNT] [ARMY]`: mates in 1, 2 and 3 found by an exhaustive solver, COUNT per army and length, and how many
//!   of them each level finds.
//! * `levels [PAIRS]`: each level against the one below and against simple players, PAIRS pairs of games per army.
//! * `speed [ARMY]`: nodes per second, and depth after 0.5 s of CPU time.
//! * `chance [GAMES]`: how well win chances predict results, for the scale of the logistic curve.
//! * `game [ARMY]`: one game against a simple player, with its scores.
//! * `uci PROGRAM PROGRAM VARIANT NODES [PAIRS]`: games of two UCI programs, such as `battalion uci` and
//!   Fairy-Stockfish.
//! * `match PROGRAM PROGRAM NODES PAIRS [ARMY]`: games between two builds of this program. `serve` is the mode in which
//!   such a build answers; it also speaks UCI.
//! * `tune [GAMES]`: fits the evaluation weights to GAMES self-play games per army; every fourth game is held out for
//!   testing.
//! * `party [GAMES]`: one seat of four against three simple players.

mod arena;
mod clock;
mod contest;
mod decisions;
mod dice;
mod generated;
mod levels;
mod mates;
mod party;
mod serve;
mod solver;
mod speed;
mod stats;
mod tune;
mod uci;

/// Maximum number of decisions in one game.
const LONGEST: usize = 160;
/// Number of generated armies.
const ARMIES: u64 = 300;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let number = args.next();
    let count = |default: usize| number.as_ref().and_then(|n| n.parse().ok()).unwrap_or(default);
    match what.as_str() {
        "decisions" => {
            let made = decisions::run(count(20_000), LONGEST, ARMIES);
            println!("{made}");
            if !made.is_fine() {
                std::process::exit(1);
            }
        }
        "mates" => mates::run(count(20), std::env::args().nth(3).as_deref()),
        "levels" => levels::run(count(10)),
        "speed" => speed::run(number.as_deref()),
        "game" => levels::game(number.as_deref().unwrap_or("medieval")),
        "chance" => levels::chance(count(60)),
        "party" => party::run(count(40)),
        "match" => contest::run(&std::env::args().skip(2).collect::<Vec<_>>()),
        "serve" => serve::run(),
        "tune" => tune::run(count(60)),
        "uci" => uci::run(&std::env::args().skip(2).collect::<Vec<_>>()),
        _ => eprintln!("decisions, mates, levels, speed, game, chance, party, match, serve, tune or uci?"),
    }
}
