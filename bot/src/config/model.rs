//! All settings.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use engine::board::Battlefield;

use super::connection::Discord;
use crate::host::{FitSettings, Pace, TrialSettings};
use crate::store::Location;

/// All settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Connection to Discord.
    pub discord: Discord,
    /// Place of the database.
    pub database: Location,
    /// Nightly backups; `None` makes none.
    pub backups: Option<Backups>,
    /// Address of the playground when there is no token; port 0 takes any free one.
    pub playground: SocketAddr,
    /// Address of the metrics and health endpoints; `None` disables them.
    pub monitoring: Option<SocketAddr>,
    /// Log filter: `error`, `warn`, `info`, `debug`, `trace`, or directives such as `info,battalion=debug`.
    pub log: String,
    /// Time that computer players take to answer.
    pub pace: Pace,
    /// Size of tests of armies.
    pub tests: TrialSettings,
    /// Effort of fits of values; `None` fits none.
    pub fits: Option<FitSettings>,
    /// Address of the folder with the project's documents.
    pub documents: String,
    /// Battlefields available besides the built-in ones (T-4).
    pub battlefields: Vec<Battlefield>,
    /// Environment variables that set something.
    pub variables: Vec<&'static str>,
}

impl Config {
    /// File with the playground's world: beside an SQLite database, otherwise where the database would be by default.
    pub fn playground_file(&self) -> PathBuf {
        self.database.file().unwrap_or(Path::new(DATABASE)).with_extension("playground.jsonl")
    }
}

/// Default path of the database.
pub const DATABASE: &str = "data/battalion.sqlite";

/// Nightly backups of an SQLite database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// Folder of the copies.
    pub folder: PathBuf,
    /// Number of copies that are kept.
    pub keep: usize,
}
