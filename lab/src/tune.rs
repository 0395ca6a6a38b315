//! Fit of one army's values on all cores ([`balance::fit`]), and the test that accepts them. The result is a data file of
//! the computer player.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use balance::fit::games::SelfPlay;
use balance::fit::positions::Positions;
use balance::fit::rivals::{Match, Rivals};
use balance::fit::{Fit, Settings};
use balance::stats::Pentanomial;
use opponent::Fitted;

use crate::army::Army;
use crate::runner::{self, Limits};

/// Fit of one army's values.
#[derive(Clone, Debug, clap::Args)]
pub struct Tune {
    /// Built-in army or Battalion file
    army: String,
    /// File for the values
    out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = Settings::default().games)]
    games: u64,
    /// Node limit per turn
    #[arg(long, default_value_t = Settings::default().nodes)]
    nodes: u64,
    /// Node limit per turn of the test
    #[arg(long, default_value_t = Settings::default().test_nodes)]
    test_nodes: u64,
    /// Number of threads; all cores if not given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Runs the fit; returns `false` if it is not possible.
pub fn run(tune: &Tune) -> bool {
    match fit_army(tune) {
        Ok(()) => true,
        Err(why) => {
            eprintln!("{why}");
            false
        }
    }
}

fn fit_army(tune: &Tune) -> Result<(), Box<dyn std::error::Error>> {
    let army = Army::load(&tune.army)?;
    let settings =
        Settings { games: tune.games, nodes: tune.nodes, test_nodes: tune.test_nodes, ..Settings::default() };
    let fit = Fit::new(army, settings).ok_or("This army cannot play a duel against itself.")?;
    let fit = Arc::new(fit);
    let limits = Limits { threads: tune.threads, time: None };
    let mut by_number: BTreeMap<u64, Positions> = BTreeMap::new();
    let jobs: Vec<u64> = (0..settings.games).collect();
    let Ok(()) = runner::run(
        &jobs,
        limits,
        |number| (*number, played(&fit, *number)),
        |(number, positions)| {
            by_number.insert(number, positions);
            Ok::<(), Infallible>(())
        },
    );
    let mut descent = fit.descent(by_number.into_values().collect());
    println!("scale {}; error and error of games held out: {:.5?}", descent.scale(), descent.errors());
    while !descent.advance() {}
    println!("after the fit: {:.5?}", descent.errors());
    let values = fit.values(&descent);
    let command = format!("lab tune {} FILE --games {} --nodes {}", tune.army, tune.games, tune.nodes);
    std::fs::write(&tune.out, format!("# Written by `{command}`.\n{}", toml::to_string(&values)?))?;
    let (accepted, pairs) = test(&fit, values, limits);
    let score = pairs.interval().map_or_else(String::new, |score| score.to_string());
    let verdict = if accepted { "accepted" } else { "not accepted" };
    println!("against derived values, {} games: {score}, {verdict}", 2 * pairs.pairs());
    Ok(())
}

fn played(fit: &Fit, number: u64) -> Positions {
    let mut playing = SelfPlay::new(number);
    while !fit.play(&mut playing) {}
    playing.positions()
}

/// Number of pairs between two looks at the result of the test.
const ROUND: u64 = 8;

/// Plays the fitted values against derived ones until the test ends. Pairs count in the order of their numbers, so that the
/// result depends neither on the number of threads nor on their speed.
fn test(fit: &Arc<Fit>, values: Fitted, limits: Limits) -> (bool, Pentanomial) {
    let rivals = Rivals::new(Arc::clone(fit), values);
    let play = |number: &u64| {
        let mut playing = Match::new(*number);
        loop {
            if let Some(points) = rivals.play(&mut playing) {
                return (*number, points);
            }
        }
    };
    let mut pairs = Pentanomial::default();
    for round in 0.. {
        let jobs: Vec<u64> = (ROUND * round..ROUND * (round + 1)).collect();
        let mut points = BTreeMap::new();
        let Ok(()) = runner::quietly(&jobs, limits, play, |(number, pair)| {
            points.insert(number, pair);
            Ok::<(), Infallible>(())
        });
        for pair in points.into_values() {
            pairs.add(pair);
            if let Some(accepted) = fit.settings().test.verdict(&pairs) {
                return (accepted, pairs);
            }
        }
    }
    (false, pairs)
}
