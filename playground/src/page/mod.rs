//! The page for people: looks and works like a channel, and is driven over a websocket of its own.

mod guard;

use std::sync::Arc;

use axum::Router;

pub(crate) use guard::guard;

use crate::state::Shared;

/// The page's own addresses.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
}
