//! Sockets, cores, threads, memory nodes and caches: how much of everything the machine has, and who is beside whom.

use std::collections::BTreeSet;
use std::path::Path;

use crate::environment::files::{self, CPUS};
use crate::model::{CacheLevel, CoreKind, Layout};

/// The whole machine's layout, and the place of `core` in it.
pub(crate) fn layout(root: &Path, core: Option<u32>) -> Layout {
    let online = files::text(root, &format!("{CPUS}/online"));
    let online = online.map_or_else(|| files::all_cores(root), |list| files::core_list(&list));
    let number = |core: u32, file: &str| files::number::<i64>(root, &format!("{CPUS}/cpu{core}/topology/{file}"));
    let place = |core: &u32| Some((number(*core, "physical_package_id")?, number(*core, "core_id")?));
    let places: Option<BTreeSet<(i64, i64)>> = online.iter().map(place).collect();
    let places = places.filter(|places| !places.is_empty());
    let nodes = files::names(root, "sys/devices/system/node");
    let nodes = nodes.iter().filter(|name| name.strip_prefix("node").is_some_and(|rest| rest.parse::<u32>().is_ok()));
    Layout {
        sockets: places.as_ref().map(|all| all.iter().map(|(socket, _)| socket).collect::<BTreeSet<_>>().len() as u32),
        cores: places.as_ref().map(|all| all.len() as u32),
        threads: (!online.is_empty()).then_some(online.len() as u32),
        numa_nodes: Some(nodes.count() as u32).filter(|count| *count > 0),
        smt: files::number::<u8>(root, &format!("{CPUS}/smt/active")).map(|active| active == 1),
        siblings: core.map_or_else(Vec::new, |core| files::siblings(root, core)),
        isolated: files::cores(root, &format!("{CPUS}/isolated")),
        core_kind: core.and_then(|core| kind(root, core)),
    }
}

/// Intel names the two kinds; on ARM the kernel gives each core a capacity, of 1024 for the strongest.
fn kind(root: &Path, core: u32) -> Option<CoreKind> {
    let among = |name: &str| files::cores(root, &format!("sys/devices/{name}/cpus")).contains(&core);
    let named = [("cpu_core", CoreKind::Performance), ("cpu_atom", CoreKind::Efficiency)];
    if let Some((_, kind)) = named.into_iter().find(|(name, _)| among(name)) {
        return Some(kind);
    }
    let capacity = |core: u32| files::number::<u32>(root, &format!("{CPUS}/cpu{core}/cpu_capacity"));
    let all: Vec<u32> = files::all_cores(root).into_iter().filter_map(capacity).collect();
    let (least, most) = (*all.iter().min()?, *all.iter().max()?);
    (least < most).then_some(if capacity(core)? == most { CoreKind::Performance } else { CoreKind::Efficiency })
}

/// From the smallest to the largest, as the system lists them; empty where it does not.
pub(crate) fn caches(root: &Path, core: u32) -> Vec<CacheLevel> {
    let folder = format!("{CPUS}/cpu{core}/cache");
    let indexes = files::names(root, &folder).into_iter().filter(|name| name.starts_with("index"));
    indexes.filter_map(|index| level(root, &format!("{folder}/{index}"))).collect()
}

fn level(root: &Path, folder: &str) -> Option<CacheLevel> {
    let read = |name: &str| files::text(root, &format!("{folder}/{name}"));
    let number = |name: &str| read(name)?.parse().ok().filter(|number| *number > 0);
    let suffix = match read("type")?.as_str() {
        "Data" => "d",
        "Instruction" => "i",
        _ => "",
    };
    Some(CacheLevel {
        name: format!("L{}{suffix}", read("level")?),
        bytes: read("size")?.strip_suffix('K')?.parse::<u64>().ok()? * 1024,
        line_bytes: number("coherency_line_size"),
        ways: number("ways_of_associativity"),
        shared_by: read("shared_cpu_list").map(|list| files::core_list(&list).len() as u32).filter(|count| *count > 0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    /// Two sockets with two cores of two threads each.
    fn server() -> Copies {
        let copies = Copies::of(&[
            ("sys/devices/system/cpu/online", "0-7\n"),
            ("sys/devices/system/cpu/smt/active", "1\n"),
            ("sys/devices/system/cpu/isolated", "\n"),
            ("sys/devices/system/cpu/cpu6/topology/thread_siblings_list", "2,6\n"),
            ("sys/devices/system/node/node0/cpulist", ""),
            ("sys/devices/system/node/node1/cpulist", ""),
            ("sys/devices/system/node/online", "0-1"),
        ]);
        for core in 0..8 {
            let folder = format!("sys/devices/system/cpu/cpu{core}/topology");
            copies.write(&format!("{folder}/physical_package_id"), &(core % 4 / 2).to_string());
            copies.write(&format!("{folder}/core_id"), &(core % 2).to_string());
        }
        copies
    }

    #[test]
    fn threads_of_a_core_are_one_core() {
        let copies = server();
        let found = layout(copies.root(), Some(6));
        assert_eq!((found.sockets, found.cores, found.threads), (Some(2), Some(4), Some(8)));
        assert_eq!((found.numa_nodes, found.smt, found.siblings), (Some(2), Some(true), vec![2]));
        assert_eq!((found.isolated.len(), found.core_kind), (0, None));
        copies.write("sys/devices/system/cpu/isolated", "5-6");
        assert_eq!(layout(copies.root(), Some(6)).isolated, [5, 6]);
    }

    #[test]
    fn two_kinds_of_cores_are_told_apart() {
        let copies = server();
        copies.write("sys/devices/cpu_core/cpus", "0-3");
        copies.write("sys/devices/cpu_atom/cpus", "4-7");
        assert_eq!(layout(copies.root(), Some(6)).core_kind, Some(CoreKind::Efficiency));
        assert_eq!(layout(copies.root(), Some(0)).core_kind, Some(CoreKind::Performance));
        let arm = Copies::of(&[
            ("sys/devices/system/cpu/cpu0/cpu_capacity", "446"),
            ("sys/devices/system/cpu/cpu1/cpu_capacity", "1024"),
        ]);
        assert_eq!(layout(arm.root(), Some(1)).core_kind, Some(CoreKind::Performance));
        assert_eq!(layout(arm.root(), Some(0)).core_kind, Some(CoreKind::Efficiency));
        arm.write("sys/devices/system/cpu/cpu0/cpu_capacity", "1024");
        assert_eq!(layout(arm.root(), Some(0)).core_kind, None);
    }

    #[test]
    fn without_such_files_nothing_is_counted() {
        assert_eq!(layout(Path::new("/nowhere"), Some(0)), Layout::default());
    }

    #[test]
    fn each_level_has_its_neighbours() {
        let copies = Copies::of(&[
            ("sys/devices/system/cpu/cpu3/cache/index0/level", "1\n"),
            ("sys/devices/system/cpu/cpu3/cache/index0/type", "Data\n"),
            ("sys/devices/system/cpu/cpu3/cache/index0/size", "48K\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/level", "3\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/type", "Unified\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/size", "32768K\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/coherency_line_size", "64\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/ways_of_associativity", "16\n"),
            ("sys/devices/system/cpu/cpu3/cache/index3/shared_cpu_list", "0-7,16-23\n"),
            ("sys/devices/system/cpu/cpu3/cache/index4/level", "4\n"),
        ]);
        let small = CacheLevel { name: "L1d".into(), bytes: 48 << 10, line_bytes: None, ways: None, shared_by: None };
        let large = CacheLevel {
            name: "L3".into(),
            bytes: 32 << 20,
            line_bytes: Some(64),
            ways: Some(16),
            shared_by: Some(16),
        };
        assert_eq!(caches(copies.root(), 3), [small, large]);
        assert!(caches(copies.root(), 0).is_empty());
    }
}
