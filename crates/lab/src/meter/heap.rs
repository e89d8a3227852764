//! From a page that a process shares with Paragone to its mallocs, frees, bytes and peak, exact to the last one.
//!
//! The library that counts is `preload/heap.c`, which has the same layout; what a process does with its memory
//! by other ways than malloc is not seen here.

use std::ffi::CStr;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::driver::memory_file;
use crate::model::Unknown;

/// Read by the library before it writes anything: `PGHEAP01`.
const LAYOUT: u64 = u64::from_le_bytes(*b"PGHEAP01");

const SLOTS: usize = 126;

const PRELOAD: &str = "LD_PRELOAD";

/// What the page is called in the list of a process's memory.
const NAME: &CStr = c"paragone-heap";

/// The metrics that the library's counts become.
pub const HEAP: [&str; 4] = ["mallocs", "frees", "requested", "peak-heap"];

/// What one thread has counted, or several that came late.
#[repr(C, align(64))]
struct Slot {
    mallocs: AtomicU64,
    frees: AtomicU64,
    requested: AtomicU64,
}

#[repr(C)]
struct Shared {
    layout: AtomicU64,
    owner: AtomicU64,
    others: AtomicU64,
    taken: AtomicU64,
    unused: [u64; 4],
    live: AtomicU64,
    peak: AtomicU64,
    slots: [Slot; SLOTS],
}

const _: () = assert!(size_of::<Shared>() == 8192, "as in preload/heap.c");

/// What a process had asked of malloc at one moment, or in between two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapCount {
    /// Calls that handed out a block; a `realloc` is one, and a free of what it was given.
    pub mallocs: u64,
    /// Blocks given back, of those that were counted when they were handed out.
    pub frees: u64,
    /// Bytes asked for, by all calls together.
    pub requested: u64,
    /// Bytes asked for and not given back; in between, what that grew by.
    pub live: i64,
    /// The most of them at once since the last reset; in between, above what there was at the beginning.
    pub peak: u64,
    /// Processes that were not counted: forks of the one that is, once they allocate, and programs started by it.
    pub others: u64,
}

impl HeapCount {
    /// What came in between. The peak is right where it was reset at the earlier moment.
    pub fn since(&self, earlier: &HeapCount) -> HeapCount {
        HeapCount {
            mallocs: self.mallocs.wrapping_sub(earlier.mallocs),
            frees: self.frees.wrapping_sub(earlier.frees),
            requested: self.requested.wrapping_sub(earlier.requested),
            live: self.live.wrapping_sub(earlier.live),
            peak: self.peak.saturating_sub(u64::try_from(earlier.live).unwrap_or(0)),
            others: self.others.wrapping_sub(earlier.others),
        }
    }
}

/// A page for one process: the first that is started with [`HeapPage::env`], but for Paragone's own, and whatever it
/// turns into by `exec`.
#[derive(Debug)]
pub struct HeapPage {
    file: File,
    shared: NonNull<Shared>,
}

impl HeapPage {
    pub fn new() -> Result<HeapPage, Unknown> {
        let fault = |err: std::io::Error| {
            Unknown::because(format!("no memory could be shared for the counts of mallocs: {err}"))
        };
        let mut file = memory_file(NAME, 0).map_err(fault)?;
        // Written and not only made longer: a lack of memory shows now, and not when the process writes.
        file.write_all(&[0; size_of::<Shared>()]).map_err(fault)?;
        let shared = map(&file).map_err(fault)?;
        let page = HeapPage { file, shared };
        page.shared().layout.store(LAYOUT, Ordering::Release);
        Ok(page)
    }

    /// What a process is started with to be counted, beside its `own` environment. Another library that is preloaded,
    /// there or in Paragone's, stays so, after this one.
    pub fn env(&self, library: &Path, own: &[(String, String)]) -> Vec<(String, String)> {
        let named = own.iter().find(|(name, _)| name == PRELOAD).map(|(_, value)| value.clone());
        let before = named.or_else(|| std::env::var(PRELOAD).ok());
        vec![
            ("PARAGONE_HEAP".to_owned(), format!("/proc/{}/fd/{}", std::process::id(), self.file.as_raw_fd())),
            (PRELOAD.to_owned(), preloaded(library, before.as_deref())),
        ]
    }

    /// None where nobody has come to be counted, or who came is another program by now, that does not.
    pub fn read(&self) -> Option<HeapCount> {
        let shared = self.shared();
        let owner = shared.owner.load(Ordering::Acquire);
        if owner == 0 || self.is_left_by(owner) {
            return None;
        }
        let sum = |count: fn(&Slot) -> &AtomicU64| {
            shared.slots.iter().map(|slot| count(slot).load(Ordering::Relaxed)).fold(0, u64::wrapping_add)
        };
        Some(HeapCount {
            mallocs: sum(|slot| &slot.mallocs),
            frees: sum(|slot| &slot.frees),
            requested: sum(|slot| &slot.requested),
            live: shared.live.load(Ordering::Relaxed) as i64,
            peak: shared.peak.load(Ordering::Relaxed),
            others: shared.others.load(Ordering::Relaxed),
        })
    }

    /// As [`HeapPage::read`], with the reason where there is nothing to read.
    pub fn count(&self) -> Result<HeapCount, Unknown> {
        self.read().ok_or_else(|| {
            Unknown::because(
                "a runtime with an allocator of its own, or a program that is linked statically, does not come to the \
                 library that counts mallocs; what a runtime tells of its own stands beside",
            )
        })
    }

    /// What came since an earlier count, unless it may have been another process that did the work.
    pub fn since(&self, earlier: &HeapCount) -> Result<HeapCount, Unknown> {
        let now = self.count()?;
        let since = now.since(earlier);
        // A script that waits for the real program counts nothing, and that is no 0 of the program's.
        let is_idle = since.mallocs == 0 && since.frees == 0;
        match since.others > 0 || now.others > 0 && is_idle {
            true => Err(Unknown::unless(
                "the program starts other processes, whose mallocs are not counted",
                "let the driver do the work in the process that Paragone starts; a script that starts it can say `exec`",
            )),
            false => Ok(since),
        }
    }

    /// From now on the peak is that of what comes. For a moment at which the process does nothing, as between two
    /// requests.
    pub fn reset_peak(&self) {
        let shared = self.shared();
        shared.peak.store(shared.live.load(Ordering::Relaxed), Ordering::Relaxed);
        // A thread that went on regardless may have been further by then.
        shared.peak.fetch_max(shared.live.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Whether the process lives and no longer has the page: a script came, and is now a program without the library.
    /// What counts of a process that has ended stands.
    fn is_left_by(&self, process: u64) -> bool {
        let name = NAME.to_bytes();
        let maps = std::fs::read(format!("/proc/{process}/maps")).unwrap_or_default();
        !maps.is_empty() && !maps.windows(name.len()).any(|part| part == name)
    }

    fn shared(&self) -> &Shared {
        // SAFETY: mapped for as long as the page lives, of this size, and all that others write are atomics.
        unsafe { self.shared.as_ref() }
    }
}

impl Drop for HeapPage {
    fn drop(&mut self) {
        // SAFETY: mapped by `map` with this length, and used by nobody any more.
        unsafe { libc::munmap(self.shared.as_ptr().cast(), size_of::<Shared>()) };
    }
}

fn map(file: &File) -> std::io::Result<NonNull<Shared>> {
    let how = libc::PROT_READ | libc::PROT_WRITE;
    let fd = file.as_raw_fd();
    // SAFETY: a new mapping of a file that is as long as it.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), size_of::<Shared>(), how, libc::MAP_SHARED, fd, 0) };
    match NonNull::new(start.cast()) {
        Some(shared) if start != libc::MAP_FAILED => Ok(shared),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn preloaded(library: &Path, before: Option<&str>) -> String {
    match before.filter(|before| !before.is_empty()) {
        Some(before) => format!("{}:{before}", library.display()),
        None => library.display().to_string(),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// As the library would write it, if it were loaded here.
    fn claimed(live: u64, peak: u64) -> HeapPage {
        let page = HeapPage::new().unwrap();
        page.shared().owner.store(u64::from(std::process::id()), Ordering::Relaxed);
        page.shared().live.store(live, Ordering::Relaxed);
        page.shared().peak.store(peak, Ordering::Relaxed);
        page
    }

    fn add(page: &HeapPage, slot: usize, mallocs: u64, requested: u64) {
        page.shared().slots[slot].mallocs.fetch_add(mallocs, Ordering::Relaxed);
        page.shared().slots[slot].requested.fetch_add(requested, Ordering::Relaxed);
    }

    #[test]
    fn nobody_came_is_no_count() {
        let page = HeapPage::new().unwrap();
        assert_eq!(page.read(), None);
        assert!(page.count().unwrap_err().why.contains("statically"));
        assert!(page.since(&HeapCount::default()).is_err());
    }

    #[test]
    fn who_lives_without_the_page_is_no_count() {
        let page = claimed(0, 0);
        assert!(page.read().is_some());
        let mut other = std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
        page.shared().owner.store(u64::from(other.id()), Ordering::Relaxed);
        assert_eq!(page.read(), None);
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(page.read(), Some(HeapCount::default()));
    }

    #[test]
    fn all_slots_are_summed() {
        let page = claimed(40, 100);
        add(&page, 0, 1, 10);
        let earlier = page.read().unwrap();
        add(&page, SLOTS - 1, 2, 30);
        let now = page.read().unwrap();
        assert_eq!(now, HeapCount { mallocs: 3, frees: 0, requested: 40, live: 40, peak: 100, others: 0 });
        let since = HeapCount { mallocs: 2, frees: 0, requested: 30, live: 0, peak: 60, others: 0 };
        assert_eq!(page.since(&earlier), Ok(since));
    }

    #[test]
    fn a_peak_begins_at_what_is_live() {
        let page = claimed(40, 100);
        page.reset_peak();
        assert_eq!(page.read().unwrap().peak, 40);
    }

    #[test]
    fn what_shrinks_grows_by_less_than_nothing() {
        let earlier = HeapCount { live: 100, peak: 100, ..HeapCount::default() };
        let since = HeapCount { live: 30, peak: 100, ..HeapCount::default() }.since(&earlier);
        assert_eq!((since.live, since.peak), (-70, 0));
    }

    #[test]
    fn nothing_counted_beside_other_processes_is_unknown() {
        let page = claimed(0, 0);
        let first = page.read().unwrap();
        assert_eq!(page.since(&first), Ok(HeapCount::default()));
        page.shared().others.store(1, Ordering::Relaxed);
        let second = page.read().unwrap();
        assert!(page.since(&first).unwrap_err().why.contains("other processes"));
        assert!(page.since(&second).is_err());
        // It was there before, and what is counted is the process's own.
        add(&page, 1, 1, 8);
        assert_eq!(page.since(&second).unwrap().mallocs, 1);
    }

    #[test]
    fn a_library_that_is_preloaded_stays() {
        let ours = Path::new("/cache/heap.so");
        assert_eq!(preloaded(ours, None), "/cache/heap.so");
        assert_eq!(preloaded(ours, Some("")), "/cache/heap.so");
        assert_eq!(preloaded(ours, Some("/lib/theirs.so")), "/cache/heap.so:/lib/theirs.so");
        let page = HeapPage::new().unwrap();
        let [(heap, path), (preload, value)] = page.env(ours, &[]).try_into().unwrap();
        assert_eq!((heap.as_str(), preload.as_str()), ("PARAGONE_HEAP", "LD_PRELOAD"));
        assert!(Path::new(&path).exists() && value.starts_with("/cache/heap.so"));
        drop(page);
        assert!(!Path::new(&path).exists());
    }
}
