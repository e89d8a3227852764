//! One file a command; the only room that sees both wings. No arithmetic here.

mod args;
mod exit;
mod outlet;
mod shell;
mod interrupt;
mod measure_options;
mod lab;
mod programs;
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
mod run;
mod resume;
mod commands;
mod report;
mod runs;
mod runs_show;
mod doctor;
mod conform;
mod start;

pub use start::start;
