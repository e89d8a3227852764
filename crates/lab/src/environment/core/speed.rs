//! Who sets the frequency of a core, between which bounds, and what the system says that it is now: a core's number in,
//! hertz out. What the system sets is not what a program measures (`rates.rs`). Where there is no frequency driver, as
//! in most virtual machines, all is unknown.

use std::path::Path;

use crate::environment::core::cpuinfo::CpuInfo;
use crate::environment::files::{self, CPUS};
use crate::model::Speed;

/// Of this core; what was measured is added by whoever measures.
pub(crate) fn speed(root: &Path, core: u32) -> Speed {
    let folder = format!("{CPUS}/cpu{core}/cpufreq");
    let hertz = |file: &str, unit: f64| hertz(root, core, file, unit);
    Speed {
        driver: files::text(root, &format!("{folder}/scaling_driver")),
        preference: files::text(root, &format!("{folder}/energy_performance_preference")),
        turbo: turbo(root, core),
        base_hz: hertz("cpufreq/base_frequency", 1e3).or_else(|| hertz("acpi_cppc/nominal_freq", 1e6)),
        min_hz: hertz("cpufreq/scaling_min_freq", 1e3),
        max_hz: hertz("cpufreq/scaling_max_freq", 1e3),
        now_hz: current(root, core),
        core_hz: None,
    }
}

fn hertz(root: &Path, core: u32, file: &str, unit: f64) -> Option<f64> {
    let number = files::number::<f64>(root, &format!("{CPUS}/cpu{core}/{file}"));
    number.filter(|number| *number > 0.0).map(|number| number * unit)
}

/// Each driver has a switch of its own; one of them says no, another yes, the third a core at a time.
fn turbo(root: &Path, core: u32) -> Option<bool> {
    let number = |path: &str| files::number::<u8>(root, &format!("{CPUS}/{path}"));
    let off = number("intel_pstate/no_turbo").map(|off| off == 0);
    let on = || number("cpufreq/boost").or_else(|| number(&format!("cpu{core}/cpufreq/boost"))).map(|on| on == 1);
    off.or_else(on)
}

/// What the core runs at now, hertz. In a virtual machine the guest mostly is not told.
pub(crate) fn current(root: &Path, core: u32) -> Option<f64> {
    // The first asks the hardware and takes rights; the second is what the kernel last knew.
    let mut files = ["cpufreq/cpuinfo_cur_freq", "cpufreq/scaling_cur_freq"].into_iter();
    files.find_map(|file| hertz(root, core, file, 1e3)).or_else(|| told_by_cpuinfo(root, core))
}

/// Without counters of its true cycles, `cpu MHz` is the rate that the system found at boot, for ever.
fn told_by_cpuinfo(root: &Path, core: u32) -> Option<f64> {
    let cpuinfo = files::text(root, "proc/cpuinfo")?;
    let mut cores = cpuinfo.split("\n\n").map(|about| CpuInfo::of(Some(about.to_owned())));
    let about = cores.find(|about| about.field("processor") == Some(core.to_string().as_str()))?;
    let mhz: f64 = about.field("cpu MHz")?.parse().ok()?;
    (about.has("aperfmperf") && mhz > 0.0).then_some(mhz * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    #[test]
    fn a_laptop_says_how_fast_it_may_run() {
        let copies = Copies::of(&[
            ("sys/devices/system/cpu/cpu2/cpufreq/scaling_driver", "intel_pstate\n"),
            ("sys/devices/system/cpu/cpu2/cpufreq/energy_performance_preference", "balance_power\n"),
            ("sys/devices/system/cpu/cpu2/cpufreq/base_frequency", "2400000\n"),
            ("sys/devices/system/cpu/cpu2/cpufreq/scaling_min_freq", "400000\n"),
            ("sys/devices/system/cpu/cpu2/cpufreq/scaling_max_freq", "4700000\n"),
            ("sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3100000\n"),
            ("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"),
        ]);
        let found = speed(copies.root(), 2);
        assert_eq!((found.driver.as_deref(), found.turbo), (Some("intel_pstate"), Some(true)));
        assert_eq!((found.base_hz, found.min_hz, found.max_hz), (Some(2.4e9), Some(0.4e9), Some(4.7e9)));
        assert_eq!(found.now_hz, Some(3.1e9));
        copies.write("sys/devices/system/cpu/intel_pstate/no_turbo", "1");
        assert_eq!(turbo(copies.root(), 2), Some(false));
    }

    #[test]
    fn each_driver_has_its_switch() {
        let all = Copies::of(&[("sys/devices/system/cpu/cpufreq/boost", "0")]);
        assert_eq!(turbo(all.root(), 0), Some(false));
        let one = Copies::of(&[
            ("sys/devices/system/cpu/cpu1/cpufreq/boost", "1"),
            ("sys/devices/system/cpu/cpu1/acpi_cppc/nominal_freq", "3400"),
        ]);
        assert_eq!((turbo(one.root(), 1), turbo(one.root(), 0)), (Some(true), None));
        assert_eq!(speed(one.root(), 1).base_hz, Some(3.4e9));
        assert_eq!(speed(one.root(), 0), Speed::default());
    }

    #[test]
    fn the_systems_word_is_in_kilohertz() {
        let copies = Copies::of(&[("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3700123\n")]);
        assert_eq!(current(copies.root(), 1), Some(3_700_123_000.0));
        assert_eq!(current(copies.root(), 0), None);
    }

    #[test]
    fn a_rate_from_boot_is_not_the_frequency_now() {
        let about = |flags: &str| {
            format!(
                "processor\t: 0\ncpu MHz\t: 1.0\nflags\t: aperfmperf\n\nprocessor\t: 1\ncpu MHz\t: 2500.5\nflags\t: {flags}\n"
            )
        };
        let copies = Copies::of(&[("proc/cpuinfo", &about("fpu aperfmperf"))]);
        assert_eq!(current(copies.root(), 1), Some(2_500_500_000.0));
        copies.write("proc/cpuinfo", &about("fpu hypervisor"));
        assert_eq!(current(copies.root(), 1), None);
    }
}
