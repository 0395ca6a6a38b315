//! Replacement for the playground in builds without it.

use super::client::{ConnectError, Target};
use crate::config::Config;

/// Uninhabited: no playground exists.
#[derive(Debug)]
pub enum Playground {}

impl Playground {
    /// Always returns [`ConnectError::NoPlayground`].
    pub async fn start(_: &Config) -> Result<(Target, Self), ConnectError> {
        Err(ConnectError::NoPlayground)
    }

    /// Never called.
    pub async fn close(self) {
        match self {}
    }
}
