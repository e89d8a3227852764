//! Time on processors: a process's number in, nanoseconds out, and how they are shared between the program and
//! the kernel.
//!
//! The sum is exact. The share is what the kernel's tick saw, a few hundred times a second, of a long time.

use crate::model::Unknown;

/// By the tick, in nanoseconds: each counts for the time of a whole tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CpuTicks {
    pub(crate) user_ns: u64,
    pub(crate) system_ns: u64,
}

/// With so many ticks a share of a half is 5 % of all off at most, two times out of three (the standard
/// deviation of the share of 100 throws of a coin).
const ENOUGH_TICKS: f64 = 100.0;

/// Whether the shares of program and kernel in so much processor time can be told: where not, `user-time` and
/// `system-time` of it are unknown, and only `cpu-time` is known.
pub fn can_be_split(cpu_ns: f64) -> Result<(), Unknown> {
    let tick_ns = tick_ns().ok_or_else(|| Unknown::because("this system does not say how often it looks"))?;
    let enough_ns = ENOUGH_TICKS * tick_ns;
    if cpu_ns >= enough_ns {
        return Ok(());
    }
    Err(Unknown::unless(
        format!("the kernel looks every {:.0} ms, and {:.1} ms are too short for that", tick_ns / 1e6, cpu_ns / 1e6),
        format!("measure fewer implementations or for longer: of each, {:.1} s are needed", enough_ns / 1e9),
    ))
}

/// So much processor time can be split, if anything can.
pub fn splittable_ns() -> Option<f64> {
    tick_ns().map(|tick_ns| ENOUGH_TICKS * tick_ns)
}

/// How far apart the looks are by which time is shared between program and kernel.
pub(crate) fn tick_ns() -> Option<f64> {
    #[cfg(target_os = "linux")]
    {
        let mut step = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // That clock is moved by the tick, and by nothing else.
        // SAFETY: the structure is live.
        let failed = unsafe { libc::clock_getres(libc::CLOCK_MONOTONIC_COARSE, &raw mut step) } != 0;
        (!failed).then_some(step.tv_sec as f64 * 1e9 + step.tv_nsec as f64)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Time in /proc/PID/stat, in nanoseconds.
pub(crate) fn written(units: u64) -> u64 {
    // SAFETY: a plain system call.
    let rate = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    units.saturating_mul(1_000_000_000 / u64::try_from(rate).unwrap_or(100).max(1))
}

/// All that a process's threads have spent, those that have ended too.
pub fn of_process(pid: u32) -> Result<u64, Unknown> {
    clock(pid, 2)
}

pub(crate) fn ticks(pid: u32) -> Result<CpuTicks, Unknown> {
    let (both, user_ns) = (clock(pid, 0)?, clock(pid, 1)?);
    Ok(CpuTicks { user_ns, system_ns: both.saturating_sub(user_ns) })
}

/// A process's clocks, as clock_getcpuclockid(3) numbers them: program and kernel by the tick, the program
/// alone by the tick, and the scheduler's own.
#[cfg(target_os = "linux")]
fn clock(pid: u32, which: i32) -> Result<u64, Unknown> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is live.
    if unsafe { libc::clock_gettime((!(pid as i32) << 3) | which, &raw mut time) } != 0 {
        return Err(Unknown::because(format!("the process {pid} has no clock any more")));
    }
    Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(not(target_os = "linux"))]
fn clock(_: u32, _: i32) -> Result<u64, Unknown> {
    Err(Unknown::because("only Linux lets a process's clock be read by others"))
}

/// Shares an exact sum out as ticks say, piece by piece, so that what was before has no part in what comes after.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    cpu_ns: f64,
    ticks: CpuTicks,
    user_ns: f64,
    system_ns: f64,
    /// Spent since the last tick that was seen.
    open_ns: f64,
}

impl Split {
    pub(crate) fn from(cpu_ns: f64, ticks: CpuTicks) -> Split {
        Split { cpu_ns, ticks, user_ns: 0.0, system_ns: 0.0, open_ns: 0.0 }
    }

    /// Time of the program and time of the kernel; what no tick has seen yet is shared like what was before.
    pub(crate) fn at(&mut self, cpu_ns: f64, ticks: CpuTicks) -> (f64, f64) {
        self.open_ns += (cpu_ns - self.cpu_ns).max(0.0);
        self.cpu_ns = cpu_ns;
        let user = ticks.user_ns.saturating_sub(self.ticks.user_ns) as f64;
        let system = ticks.system_ns.saturating_sub(self.ticks.system_ns) as f64;
        if user + system > 0.0 {
            let share = user / (user + system);
            self.user_ns += self.open_ns * share;
            self.system_ns += self.open_ns * (1.0 - share);
            self.open_ns = 0.0;
            self.ticks = ticks;
        }
        let all = self.user_ns + self.system_ns;
        let share = if all > 0.0 { self.user_ns / all } else { 1.0 };
        (self.user_ns + self.open_ns * share, self.system_ns + self.open_ns * (1.0 - share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_stays_exact_however_it_is_shared() {
        let ticks = |user_ns, system_ns| CpuTicks { user_ns, system_ns };
        let mut split = Split::from(1000.0, ticks(400, 0));
        assert_eq!(split.at(1100.0, ticks(400, 0)), (100.0, 0.0), "no tick yet");
        assert_eq!(split.at(2000.0, ticks(700, 100)), (750.0, 250.0));
        assert_eq!(split.at(2100.0, ticks(700, 100)), (825.0, 275.0), "like what was before");
        assert_eq!(split.at(3000.0, ticks(700, 500)), (750.0, 1250.0), "and then as it was seen");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_too_short_is_not_split() {
        let tick = tick_ns().unwrap();
        assert!((1e5..2e7).contains(&tick), "{tick}");
        assert_eq!(can_be_split(100.0 * tick), Ok(()));
        let short = can_be_split(3.0 * tick).unwrap_err();
        assert!(short.why.contains("too short") && short.remedy.is_some(), "{short:?}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_has_spent_something_and_one_that_is_not_there_has_no_clock() {
        assert!(of_process(std::process::id()).unwrap() > 0);
        // Of a process that has just begun: ticks are samples, and miss what they miss for as long as a process lives.
        let mut young = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let (ticked, exact) = (ticks(young.id()), of_process(young.id()));
        young.kill().unwrap();
        young.wait().unwrap();
        let ticked = ticked.unwrap();
        assert!(ticked.user_ns + ticked.system_ns <= exact.unwrap() + 1_000_000_000);
        assert!(of_process(u32::MAX >> 4).is_err());
    }
}
