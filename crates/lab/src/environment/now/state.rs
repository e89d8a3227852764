//! What changes of the machine while a run goes on: the system's files and a few additions in, a state out.
//!
//! In three parts, because what they cost is not the same everywhere: whoever looks decides which of them a
//! moment is worth. It knows no block, and changes nothing.

use std::path::{Path, PathBuf};

use crate::environment::core::{rates, speed};
use crate::environment::now::others::ProcessList;
use crate::environment::now::ticks::{CoreTicks, TicksFile};
use crate::environment::{files, power, temperature};
use crate::model::MachineState;

/// Of some 40 us each; what interrupts one of them leaves another alone.
const TURNS: usize = 3;

/// What is looked at, with what it told before.
pub struct Gauges {
    root: PathBuf,
    core: Option<u32>,
    /// The other hardware threads of the measuring core.
    siblings: Vec<u32>,
    before: Option<StateCounters>,
    throttled: Option<u64>,
    others: Option<ProcessList>,
    asleep: Box<dyn FnMut() -> Option<u64>>,
}

/// What only says something beside what it was before.
struct StateCounters {
    at_ns: u64,
    /// Of the measuring core, or of all cores where nobody is kept on one.
    core: Option<CoreTicks>,
    siblings: Vec<Option<CoreTicks>>,
    /// Nanoseconds that somebody waited for the measuring core.
    queued_ns: Option<u64>,
    /// Microseconds in which anybody waited for any core.
    pressure_us: Option<u64>,
}

impl Gauges {
    /// `root` is `/`, or a copy of the system's files in tests; `core` the one that is measured on.
    pub fn new(root: &Path, core: Option<u32>) -> Gauges {
        let siblings = core.map_or_else(Vec::new, |core| files::siblings(root, core));
        let (before, throttled, others) = (None, None, None);
        Gauges { root: root.to_owned(), core, siblings, before, throttled, others, asleep: Box::new(asleep_ns) }
    }

    /// With another clock of the machine's sleep: nanoseconds that it has slept so far.
    pub fn with_sleep(self, asleep: impl FnMut() -> Option<u64> + 'static) -> Gauges {
        Gauges { asleep: Box::new(asleep), ..self }
    }

    /// Nanoseconds that the machine has slept since it was started. Costs less than a microsecond.
    pub fn asleep_ns(&mut self) -> Option<u64> {
        (self.asleep)()
    }

    /// What the kernel counts in memory, and how fast the core is.
    pub fn counters(&mut self, at_ns: u64) -> MachineState {
        let load = files::text(&self.root, "proc/loadavg");
        let mut state = MachineState {
            at_ns,
            speed_hz: rates::additions_per_second(TURNS),
            load_average: load.and_then(|text| text.split_whitespace().next()?.parse().ok()),
            ..MachineState::default()
        };
        let now = self.read(at_ns);
        if let Some(before) = self.before.as_ref().filter(|before| before.at_ns < at_ns) {
            now.fill(&mut state, before);
        }
        self.before = Some(now);
        state
    }

    /// What the hardware is asked for, which may answer slowly.
    pub fn sensors(&mut self, state: &mut MachineState) {
        state.frequency_hz = self.core.and_then(|core| speed::current(&self.root, core));
        state.temperatures = temperature::all(&self.root);
        let throttled = temperature::throttled(&self.root);
        state.throttled = throttled.zip(self.throttled).and_then(|(now, before)| now.checked_sub(before));
        self.throttled = throttled;
        if let Some(power) = power::source(&self.root) {
            state.mains = power.mains.or(power.discharging.then_some(false));
            state.battery_percent = power.battery_percent;
        }
    }

    /// All processes of the machine, of which there may be many.
    pub fn others(&mut self, state: &mut MachineState) {
        let look = ProcessList::take(&self.root, self.core, std::process::id(), state.at_ns);
        state.others = self.others.as_ref().and_then(|before| look.since(before));
        self.others = Some(look);
    }

    fn read(&self, at_ns: u64) -> StateCounters {
        let stat = TicksFile::read(&self.root);
        let of_core = |core: u32| stat.as_ref()?.core(core);
        StateCounters {
            at_ns,
            core: self.core.map_or_else(|| stat.as_ref()?.machine(), of_core),
            siblings: self.siblings.iter().map(|core| of_core(*core)).collect(),
            queued_ns: self.core.and_then(|core| queued_ns(&self.root, core)),
            pressure_us: pressure_us(&self.root),
        }
    }
}

impl StateCounters {
    /// Shares of the time since the state before.
    fn fill(&self, state: &mut MachineState, before: &StateCounters) {
        let elapsed_ns = (self.at_ns - before.at_ns) as f64;
        let per_ns = |now: Option<u64>, then: Option<u64>| Some(now?.checked_sub(then?)? as f64 / elapsed_ns);
        state.since_ns = Some(before.at_ns);
        state.stolen = CoreTicks::share_of(self.core, before.core, |ticks| ticks.stolen);
        state.queued = per_ns(self.queued_ns, before.queued_ns);
        state.pressure = per_ns(self.pressure_us, before.pressure_us).map(|share| (share * 1e3).min(1.0));
        let siblings = self.siblings.iter().zip(&before.siblings);
        let busy = siblings.filter_map(|(now, before)| CoreTicks::share_of(*now, *before, |ticks| ticks.busy));
        state.sibling_busy = busy.max_by(f64::total_cmp);
    }
}

/// The eighth number of the core's line: how long whoever wanted it waited (sched-stats in the kernel's documents).
fn queued_ns(root: &Path, core: u32) -> Option<u64> {
    let text = files::text(root, "proc/schedstat")?;
    let name = format!("cpu{core}");
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(name.as_str()))?;
    line.split_whitespace().nth(8)?.parse().ok()
}

/// The sum on the line `some` of the pressure file.
fn pressure_us(root: &Path) -> Option<u64> {
    let text = files::text(root, "proc/pressure/cpu")?;
    let line = text.lines().find(|line| line.starts_with("some "))?;
    line.split_whitespace().find_map(|word| word.strip_prefix("total=")?.parse().ok())
}

/// A pair of readings further apart than this is taken again: what lies between them would count as sleep.
const APART_NS: u64 = 1_000_000;
const TRIES: usize = 10;

#[cfg(target_os = "linux")]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = Some((libc::CLOCK_MONOTONIC, libc::CLOCK_BOOTTIME));
#[cfg(target_os = "macos")]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = Some((libc::CLOCK_UPTIME_RAW, libc::CLOCK_MONOTONIC_RAW));
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = None;

/// How long the machine has slept since it was started, by the distance of a clock that goes on in sleep from one that
/// stops; a calendar that is set changes neither. Nanoseconds, right to a millisecond; `None` where no two such clocks are
/// known, or this thread was held up again and again.
fn asleep_ns() -> Option<u64> {
    let (awake, always) = CLOCKS?;
    between(|| Some((read(awake)?, read(always)?, read(awake)?)))
}

/// `readings`: the clock that stops, the one that goes on, and the first once more.
fn between(mut readings: impl FnMut() -> Option<(u64, u64, u64)>) -> Option<u64> {
    let mut tries = (0..TRIES).map_while(|_| readings());
    let (before, always, _) = tries.find(|(before, _, after)| after.saturating_sub(*before) < APART_NS)?;
    Some(always.saturating_sub(before))
}

fn read(clock: libc::clockid_t) -> Option<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is live, and the call only writes to it.
    let failed = unsafe { libc::clock_gettime(clock, &raw mut time) } != 0;
    (!failed).then(|| time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    const CORE: &str = "sys/devices/system/cpu/cpu1";

    /// A machine of two hardware threads of one core, with everything that can be told of it.
    fn machine() -> Copies {
        let copies = Copies::of(&[
            ("proc/loadavg", "0.75 0.5 0.25 1/100 4242\n"),
            ("sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "0-1\n"),
            ("sys/class/hwmon/hwmon0/name", "k10temp\n"),
            ("sys/class/hwmon/hwmon0/temp1_input", "45000\n"),
            ("sys/class/power_supply/BAT0/type", "Battery\n"),
            ("sys/class/power_supply/BAT0/status", "Discharging\n"),
            ("sys/class/power_supply/BAT0/capacity", "64\n"),
        ]);
        copies.write(&format!("{CORE}/cpufreq/scaling_cur_freq"), "3600000\n");
        tick(&copies, [100, 900], [100, 900, 10], 5_000_000_000, 1_000_000, 3);
        copies
    }

    /// Ticks of the one thread, busy and idle; of the measuring one, busy, idle and stolen; how long somebody
    /// waited, and how often it was too hot.
    fn tick(copies: &Copies, other: [u64; 2], core: [u64; 3], queued_ns: u64, pressure_us: u64, throttled: u64) {
        let line =
            |name: &str, [busy, idle, stolen]: [u64; 3]| format!("{name} {busy} 0 0 {idle} 0 0 0 {stolen} 0 0\n");
        let all = line("cpu ", [other[0] + core[0], other[1] + core[1], core[2]]);
        copies.write("proc/stat", &(all + &line("cpu0", [other[0], other[1], 0]) + &line("cpu1", core)));
        copies.write(
            "proc/schedstat",
            &format!("version 15\ncpu0 1 2 3 4 5 6 7 8 9\ncpu1 0 0 0 0 0 0 1 {queued_ns} 2\n"),
        );
        copies.write("proc/pressure/cpu", &format!("some avg10=0.00 total={pressure_us}\nfull avg10=0.00 total=0\n"));
        copies.write(&format!("{CORE}/thermal_throttle/core_throttle_count"), &throttled.to_string());
    }

    #[test]
    fn the_first_state_has_moments_and_no_shares() {
        let copies = machine();
        let mut gauges = Gauges::new(copies.root(), Some(1));
        let mut state = gauges.counters(5);
        gauges.sensors(&mut state);
        gauges.others(&mut state);
        let expected = MachineState {
            at_ns: 5,
            speed_hz: state.speed_hz,
            frequency_hz: Some(3.6e9),
            temperatures: vec![("k10temp temp1".to_owned(), 45.0)],
            load_average: Some(0.75),
            mains: Some(false),
            battery_percent: Some(64.0),
            ..MachineState::default()
        };
        assert_eq!(state, expected);
    }

    #[test]
    fn shares_are_of_the_time_since_the_state_before() {
        let copies = machine();
        let mut gauges = Gauges::new(copies.root(), Some(1));
        let mut first = gauges.counters(1_000_000_000);
        gauges.sensors(&mut first);
        tick(&copies, [150, 1050], [200, 950, 60], 5_500_000_000, 1_100_000, 5);
        let mut second = gauges.counters(3_000_000_000);
        gauges.sensors(&mut second);
        assert_eq!((second.at_ns, second.since_ns), (3_000_000_000, Some(1_000_000_000)));
        assert_eq!((second.stolen, second.sibling_busy), (Some(0.25), Some(0.25)));
        assert_eq!((second.queued, second.pressure, second.throttled), (Some(0.25), Some(0.05), Some(2)));
    }

    #[test]
    fn where_nobody_is_kept_on_a_core_the_host_takes_from_all() {
        let copies = machine();
        let mut gauges = Gauges::new(copies.root(), None);
        gauges.counters(1_000_000_000);
        tick(&copies, [200, 1000], [200, 900, 50], 5_500_000_000, 1_100_000, 5);
        let state = gauges.counters(2_000_000_000);
        assert_eq!((state.stolen, state.queued, state.pressure), (Some(40.0 / 340.0), None, Some(0.1)));
    }

    #[test]
    fn what_the_system_does_not_tell_is_unknown() {
        let mut gauges = Gauges::new(Path::new("/nowhere"), Some(0));
        gauges.counters(1);
        let mut state = gauges.counters(2);
        gauges.sensors(&mut state);
        gauges.others(&mut state);
        let expected =
            MachineState { at_ns: 2, since_ns: Some(1), speed_hz: state.speed_hz, ..MachineState::default() };
        assert_eq!(state, expected);
    }

    #[test]
    fn a_pair_that_was_torn_apart_is_read_again() {
        let mut readings = [(1_000, 9_001_000, 5_001_000), (6_000_000, 9_000_050, 6_000_100)].into_iter();
        assert_eq!(between(|| readings.next()), Some(3_000_050));
        assert_eq!(between(|| Some((0, 0, 2_000_000))), None);
        assert_eq!(between(|| None), None);
    }

    #[test]
    fn who_does_not_sleep_has_not_slept() {
        let first = asleep_ns();
        assert_eq!(first.is_some(), CLOCKS.is_some());
        if let (Some(first), Some(second)) = (first, asleep_ns()) {
            assert!(second.abs_diff(first) <= APART_NS, "{first} {second}");
        }
    }
}
