//! Settings of the program, from `config.toml` and the environment.
//!
//! `config.example.toml` lists every setting with its default. Errors name the setting and the expected value but never
//! the actual one, which may be the token.

mod connection;
mod error;
mod file;
mod model;
mod token;
mod values;

use std::path::Path;

pub use self::connection::{Discord, Route};
pub use self::error::{ConfigError, Misread, Problem};
use self::file::File;
pub use self::model::{Backups, Config};
pub use self::token::Token;
use self::values::{
    Address, ApiBase, Database, DatabaseAddress, LogFilter, Monitored, OptionalPath, ProxyAddress, Setting, ShardRange,
    TokenText,
};

/// Settings file that is read by default.
pub const FILE: &str = "config.toml";

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
        config.check()?;
        Ok(config)
    }

    /// Reads the settings from a file's text.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn read(text: &str) -> Result<Config, Misread> {
        File::read(text).map(Config::from)
    }

    /// Checks what concerns settings of both the file and the environment.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(&self) -> Result<(), Problem> {
        let is_file = self.database.file().is_some();
        if self.backups.is_some() && !is_file {
            return Err(Problem::value(
                "store.backups",
                "left out with a PostgreSQL database; back that up with `pg_dump`",
            ));
        }
        if self.discord.shards.is_some_and(|shards| !shards.is_all()) && is_file {
            let expected = "auto with an SQLite file, which only one process can use; several processes need PostgreSQL (store.url)";
            return Err(Problem::value("discord.shards", expected));
        }
        Ok(())
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
        environment.apply::<ShardRange>("BATTALION_SHARDS", &mut self.discord.shards)?;
        environment.apply::<Database>("BATTALION_DATABASE", &mut self.database)?;
        let mut address = None;
        environment.apply::<DatabaseAddress>("BATTALION_STORE_URL", &mut address)?;
        if let Some(address) = address {
            self.database = address;
        }
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
