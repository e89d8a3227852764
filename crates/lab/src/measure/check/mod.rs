//! Whether answers are right and clocks true: who is asked, and what is held against him.

pub(super) mod audit;
pub(super) mod claims;
pub(super) mod expected;
pub(super) mod reference;
pub(super) mod rotated;
pub(super) mod unasked;
pub(super) mod verification;
pub(super) mod verify;
pub(super) mod worked;
