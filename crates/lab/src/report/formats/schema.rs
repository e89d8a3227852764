//! What the JSON report is made of, as JSON Schema: for whoever checks one, or makes types of it.

/// Of the report's `schema` 1; docs/json.md says what each field means.
pub const SCHEMA: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/report-1.json"));
