//! What a process takes of the machine: a process's number in, amounts out, or why they cannot be known here.
//! Knows nothing of benchmarks, and speaks no protocol.

mod heap;
mod heap_library;
mod kernel;
mod kernel_sources;
mod kernel_counters;
mod kernel_can;
mod held;
mod perf;
mod tracepoints;
mod proc;
mod proc_rest;
mod proc_work;
mod cpu_time;
mod proc_memory;
mod energy;
pub mod simulated;

pub use cpu_time::{can_be_split, of_process as cpu_ns, splittable_ns};
pub use energy::Energy;
pub use heap::{HeapCount, HeapPage};
pub use heap_library::HeapLibrary;
pub use held::Held;
pub use kernel::{Meter, counted, threads};
pub use kernel_can::can;
pub use proc_memory::{Memory, faults_of_ended, memory, reset_peak};
pub use proc_work::work_ns;
