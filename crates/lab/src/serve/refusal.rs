//! Why somebody gets no page: a status and a sentence, both fit to be shown to anybody.
//!
//! What an error says of files is for whoever started the server, and goes to standard error.

use std::fmt::Display;
use std::io::Write;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::serve::pages::{html, refused};
use crate::words::clean;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> Refusal {
        Refusal { status, text: text.into() }
    }

    pub(super) fn bad(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, text)
    }

    pub(super) fn absent(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, text)
    }

    pub(super) fn busy() -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "Too much is asked at once: try again in a moment.")
    }

    /// Something that is not the asker's doing.
    pub(super) fn failed(err: impl Display) -> Refusal {
        let _ = writeln!(std::io::stderr(), "paragone serve: {}", clean(&format!("{err:#}")));
        let text = "This could not be read from the store; the terminal that the server runs in says why.";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    }
}

/// What the store says when it cannot be read.
impl From<anyhow::Error> for Refusal {
    fn from(err: anyhow::Error) -> Refusal {
        Refusal::failed(err)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Refused");
        let mut response = (self.status, html(refused(title, &self.text))).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("2"));
        }
        response
    }
}
