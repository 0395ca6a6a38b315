//! Settings of the program, from `config.toml` and the environment.
//!
//! `config.example.toml` lists every setting with its default. Errors name the setting and the expected value but never
//! the actual one, which may be the token.

mod error;
mod file;
mod values;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use engine::board::Battlefield;

pub use self::error::{ConfigError, Misread, Problem};
use self::file::File;
use self::values::{Address, ApiBase, Database, LogFilter, Monitored, OptionalPath, ProxyAddress, Setting, TokenText};
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
    /// Environment variables that set something.
    pub variables: Vec<&'static str>,
}

/// Nightly backups of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// Folder of the copies.
    pub folder: PathBuf,
    /// Number of copies that are kept.
    pub keep: usize,
}

/// Connection settings for Discord: the section `[discord]`.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "a section, written [discord]")]
pub struct Discord {
    /// Bot token; without one the program starts its own playground.
    #[serde(deserialize_with = "TokenText::read")]
    pub token: Option<Token>,
    /// HTTP base URL of a Discord stand-in; `None` for Discord itself.
    #[serde(deserialize_with = "ApiBase::read")]
    pub api_proxy: Option<String>,
    /// HTTP proxy that leads to a stand-in for `https://discord.com`, with TLS.
    #[serde(deserialize_with = "ProxyAddress::read")]
    pub connect_proxy: Option<String>,
    /// Discord ids of the bot's operators.
    #[serde(deserialize_with = "values::operators")]
    pub operators: Vec<PersonId>,
    /// PEM file with the certificate authority of the stand-in behind `connect_proxy`.
    #[serde(deserialize_with = "OptionalPath::read")]
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
    /// A [`Problem`] if they contradict each other.
    pub fn route(&self) -> Result<Route, Problem> {
        match (&self.api_proxy, &self.connect_proxy, &self.ca) {
            (None, None, None) => Ok(Route::Direct),
            (Some(base), None, None) => Ok(Route::StandIn(base.clone())),
            (None, Some(proxy), Some(ca)) => Ok(Route::Tunnel { proxy: proxy.clone(), ca: ca.clone() }),
            (Some(_), ..) => {
                Err(Problem::value("discord.api-proxy", "left out when discord.connect-proxy or discord.ca is set"))
            }
            (None, Some(_), None) => Err(Problem::value(
                "discord.ca",
                "set together with discord.connect-proxy: the PEM file of the authority to trust",
            )),
            (None, None, Some(_)) => Err(Problem::value(
                "discord.connect-proxy",
                "set together with discord.ca: the address of the HTTP proxy",
            )),
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

impl Default for Config {
    fn default() -> Self {
        File::default().into()
    }
}

/// Environment variable with the folder of systemd's credentials.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// Name of the credential with the token.
const CREDENTIAL: &str = "battalion-token";

impl Config {
    /// Loads the settings from a file and the environment. Without a name, `config.toml` is read if it exists.
    ///
    /// # Errors
    /// The first problem, with its line in the file or its variable.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let path = file.unwrap_or(Path::new(FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(cause) if file.is_none() && cause.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(cause) => return Err(ConfigError::Unreadable { path: path.to_owned(), cause }),
        };
        let mut config = Config::read(&text).map_err(|misread| ConfigError::File { path: path.to_owned(), misread })?;
        config.apply_environment(|name| std::env::var(name).ok())?;
        Ok(config)
    }

    /// Reads the settings from a file's text.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn read(text: &str) -> Result<Config, Misread> {
        File::read(text).map(Config::from)
    }

    /// Applies environment variables, which override the file. An empty variable counts as not set.
    ///
    /// # Errors
    /// The first problem, with the name of its variable.
    pub fn apply_environment(&mut self, get: impl Fn(&str) -> Option<String>) -> Result<(), Problem> {
        let mut environment = Environment { get: &get, used: Vec::new() };
        environment.credential(&mut self.discord.token)?;
        environment.token_file("BATTALION_TOKEN_FILE", &mut self.discord.token)?;
        environment.apply::<TokenText>("DISCORD_TOKEN", &mut self.discord.token)?;
        environment.apply::<TokenText>("BATTALION_TOKEN", &mut self.discord.token)?;
        environment.apply::<ApiBase>("DISCORD_API_PROXY", &mut self.discord.api_proxy)?;
        environment.apply::<ProxyAddress>("DISCORD_CONNECT_PROXY", &mut self.discord.connect_proxy)?;
        environment.apply::<OptionalPath>("DISCORD_CA_PEM", &mut self.discord.ca)?;
        environment.apply::<Database>("BATTALION_DATABASE", &mut self.database)?;
        environment.apply::<Address>("BATTALION_LISTEN", &mut self.playground)?;
        environment.apply::<Monitored>("BATTALION_MONITORING", &mut self.monitoring)?;
        environment.apply::<LogFilter>("BATTALION_LOG", &mut self.log)?;
        self.variables = environment.used;
        Ok(())
    }
}

/// Environment variables, and those that were used.
struct Environment<'a> {
    get: &'a dyn Fn(&str) -> Option<String>,
    used: Vec<&'static str>,
}

impl Environment<'_> {
    fn variable(&self, name: &str) -> Option<String> {
        (self.get)(name).filter(|value| !value.trim().is_empty())
    }

    fn set<S: Setting>(&mut self, name: &'static str, text: &str, value: &mut S::Value) -> Result<(), Problem> {
        *value = S::parse(text).ok_or_else(|| Problem::value(name, S::EXPECTED))?;
        self.used.push(name);
        Ok(())
    }

    fn apply<S: Setting>(&mut self, name: &'static str, value: &mut S::Value) -> Result<(), Problem> {
        match self.variable(name) {
            Some(text) => self.set::<S>(name, &text, value),
            None => Ok(()),
        }
    }

    fn token_file(&mut self, name: &'static str, token: &mut Option<Token>) -> Result<(), Problem> {
        match self.variable(name) {
            Some(path) => self.secret(name, Path::new(&path), token),
            None => Ok(()),
        }
    }

    fn credential(&mut self, token: &mut Option<Token>) -> Result<(), Problem> {
        match self.variable(CREDENTIALS).map(|folder| Path::new(&folder).join(CREDENTIAL)) {
            Some(path) if path.exists() => self.secret(CREDENTIALS, &path, token),
            _ => Ok(()),
        }
    }

    /// Reads a file that holds only the token.
    fn secret(&mut self, name: &'static str, path: &Path, token: &mut Option<Token>) -> Result<(), Problem> {
        let expected = "the path of a readable file with the token";
        let unreadable = |error| Problem::value(name, format!("{expected}; {} is not: {error}", path.display()));
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        if text.trim().is_empty() {
            return Err(Problem::value(name, format!("{expected}; {} is empty", path.display())));
        }
        self.set::<TokenText>(name, &text, token)
    }
}

#[cfg(test)]
mod tests;
