//! What became of a program's code between two versions of it.

use serde::{Deserialize, Serialize};

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
    pub fn is_same(&self) -> bool {
        self.change == CodeChange::Same
    }
}
