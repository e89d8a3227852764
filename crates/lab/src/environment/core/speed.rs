//! Who sets the frequency of a core, and between which bounds. Reads what the system's frequency driver says;
//! where there is none, as in most virtual machines, all is unknown.

use std::path::Path;

use crate::environment::{files, frequency};
use crate::model::Speed;

const CPUS: &str = "sys/devices/system/cpu";

/// Of this core; what was measured is added by whoever measures.
pub(crate) fn speed(root: &Path, core: u32) -> Speed {
    let folder = format!("{CPUS}/cpu{core}/cpufreq");
    let hertz = |file: &str, unit: f64| {
        let number = files::number::<f64>(root, &format!("{CPUS}/cpu{core}/{file}")).filter(|number| *number > 0.0)?;
        Some(number * unit)
    };
    Speed {
        driver: files::text(root, &format!("{folder}/scaling_driver")),
        preference: files::text(root, &format!("{folder}/energy_performance_preference")),
        turbo: turbo(root, core),
        base_hz: hertz("cpufreq/base_frequency", 1e3).or_else(|| hertz("acpi_cppc/nominal_freq", 1e6)),
        min_hz: hertz("cpufreq/scaling_min_freq", 1e3),
        max_hz: hertz("cpufreq/scaling_max_freq", 1e3),
        now_hz: frequency::current(root, core),
        core_hz: None,
    }
}

/// Each driver has a switch of its own; one of them says no, another yes, the third a core at a time.
fn turbo(root: &Path, core: u32) -> Option<bool> {
    let number = |path: &str| files::number::<u8>(root, &format!("{CPUS}/{path}"));
    let off = number("intel_pstate/no_turbo").map(|off| off == 0);
    let on = || number("cpufreq/boost").or_else(|| number(&format!("cpu{core}/cpufreq/boost"))).map(|on| on == 1);
    off.or_else(on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

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
}
