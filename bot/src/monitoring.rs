//! HTTP endpoints for operators: `GET /metrics` for Prometheus, and `GET /health`. The bot is healthy if every shard is
//! connected to Discord's gateway and the database was recently read and written without a failure since.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::host::{Clocks, Host};
use crate::metrics;

/// Time limit of the database's health check.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time between two probes of the database.
const PROBE: Duration = Duration::from_secs(5);

/// Connection state of the gateway: connected if every shard is. Set by the code that runs the shards.
#[derive(Clone, Debug, Default)]
pub struct Gateway(Arc<AtomicBool>);

impl Gateway {
    /// Stores the state, also in the metrics.
    pub fn set(&self, connected: bool) {
        self.0.store(connected, Ordering::Relaxed);
        metrics::gateway(connected);
    }

    fn is_connected(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Clone)]
struct Served {
    host: Host,
    gateway: Gateway,
    metrics: PrometheusHandle,
}

/// Serves both endpoints in the background. Returns once the address is bound.
pub async fn serve(
    address: SocketAddr,
    host: Host,
    gateway: Gateway,
    metrics: PrometheusHandle,
) -> std::io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    tracing::info!(%address, "metrics and health are served");
    let served = Served { host, gateway, metrics };
    let mut router = Router::new().route("/metrics", get(everything)).route("/health", get(health)).with_state(served);
    if address.ip().is_loopback() {
        router = router.layer(from_fn(only_here));
    } else {
        // Remote clients may use any host name, so the `Host` header is not checked.
        tracing::warn!(%address, "whoever reaches this address can read the metrics; listen on 127.0.0.1, or keep others out with a firewall")
    }
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(())
}

/// Rejects requests with a foreign host name. Without this check, a web page open in a browser on this machine could
/// read the metrics by pointing its own domain to this address (DNS rebinding).
async fn only_here(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if host.is_some_and(is_here) {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "use 127.0.0.1 or localhost as the name of this machine\n").into_response()
    }
}

/// Returns whether a host is an IP address or `localhost`.
fn is_here(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

/// Probes the database regularly until shutdown, a part of the file at a time. Damage is logged where it is found.
pub async fn probe(clocks: Clocks, shutdown: CancellationToken) {
    loop {
        if let Err(error) = clocks.probe().await {
            tracing::debug!(%error, "the database could not be read");
        }
        tokio::select! {
            () = tokio::time::sleep(PROBE) => {}
            () = shutdown.cancelled() => return,
        }
    }
}

async fn everything(State(served): State<Served>) -> Result<String, StatusCode> {
    match served.host.counts().await {
        Ok(counts) => metrics::counts(counts),
        Err(error) => tracing::debug!(%error, "what is open could not be counted"),
    }
    served.metrics.run_upkeep();
    Ok(served.metrics.render())
}

async fn health(State(served): State<Served>) -> (StatusCode, String) {
    let database = tokio::time::timeout(PATIENCE, served.host.is_writing()).await;
    let parts = [("gateway", served.gateway.is_connected()), ("database", database.unwrap_or(false))];
    let ready = parts.iter().all(|(_, ready)| *ready);
    let line = |(name, ready): &(&str, bool)| format!("{name}: {}\n", if *ready { "ready" } else { "not ready" });
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, parts.iter().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for good in ["127.0.0.1:9137", "127.0.0.1", "[::1]:9137", "[::1]", "localhost", "localhost:9137"] {
            assert!(is_here(good), "{good}");
        }
        for foreign in ["", "example.org", "example.org:9137", "127.0.0.1.example.org", "localhost.example.org:80"] {
            assert!(!is_here(foreign), "{foreign}");
        }
    }
}
