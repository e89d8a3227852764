//! From sources to a program, with a stamp of everything that went in.

pub(super) mod task;
pub(super) mod folders;
pub(super) mod recipe;
pub(super) mod stamp;
pub(super) mod lock;
pub(super) mod steps;
pub(super) mod build;
pub(super) mod built;
pub(super) mod clean;
pub(super) mod unchanged;
pub(super) mod digest;
pub(super) mod code;
pub(super) mod disassemble;
pub(super) mod kept;
