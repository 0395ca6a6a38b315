//! The playground that the program brings along: a stand-in for Discord, its people, channels and messages in a file beside the
//! database.

use std::io::Write as _;

use ::playground::Builder;

use super::client::{ConnectError, Target};
use crate::config::{Config, Route};

/// What somebody can do who is alone here.
const NEWCOMERS: &str = "Alone here? /play finds you a game against the computer.";

/// The program's own playground, running.
#[derive(Debug)]
pub struct Playground(::playground::Playground);

impl Playground {
    /// Starts it and prints where it is.
    ///
    /// # Errors
    /// [`ConnectError::Playground`] when its address or its file cannot be used.
    pub async fn start(config: &Config) -> Result<(Target, Self), ConnectError> {
        let playground = Builder::club()
            .topic("games", NEWCOMERS)
            .forget_requests()
            .saved_in(&config.database.with_extension("playground.jsonl"))
            .start(&config.playground.to_string())
            .await?;
        let address = playground.base_url();
        if !config.playground.ip().is_loopback() {
            tracing::warn!(
                address = %config.playground,
                "whoever reaches this address can play and administer as anyone on the playground; listen on 127.0.0.1, or keep others out with a firewall"
            );
        }
        // A closed standard output is no reason to stop.
        let _ = writeln!(std::io::stdout(), "No token is configured: try the bot on the playground at {address}");
        let target = Target { token: playground.token().to_owned(), route: Route::StandIn(address) };
        Ok((target, Self(playground)))
    }

    /// Ends it; what happened last is in its file then.
    pub async fn close(self) {
        self.0.close().await;
    }
}
