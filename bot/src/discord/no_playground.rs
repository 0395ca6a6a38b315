//! In place of the playground, where the program was built without it.

use super::client::{ConnectError, Target};
use crate::config::Config;

/// There is none.
#[derive(Debug)]
pub enum Playground {}

impl Playground {
    /// Says that there is none.
    ///
    /// # Errors
    /// [`ConnectError::NoPlayground`], always.
    pub async fn start(_: &Config) -> Result<(Target, Self), ConnectError> {
        Err(ConnectError::NoPlayground)
    }

    /// Ends it.
    pub async fn close(self) {
        match self {}
    }
}
