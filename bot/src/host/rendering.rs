//! Rendering of pictures on blocking threads.

use std::sync::Arc;
use std::time::Instant;

use render::Renderer;
use tokio::sync::Semaphore;

use crate::host::blocking;
use crate::host::error::{Error, InternalError};
use crate::metrics;

/// Maximum number of pictures drawn at the same time for each core. Each takes some megabytes. Several, so that one long
/// replay does not delay boards.
const PER_CORE: usize = 4;

/// Renderer of all pictures.
#[derive(Clone, Debug)]
pub struct Rendering {
    pub(in crate::host) renderer: Arc<Renderer>,
    permits: Arc<Semaphore>,
}

impl Rendering {
    pub(in crate::host) fn new(renderer: Arc<Renderer>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { renderer, permits: Arc::new(Semaphore::new(PER_CORE * cores)) }
    }

    /// Renders on a blocking thread. Drawings begin in the order of the calls.
    pub(in crate::host) async fn draw<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Renderer) -> Result<T, Error> + Send + 'static,
    {
        let renderer = Arc::clone(&self.renderer);
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_| InternalError::plain("drawing a picture", "the program stops"))?;
        blocking(move || {
            let began = Instant::now();
            let drawn = work(&renderer);
            metrics::drawn(began.elapsed());
            // The work holds the permit, since the task that waits for it can be cancelled earlier.
            drop(permit);
            drawn
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn the_number_of_drawings_at_once_is_limited() {
        let rendering = Rendering::new(Arc::new(Renderer::new().unwrap()));
        let most = rendering.permits.available_permits();
        let (begins, begun) = mpsc::channel();
        let mut drawings = JoinSet::new();
        let mut ends = Vec::new();
        for _ in 0..3 * most {
            let (end, ended) = mpsc::channel::<()>();
            ends.push(end);
            let (rendering, begins) = (rendering.clone(), begins.clone());
            drawings.spawn(async move {
                let draw = move |_: &Renderer| {
                    begins.send(()).unwrap();
                    let _ = ended.recv();
                    Ok(())
                };
                rendering.draw(draw).await.unwrap();
            });
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert_eq!(begun.try_iter().count(), most);
        ends.clear();
        drawings.join_all().await;
        assert_eq!(begun.try_iter().count(), 2 * most);
    }
}
