//! What the processor's packages say they have spent: the kernel's powercap files in, joules out.
//!
//! It is the whole machine's, with what idle cores take; who measures alone measures mostly itself. The counters are
//! those of RAPL (Intel's manual, volume 3B, chapter "Power and thermal management"; AMD has them too); since 2020 only
//! root may read them on most systems.

use std::fs;
use std::path::{Path, PathBuf};

use crate::model::Unknown;

/// The packages of a machine, and what each had spent when it was looked at.
#[derive(Clone, Debug)]
pub struct Energy(Vec<Zone>);

#[derive(Clone, Debug)]
struct Zone {
    file: PathBuf,
    /// Microjoules at which the counter begins again.
    range: u64,
    then: u64,
}

impl Energy {
    /// The counter moves about every millisecond, and should move a hundred times at least.
    pub const LEAST_NS: f64 = 1e8;

    /// Begins to count; or why nothing can be counted here.
    pub fn open(root: &Path) -> Result<Energy, Unknown> {
        let folder = root.join("sys/class/powercap");
        let entries = fs::read_dir(&folder).map_err(|_| Unknown::because("the kernel tells of no energy here"))?;
        let mut zones = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            // The same package is there once more by its other interface, as `intel-rapl-mmio:0`.
            let is_zone = entry.file_name().to_string_lossy().starts_with("intel-rapl:");
            let is_package = is_zone && read(&path.join("name")).is_ok_and(|name| name.starts_with("package-"));
            if is_package {
                let (file, range) = (path.join("energy_uj"), number(&path.join("max_energy_range_uj")));
                zones.push(Zone { then: number(&file)?, range: range.unwrap_or(u64::MAX), file });
            }
        }
        if zones.is_empty() { Err(Unknown::because("the kernel tells of no energy here")) } else { Ok(Energy(zones)) }
    }

    /// Joules since it was opened; right as long as no counter went round twice, which takes minutes.
    pub fn joules(&self) -> Result<f64, Unknown> {
        let spent = |zone: &Zone| {
            let now = number(&zone.file)?;
            let since = if now >= zone.then { now - zone.then } else { now + (zone.range - zone.then) };
            Ok(since as f64 * 1e-6)
        };
        self.0.iter().map(spent).sum()
    }
}

fn read(path: &Path) -> Result<String, Unknown> {
    let text = fs::read_to_string(path);
    text.map_err(|err| match err.kind() {
        std::io::ErrorKind::PermissionDenied => {
            Unknown::unless("only root may read what was spent", "run Paragone as root")
        }
        _ => Unknown::because(format!("failed to read `{}`: {err}", path.display())),
    })
}

fn number(path: &Path) -> Result<u64, Unknown> {
    let text = read(path)?;
    text.trim().parse().map_err(|_| Unknown::because(format!("`{}` holds no number", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(zones: &[(&str, &str, u64)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (folder, name, spent) in zones {
            let folder = root.path().join("sys/class/powercap").join(folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("name"), format!("{name}\n")).unwrap();
            fs::write(folder.join("energy_uj"), format!("{spent}\n")).unwrap();
            fs::write(folder.join("max_energy_range_uj"), "1000000\n").unwrap();
        }
        root
    }

    #[test]
    fn packages_are_added_and_their_parts_are_not() {
        let zones = [
            ("intel-rapl:0", "package-0", 100),
            ("intel-rapl:0:0", "core", 50),
            ("intel-rapl:1", "package-1", 999_000),
            ("intel-rapl-mmio:0", "package-0", 100),
        ];
        let root = machine(&zones);
        let energy = Energy::open(root.path()).unwrap();
        assert_eq!(energy.joules(), Ok(0.0));
        let write = |zone: &str, spent: &str| {
            fs::write(root.path().join("sys/class/powercap").join(zone).join("energy_uj"), spent).unwrap();
        };
        write("intel-rapl:0", "250100");
        write("intel-rapl:0:0", "9999");
        write("intel-rapl-mmio:0", "250100");
        // Gone round: 1000 to the end of its range, and 2000 from the beginning.
        write("intel-rapl:1", "2000");
        assert!((energy.joules().unwrap() - 0.253).abs() < 1e-12);
    }

    #[test]
    fn where_nothing_is_told_it_is_unknown() {
        assert!(Energy::open(machine(&[]).path()).is_err());
        let only_parts = machine(&[("intel-rapl:0:0", "core", 1)]);
        assert_eq!(Energy::open(only_parts.path()).unwrap_err().why, "the kernel tells of no energy here");
        let broken = machine(&[("intel-rapl:0", "package-0", 1)]);
        fs::write(broken.path().join("sys/class/powercap/intel-rapl:0/energy_uj"), "much").unwrap();
        assert!(Energy::open(broken.path()).unwrap_err().why.contains("no number"));
    }
}
