//! Delivery of responses: with rate limit headers, or not at all.

use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use crate::rates::{self, Bucket, Limited};
use crate::record::ViolationKind;
use crate::state::State;

/// Response to the bot.
#[derive(Debug)]
pub(super) enum Reply {
    /// Status and body.
    Plain(u16, Value),
    /// Status and body with the state of the bucket.
    Bucketed(u16, Value, Bucket),
    /// Rate limit exceeded.
    Limited(Limited),
    /// Locked out: the request was not processed.
    LockedOut,
}

impl Reply {
    fn status(&self) -> u16 {
        match self {
            Self::Plain(status, _) | Self::Bucketed(status, ..) => *status,
            Self::Limited(_) | Self::LockedOut => 429,
        }
    }

    /// Status, and error code if any.
    pub(super) fn outcome(&self) -> (u16, Option<u32>) {
        let code = match self {
            Self::Plain(status, body) | Self::Bucketed(status, body, _) if *status >= 400 => body["code"].as_u64(),
            _ => None,
        };
        (self.status(), code.and_then(|code| u32::try_from(code).ok()))
    }

    pub(super) fn count(&self, state: &mut State) {
        let scope = match self {
            Self::Limited(limited) => Some(limited.scope),
            _ => None,
        };
        if let Some(scope) = scope {
            state.rates.refused(scope);
        }
        if state.rates.answered(self.status(), scope, Instant::now()) {
            let sentence = "too many invalid requests: the address is locked out";
            state.world.violate(ViolationKind::RateLimit, sentence);
        }
    }

    pub(super) fn respond(self) -> Response {
        let code = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = match &self {
            Self::LockedOut => return (code, Html("error code: 1015")).into_response(),
            Self::Plain(..) | Self::Bucketed(..) if code == StatusCode::NO_CONTENT => code.into_response(),
            Self::Plain(_, body) | Self::Bucketed(_, body, _) => (code, axum::Json(body)).into_response(),
            Self::Limited(limited) => (code, axum::Json(limited.json())).into_response(),
        };
        let headers = response.headers_mut();
        // The header distinguishes Discord's responses from those of the proxy in front of it.
        headers.insert(header::VIA, HeaderValue::from_static("1.1 google"));
        match &self {
            Self::Bucketed(_, _, bucket) => rates::tell(headers, bucket),
            Self::Limited(limited) => rates::tell_limited(headers, limited),
            Self::Plain(..) | Self::LockedOut => {}
        }
        response
    }
}

/// Response that breaks off before its start, like a cut connection.
pub(super) fn broken() -> Response {
    let mut response = Response::new(Body::new(Cut));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// Body that fails at its first byte.
struct Cut;

impl http_body::Body for Cut {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        std::task::Poll::Ready(Some(Err(std::io::ErrorKind::ConnectionReset.into())))
    }
}
