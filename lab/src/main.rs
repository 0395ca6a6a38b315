//! Command line of the balance lab.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use lab::army::{self, Army};
use lab::duel::{self, Laboratory, Pair, Plan, Settings};
use lab::resume::{self, Log};
use lab::runner::{self, Limits};
use lab::table::Table;
use lab::{picture, replay, report, suite};

/// Measures how strong armies are, with error bars.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play two armies against each other
    Match {
        /// Built-in army or Battalion file
        one: String,
        /// Its opponent
        other: String,
        #[command(flatten)]
        run: Run,
    },
    /// Play all pairings of the built-in armies for duels, and each army against itself
    Cross {
        /// Further Battalion files
        files: Vec<String>,
        #[command(flatten)]
        run: Run,
    },
    /// Print the tables of finished or running runs
    Table {
        /// Results files
        #[arg(required = true)]
        runs: Vec<PathBuf>,
        #[command(flatten)]
        files: Files,
    },
    /// Write a document with the tables of one or several runs, and its picture
    Report {
        /// Results files; the first one orders armies and is drawn
        #[arg(required = true)]
        runs: Vec<PathBuf>,
        /// The document; its picture is put beside it as a PNG of the same name
        #[arg(long, value_name = "FILE", default_value = "data/balance.md")]
        out: PathBuf,
    },
    /// Print a game as the file that the bot exports
    Replay {
        /// Results file
        run: PathBuf,
        /// Id of the army that moves first
        first: String,
        /// Id of the other army
        second: String,
        /// Number of the pair, from 0
        pair: u64,
    },
    /// Measure the computer player itself
    #[command(subcommand)]
    Suite(suite::Suite),
}

/// Strength of a run, its seed, and the length of its games.
#[derive(Clone, Copy, Debug, Args)]
struct Strength {
    /// Node limit per turn: the strength
    #[arg(long, default_value_t = Settings::default().nodes)]
    nodes: u64,
    /// Seed of all openings
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
    /// Number of turns of both sides after which a game is a draw
    #[arg(long, default_value_t = Settings::default().longest)]
    longest: usize,
}

impl From<Strength> for Settings {
    fn from(Strength { nodes, seed, longest }: Strength) -> Self {
        Self { nodes, seed, longest }
    }
}

/// Size of a run, and where its results go.
#[derive(Clone, Debug, Args)]
struct Run {
    /// Pairs of games per pairing
    #[arg(long, default_value_t = 50)]
    pairs: u64,
    #[command(flatten)]
    strength: Strength,
    /// Number of threads; all cores if not given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Minutes after which no new pair starts
    #[arg(long)]
    minutes: Option<u64>,
    /// Results file; a run that was started with the same armies, seed and strength continues
    #[arg(long, default_value = "data/lab.jsonl")]
    out: PathBuf,
    #[command(flatten)]
    files: Files,
}

/// Files to write besides the table on the terminal.
#[derive(Clone, Debug, Args)]
struct Files {
    /// Table as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Table as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// First table as a picture
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// Any error, as a sentence for the terminal.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<bool, Failure> {
    match command {
        Command::Match { one, other, run } => {
            let armies = [Army::load(one)?, Army::load(other)?];
            measure(&armies, vec![[0, 1]], run)?;
        }
        Command::Cross { files, run } => {
            let names = army::duels().into_iter().chain(files.iter().map(String::as_str));
            let armies = names.map(Army::load).collect::<Result<Vec<_>, _>>()?;
            measure(&armies, duel::all_pairings(armies.len()), run)?;
        }
        Command::Table { runs, files } => {
            let tables = runs.iter().map(|run| table(run)).collect::<Result<Vec<_>, _>>()?;
            show(&tables, files)?;
        }
        Command::Report { runs, out } => {
            let tables = runs.iter().map(|run| table(run)).collect::<Result<Vec<_>, _>>()?;
            let picture = out.with_extension("png");
            let name = picture.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            std::fs::write(out, report::markdown(&tables, &name)?)?;
            draw(&tables, &picture)?;
        }
        Command::Replay { run, first, second, pair } => {
            let (plan, pairs): (Plan, Vec<Pair>) = resume::read(run)?;
            let names = [first.as_str(), second.as_str()];
            println!("{}", serde_json::to_string_pretty(&replay::find(&plan, &pairs, names, *pair)?)?);
        }
        Command::Suite(suite) => return Ok(suite::run(suite)),
    }
    Ok(true)
}

/// Plays what the results file lacks, then prints the table.
fn measure(armies: &[Army], pairings: Vec<[usize; 2]>, run: &Run) -> Result<(), Failure> {
    let plan = Plan::new(armies, pairings, run.strength.into());
    let (mut log, known): (_, Vec<Pair>) = Log::open(&run.out, &plan)?;
    let known: Vec<_> = known.iter().map(|pair| pair.job).collect();
    let mut jobs = plan.jobs(run.pairs);
    jobs.retain(|job| !known.contains(job));
    eprintln!("{} pairs of games to play; {} known from {}", jobs.len(), known.len(), run.out.display());
    let laboratory = Laboratory::new(plan)?;
    let limits = Limits { threads: run.threads, time: run.minutes.map(|minutes| Duration::from_secs(60 * minutes)) };
    let keep = |pair: Option<Pair>| -> Result<(), Failure> {
        let pair = pair.ok_or("Two of these armies cannot play a duel against each other.")?;
        Ok(log.append(&pair)?)
    };
    runner::run(&jobs, limits, |job| laboratory.play(*job), keep)?;
    show(&[table(&run.out)?], &run.files)
}

fn table(run: &Path) -> Result<Table, Failure> {
    let (plan, pairs): (Plan, Vec<Pair>) = resume::read(run)?;
    Table::new(&plan, pairs).ok_or_else(|| format!("{}: no round is complete yet.", run.display()).into())
}

fn show(tables: &[Table], files: &Files) -> Result<(), Failure> {
    tables.iter().for_each(|table| println!("{table}"));
    if let Some(path) = &files.csv {
        std::fs::write(path, tables.iter().map(Table::csv).collect::<String>())?;
    }
    if let Some(path) = &files.json {
        std::fs::write(path, serde_json::to_string_pretty(tables)?)?;
    }
    if let Some(path) = &files.png {
        draw(tables, path)?;
    }
    Ok(())
}

/// Draws the first table.
fn draw(tables: &[Table], path: &Path) -> Result<(), Failure> {
    let table = tables.first().ok_or("There is nothing to draw.")?;
    Ok(std::fs::write(path, picture::draw(table)?.png)?)
}
