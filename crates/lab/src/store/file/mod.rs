//! The file: made, opened, claimed, copied.

pub(super) mod schema;
pub(super) mod open_error;
pub(super) mod opened;
pub(super) mod make;
pub(super) mod open;
pub(super) mod place;
pub(super) mod live;
pub(super) mod pulse;
pub(super) mod copy;
