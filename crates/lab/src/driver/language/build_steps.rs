//! The commands of a build, as a table of toolchains.toml says them.

use serde::Deserialize;

/// The commands of a build, in order; a single one may be written without its brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Written")]
pub struct Steps(pub Vec<Vec<String>>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a command as a list of words, or a list of such commands")]
enum Written {
    One(Vec<String>),
    Several(Vec<Vec<String>>),
}

impl From<Written> for Steps {
    fn from(written: Written) -> Steps {
        Steps(match written {
            Written::One(words) if words.is_empty() => Vec::new(),
            Written::One(words) => vec![words],
            Written::Several(steps) => steps,
        })
    }
}
