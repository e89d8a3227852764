//! What is found, as an object for scripts, with the version of Paragone and the number of its schema before it.

use serde::Serialize;

use crate::model::ComparedRuns;
use crate::words::runs_notices;

#[derive(Serialize)]
struct Document<T> {
    /// Version of Paragone.
    paragone: &'static str,
    schema: u32,
    #[serde(flatten)]
    found: T,
}

/// Ends with a line end.
pub(crate) fn document(schema: u32, found: impl Serialize) -> serde_json::Result<String> {
    let document = Document { paragone: env!("CARGO_PKG_VERSION"), schema, found };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// All that is known of compared runs; docs/json.md says what each field means.
pub fn compare_json(found: &ComparedRuns) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Compared<'a> {
        #[serde(flatten)]
        found: &'a ComparedRuns,
        notices: Vec<String>,
    }
    document(3, Compared { found, notices: runs_notices(found) })
}
