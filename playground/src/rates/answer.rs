//! Rate limit data of a response: its headers, and the body of a 429.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use super::{Bucket, FOLLOWUPS, Limited, Scope};
use crate::limits;
use crate::rest::Op;

impl Scope {
    fn text(self) -> Option<&'static str> {
        match self {
            Self::User => Some("user"),
            Self::Global => Some("global"),
            Self::Shared => Some("shared"),
            Self::LockedOut => None,
        }
    }
}

impl Limited {
    /// Limit requested by a test.
    pub(crate) fn ordered(scope: Scope, retry_after: Duration) -> Self {
        Self { scope, retry_after, bucket: None }
    }

    /// Body of the response.
    pub(crate) fn json(&self) -> Value {
        let message = match self.scope {
            Scope::Shared => "The resource is being rate limited.",
            _ => "You are being rate limited.",
        };
        let millis = self.retry_after.as_secs_f64().mul_add(1e3, 0.5).floor();
        json!({"message": message, "retry_after": millis / 1e3, "global": self.scope == Scope::Global})
    }

    /// Description of the limit for people.
    pub(crate) fn sentence(&self, op: Op) -> String {
        match (self.scope, &self.bucket) {
            (Scope::Global, _) => {
                format!("{op:?} goes over {} requests a second", limits::GLOBAL_RATE)
            }
            (Scope::Shared, _) => {
                format!("{op:?} goes over the {} follow-ups a minute of its channel", FOLLOWUPS.limit)
            }
            (_, Some(bucket)) => format!("{op:?} goes over the {} requests of its bucket", bucket.limit),
            _ => format!("{op:?} is too fast"),
        }
    }
}

/// Seconds in Discord's format, with milliseconds.
fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}

/// Adds the headers about a bucket.
pub(crate) fn tell(headers: &mut HeaderMap, bucket: &Bucket) {
    let reset = SystemTime::now() + bucket.reset_after;
    let reset = reset.duration_since(UNIX_EPOCH).unwrap_or_default();
    set(headers, "x-ratelimit-limit", &bucket.limit.to_string());
    set(headers, "x-ratelimit-remaining", &bucket.remaining.to_string());
    set(headers, "x-ratelimit-reset", &seconds(reset));
    set(headers, "x-ratelimit-reset-after", &seconds(bucket.reset_after));
    set(headers, "x-ratelimit-bucket", &format!("{:?}", bucket.op));
}

/// Adds the headers of a 429.
pub(crate) fn tell_limited(headers: &mut HeaderMap, limited: &Limited) {
    if let Some(bucket) = &limited.bucket {
        tell(headers, bucket);
    }
    let whole = limited.retry_after.as_secs_f64().ceil().max(1.0);
    set(headers, "retry-after", &format!("{whole}"));
    if limited.scope == Scope::Global {
        set(headers, "x-ratelimit-global", "true");
    }
    if let Some(scope) = limited.scope.text() {
        set(headers, "x-ratelimit-scope", scope);
    }
}
