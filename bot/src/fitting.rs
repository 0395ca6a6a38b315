//! Background task that fits the values of published Battalions. The fitting itself is in `host`.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::host::{FitSettings, Fits};

/// Time between two looks for Battalions without fitted values.
const INTERVAL: Duration = Duration::from_secs(60);

/// Fits values until shutdown.
pub async fn run(fits: Fits, settings: FitSettings, shutdown: CancellationToken) {
    loop {
        tokio::select! {
            fitted = fits.fit_next(settings) => match fitted {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "values could not be fitted; the next attempt is soon"),
            },
            () = shutdown.cancelled() => return,
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.cancelled() => return,
        }
    }
}
