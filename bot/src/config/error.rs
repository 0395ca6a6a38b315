//! Errors of the settings.

use std::path::PathBuf;

use engine::battalion::nearest;

/// Names of all settings, for suggestions.
pub const SETTINGS: [&str; 19] = [
    "discord.token",
    "discord.api-proxy",
    "discord.connect-proxy",
    "discord.operators",
    "discord.shards",
    "discord.ca",
    "store.database",
    "store.url",
    "store.backups",
    "store.keep-backups",
    "playground.listen",
    "monitoring.listen",
    "computers.least-pause",
    "computers.most-pause",
    "tests.pairs",
    "tests.positions",
    "fits.games",
    "documents.address",
    "log.level",
];

/// Reason for rejecting the settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings file {} cannot be read: {cause}", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Cause reported by the operating system.
        cause: std::io::Error,
    },
    /// A problem in the file.
    #[error("{}, {misread}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The problem, with its line.
        misread: Misread,
    },
    /// A problem outside the file.
    #[error(transparent)]
    Setting(#[from] Problem),
}

/// A problem on a line of the file.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Misread {
    /// Line number, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem with one setting.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file is not valid TOML.
    #[error("this is not valid TOML: {0}")]
    Syntax(String),
    /// No setting of this name.
    #[error("there is no setting `{key}`; {}", suggestion(meant.as_deref()))]
    Unknown {
        /// Name in the file.
        key: String,
        /// Similar existing name.
        meant: Option<String>,
    },
    /// A required part is missing.
    #[error("the setting `{0}` is missing")]
    Missing(String),
    /// A value of the wrong type or out of range.
    #[error("the setting `{key}` must be {expected}")]
    Value {
        /// Setting or environment variable.
        key: String,
        /// Expected value.
        expected: String,
    },
}

impl Problem {
    /// A value that is not as expected.
    pub fn value(key: impl Into<String>, expected: impl Into<String>) -> Self {
        Problem::Value { key: key.into(), expected: expected.into() }
    }

    /// An unknown setting, with a similar one: by its whole name, or by its last part in another section.
    pub(super) fn unknown(key: String) -> Self {
        let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let meant = nearest(&key, SETTINGS).or_else(|| {
            let names = SETTINGS.map(|name| name.split_once('.').map_or(name, |(_, last)| last));
            let found = nearest(&last(&key), names)?;
            SETTINGS.into_iter().find(|name| last(name) == found).map(str::to_owned)
        });
        Problem::Unknown { key, meant }
    }
}

fn suggestion(meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "config.example.toml lists them all".to_owned(),
    }
}
