//! Connection settings for Discord, and the route they describe.

use std::path::PathBuf;

use super::error::Problem;
use super::token::Token;
use super::values::{self, ApiBase, OptionalPath, ProxyAddress, Setting as _, ShardRange, TokenText};
use crate::host::{PersonId, Shards};

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
    /// Shards of this process; `None` for the only process, with as many as Discord recommends.
    #[serde(deserialize_with = "ShardRange::read")]
    pub shards: Option<Shards>,
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
