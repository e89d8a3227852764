//! What one call of an implementation is, and what follows from it: the only place that knows that commands are told from
//! libraries by the name of a language. And a whole command as an implementation: what is started, and what must come of
//! it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::{Fault, ImplementationId};

/// What a driver does when it is asked for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// It calls a function that it holds, in its own process.
    Library,
    /// It runs a program from its start to its end.
    Command,
    /// It has a benchmark harness run one of its benchmarks, in a process of its own, and tells the harness' times.
    Harness,
}

/// The parameter by which a harness' driver is told which benchmark is meant, by the harness' own name for it.
pub const BENCHMARK_PARAM: &str = "benchmark";

impl CallKind {
    /// Languages that are benchmark harnesses: of their programs a driver is made by Paragone itself.
    pub const HARNESSES: [&str; 6] = ["criterion", "divan", "go-test", "google-benchmark", "jmh", "pytest-benchmark"];

    /// By the language that a suite, an implementation's name or a driver's greeting tells.
    pub fn of_language(language: &str) -> CallKind {
        match language {
            COMMAND => CallKind::Command,
            harness if CallKind::HARNESSES.contains(&harness) => CallKind::Harness,
            _ => CallKind::Library,
        }
    }

    pub fn is_command(self) -> bool {
        self == CallKind::Command
    }

    /// Whether its driver is a program of a benchmark harness, which nobody writes for Paragone.
    pub fn is_harness(self) -> bool {
        self == CallKind::Harness
    }

    /// Whether it measures what a call takes by itself, and warms itself up: it is asked for one sample before it is timed.
    pub fn sizes_itself(self) -> bool {
        self.is_harness()
    }

    /// Where it runs unless its suite says otherwise: programs use what cores they want.
    pub fn cores(self) -> Cores {
        if self.is_command() { Cores::All } else { Cores::One }
    }

    /// Whether its driver times it, and so has to be audited.
    pub fn is_timed_by_its_driver(self) -> bool {
        self == CallKind::Library
    }

    /// Whether each of its calls, or samples, is a process of its own, so that nothing can be counted of a call.
    pub fn is_a_process_a_call(self) -> bool {
        matches!(self, CallKind::Command | CallKind::Harness)
    }

    /// Whether its inputs have to lie on the disk: a program reads them by their paths.
    pub fn reads_paths(self) -> bool {
        self == CallKind::Command
    }

    /// Whose fault it is: where the driver is Paragone's own, the command, or the harness' program, is to blame.
    pub fn blamed(self, fault: Fault) -> Fault {
        if self == CallKind::Library { fault } else { fault.of_command() }
    }
}

impl ImplementationId {
    pub fn call_kind(&self) -> CallKind {
        CallKind::of_language(&self.language)
    }
}

/// The language of implementations that are whole commands: they need no SDK and no toolchain.
pub const COMMAND: &str = "command";

/// A command and everything around it. `{name}` in its words stands for a parameter's value, `{size}` for
/// the size and `{input}` for the path of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// A file in memory, which is then compared.
    #[default]
    Memory,
    /// /dev/null; it is then compared with nothing.
    Null,
    /// A file, emptied before each run, which is then compared.
    File(PathBuf),
}

/// How the size is found in the input file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeFrom {
    /// It is the file's length.
    #[default]
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
            exit_code: Some(0),
            size_name: "size".to_owned(),
            folder: PathBuf::from("."),
            cores: Cores::All,
            text,
            ..CommandSpec::default()
        }
    }
}
