//! Before any page: who may ask, and how; after it: what a browser may do with the answer.
//!
//! A page of another site cannot read these pages, because no answer permits it. It could if its own name
//! were made to mean this machine (DNS rebinding); so the name that a browser asked for has to be one of
//! ours. An address of digits has no name that could be turned.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::serve::refusal::Refusal;

/// Scripts, styles and pictures come from here alone; nothing is loaded from anywhere else, no form leads
/// elsewhere, and no other page may show these within itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The names that this server may be asked by, besides `localhost` and addresses of digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    pub fn new(names: &[String]) -> Hosts {
        Hosts(names.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Whether an authority, as in `localhost:8470`, is one of ours.
    fn know(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        let host = authority.host().to_ascii_lowercase();
        let digits = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&host);
        host == "localhost" || digits.parse::<IpAddr>().is_ok() || self.0.contains(&host)
    }

    fn refuse(&self, request: &Request) -> Option<Refusal> {
        let mut named = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else {
            return Some(Refusal::bad("A request names one host."));
        };
        let of_target = request.uri().authority().is_none_or(|authority| self.know(authority.as_str()));
        if !of_target || !host.to_str().is_ok_and(|host| self.know(host)) {
            let text = "This server is not asked by that name: use localhost, or the address that was printed; \
                --host permits a name.";
            return Some(Refusal::new(StatusCode::MISDIRECTED_REQUEST, text));
        }
        let reads = [Method::GET, Method::HEAD].contains(request.method());
        (!reads).then(|| Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "Pages are read here, and nothing is changed."))
    }
}

/// Around every request, those to no page too.
pub(super) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match hosts.refuse(&request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let refused = response.status() == StatusCode::METHOD_NOT_ALLOWED;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A page with scripts of its own within it says what it needs.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    if refused {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_not_ours() {
        let hosts = Hosts::new(&["Lab.example".to_owned()]);
        for ours in ["localhost", "LocalHost:8470", "127.0.0.1:1", "[::1]:8470", "192.168.1.7", "lab.example:80"] {
            assert!(hosts.know(ours), "{ours}");
        }
        for other in
            ["", "evil.example", "localhost.evil.example", "a@localhost", "127.0.0.1.evil.example", "localhost/", "lab"]
        {
            assert!(!hosts.know(other), "{other}");
        }
    }
}
