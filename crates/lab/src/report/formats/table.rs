//! A table of columns with types, between what is known and how it is written: CSV and Parquet hold the same.
//!
//! What is unknown has no value, and is never 0 or an empty text.

use std::mem::discriminant;
use std::sync::Arc;

/// Rows of named columns, all of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub(super) columns: Vec<(&'static str, Vec<Value>)>,
}

/// One cell of a table; all of a column are of one kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Shared, since a name stands in many rows.
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
            self.columns = row.iter().map(|(name, _)| (*name, Vec::new())).collect();
        }
        for ((_, values), (_, value)) in self.columns.iter_mut().zip(row) {
            debug_assert!(values.first().is_none_or(|first| discriminant(first) == discriminant(&value)), "{value:?}");
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
