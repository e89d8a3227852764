//! Code and versions of it: what became of a program's between two of them, what could not be compared, and the machine
//! code in which a program spends its time, for people to read.

use serde::{Deserialize, Serialize};

use crate::model::definition::metric::OrUnknown;

/// An implementation beside itself as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revised {
    /// As it was asked for: a branch, a tag, a commit.
    pub revision: String,
    #[serde(flatten)]
    pub change: CodeChange,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum CodeChange {
    /// Both are the same to whatever runs them: a difference of their times would be chance, and nobody measures it.
    Same,
    /// Both are the same, and are measured all the same, each with layouts of its own: what a gate finds is no change.
    SelfTest,
    /// They are not, or nobody can tell: `why`. Of functions whose machine code changed some are named, and `more` are
    /// not.
    Other { why: String, functions: Vec<String>, more: usize },
}

impl CodeChange {
    pub fn because(why: impl Into<String>) -> CodeChange {
        CodeChange::Other { why: why.into(), functions: Vec::new(), more: 0 }
    }
}

impl Revised {
    /// Whether each side has layouts of its own, as if everything in it had moved.
    pub fn is_self_test(&self) -> bool {
        self.change == CodeChange::SelfTest
    }

    pub fn is_same(&self) -> bool {
        self.change == CodeChange::Same
    }

    /// The revision for people: of a commit's whole name the first ten digits, as names of builds have them.
    pub fn short_revision(&self) -> &str {
        let is_whole = self.revision.len() == 40 && self.revision.bytes().all(|digit| digit.is_ascii_hexdigit());
        if is_whole { &self.revision[..10] } else { &self.revision }
    }
}

/// The innermost loops of a function, or why they cannot be had.
pub type Disassembly = OrUnknown<InnerLoops>;

/// Every loop of a function that holds no other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InnerLoops {
    /// As its source names it.
    pub function: String,
    /// An instruction a line, after its place in the function, in hexadecimal; jumps name the place that they go to.
    pub loops: Vec<Vec<String>>,
    /// Loops that are not here, for they were too many or too long.
    pub left_out: usize,
}

/// Benchmarks of one version alone, and programs of benchmarks that have no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Unmatched {
    /// Benchmarks that the earlier version has not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<String>,
    /// Benchmarks that only the earlier version has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Programs of which one version could not be built, or not be asked for its benchmarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
}

impl Unmatched {
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty() && self.failed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_name_of_a_commit_is_cut_and_nothing_else() {
        let shown = |revision: &str| {
            Revised { revision: revision.to_owned(), change: CodeChange::Same }.short_revision().to_owned()
        };
        assert_eq!(shown("0123456789abcdef0123456789abcdef01234567"), "0123456789");
        for other in ["main", "HEAD~1", "0123456789abcdef", "a-branch-whose-name-has-forty-characters"] {
            assert_eq!(shown(other), other);
        }
    }
}
