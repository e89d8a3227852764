//! Runs beside each other for scripts: all that is known of them, as one object.

use serde::Serialize;

use crate::model::Across;

#[derive(Serialize)]
struct CompareSheet<'a> {
    /// Version of the lab.
    paragone: &'static str,
    schema: u32,
    #[serde(flatten)]
    found: &'a Across,
}

/// docs/json.md says what each field means.
pub fn beside_json(found: &Across) -> serde_json::Result<String> {
    let sheet = CompareSheet { paragone: env!("CARGO_PKG_VERSION"), schema: 2, found };
    Ok(serde_json::to_string_pretty(&sheet)? + "\n")
}
