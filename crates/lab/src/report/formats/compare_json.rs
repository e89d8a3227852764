//! Compared runs for scripts: all that is known of them, as one object.

use serde::Serialize;

use crate::model::ComparedRuns;

#[derive(Serialize)]
struct CompareDocument<'a> {
    /// Version of Paragone.
    paragone: &'static str,
    schema: u32,
    #[serde(flatten)]
    found: &'a ComparedRuns,
}

/// docs/json.md says what each field means.
pub fn compare_json(found: &ComparedRuns) -> serde_json::Result<String> {
    let sheet = CompareDocument { paragone: env!("CARGO_PKG_VERSION"), schema: 3, found };
    Ok(serde_json::to_string_pretty(&sheet)? + "\n")
}
