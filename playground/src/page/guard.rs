//! Keeps foreign web pages out.
//!
//! A page from elsewhere in the same browser could send requests here, or give its own name this machine's address.
//! So a request must name a plain address, `localhost` or a configured name, and if a browser says which page it
//! comes from, that page must be ours.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::state::Shared;

/// Lets a request through, or answers 403.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let allowed = {
        let text = |name| request.headers().get(name).and_then(|v| v.to_str().ok());
        ours(
            text(header::HOST).unwrap_or_default(),
            text(header::ORIGIN),
            &shared.settings.hosts,
        )
    };
    if allowed {
        next.run(request).await
    } else {
        (
            StatusCode::FORBIDDEN,
            "this page can be driven by itself only\n",
        )
            .into_response()
    }
}

fn ours(host: &str, origin: Option<&str>, names: &[String]) -> bool {
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.parse::<u16>().is_ok())
        .map_or(host, |(name, _)| name);
    let plain = host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok();
    let known = plain || name == "localhost" || names.iter().any(|n| n == name);
    let same = origin.is_none_or(|o| {
        o.split_once("://")
            .is_some_and(|(_, authority)| authority == host)
    });
    known && same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_page_gets_in() {
        let names = ["club.example".to_owned()];
        let may = |host, origin| ours(host, origin, &names);
        assert!(may("127.0.0.1:80", None));
        assert!(may("[::1]:80", None));
        assert!(may("localhost:80", Some("http://localhost:80")));
        assert!(may("club.example", Some("https://club.example")));
        assert!(
            !may("evil.example:80", None),
            "another name for this address"
        );
        assert!(
            !may("127.0.0.1:80", Some("https://evil.example")),
            "another page"
        );
        assert!(!may("127.0.0.1:80", Some("null")));
        assert!(!may("", None));
    }
}
