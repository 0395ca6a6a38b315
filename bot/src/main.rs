//! Command line and startup.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use battalion::check::{self as checking, Checked};
use battalion::command_line::{self, Arguments, Command, Run, Settings};
use battalion::config::{self, Backups, Config};
use battalion::discord::Closes;
use battalion::host::{Host, Records, Shards};
use battalion::monitoring::{self, Gateway};
use battalion::shutdown;
use battalion::store::{self, Location, Lock};
use battalion::{
    backups, clock, computers, discord, doctor, drawing, exchange, fitting, metrics, moving, preview, testing, trial,
    uci,
};
use clap::Parser as _;
use engine::battalion::Definition;
use tokio_util::sync::CancellationToken;
use tracing::Level;
use tracing_subscriber::filter::FilterExt as _;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, filter};

fn main() -> ExitCode {
    let Arguments { command, run } = Arguments::parse();
    let done = match command.unwrap_or(Command::Run(run)) {
        Command::Run(Run { config }) => start(config.as_deref()).map_err(|error| error.to_string()),
        Command::Backup { copy, run } => backup(&copy, run.config.as_deref()).map_err(|error| error.to_string()),
        Command::Config { what: Settings::Check(Run { config }) } => {
            settings(config.as_deref()).map_err(|error| error.to_string())
        }
        Command::Doctor { copy, run } => {
            doctor(copy.as_deref(), run.config.as_deref()).map_err(|error| error.to_string())
        }
        Command::Restore { copy, run } => restore(&copy, run.config.as_deref()).map_err(|error| error.to_string()),
        Command::Move { from, to, run } => {
            move_database(&from, &to, run.config.as_deref()).map_err(|error| error.to_string())
        }
        Command::Check { file, moves, perft, play, preview } => {
            let trial = Trial { moves, perft, play };
            check(&file, preview.as_deref(), &trial)
        }
        Command::Art { file, pictures, out, preview } => drawing::draw(&file, &pictures, &out, preview.as_deref()),
        Command::Import { file, variant } => exchange::import(&file, variant.as_deref()),
        Command::Export { file, to, between } => exchange::export(&file, to, between),
        Command::Commands => command_list().map_err(|error| format!("the commands cannot be printed: {error}")),
        Command::Completions { shell } => std::io::stdout()
            .write_all(&command_line::completions(shell))
            .map_err(|error| format!("the completions cannot be printed: {error}")),
        Command::Man { folder } => command_line::write_manual(&folder)
            .map_err(|error| format!("the manual cannot be written to {}: {error}", folder.display())),
        Command::Uci { file } => uci(file.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("battalion: {why}");
            ExitCode::FAILURE
        }
    }
}

fn start(file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    share_heaps();
    let config = Config::load(file)?;
    let closes = log(&config);
    std::panic::set_hook(Box::new(metrics::panicked));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build()?;
    let ended = runtime.block_on(run(config, closes));
    // Everything is stored, so threads still running need not delay the exit.
    runtime.shutdown_timeout(LEFTOVERS);
    ended
}

/// Limits the number of glibc's malloc arenas. By default there are up to eight per core; pictures are drawn on any
/// thread, and each arena keeps the memory of its largest picture. glibc reads the setting only at process start, so
/// the program re-executes itself.
fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt as _;
        const SETTING: &str = "MALLOC_ARENA_MAX";
        let mut arguments = std::env::args_os();
        if std::env::var_os(SETTING).is_none()
            && let (Some(name), Ok(program)) = (arguments.next(), std::env::current_exe())
        {
            // `exec` returns only on failure. The program runs without the setting, too.
            let _ = std::process::Command::new(program).arg0(name).args(arguments).env(SETTING, "2").exec();
        }
    }
}

/// Checks the settings and prints the ones in force, without the token.
fn settings(file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::load(file)?;
    let route = config.discord.route()?;
    let from = file.unwrap_or(Path::new(config::FILE));
    println!("The settings are valid.");
    if from.exists() {
        println!("File: {}", from.display())
    } else {
        println!("File: none ({} does not exist), so every setting has its default", from.display())
    }
    match config.variables.as_slice() {
        [] => println!("Environment: nothing"),
        names => println!("Environment: {}", names.join(", ")),
    }
    match (&config.discord.token, &route) {
        (Some(_), config::Route::Direct) => println!("Discord: with a token"),
        (Some(_), _) => println!("Discord: a stand-in, with a token"),
        (None, _) => println!("Discord: no token, so the program starts its playground at {}", config.playground),
    }
    if let Some(shards) = config.discord.shards {
        println!("Shards: {shards}");
    }
    println!("Database: {}", config.database);
    match &config.backups {
        Some(Backups { folder, keep }) => println!("Backups: every night in {}, the last {keep}", folder.display()),
        None => println!("Backups: none"),
    }
    match config.monitoring {
        Some(address) => println!("Metrics: {address}"),
        None => println!("Metrics: none"),
    }
    println!("Documents: {}", config.documents);
    println!("Log: {}", config.log);
    Ok(())
}

/// Returns the path of the database for a command that works on a file. The error for a server says what to use
/// `instead`.
fn file_of<'a>(config: &'a Config, instead: &str) -> Result<&'a Path, String> {
    let server = || format!("the database {} is on a PostgreSQL server; {instead}", config.database);
    config.database.file().ok_or_else(server)
}

/// Writes a copy of the database.
fn backup(copy: &Path, file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::load(file)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let database = file_of(&config, "copy it with `pg_dump`")?;
    let sum = runtime.block_on(store::backup(database, copy))?;
    println!("{} is a copy of the database {}.", copy.display(), database.display());
    println!("SHA-256: {sum}, also in {}.sha256", copy.display());
    Ok(())
}

/// Examines the database or a copy of it.
fn doctor(copy: Option<&Path>, file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::load(file)?;
    log(&config);
    let database = match copy {
        Some(copy) => copy,
        None => file_of(&config, "check it with `pg_amcheck`")?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if runtime.block_on(doctor::run(database, config.battlefields.clone(), &mut std::io::stdout()))? {
        Ok(())
    } else {
        Err("the database is not sound, see above".into())
    }
}

/// Replaces the database by a backup.
fn restore(copy: &Path, file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::load(file)?;
    log(&config);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = file_of(&config, "put a copy made by `pg_dump` back with `pg_restore`")?;
    let old = runtime.block_on(store::restore(copy, database))?;
    println!("{} is now the database {}.", copy.display(), database.display());
    if let Some(old) = old {
        println!("The old one is kept as {}; delete it when everything is as it should be.", old.display());
    }
    println!("Start the bot: it posts the boards of running games again.");
    Ok(())
}

/// Copies a database to another place.
fn move_database(from: &Location, to: &Location, file: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::load(file)?;
    log(&config);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if runtime.block_on(moving::run(from, to, config.battlefields, &mut std::io::stdout()))? {
        Ok(())
    } else {
        Err("not every game can be opened in its new place, see above".into())
    }
}

/// Time the program waits for running threads when it exits.
const LEFTOVERS: Duration = Duration::from_millis(500);

/// Stack size, in bytes, of each thread that polls futures. In debug builds, handling a button press needs more than
/// the default of 2 MiB. Unused pages cost nothing.
const STACK: usize = 16 << 20;

/// Starts all tasks, runs the bot, and stops them in order.
async fn run(config: Config, closes: Closes) -> Result<(), Box<dyn std::error::Error>> {
    let _lock = config.database.file().map(Lock::take).transpose()?;
    let shards = config.discord.shards.unwrap_or(Shards::ALL);
    let host = Host::open_part(&config.database, shards, config.battlefields.clone()).await?;
    host.battalions.operated_by(config.discord.operators.iter().copied());
    host.trials.sized(config.tests);
    let gateway = Gateway::default();
    if let Some(address) = config.monitoring {
        let metrics = metrics::install()?;
        monitoring::serve(address, host.clone(), gateway.clone(), metrics)
            .await
            .map_err(|error| format!("metrics cannot be served at {address}: {error}"))?;
    }
    let shutdown = CancellationToken::new();
    let stop = shutdown.clone();
    let asked = tokio::spawn(async move {
        shutdown::asked_to_end().await;
        tracing::info!("stopping");
        stop.cancel();
    });
    let clocks = tokio::spawn(clock::run(host.clocks.clone(), host.records.clone(), shutdown.clone()));
    let packing = tokio::spawn(clock::pack(host.clocks.clone(), shutdown.clone()));
    let catching_up = tokio::spawn(catch_up(host.records.clone()));
    let backing_up = config
        .backups
        .clone()
        .zip(config.database.file())
        .map(|(backups, database)| tokio::spawn(backups::run(database.to_owned(), backups, shutdown.clone())));
    let others = host.others.clone();
    let following = tokio::spawn({
        let shutdown = shutdown.clone();
        async move { others.follow(shutdown).await }
    });
    let probing = tokio::spawn(monitoring::probe(host.clocks.clone(), shutdown.clone()));
    let players = tokio::spawn(computers::run(host.computers.clone(), config.pace, shutdown.clone()));
    let tests = tokio::spawn(testing::run(host.trials.clone(), shutdown.clone()));
    let fitting = config.fits.map(|fits| tokio::spawn(fitting::run(host.fits.clone(), fits, shutdown.clone())));
    let ended = discord::run(&config, host.clone(), gateway, closes, shutdown).await;
    clocks.abort();
    packing.abort();
    catching_up.abort();
    if let Some(backing_up) = backing_up {
        backing_up.abort();
    }
    following.abort();
    probing.abort();
    players.abort();
    tests.abort();
    if let Some(fitting) = fitting {
        fitting.abort();
    }
    asked.abort();
    host.close().await;
    Ok(ended?)
}

/// Finishes work interrupted by an earlier exit, while games are already being played.
async fn catch_up(records: Records) {
    if let Err(error) = records.catch_up().await {
        tracing::warn!(%error, "what an earlier stop has cut off could not be finished; the next start tries again");
    }
}

/// Sets up logging to standard error. Libraries log only warnings and errors, whatever the settings say, because more
/// verbose lines of the Discord libraries contain tokens and private messages. Gateway closes are read from the log
/// too, independently of the settings.
fn log(config: &Config) -> Closes {
    let ours = |target: &str| {
        let name = target.split("::").next();
        matches!(name, Some("battalion" | "playground" | "engine" | "opponent" | "balance" | "render"))
    };
    let kept = filter::filter_fn(move |meta| ours(meta.target()) || *meta.level() <= Level::WARN);
    let lines =
        tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let lines = lines.with_filter(EnvFilter::builder().parse_lossy(&config.log).and(kept));
    let (reader, closes) = discord::listen();
    tracing_subscriber::registry().with(lines).with(reader).init();
    closes
}

/// Trials of a valid army.
struct Trial {
    moves: Option<String>,
    perft: Option<u8>,
    play: bool,
}

impl Trial {
    fn is_wanted(&self) -> bool {
        self.moves.is_some() || self.perft.is_some() || self.play
    }

    fn run(&self, definition: &Arc<Definition>) -> Result<(), String> {
        if let Some(asked) = &self.moves {
            println!("{}", trial::moves(definition, asked)?);
        }
        if let Some(depth) = self.perft {
            print!("{}", trial::perft(definition, depth)?);
        }
        if self.play {
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
            trial::play(definition, opponent::Level::Captain, &mut input, &mut output)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Plays in a chess interface, with the army of a file if one is given.
fn uci(file: Option<&Path>) -> Result<(), String> {
    let army = match file {
        None => None,
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
            match checking::check(&bytes) {
                Checked::Good(definition, _) => Some(definition),
                Checked::Battlefields(_) => return Err(format!("{} has Battlefields and no army", file.display())),
                Checked::Faulty(errors) => return Err(format!("{}: {}", file.display(), errors.join("; "))),
            }
        }
    };
    uci::talk(army.as_ref()).map_err(|error| error.to_string())
}

/// Prints the slash commands.
fn command_list() -> std::io::Result<()> {
    writeln!(std::io::stdout(), "{:#}", battalion::discord::command_list()?)
}

/// Checks a Battalion file; writes a preview of a valid one and tries it.
fn check(file: &Path, folder: Option<&Path>, trial: &Trial) -> Result<(), String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let count = |number: usize, one: &str| match number {
        1 => format!("1 {one}"),
        several => format!("{several} {one}s"),
    };
    match checking::check(&bytes) {
        Checked::Good(definition, warnings) => {
            let pieces = count(definition.pieces.len(), "piece type");
            println!("{shown}: {} is valid, with {pieces}.", definition.name);
            for warning in &warnings {
                println!("{shown}: warning: {warning}");
            }
            if let Some(folder) = folder {
                let written = preview::write(&definition, folder)?;
                println!("{} written to {}.", count(written.len(), "file"), folder.display());
            }
            trial.run(&definition)
        }
        Checked::Battlefields(fields) => {
            for field in &fields {
                println!(
                    "{shown}: {} ({}) is valid, with {}×{} Spaces.",
                    field.name, field.id, field.width, field.height
                );
            }
            if folder.is_some() || trial.is_wanted() {
                Err(format!("{shown} has Battlefields and no army to try"))
            } else {
                Ok(())
            }
        }
        Checked::Faulty(errors) => {
            for error in &errors {
                println!("{shown}: {error}");
            }
            Err(format!("{} in {shown}", count(errors.len(), "error")))
        }
    }
}
