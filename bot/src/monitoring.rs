//! `GET /metrics` for Prometheus, and `GET /health`: ready when Discord's gateway and the database both are.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use crate::host::Host;
use crate::metrics;

/// How long the database may take to answer for its health.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the gateway is connected: set by the code that talks to it.
#[derive(Clone, Debug, Default)]
pub struct Gateway(Arc<AtomicBool>);

impl Gateway {
    /// It is connected, or not any more.
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

/// Serves both under an address until the program ends.
///
/// # Errors
/// When the address cannot be listened on.
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
    let router = Router::new().route("/metrics", get(everything)).route("/health", get(health)).with_state(served);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(())
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
    let status = match ready {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, parts.iter().map(line).collect())
}
