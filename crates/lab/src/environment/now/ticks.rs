//! What the cores were doing since the machine was started, in the system's ticks: `/proc/stat` in, counts out.

use std::path::Path;

use crate::environment::files;

/// Ticks of one core, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CoreTicks {
    /// At work for anybody.
    pub(crate) busy: u64,
    /// The host gave them to others.
    pub(crate) stolen: u64,
    pub(crate) all: u64,
}

impl CoreTicks {
    /// `None` where no time has passed, or the counters began anew.
    pub(crate) fn since(&self, before: &CoreTicks) -> Option<CoreTicks> {
        let since = CoreTicks {
            busy: self.busy.checked_sub(before.busy)?,
            stolen: self.stolen.checked_sub(before.stolen)?,
            all: self.all.checked_sub(before.all)?,
        };
        (since.all > 0).then_some(since)
    }

    pub(crate) fn share(&self, ticks: u64) -> f64 {
        ticks as f64 / self.all as f64
    }

    /// Which share of the time between two looks a part of the ticks had.
    pub(crate) fn share_of(
        now: Option<CoreTicks>,
        before: Option<CoreTicks>,
        part: fn(CoreTicks) -> u64,
    ) -> Option<f64> {
        let since = now?.since(&before?)?;
        Some(since.share(part(since)))
    }
}

/// The file that tells of all cores at once, read at one moment.
pub(crate) struct TicksFile(String);

impl TicksFile {
    pub(crate) fn read(root: &Path) -> Option<TicksFile> {
        files::text(root, "proc/stat").map(TicksFile)
    }

    pub(crate) fn core(&self, core: u32) -> Option<CoreTicks> {
        self.line(&format!("cpu{core}"))
    }

    pub(crate) fn machine(&self) -> Option<CoreTicks> {
        self.line("cpu")
    }

    fn line(&self, name: &str) -> Option<CoreTicks> {
        let line = self.0.lines().find(|line| line.split_whitespace().next() == Some(name))?;
        let ticks: Vec<u64> = line.split_whitespace().skip(1).map_while(|text| text.parse().ok()).collect();
        // user, nice, system, idle, iowait, irq, softirq, steal; guests' time behind them is in the first two
        // already (proc(5)).
        let [user, nice, system, idle, iowait, irq, softirq, stolen] = ticks.get(..8)?.try_into().ok()?;
        let busy = user + nice + system + irq + softirq;
        Some(CoreTicks { busy, stolen, all: busy + idle + iowait + stolen })
    }
}

/// How many ticks make a second.
pub(crate) fn per_second() -> f64 {
    // SAFETY: asks for a constant of the system.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    if ticks > 0 { ticks as f64 } else { 100.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    const STAT: &str = "cpu  10 1 5 80 2 0 1 3 7 7\ncpu1 4 0 1 40 1 0 1 3 0 0\ncpu10 1 1 1 1 1 1 1 1 1 1\nintr 5 4\n";

    #[test]
    fn each_core_has_its_line() {
        let stat = TicksFile::read(Copies::of(&[("proc/stat", STAT)]).root()).unwrap();
        assert_eq!(stat.machine(), Some(CoreTicks { busy: 17, stolen: 3, all: 102 }));
        assert_eq!(stat.core(1), Some(CoreTicks { busy: 6, stolen: 3, all: 50 }));
        assert_eq!(stat.core(10).unwrap().all, 8);
        assert_eq!(stat.core(0), None);
    }

    #[test]
    fn an_old_kernel_does_not_tell() {
        let stat = TicksFile::read(Copies::of(&[("proc/stat", "cpu  10 1 5 80\n")]).root()).unwrap();
        assert_eq!(stat.machine(), None);
        assert!(TicksFile::read(Path::new("/nowhere")).is_none());
    }

    #[test]
    fn counters_that_began_anew_say_nothing() {
        let (before, after) = (CoreTicks { busy: 5, stolen: 1, all: 10 }, CoreTicks { busy: 9, stolen: 2, all: 20 });
        let since = after.since(&before).unwrap();
        assert_eq!((since.busy, since.share(since.stolen)), (4, 0.1));
        assert_eq!(before.since(&after), None);
        assert_eq!(before.since(&before), None);
    }
}
