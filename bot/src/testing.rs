//! Background task for tests of armies: continues those that an earlier exit has interrupted, and plays new ones. The
//! playing itself is in `host`.

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::host::Trials;

/// Plays tests until shutdown. Pairs of games cut short by it are played again after the next start.
pub async fn run(trials: Trials, shutdown: CancellationToken) {
    let mut playing = JoinSet::new();
    let play = |playing: &mut JoinSet<()>, test| {
        let trials = trials.clone();
        playing.spawn(async move { trials.play(test).await });
    };
    match trials.unfinished().await {
        Ok(unfinished) => unfinished.into_iter().for_each(|test| play(&mut playing, test)),
        Err(error) => {
            tracing::error!(%error, "interrupted tests of armies cannot be looked up; they continue after the next start")
        }
    }
    loop {
        tokio::select! {
            Some(test) = trials.asked() => play(&mut playing, test),
            Some(_) = playing.join_next() => {}
            () = shutdown.cancelled() => return,
        }
    }
}
