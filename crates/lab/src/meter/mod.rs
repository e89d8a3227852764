//! What a process takes of the machine: a process's number in, amounts out, or why they cannot be known here.
//! Knows nothing of benchmarks, and speaks no protocol.

mod counters;
mod process;
mod heap;
mod heap_library;
mod kernel;
mod energy;
pub mod simulated;

pub(crate) use counters::kernel_counters::held_aside;
pub use energy::Energy;
pub use heap::{HEAP, HeapCount, HeapPage};
pub use heap_library::HeapLibrary;
pub use kernel::{KernelMeter, can, counted, threads};
pub use process::cpu_time::{can_be_split, of_process as cpu_ns, splittable_ns};
pub use process::proc_memory::{Memory, faults_of_ended, memory, reset_peak};
pub use process::proc_threads::work_ns;
