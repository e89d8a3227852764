//! How hot the machine is: the system's sensors, each with its name, in degrees Celsius; and how often the processor has
//! slowed itself down for heat since the machine was started.

use std::collections::HashMap;
use std::path::Path;

use crate::environment::files::{self, CPUS};

/// Every sensor that gives a temperature: those of the chips first, then the zones that the system makes of them.
pub(super) fn all(root: &Path) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    for chip in files::names(root, "sys/class/hwmon") {
        let folder = format!("sys/class/hwmon/{chip}");
        let name = files::text(root, &format!("{folder}/name")).unwrap_or(chip);
        for file in files::names(root, &folder) {
            let Some(sensor) = file.strip_suffix("_input").filter(|sensor| sensor.starts_with("temp")) else {
                continue;
            };
            if files::number::<u8>(root, &format!("{folder}/{sensor}_fault")) == Some(1) {
                continue;
            }
            let label = files::text(root, &format!("{folder}/{sensor}_label")).unwrap_or_else(|| sensor.to_owned());
            found.extend(degrees(root, &format!("{folder}/{file}")).map(|value| (format!("{name} {label}"), value)));
        }
    }
    for zone in files::names(root, "sys/class/thermal").iter().filter(|name| name.starts_with("thermal_zone")) {
        let folder = format!("sys/class/thermal/{zone}");
        let label = files::text(root, &format!("{folder}/type")).unwrap_or_else(|| zone.clone());
        found.extend(degrees(root, &format!("{folder}/temp")).map(|value| (label, value)));
    }
    found
}

/// A sensor that nothing is connected to says 0, or what no machine that runs can have.
fn degrees(root: &Path, path: &str) -> Option<f64> {
    let degrees = files::number::<f64>(root, path)? / 1e3;
    (degrees != 0.0 && (-40.0..150.0).contains(&degrees)).then_some(degrees)
}

/// Times that a core or a package was too hot, over all of them. Only two counts beside each other say when.
pub(super) fn throttled(root: &Path) -> Option<u64> {
    let mut counts: HashMap<(u32, Option<u32>), u64> = HashMap::new();
    for core in files::all_cores(root) {
        let folder = format!("{CPUS}/cpu{core}");
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
            counts.entry(key).and_modify(|known| *known = count.max(*known)).or_insert(count);
        }
    }
    (!counts.is_empty()).then(|| counts.values().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    #[test]
    fn chips_and_zones_have_names() {
        let copies = Copies::of(&[
            ("sys/class/hwmon/hwmon0/name", "coretemp\n"),
            ("sys/class/hwmon/hwmon0/temp1_input", "61000\n"),
            ("sys/class/hwmon/hwmon0/temp1_label", "Package id 0\n"),
            ("sys/class/hwmon/hwmon0/temp2_input", "59500\n"),
            ("sys/class/hwmon/hwmon0/fan1_input", "1200\n"),
            ("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n"),
            ("sys/class/thermal/thermal_zone0/temp", "62000\n"),
            ("sys/class/thermal/cooling_device0/type", "Processor\n"),
        ]);
        let named = |name: &str, value: f64| (name.to_owned(), value);
        assert_eq!(
            all(copies.root()),
            [named("coretemp Package id 0", 61.0), named("coretemp temp2", 59.5), named("x86_pkg_temp", 62.0)]
        );
    }

    #[test]
    fn a_sensor_without_a_sense_is_left_out() {
        let copies = Copies::of(&[
            ("sys/class/hwmon/hwmon3/temp1_input", "0\n"),
            ("sys/class/hwmon/hwmon3/temp2_input", "-128000\n"),
            ("sys/class/hwmon/hwmon3/temp3_input", "45000\n"),
            ("sys/class/hwmon/hwmon3/temp3_fault", "1\n"),
        ]);
        assert!(all(copies.root()).is_empty());
        assert!(all(Path::new("/nowhere")).is_empty());
    }

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
        assert_eq!(throttled(Copies::of(&files).root()), Some(3 + 4 + 10));
    }

    #[test]
    fn without_counters_nothing_is_known() {
        assert_eq!(throttled(Copies::of(&[("sys/devices/system/cpu/cpu0/online", "1")]).root()), None);
    }
}
