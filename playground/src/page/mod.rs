//! Web page for people. It looks and works like a channel, and has its own websocket.
//!
//! `GET /` is the page. It keeps a websocket to `/page/live?as=<user>` open for events that the person can see. It
//! fetches `/page/messages` and `/page/commands` for the shown channel, and acts by `POST /control/<action>` with a
//! JSON body. There is no login: anyone who can open the page can act as anybody. Therefore, it listens on loopback by
//! default, and `guard` blocks other pages.
//!
//! # For browser tests
//!
//! Ids: `#viewer` (selected person), `#channels`, `#messages`, `#composer` (text), `#popup` (commands, choices),
//! `#command` (command being filled in), `#send`, `#modal`. Attributes: `data-user`, `data-channel` (on the list's
//! links), `data-message-id`, `data-author`, `data-ephemeral`, `data-thinking`, `data-error` on messages;
//! `data-custom-id` on buttons and menus; `data-option` on the inputs of a command, `data-add-option` on the buttons
//! that add one; `data-value` on the popup's entries; `data-input` on a modal's inputs. `body[data-live="true"]` while
//! the page is connected, `body[data-bot="true"]` while the bot is.

mod control;
mod guard;
mod live;
mod view;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};

pub(crate) use guard::guard;

use crate::limits;
use crate::state::Shared;

/// Content security policy: the page loads only its own resources and pictures.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; \
    connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Routes of the page.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    const HTML: &str = "text/html; charset=utf-8";
    const CSS: &str = "text/css; charset=utf-8";
    const JS: &str = "text/javascript; charset=utf-8";
    Router::new()
        .route("/", get(|| file(HTML, include_str!("index.html"))))
        .route("/page/style.css", get(|| file(CSS, include_str!("style.css"))))
        .route("/page/app.js", get(|| file(JS, include_str!("app.js"))))
        .route("/page/dom.js", get(|| file(JS, include_str!("dom.js"))))
        .route("/page/markdown.js", get(|| file(JS, include_str!("markdown.js"))))
        .route("/page/messages.js", get(|| file(JS, include_str!("messages.js"))))
        .route("/page/composer.js", get(|| file(JS, include_str!("composer.js"))))
        .route("/page/modal.js", get(|| file(JS, include_str!("modal.js"))))
        .route("/favicon.ico", get(|| file("image/svg+xml", include_str!("icon.svg"))))
        .route("/page/live", get(live::connect))
        .route("/page/messages", get(view::messages))
        .route("/page/commands", get(view::commands))
        .route("/control/upload", post(control::upload).layer(DefaultBodyLimit::max(limits::FILE_BYTES)))
        .route("/control/{action}", post(control::act))
}

async fn file(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, text)
}
