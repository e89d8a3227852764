//! How much of the processors' time the host of a virtual machine gave to others.

use std::path::Path;

use crate::environment::files;

/// (stolen, all) ticks over all cores since the machine was started. On a machine of its own none are stolen.
pub fn ticks(root: &Path) -> Option<(u64, u64)> {
    let stat = files::text(root, "proc/stat")?;
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    let ticks: Vec<u64> = line.split_whitespace().map_while(|text| text.parse().ok()).collect();
    // The eighth is the stolen time; those behind it, of guests, are in the first two already (proc(5)).
    Some((*ticks.get(7)?, ticks[..8].iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

    #[test]
    fn guests_are_not_counted_twice() {
        let copies = Copies::of(&[("proc/stat", "cpu  10 1 5 80 2 0 1 3 7 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n")]);
        assert_eq!(ticks(copies.root()), Some((3, 102)));
    }

    #[test]
    fn an_old_kernel_does_not_tell() {
        assert_eq!(ticks(Copies::of(&[("proc/stat", "cpu  10 1 5 80\n")]).root()), None);
        assert_eq!(ticks(Path::new("/nowhere")), None);
    }
}
