//! Sections of the settings file, and the places of its errors.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use engine::board::Battlefield;
use serde::Deserialize;
use serde_path_to_error::Segment;
use toml::Spanned;

use super::connection::Discord;
use super::error::{Misread, Problem};
use super::model::{Backups, Config, DATABASE};
use super::values::{
    self, Address, Database, DatabaseAddress, Documents, LogFilter, Monitored, OptionalPath, Setting as _,
};
use crate::host::{FitSettings, Pace, TrialSettings};
use crate::store::Location;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    discord: Discord,
    store: StoreSection,
    playground: PlaygroundSection,
    monitoring: MonitoringSection,
    computers: ComputersSection,
    tests: TestsSection,
    fits: FitsSection,
    documents: DocumentsSection,
    log: LogSection,
    battlefield: Battlefields,
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "a section, written [store]")]
struct StoreSection {
    #[serde(deserialize_with = "Database::read")]
    database: Location,
    #[serde(deserialize_with = "DatabaseAddress::read")]
    url: Option<Location>,
    #[serde(deserialize_with = "OptionalPath::read")]
    backups: Option<PathBuf>,
    #[serde(deserialize_with = "values::number_of_backups")]
    keep_backups: usize,
}

impl Default for StoreSection {
    fn default() -> Self {
        Self { database: Location::File(DATABASE.into()), url: None, backups: None, keep_backups: 14 }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [playground]")]
struct PlaygroundSection {
    #[serde(deserialize_with = "Address::read")]
    listen: SocketAddr,
}

impl Default for PlaygroundSection {
    fn default() -> Self {
        Self { listen: SocketAddr::from(([127, 0, 0, 1], 8137)) }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [monitoring]")]
struct MonitoringSection {
    #[serde(deserialize_with = "Monitored::read")]
    listen: Option<SocketAddr>,
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "a section, written [computers]")]
struct ComputersSection {
    #[serde(deserialize_with = "values::seconds")]
    least_pause: Duration,
    #[serde(deserialize_with = "values::seconds")]
    most_pause: Duration,
}

impl Default for ComputersSection {
    fn default() -> Self {
        let Pace { least, most } = Pace::default();
        Self { least_pause: least, most_pause: most }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [tests]")]
struct TestsSection {
    #[serde(deserialize_with = "values::number_of_pairs")]
    pairs: u64,
    #[serde(deserialize_with = "values::number_of_positions")]
    positions: u64,
}

impl Default for TestsSection {
    fn default() -> Self {
        let TrialSettings { pairs, nodes: positions, .. } = TrialSettings::default();
        Self { pairs, positions }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [fits]")]
struct FitsSection {
    #[serde(deserialize_with = "values::number_of_games")]
    games: u64,
}

impl Default for FitsSection {
    fn default() -> Self {
        Self { games: FitSettings::default().games.games }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [documents]")]
struct DocumentsSection {
    #[serde(deserialize_with = "Documents::read")]
    address: String,
}

impl Default for DocumentsSection {
    fn default() -> Self {
        Self { address: concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs").to_owned() }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section, written [log]")]
struct LogSection {
    #[serde(deserialize_with = "LogFilter::read")]
    level: String,
}

impl Default for LogSection {
    fn default() -> Self {
        Self { level: "info".to_owned() }
    }
}

/// The entries `[[battlefield]]`.
type Battlefields = Vec<Spanned<Battlefield>>;

impl File {
    /// Reads a file's text.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn read(text: &str) -> Result<File, Misread> {
        let source = Source(text);
        let parsed = toml::Deserializer::parse(text).map_err(|error| {
            // Only the first line of the parser's message; the others may quote the file.
            let message = error.message().lines().next().unwrap_or_default().to_owned();
            source.at(error.span().map_or(0, |span| span.start), Problem::Syntax(message))
        })?;
        let file: File = serde_path_to_error::deserialize(parsed).map_err(|error| source.misread(&error))?;
        file.check(source)
    }

    /// Checks what concerns several settings.
    fn check(self, source: Source<'_>) -> Result<File, Misread> {
        let ComputersSection { least_pause, most_pause } = self.computers;
        if least_pause > most_pause {
            let key = ["computers", "most-pause"];
            let problem = Problem::value(key.join("."), "at least as long as computers.least-pause");
            return Err(source.at(source.start_of(key), problem));
        }
        let mut ids = HashSet::new();
        for (number, entry) in (1..).zip(&self.battlefield) {
            let expected = match entry.as_ref().check() {
                Err(error) => Some(format!("sound: {error}")),
                Ok(()) => (!ids.insert(&entry.as_ref().id)).then(|| "different from the others by its id".to_owned()),
            };
            if let Some(expected) = expected {
                return Err(source.at(entry.span().start, Problem::value(format!("battlefield[{number}]"), expected)));
            }
        }
        Ok(self)
    }
}

impl Default for Config {
    fn default() -> Self {
        File::default().into()
    }
}

impl From<File> for Config {
    fn from(file: File) -> Self {
        let StoreSection { database, url, backups, keep_backups: keep } = file.store;
        let ComputersSection { least_pause: least, most_pause: most } = file.computers;
        let TestsSection { pairs, positions: nodes } = file.tests;
        Config {
            discord: file.discord,
            database: url.unwrap_or(database),
            backups: backups.map(|folder| Backups { folder, keep }),
            playground: file.playground.listen,
            monitoring: file.monitoring.listen,
            log: file.log.level,
            pace: Pace { least, most },
            tests: TrialSettings { pairs, nodes, ..TrialSettings::default() },
            fits: (file.fits.games > 0).then(|| FitSettings::with_games(file.fits.games)),
            documents: file.documents.address,
            battlefields: file.battlefield.into_iter().map(Spanned::into_inner).collect(),
            variables: Vec::new(),
        }
    }
}

/// Text of the file, to locate errors.
#[derive(Clone, Copy)]
struct Source<'a>(&'a str);

impl Source<'_> {
    fn at(self, position: usize, problem: Problem) -> Misread {
        let before = self.0.get(..position).unwrap_or(self.0);
        Misread { line: before.matches('\n').count() + 1, problem }
    }

    /// Converts an error of the deserializer. Its message may quote the file, so only the part after "expected" is
    /// used.
    fn misread(self, error: &serde_path_to_error::Error<toml::de::Error>) -> Misread {
        let key = name(error.path());
        let span = error.inner().span().unwrap_or_default();
        let message = error.inner().message();
        let problem = if message.starts_with("unknown field") {
            // The path ends with the unknown name.
            Problem::unknown(key)
        } else if let Some(missing) = message.strip_prefix("missing field ") {
            Problem::Missing(format!("{key}.{}", missing.trim_matches('`')))
        } else {
            Problem::value(key, expected(message))
        };
        self.at(span.start, problem)
    }

    /// Position of a setting that is in the file, or else of its section.
    fn start_of(self, [section, name]: [&str; 2]) -> usize {
        let Ok(table) = toml::de::DeTable::parse(self.0) else { return 0 };
        let section = table.get_ref().get(section);
        let setting = section.and_then(|section| section.get_ref().get(name));
        setting.or(section).map_or(0, |found| found.span().start)
    }
}

/// Name of a setting: `discord.token`, `battlefield[1].id`.
fn name(path: &serde_path_to_error::Path) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => name.push_str(&format!("[{}]", index + 1)),
            // Names that begin with $ belong to the marker of spans.
            Segment::Map { key } if !key.starts_with('$') => {
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(key);
            }
            _ => {}
        }
    }
    name
}

/// Expected value, from a message of serde: "invalid type: integer `5`, expected a string".
fn expected(message: &str) -> String {
    let expected = message.rsplit_once(", expected ").map_or(message, |(_, expected)| expected);
    match expected {
        "a string" => "text in quotation marks",
        "a sequence" => "a list, written [[battlefield]]",
        "u8" => "a whole number from 0 to 255",
        "struct Battlefield" => "a Battlefield with id, name, width, height and edge_slots",
        "struct EdgeSlot" => "an edge slot with side, from and length",
        other => other,
    }
    .to_owned()
}
