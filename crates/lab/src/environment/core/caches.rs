//! The caches as a core sees them: a core's number in, levels with sizes, lines and neighbours out.

use std::path::Path;

use crate::environment::files;
use crate::model::CacheLevel;

/// From the smallest to the largest, as the system lists them; empty where it does not.
pub(crate) fn caches(root: &Path, core: u32) -> Vec<CacheLevel> {
    let folder = format!("sys/devices/system/cpu/cpu{core}/cache");
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
    use crate::environment::files::Copies;

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
