//! Command line of the program.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::exchange;
use crate::store::Location;

/// Name of the program.
const NAME: &str = "battalion";

/// Hosts Titan's Battalion and Chess: The Clash of the Armies in Discord.
#[derive(Debug, PartialEq, Parser)]
#[command(
    name = NAME,
    version = VERSION,
    args_conflicts_with_subcommands = true,
    after_help = "Settings are read from FILE or config.toml, and from the environment; config.example.toml explains them."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub run: Run,
}

/// Commands of the program.
#[derive(Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Start; without a token in a playground of its own (the default)
    Run(Run),
    /// Check a Battalion file, or a file of Battlefields, and print everything that is wrong with it
    Check {
        /// The file
        file: PathBuf,
        /// Print where a piece can go and capture from a Space of an empty board, such as knight@d4
        #[arg(long, value_name = "PIECE@SPACE")]
        moves: Option<String>,
        /// Count the ways to play this many turns from the first position
        #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u8).range(1..=8))]
        perft: Option<u8>,
        /// Play a trial game against the computer, the army against itself
        #[arg(long)]
        play: bool,
        /// Write what the rulebook shows of a good one into this folder
        #[arg(long, value_name = "DIR")]
        preview: Option<PathBuf>,
    },
    /// Put pictures of your own into a Battalion file
    Art {
        /// The file
        file: PathBuf,
        /// PIECE=PICTURE, a picture named after its piece (queen.png), or a zip file of those; PNG, JPEG, SVG, WebP or GIF
        #[arg(required = true, value_name = "PICTURE")]
        pictures: Vec<String>,
        /// The file to write
        #[arg(short, long, value_name = "FILE")]
        out: PathBuf,
        /// Write the new pieces, in every colour and on every kind of square, into this folder
        #[arg(long, value_name = "DIR")]
        preview: Option<PathBuf>,
    },
    /// Print the Battalion file of an army from a variants.ini or an Interactive Diagram's description
    Import {
        /// The file
        file: PathBuf,
        /// Which variant of a file with several, or the name of the army
        variant: Option<String>,
    },
    /// Print a Battalion as other programs read it, as far as they can
    Export {
        /// The file
        file: PathBuf,
        /// For which program
        #[arg(long, value_enum, default_value = "ini")]
        to: exchange::Format,
        /// Ranks between the armies
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=12))]
        between: u8,
    },
    /// Write a copy of the database, which may be in use, and its checksum
    Backup {
        /// The file to write
        copy: PathBuf,
        #[command(flatten)]
        run: Run,
    },
    /// Check the settings and print where they come from
    Config {
        #[command(subcommand)]
        what: Settings,
    },
    /// Examine the database, or a copy of it, and open and replay every game; nothing is changed
    Doctor {
        /// The copy to examine, in place of the database
        copy: Option<PathBuf>,
        #[command(flatten)]
        run: Run,
    },
    /// Put a backup in the place of the database; the old one is kept under another name
    Restore {
        /// The backup: a copy of the database
        copy: PathBuf,
        #[command(flatten)]
        run: Run,
    },
    /// Copy the database of a stopped bot into an empty one, such as from SQLite to PostgreSQL, and open every game there
    Move {
        /// The database: sqlite:PATH, or postgres://USER@HOST/DATABASE with the password in PGPASSWORD
        #[arg(long, value_name = "URL", value_parser = location)]
        from: Location,
        /// The empty database that gets everything
        #[arg(long, value_name = "URL", value_parser = location)]
        to: Location,
        #[command(flatten)]
        run: Run,
    },
    /// Print the slash commands as Discord receives them, in JSON
    Commands,
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// The folder, created if missing
        folder: PathBuf,
    },
    /// Play in a chess interface (Universal Chess Interface): chess and Makpong, or an army against itself
    Uci {
        /// A Battalion file, to play that army
        file: Option<PathBuf>,
    },
}

/// Actions on the settings.
#[derive(Debug, PartialEq, Subcommand)]
pub enum Settings {
    /// Check them and print the ones in force
    Check(Run),
}

#[derive(Debug, PartialEq, Args)]
pub struct Run {
    /// The settings, in place of config.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Reads the address of a database.
fn location(text: &str) -> Result<Location, String> {
    Location::parse(text).ok_or_else(|| "write sqlite:PATH or postgres://USER@HOST/DATABASE".to_owned())
}

/// Version, with the commit in release builds (see `build.rs`).
pub const VERSION: &str = env!("BATTALION_VERSION");

/// Returns the completions of a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    script
}

/// Writes a manual page for the program and for each of its commands.
///
/// # Errors
/// The folder cannot be written.
pub fn write_manual(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Arguments::command(), folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Command> {
        let words = std::iter::once("battalion").chain(line.split_whitespace());
        let Arguments { command, run } = Arguments::try_parse_from(words).ok()?;
        Some(command.unwrap_or(Command::Run(run)))
    }

    #[test]
    fn the_manual_has_a_page_for_each_command() {
        let folder = tempfile::tempdir().unwrap();
        write_manual(folder.path()).unwrap();
        for page in ["battalion", "battalion-backup", "battalion-config-check", "battalion-restore"] {
            let text = std::fs::read_to_string(folder.path().join(format!("{page}.1"))).unwrap();
            assert!(text.contains(".SH SYNOPSIS"), "{page}");
        }
    }

    #[test]
    fn completions_name_the_commands() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = String::from_utf8(completions(shell)).unwrap();
            assert!(script.contains("battalion") && script.contains("restore"), "{shell}");
        }
    }

    #[test]
    fn the_command_line_is_read() {
        let run = |config: Option<&str>| {
            let config = config.map(PathBuf::from);
            Some(Command::Run(Run { config }))
        };
        assert_eq!(read(""), run(None));
        assert_eq!(read("run"), run(None));
        assert_eq!(read("run --config a.toml"), run(Some("a.toml")));
        assert_eq!(read("--config a.toml"), run(Some("a.toml")));
        let check = |preview: Option<&str>| {
            let (file, preview) = ("x.toml".into(), preview.map(PathBuf::from));
            Some(Command::Check { file, moves: None, perft: None, play: false, preview })
        };
        assert_eq!(read("check x.toml"), check(None));
        assert_eq!(read("check x.toml --preview out"), check(Some("out")));
        let tried = Some(Command::Check {
            file: "x.toml".into(),
            moves: Some("knight@d4".to_owned()),
            perft: Some(3),
            play: true,
            preview: None,
        });
        assert_eq!(read("check x.toml --moves knight@d4 --perft 3 --play"), tried);
        assert_eq!(read("uci"), Some(Command::Uci { file: None }));
        assert_eq!(read("uci x.toml"), Some(Command::Uci { file: Some("x.toml".into()) }));
        let art = Some(Command::Art {
            file: "x.toml".into(),
            pictures: vec!["queen.png".to_owned(), "rook=t.png".to_owned()],
            out: "y.toml".into(),
            preview: None,
        });
        assert_eq!(read("art x.toml queen.png rook=t.png -o y.toml"), art);
        let restore = |config: Option<&str>| {
            let run = Run { config: config.map(PathBuf::from) };
            Some(Command::Restore { copy: "x.sqlite".into(), run })
        };
        assert_eq!(read("restore x.sqlite"), restore(None));
        assert_eq!(read("restore x.sqlite --config a.toml"), restore(Some("a.toml")));
        let move_to = Some(Command::Move {
            from: Location::parse("sqlite:x.sqlite").unwrap(),
            to: Location::parse("postgres://ann@db/games").unwrap(),
            run: Run { config: None },
        });
        assert_eq!(read("move --from sqlite:x.sqlite --to postgres://ann@db/games"), move_to);
        let import = |variant: Option<&str>| {
            let (file, variant) = ("v.ini".into(), variant.map(str::to_owned));
            Some(Command::Import { file, variant })
        };
        assert_eq!(read("import v.ini"), import(None));
        assert_eq!(read("import v.ini capa"), import(Some("capa")));
        let (file, to, between) = ("x.toml".into(), exchange::Format::Diagram, 4);
        let export = Some(Command::Export { file, to, between });
        assert_eq!(read("export x.toml --to diagram --between 4"), export);
        for bad in [
            "check",
            "import",
            "restore",
            "move --from sqlite:x.sqlite",
            "move --from x.sqlite --to postgres://ann@db/games",
            "art x.toml -o y.toml",
            "art x.toml queen.png",
            "export x --to word",
            "--config",
            "check a b",
            "check a --preview",
            "check a --preview b c",
            "dance",
            "run run",
        ] {
            assert!(read(bad).is_none(), "{bad}");
        }
    }
}
