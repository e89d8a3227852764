//! The machine's card, in its first form: what the system says of itself, and the rate of its counter.

use std::fs;
use std::path::Path;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::driver::pin;
use crate::model::Machine;

/// Describes this machine from the system's own files; `root` is `/`, or a copy of them in tests.
pub fn describe(root: &Path) -> Machine {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok().map(|text| text.trim().to_owned());
    let cpuinfo = read("proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let memory = read("proc/meminfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?.to_owned();
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    });
    let allowed = pin::allowed();
    let mut machine = Machine {
        fingerprint: String::new(),
        cpu: field("model name"),
        architecture: std::env::consts::ARCH.to_owned(),
        cores: allowed.len() as u32,
        core: pin::choose(&allowed),
        memory_bytes: memory,
        caches: caches(root),
        governor: read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        tsc_hz: tsc_hz(),
        hypervisor: hypervisor(&cpuinfo, read("sys/class/dmi/id/sys_vendor")),
        kernel: read("proc/sys/kernel/osrelease").unwrap_or_else(|| std::env::consts::OS.to_owned()),
        libc: libc_version(),
        load_average: read("proc/loadavg").and_then(|text| text.split_whitespace().next()?.parse().ok()),
        ..Machine::default()
    };
    // Only what stays the same from run to run; a machine's own id, hashed, tells twins apart.
    let stable = format!(
        "{:?} {} {:?} {:?} {:?}",
        machine.cpu,
        machine.cores,
        machine.memory_bytes.map(|bytes| bytes >> 28),
        machine.caches,
        read("etc/machine-id")
    );
    machine.fingerprint = Sha256::digest(stable).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    machine
}

fn caches(root: &Path) -> Vec<(String, u64)> {
    let mut caches = Vec::new();
    for index in 0..8 {
        let read = |name: &str| {
            let path = format!("sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
            fs::read_to_string(root.join(path)).ok().map(|text| text.trim().to_owned())
        };
        let (Some(level), Some(kind), Some(size)) = (read("level"), read("type"), read("size")) else { continue };
        let bytes = size.strip_suffix('K').and_then(|kib| kib.parse::<u64>().ok()).map(|kib| kib * 1024);
        let suffix = match kind.as_str() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        caches.extend(bytes.map(|bytes| (format!("L{level}{suffix}"), bytes)));
    }
    caches
}

fn hypervisor(cpuinfo: &str, vendor: Option<String>) -> Option<String> {
    let flags = cpuinfo.lines().find(|line| line.starts_with("flags"))?;
    let virtual_machine = flags.split_whitespace().any(|flag| flag == "hypervisor");
    virtual_machine.then(|| vendor.unwrap_or_else(|| "unnamed".to_owned()))
}

fn libc_version() -> Option<String> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: the function returns a static string.
        let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
        Some(format!("glibc {}", version.to_string_lossy()))
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    None
}

/// Rate of the time-stamp counter against the monotonic clock, over a few milliseconds.
#[cfg(target_arch = "x86_64")]
pub fn tsc_hz() -> Option<f64> {
    let read = || {
        // Read between two clock readings that are as close as they ever come, so that neither an
        // interrupt nor a slow reading moves the pair.
        let pair = || {
            let before = Instant::now();
            // SAFETY: every x86-64 CPU has the instruction.
            let ticks = unsafe { std::arch::x86_64::_rdtsc() };
            (before.elapsed(), before, ticks)
        };
        (0..50).map(|_| pair()).min_by_key(|(width, ..)| *width)
    };
    let (_, from, from_ticks) = read()?;
    while from.elapsed().as_millis() < 5 {
        std::hint::spin_loop();
    }
    let (_, to, to_ticks) = read()?;
    Some((to_ticks - from_ticks) as f64 / (to - from).as_secs_f64())
}

/// Machines without that counter have no such rate.
#[cfg(not(target_arch = "x86_64"))]
pub fn tsc_hz() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_does_not_say_is_unknown() {
        let folder = tempfile::tempdir().unwrap();
        let machine = describe(folder.path());
        assert_eq!(machine.cpu, None);
        assert_eq!(machine.memory_bytes, None);
        assert!(machine.caches.is_empty());
        assert_eq!(machine.fingerprint.len(), 16);
    }

    #[test]
    fn the_systems_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("proc/cpuinfo", "processor : 0\nmodel name\t: Example 9000\nflags\t: fpu hypervisor\n");
        write("proc/meminfo", "MemTotal:       1024 kB\n");
        write("sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
        write("sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
        write("sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n");
        let machine = describe(folder.path());
        assert_eq!(machine.cpu.as_deref(), Some("Example 9000"));
        assert_eq!(machine.memory_bytes, Some(1 << 20));
        assert_eq!(machine.caches, [("L1d".to_owned(), 32768)]);
        assert_eq!(machine.hypervisor.as_deref(), Some("unnamed"));
    }
}
