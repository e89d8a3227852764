//! A whole command as an implementation: what is started, and what must come of it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The language of implementations that are whole commands: they need no SDK and no toolchain.
pub const COMMAND: &str = "command";

/// A command and everything around it. `{name}` in its words stands for a parameter's value, `{size}` for
/// the size and `{input}` for the path of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandSpec {
    /// The program and its arguments, or a shell with a text for it.
    pub words: Vec<String>,
    /// Does nothing but start and end, by the same way: what starting costs.
    pub idle: Vec<String>,
    /// Runs before each run of the command, untimed; empty where there is none.
    #[serde(default)]
    pub prepare: Vec<String>,
    /// Runs after each run of the command, untimed.
    #[serde(default)]
    pub cleanup: Vec<String>,
    /// Standard input; nothing to read where there is none.
    #[serde(default)]
    pub input: Option<PathBuf>,
    pub output: Output,
    /// The exit code that means success; `None`: any.
    pub exit_code: Option<i32>,
    /// What the words call the size.
    pub size_name: String,
    pub size_from: SizeFrom,
    /// Where it runs.
    pub folder: PathBuf,
    pub cores: Cores,
    /// What was typed, for readers.
    pub text: String,
}

/// Where standard output goes while the command is timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// A file in memory, which is then compared.
    Memory,
    /// /dev/null; it is then compared with nothing.
    Null,
    /// A file, emptied before each run, which is then compared.
    File(PathBuf),
}

/// How the size is found in the input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeFrom {
    /// It is the file's length.
    Length,
    /// It is the number that the file holds, 8 bytes little-endian.
    Number,
}

/// On how many cores a program may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cores {
    /// On the one that Paragone is on too.
    #[default]
    One,
    /// On all that Paragone was given.
    All,
}

impl CommandSpec {
    /// A command with nothing around it; `true` is the smallest program that every system has.
    pub fn plain(words: Vec<String>, text: String) -> CommandSpec {
        CommandSpec {
            words,
            idle: vec!["true".to_owned()],
            prepare: Vec::new(),
            cleanup: Vec::new(),
            input: None,
            output: Output::Memory,
            exit_code: Some(0),
            size_name: "size".to_owned(),
            size_from: SizeFrom::Length,
            folder: PathBuf::from("."),
            cores: Cores::All,
            text,
        }
    }
}
