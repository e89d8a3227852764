//! From an implementation to a running process that answers. Knows words and processes, not what is measured.
