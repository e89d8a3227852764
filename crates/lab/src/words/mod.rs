//! What is said of values, once for all forms. Values in, English out: sizes, counts, dates, verdicts, doubts, and the
//! answer on top.

mod alike;
mod quantity;
mod paragraph;
mod escape;
mod slug;
pub(crate) mod verdict;
pub(crate) mod answer;
mod caveat;
mod runs_notice;

pub(crate) use alike::alike;
pub use caveat::caveat_text;
pub(crate) use escape::escaped;
pub use paragraph::{clean, cut, wrap, wrap_pieces};
pub use quantity::{
    count, counted, date, duration, memory, plural, point, ratio, size_label, span, symbol, throughput, trim, trimmed,
    with_params,
};
pub use runs_notice::runs_notices;
pub(crate) use slug::{anchor, slug};
pub use verdict::{beside, brief, brief_of, of_trials, verdict};
