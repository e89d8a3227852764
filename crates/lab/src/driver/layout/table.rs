//! What toolchains.toml says of `layout`: how a language's programs get another layout in each launch, or why they
//! cannot.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::driver::language::build_steps::Steps;

/// One of three; the table's file says what each field means.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected `at-run-time = true`, `none = \"why\"`, or how programs are linked: `words`, `build`, `link`, `aligned`, `not-with`"
)]
pub(in crate::driver) enum Placement {
    /// The runtime's compiler places code anew whenever it starts.
    #[serde(rename_all = "kebab-case")]
    AtRunTime {
        #[serde(deserialize_with = "only_true")]
        at_run_time: bool,
    },
    /// There is nothing to link, for this reason.
    None {
        none: String,
    },
    ByLinker(ByLinker),
}

/// Its programs are linked, and can be linked otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::driver) struct ByLinker {
    /// What `{layout}` stands for in a build whose link is kept.
    pub(in crate::driver) words: Vec<String>,
    /// The commands of such a build, where they are not those of `build`.
    pub(in crate::driver) build: Steps,
    /// The command that links by itself, once for each seed.
    pub(in crate::driver) link: Vec<String>,
    /// What `{aligned}` stands for, by a word in what the compiler says of its version; `""` for every other.
    pub(in crate::driver) aligned: BTreeMap<String, Vec<String>>,
    /// Flags with which it cannot be done, by their beginning.
    pub(in crate::driver) not_with: Vec<String>,
}

/// `false` would be no way at all. Its text is not told: the table's own says what was expected.
fn only_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let given = bool::deserialize(deserializer)?;
    given.then_some(true).ok_or_else(|| D::Error::custom("expected `true`"))
}

impl ByLinker {
    /// Whether Paragone has to keep the linker's arguments, and needs a linker that shuffles.
    pub(in crate::driver) fn is_kept(&self) -> bool {
        self.link.is_empty()
    }

    /// The words that align functions and blocks, for a compiler that tells its version so.
    pub(in crate::driver) fn aligned_for(&self, version: &str) -> &[String] {
        let named = self.aligned.iter().find(|(name, _)| !name.is_empty() && version.contains(name.as_str()));
        named.map(|(_, words)| words).or(self.aligned.get("")).map_or(&[], Vec::as_slice)
    }

    /// Every word with placeholders, to be checked.
    pub(in crate::driver) fn written(&self) -> impl Iterator<Item = &String> {
        let words = self.words.iter().chain(self.build.0.iter().flatten()).chain(&self.link);
        words.chain(self.aligned.values().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Placement, String> {
        #[derive(Deserialize)]
        struct Table {
            layout: Placement,
        }
        toml::from_str::<Table>(text).map(|table| table.layout).map_err(|err| err.to_string())
    }

    #[test]
    fn a_layout_is_one_of_three() {
        assert!(matches!(read("layout = { at-run-time = true }").unwrap(), Placement::AtRunTime { .. }));
        assert!(matches!(read("layout = { none = \"x\" }").unwrap(), Placement::None { none } if none == "x"));
        let Placement::ByLinker(c) =
            read("layout = { words = [\"-a\"], aligned = { clang = [\"b\"], \"\" = [\"c\"] } }").unwrap()
        else {
            panic!("it is linked")
        };
        assert!(c.is_kept());
        assert_eq!(
            (c.aligned_for("Debian clang version 14"), c.aligned_for("gcc 12")),
            (&["b".to_owned()][..], &["c".to_owned()][..])
        );
        assert!(read("layout = { at-run-time = false }").unwrap_err().contains("expected `at-run-time = true`"));
        assert!(read("layout = { wrods = [\"-a\"] }").unwrap_err().contains("expected `at-run-time = true`"));
    }
}
