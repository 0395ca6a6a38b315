//! Training of an army's network on all cores ([`balance::network`]), and a test of it. The result is a data file of the
//! computer player.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use balance::network::{Gradient, Sample, Subject};
use balance::selfplay::{Played, SelfPlay};
use balance::sequential::Test;
use opponent::Network;
use serde::{Deserialize, Serialize};

use crate::army::{Army, ArmyFile};
use crate::resume::{Log, ResumeError};
use crate::runner::{self, Limits};
use crate::trial;

/// Training of an army's network.
#[derive(Clone, Debug, clap::Args)]
pub struct Train {
    /// Built-in army or Battalion file
    army: String,
    /// File for the network
    out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 40_000)]
    games: u64,
    /// Node limit per turn
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Network with which the games are played; none if not given
    #[arg(long)]
    by: Option<PathBuf>,
    /// Positions of the games; a run with the same army, node limit and network continues
    #[arg(long, default_value = "data/positions.jsonl")]
    positions: PathBuf,
    /// Node limit per turn of the test
    #[arg(long, default_value_t = 1_000)]
    test_nodes: u64,
    /// Number of threads; all cores if not given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Description of a file with positions.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    army: ArmyFile,
    nodes: u64,
    /// Network with which the games are played.
    by: Option<Network>,
}

/// Line of a file with positions.
#[derive(Debug, Serialize, Deserialize)]
struct Game {
    number: u64,
    result: f64,
    samples: Vec<Sample>,
}

impl From<Played<Sample>> for Game {
    fn from(Played { number, result, samples }: Played<Sample>) -> Self {
        Self { number, result, samples }
    }
}

impl From<Game> for Played<Sample> {
    fn from(Game { number, result, samples }: Game) -> Self {
        Self { number, result, samples }
    }
}

/// Trains a network.
///
/// # Errors
/// The army cannot be read or cannot play against itself, a network or the positions cannot be read, or a file cannot be
/// written.
pub fn run(train: &Train) -> Result<(), Box<dyn std::error::Error>> {
    let army = Army::load(&train.army)?;
    let by = match &train.by {
        Some(path) => Some(Network::read(&std::fs::read_to_string(path)?)?),
        None => None,
    };
    let head = Head { army: army.file.clone(), nodes: train.nodes, by };
    let subject = Subject::new(army, train.nodes, head.by.clone().map(Arc::new))
        .ok_or("This army cannot play a duel against itself, or has too many kinds of pieces.")?;
    let limits = Limits { threads: train.threads, time: None };
    let mut training = subject.training(games(train, &head, &subject, limits)?);
    println!("{} positions; error and error of games held out: {:.5?}", training.positions(), training.errors());
    let mut told = 0;
    while let Some(parts) = training.batch() {
        let jobs: Vec<usize> = (0..parts.len()).collect();
        let mut gradients: BTreeMap<usize, Gradient> = BTreeMap::new();
        let work = |part: &usize| (*part, training.gradient(&parts[*part]));
        let Ok(()) = runner::quietly(&jobs, limits, work, |(part, gradient)| {
            gradients.insert(part, gradient);
            Ok::<(), Infallible>(())
        });
        training.learn(gradients.into_values().collect());
        let [epoch, all] = training.epochs();
        if epoch > told {
            told = epoch;
            println!("{epoch} of {all}: {:.5?}", training.errors());
        }
    }
    let network = subject.network(&training);
    let by = train.by.as_ref().map_or_else(String::new, |by| format!(" --by {}", by.display()));
    let command = format!("lab network {} FILE --games {} --nodes {}{by}", train.army, train.games, train.nodes);
    std::fs::write(&train.out, format!("# Written by `{command}`.\n{}", toml::to_string(&network)?))?;
    let rivals = subject.rivals(network, train.test_nodes);
    println!("against static evaluation without it, {}", trial::run(&rivals, Test::default(), limits));
    Ok(())
}

/// Reads the games that the file holds and plays the others.
fn games(
    train: &Train,
    head: &Head,
    subject: &Subject,
    limits: Limits,
) -> Result<Vec<Played<Sample>>, Box<dyn std::error::Error>> {
    let (mut log, known) = Log::open::<Head, Game>(&train.positions, head)?;
    let mut games: BTreeMap<u64, Game> = known.into_iter().map(|game| (game.number, game)).collect();
    let jobs: Vec<u64> = (0..train.games).filter(|number| !games.contains_key(number)).collect();
    let play = |number: &u64| {
        let mut playing = SelfPlay::new(*number);
        while !subject.play(&mut playing) {}
        Game::from(playing.played())
    };
    runner::run(&jobs, limits, play, |game| {
        log.append(&game)?;
        games.insert(game.number, game);
        Ok::<(), ResumeError>(())
    })?;
    let games = games.into_values().filter(|game| game.number < train.games);
    Ok(games.map(Played::from).collect())
}
