//! How often the processor has slowed itself down for heat since the machine was started.

use std::collections::HashMap;
use std::path::Path;

use crate::environment::files;

/// Times that a core or a package was too hot, over all of them. Only two counts beside each other say when.
pub fn counts(root: &Path) -> Option<u64> {
    let mut counts: HashMap<(u32, Option<u32>), u64> = HashMap::new();
    for core in files::all_cores(root) {
        let folder = format!("sys/devices/system/cpu/cpu{core}");
        let number = |file: &str| files::number::<u64>(root, &format!("{folder}/{file}"));
        // Threads of one core tell the same events, and so do all cores of a package.
        let place = |file: &str| number(file).map_or(core, |number| number as u32);
        let (package, unit) = (place("topology/physical_package_id"), place("topology/core_id"));
        let told = [
            ((package, Some(unit)), number("thermal_throttle/core_throttle_count")),
            ((package, None), number("thermal_throttle/package_throttle_count")),
        ];
        for (key, count) in told {
            let Some(count) = count else { continue };
            let known = counts.entry(key).or_insert(count);
            *known = count.max(*known);
        }
    }
    (!counts.is_empty()).then(|| counts.values().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

    #[test]
    fn an_event_counts_once() {
        let mut files = Vec::new();
        for (core, unit, hot) in [(0, 0, 3), (1, 1, 4), (2, 0, 2)] {
            let folder = format!("sys/devices/system/cpu/cpu{core}");
            files.push((format!("{folder}/topology/physical_package_id"), "0".to_owned()));
            files.push((format!("{folder}/topology/core_id"), unit.to_string()));
            files.push((format!("{folder}/thermal_throttle/core_throttle_count"), hot.to_string()));
            files.push((format!("{folder}/thermal_throttle/package_throttle_count"), "10".to_owned()));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(counts(Copies::of(&files).root()), Some(3 + 4 + 10));
    }

    #[test]
    fn without_counters_nothing_is_known() {
        assert_eq!(counts(Copies::of(&[("sys/devices/system/cpu/cpu0/online", "1")]).root()), None);
    }
}
