//! Parts of a definition, each read from its table, with every mistake where it stands.

pub(super) mod fields;
pub(super) mod mistake;
pub(super) mod sizes;
pub(super) mod trials;
pub(super) mod answers;
pub(super) mod params;
pub(super) mod intervention;
pub(super) mod functions;
pub(super) mod server;
