//! Settings of the program, from `config.toml` and the environment.
//!
//! `config.example.toml` lists every setting with its default. Errors name the setting and the expected value but never
//! the actual one, which may be the token.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::battalion::nearest;
use engine::board::Battlefield;
use toml::{Table, Value};

use crate::host::{Pace, PersonId};

/// Settings file that is read by default.
pub const FILE: &str = "config.toml";

/// All settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Connection to Discord.
    pub discord: Discord,
    /// Path of the SQLite file.
    pub database: PathBuf,
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
    /// Address of the folder with the project's documents.
    pub documents: String,
    /// Battlefields available besides the built-in ones (T-4).
    pub battlefields: Vec<Battlefield>,
}

/// Nightly backups of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// Folder of the copies.
    pub folder: PathBuf,
    /// Number of copies that are kept.
    pub keep: usize,
}

/// Connection settings for Discord.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Discord {
    /// Bot token; without one the program starts its own playground.
    pub token: Option<Token>,
    /// HTTP base URL of a Discord stand-in; `None` for Discord itself.
    pub api_proxy: Option<String>,
    /// HTTP proxy that leads to a stand-in for `https://discord.com`, with TLS.
    pub connect_proxy: Option<String>,
    /// Discord ids of the bot's operators.
    pub operators: Vec<PersonId>,
    /// PEM file with the certificate authority of the stand-in behind `connect_proxy`.
    pub ca: Option<PathBuf>,
}

/// Route to Discord.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// Discord itself.
    Direct,
    /// A stand-in under this HTTP base URL.
    StandIn(String),
    /// A stand-in under Discord's own host name.
    Tunnel {
        /// HTTP proxy that leads to the stand-in.
        proxy: String,
        /// PEM file with the only trusted certificate authority.
        ca: PathBuf,
    },
}

impl Discord {
    /// Returns the route these settings describe.
    ///
    /// # Errors
    /// [`ConfigError::Value`] if they contradict each other.
    pub fn route(&self) -> Result<Route, ConfigError> {
        match (&self.api_proxy, &self.connect_proxy, &self.ca) {
            (None, None, None) => Ok(Route::Direct),
            (Some(base), None, None) => Ok(Route::StandIn(base.clone())),
            (None, Some(proxy), Some(ca)) => Ok(Route::Tunnel { proxy: proxy.clone(), ca: ca.clone() }),
            (Some(_), ..) => {
                Err(wrong("discord.api-proxy", "left out when discord.connect-proxy or discord.ca is set"))
            }
            (None, Some(_), None) => Err(wrong(
                "discord.ca",
                "set together with discord.connect-proxy: the PEM file of the authority to trust",
            )),
            (None, None, Some(_)) => {
                Err(wrong("discord.connect-proxy", "set together with discord.ca: the address of the HTTP proxy"))
            }
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            discord: Discord::default(),
            database: PathBuf::from("data/battalion.sqlite"),
            backups: None,
            playground: SocketAddr::from(([127, 0, 0, 1], 8137)),
            monitoring: None,
            log: "info".to_owned(),
            pace: Pace::default(),
            documents: concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs").to_owned(),
            battlefields: Vec::new(),
        }
    }
}

/// Bot token. `Debug` and `Display` hide it; only [`Token::reveal`] returns the text.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Creates a token from text with or without the prefix `Bot`.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        Self(text.strip_prefix("Bot ").unwrap_or(text).trim().to_owned())
    }

    /// Returns the token's text, for the one place that sends it to Discord.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

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
    /// An error on a line of the file.
    #[error("{}, line {line}: {error}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The error.
        error: Box<ConfigError>,
    },
    /// The file is not valid TOML.
    #[error("this is not valid TOML: {message}")]
    Syntax {
        /// Line number, from 1.
        line: usize,
        /// Message of the parser.
        message: String,
    },
    /// No setting of this name.
    #[error("there is no setting `{key}`; {}", suggestion(meant.as_deref()))]
    Unknown {
        /// Name in the file.
        key: String,
        /// Similar existing name.
        meant: Option<String>,
    },
    /// A value of the wrong type or out of range.
    #[error("the setting `{key}` must be {expected}")]
    Value {
        /// Setting or environment variable.
        key: String,
        /// Expected value.
        expected: String,
    },
}

/// Number of nightly backups that are kept, unless the settings say otherwise.
const KEEP: usize = 14;

/// Environment variable with the folder of systemd's credentials.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// Name of the credential with the token.
const CREDENTIAL: &str = "battalion-token";

/// Environment variables that override the file.
const VARIABLES: [&str; 11] = [
    CREDENTIALS,
    "BATTALION_TOKEN_FILE",
    "DISCORD_TOKEN",
    "BATTALION_TOKEN",
    "DISCORD_API_PROXY",
    "DISCORD_CONNECT_PROXY",
    "DISCORD_CA_PEM",
    "BATTALION_DATABASE",
    "BATTALION_LISTEN",
    "BATTALION_MONITORING",
    "BATTALION_LOG",
];

fn suggestion(meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "config.example.toml lists them all".to_owned(),
    }
}

/// Names of all settings.
const SETTINGS: [&str; 14] = [
    "discord.token",
    "discord.api-proxy",
    "discord.connect-proxy",
    "discord.operators",
    "discord.ca",
    "store.database",
    "store.backups",
    "store.keep-backups",
    "playground.listen",
    "monitoring.listen",
    "computers.least-pause",
    "computers.most-pause",
    "documents.address",
    "log.level",
];

fn unknown(key: &str) -> ConfigError {
    let meant = nearest(key, SETTINGS).or_else(|| {
        let last = |name: &'static str| name.split_once('.').map_or(name, |(_, last)| last);
        let found = nearest(last_part(key), SETTINGS.map(last))?;
        SETTINGS.into_iter().find(|name| last(name) == found).map(str::to_owned)
    });
    ConfigError::Unknown { key: key.to_owned(), meant }
}

fn last_part(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Line of a setting in a file, from 1: `name = …` below `[section]`, or else the section's first line.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let (section, name) = key.split_once('.').unwrap_or((key, ""));
    let (section, nth) = match section.split_once('[') {
        Some((section, number)) => (section, number.trim_end_matches(']').parse().unwrap_or(1)),
        None => (section, 1),
    };
    let mut current = "";
    let (mut seen, mut first) = (0, None);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let written = line.split('=').next().unwrap_or_default().trim().trim_matches('"');
        if line.starts_with('[') {
            current = line.split(']').next().unwrap_or_default().trim_start_matches('[').trim();
            if current == section {
                seen += 1;
            }
            if current == section && seen == nth {
                first = first.or(Some(number));
            }
        } else if current == section && !name.is_empty() && written == name
            || current.is_empty() && (written == key || written == section)
        {
            return Some(number);
        }
    }
    first
}

/// Text of a file that holds only the token.
fn secret(key: &str, path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path).map_err(|error| {
        wrong(key, format!("the path of a readable file with the token; {} is not: {error}", path.display()))
    })
}

fn number_of_backups(key: &str, value: &Value) -> Result<usize, ConfigError> {
    let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
    number.filter(|number| (1..=1000).contains(number)).ok_or_else(|| wrong(key, "a whole number from 1 to 1000"))
}

fn wrong(key: &str, expected: impl Into<String>) -> ConfigError {
    ConfigError::Value { key: key.to_owned(), expected: expected.into() }
}

impl Config {
    /// Loads the settings from a file and the environment. Without a name, `config.toml` is read if it exists.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let path = file.unwrap_or(Path::new(FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(cause) if file.is_none() && cause.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(cause) => {
                return Err(ConfigError::Unreadable { path: path.to_owned(), cause });
            }
        };
        let mut config = Config::read(&text).map_err(|error| {
            let line = match &error {
                ConfigError::Syntax { line, .. } => Some(*line),
                ConfigError::Unknown { key, .. } | ConfigError::Value { key, .. } => line_of(&text, key),
                _ => None,
            };
            match line {
                Some(line) => ConfigError::Line { path: path.to_owned(), line, error: Box::new(error) },
                None => error,
            }
        })?;
        config.apply_environment(|name| std::env::var(name).ok())?;
        Ok(config)
    }

    /// Names of the environment variables that override the file.
    pub fn overridden(get: impl Fn(&str) -> Option<String>) -> Vec<&'static str> {
        VARIABLES.into_iter().filter(|name| get(name).is_some_and(|value| !value.trim().is_empty())).collect()
    }

    /// Reads the settings from a file's text.
    pub fn read(text: &str) -> Result<Config, ConfigError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            // Only the first line of the parser's message; the others may quote the file.
            let start = error.span().map_or(0, |span| span.start).min(text.len());
            ConfigError::Syntax {
                line: text[..start].matches('\n').count() + 1,
                message: error.message().lines().next().unwrap_or("").to_owned(),
            }
        })?;
        let mut config = Config::default();
        let mut keep = KEEP;
        for (section, value) in &table {
            if section == "battlefield" {
                config.battlefields = battlefields(value)?;
                continue;
            }
            let Value::Table(entries) = value else {
                return Err(match section.as_str() {
                    "discord" | "store" | "playground" | "monitoring" | "computers" | "documents" | "log" => {
                        wrong(section, format!("a section, written [{section}]"))
                    }
                    _ => unknown(section),
                });
            };
            for (name, value) in entries {
                let key = format!("{section}.{name}");
                match (section.as_str(), name.as_str()) {
                    ("discord", "token") => config.set_token(&key, text_of(&key, value)?)?,
                    ("discord", "api-proxy") => config.set_proxy(&key, text_of(&key, value)?)?,
                    ("discord", "connect-proxy") => {
                        config.discord.connect_proxy = proxy(&key, text_of(&key, value)?)?;
                    }
                    ("discord", "operators") => {
                        config.discord.operators = operators(&key, value)?;
                    }
                    ("discord", "ca") => config.discord.ca = file(text_of(&key, value)?),
                    ("store", "database") => config.set_database(&key, text_of(&key, value)?)?,
                    ("store", "backups") => {
                        config.backups = file(text_of(&key, value)?).map(|folder| Backups { folder, keep });
                    }
                    ("store", "keep-backups") => keep = number_of_backups(&key, value)?,
                    ("playground", "listen") => config.set_listen(&key, text_of(&key, value)?)?,
                    ("monitoring", "listen") => {
                        config.set_monitoring(&key, text_of(&key, value)?)?;
                    }
                    ("computers", "least-pause") => config.pace.least = seconds(&key, value)?,
                    ("computers", "most-pause") => config.pace.most = seconds(&key, value)?,
                    ("documents", "address") => config.set_documents(&key, text_of(&key, value)?)?,
                    ("log", "level") => config.set_log(&key, text_of(&key, value)?)?,
                    _ => return Err(unknown(&key)),
                }
            }
        }
        if let Some(backups) = &mut config.backups {
            backups.keep = keep;
        }
        if config.pace.least > config.pace.most {
            return Err(wrong("computers.most-pause", "at least as long as computers.least-pause"));
        }
        Ok(config)
    }

    /// Applies environment variables, which override the file. An empty variable counts as not set.
    pub fn apply_environment(&mut self, get: impl Fn(&str) -> Option<String>) -> Result<(), ConfigError> {
        let set = |name: &str| get(name).filter(|value| !value.trim().is_empty());
        if let Some(folder) = set(CREDENTIALS) {
            let file = Path::new(&folder).join(CREDENTIAL);
            if file.exists() {
                self.set_token(CREDENTIALS, &secret(CREDENTIALS, &file)?)?;
            }
        }
        if let Some(file) = set("BATTALION_TOKEN_FILE") {
            self.set_token("BATTALION_TOKEN_FILE", &secret("BATTALION_TOKEN_FILE", Path::new(&file))?)?;
        }
        for name in ["DISCORD_TOKEN", "BATTALION_TOKEN"] {
            if let Some(value) = set(name) {
                self.set_token(name, &value)?;
            }
        }
        if let Some(value) = set("DISCORD_API_PROXY") {
            self.set_proxy("DISCORD_API_PROXY", &value)?;
        }
        if let Some(value) = set("DISCORD_CONNECT_PROXY") {
            self.discord.connect_proxy = proxy("DISCORD_CONNECT_PROXY", &value)?;
        }
        if let Some(value) = set("DISCORD_CA_PEM") {
            self.discord.ca = file(&value);
        }
        if let Some(value) = set("BATTALION_DATABASE") {
            self.set_database("BATTALION_DATABASE", &value)?;
        }
        if let Some(value) = set("BATTALION_LISTEN") {
            self.set_listen("BATTALION_LISTEN", &value)?;
        }
        if let Some(value) = set("BATTALION_MONITORING") {
            self.set_monitoring("BATTALION_MONITORING", &value)?;
        }
        if let Some(value) = set("BATTALION_LOG") {
            self.set_log("BATTALION_LOG", &value)?;
        }
        Ok(())
    }

    fn set_token(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        if text.trim().is_empty() {
            self.discord.token = None;
            return Ok(());
        }
        let token = Token::new(text);
        let fits = !token.0.is_empty() && token.0.chars().all(|c| c.is_ascii_graphic());
        if !fits {
            return Err(wrong(key, "the bot's token as Discord shows it, without spaces"));
        }
        self.discord.token = Some(token);
        Ok(())
    }

    fn set_proxy(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let text = text.trim().trim_end_matches('/');
        if text.is_empty() {
            self.discord.api_proxy = None;
            return Ok(());
        }
        if !(text.starts_with("http://") || text.starts_with("https://")) {
            return Err(wrong(key, "an address such as http://127.0.0.1:8137"));
        }
        self.discord.api_proxy = Some(text.to_owned());
        Ok(())
    }

    fn set_database(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        if text.trim().is_empty() {
            return Err(wrong(key, "the path of a file, such as data/battalion.sqlite"));
        }
        self.database = PathBuf::from(text);
        Ok(())
    }

    fn set_documents(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let text = text.trim();
        let fits = text.starts_with("https://") || text.starts_with("http://");
        if !fits || text.contains(|c: char| c.is_whitespace() || ['<', '>'].contains(&c)) {
            return Err(wrong(key, "the address of a folder with the documents, such as https://example.org/docs"));
        }
        self.documents = text.to_owned();
        Ok(())
    }

    fn set_listen(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        self.playground =
            text.trim().parse().map_err(|_| wrong(key, "an address with a port, such as 127.0.0.1:8137"))?;
        Ok(())
    }

    /// Sets the monitoring address. A port alone means this machine.
    fn set_monitoring(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let text = text.trim();
        if text.is_empty() {
            self.monitoring = None;
            return Ok(());
        }
        let address = match text.parse::<u16>() {
            Ok(port) => Some(SocketAddr::from(([127, 0, 0, 1], port))),
            Err(_) => text.parse().ok(),
        };
        let address = address.ok_or_else(|| {
            wrong(key, "a port on this machine, such as 9137, or an address with a port, such as 127.0.0.1:9137")
        })?;
        self.monitoring = Some(address);
        Ok(())
    }

    fn set_log(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let fits = tracing_subscriber::EnvFilter::builder().parse(text).is_ok();
        if text.trim().is_empty() || !fits {
            return Err(wrong(key, "error, warn, info, debug, trace, or directives such as info,battalion=debug"));
        }
        self.log = text.trim().to_owned();
        Ok(())
    }
}

/// Parses the address of an HTTP proxy; an empty text means none.
fn proxy(key: &str, text: &str) -> Result<Option<String>, ConfigError> {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() {
        return Ok(None);
    }
    match text.strip_prefix("http://") {
        Some(rest) if !rest.is_empty() => Ok(Some(text.to_owned())),
        _ => Err(wrong(key, "the address of an HTTP proxy such as http://127.0.0.1:8138")),
    }
}

/// Parses the path of a file; an empty text means none.
fn file(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    (!text.is_empty()).then(|| PathBuf::from(text))
}

fn text_of<'a>(key: &str, value: &'a Value) -> Result<&'a str, ConfigError> {
    value.as_str().ok_or_else(|| wrong(key, "text in quotation marks"))
}

/// Parses a number of seconds, with or without a decimal point.
fn seconds(key: &str, value: &Value) -> Result<Duration, ConfigError> {
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    let fits = number.filter(|number| (0.0..=60.0).contains(number));
    fits.map(Duration::from_secs_f64).ok_or_else(|| wrong(key, "a number of seconds from 0 to 60"))
}

/// Parses a list of Discord ids, quoted or not.
fn operators(key: &str, value: &Value) -> Result<Vec<PersonId>, ConfigError> {
    let id = |one: &Value| match one {
        Value::Integer(id) => u64::try_from(*id).ok(),
        Value::String(id) => id.trim().parse().ok(),
        _ => None,
    };
    let ids = value.as_array().map(|all| all.iter().map(id).collect());
    let ids: Option<Vec<u64>> = ids.flatten();
    let ids = ids.filter(|ids| !ids.contains(&0));
    let ids = ids.ok_or_else(|| wrong(key, "a list of Discord ids, such as [123456789012345678]"))?;
    Ok(ids.into_iter().map(PersonId).collect())
}

fn battlefields(value: &Value) -> Result<Vec<Battlefield>, ConfigError> {
    let Value::Array(list) = value else {
        return Err(wrong("battlefield", "a list, written [[battlefield]]"));
    };
    let mut found: Vec<Battlefield> = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let key = format!("battlefield[{}]", index + 1);
        let one: Battlefield =
            entry.clone().try_into().map_err(|error: toml::de::Error| wrong(&key, error.message()))?;
        one.check().map_err(|error| wrong(&key, format!("sound: {error}")))?;
        if found.iter().any(|other| other.id == one.id) {
            return Err(wrong(&key, "different from the others by its id"));
        }
        found.push(one);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        Config::read(text).unwrap_err().to_string()
    }

    #[test]
    fn the_example_holds_every_setting_and_its_default() {
        let example = include_str!("../../config.example.toml");
        assert_eq!(Config::read(example).unwrap(), Config::default());
        // Settings without a default are comments in the example; uncommented, they must be valid too.
        let all: String = example
            .lines()
            .map(|line| line.strip_prefix("#: ").unwrap_or(line))
            .map(|line| format!("{line}\n"))
            .collect();
        let all = Config::read(&all).unwrap();
        assert!(all.discord.token.is_some() && all.discord.api_proxy.is_some());
        assert!(all.discord.connect_proxy.is_some() && all.discord.ca.is_some());
        assert_eq!(all.battlefields.len(), 1);
        assert_eq!(all.battlefields[0].edge_slots.len(), 2);
    }

    #[test]
    fn errors_name_the_setting_and_what_is_expected() {
        assert_eq!(fault("[discord]\ntoken = 12345"), "the setting `discord.token` must be text in quotation marks");
        assert_eq!(
            fault("[playground]\nlisten = \"here\""),
            "the setting `playground.listen` must be an address with a port, such as 127.0.0.1:8137"
        );
        assert!(fault("[store]\nfile = \"x\"").contains("no setting `store.file`"));
        assert!(fault("[store]\ndatabse = \"x\"").ends_with("did you mean `store.database`?"));
        assert!(fault("[discord]\nlevel = \"x\"").ends_with("did you mean `log.level`?"));
        assert!(fault("token = \"x\"").contains("no setting `token`"));
        assert!(fault("log = 3").contains("[log]"));
        assert!(fault("[discord]\napi-proxy = \"localhost\"").contains("discord.api-proxy"));
        assert!(fault("[discord]\nconnect-proxy = \"https://x\"").contains("discord.connect-proxy"));
        assert!(fault("[log]\nlevel = \"a=b=c\"").contains("log.level"));
        assert!(fault("[[battlefield]]\nid = \"x\"").contains("battlefield[1]"));
    }

    #[test]
    fn errors_of_a_file_name_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let fault = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let error = Config::load(Some(&path)).unwrap_err().to_string();
            error.strip_prefix(&format!("{}, ", path.display())).unwrap_or(&error).to_owned()
        };
        assert!(fault("# x\n[log]\n\nlevel = 3\n").starts_with("line 4: the setting `log.level` must be text"));
        assert!(fault("[log]\nlevel = \"info\"\n[store]\nfile = \"x\"").starts_with("line 4: there is no setting"));
        assert!(fault("log = 3").starts_with("line 1: the setting `log` must be a section"));
        assert!(fault("\n[discord]\ntoken = ").starts_with("line 3: this is not valid TOML"));
        assert!(fault("discord.ca = 3").starts_with("line 1: the setting `discord.ca`"));
        assert!(fault("[computers]\nmost-pause = 0.5").starts_with("line 2: the setting `computers.most-pause`"));
        let two = "[[battlefield]]\nid = \"x\"\n";
        assert!(fault(two).starts_with("line 1: the setting `battlefield[1]`"), "{}", fault(two));
    }

    #[test]
    fn every_setting_is_listed() {
        let example = include_str!("../../config.example.toml");
        for key in SETTINGS {
            let (section, name) = key.split_once('.').unwrap();
            let (_, rest) = example.split_once(&format!("[{section}]\n")).unwrap();
            let own = rest.split("\n[").next().unwrap();
            assert!(own.lines().any(|line| line.trim_start_matches("#: ").starts_with(name)), "{key}");
            let error = Config::read(&format!("[{section}]\n{name} = []")).map(|_| ());
            assert!(!matches!(error, Err(ConfigError::Unknown { .. })), "{key}");
        }
    }

    #[test]
    fn the_token_comes_from_files_and_credentials() {
        let folder = tempfile::tempdir().unwrap();
        let token = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_string_lossy().into_owned()
        };
        token(CREDENTIAL, "credential\n");
        let file = token("file", "Bot file\n");
        let read = |vars: &[(&str, &str)]| {
            let get = |name: &str| vars.iter().find(|(var, _)| *var == name).map(|(_, value)| (*value).to_owned());
            let mut config = Config::read("[discord]\ntoken = \"config\"").unwrap();
            config.apply_environment(get).map(|()| config.discord.token.unwrap().reveal().to_owned())
        };
        let directory = folder.path().to_string_lossy().into_owned();
        assert_eq!(read(&[(CREDENTIALS, &directory)]).unwrap(), "credential");
        assert_eq!(read(&[(CREDENTIALS, "/nowhere")]).unwrap(), "config");
        assert_eq!(read(&[(CREDENTIALS, &directory), ("BATTALION_TOKEN_FILE", &file)]).unwrap(), "file");
        assert_eq!(read(&[("BATTALION_TOKEN_FILE", &file), ("BATTALION_TOKEN", "plain")]).unwrap(), "plain");
        let error = read(&[("BATTALION_TOKEN_FILE", "/nowhere/token")]).unwrap_err().to_string();
        assert!(error.contains("BATTALION_TOKEN_FILE") && error.contains("/nowhere/token"), "{error}");
    }

    #[test]
    fn the_token_is_never_printed() {
        let secret = "MTIzNDU2.secret.part";
        let config = Config::read(&format!("[discord]\ntoken = \"Bot {secret}\"")).unwrap();
        assert_eq!(config.discord.token.as_ref().unwrap().reveal(), secret);
        assert!(!format!("{config:?} {}", config.discord.token.as_ref().unwrap()).contains("secret"));
        // Errors must not quote it either, however malformed the setting is.
        for text in [
            format!("[discord]\ntoken = {secret}"),
            format!("[discord]\ntoken = \"{secret} x\""),
            format!("[discord\ntoken = \"{secret}\""),
            format!("[discord]\ntoken = [\"{secret}\"]"),
        ] {
            let shown = format!("{0} {0:?}", Config::read(&text).unwrap_err());
            assert!(!shown.contains("secret"), "{shown}");
        }
    }

    #[test]
    fn the_settings_describe_one_way_to_discord() {
        let route = |text: &str| Config::read(&format!("[discord]\n{text}")).unwrap().discord.route();
        let (base, proxy, ca) =
            ("api-proxy = \"http://127.0.0.1:1\"\n", "connect-proxy = \"http://127.0.0.1:2/\"\n", "ca = \"ca.pem\"\n");
        assert_eq!(route("").unwrap(), Route::Direct);
        assert_eq!(route(base).unwrap(), Route::StandIn("http://127.0.0.1:1".into()));
        let tunnel = Route::Tunnel { proxy: "http://127.0.0.1:2".into(), ca: "ca.pem".into() };
        assert_eq!(route(&format!("{proxy}{ca}")).unwrap(), tunnel);
        for (text, key) in [
            (proxy.to_owned(), "discord.ca"),
            (ca.to_owned(), "discord.connect-proxy"),
            (format!("{base}{ca}"), "discord.api-proxy"),
            (format!("{base}{proxy}{ca}"), "discord.api-proxy"),
        ] {
            let error = route(&text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the setting `{key}` must be")), "{error}");
        }
        let mut config = Config::default();
        let vars = |name: &str| match name {
            "DISCORD_CONNECT_PROXY" => Some("http://127.0.0.1:2".to_owned()),
            "DISCORD_CA_PEM" => Some("ca.pem".to_owned()),
            _ => None,
        };
        config.apply_environment(vars).unwrap();
        assert_eq!(config.discord.route().unwrap(), tunnel);
    }

    #[test]
    fn the_environment_goes_before_the_file() {
        let mut config = Config::read("[discord]\ntoken = \"file\"").unwrap();
        let vars = |name: &str| match name {
            "DISCORD_TOKEN" => Some("second".to_owned()),
            "BATTALION_TOKEN" => Some("first".to_owned()),
            "DISCORD_API_PROXY" => Some("http://127.0.0.1:9/".to_owned()),
            "BATTALION_DATABASE" => Some(String::new()),
            "BATTALION_LISTEN" => Some("127.0.0.1:0".to_owned()),
            _ => None,
        };
        config.apply_environment(vars).unwrap();
        assert_eq!(config.discord.token.unwrap().reveal(), "first");
        assert_eq!(config.discord.api_proxy.as_deref(), Some("http://127.0.0.1:9"));
        assert_eq!(config.database, Config::default().database);
        assert_eq!(config.playground.port(), 0);
        let error = Config::default()
            .apply_environment(|name| (name == "BATTALION_LISTEN").then(|| "x".to_owned()))
            .unwrap_err();
        assert!(error.to_string().contains("BATTALION_LISTEN"));
    }
}
