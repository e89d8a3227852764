//! A table of columns with types, between what is known and how it is written: CSV and Parquet hold the same.
//!
//! What is unknown has no value, and is never 0 or an empty text.

use std::sync::Arc;

/// Rows of named columns, all of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub(super) columns: Vec<(&'static str, ColumnValues)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ColumnValues {
    /// Shared, since a name stands in many rows.
    Text(Vec<Option<Arc<str>>>),
    Count(Vec<Option<i64>>),
    Number(Vec<Option<f64>>),
}

/// One cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(Option<Arc<str>>),
    Count(Option<i64>),
    Number(Option<f64>),
}

impl Value {
    pub(super) fn text(text: impl AsRef<str>) -> Value {
        Value::Text(Some(text.as_ref().into()))
    }

    pub(super) fn maybe(text: Option<&str>) -> Value {
        Value::Text(text.map(Into::into))
    }

    /// SQL and Parquet have no numbers of 64 bits without sign; nothing that is counted here comes near.
    pub(super) fn count(count: impl TryInto<i64>) -> Value {
        Value::Count(count.try_into().ok())
    }

    /// A number that is not finite is not known.
    pub(super) fn number(number: Option<f64>) -> Value {
        Value::Number(number.filter(|number| number.is_finite()))
    }
}

impl Table {
    /// Adds a row: the same names in the same order each time.
    pub(super) fn push(&mut self, row: Vec<(&'static str, Value)>) {
        if self.columns.is_empty() {
            self.columns = row.iter().map(|(name, value)| (*name, ColumnValues::like(value))).collect();
        }
        for ((_, values), (_, value)) in self.columns.iter_mut().zip(row) {
            values.push(value);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows() == 0
    }

    pub(super) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }
}

impl ColumnValues {
    fn like(value: &Value) -> ColumnValues {
        match value {
            Value::Text(_) => ColumnValues::Text(Vec::new()),
            Value::Count(_) => ColumnValues::Count(Vec::new()),
            Value::Number(_) => ColumnValues::Number(Vec::new()),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (ColumnValues::Text(values), Value::Text(value)) => values.push(value),
            (ColumnValues::Count(values), Value::Count(value)) => values.push(value),
            (ColumnValues::Number(values), Value::Number(value)) => values.push(value),
            (values, value) => unreachable!("a column of {values:?} was given {value:?}"),
        }
    }

    fn len(&self) -> usize {
        match self {
            ColumnValues::Text(values) => values.len(),
            ColumnValues::Count(values) => values.len(),
            ColumnValues::Number(values) => values.len(),
        }
    }
}
