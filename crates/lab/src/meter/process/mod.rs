//! What the files of one process say: memory, time, work.

pub(super) mod proc;
pub(super) mod proc_memory;
pub(super) mod proc_threads;
pub(super) mod cpu_time;
