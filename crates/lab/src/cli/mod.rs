//! One file a command; the only room that sees both wings. No arithmetic here.

mod args;
mod exit;
mod interrupt;
mod measure_options;
mod lab;
mod programs;
mod execute;
mod scene;
mod live;
mod run;
mod verify;
mod report;
mod runs;
mod runs_show;
mod doctor;
mod start;

pub use live::{Listeners, Live, Voice};
pub use report::{ReportArgs, ink_for_output, show};
pub use runs::{RunsArgs, RunsCommand, runs};
pub use start::start;
