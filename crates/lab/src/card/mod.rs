//! The machine's card: what was measured on, and in which state it was. Reads the system's own files; changes
//! nothing.
