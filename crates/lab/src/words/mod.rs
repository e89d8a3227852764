//! What is said of values, once for all forms. Values in, English out: sizes, counts, dates, verdicts, doubts, and the
//! answer on top.

pub(crate) mod alike;
pub(crate) mod quantity;
pub(crate) mod paragraph;
pub(crate) mod escape;
pub(crate) mod slug;
pub(crate) mod verdict;
pub(crate) mod answer;
mod caveat;
mod runs_notice;

pub use caveat::caveat_text;
pub use paragraph::{clean, wrap, wrap_pieces};
pub use quantity::{counted, duration, point, ratio, size_label, throughput};
pub use runs_notice::runs_notices;
pub use verdict::{brief, of_trials, verdict};
