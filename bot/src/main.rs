//! The command line.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use battalion::config::Config;
use battalion::host::Host;
use battalion::shutdown::{self, Shutdown};
use battalion::{clock, discord, preview};
use tracing::Level;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, filter};

const HELP: &str = "\
battalion: hosts Titan's Battalion in Discord

Usage:
  battalion [run] [--config FILE]   start; without a token in a playground of its own
  battalion check FILE [--preview DIR]
                                    check a Battalion file and print everything that is wrong with it;
                                    of a good one, write what the rulebook shows of it into a folder
  battalion --help | --version

Settings are read from FILE or config.toml, and from the environment; config.example.toml explains them.";

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Command {
    Run {
        config: Option<PathBuf>,
    },
    Check {
        file: PathBuf,
        preview: Option<PathBuf>,
    },
    Help,
    Version,
}

impl Command {
    fn read(args: impl Iterator<Item = String>) -> Result<Command, String> {
        let mut args = args.peekable();
        let mut config = None;
        if args.peek().is_some_and(|arg| arg == "run") {
            args.next();
        }
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--help" | "-h" | "help" => return Ok(Command::Help),
                "--version" | "-V" => return Ok(Command::Version),
                "--config" => {
                    let file = args.next().ok_or("--config needs the name of a file")?;
                    config = Some(PathBuf::from(file));
                }
                "check" => {
                    let file = args.next().ok_or("check needs the name of a file")?;
                    let preview = match args.next().as_deref() {
                        Some("--preview") => {
                            let folder = args.next();
                            Some(folder.ok_or("--preview needs the name of a folder")?.into())
                        }
                        Some(more) => return Err(format!("\"{more}\" is not understood")),
                        None => None,
                    };
                    return match args.next() {
                        Some(more) => Err(format!("\"{more}\" is not understood")),
                        None => Ok(Command::Check {
                            file: file.into(),
                            preview,
                        }),
                    };
                }
                other => return Err(format!("\"{other}\" is not understood")),
            }
        }
        Ok(Command::Run { config })
    }
}

fn main() -> ExitCode {
    let done = match Command::read(std::env::args().skip(1)) {
        Ok(Command::Run { config }) => start(config.as_deref()).map_err(|error| error.to_string()),
        Ok(Command::Check { file, preview }) => check(&file, preview.as_deref()),
        Ok(Command::Help) => {
            println!("{HELP}");
            Ok(())
        }
        Ok(Command::Version) => {
            println!("battalion {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Err(why) => Err(format!("{why}\n\n{HELP}")),
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
    let config = Config::load(file)?;
    log(&config);
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run(config))
}

/// Starts everything, and ends it in order.
async fn run(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let host = Host::open(&config.database, config.battlefields.clone()).await?;
    let (trigger, shutdown) = Shutdown::new();
    let asked = tokio::spawn(async move {
        shutdown::asked_to_end().await;
        tracing::info!("stopping");
        trigger.pull();
        // Kept, for dropping it would be a stop as well; nobody is left to hear that.
        trigger
    });
    let clocks = tokio::spawn(clock::run(host.clone(), shutdown.clone()));
    let ended = discord::run(&config, host.clone(), shutdown).await;
    clocks.abort();
    asked.abort();
    host.close().await;
    Ok(ended?)
}

/// Logs to standard error. Of libraries only warnings are kept, whatever the settings ask for: what those that speak to
/// Discord would say beyond that holds tokens, and what people do and are told in private.
fn log(config: &Config) {
    let ours = |target: &str| {
        let name = target.split("::").next();
        matches!(name, Some("battalion" | "playground" | "engine" | "render"))
    };
    let kept = filter::filter_fn(move |meta| ours(meta.target()) || *meta.level() <= Level::WARN);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    tracing_subscriber::registry()
        .with(lines)
        .with(EnvFilter::builder().parse_lossy(&config.log))
        .with(kept)
        .init();
}

/// Checks a Battalion file, and writes a preview of a good one.
fn check(file: &Path, folder: Option<&Path>) -> Result<(), String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let text = engine::battalion::decode(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    match engine::battalion::read(text, &engine::ability::specs()) {
        Ok(definition) => {
            let pieces = definition.pieces.len();
            println!(
                "{shown}: {} is in order, {pieces} piece types.",
                definition.name
            );
            if let Some(folder) = folder {
                let written = preview::write(&Arc::new(definition), folder)?;
                println!("{} files written to {}.", written.len(), folder.display());
            }
            Ok(())
        }
        Err(errors) => {
            for error in &errors {
                println!("{shown}: {error}");
            }
            let s = if errors.len() == 1 { "" } else { "s" };
            Err(format!("{} error{s} in {shown}", errors.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        Command::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_command_line_is_read() {
        let run = |config: Option<&str>| {
            Ok(Command::Run {
                config: config.map(PathBuf::from),
            })
        };
        assert_eq!(read(""), run(None));
        assert_eq!(read("run"), run(None));
        assert_eq!(read("run --config a.toml"), run(Some("a.toml")));
        assert_eq!(read("--config a.toml"), run(Some("a.toml")));
        let check = |preview: Option<&str>| {
            Ok(Command::Check {
                file: "x.toml".into(),
                preview: preview.map(PathBuf::from),
            })
        };
        assert_eq!(read("check x.toml"), check(None));
        assert_eq!(read("check x.toml --preview out"), check(Some("out")));
        assert_eq!(read("--help"), Ok(Command::Help));
        assert_eq!(read("--version"), Ok(Command::Version));
        for bad in [
            "check",
            "--config",
            "check a b",
            "check a --preview",
            "check a --preview b c",
            "dance",
            "run run",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
