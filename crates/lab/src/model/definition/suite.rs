//! What a suite's files say, once they have been read and found whole.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::{CommandSpec, Cores, ImplementationId, Intervention, Params, Trials};

/// A folder about one subject.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The folder's name.
    pub name: String,
    pub folder: PathBuf,
    pub title: String,
    pub essay: String,
    pub benchmarks: Vec<Benchmark>,
    pub drivers: Vec<DriverSpec>,
    pub servers: Vec<ServerSpec>,
}

impl Suite {
    /// A folder of which nothing is known yet but its name.
    pub fn new(name: &str, folder: PathBuf) -> Suite {
        Suite { name: name.to_owned(), folder, ..Suite::default() }
    }
}

/// One job.
#[derive(Clone, Debug)]
pub struct Benchmark {
    pub name: String,
    pub question: String,
    pub input: InputKind,
    pub given: Given,
    pub sizes: Sizes,
    /// Every combination of the parameters' values; one empty set where there are none.
    pub params: Vec<Params>,
    /// Parameters that are the same in every cell: told to each implementation, no axis and no label.
    pub fixed: Params,
    pub unit: Throughput,
    pub answer: AnswerRule,
    /// The implementation that the others are compared with.
    pub baseline: Option<ImplementationId>,
    /// What it takes at one size for an answer, where that is not the usual time.
    pub budgets: Budgets,
    /// What decides, where that is not time.
    pub trials: Option<Trials>,
    /// What one of the parameters is there to find out.
    pub intervention: Option<Intervention>,
}

/// Seconds for one comparison, by mode, where the asker names none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budgets {
    pub quick_s: Option<f64>,
    pub standard_s: Option<f64>,
}

/// What a size counts, and so what a throughput is of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throughput {
    /// One word in the singular: `byte`, `step`, `item`.
    pub unit: String,
    /// What stands for it in a throughput, as `H` does in `H/s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
}

impl Throughput {
    /// Counted in a word that has no symbol.
    pub fn of(unit: &str) -> Throughput {
        Throughput { unit: unit.to_owned(), symbol: None }
    }

    /// Bytes are shown as KiB and MB/s; anything else as counts.
    pub fn is_bytes(&self) -> bool {
        self.unit == "byte"
    }

    /// Whether it is no unit but the name of what a size is the value of, as in `n=8`.
    pub fn is_name(&self) -> bool {
        self.unit.ends_with('=')
    }
}

/// The sizes to measure: a short list, which may be empty, and the whole one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub short: Vec<u64>,
    pub full: Vec<u64>,
}

/// How the input of a given size is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// `size` bytes of xoshiro256**, `count` different inputs, rotated call by call.
    Random { seed: u64, count: u32 },
    /// `size` zero bytes.
    Zeros,
    /// The size itself, as 8 bytes little-endian: for jobs whose size is a number of steps.
    Number,
    /// `size` bytes of words and separators; no word is repeated, or the last repeats the first.
    Words { seed: u64, count: u32, repeat: bool },
    /// The first `size` bytes of a file of the suite.
    File { path: PathBuf },
}

/// What an implementation gets of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// Its bytes, read before anything is timed.
    #[default]
    Bytes,
    /// The path of the file that holds it, as text: to read it is part of the job.
    Path,
    /// The address at which a server of the suite's own has it, as text; the server's name.
    Address(String),
}

/// How an answer is checked.
#[derive(Clone, Debug)]
pub struct AnswerRule {
    pub vectors: Vec<KnownAnswer>,
    /// Whose answer every other implementation must give at each size measured.
    pub reference: Option<ImplementationId>,
}

/// A published input with its answer.
#[derive(Clone, Debug)]
pub struct KnownAnswer {
    pub input: Bytes,
    /// Parameters that this answer is for, where they are not the benchmark's own.
    pub params: Params,
    pub answer: Vec<u8>,
    /// Line of the file that it stands on.
    pub line: usize,
}

/// Bytes as a file of known answers writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// The bytes themselves.
    Plain(Vec<u8>),
    /// 00 01 02 … up to below `modulus` (256 at most), then again from 00, this many.
    Counting { length: usize, modulus: usize },
    /// One byte, this many times.
    Repeat(u8, usize),
}

impl Bytes {
    pub fn to_vec(&self) -> Vec<u8> {
        match self {
            Bytes::Plain(bytes) => bytes.clone(),
            Bytes::Counting { length, modulus } => (0..*length).map(|index| (index % modulus) as u8).collect(),
            Bytes::Repeat(byte, length) => vec![*byte; *length],
        }
    }
}

/// A program that serves implementations of one language, before it is built.
#[derive(Clone, Debug, Default)]
pub struct DriverSpec {
    pub language: String,
    /// Unique within the suite and the language.
    pub name: String,
    /// Sources (C) or the manifest (Rust) or both, relative to the suite's folder.
    pub sources: Vec<PathBuf>,
    pub manifest: Option<PathBuf>,
    pub needs: Needs,
    /// At least one; an only build may be nameless.
    pub builds: Vec<Build>,
    /// (benchmark, implementation's name).
    pub implements: Vec<(String, String)>,
    /// Where its process may run, with all that it starts.
    pub cores: Cores,
    /// Whole commands by implementation's name; a driver that has some has no sources and no builds.
    pub commands: Vec<(String, CommandSpec)>,
    /// The function that does an implementation's work, by implementation's name: whose machine code is shown. As the
    /// source names it, with its modules; `*` stands for anything.
    pub functions: Vec<(String, String)>,
}

/// A program of the suite's own that hands inputs out while benchmarks that name it are measured.
#[derive(Clone, Debug)]
pub struct ServerSpec {
    /// One build; it implements nothing.
    pub program: DriverSpec,
    /// Where an input is found: `{port}` and `{input}` stand for the port and the file's name.
    pub address: String,
}

/// What a driver cannot be built without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    pub pkg_config: Vec<String>,
    /// Files that tell what has no pkg-config module: absolute, or beside the folders of programs.
    pub files: Vec<PathBuf>,
    /// Debian packages that bring it.
    pub debian: Vec<String>,
    /// Features of the processor, as /proc/cpuinfo names them.
    pub cpu: Vec<String>,
}

/// One way to build a driver: its settings fill the placeholders of the toolchain's command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    pub name: Option<String>,
    /// Compiler, where the toolchain leaves the choice (C).
    pub compiler: Option<String>,
    pub flags: Vec<String>,
    /// Commands that make it, in place of its toolchain's, with the same placeholders; none where the toolchain knows how.
    pub commands: Vec<Vec<String>>,
    /// Words for the runtime that starts the driver (Java, Node).
    pub options: Vec<String>,
    /// Set when the driver runs.
    pub env: Vec<(String, String)>,
    /// The revision of the suite's repository to build instead of the files as they are: what git calls a commit.
    pub rev: Option<String>,
}
