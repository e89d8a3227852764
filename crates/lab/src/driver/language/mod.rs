//! How a language's drivers are checked for, built and started: toolchains as tables.

pub(super) mod toolchain;
pub(super) mod toolchains;
pub(super) mod build_steps;
pub(super) mod fill;
pub(super) mod available;
pub(super) mod find_program;
pub(super) mod lacks;
pub(super) mod emulated;
pub(super) mod processor;
pub(super) mod sdk;
