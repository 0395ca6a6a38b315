//! Protection against other web pages.
//!
//! Another page in the same browser could send requests here, or map its own host name to this machine (DNS rebinding).
//! A request must therefore name an IP address or `localhost`. If the browser sends an origin, it must be this page.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Forwards a request, or answers 403.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let allowed = {
        let text = |name| request.headers().get(name).and_then(|v| v.to_str().ok());
        ours(text(header::HOST).unwrap_or_default(), text(header::ORIGIN))
    };
    if allowed {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this page can be driven by itself only\n").into_response()
    }
}

fn ours(host: &str, origin: Option<&str>) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    let plain = host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok();
    let known = plain || name == "localhost";
    let same = origin.is_none_or(|o| o.split_once("://").is_some_and(|(_, authority)| authority == host));
    known && same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_page_gets_in() {
        let may = ours;
        assert!(may("127.0.0.1:80", None));
        assert!(may("[::1]:80", None));
        assert!(may("localhost:80", Some("http://localhost:80")));
        assert!(!may("evil.example:80", None), "another name for this address");
        assert!(!may("127.0.0.1:80", Some("https://evil.example")), "another page");
        assert!(!may("127.0.0.1:80", Some("null")));
        assert!(!may("", None));
    }
}
