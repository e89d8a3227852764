//! What a process takes of the machine: a process's number in, amounts out, or why they cannot be known here.
//! Knows nothing of benchmarks, and speaks no protocol.

mod heap;
mod heap_library;

pub use heap::{HeapCount, HeapPage};
pub use heap_library::HeapLibrary;
