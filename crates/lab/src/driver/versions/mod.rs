//! An earlier revision: laid out, built, and named.

pub(super) mod revision;
pub(super) mod one_place;
pub(super) mod version;
