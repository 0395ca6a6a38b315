//! Place of the database: an SQLite file or a PostgreSQL server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::any::AnyConnectOptions;

/// Parameters of a PostgreSQL address. Others are rejected, because sqlx would ignore them.
const PARAMETERS: [&str; 17] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// Place of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// SQLite file.
    File(PathBuf),
    /// PostgreSQL server.
    Server(Server),
}

impl Location {
    /// Parses an address: `sqlite:PATH`, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    pub fn parse(url: &str) -> Option<Location> {
        let url = url.trim();
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return (!path.is_empty()).then(|| Location::File(path.into()));
        }
        Server::parse(url).map(Location::Server)
    }

    /// Database on a server for tests that open it several times at once.
    #[cfg(test)]
    pub(crate) fn shared(url: &str) -> Location {
        let server = Server::parse(url).unwrap();
        Location::Server(Server { is_shared: true, ..server })
    }

    /// Returns the path of an SQLite file.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Location::File(path) => Some(path),
            Location::Server(_) => None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => path.display().fmt(f),
            Location::Server(server) => server.fmt(f),
        }
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Location::File(path.to_owned())
    }
}

impl From<&PathBuf> for Location {
    fn from(path: &PathBuf) -> Self {
        Location::File(path.clone())
    }
}

impl From<&Location> for Location {
    fn from(location: &Location) -> Self {
        location.clone()
    }
}

/// Address of a PostgreSQL database. Neither `Display` nor `Debug` shows its password.
#[derive(Clone)]
pub struct Server {
    options: Arc<AnyConnectOptions>,
    /// Several processes may write.
    #[cfg(test)]
    pub(super) is_shared: bool,
}

impl Server {
    fn parse(url: &str) -> Option<Server> {
        let options: AnyConnectOptions = url.parse().ok()?;
        let url = &options.database_url;
        let parameter = |wanted: &str| url.query_pairs().any(|(name, value)| name == wanted && !value.is_empty());
        let has_host = url.has_host() || parameter("host") || parameter("hostaddr");
        let has_name = url.path().len() > 1 || parameter("dbname");
        let known = url.query_pairs().all(|(name, _)| {
            PARAMETERS.contains(&name.as_ref()) || name.starts_with("options[") && name.ends_with(']')
        });
        let fits = matches!(url.scheme(), "postgres" | "postgresql") && has_host && has_name && known;
        let options = Arc::new(options);
        fits.then_some(Server {
            options,
            #[cfg(test)]
            is_shared: false,
        })
    }

    /// Options for connections that show this name on the server.
    pub(super) fn options(&self, application: &str) -> AnyConnectOptions {
        let mut options = AnyConnectOptions::clone(&self.options);
        options.database_url.query_pairs_mut().append_pair("application_name", application);
        options
    }
}

impl PartialEq for Server {
    fn eq(&self, other: &Self) -> bool {
        self.options.database_url == other.options.database_url
    }
}

impl Eq for Server {}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut url = self.options.database_url.clone();
        // Neither can fail: the address has a host, or no password.
        let _ = url.set_password(None);
        url.set_query(None);
        f.write_str(url.as_str())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_a_password() {
        for (url, shown) in [
            ("sqlite:data/x.sqlite", "data/x.sqlite"),
            ("sqlite:///var/x.sqlite", "/var/x.sqlite"),
            ("postgres://ann:secret@db.example:5433/games?sslmode=require", "postgres://ann@db.example:5433/games"),
            ("postgresql:///games?host=/run/postgresql&user=ann&password=secret", "postgresql:///games"),
        ] {
            let location = Location::parse(url).unwrap();
            assert_eq!(location.to_string(), shown);
            assert!(!format!("{location:?}").contains("secret"), "{location:?}");
        }
        for url in [
            "",
            "sqlite:",
            "data/x.sqlite",
            "mysql://localhost/games",
            "postgres://localhost",
            "postgres:///games",
            "postgres://localhost/games?pasword=secret",
        ] {
            assert_eq!(Location::parse(url), None, "{url}");
        }
    }
}
