//! Memory that a driver and all that it started hold: looked at now and then, and told where it is more than they may.
//!
//! In: the keeper's number and a limit; out: bytes, in words. The kernel's own limit is for each process alone, and
//! this one is for all of them together. It knows no protocol and ends nobody.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::driver::processes::process_tree::tree;
use crate::model::unit;

/// Looks are so far apart at least, and so many times as far as one takes: they share a core with what is measured.
const APART: Duration = Duration::from_millis(100);
const TIMES_ITS_COST: u32 = 1000;

/// From this share of the limit on, the limit may be why somebody died.
const NEAR: f64 = 0.8;

/// When to look, and what for.
#[derive(Debug)]
pub(crate) struct HeldMemory {
    /// Bytes; 0 for no limit.
    limit: u64,
    next: Instant,
}

impl HeldMemory {
    pub(crate) fn new(limit: u64) -> HeldMemory {
        HeldMemory { limit, next: Instant::now() + APART }
    }

    /// How long nobody need look.
    pub(crate) fn quiet(&self) -> Duration {
        if self.limit == 0 { Duration::MAX } else { self.next.saturating_duration_since(Instant::now()) }
    }

    /// What all that a keeper has hold together, in words, where it is time to look and that is too much.
    pub(crate) fn too_much(&mut self, keeper: u32) -> Option<String> {
        if !self.quiet().is_zero() {
            return None;
        }
        let (began, root) = (Instant::now(), Path::new("/"));
        let members = all_but(keeper, root);
        let mut held = sum(&members, |member| resident(root, member));
        if held > self.limit {
            // So far, what several share since one of them was started by another was counted for each of them.
            held = sum(&members, |member| shared_out(root, member));
        }
        self.next = Instant::now() + APART.max(began.elapsed() * TIMES_ITS_COST);
        let is_more = held > self.limit;
        is_more.then(|| format!("--memory {}: it and what it started held {}", size(self.limit), size(held)))
    }

    /// What is to be added where somebody failed who had held so many bytes by himself.
    pub(crate) fn near(&self, held: Option<u64>) -> String {
        match held {
            Some(held) if self.limit > 0 && held as f64 >= self.limit as f64 * NEAR => {
                format!("; --memory {} is the limit, and it had held up to {}", size(self.limit), size(held))
            }
            _ => String::new(),
        }
    }
}

/// The most that a process has had in memory so far, or what it has asked for by now, if that is more: bytes.
pub(crate) fn most(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    ["VmHWM:", "VmData:"].iter().filter_map(|name| kibibytes(&status, name)).max()
}

fn all_but(keeper: u32, root: &Path) -> Vec<u32> {
    tree(root, keeper).into_iter().map(|member| member.pid).filter(|pid| *pid != keeper).collect()
}

fn sum(members: &[u32], held: impl Fn(u32) -> Option<u64>) -> u64 {
    members.iter().filter_map(|member| held(*member)).sum()
}

/// Bytes that a process has in memory beyond files and memory that was made to be shared.
fn resident(root: &Path, process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(root.join(format!("proc/{process}/statm"))).ok()?;
    let mut pages = text.split_whitespace().skip(1).map_while(|pages| pages.parse::<u64>().ok());
    let (all, shared) = (pages.next()?, pages.next()?);
    // SAFETY: asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(all.saturating_sub(shared) * u64::try_from(page).ok()?)
}

/// What a process holds, of which what several have together is divided among them, where the kernel tells that.
fn shared_out(root: &Path, process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(root.join(format!("proc/{process}/smaps_rollup")));
    text.ok().and_then(|text| kibibytes(&text, "Pss_Anon:")).or_else(|| resident(root, process))
}

fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}

fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { unit::size(bytes) } else { unit::memory(bytes as f64) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_shared_is_held_once() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join("proc").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("7/task/7/children", "8 9 ");
        for process in [8, 9] {
            write(&format!("{process}/task/{process}/children"), "");
            write(&format!("{process}/statm"), "900 300 100 1 0 5 0");
        }
        write("8/smaps_rollup", "Rss: 5 kB\nPss:  9 kB\nPss_Anon:      400 kB\n");
        let members = all_but(7, root.path());
        assert_eq!(members, [8, 9]);
        let page = resident(root.path(), 8).unwrap() / 200;
        assert!(page >= 4096);
        assert_eq!(sum(&members, |member| resident(root.path(), member)), 400 * page);
        assert_eq!(sum(&members, |member| shared_out(root.path(), member)), (400 << 10) + 200 * page);
        assert_eq!(resident(root.path(), 77), None);
    }

    #[test]
    fn a_limit_is_named_where_it_was_near() {
        let held = HeldMemory::new(256 << 20);
        assert_eq!(held.near(Some(100 << 20)) + &held.near(None) + &HeldMemory::new(0).near(Some(9)), "");
        let told = "; --memory 256 MiB is the limit, and it had held up to 250 MiB";
        assert_eq!(held.near(Some(250 << 20)), told);
        assert_eq!(HeldMemory::new(0).quiet(), Duration::MAX);
    }
}
