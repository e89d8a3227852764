//! What is said of values: sentences, and nothing that could be counted. Values in, English out.

mod caveat;

pub use caveat::caveat_text;
