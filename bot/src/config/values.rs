//! Values of settings. The file and the environment share their readers.

use std::fmt;
use std::marker::PhantomData;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::{Deserialize as _, Deserializer, Error as _, Visitor};
use tracing_subscriber::EnvFilter;

use super::token::Token;
use crate::host::{PersonId, Shards};
use crate::store::Location;

/// Kind of setting that is written as text.
pub trait Setting {
    /// Parsed value.
    type Value;
    /// Description of a valid value, for messages: "the setting must be …".
    const EXPECTED: &'static str;

    /// Parses the value; `None` if it is not as expected.
    fn parse(text: &str) -> Option<Self::Value>;

    /// Reads the value from the file.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>
    where
        Self: Sized,
    {
        deserializer.deserialize_str(Text::<Self>(PhantomData))
    }
}

struct Text<S>(PhantomData<S>);

impl<S: Setting> Visitor<'_> for Text<S> {
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text in quotation marks")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<S::Value, E> {
        S::parse(text).ok_or_else(|| E::custom(S::EXPECTED))
    }
}

/// Bot token; an empty text means none.
pub struct TokenText;

impl Setting for TokenText {
    type Value = Option<Token>;
    const EXPECTED: &'static str = "the bot's token as Discord shows it, without spaces";

    fn parse(text: &str) -> Option<Option<Token>> {
        if text.trim().is_empty() {
            return Some(None);
        }
        let token = Token::new(text);
        let fits = !token.reveal().is_empty() && token.reveal().chars().all(|c| c.is_ascii_graphic());
        fits.then_some(Some(token))
    }
}

/// Range of shards; `auto` means all of them, in one process.
pub struct ShardRange;

impl Setting for ShardRange {
    type Value = Option<Shards>;
    const EXPECTED: &'static str = "auto, or the shards of this process and their total, such as 0-15/64";

    fn parse(text: &str) -> Option<Option<Shards>> {
        if text.trim() == "auto" { Some(None) } else { text.parse().ok().map(Some) }
    }
}

/// HTTP base URL of a stand-in; an empty text means none.
pub struct ApiBase;

impl Setting for ApiBase {
    type Value = Option<String>;
    const EXPECTED: &'static str = "an address such as http://127.0.0.1:8137";

    fn parse(text: &str) -> Option<Option<String>> {
        address(text, &["http://", "https://"])
    }
}

/// Address of an HTTP proxy; an empty text means none.
pub struct ProxyAddress;

impl Setting for ProxyAddress {
    type Value = Option<String>;
    const EXPECTED: &'static str = "the address of an HTTP proxy such as http://127.0.0.1:8138";

    fn parse(text: &str) -> Option<Option<String>> {
        address(text, &["http://"])
    }
}

/// Parses an address that begins with one of these schemes.
fn address(text: &str, schemes: &[&str]) -> Option<Option<String>> {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() {
        return Some(None);
    }
    let fits = schemes.iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    fits.then(|| Some(text.to_owned()))
}

/// Path; an empty text means none.
pub struct OptionalPath;

impl Setting for OptionalPath {
    type Value = Option<PathBuf>;
    const EXPECTED: &'static str = "a path";

    fn parse(text: &str) -> Option<Option<PathBuf>> {
        let text = text.trim();
        Some((!text.is_empty()).then(|| PathBuf::from(text)))
    }
}

/// Path of the database. An address is not taken for a path.
pub struct Database;

impl Setting for Database {
    type Value = Location;
    const EXPECTED: &'static str = "the path of a file, such as data/battalion.sqlite";

    fn parse(text: &str) -> Option<Location> {
        let fits = !text.trim().is_empty() && !text.contains("://");
        fits.then(|| Location::File(text.into()))
    }
}

/// Address of the database; an empty text means none.
pub struct DatabaseAddress;

impl Setting for DatabaseAddress {
    type Value = Option<Location>;
    const EXPECTED: &'static str =
        "an address such as postgres://user:password@host/database or sqlite:data/battalion.sqlite";

    fn parse(text: &str) -> Option<Option<Location>> {
        if text.trim().is_empty() {
            return Some(None);
        }
        Location::parse(text).map(Some)
    }
}

/// Address with a port.
pub struct Address;

impl Setting for Address {
    type Value = SocketAddr;
    const EXPECTED: &'static str = "an address with a port, such as 127.0.0.1:8137";

    fn parse(text: &str) -> Option<SocketAddr> {
        text.trim().parse().ok()
    }
}

/// Address of the metrics. A port alone means this machine; an empty text means none.
pub struct Monitored;

impl Setting for Monitored {
    type Value = Option<SocketAddr>;
    const EXPECTED: &'static str =
        "a port on this machine, such as 9137, or an address with a port, such as 127.0.0.1:9137";

    fn parse(text: &str) -> Option<Option<SocketAddr>> {
        let text = text.trim();
        if text.is_empty() {
            return Some(None);
        }
        match text.parse::<u16>() {
            Ok(port) => Some(Some(SocketAddr::from(([127, 0, 0, 1], port)))),
            Err(_) => text.parse().ok().map(Some),
        }
    }
}

/// Address of the documents.
pub struct Documents;

impl Setting for Documents {
    type Value = String;
    const EXPECTED: &'static str = "the address of a folder with the documents, such as https://example.org/docs";

    fn parse(text: &str) -> Option<String> {
        let text = text.trim();
        let fits = text.starts_with("https://") || text.starts_with("http://");
        let clean = !text.contains(|c: char| c.is_whitespace() || ['<', '>'].contains(&c));
        (fits && clean).then(|| text.to_owned())
    }
}

/// Filter of the log.
pub struct LogFilter;

impl Setting for LogFilter {
    type Value = String;
    const EXPECTED: &'static str = "error, warn, info, debug, trace, or directives such as info,battalion=debug";

    fn parse(text: &str) -> Option<String> {
        let text = text.trim();
        let fits = !text.is_empty() && EnvFilter::builder().parse(text).is_ok();
        fits.then(|| text.to_owned())
    }
}

/// Reads a number of seconds, with or without a decimal point.
pub fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let number = f64::deserialize(deserializer).ok().filter(|number| (0.0..=60.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| D::Error::custom("a number of seconds from 0 to 60"))
}

/// Reads the number of backups.
pub fn number_of_backups<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let number = usize::deserialize(deserializer).ok().filter(|number| (1..=1000).contains(number));
    number.ok_or_else(|| D::Error::custom("a whole number from 1 to 1000"))
}

/// Reads the number of pairs of games in a test of an army.
pub fn number_of_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer).ok().filter(|number| (1..=1000).contains(number));
    number.ok_or_else(|| D::Error::custom("a whole number from 1 to 1000"))
}

/// Reads the number of games of a fit.
pub fn number_of_games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer).ok().filter(|number| *number == 0 || (100..=20_000).contains(number));
    number.ok_or_else(|| D::Error::custom("0 or a whole number from 100 to 20000"))
}

/// Reads the number of positions per turn in a test of an army.
pub fn number_of_positions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer).ok().filter(|number| (10..=20_000).contains(number));
    number.ok_or_else(|| D::Error::custom("a whole number from 10 to 20000"))
}

/// Reads a list of Discord ids, quoted or not.
pub fn operators<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PersonId>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Id {
        Number(u64),
        Text(String),
    }
    let id = |id: Id| match id {
        Id::Number(id) => Some(id),
        Id::Text(text) => text.trim().parse().ok(),
    };
    let ids = Vec::<Id>::deserialize(deserializer).ok();
    let ids = ids.and_then(|ids| ids.into_iter().map(|one| id(one).filter(|id| *id != 0)).collect::<Option<Vec<_>>>());
    let ids = ids.ok_or_else(|| D::Error::custom("a list of Discord ids, such as [123456789012345678]"))?;
    Ok(ids.into_iter().map(PersonId).collect())
}
