//! Evaluation weights fitted to game results by logistic regression, after Peter Österlund's method for Texel. All
//! armies share one set of weights; only the scale of the curve differs by army.

use engine::action::{Act, Action};
use engine::board::Seat;
use engine::seen::{Question, Seen};
use opponent::{Knowledge, Terms, terms};

use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Node limit per turn.
const NODES: u64 = 800;
/// Number of random turns before a game.
const OPENING: usize = 8;
/// Maximum length of a game, in turns of both sides.
const LONGEST: usize = 240;
/// Largest score used: more extreme positions carry no information.
const DECIDED: f64 = 900.0;
/// Weight of the game result in the prediction target; the search score has the rest.
const RESULT: f64 = 0.4;
/// Games whose number is divisible by this are held out for testing.
const HELD_OUT: u64 = 4;
const STEPS: usize = 400;
const RATE: f64 = 2.0;
/// Penalty for moving a weight by its own original size.
const RIDGE: f64 = 1e-5;

/// Features of one position.
struct Sample {
    army: usize,
    tests: bool,
    /// Unweighted part of the evaluation, in hundredths of a Pawn.
    sure: f64,
    /// Counts, split between complete armies and the end of the game.
    counts: Vec<f64>,
    /// Search score and result, both for the first Player.
    thought: f64,
    result: f64,
}

pub fn run(games: usize) {
    let armies = arena::armies();
    let mut samples = Vec::new();
    for (army, id) in armies.iter().enumerate() {
        let before = samples.len();
        for number in 0..games as u64 {
            samples.extend(game(army, id, number).unwrap_or_default());
        }
        println!("{id:<18}{} positions", samples.len() - before);
    }
    let [large, small] = Terms::weights();
    let start: Vec<f64> = [large, small].concat().iter().map(|w| f64::from(*w)).collect();
    let mut scales: Vec<f64> = vec![220.0; armies.len()];
    let mut weights = start.clone();
    fit_scales(&samples, &weights, &mut scales);
    println!("before: {:.5} {:.5}", loss(&samples, &weights, &scales, false), loss(&samples, &weights, &scales, true));
    for _ in 0..4 {
        fit(&samples, &mut weights, &start, &scales);
        fit_scales(&samples, &weights, &mut scales);
        println!(
            "after: {:.5}, held out {:.5}",
            loss(&samples, &weights, &scales, false),
            loss(&samples, &weights, &scales, true)
        );
    }
    for (id, scale) in armies.iter().zip(&scales) {
        println!("{id:<18}{scale:>6.0}");
    }
    let count = large.len();
    for (index, name) in Terms::names().iter().enumerate() {
        println!("    {name} {:.0} {:.0};", weights[index], weights[count + index]);
    }
}

/// Quiet positions of one game, in which nothing can be captured at once.
fn game(army: usize, id: &str, number: u64) -> Option<Vec<Sample>> {
    let mut game = arena::opening([id; 2], 70_000 + number, OPENING)?;
    let know = Knowledge::new(game.rules());
    let mut dice = Dice(number);
    let mut samples = Vec::new();
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        let seen = game.seen(seat);
        let (action, score) = arena::decision(Player::Nodes(NODES), &seen, &know, number, &mut dice);
        let action = action?;
        let calm = matches!(seen.question, Question::Turn) && score.abs() < DECIDED && is_calm(&seen, &action);
        if calm {
            let told = terms(&seen, &know);
            let phase = f64::from(told.phase) / 256.0;
            let counts = told.counts().iter().map(|count| f64::from(*count));
            samples.push(Sample {
                army,
                tests: number.is_multiple_of(HELD_OUT),
                sure: told.sure.into(),
                counts: counts.clone().map(|c| c * phase).chain(counts.map(|c| c * (1.0 - phase))).collect(),
                thought: if seat == Seat(0) { score } else { -score },
                result: 0.0,
            });
        }
        game.apply(seat, &action).ok()?;
    }
    let result = arena::result(&game).unwrap_or(0.5);
    samples.iter_mut().for_each(|sample| sample.result = result);
    Some(samples)
}

/// Returns `true` if there is no Check and the best move neither captures nor promotes.
fn is_calm(seen: &Seen, action: &Action) -> bool {
    let Action::Turn(turn) = action else {
        return false;
    };
    let promotes = matches!(turn.act, Act::Move { promote: Some(_), .. });
    !promotes && seen.pos.at(turn.act.target()).is_none() && !seen.rules.in_check(&seen.pos, seen.seat)
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

fn score(sample: &Sample, weights: &[f64]) -> f64 {
    let weighed: f64 = sample.counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    sample.sure + weighed / 16.0
}

fn wanted(sample: &Sample, scale: f64) -> f64 {
    RESULT * sample.result + (1.0 - RESULT) * chance(sample.thought, scale)
}

fn loss(samples: &[Sample], weights: &[f64], scales: &[f64], tests: bool) -> f64 {
    let chosen = samples.iter().filter(|sample| sample.tests == tests);
    let (mut sum, mut count) = (0.0, 0.0);
    for sample in chosen {
        let scale = scales[sample.army];
        sum += (chance(score(sample, weights), scale) - wanted(sample, scale)).powi(2);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}

/// Gradient descent with an adaptive step for each weight (Adam).
fn fit(samples: &[Sample], weights: &mut [f64], start: &[f64], scales: &[f64]) {
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let used: Vec<&Sample> = samples.iter().filter(|sample| !sample.tests).collect();
    for step in 1..=STEPS {
        let mut slope = vec![0.0; weights.len()];
        for sample in &used {
            let scale = scales[sample.army];
            let told = chance(score(sample, weights), scale);
            let push = 2.0 * (told - wanted(sample, scale)) * told * (1.0 - told) / scale / 16.0;
            for (slope, count) in slope.iter_mut().zip(&sample.counts) {
                *slope += push * count;
            }
        }
        for index in 0..weights.len() {
            let size = start[index].abs() + 24.0;
            let back = 2.0 * RIDGE * (weights[index] - start[index]) / size.powi(2);
            let slope = slope[index] / used.len().max(1) as f64 + back;
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let (m, s) =
                (mean[index] / (1.0 - 0.9f64.powi(step as i32)), square[index] / (1.0 - 0.99f64.powi(step as i32)));
            weights[index] -= RATE * m / (s.sqrt() + 1e-12);
        }
    }
}

/// Fits the scale of each army's curve by the results alone.
fn fit_scales(samples: &[Sample], weights: &[f64], scales: &mut [f64]) {
    for (army, scale) in scales.iter_mut().enumerate() {
        let own: Vec<(f64, f64)> = samples
            .iter()
            .filter(|sample| sample.army == army)
            .map(|sample| (score(sample, weights), sample.result))
            .collect();
        let off =
            |scale: f64| -> f64 { own.iter().map(|(score, result)| (chance(*score, scale) - result).powi(2)).sum() };
        let best = (60..=900).step_by(10).map(f64::from).min_by(|a, b| off(*a).total_cmp(&off(*b)));
        *scale = best.unwrap_or(*scale);
    }
}
