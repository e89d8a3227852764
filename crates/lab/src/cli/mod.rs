//! One file a command; the only room that sees both wings. No arithmetic here.

pub mod list;
pub mod check;
pub mod build;
