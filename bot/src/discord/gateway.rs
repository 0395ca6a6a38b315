//! Connection to the gateway. It uses the number of shards that Discord recommends, and more if Discord requires
//! more, or the range of shards that is configured. It ends when the program stops or when Discord closes it permanently.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{Client, ClientBuilder, GatewayError, Http, SessionStartLimit};
use serenity::gateway::{ConnectionStage, ShardManager};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::subscriber::NoSubscriber;

use super::app::Shared;
use super::client::{self, ConnectError, Target};
use super::closes::{Closed, Closes};
use super::features::battalions::test_delivery;
use super::framework::framework;
use super::{api_error, delivery};
use crate::host::{Shards, StartLock};
use crate::monitoring::Gateway;

/// Polling interval for the states of the shards.
const LOOK: Duration = Duration::from_millis(200);
/// Maximum time that a shutdown waits for running tasks.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time during which the shards of a client with closed connections are sent closes.
const CLOSING: Duration = Duration::from_secs(10);
/// Maximum time that a shutdown waits for the shards to close.
const GOODBYE: Duration = Duration::from_secs(2);
/// Minimum delay that Discord requires between the starts of two sessions.
const BETWEEN_SESSIONS: Duration = Duration::from_secs(5);
/// Maximum number of consecutive times that Discord may reject the recommended number of shards.
const REFUSALS: u32 = 4;
/// Minimum length of a session that counts as accepted.
const STEADY: Duration = Duration::from_secs(60);

/// Reason why a client ended without an error.
enum Ended {
    /// The program is stopping.
    Stopped,
    /// Discord requires a new session with the number of shards that it then recommends, or more.
    Again,
}

/// Keeps the bot connected until the program stops.
pub async fn run(
    app: &Shared,
    target: &Target,
    closes: &mut Closes,
    shutdown: &CancellationToken,
) -> Result<(), ConnectError> {
    let mut background = None;
    let (mut most, mut refusals) = (0, 0);
    let part = app.host.shards();
    loop {
        let client::Connection { http, me, gateway, shards: recommended, starts } =
            client::connect(target, shutdown).await?;
        app.is(me);
        if recommended > most {
            (most, refusals) = (recommended, 0);
        }
        let shards = shards(part, refusals, recommended)?;
        let lock = start_lock(app, &starts, shards, shutdown).await?;
        let (failed, failure) = mpsc::channel(1);
        let client = ClientBuilder::new_with_http(http, client::INTENTS)
            .framework(framework(app.clone(), failed, shutdown.clone()))
            .await
            .map_err(|error| refused(&error))?;
        // serenity also requests the address, but falls back to Discord's own.
        *client.ws_url.lock().await = gateway;
        background.get_or_insert_with(|| Background::start(app, &client.http, shutdown));
        let began = Instant::now();
        match session(app, client, (shards, lock), failure, closes, shutdown).await? {
            Ended::Stopped => return Ok(()),
            Ended::Again => {
                tracing::warn!(
                    shards = shards.total(),
                    "the gateway requires a new session; asking how many shards it takes"
                );
                refusals = if began.elapsed() > STEADY { 1 } else { refusals + 1 };
            }
        }
        tokio::select! {
            () = tokio::time::sleep(BETWEEN_SESSIONS) => {}
            () = shutdown.cancelled() => return Ok(()),
        }
    }
}

/// Waits until Discord allows the new sessions and no other process starts any. `None` for the only process.
async fn start_lock(
    app: &Shared,
    starts: &SessionStartLimit,
    shards: Shards,
    shutdown: &CancellationToken,
) -> Result<Option<StartLock>, ConnectError> {
    let lock = async {
        if let Some(wait) = missing_starts(starts, shards) {
            tracing::warn!(
                minutes = wait.as_secs() / 60,
                "Discord allows too few new sessions for all shards; waiting for more"
            );
            tokio::time::sleep(wait).await;
        }
        let mut pauses = client::pauses();
        loop {
            match app.host.start_lock().await {
                Ok(lock) => return lock,
                Err(error) => {
                    tracing::warn!(%error, "the shards cannot connect without the database; trying again");
                    tokio::time::sleep(pauses.next().unwrap_or(BETWEEN_SESSIONS)).await;
                }
            }
        }
    };
    tokio::select! {
        lock = lock => Ok(lock),
        () = shutdown.cancelled() => Err(ConnectError::Stopped),
    }
}

/// Time until Discord allows enough new sessions; `None` if it does now.
fn missing_starts(starts: &SessionStartLimit, shards: Shards) -> Option<Duration> {
    let is_enough = starts.remaining >= u64::from(shards.count()) || u64::from(shards.count()) > starts.total;
    (!is_enough).then(|| Duration::from_millis(starts.reset_after))
}

/// Background tasks that run beside every session. Dropping them stops them.
struct Background([JoinHandle<()>; 3]);

impl Background {
    fn start(app: &Shared, http: &Arc<Http>, shutdown: &CancellationToken) -> Self {
        app.presence.connect(Arc::clone(http));
        Self([
            tokio::spawn(delivery::run(app.clone(), Arc::clone(http), shutdown.clone())),
            tokio::spawn(test_delivery::run(app.clone(), Arc::clone(http), shutdown.clone())),
            tokio::spawn(delivery::remove_old(app.clone(), Arc::clone(http), shutdown.clone())),
        ])
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// Runs one client.
async fn session(
    app: &Shared,
    mut client: Client,
    (shards, lock): (Shards, Option<StartLock>),
    mut failure: mpsc::Receiver<String>,
    closes: &mut Closes,
    shutdown: &CancellationToken,
) -> Result<Ended, ConnectError> {
    // Drains closes of the previous client: several shards may be closed for the same reason.
    while closes.try_recv().is_ok() {}
    let (manager, url) = (Arc::clone(&client.shard_manager), Arc::clone(&client.ws_url));
    let (first, last) = shards.range().into_inner();
    let watching = tokio::spawn(watch(Arc::clone(&manager), shards, lock, app.gateway.clone()));
    let ended = tokio::select! {
        // serenity takes the end of the range for the last shard.
        ended = client.start_shard_range(first..last, shards.total()) => ended.map(|()| Ended::Stopped).map_err(|error| refused(&error)),
        Some(closed) = closes.recv() => meaning(closed),
        Some(why) = failure.recv() => Err(ConnectError::Setup(why)),
        () = shutdown.cancelled() => Ok(Ended::Stopped),
    };
    let stopped = matches!(ended, Ok(Ended::Stopped));
    // Shards with a closed connection can occupy every worker thread, so they stop before any other task is awaited.
    if !stopped {
        retire(Arc::clone(&manager), &url).await;
    }
    watching.abort();
    let _ = watching.await;
    app.gateway.set(false);
    // No new tasks start now. Running tasks finish and send their responses.
    if !matches!(ended, Ok(Ended::Again)) && !app.work.finish(PATIENCE).await {
        tracing::warn!("some work was still under way at the end");
    }
    if stopped {
        let _ = tokio::time::timeout(GOODBYE, manager.shutdown_all()).await;
    }
    ended
}

/// Stops a client with closed connections. serenity polls a closed connection without pause until a message to its
/// shard ends it. A shutdown does not: it waits, also without pause, for a reply that cannot come. A close does, because
/// it fails, but only after the end of the TCP connection. So closes are sent repeatedly before the shutdown.
async fn retire(manager: Arc<ShardManager>, url: &Mutex<String>) {
    // Without the address, shards that are queued or reconnecting cannot connect.
    url.lock().await.clear();
    close_all(&manager).await;
    tokio::spawn(async move {
        let began = Instant::now();
        while began.elapsed() < CLOSING {
            tokio::time::sleep(LOOK).await;
            close_all(&manager).await;
        }
        manager.shutdown_all().await;
    });
}

/// Sends a close to every shard. serenity logs a warning for each that has ended, which is not kept.
async fn close_all(manager: &ShardManager) {
    let runners = manager.runners.lock().await;
    tracing::subscriber::with_default(NoSubscriber::new(), || {
        runners.values().for_each(|runner| runner.runner_tx.shutdown_clean());
    });
}

/// Shards of the next session, after this many sessions that Discord ended for having too few.
fn shards(part: Shards, refusals: u32, recommended: u32) -> Result<Shards, ConnectError> {
    match (part.is_all(), refusals) {
        (true, REFUSALS) => Err(ConnectError::Sharding(recommended)),
        (true, _) => Ok(Shards::whole(recommended)),
        (false, 0) => Ok(part),
        (false, _) => Err(ConnectError::TooFewShards { total: part.total(), recommended }),
    }
}

/// Reaction to a permanent close.
fn meaning(closed: Closed) -> Result<Ended, ConnectError> {
    match closed {
        Closed::ShardingRequired | Closed::NotAuthenticated => Ok(Ended::Again),
        Closed::InvalidShard => Err(ConnectError::Refused(
            "it does not take the numbers of the shards (4010); start the program again, and report it if that does not help",
        )),
        Closed::InvalidVersion => Err(ConnectError::Refused(
            "it no longer serves the version that this program speaks (4012); install a newer one",
        )),
    }
}

/// Converts an error of a client.
fn refused(error: &serenity::Error) -> ConnectError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectError::TokenRefused,
        serenity::Error::Gateway(GatewayError::InvalidGatewayIntents) => ConnectError::Refused(
            "it does not know an event that this program asks for (4013); install a newer version",
        ),
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => ConnectError::Refused(
            "it does not grant an event that this program asks for (4014); check the Bot page of the application",
        ),
        other => ConnectError::Unreachable(api_error::brief(other)),
    }
}

/// Records whether every shard is connected. serenity has no event for a lost connection, so the shards are polled. The
/// lock is released when Discord allows the next session.
async fn watch(manager: Arc<ShardManager>, shards: Shards, mut lock: Option<StartLock>, gateway: Gateway) {
    let mut connected_at = None;
    loop {
        let connected = {
            let runners = manager.runners.lock().await;
            all_connected(shards.count(), runners.values().map(|runner| runner.stage))
        };
        gateway.set(connected);
        if connected && connected_at.get_or_insert_with(Instant::now).elapsed() >= BETWEEN_SESSIONS {
            drop(lock.take());
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Returns whether this number of shards is connected. Shards that have not started yet have no stage.
fn all_connected(shards: u32, mut stages: impl ExactSizeIterator<Item = ConnectionStage>) -> bool {
    stages.len() == shards as usize && stages.all(|stage| stage == ConnectionStage::Connected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gateway_is_ready_with_every_shard() {
        use ConnectionStage::{Connected, Connecting, Disconnected};
        let ready = |stages: &[ConnectionStage]| all_connected(2, stages.iter().copied());
        assert!(ready(&[Connected, Connected]));
        for stages in [&[][..], &[Connected], &[Connected, Connecting], &[Disconnected, Connected]] {
            assert!(!ready(stages), "{stages:?}");
        }
    }

    #[test]
    fn a_start_waits_for_new_sessions_that_discord_does_not_allow_yet() {
        let starts = |remaining| -> SessionStartLimit {
            let limit =
                serde_json::json!({"total": 1000, "remaining": remaining, "reset_after": 60_000, "max_concurrency": 1});
            serde_json::from_value(limit).unwrap()
        };
        let shards = |range: &str| -> Shards { range.parse().unwrap() };
        assert_eq!(missing_starts(&starts(16), shards("16-31/64")), None);
        assert_eq!(missing_starts(&starts(15), shards("16-31/64")), Some(Duration::from_secs(60)));
        assert_eq!(missing_starts(&starts(1000), shards("0-1500/2000")), None, "never enough, so waiting is no use");
    }

    /// A process for all servers takes the number that Discord recommends, and gives up after several refusals. One of
    /// several processes keeps its share, and gives up at once.
    #[test]
    fn a_process_takes_the_shards_that_discord_recommends_or_its_share() {
        let part: Shards = "0-1/4".parse().unwrap();
        let said = |part: Shards, refusals, recommended| match shards(part, refusals, recommended) {
            Ok(shards) => format!("{} shards", shards.total()),
            Err(error) => error.to_string(),
        };
        for refusals in 0..REFUSALS {
            assert_eq!(said(Shards::ALL, refusals, 3), "3 shards", "{refusals}");
        }
        let gives_up = "Discord requires more shards than the 3 that it recommends; start the program again later";
        assert_eq!(said(Shards::ALL, REFUSALS, 3), gives_up);
        assert_eq!(said(part, 0, 9), "4 shards");
        let too_few = "total of `discord.shards`, 4, and recommends 9";
        assert!((1..=REFUSALS).all(|refusals| said(part, refusals, 9).contains(too_few)), "{}", said(part, 1, 9));
    }

    /// Discord may require more shards or a new session. Any other close ends the program with advice of its own.
    #[test]
    fn each_permanent_close_has_its_own_reaction() {
        let said = |closed| meaning(closed).map_or_else(|error| error.to_string(), |_| "again".to_owned());
        for (closed, expected) in [
            (Closed::ShardingRequired, "again"),
            (Closed::NotAuthenticated, "again"),
            (Closed::InvalidShard, "(4010); start the program again"),
            (Closed::InvalidVersion, "(4012); install a newer one"),
        ] {
            assert!(said(closed).contains(expected), "{closed:?}: {}", said(closed));
        }
        for (error, expected) in [
            (GatewayError::InvalidAuthentication, "Discord does not accept the token"),
            (GatewayError::InvalidGatewayIntents, "(4013); install a newer version"),
            (GatewayError::DisallowedGatewayIntents, "(4014); check the Bot page"),
            (GatewayError::NoAuthentication, "Discord cannot be reached"),
        ] {
            let said = refused(&serenity::Error::Gateway(error)).to_string();
            assert!(said.contains(expected), "{said}");
        }
    }
}
