//! What is found, as an object for scripts, with the version of Paragone and the number of its schema before it.

use anyhow::Context;
use serde::Serialize;
use serde_json::{Value, json};

use crate::model::ComparedRuns;
use crate::words::runs_notices;

/// Ends with a line end.
pub(crate) fn document(schema: u32, found: Value) -> serde_json::Result<String> {
    let mut document = json!({ "paragone": env!("CARGO_PKG_VERSION"), "schema": schema });
    if let (Value::Object(document), Value::Object(found)) = (&mut document, found) {
        document.extend(found);
    }
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// All that is known of compared runs; docs/json.md says what each field means.
pub fn compare_json(found: &ComparedRuns) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(found)?;
    value["notices"] = runs_notices(found).into();
    document(3, value)
}

/// As text of several lines; ends with a line end.
pub(super) fn pretty(found: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(found).context("failed to write JSON")? + "\n")
}
