//! Values of the pieces of Clash fitted to rounds between random armies of equal cost.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use engine::board::Seat;
use engine::clash::{Match, Setup, WARES};
use engine::seen::Question;
use opponent::{Budget, Knowledge, Level, decide};

/// Maximum number of decisions in a round.
const LONGEST: usize = 400;
/// Number of steps of the fit, and their length.
const STEPS: usize = 2_000;
const RATE: f64 = 0.02;
/// Number of rounds that outweigh the price of a piece.
const TRUST: f64 = 30.0;
/// Gold that multiplies the odds of winning by *e*, before the fit.
const SCALE: f64 = 7.0;

/// Fit of the values.
#[derive(Clone, Debug, clap::Args)]
pub struct Wares {
    /// File for the values
    out: PathBuf,
    /// Number of rounds
    #[arg(long, default_value_t = 1_500)]
    rounds: u64,
    /// Node limit per turn
    #[arg(long, default_value_t = 400)]
    nodes: u64,
}

/// One round: White's pieces minus Black's, and White's points.
struct Round {
    counts: Vec<f64>,
    points: f64,
}

/// Runs the fit; returns `false` if the file cannot be written.
pub fn run(wares: &Wares) -> bool {
    let mut rounds = Vec::new();
    for number in 0..wares.rounds {
        rounds.extend(play(number, wares.nodes));
        if number % 100 == 99 {
            eprintln!("{} rounds", rounds.len());
        }
    }
    let values = fit(&rounds);
    let file: BTreeMap<&str, f64> = WARES.iter().zip(&values).map(|(ware, value)| (ware.id, round(*value))).collect();
    println!("piece          price   value, 95 % interval");
    for ((ware, value), spread) in WARES.iter().zip(&values).zip(spreads(&rounds)) {
        let price = ware.cost.map_or(0.0, |cost| cost.hundredths() as f64 / 100.0);
        println!("{:<14}{price:>6.2}{value:>8.2} ± {:.2}", ware.id, spread * 1.96);
    }
    let written = toml::to_string(&file).map_err(|why| why.to_string());
    let written = written.and_then(|text| std::fs::write(&wares.out, text).map_err(|why| why.to_string()));
    written.inspect_err(|why| eprintln!("{why}")).is_ok()
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// First round of a match between armies bought with large random errors.
fn play(number: u64, nodes: u64) -> Option<Round> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut game = Match::new(Setup { en_passant: false, seed }).ok()?;
    let stop = AtomicBool::new(false);
    let know = Knowledge::new(&game.seen(Seat(0)).rules);
    let mut bought = None;
    for _ in 0..LONGEST {
        let seat = game.to_act().first().copied()?;
        let seen = game.seen(seat);
        let (level, nodes) = match seen.question {
            Question::Turn => {
                bought.get_or_insert_with(|| counts(&game));
                (Level::Titan, nodes)
            }
            _ => (Level::Recruit, u64::MAX),
        };
        let own = number.wrapping_mul(2).wrapping_add(u64::from(seat.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let made = decide(&seen, level, &know, Budget::new(nodes, &stop), own);
        game.apply(seat, &made.action?).ok()?;
        if let [score, ..] = game.scores() {
            return Some(Round { counts: bought?, points: f64::from(score.half_points[0]) / 2.0 });
        }
    }
    Some(Round { counts: bought?, points: 0.5 })
}

/// White's pieces minus Black's at the beginning of the round, by ware.
fn counts(game: &Match) -> Vec<f64> {
    let count = |ware, seat| game.army(Seat(seat)).count(ware) as f64;
    WARES.iter().map(|ware| count(ware, 0) - count(ware, 1)).collect()
}

/// Logistic regression by gradient descent. Prices are the values before the fit.
fn fit(rounds: &[Round]) -> Vec<f64> {
    let prices: Vec<f64> =
        WARES.iter().map(|ware| ware.cost.map_or(0.0, |cost| cost.hundredths() as f64 / 100.0)).collect();
    let mut values = prices.clone();
    let mut first = 0.0;
    let curvature = (0.5 / SCALE).powi(2);
    for _ in 0..STEPS {
        let mut slope: Vec<f64> =
            values.iter().zip(&prices).map(|(value, price)| TRUST * curvature * (value - price)).collect();
        let mut of_first = 0.0;
        for round in rounds {
            let lead: f64 = round.counts.iter().zip(&values).map(|(count, value)| count * value).sum();
            let push = (1.0 / (1.0 + (-(lead + first) / SCALE).exp()) - round.points) / SCALE;
            of_first += push;
            for (slope, count) in slope.iter_mut().zip(&round.counts) {
                *slope += push * count;
            }
        }
        let rate = RATE / curvature / rounds.len().max(1) as f64;
        first -= rate * of_first;
        for (value, slope) in values.iter_mut().zip(&slope) {
            *value -= rate * slope;
        }
    }
    println!("White's first move is worth {first:.2} gold");
    values
}

/// Standard errors of the values, as if they did not depend on each other.
fn spreads(rounds: &[Round]) -> Vec<f64> {
    let squares = |index: usize| rounds.iter().map(|round| round.counts[index].powi(2)).sum::<f64>();
    (0..WARES.len()).map(|index| SCALE / (0.25 * (squares(index) + TRUST)).sqrt()).collect()
}
