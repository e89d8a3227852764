//! What is said of values. Values in, English out: doubts, and the answer on top, which can be read back.

pub(crate) mod answer;
mod caveat;

pub use answer::{ShownRow, ShownTable, read_answer, refuted, shown_tables};
pub use caveat::caveat_text;
