//! Built-in playground: a stand-in for Discord. Its people, channels and messages are stored in a file beside the
//! database.

use std::io::Write as _;

use ::playground::Builder;

use super::client::{ConnectError, Target};
use crate::config::{Config, Route};

/// Hint for a person who is alone in the playground.
const NEWCOMERS: &str = "Alone here? /play finds you a game against the computer.";

/// Running playground.
#[derive(Debug)]
pub struct Playground(::playground::Playground);

impl Playground {
    /// Starts the playground and prints its address.
    pub async fn start(config: &Config) -> Result<(Target, Self), ConnectError> {
        let playground = Builder::club()
            .topic("games", NEWCOMERS)
            .forget_requests()
            .saved_in(&config.playground_file())
            .start(&config.playground.to_string())
            .await?;
        let address = playground.base_url();
        if !config.playground.ip().is_loopback() {
            tracing::warn!(
                address = %config.playground,
                "whoever reaches this address can play and administer as anyone on the playground; listen on 127.0.0.1, or keep others out with a firewall"
            );
        }
        // A closed standard output is not a reason to stop.
        let _ = writeln!(std::io::stdout(), "No token is configured: try the bot on the playground at {address}");
        let target = Target { token: playground.token().to_owned(), route: Route::StandIn(address) };
        Ok((target, Self(playground)))
    }

    /// Stops the playground and stores its state.
    pub async fn close(self) {
        self.0.close().await;
    }
}
