//! Figures of the computer player, printed with intervals: `cargo run --release -p opponent --example suite -- WHAT`.
//!
//! * `decisions [COUNT]`: so many decisions in all games and phases, each applied; says whether any was refused, stuck or over budget.
//! * `mates [COUNT]`: mates in 1, 2 and 3 found by an exhaustive solver, so many an army and length, and how many each level finds.
//! * `levels [PAIRS]`: each level against the one below and against simple players, so many pairs of games an army.
//! * `speed [ARMY]`: positions a second and depth after 0.5 s of computing.
//! * `chance [GAMES]`: how win chances foretell results, for the scale of the logistic curve.
//! * `party [GAMES]`: one seat of four against three simple players.

mod arena;
mod clock;
mod decisions;
mod levels;
mod mates;
mod party;
mod solver;
mod speed;
mod stats;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let number = args.next();
    let count = |default: usize| {
        number
            .as_ref()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    match what.as_str() {
        "decisions" => decisions::run(count(20_000)),
        "mates" => mates::run(count(20)),
        "levels" => levels::run(count(10)),
        "speed" => speed::run(number.as_deref()),
        "chance" => levels::chance(count(60)),
        "party" => party::run(count(40)),
        _ => eprintln!("decisions, mates, levels, speed, chance or party?"),
    }
}
