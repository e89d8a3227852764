//! Before a comparison is timed: inputs, the length of a sample, warm-up.

pub(super) mod calibrate;
pub(super) mod warm_up;
pub(super) mod watch;
pub(super) mod ready;
