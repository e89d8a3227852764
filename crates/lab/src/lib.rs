//! Paragone, room by room, in the order in which the data walks through them.
//!
//! `tests/tidy` keeps a room from using one that stands below it in this list.

pub mod model;
pub mod words;
pub mod suite;
pub mod plan;
pub mod foreign;
pub mod driver;
pub mod meter;
pub mod environment;
pub mod measure;
pub mod store;
pub mod judge;
pub mod report;
#[cfg(feature = "serve")]
pub mod serve;
pub mod cli;
