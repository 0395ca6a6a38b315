//! Figures of the computer player, printed with intervals: `cargo run --release -p opponent --example suite -- WHAT`.
//!
//! * `decisions [COUNT]`: so many decisions in all games and phases, each applied; says whether any was refused, stuck or over budget.
//! * `mates [COUNT] [ARMY]`: mates in 1, 2 and 3 found by an exhaustive solver, so many an army and length, and how many each level finds.
//! * `levels [PAIRS]`: each level against the one below and against simple players, so many pairs of games an army.
//! * `speed [ARMY]`: positions a second and depth after 0.5 s of computing.
//! * `chance [GAMES]`: how win chances foretell results, for the scale of the logistic curve.
//! * `game [ARMY]`: one game against a simple player, told by its scores.
//! * `uci PROGRAM PROGRAM VARIANT NODES [PAIRS]`: games of two UCI programs, such as `battalion uci` and Fairy-Stockfish.
//! * `match PROGRAM PROGRAM NODES PAIRS [ARMY]`: two builds of this program against each other. `serve`: what such a build answers with;
//!   it also speaks UCI.
//! * `tune [GAMES]`: fits the weights of the evaluation to so many games an army of the program against itself; every fourth game only tests.
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

/// Decisions of one game, at most.
const LONGEST: usize = 160;
/// Generated armies.
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
        _ => eprintln!("decisions, mates, levels, speed, chance, match, party or uci?"),
    }
}
