//! What can be counted on this machine by this user: nothing in, a source or a reason for each metric out.
//!
//! It tries on its own process, and leaves everything as it is.

use std::path::Path;

use crate::meter::kernel::KernelMeter;
use crate::meter::process::cpu_time::tick_ns;
use crate::meter::process::proc_memory::{can_reset_peak, told};
use crate::meter::simulated;
use crate::model::{Amount, METRICS, Unknown};

/// Metrics in the order of the list, each with where its values come from or why there are none; `root` is `/`,
/// or a copy of the system's files in tests.
pub fn can(root: &Path) -> Vec<(&'static str, Result<String, Unknown>)> {
    let own = std::process::id();
    let mut meter = KernelMeter::open(root, own);
    let (amounts, mut called) = (meter.read(), meter.called());
    let looks = tick_ns().map_or(String::new(), |ns| format!(", which looks every {:.0} ms", ns / 1e6));
    for metric in ["user-time", "system-time"] {
        called.insert(metric, format!("cpu-time, shared out by the kernel's tick{looks}"));
    }
    let resident = |name| told(root, own, name).map(|_| "/proc/PID/status".to_owned());
    let source = |metric: &str| match metric {
        "peak-memory" => Some(can_reset_peak(root, own).and_then(|()| resident("VmHWM"))),
        "idle-memory" => Some(resident("VmRSS")),
        "simulated-instructions" => {
            let found = simulated::installed(std::env::var_os("PATH").as_deref());
            Some(found.map(|program| program.display().to_string()))
        }
        _ => amounts.get(metric).map(|amount| match amount {
            Amount::Known(_) => Ok(called[metric].clone()),
            Amount::Unknown(unknown) => Err(unknown.clone()),
        }),
    };
    METRICS.iter().filter_map(|metric| Some((metric.name, source(metric.name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn each_metric_has_a_source_or_a_reason() {
        let can = can(Path::new("/"));
        for (metric, source) in &can {
            match source {
                Ok(source) => assert!(!source.is_empty() && source != "nobody", "{metric}"),
                Err(unknown) => assert!(!unknown.why.is_empty(), "{metric}"),
            }
        }
        let of = |name: &str| can.iter().find(|(metric, _)| *metric == name).map(|(_, source)| source);
        for always in ["cpu-time", "user-time", "minor-faults", "peak-memory", "threads"] {
            assert!(of(always).is_some_and(Result::is_ok), "{always}: {:?}", of(always));
        }
        assert!(of("mallocs").is_none(), "that is another's to count");
    }

    #[test]
    fn a_machine_without_the_systems_files_still_answers() {
        let root = tempfile::tempdir().unwrap();
        let can = can(root.path());
        let (_, source) = can.iter().find(|(metric, _)| *metric == "read").unwrap();
        assert!(source.as_ref().unwrap_err().why.contains("/proc"), "{source:?}");
    }
}
