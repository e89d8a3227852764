//! A table as CSV (RFC 4180, with line feeds): a head of names, numbers in full, nothing where nothing is known.

use anyhow::Context;

use super::table::{Table, Value};

pub fn csv(table: &Table) -> anyhow::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written = (|| -> ::csv::Result<()> {
        writer.write_record(table.columns.iter().map(|(name, _)| name))?;
        for row in 0..table.rows() {
            writer.write_record(table.columns.iter().map(|(_, values)| field(&values[row])))?;
        }
        Ok(())
    })();
    written.context("failed to write CSV")?;
    writer.into_inner().context("failed to write CSV")
}

/// A number is written with as many digits as it takes to read the same one again.
fn field(value: &Value) -> String {
    match value {
        Value::Text(text) => text.as_deref().unwrap_or_default().to_owned(),
        Value::Count(count) => count.map(|count| count.to_string()).unwrap_or_default(),
        Value::Number(number) => number.map(|number| number.to_string()).unwrap_or_default(),
    }
}
