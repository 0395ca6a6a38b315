//! Work on blocking threads.

use crate::host::error::{Error, InternalError};

/// Runs CPU-bound work on a blocking thread.
pub(in crate::host) async fn blocking<T, F>(work: F) -> Result<T, Error>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Error> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(InternalError::plain("working on a game", "the work panicked or was stopped").into()),
    }
}
