//! The whole program, as its users and its enemies meet it: one file for each command or trouble, over one
//! harness (`lab.rs`). No test asserts a time.

mod lab;
mod help;
mod list;
mod check;
mod build;
mod verify;
mod run;
mod commands;
mod selection;
mod config;
mod output;
mod places;
mod report;
mod runs;
mod doctor;
mod warm_up;
mod stop;
mod resume;
mod two_labs;
mod misbehaving;
mod left_behind;
mod killed;
mod damaged;
