//! By what a store is known: whose file it is, and the number of its schema.

/// The bytes `PARG`, in the header of every store.
pub(in crate::store) const APPLICATION: i32 = 0x5041_5247;
/// The schema that is written, and the newest that is read; older stores are brought to it.
pub const SCHEMA: i32 = 2;
