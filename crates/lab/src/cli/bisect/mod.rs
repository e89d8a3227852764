//! `paragone bisect`: two revisions of a repository in, the commit that made a benchmark slower out. Git searches, and
//! `paragone gate` says of each commit whether it is good.

mod copy;
mod step;
mod command;

pub(crate) use command::bisect;
