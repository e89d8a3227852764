//! What can be typed: a file for the commands on one thing, and for what several commands have in common. Every word here
//! is help that somebody reads.
//!
//! Nothing here knows how a command does what it is asked.

mod typed;
mod everywhere;
mod measure;
mod outcome;
mod form;
mod suites;
mod run;
mod commands;
mod gate;
mod bisect;
mod runs;
mod report;
mod compare;
mod choose;
#[cfg(feature = "serve")]
mod serve;
mod doctor;
mod conform;
mod line;

pub(super) use bisect::BisectArgs;
pub(super) use choose::{ChoiceForm, ChooseArgs};
pub(super) use commands::CommandsArgs;
pub(super) use compare::CompareArgs;
pub(super) use conform::ConformArgs;
pub(super) use doctor::DoctorArgs;
pub(super) use everywhere::Common;
pub(super) use form::{CompareForm, Form, Rows};
pub(super) use gate::GateArgs;
pub(super) use line::{Cli, Command};
pub(super) use measure::{MeasureArgs, MeasureOptions, in_repository_file, share};
pub(super) use outcome::{FailIf, OutcomeArgs};
pub(super) use report::ReportArgs;
pub(super) use run::{Layout, RunArgs};
pub(super) use runs::{ImportArgs, RunsArgs, RunsCommand};
#[cfg(feature = "serve")]
pub(super) use serve::ServeArgs;
pub(super) use suites::{BuildArgs, CheckArgs, CleanArgs, ListArgs, NewArgs, VerifyArgs};
pub(super) use typed::{name_of, typed};
