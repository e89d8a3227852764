//! What takes a minute or more of a test: `cargo test --release -p paragone --test long`. Every answer of every suite,
//! crossovers that are searched for at full length, commits that are searched, every language, every program that may be missing, tools that are
//! fetched, and a device that is filled.

#[path = "../cli/lab.rs"]
#[allow(dead_code, reason = "the harness of the short tests, of which this needs a part")]
mod lab;
#[path = "../cli/fixtures.rs"]
#[allow(dead_code, reason = "as above")]
mod fixtures;
#[path = "../cli/revised.rs"]
#[allow(dead_code, reason = "as above")]
mod revised;
#[path = "../cli/go_module.rs"]
#[allow(dead_code, reason = "as above")]
mod go_module;

mod bisect;
mod burst;
mod crossovers;
mod every_language;
mod formats;
mod gate_java;
mod gate_python;
mod languages;
mod missing;
mod shipped;
mod versions;
