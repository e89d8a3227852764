//! The system information that every run keeps: what the machine is and how it is set. It takes some milliseconds, most
//! of them for rates that are measured.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::driver::{own_core, pin};
use crate::environment::core::{cpuinfo, layout, rates, speed, virtualisation};
use crate::environment::system::{meminfo, system};
use crate::environment::{files, power};
use crate::model::{Machine, Speed, System};

/// Describes this machine from the system's own files; `root` is `/`, or a copy of them in tests.
pub fn describe(root: &Path) -> Machine {
    let cpuinfo = cpuinfo::CpuInfo::of(files::text(root, "proc/cpuinfo"));
    let allowed = pin::allowed();
    let core = own_core();
    // Where nothing is pinned, any core speaks for all.
    let place = core.or(allowed.first().copied()).unwrap_or(0);
    let rates = rates::rates();
    let mut machine = Machine {
        cpu: cpuinfo.field("model name").map(str::to_owned),
        architecture: std::env::consts::ARCH.to_owned(),
        cores: allowed.len() as u32,
        core,
        memory_bytes: meminfo(root, "MemTotal"),
        caches: layout::caches(root, 0).into_iter().map(|level| (level.name, level.bytes)).collect(),
        governor: files::text(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        tsc_hz: rates.tsc_hz,
        hypervisor: virtualisation::hypervisor(root, &cpuinfo),
        kernel: files::text(root, "proc/sys/kernel/osrelease").unwrap_or_else(|| std::env::consts::OS.to_owned()),
        libc: libc_version(),
        load_average: files::text(root, "proc/loadavg").and_then(|text| text.split_whitespace().next()?.parse().ok()),
        processor: cpuinfo.processor(),
        cache_levels: layout::caches(root, place),
        layout: layout::layout(root, core),
        speed: Speed { core_hz: rates.core_hz, ..speed::speed(root, place) },
        system: System { clock_ns: Some(rates.clock_ns), ..system(root) },
        power: power::source(root),
        ..Machine::default()
    };
    // An empty one is one as well: many containers have no other.
    let id = std::fs::read_to_string(root.join("etc/machine-id")).ok().map(|text| text.trim().to_owned());
    #[cfg(target_os = "macos")]
    let id = if root == Path::new("/") {
        crate::environment::mac::complete(&mut machine);
        crate::environment::mac::host_id()
    } else {
        id
    };
    machine.fingerprint = fingerprint(&machine, id);
    machine.cpu = machine.cpu.or_else(|| cpuinfo.arm_core());
    machine
}

/// Only what stays the same from run to run; a machine's own id, hashed, tells twins apart. Runs of one machine
/// are known by this, so nothing may be added to it, and the text is written out here letter by letter.
fn fingerprint(machine: &Machine, id: Option<String>) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let known = |value: Option<String>| value.map_or("None".to_owned(), |value| format!("Some({value})"));
    let caches: Vec<String> =
        machine.caches.iter().map(|(name, bytes)| format!("({}, {bytes})", quoted(name))).collect();
    let stable = format!(
        "{} {} {} [{}] {}",
        known(machine.cpu.as_deref().map(quoted)),
        machine.cores,
        known(machine.memory_bytes.map(|bytes| (bytes >> 28).to_string())),
        caches.join(", "),
        known(id.as_deref().map(quoted))
    );
    Sha256::digest(stable).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    #[test]
    fn what_the_system_does_not_say_is_unknown() {
        let copies = Copies::of(&[]);
        let machine = describe(copies.root());
        assert_eq!(machine.cpu, None);
        assert_eq!(machine.memory_bytes, None);
        assert!(machine.caches.is_empty());
        assert_eq!(machine.fingerprint.len(), 16);
        let measured = System { clock_ns: machine.system.clock_ns, ..System::default() };
        assert_eq!((machine.system, machine.power), (measured, None));
    }

    #[test]
    fn the_systems_files_are_read() {
        let copies = Copies::of(&[
            ("proc/cpuinfo", "processor : 0\nmodel name\t: Example 9000\nflags\t: fpu hypervisor\n"),
            ("proc/meminfo", "MemTotal:       1024 kB\n"),
            ("sys/devices/system/cpu/cpu0/cache/index0/level", "1\n"),
            ("sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n"),
            ("sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n"),
        ]);
        let machine = describe(copies.root());
        assert_eq!(machine.cpu.as_deref(), Some("Example 9000"));
        assert_eq!(machine.memory_bytes, Some(1 << 20));
        assert_eq!(machine.caches, [("L1d".to_owned(), 32768)]);
        assert_eq!(machine.hypervisor.as_deref(), Some("unnamed"));
    }

    #[test]
    fn a_machine_stays_the_same_machine() {
        let machine = Machine {
            cpu: Some("Example 9000".into()),
            cores: 2,
            memory_bytes: Some(24 << 30),
            caches: vec![("L1d".into(), 32768)],
            ..Machine::default()
        };
        // What the first lab made of it: runs in the store bear this.
        let text = r#"Some("Example 9000") 2 Some(96) [("L1d", 32768)] Some("abc")"#;
        let first: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(fingerprint(&machine, Some("abc".into())), first);
        assert_ne!(fingerprint(&machine, None), first);
    }
}
