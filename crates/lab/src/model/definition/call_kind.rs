//! What one call of an implementation is, and what follows from it. The only place that knows that commands are told
//! from libraries by the name of a language.

use crate::model::cell::ImplementationId;
use crate::model::definition::command::{COMMAND, Cores};
use crate::model::measured::fault::Fault;

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
    pub const HARNESSES: [&str; 5] = ["criterion", "divan", "go-test", "google-benchmark", "pytest-benchmark"];

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
        match self {
            CallKind::Library | CallKind::Harness => Cores::One,
            CallKind::Command => Cores::All,
        }
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
        match self {
            CallKind::Library => fault,
            CallKind::Command | CallKind::Harness => fault.of_command(),
        }
    }
}

impl ImplementationId {
    pub fn call_kind(&self) -> CallKind {
        CallKind::of_language(&self.language)
    }
}
