//! From samples to SQLite and back: the only room that knows SQL. Written once, never changed.
