//! What was measured on, and how it was while it was.

pub(super) mod machine;
pub(super) mod system;
pub(super) mod processor;
pub(super) mod machine_state;
pub(super) mod moment;
