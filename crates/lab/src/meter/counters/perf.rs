//! One counter of the kernel's on one thread, and on whatever that starts from now on: an event in, what was
//! counted out, or why the kernel counts nothing here.
//!
//! It knows the system call (perf_event_open(2)) and not what is counted for.

use std::ffi::CString;
use std::ops::{AddAssign, Sub};
use std::path::Path;
use std::{fs, io};

use crate::model::Unknown;

/// What is to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) kind: PerfKind,
    pub(crate) config: u64,
    /// Only those records of a tracepoint that this is true of.
    pub(crate) filter: Option<CString>,
}

/// As the kernel numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerfKind {
    Hardware = 0,
    Software = 1,
    Tracepoint = 2,
}

impl PerfKind {
    /// The processor's counters count the program alone, outside of the kernel: that needs fewer rights, is the
    /// same number with more, and no interrupt is in it. What the kernel itself counts happens within the
    /// kernel, and those counters would stand still.
    fn leaves_out_the_kernel(self) -> bool {
        self == PerfKind::Hardware
    }
}

/// Closed when it is dropped.
#[derive(Debug)]
pub(crate) struct Counter {
    #[cfg(target_os = "linux")]
    fd: std::os::fd::OwnedFd,
}

/// What a counter says. The processor has few counters, and where more are wanted they take turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Raw {
    pub(crate) value: u64,
    /// For so long the program was at work, and for so long of that somebody counted.
    pub(crate) wanted_ns: u64,
    pub(crate) counted_ns: u64,
}

impl Raw {
    /// What would have been counted by one that never had to wait; `None` where nobody counted.
    pub(crate) fn stretched(self) -> Option<f64> {
        match (self.wanted_ns, self.counted_ns) {
            (0, _) => Some(self.value as f64),
            (_, 0) => None,
            (wanted, counted) => Some(self.value as f64 * (wanted as f64 / counted as f64)),
        }
    }
}

impl AddAssign for Raw {
    fn add_assign(&mut self, other: Raw) {
        self.value += other.value;
        self.wanted_ns += other.wanted_ns;
        self.counted_ns += other.counted_ns;
    }
}

impl Sub for Raw {
    type Output = Raw;

    fn sub(self, before: Raw) -> Raw {
        Raw {
            value: self.value.saturating_sub(before.value),
            wanted_ns: self.wanted_ns.saturating_sub(before.wanted_ns),
            counted_ns: self.counted_ns.saturating_sub(before.counted_ns),
        }
    }
}

impl Counter {
    /// Begins to count what the thread does, and the threads and processes that it starts from now on.
    pub(crate) fn open(event: &Event, thread: u32) -> io::Result<Counter> {
        const INHERIT: u64 = 1 << 1;
        Counter::attached(event, thread as libc::pid_t, INHERIT)
    }

    /// Counts nothing, and belongs to whoever asks.
    pub(crate) fn idle(event: &Event) -> io::Result<Counter> {
        const DISABLED: u64 = 1;
        Counter::attached(event, 0, DISABLED)
    }

    #[cfg(target_os = "linux")]
    fn attached(event: &Event, thread: libc::pid_t, how: u64) -> io::Result<Counter> {
        use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

        /// `struct perf_event_attr`, first published size: all that is asked for here is in it.
        #[repr(C)]
        #[derive(Default)]
        struct Attr {
            kind: u32,
            size: u32,
            config: u64,
            period: u64,
            sample_type: u64,
            read_format: u64,
            flags: u64,
            wakeup: u32,
            breakpoint_type: u32,
            breakpoint_address: u64,
        }
        const TIMES: u64 = 1 | 2;
        const NOT_THE_KERNEL: u64 = 1 << 5;
        const NOT_THE_HYPERVISOR: u64 = 1 << 6;
        const CLOSED_ON_EXEC: u64 = 1 << 3;
        const SET_FILTER: u64 = (1 << 30) | ((size_of::<*const u8>() as u64) << 16) | (0x24 << 8) | 6;
        let left_out = if event.kind.leaves_out_the_kernel() { NOT_THE_KERNEL | NOT_THE_HYPERVISOR } else { 0 };
        let attr = Attr {
            kind: event.kind as u32,
            size: size_of::<Attr>() as u32,
            config: event.config,
            read_format: TIMES,
            flags: how | left_out,
            ..Attr::default()
        };
        let (any_core, no_group) = (-1, -1);
        // SAFETY: the structure is live and says its own size; a descriptor that comes of it has one owner.
        let fd = unsafe {
            let fd =
                libc::syscall(libc::SYS_perf_event_open, &raw const attr, thread, any_core, no_group, CLOSED_ON_EXEC);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd as i32)
        };
        if let Some(filter) = &event.filter {
            // SAFETY: a descriptor of ours, and a text that ends in 0.
            if unsafe { libc::ioctl(fd.as_raw_fd(), SET_FILTER as _, filter.as_ptr()) } != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(Counter { fd })
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn read(&self) -> io::Result<Raw> {
        use std::os::fd::AsRawFd;

        let mut numbers = [0_u64; 3];
        let size = size_of_val(&numbers);
        // SAFETY: the kernel writes so many bytes at most.
        let got = unsafe { libc::read(self.fd.as_raw_fd(), numbers.as_mut_ptr().cast(), size) };
        match got {
            -1 => Err(io::Error::last_os_error()),
            got if got as usize == size => Ok(Raw { value: numbers[0], wanted_ns: numbers[1], counted_ns: numbers[2] }),
            // A counter that was given up by the kernel is read as nothing.
            _ => Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn attached(_: &Event, _: libc::pid_t, _: u64) -> io::Result<Counter> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn read(&self) -> io::Result<Raw> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

/// Why an event cannot be counted; `root` is `/`, or a copy of the system's files in tests.
pub(crate) fn refused(kind: PerfKind, err: &io::Error, root: &Path) -> Unknown {
    let Some(errno) = err.raw_os_error() else {
        return Unknown::because(match err.kind() {
            io::ErrorKind::Unsupported => "only Linux is asked for it".to_owned(),
            _ => format!("the kernel's counter cannot be read: {err}"),
        });
    };
    match errno {
        libc::ENOENT | libc::ENODEV | libc::EOPNOTSUPP if kind == PerfKind::Hardware => Unknown::unless(
            "this processor shows no such counter",
            "a virtual machine has to be given counters by its host (`-cpu host,pmu=on` in QEMU)",
        ),
        libc::EACCES | libc::EPERM => not_permitted(kind, root),
        libc::ESRCH => Unknown::because("the process has ended"),
        libc::EMFILE | libc::ENFILE => Unknown::unless(
            "each counter of each thread is an open file, and no more may be opened",
            "`ulimit -n 65536`, or fewer threads",
        ),
        libc::EBUSY => Unknown::unless("somebody else holds the counter", "end the other profiler"),
        libc::ENOSYS => Unknown::because("this kernel counts no events (perf_event_open)"),
        _ => Unknown::because(format!("the kernel refuses to count it: {err}")),
    }
}

fn not_permitted(kind: PerfKind, root: &Path) -> Unknown {
    const SETTING: &str = "kernel.perf_event_paranoid";
    let most = if kind.leaves_out_the_kernel() { 2 } else { 1 };
    let level = fs::read_to_string(root.join("proc/sys/kernel/perf_event_paranoid")).ok();
    match level.and_then(|text| text.trim().parse::<i64>().ok()) {
        Some(level) if level > most => Unknown::unless(
            format!("`{SETTING}` is {level}, and only root may count it"),
            format!("run as root, or `sysctl {SETTING}={most}`"),
        ),
        // Containers refuse the call whatever the setting says.
        _ => Unknown::unless(
            "something forbids the call perf_event_open",
            "permit it where that is set (a container's seccomp profile), or run outside of it, as root",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_had_to_wait_for_a_counter_is_stretched() {
        let raw = |value, wanted_ns, counted_ns| Raw { value, wanted_ns, counted_ns };
        assert_eq!(raw(100, 50, 50).stretched(), Some(100.0));
        assert_eq!(raw(100, 50, 25).stretched(), Some(200.0));
        assert_eq!(raw(0, 50, 0).stretched(), None, "nobody counted, and that is not nothing");
        assert_eq!(raw(0, 0, 0).stretched(), Some(0.0), "who was not at work did nothing");
        let mut sum = raw(1, 2, 3);
        sum += raw(10, 20, 30);
        assert_eq!(sum - raw(1, 2, 3), raw(10, 20, 30));
    }

    #[test]
    fn each_refusal_has_its_reason_and_its_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let told = |kind, errno| refused(kind, &io::Error::from_raw_os_error(errno), folder.path());
        assert!(told(PerfKind::Hardware, libc::ENOENT).why.contains("processor"));
        assert!(!told(PerfKind::Tracepoint, libc::ENOENT).why.contains("processor"));
        assert!(told(PerfKind::Software, libc::EMFILE).remedy.unwrap().contains("ulimit -n"));
        assert!(told(PerfKind::Software, libc::EPERM).remedy.unwrap().contains("seccomp"));
        let setting = folder.path().join("proc/sys/kernel/perf_event_paranoid");
        fs::create_dir_all(setting.parent().unwrap()).unwrap();
        fs::write(&setting, "2\n").unwrap();
        let tracepoint = told(PerfKind::Tracepoint, libc::EACCES);
        assert!(tracepoint.why.contains("is 2"), "{tracepoint:?}");
        assert!(tracepoint.remedy.unwrap().contains("perf_event_paranoid=1"));
        assert!(
            told(PerfKind::Hardware, libc::EACCES).remedy.unwrap().contains("seccomp"),
            "2 permits the processor's"
        );
        fs::write(&setting, "3\n").unwrap();
        assert!(told(PerfKind::Hardware, libc::EACCES).remedy.unwrap().contains("perf_event_paranoid=2"));
    }
}
