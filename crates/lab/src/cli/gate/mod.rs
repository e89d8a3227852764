//! A repository's own benchmarks, of harnesses that other people made, as they are beside what they were.

mod both_versions;
mod command;
mod init;
mod self_test;
mod wanted;

pub(super) use command::gate;
