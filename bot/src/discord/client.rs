//! Connection to Discord, or to a stand-in at another address or behind a proxy. Everything after connecting is the
//! same for both.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use reqwest::{Certificate, Client, ClientBuilder, Url, redirect};
use serenity::all::{CreateAllowedMentions, GatewayIntents, Http, HttpBuilder, SessionStartLimit, UserId};
use tokio_util::sync::CancellationToken;

use super::api_error;
use crate::config::{Problem, Route};

/// Gateway intents: servers and their channels. None is privileged, and interactions need no intent.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS;

/// Delays between retries: the first one, doubled each time up to the longest.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// Reason why connecting failed.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The token does not have the form of a bot token.
    #[error("the token does not look like a bot token: copy it again from the Bot page of the application")]
    TokenForm,
    /// Discord rejects the token.
    #[error("Discord does not accept the token: reset it on the Bot page of the application and configure the new one")]
    TokenRefused,
    /// There is no reply.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
    /// The certificate of the stand-in's authority cannot be used.
    #[error("the certificate in {} cannot be used: {cause}", path.display())]
    Authority {
        /// Path of the certificate.
        path: PathBuf,
        cause: String,
    },
    /// The settings name no valid route to Discord.
    #[error(transparent)]
    Settings(#[from] Problem),
    /// The stand-in named a gateway outside this machine.
    #[error("the stand-in at {base} names the gateway {gateway}, which is not on this machine")]
    Gateway {
        /// Address of the stand-in, or of the proxy to it.
        base: String,
        /// Address of the named gateway.
        gateway: String,
    },
    /// The named gateway is not Discord's.
    #[error("the gateway {0} is not one of Discord's; it is not given the token")]
    ForeignGateway(String),
    /// A stand-in is configured without a token.
    #[error("an address of a stand-in ({0}) is configured, but no token")]
    NoToken(String),
    /// The gateway closed the connection permanently.
    #[error("the gateway refuses the bot: {0}")]
    Refused(&'static str),
    /// Discord rejects the number of shards that it recommends.
    #[error("Discord requires more shards than the {0} that it recommends; start the program again later")]
    Sharding(u32),
    /// Discord requires more shards than the processes have.
    #[error(
        "Discord requires more shards than the total of `discord.shards`, {total}, and recommends {recommended}; stop all processes, divide at least that many among them and start them again"
    )]
    TooFewShards {
        /// Total of all processes.
        total: u32,
        /// Number that Discord recommends.
        recommended: u32,
    },
    /// The program was stopped while connecting.
    #[error("the program is stopping")]
    Stopped,
    /// No token is configured, and the program was built without its playground.
    #[error(
        "no token is configured, and this program was built without its playground: set BATTALION_TOKEN, or build it with the \
         feature `playground`"
    )]
    NoPlayground,
    /// The playground could not start.
    #[cfg(feature = "playground")]
    #[error("the playground cannot start: {0}")]
    Playground(#[from] ::playground::Error),
    #[error("the commands could not be registered: {0}")]
    Setup(String),
}

/// Token and route of a connection.
#[derive(Clone)]
pub struct Target {
    pub token: String,
    /// Route to Discord.
    pub route: Route,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("route", &self.route).finish_non_exhaustive()
    }
}

/// Tested connection to Discord.
pub struct Connection {
    /// Client for REST requests.
    pub http: Http,
    pub me: UserId,
    /// Address of the gateway.
    pub gateway: String,
    /// Number of shards that Discord recommends.
    pub shards: u32,
    /// New sessions that Discord still allows.
    pub starts: SessionStartLimit,
}

/// Client for REST requests. Its messages notify only the people whom they list.
pub fn rest(target: &Target) -> Result<Http, ConnectError> {
    // Discord does not redirect its API. A request with the token must not follow to another host.
    let client = client(&target.route, |builder| builder.redirect(redirect::Policy::none()))?;
    let builder = HttpBuilder::new(&target.token).client(client);
    let builder = builder.default_allowed_mentions(CreateAllowedMentions::new());
    Ok(match &target.route {
        // The limiter sends every request to Discord whatever the address, so a stand-in is used without it.
        Route::StandIn(base) => builder.proxy(base.trim_end_matches('/')).ratelimiter_disabled(true).build(),
        Route::Direct | Route::Tunnel { .. } => builder.build(),
    })
}

/// Connects to the REST API and checks the token and the gateway.
pub async fn connect(target: &Target, shutdown: &CancellationToken) -> Result<Connection, ConnectError> {
    if serenity::utils::token::validate(&target.token).is_err() {
        return Err(ConnectError::TokenForm);
    }
    let http = rest(target)?;
    let stand_in = match &target.route {
        Route::Direct => None,
        Route::StandIn(base) | Route::Tunnel { proxy: base, .. } => Some(base),
    };
    let gateway = patiently("the address of the gateway", shutdown, || http.get_bot_gateway()).await?;
    match stand_in {
        Some(base) if !on_this_machine(&gateway.url) => {
            return Err(ConnectError::Gateway { base: base.clone(), gateway: gateway.url });
        }
        None if !is_discords(&gateway.url) => return Err(ConnectError::ForeignGateway(gateway.url)),
        _ => {}
    }
    let me = patiently("the bot's own account", shutdown, || http.get_current_user()).await?.id;
    let starts = gateway.session_start_limit;
    Ok(Connection { http, me, gateway: gateway.url, shards: gateway.shards.max(1), starts })
}

/// Repeats a request while Discord has server errors or cannot be reached. Fails on any other error, and when the
/// program stops.
pub async fn patiently<T, F>(
    what: &str,
    shutdown: &CancellationToken,
    mut request: impl FnMut() -> F,
) -> Result<T, ConnectError>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut pauses = pauses();
    loop {
        let answer = tokio::select! {
            answer = request() => answer,
            () = shutdown.cancelled() => return Err(ConnectError::Stopped),
        };
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) if api_error::is_unauthorized(&error) => return Err(ConnectError::TokenRefused),
            Err(error) if !api_error::passes(&error) => {
                return Err(ConnectError::Unreachable(api_error::brief(&error)));
            }
            Err(error) => api_error::brief(&error),
        };
        let pause = pauses.next().unwrap_or(LONGEST_RETRY);
        tracing::warn!(
            what,
            error,
            seconds = pause.as_secs_f32(),
            "Discord does not answer as it should; trying again"
        );
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.cancelled() => return Err(ConnectError::Stopped),
        }
    }
}

/// Pauses between attempts: exponential backoff without end.
pub fn pauses() -> ExponentialBackoff {
    let pauses = ExponentialBuilder::default().with_min_delay(RETRY).with_max_delay(LONGEST_RETRY).with_jitter();
    pauses.without_max_times().build()
}

/// Creates a client for this route, with further options. Through a tunnel it trusts only the stand-in's authority, so
/// that nobody else receives the token.
pub fn client(route: &Route, more: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Client, ConnectError> {
    let builder = more(Client::builder().use_rustls_tls());
    let unprepared = |error: reqwest::Error| ConnectError::Unreachable(api_error::innermost(&error));
    let Route::Tunnel { proxy, ca } = route else {
        return builder.build().map_err(unprepared);
    };
    let useless = |cause: String| ConnectError::Authority { path: ca.clone(), cause };
    let pem = std::fs::read(ca).map_err(|error| useless(error.to_string()))?;
    let trusted = Certificate::from_pem_bundle(&pem).map_err(|error| useless(api_error::innermost(&error)))?;
    if trusted.is_empty() {
        return Err(useless("there is none in it".to_owned()));
    }
    let proxy = reqwest::Proxy::https(proxy).map_err(unprepared)?;
    let builder = builder.proxy(proxy).tls_built_in_root_certs(false);
    let builder = trusted.into_iter().fold(builder, ClientBuilder::add_root_certificate);
    builder.build().map_err(|error| useless(api_error::innermost(&error)))
}

/// Returns true for the address of a gateway of Discord, with TLS.
fn is_discords(gateway: &str) -> bool {
    let Ok(url) = Url::parse(gateway) else { return false };
    let host = url.host_str().unwrap_or_default();
    let plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
    url.scheme() == "wss" && plain && (host == "gateway.discord.gg" || host.ends_with(".discord.gg"))
}

fn on_this_machine(gateway: &str) -> bool {
    let Some(rest) = gateway.strip_prefix("ws://") else {
        return false;
    };
    let authority = rest.split(['/', '?']).next().unwrap_or("");
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => authority.split(':').next().unwrap_or(""),
    };
    host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Removes the routes of old interactions from serenity's rate limiter, which never removes them itself.
pub async fn forget_routes(http: &Arc<Http>) {
    /// Number of routes above which routes are removed.
    const KEPT: usize = 2_000;
    if let Some(limiter) = &http.ratelimiter {
        let routes = limiter.routes();
        let mut routes = routes.write().await;
        if routes.len() > KEPT {
            // A bucket in use has a second reference.
            routes.retain(|_, bucket| Arc::strong_count(bucket) > 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_that_is_none_names_its_file() {
        let folder = std::env::temp_dir().join(format!("battalion-ca-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("ca.pem");
        let route = Route::Tunnel { proxy: "http://127.0.0.1:1".to_owned(), ca: file.clone() };
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        for content in [None, Some(""), Some("nothing"), Some(broken)] {
            if let Some(content) = content {
                std::fs::write(&file, content).unwrap();
            }
            let error = client(&route, |builder| builder).unwrap_err().to_string();
            assert!(error.starts_with("the certificate in ") && error.contains("ca.pem"), "{error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_ends_the_wait_for_another_attempt() {
        let shutdown = CancellationToken::new();
        let failing = || async { Err::<(), _>(serenity::Error::Json(serde_json::from_str::<()>("").unwrap_err())) };
        let begin = tokio::time::Instant::now();
        let stop = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            shutdown.cancel();
        };
        let (ended, ()) = tokio::join!(patiently("something", &shutdown, failing), stop);
        assert!(matches!(ended, Err(ConnectError::Stopped)));
        assert_eq!(begin.elapsed(), Duration::from_millis(1));
    }

    /// A rejected token has an error of its own, other than a Discord that cannot be reached.
    #[tokio::test]
    async fn a_rejected_token_is_called_rejected() {
        use axum::http::StatusCode;
        for (status, rejected) in [(StatusCode::UNAUTHORIZED, true), (StatusCode::FORBIDDEN, false)] {
            let here = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let route = Route::StandIn(format!("http://{}", here.local_addr().unwrap()));
            let reply = move || async move { (status, r#"{"code": 0, "message": "no"}"#) };
            let app = axum::Router::new().fallback(reply);
            let server = tokio::spawn(async { axum::serve(here, app).await.unwrap() });
            let http = rest(&Target { token: "token".to_owned(), route }).unwrap();
            let shutdown = CancellationToken::new();
            let refused = patiently("the account", &shutdown, || http.get_current_user()).await.unwrap_err();
            assert_eq!(matches!(refused, ConnectError::TokenRefused), rejected, "{status}: {refused}");
            server.abort();
        }
    }

    /// The token stays with the host that it was meant for.
    #[tokio::test]
    async fn no_request_follows_to_another_host() {
        use axum::http::{StatusCode, header};
        let elsewhere = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = format!("http://{}/", elsewhere.local_addr().unwrap());
        let here = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", here.local_addr().unwrap());
        let moved = move || async move { (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, target)]) };
        let server = tokio::spawn(async { axum::serve(here, axum::Router::new().fallback(moved)).await.unwrap() });
        let http = rest(&Target { token: "token".to_owned(), route: Route::StandIn(base) }).unwrap();
        http.get_current_user().await.unwrap_err();
        let followed = tokio::time::timeout(Duration::from_millis(200), elsewhere.accept()).await;
        assert!(followed.is_err(), "a request followed");
        server.abort();
    }

    #[test]
    fn only_discords_gateway_is_given_the_token() {
        for good in
            ["wss://gateway.discord.gg", "wss://gateway.discord.gg/", "wss://gateway-us-east1-b.discord.gg/?v=10"]
        {
            assert!(is_discords(good), "{good}");
        }
        for wrong in [
            "ws://gateway.discord.gg",
            "https://gateway.discord.gg",
            "wss://gateway.discord.gg:8443",
            "wss://gateway.discord.gg.example.org",
            "wss://gateway.discord.gg@example.org",
            "wss://notdiscord.gg",
            "wss://127.0.0.1",
            "",
        ] {
            assert!(!is_discords(wrong), "{wrong}");
        }
    }

    #[test]
    fn only_loopback_is_this_machine() {
        assert!(on_this_machine("ws://127.0.0.1:8080/gateway"));
        assert!(on_this_machine("ws://[::1]:80"));
        for wrong in [
            "wss://gateway.discord.gg",
            "ws://example.org",
            "ws://127.0.0.1.example.org",
            "ws://10.0.0.1",
            "ws://127.0.0.1@example.org",
        ] {
            assert!(!on_this_machine(wrong), "{wrong}");
        }
    }

    /// Pauses grow, with a random part, but stay short enough for the bot to return soon after an outage.
    #[test]
    fn no_pause_between_attempts_is_long() {
        let all: Vec<Duration> = pauses().take(50).collect();
        assert_eq!(all.len(), 50, "attempts do not end");
        assert!(all[0] >= RETRY && all[0] <= 2 * RETRY, "{all:?}");
        assert!(all.iter().all(|pause| *pause <= 2 * LONGEST_RETRY), "{all:?}");
        assert!(all[20..].iter().all(|pause| *pause >= LONGEST_RETRY), "{all:?}");
    }
}
