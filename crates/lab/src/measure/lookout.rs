//! When the machine's state is looked at: as often as it costs next to nothing. Moments of the run in, states out.
//!
//! It knows no block; whoever has one between hands asks it before and after.

use std::time::Instant;

use crate::environment::Gauges;
use crate::model::MachineState;

/// Looking may take a thousandth of the time, whatever a machine's files cost to read.
const COST: u64 = 1000;

/// Of a run of a day there are some thousands of states, and not a hundred thousand.
const SHARE_OF_RUN: u64 = 500;

/// States are a second apart at least; all processes are looked at less often, because ticks are coarse.
const SECOND_NS: u64 = 1_000_000_000;
const APART_NS: u64 = SECOND_NS;
const PROCESSES_APART_NS: u64 = 5 * SECOND_NS;

/// Whoever sleeps for less has not slept: the clocks are right to a millisecond.
const LEAST_SLEEP_NS: u64 = 10_000_000;

pub(super) struct Lookout {
    gauges: Gauges,
    counters: Pace,
    sensors: Pace,
    others: Pace,
    asleep_ns: Option<u64>,
}

impl Lookout {
    pub(super) fn new(mut gauges: Gauges) -> Lookout {
        let asleep_ns = gauges.asleep_ns();
        let (counters, sensors, others) = (Pace::new(APART_NS), Pace::new(APART_NS), Pace::new(PROCESSES_APART_NS));
        Lookout { gauges, counters, sensors, others, asleep_ns }
    }

    /// The state, where it is time to look at all, with what it is time for.
    pub(super) fn passing(&mut self, now_ns: u64) -> Option<MachineState> {
        self.counters.is_due(now_ns).then(|| self.look(now_ns, false))
    }

    /// The state, with all that there is to it.
    pub(super) fn all(&mut self, now_ns: u64) -> MachineState {
        self.look(now_ns, true)
    }

    fn look(&mut self, now_ns: u64, all: bool) -> MachineState {
        let gauges = &mut self.gauges;
        let mut state = self.counters.timed(now_ns, || gauges.counters(now_ns));
        if all || self.sensors.is_due(now_ns) {
            self.sensors.timed(now_ns, || gauges.sensors(&mut state));
        }
        if all || self.others.is_due(now_ns) {
            self.others.timed(now_ns, || gauges.others(&mut state));
        }
        state
    }

    /// Seconds that the machine has slept since this was asked last, if it has.
    pub(super) fn slept(&mut self) -> Option<f64> {
        let now = self.gauges.asleep_ns()?;
        let slept = self.asleep_ns.replace(now).and_then(|before| now.checked_sub(before))?;
        (slept >= LEAST_SLEEP_NS).then_some(slept as f64 / 1e9)
    }
}

/// When something is done again that may take a thousandth of the time.
struct Pace {
    apart_ns: u64,
    next_ns: u64,
}

impl Pace {
    fn new(apart_ns: u64) -> Pace {
        Pace { apart_ns, next_ns: 0 }
    }

    fn is_due(&self, now_ns: u64) -> bool {
        now_ns >= self.next_ns
    }

    fn timed<T>(&mut self, now_ns: u64, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.took(now_ns, began.elapsed().as_nanos() as u64);
        result
    }

    fn took(&mut self, now_ns: u64, cost_ns: u64) {
        self.next_ns = now_ns + self.apart_ns.max(cost_ns.saturating_mul(COST)).max(now_ns / SHARE_OF_RUN);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn what_costs_much_is_done_seldom() {
        let mut pace = Pace::new(APART_NS);
        assert!(pace.is_due(0));
        pace.took(0, 100_000);
        assert!(!pace.is_due(SECOND_NS - 1) && pace.is_due(SECOND_NS));
        pace.took(SECOND_NS, 20_000_000);
        assert!(!pace.is_due(20 * SECOND_NS) && pace.is_due(21 * SECOND_NS));
        let day = 86_400 * SECOND_NS;
        pace.took(day, 100_000);
        assert!(!pace.is_due(day + 100 * SECOND_NS) && pace.is_due(day + 200 * SECOND_NS));
    }

    fn lookout(asleep_ns: Vec<Option<u64>>) -> Lookout {
        let mut readings = asleep_ns.into_iter();
        Lookout::new(Gauges::new(Path::new("/nowhere"), None).with_sleep(move || readings.next().flatten()))
    }

    #[test]
    fn states_are_a_second_apart() {
        let mut lookout = lookout(Vec::new());
        assert_eq!(lookout.all(5).since_ns, None);
        assert_eq!(lookout.passing(1_000), None);
        let state = lookout.passing(3_600 * SECOND_NS).unwrap();
        assert_eq!((state.at_ns, state.since_ns), (3_600 * SECOND_NS, Some(5)));
        assert_eq!(lookout.all(3_601 * SECOND_NS).since_ns, Some(3_600 * SECOND_NS));
    }

    #[test]
    fn sleep_is_noticed_once() {
        let minute = 60 * SECOND_NS;
        let readings = [5, 5, 5 + minute, 6 + minute, 1, 2].map(Some).to_vec();
        let mut lookout = lookout(readings);
        let slept: Vec<Option<f64>> = (0..6).map(|_| lookout.slept()).collect();
        assert_eq!(slept, [None, Some(60.0), None, None, None, None]);
        let mut unknown = self::lookout(vec![None, Some(minute), None, Some(3 * minute)]);
        assert_eq!([(); 3].map(|()| unknown.slept()), [None, None, Some(120.0)]);
    }
}
