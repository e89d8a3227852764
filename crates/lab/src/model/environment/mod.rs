//! What was measured on, and how it was while it was.

pub(super) mod machine;
pub(super) mod machine_state;
