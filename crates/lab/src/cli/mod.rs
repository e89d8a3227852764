//! One file a command; the only room that sees both wings. No arithmetic here.

mod args;
mod exit;
mod outlet;
mod shell;
mod interrupt;
mod measure_options;
mod lab;
mod programs;
mod served;
mod execute;
mod scene;
mod live;
mod new;
mod list;
mod listing;
mod languages;
mod check;
mod build;
mod clean;
mod verify;
mod versions;
mod redefined;
mod outcome_args;
mod conditions;
mod run_args;
mod run;
mod dry;
mod resume;
mod commands;
mod form;
mod pictures;
mod report;
mod slower;
mod compare;
mod compare_form;
mod import;
mod choose;
mod runs;
mod runs_show;
#[cfg(feature = "serve")]
mod serve;
mod doctor;
mod conform;
mod start;

pub use start::start;
