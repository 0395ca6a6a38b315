//! Fit of one army's values on all cores ([`balance::fit`]), and the test that accepts them. The result is a data file of
//! the computer player.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use balance::fit::positions::Positions;
use balance::fit::{Fit, Settings};
use balance::selfplay::SelfPlay;

use crate::army::Army;
use crate::runner::{self, Limits};
use crate::trial;

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

/// Runs the fit.
///
/// # Errors
/// The army cannot be read or cannot play against itself, or the file cannot be written.
pub fn run(tune: &Tune) -> Result<(), Box<dyn std::error::Error>> {
    let army = Army::load(&tune.army)?;
    let settings =
        Settings { games: tune.games, nodes: tune.nodes, test_nodes: tune.test_nodes, ..Settings::default() };
    let fit = Fit::new(army, settings).ok_or("This army cannot play a duel against itself.")?;
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
    println!("against derived values, {}", trial::run(&fit.rivals(values), settings.test, limits));
    Ok(())
}

fn played(fit: &Fit, number: u64) -> Positions {
    let mut playing = SelfPlay::new(number);
    while !fit.play(&mut playing) {}
    playing.played()
}
