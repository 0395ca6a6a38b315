//! Command line of the balance lab.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use balance::places::Places;
use balance::prices::Prices;
use balance::{clash, party};
use clap::{Args, Parser, Subcommand};
use lab::army::{self, Army};
use lab::duel::{self, Laboratory, Pair, Plan, Settings};
use lab::effort::{Bounds, Effort};
use lab::highlights::{self, Highlight};
use lab::record::{Record, Size};
use lab::report::Sources;
use lab::resume;
use lab::runner::{self, Limits};
use lab::table::Table;
use lab::{fair, network, picture, queue, replay, report, suite, tune};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
    /// Play rounds of Clash: the value of each piece in gold, of buying first, and of larger purses
    Clash {
        /// Pairs of rounds between armies of equal gold; a quarter of them for each other subject
        #[arg(long, default_value_t = 400)]
        pairs: u64,
        #[command(flatten)]
        strength: Strength,
        #[command(flatten)]
        effort: Effort,
        /// Results file; a run with the same seed and strength continues
        #[arg(long, default_value = "data/clash.jsonl")]
        out: PathBuf,
        /// Prices as comma-separated values
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
        /// Table as JSON
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Play games of four in Latin squares: win shares of armies, seats, neighbours and Targets
    Party {
        /// Further Battalion files
        files: Vec<String>,
        /// Blocks of four games, without and with Targets in turn
        #[arg(long, default_value_t = 70)]
        blocks: u64,
        #[command(flatten)]
        strength: Strength,
        #[command(flatten)]
        effort: Effort,
        /// Results file; a run with the same armies, seed and strength continues
        #[arg(long, default_value = "data/party.jsonl")]
        out: PathBuf,
        /// Tables as JSON
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Fit an army's values to games against itself; every eighth game is held out for testing
    Tune(tune::Tune),
    /// Train a network that corrects an army's static evaluation, and test it
    Network(network::Train),
    /// Find at most two small edits that make an army as strong as another one. Ctrl-C ends the search with the closest army
    Balance {
        /// Battalion file or built-in army
        army: String,
        /// The other army
        #[arg(long, default_value = "medieval")]
        against: String,
        #[command(flatten)]
        strength: Strength,
        /// Number of threads; all cores if not given
        #[arg(long)]
        threads: Option<NonZeroUsize>,
        /// Minutes after which the search ends with the closest army
        #[arg(long, default_value_t = 60)]
        minutes: u64,
        /// Folder for the edited file, its pictures and the report
        #[arg(long, default_value = "data/balanced")]
        out: PathBuf,
    },
    /// Count the results of a run into a file for the repository, or add them to it
    Record {
        /// Results file of duels
        run: PathBuf,
        /// Record; if it exists, the pairs that follow are added
        record: PathBuf,
    },
    /// Write animations of games that are worth watching, and a list of them as JSON
    Highlights {
        /// Results file of duels
        run: PathBuf,
        /// Folder
        #[arg(long, default_value = "data/highlights")]
        out: PathBuf,
    },
    /// Print the tables of finished or running runs
    Table {
        /// Results files
        #[arg(required = true)]
        runs: Vec<PathBuf>,
        #[command(flatten)]
        files: Files,
    },
    /// Write a document with the tables of one or several records, and its picture
    Report {
        /// Records of duels; the first one orders armies and is drawn
        #[arg(required = true)]
        records: Vec<PathBuf>,
        /// Prices as JSON, from `lab clash`
        #[arg(long, value_name = "FILE")]
        clash: Option<PathBuf>,
        /// Tables as JSON, from `lab party`
        #[arg(long, value_name = "FILE")]
        party: Option<PathBuf>,
        /// Games worth watching as JSON, beside their animations, from `lab highlights`
        #[arg(long, value_name = "FILE")]
        highlights: Option<PathBuf>,
        /// The document; its picture is put beside it as a PNG of the same name
        #[arg(long, value_name = "FILE", default_value = "data/balance.md")]
        out: PathBuf,
    },
    /// Play jobs that other commands offer with --queue, until every job has a result
    Worker {
        /// PostgreSQL database with the jobs
        #[arg(long, value_name = "URL", env = "LAB_QUEUE", hide_env_values = true)]
        queue: String,
        #[command(flatten)]
        limits: Bounds,
    },
    /// Print a game as the file that the bot exports
    ///
    /// The names of a game depend on the run. `lab match` and `lab cross`: the id of the army that moves first, that of the
    /// other army, and the number of the pair. `lab party`: the number of the block, and of its game (0 to 3).
    /// `lab clash`: the subject (prices, buying, purse-1 to purse-4), the number of the pair, and of its game (0 or 1).
    /// All numbers begin with 0.
    Replay {
        /// Results file
        run: PathBuf,
        /// Names of the game: FIRST SECOND PAIR, BLOCK GAME, or SUBJECT PAIR GAME
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
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
    /// Greatest half-width of the interval of a score, in percent: a wider pairing of two armies gets more pairs, ten at a
    /// time
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "queue")]
    within: Option<f64>,
    /// Record that this run continues: its pairs follow, and the table has both
    #[arg(long, value_name = "RECORD")]
    after: Option<PathBuf>,
    #[command(flatten)]
    strength: Strength,
    #[command(flatten)]
    effort: Effort,
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
            // An army against itself takes part once, so that the two games of a pair have different openings.
            let is_mirror = armies[0].file == armies[1].file;
            let (armies, pairing) = if is_mirror { (&armies[..1], [0, 0]) } else { (&armies[..], [0, 1]) };
            measure(armies, vec![pairing], run)?;
        }
        Command::Cross { files, run } => {
            let names = army::duels().into_iter().chain(files.iter().map(String::as_str));
            let armies = names.map(Army::load).collect::<Result<Vec<_>, _>>()?;
            measure(&armies, duel::all_pairings(armies.len()), run)?;
        }
        Command::Clash { pairs, strength, effort, out, csv, json } => {
            let plan = clash::Plan::new(strength.nodes, strength.seed, strength.longest);
            let laboratory = clash::Laboratory::new(plan.clone())?;
            let job = |pair: &clash::Pair| pair.job;
            let pairs = effort.complete(&plan, |_| plan.jobs(*pairs), out, job, |job| laboratory.play(*job))?;
            let table = Prices::new(&plan, pairs).ok_or("Too few rounds for prices: raise --pairs.")?;
            println!("{table}");
            write_json(json.as_ref(), &table)?;
            if let Some(path) = csv {
                std::fs::write(path, table.csv())?;
            }
        }
        Command::Party { files, blocks, strength, effort, out, json } => {
            let names = party::armies().into_iter().chain(files.iter().map(String::as_str));
            let armies = names.map(Army::load).collect::<Result<Vec<_>, _>>()?;
            let plan = party::Plan::new(&armies, strength.nodes, strength.seed, strength.longest);
            let laboratory = party::Laboratory::new(plan.clone())?;
            let job = |block: &party::Block| block.job;
            let blocks = effort.complete(&plan, |_| (0..*blocks).collect(), out, job, |job| laboratory.play(*job))?;
            let tables = Places::all(&plan, &blocks);
            tables.iter().for_each(|table| println!("{table}"));
            write_json(json.as_ref(), &tables)?;
        }
        Command::Tune(tune) => tune::run(tune)?,
        Command::Network(train) => network::run(train)?,
        Command::Balance { army, against, strength, threads, minutes, out } => {
            let (army, against) = (Army::load(army)?, Army::load(against)?);
            let limits = Bounds { threads: *threads, minutes: Some(*minutes) };
            let stop = interrupted()?;
            let report = fair::search(army.clone(), &against, (*strength).into(), limits.into(), &stop)?;
            println!("{report}");
            fair::pictures::write(&army, &report, out)?;
            return Ok(report.found.is_some());
        }
        Command::Record { run, record } => record_run(run, record)?,
        Command::Highlights { run, out } => {
            let (plan, pairs): (Plan, Vec<Pair>) = resume::read(run)?;
            let chosen = highlights::choose(&plan, &pairs, &record_of(run)?)?;
            std::fs::create_dir_all(out)?;
            for (highlight, gif) in &chosen {
                std::fs::write(out.join(&highlight.file), gif)?;
            }
            let list: Vec<_> = chosen.into_iter().map(|(highlight, _)| highlight).collect();
            write_json(Some(&out.join("list.json")), &list)?;
        }
        Command::Table { runs, files } => {
            let tables = runs.iter().map(|run| table(run)).collect::<Result<Vec<_>, _>>()?;
            show(&tables, files)?;
        }
        Command::Report { records, clash, party, highlights, out } => {
            let tables = records.iter().map(|path| Ok(tabulated(&read_json(path)?, path)?));
            let tables = tables.collect::<Result<Vec<_>, Failure>>()?;
            let picture = out.with_extension("png");
            let name = picture.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            let prices: Option<Prices> = clash.as_deref().map(read_json).transpose()?;
            let places: Vec<Places> = party.as_deref().map(read_json).transpose()?.unwrap_or_default();
            let games: Vec<Highlight> = highlights.as_deref().map(read_json).transpose()?.unwrap_or_default();
            let folder = highlights.as_deref().and_then(Path::parent).and_then(Path::file_name);
            let folder = folder.map(|name| name.to_string_lossy()).unwrap_or_default();
            let sources = Sources {
                duels: &tables,
                prices: prices.as_ref(),
                places: &places,
                highlights: &games,
                folder: &folder,
                picture: &name,
            };
            std::fs::write(out, report::markdown(&sources)?)?;
            draw(&tables, &picture)?;
        }
        Command::Worker { queue, limits } => {
            let Limits { threads, time } = (*limits).into();
            let played = runner::on_threads(threads, || queue::work(queue, time));
            let played = played.into_iter().sum::<Result<u64, _>>()?;
            eprintln!("{played} jobs played");
        }
        Command::Replay { run, names } => println!("{}", serde_json::to_string_pretty(&replayed(run, names)?)?),
        Command::Suite(suite) => return Ok(suite::run(suite)),
    }
    Ok(true)
}

/// Plan at the head of a results file. The first kind that fits: only duels have pairings, and Clash has no armies.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Head {
    Duels(Plan),
    Party(party::Plan),
    Clash(clash::Plan),
}

/// File of a game of a run.
fn replayed(run: &Path, names: &[String]) -> Result<replay::File, Failure> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match (resume::head(run)?, &names[..]) {
        (Head::Duels(plan), [first, second, pair]) => {
            Ok(replay::find(&plan, &results::<Pair>(run)?, [first, second], number(pair)?)?)
        }
        (Head::Party(plan), [block, game]) => {
            Ok(replay::party(&plan, &results::<party::Block>(run)?, number(block)?, number(game)?)?)
        }
        (Head::Clash(plan), [subject, pair, game]) => {
            let job = clash::Job { pair: number(pair)?, subject: subject.parse()? };
            Ok(replay::round(&plan, &results::<clash::Pair>(run)?, job, number(game)?)?)
        }
        (head, _) => {
            let (what, names) = match head {
                Head::Duels(_) => ("duels", "FIRST SECOND PAIR"),
                Head::Party(_) => ("games of four", "BLOCK GAME"),
                Head::Clash(_) => ("rounds of Clash", "SUBJECT PAIR GAME"),
            };
            Err(format!("{}: this run has {what}. Name a game like this: lab replay RUN {names}.", run.display())
                .into())
        }
    }
}

fn results<R: DeserializeOwned>(run: &Path) -> Result<Vec<R>, Failure> {
    Ok(resume::read::<serde::de::IgnoredAny, R>(run)?.1)
}

fn number<T: FromStr>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|_| format!("{text} is no number of a game. Numbers begin with 0.").into())
}

/// Flag that Ctrl-C sets, instead of ending the program. A second Ctrl-C ends it.
fn interrupted() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let flag = stop.clone();
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if flag.swap(true, Ordering::Relaxed) {
                    std::process::exit(1);
                }
                eprintln!("stopping after the games that are being played");
            }
        });
    });
    Ok(stop)
}

/// Share of 1 from a percentage above 0.
fn percent(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok().filter(|value| *value > 0.0 && *value <= 100.0);
    value.map(|value| value / 100.0).ok_or_else(|| "a percentage above 0, such as 3, is needed".to_owned())
}

/// Plays what the results file lacks, then prints the table.
fn measure(armies: &[Army], pairings: Vec<[usize; 2]>, run: &Run) -> Result<(), Failure> {
    let plan = Plan::new(armies, pairings, run.strength.into());
    let laboratory = Laboratory::new(plan.clone())?;
    let mut record = Record::empty(&plan);
    if let Some(path) = &run.after {
        join(&mut record, &read_json(path)?, path)?;
    }
    let size = Size { pairs: run.pairs, within: run.within };
    let outcomes = |pairs: &[Pair]| pairs.iter().map(Pair::outcome).collect();
    let wanted = |pairs: &[Pair]| record.wanted(outcomes(pairs), size);
    let job = |pair: &Pair| pair.job;
    let pairs = run.effort.complete(&plan, wanted, &run.out, job, |job| laboratory.play(*job))?;
    join(&mut record, &Record::new(&plan, outcomes(&pairs)), &run.out)?;
    show(&[tabulated(&record, &run.out)?], &run.files)
}

fn write_json(path: Option<&PathBuf>, table: &impl Serialize) -> Result<(), Failure> {
    match path {
        Some(path) => Ok(std::fs::write(path, serde_json::to_string_pretty(table)?)?),
        None => Ok(()),
    }
}

fn table(run: &Path) -> Result<Table, Failure> {
    Ok(tabulated(&record_of(run)?, run)?)
}

fn tabulated(record: &Record, path: &Path) -> Result<Table, String> {
    Table::new(record).ok_or_else(|| format!("{}: a pairing has no games yet.", path.display()))
}

/// Counted pairs of a run.
fn record_of(run: &Path) -> Result<Record, Failure> {
    let (plan, pairs): (Plan, Vec<Pair>) = resume::read(run)?;
    Ok(Record::new(&plan, pairs.iter().map(Pair::outcome).collect()))
}

/// Adds the pairs of a run or record that follow.
fn join(record: &mut Record, more: &Record, path: &Path) -> Result<(), Failure> {
    record.extend(more).map_err(|error| format!("{}: {error}.", path.display()).into())
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes the record of a run, or adds the run to a record.
fn record_run(run: &Path, path: &Path) -> Result<(), Failure> {
    let more = record_of(run)?;
    let record = if path.exists() {
        let mut record: Record = read_json(path)?;
        join(&mut record, &more, run)?;
        record
    } else {
        more
    };
    let size = tabulated(&record, run)?.size();
    std::fs::write(path, serde_json::to_string(&record)? + "\n")?;
    eprintln!("{0}: {size}; to add more: --after {0}", path.display());
    Ok(())
}

fn show(tables: &[Table], files: &Files) -> Result<(), Failure> {
    tables.iter().for_each(|table| println!("{table}"));
    if let Some(path) = &files.csv {
        std::fs::write(path, tables.iter().map(Table::csv).collect::<String>())?;
    }
    write_json(files.json.as_ref(), &tables)?;
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
