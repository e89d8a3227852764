//! What is measured: an implementation of a benchmark, at one size, with one set of parameters.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Values of a benchmark's parameters, by name.
pub type Params = BTreeMap<String, String>;

/// `language.name` or `language.name@build`, each part of `a-z 0-9 _ + -`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ImplementationId {
    pub language: String,
    pub name: String,
    pub build: Option<String>,
}

impl ImplementationId {
    /// Whether `text` may be a part of an id.
    pub fn is_part(text: &str) -> bool {
        !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'+' | b'-'))
    }
}

impl fmt::Display for ImplementationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.language, self.name)?;
        self.build.iter().try_for_each(|build| write!(f, "@{build}"))
    }
}

impl FromStr for ImplementationId {
    type Err = String;

    fn from_str(text: &str) -> Result<ImplementationId, String> {
        let (head, build) = text.split_once('@').map_or((text, None), |(head, build)| (head, Some(build)));
        let is_part = ImplementationId::is_part;
        let parts = head.split_once('.').filter(|(language, name)| is_part(language) && is_part(name));
        let parts = parts.filter(|_| build.is_none_or(is_part));
        let (language, name) = parts.ok_or_else(|| {
            format!("`{text}` is no implementation: expected `language.name` or `language.name@build`, each part of a-z 0-9 _ + -")
        })?;
        Ok(ImplementationId { language: language.into(), name: name.into(), build: build.map(Into::into) })
    }
}

impl TryFrom<String> for ImplementationId {
    type Error = String;

    fn try_from(text: String) -> Result<ImplementationId, String> {
        text.parse()
    }
}

impl From<ImplementationId> for String {
    fn from(id: ImplementationId) -> String {
        id.to_string()
    }
}

/// A row of every table: who, doing what, how large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub suite: String,
    pub benchmark: String,
    pub implementation: ImplementationId,
    pub params: Params,
    /// In the benchmark's unit of input: bytes, steps, items.
    pub size: u64,
}
