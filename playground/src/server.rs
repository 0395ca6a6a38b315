//! Web server: REST and gateway for the bot, attachments, and the page for people.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::id::AttachmentId;
use crate::limits;
use crate::state::Shared;
use crate::{gateway, page, rest};

/// Serves until the handle is aborted.
pub(crate) fn spawn(listener: TcpListener, shared: &Arc<Shared>) -> JoinHandle<()> {
    let app = for_the_bot()
        .route("/gateway", get(gateway::connect))
        .merge(page::routes())
        .layer(body_limit())
        .layer(axum::middleware::from_fn(page::guard))
        .with_state(Arc::clone(shared));
    // Small responses are sent at once (no delay): a bot has three seconds, and a test has less patience.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, app).await {
            tracing::error!(target: "playground", "the server stopped: {error}");
        }
    })
}

/// REST and attachments.
fn for_the_bot() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/{version}/{*path}", any(rest::serve))
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
}

fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max((limits::FILES + 1) * limits::FILE_BYTES)
}

/// Routes under Discord's own host names.
pub(crate) fn under_discords_names(shared: &Arc<Shared>) -> Router {
    for_the_bot().layer(body_limit()).with_state(Arc::clone(shared))
}

/// Serves an attachment of a message or a command. Only pictures are displayed inline, because any other file could be
/// a web page.
async fn attachment(State(shared): State<Arc<Shared>>, Path((_, id, _)): Path<(String, String, String)>) -> Response {
    let Ok(id) = id.parse::<AttachmentId>() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let file = shared.read(|s| {
        let on_messages = s.world.messages.values().flat_map(|m| &m.attachments);
        on_messages.chain(s.world.uploads.values()).find(|a| a.id == id).cloned()
    });
    // Where contents are not kept, the page shows the description.
    let Some(file) = file.filter(|file| !file.bytes.is_empty()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let picture = file.content_type.starts_with("image/");
    let kind = if picture { file.content_type.as_str() } else { "application/octet-stream" };
    let kind = HeaderValue::from_str(kind).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let place = if picture { "inline" } else { "attachment" };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(place)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600, immutable")),
    ];
    (headers, file.bytes.to_vec()).into_response()
}
