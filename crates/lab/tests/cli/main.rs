//! The whole program, as its users and its enemies meet it: one file for each command or trouble, over one
//! harness (`lab.rs`). No test asserts a time.

mod lab;
mod help;
mod import;
mod new;
mod missing;
mod list;
mod check;
mod build;
mod clean;
mod verify;
mod run;
mod commands;
mod orphans;
mod selection;
mod config;
mod output;
mod places;
mod report;
mod crossovers;
#[cfg(feature = "serve")]
mod serve;
mod runs;
mod doctor;
mod conform;
mod warm_up;
mod doubts;
mod emulated;
mod languages;
mod example;
mod formats;
mod served;
mod stop;
mod resources;
mod awake;
mod resume;
mod made_up;
mod compare;
mod slower;
mod trials;
mod burst;
mod two_labs;
mod misbehaving;
mod left_behind;
mod killed;
mod damaged;
