//! Rendering of pictures on blocking threads.

use std::sync::Arc;
use std::time::Instant;

use render::Renderer;

use crate::host::blocking;
use crate::host::error::Error;
use crate::metrics;

/// Renderer of all pictures.
#[derive(Clone, Debug)]
pub struct Rendering {
    pub(in crate::host) renderer: Arc<Renderer>,
}

impl Rendering {
    /// Renders on a blocking thread.
    pub(in crate::host) async fn draw<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Renderer) -> Result<T, Error> + Send + 'static,
    {
        let renderer = Arc::clone(&self.renderer);
        blocking(move || {
            let began = Instant::now();
            let drawn = work(&renderer);
            metrics::drawn(began.elapsed());
            drawn
        })
        .await
    }
}
