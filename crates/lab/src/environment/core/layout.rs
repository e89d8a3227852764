//! Sockets, cores, threads and memory nodes: how much of everything the machine has, and who is beside whom.

use std::collections::BTreeSet;
use std::path::Path;

use crate::environment::files;
use crate::model::{CoreKind, Layout};

const CPUS: &str = "sys/devices/system/cpu";

/// The whole machine's layout, and the place of `core` in it.
pub(crate) fn layout(root: &Path, core: Option<u32>) -> Layout {
    let read = |path: &str| files::text(root, path);
    let online = match read(&format!("{CPUS}/online")) {
        Some(list) => files::core_list(&list),
        None => files::all_cores(root),
    };
    let number = |core: u32, file: &str| files::number::<i64>(root, &format!("{CPUS}/cpu{core}/topology/{file}"));
    let places: Option<BTreeSet<(i64, i64)>> = online
        .iter()
        .map(|&core| Some((number(core, "physical_package_id")?, number(core, "core_id")?)))
        .collect::<Option<_>>()
        .filter(|places: &BTreeSet<_>| !places.is_empty());
    let nodes = files::names(root, "sys/devices/system/node");
    let nodes = nodes.iter().filter(|name| name.strip_prefix("node").is_some_and(|rest| rest.parse::<u32>().is_ok()));
    Layout {
        sockets: places.as_ref().map(|all| all.iter().map(|(socket, _)| socket).collect::<BTreeSet<_>>().len() as u32),
        cores: places.as_ref().map(|all| all.len() as u32),
        threads: (!online.is_empty()).then_some(online.len() as u32),
        numa_nodes: Some(nodes.count() as u32).filter(|count| *count > 0),
        smt: files::number::<u8>(root, &format!("{CPUS}/smt/active")).map(|active| active == 1),
        siblings: core.map_or_else(Vec::new, |core| files::siblings(root, core)),
        isolated: read(&format!("{CPUS}/isolated")).map_or_else(Vec::new, |list| files::core_list(&list)),
        core_kind: core.and_then(|core| kind(root, core)),
    }
}

/// Intel names the two kinds; on ARM the kernel gives each core a capacity, of 1024 for the strongest.
fn kind(root: &Path, core: u32) -> Option<CoreKind> {
    let among = |name: &str| {
        files::text(root, &format!("sys/devices/{name}/cpus"))
            .is_some_and(|list| files::core_list(&list).contains(&core))
    };
    if among("cpu_core") {
        return Some(CoreKind::Performance);
    }
    if among("cpu_atom") {
        return Some(CoreKind::Efficiency);
    }
    let capacity = |core: u32| files::number::<u32>(root, &format!("{CPUS}/cpu{core}/cpu_capacity"));
    let all: Vec<u32> = files::all_cores(root).into_iter().filter_map(capacity).collect();
    let (least, most) = (*all.iter().min()?, *all.iter().max()?);
    (least < most).then_some(if capacity(core)? == most { CoreKind::Performance } else { CoreKind::Efficiency })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

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
}
