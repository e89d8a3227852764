//! Which cores there are, and staying on one of them.

/// The cores that this process may use.
pub fn allowed() -> Vec<u32> {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: an all-zero set is a valid empty set, and the call fills it.
        let (set, failed) = unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            let failed = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) != 0;
            (set, failed)
        };
        if !failed {
            // SAFETY: the index is below the size of the set.
            return (0..libc::CPU_SETSIZE as u32)
                .filter(|&core| unsafe { libc::CPU_ISSET(core as usize, &set) })
                .collect();
        }
    }
    (0..std::thread::available_parallelism().map_or(1, |count| count.get() as u32)).collect()
}

/// Pins the calling thread, and what it starts, to a core; a system that has no such thing stays as it is.
pub fn pin_to(core: u32) {
    #[cfg(target_os = "linux")]
    // SAFETY: a set of this function's own, with an index below its size.
    unsafe {
        if (core as usize) < libc::CPU_SETSIZE as usize {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core as usize, &mut set);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}

/// A core for the drivers and one for the lab, different where there are two.
pub fn choose(allowed: &[u32]) -> (Option<u32>, Option<u32>) {
    // The first core takes most of a system's interrupts, so the drivers get the last.
    (allowed.last().copied(), allowed.first().copied())
}
