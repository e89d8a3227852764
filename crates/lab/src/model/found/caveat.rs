//! A doubt that a reader must see beside a number.

use serde::{Deserialize, Serialize};

/// One doubt about one row, or about a whole comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caveat {
    /// A short name that does not change: `one-launch`, `drift`, `short-sample`.
    pub name: String,
    /// A whole sentence.
    pub text: String,
}

impl Caveat {
    pub fn new(name: &str, text: impl Into<String>) -> Caveat {
        Caveat { name: name.to_owned(), text: text.into() }
    }
}
