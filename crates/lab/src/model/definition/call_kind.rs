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
}

impl CallKind {
    /// By the language that a suite, an implementation's name or a driver's greeting tells.
    pub fn of_language(language: &str) -> CallKind {
        if language == COMMAND { CallKind::Command } else { CallKind::Library }
    }

    pub fn is_command(self) -> bool {
        self == CallKind::Command
    }

    /// Where it runs unless its suite says otherwise: programs use what cores they want.
    pub fn cores(self) -> Cores {
        match self {
            CallKind::Library => Cores::One,
            CallKind::Command => Cores::All,
        }
    }

    /// Whether its driver times it, and so has to be audited.
    pub fn is_timed_by_its_driver(self) -> bool {
        self == CallKind::Library
    }

    /// Whether each of its calls is a process, which was looked at while it was timed.
    pub fn is_a_process_a_call(self) -> bool {
        self == CallKind::Command
    }

    /// Whether its inputs have to lie on the disk: a program reads them by their paths.
    pub fn reads_paths(self) -> bool {
        self == CallKind::Command
    }

    /// Whose fault it is: a driver of commands is Paragone's own, so that the command is to blame.
    pub fn blamed(self, fault: Fault) -> Fault {
        match self {
            CallKind::Library => fault,
            CallKind::Command => fault.of_command(),
        }
    }
}

impl ImplementationId {
    pub fn call_kind(&self) -> CallKind {
        CallKind::of_language(&self.language)
    }
}
