//! Which cores there are, and staying on one of them.

/// The nice value that measuring asks for: with a spinning process on the same core, the share of time
/// inside samples was 0.35 at 0, 0.57 at -10 and 0.79 at -19.
const PRIORITY: i32 = -19;

/// So often, and so long apart, the session's priority is asked for where the system wants nobody to ask
/// so often.
const AGAIN: u32 = 20;
const APART: std::time::Duration = std::time::Duration::from_millis(20);

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
    stay_on(&[core]);
}

/// Keeps the calling thread, and what it starts, on some cores; on no core is nowhere else than it was.
/// It takes no memory and no lock, so that it may be called between fork and exec.
pub fn stay_on(cores: &[u32]) {
    #[cfg(target_os = "linux")]
    // SAFETY: a set of this function's own, with indices below its size.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        for core in cores.iter().filter(|core| **core < libc::CPU_SETSIZE as u32) {
            libc::CPU_SET(*core as usize, &mut set);
        }
        // The system refuses an empty set, and all stays as it is.
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = cores;
}

/// Asks the scheduler to let the session that the calling process began go before others, where it shares time out
/// between sessions first (autogroups, sched(7)): there a priority counts within a session alone. With
/// two busy sessions on each core, a program of 15 ms took 44 ms without this, and 16 ms with it.
pub fn session_comes_first() {
    // SAFETY: two plain system calls.
    if unsafe { libc::getsid(0) != libc::getpid() } {
        // Of the session of whoever typed it, all would go first, and for good.
        return;
    }
    for _ in 0..AGAIN {
        match std::fs::write("/proc/self/autogroup", PRIORITY.to_string()) {
            // Who has not every right may write once in a tenth of a second, all sessions together.
            Err(err) if err.kind() == std::io::ErrorKind::WouldBlock => std::thread::sleep(APART),
            // Without any right to, or without such a scheduler, all stays as it is.
            _ => return,
        }
    }
}

/// Asks the scheduler not to keep the calling thread, and what it starts, waiting behind others.
///
/// A short slice lets a waking thread take its turn at once (Linux 6.12 and later, sched_setattr(2));
/// that needs no privilege. A high priority, where it is permitted, keeps a sample from being cut by
/// whoever else wants the core. Gives the priority that was got (nice value).
pub fn come_first() -> i32 {
    // SAFETY: sets and reads this process's own priority; a refusal leaves it as it is.
    let nice = unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, PRIORITY);
        libc::getpriority(libc::PRIO_PROCESS, 0)
    };
    #[cfg(target_os = "linux")]
    {
        // SAFETY: all zeros is a valid value of the plain structure, whose size is the one first published.
        let mut attr: libc::sched_attr = unsafe { std::mem::zeroed() };
        attr.size = size_of::<libc::sched_attr>() as u32;
        attr.sched_nice = nice;
        // Longer than a sample, so that a sample is not cut; shorter than the usual 3 ms.
        attr.sched_runtime = 1_000_000;
        // SAFETY: the structure is live and says its own size; 0 is the calling thread.
        unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0) };
    }
    nice
}
