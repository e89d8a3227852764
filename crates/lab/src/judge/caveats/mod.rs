//! Doubts that a reader must see beside a number: each is a function from what is known to a caveat or to nothing. What is
//! said of it stands in the room `words`.

pub(super) mod machine;
pub(super) mod comparison;
pub(super) mod pair;
pub(super) mod programs;
pub(super) mod samples;
pub(super) mod resources;
pub(super) mod checks;
pub(super) mod layout_luck;
pub(super) mod registry;
