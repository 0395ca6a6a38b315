//! Background task for computer players: whenever one has a decision to make, a task plays its game. The playing itself
//! is in `host`.

use tokio::task::JoinSet;

use crate::host::{Host, Pace};
use crate::shutdown::Shutdown;

/// Runs the computer players until shutdown. Decisions cut short by it start anew at the next start.
pub async fn run(host: Host, pace: Pace, shutdown: Shutdown) {
    let mut games = JoinSet::new();
    let see_to = |games: &mut JoinSet<()>, game| {
        let host = host.clone();
        games.spawn(async move { host.computers.play_computers(game, pace).await });
    };
    match host.computers.games_of_computers().await {
        Ok(open) => open.into_iter().for_each(|game| see_to(&mut games, game)),
        Err(error) => {
            tracing::error!(%error, "the games of computer players cannot be looked up; they play on when somebody acts")
        }
    }
    loop {
        tokio::select! {
            Some(game) = host.computers.computer_asked() => see_to(&mut games, game),
            Some(_) = games.join_next() => {}
            () = shutdown.wait() => return,
        }
    }
}
