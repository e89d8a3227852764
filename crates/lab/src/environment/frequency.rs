//! The frequency that the system says a core has now. A core's number in, hertz out; what the system sets is
//! not what a program measures (`rates.rs`).

use std::path::Path;

use crate::environment::core::cpuinfo::CpuInfo;
use crate::environment::files;

/// What the core runs at now, hertz. In a virtual machine the guest mostly is not told.
pub fn current(root: &Path, core: u32) -> Option<f64> {
    let folder = format!("sys/devices/system/cpu/cpu{core}/cpufreq");
    // The first asks the hardware and takes rights; the second is what the kernel last knew.
    let khz = ["cpuinfo_cur_freq", "scaling_cur_freq"]
        .iter()
        .find_map(|name| files::number::<f64>(root, &format!("{folder}/{name}")).filter(|khz| *khz > 0.0));
    khz.map(|khz| khz * 1e3).or_else(|| told_by_cpuinfo(root, core))
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
    use crate::environment::files::Copies;

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
