//! What a process takes of the machine: a process's number in, amounts out, or why they cannot be known here.
//! Knows nothing of benchmarks, and speaks no protocol.

mod pending;

pub use pending::{HeapCount, HeapLibrary, HeapPage, Memory, Meter, memory, reset_peak, simulator};
