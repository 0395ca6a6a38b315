//! Background task for computer players: whenever one has a decision to make, a task plays its game. The playing itself
//! is in `host`.

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::host::{Computers, Pace};

/// Runs the computer players until shutdown. Decisions cut short by it start anew at the next start.
pub async fn run(computers: Computers, pace: Pace, shutdown: CancellationToken) {
    let mut games = JoinSet::new();
    let see_to = |games: &mut JoinSet<()>, game| {
        let computers = computers.clone();
        games.spawn(async move { computers.play_computers(game, pace).await });
    };
    match computers.games_of_computers().await {
        Ok(open) => open.into_iter().for_each(|game| see_to(&mut games, game)),
        Err(error) => {
            tracing::error!(%error, "the games of computer players cannot be looked up; they play on when somebody acts")
        }
    }
    loop {
        tokio::select! {
            Some(game) = computers.computer_asked() => see_to(&mut games, game),
            Some(_) = games.join_next() => {}
            () = shutdown.cancelled() => return,
        }
    }
}
