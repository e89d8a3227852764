//! How the operating system is set, as far as programs run faster, slower or less evenly for it.

use std::path::Path;

use crate::environment::core::virtualisation;
use crate::environment::files;
use crate::environment::now::ticks::TicksFile;
use crate::model::{Aslr, Mitigations, System};

/// Words at the kernel's start that change how fast, or how evenly, programs run; all that begin so.
const OPTIONS: &str = "\
    isolcpus nohz nohz_full rcu_nocbs irqaffinity maxcpus nr_cpus nosmt mitigations nopti pti nospectre spectre \
    spec_store_bypass_disable spec_rstack_overflow retbleed l1tf mds mmio_stale_data tsx srbds idle \
    processor.max_cstate intel_idle.max_cstate intel_pstate amd_pstate cpufreq cpuidle clocksource tsc hpet \
    nohpet transparent_hugepage hugepages preempt norandmaps init_on_alloc init_on_free";

/// The system as it is set now.
pub(super) fn system(root: &Path) -> System {
    let swap = meminfo(root, "SwapTotal");
    let machine = TicksFile::read(root).and_then(|stat| stat.machine());
    System {
        distribution: distribution(root),
        product: ["sys/class/dmi/id/product_name", "proc/device-tree/model"]
            .iter()
            .find_map(|path| files::text(root, path)),
        container: virtualisation::container(root),
        quota_cores: virtualisation::quota_cores(root),
        kernel_options: files::text(root, "proc/cmdline").map(|line| kernel_options(&line)),
        mitigations: mitigations(root),
        aslr: aslr(root),
        huge_pages: files::text(root, "sys/kernel/mm/transparent_hugepage/enabled").and_then(|text| chosen(&text)),
        swap_bytes: swap,
        swap_used_bytes: swap.zip(meminfo(root, "SwapFree")).map(|(all, free)| all.saturating_sub(free)),
        clock_source: files::text(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"),
        clock_ns: None,
        perf_event_paranoid: files::number(root, "proc/sys/kernel/perf_event_paranoid"),
        tracefs: tracefs(root),
        stolen: machine.filter(|ticks| ticks.all > 0).map(|ticks| ticks.share(ticks.stolen)),
    }
}

/// A line of `/proc/meminfo` in bytes.
pub(super) fn meminfo(root: &Path, name: &str) -> Option<u64> {
    let text = files::text(root, "proc/meminfo")?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn distribution(root: &Path) -> Option<String> {
    let text = files::text(root, "etc/os-release").or_else(|| files::text(root, "usr/lib/os-release"))?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches(['"', '\'']).to_owned())
}

/// What stands behind `--` is the first program's.
fn kernel_options(line: &str) -> Vec<String> {
    let words = line.split_whitespace().take_while(|word| *word != "--");
    let worth = |word: &&str| {
        let name = word.split('=').next().unwrap_or_default();
        OPTIONS
            .split(' ')
            .any(|option| name.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_'])))
    };
    words.filter(worth).map(str::to_owned).collect()
}

fn mitigations(root: &Path) -> Option<Mitigations> {
    const FOLDER: &str = "sys/devices/system/cpu/vulnerabilities";
    let names = files::names(root, FOLDER);
    let mut found = Mitigations::default();
    for name in &names {
        let text = files::text(root, &format!("{FOLDER}/{name}")).unwrap_or_default();
        // Intel's own hypervisor note has a word before it: `KVM: Mitigation: …`.
        if text.contains("Mitigation:") {
            found.active.push(name.clone());
        } else if text.starts_with("Vulnerable") || text.contains(": Vulnerable") {
            found.vulnerable.push(name.clone());
        }
    }
    (!names.is_empty()).then_some(found)
}

/// The system's setting, and what this process was started with (personality(2), `ADDR_NO_RANDOMIZE`).
fn aslr(root: &Path) -> Option<Aslr> {
    const NOT_RANDOM: u64 = 0x004_0000;
    let all = match files::number::<u8>(root, "proc/sys/kernel/randomize_va_space")? {
        0 => Aslr::Off,
        1 => Aslr::Partial,
        _ => Aslr::Full,
    };
    let own = files::text(root, "proc/self/personality").and_then(|text| u64::from_str_radix(&text, 16).ok());
    Some(if all != Aslr::Off && own.is_some_and(|own| own & NOT_RANDOM != 0) { Aslr::OffHere } else { all })
}

/// Who lists its choices puts brackets around the one that holds.
fn chosen(text: &str) -> Option<String> {
    Some(text.split_once('[')?.1.split_once(']')?.0.to_owned())
}

/// Whether they can be used is another question, of rights.
fn tracefs(root: &Path) -> Option<bool> {
    let mounts = files::text(root, "proc/mounts")?;
    Some(mounts.lines().any(|line| line.split_whitespace().nth(2) == Some("tracefs")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    #[test]
    fn the_kernels_options_are_those_that_matter() {
        let line = "BOOT_IMAGE=/vmlinuz root=UUID=1 quiet mitigations=off isolcpus=2,3 nospectre_v2 intel_pstate=passive \
                    tscx=1 init_on_alloc=0 -- nosmt";
        assert_eq!(
            kernel_options(line),
            ["mitigations=off", "isolcpus=2,3", "nospectre_v2", "intel_pstate=passive", "init_on_alloc=0"]
        );
        assert!(kernel_options("quiet").is_empty());
    }

    #[test]
    fn faults_are_open_or_worked_around() {
        const FOLDER: &str = "sys/devices/system/cpu/vulnerabilities";
        let files = [
            ("itlb_multihit", "KVM: Mitigation: VMX disabled"),
            ("l1tf", "Not affected"),
            ("spectre_v2", "Mitigation: Enhanced IBRS; BHI: Vulnerable"),
            ("tsa", "Vulnerable: No microcode"),
        ];
        let copies = Copies::of(&[]);
        files.iter().for_each(|(name, text)| copies.write(&format!("{FOLDER}/{name}"), text));
        let found = mitigations(copies.root()).unwrap();
        assert_eq!(found.active, ["itlb_multihit", "spectre_v2"]);
        assert_eq!(found.vulnerable, ["tsa"]);
        assert_eq!(mitigations(Path::new("/nowhere")), None);
    }

    #[test]
    fn addresses_may_be_fixed_for_one_process() {
        let copies = Copies::of(&[("proc/self/personality", "00040000\n")]);
        let mut seen = Vec::new();
        for space in ["0", "1", "2"] {
            copies.write("proc/sys/kernel/randomize_va_space", space);
            seen.extend(aslr(copies.root()));
        }
        assert_eq!(seen, [Aslr::Off, Aslr::OffHere, Aslr::OffHere]);
        copies.write("proc/self/personality", "00000000\n");
        assert_eq!(aslr(copies.root()), Some(Aslr::Full));
        assert_eq!(aslr(Path::new("/nowhere")), None);
    }

    #[test]
    fn the_systems_files_are_read() {
        let copies = Copies::of(&[
            ("etc/os-release", "NAME=x\nPRETTY_NAME=\"Example 7 (seven)\"\n"),
            ("proc/meminfo", "MemTotal: 8 kB\nSwapTotal:       2048 kB\nSwapFree:  512 kB\n"),
            ("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"),
            ("proc/sys/kernel/perf_event_paranoid", "-1\n"),
            ("proc/mounts", "sys /sys sysfs rw 0 0\nnodev /sys/kernel/tracing tracefs rw 0 0\n"),
            ("proc/stat", "cpu 50 0 0 49 0 0 0 1 0 0\n"),
        ]);
        let found = system(copies.root());
        assert_eq!(found.distribution.as_deref(), Some("Example 7 (seven)"));
        assert_eq!((found.swap_bytes, found.swap_used_bytes), (Some(2 << 20), Some(3 << 19)));
        assert_eq!((found.huge_pages.as_deref(), found.perf_event_paranoid), (Some("madvise"), Some(-1)));
        assert_eq!((found.tracefs, found.stolen), (Some(true), Some(0.01)));
        assert_eq!(system(Path::new("/nowhere")), System::default());
    }
}
