//! What is known of the machine while one comparison was measured: its blocks and the run's states in, the
//! states that concern it out. It knows no doubt.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;
use paragone_stats::steadied::steadied;

use crate::model::{Block, Event, MachineState, Run};

/// The time from a comparison's first block to its last, or a whole run.
pub(crate) struct Meanwhile<'a> {
    from_ns: u64,
    to_ns: u64,
    states: Vec<&'a MachineState>,
    /// Seconds of each sleep.
    pub(crate) slept: Vec<f64>,
}

impl<'a> Meanwhile<'a> {
    /// Where launches of several sizes take turns, those of the others are within this time too.
    pub(crate) fn of(run: &'a Run, blocks: &[&Block]) -> Meanwhile<'a> {
        let from_ns = blocks.iter().map(|block| block.began_ns).min();
        let to_ns = blocks.iter().map(|block| block.began_ns.saturating_add(block.timed_ns())).max();
        match (from_ns, to_ns) {
            (Some(from_ns), Some(to_ns)) => Meanwhile::between(run, from_ns, to_ns),
            _ => Meanwhile { from_ns: 0, to_ns: 0, states: Vec::new(), slept: Vec::new() },
        }
    }

    pub(crate) fn whole(run: &'a Run) -> Meanwhile<'a> {
        Meanwhile::between(run, 0, u64::MAX)
    }

    fn between(run: &'a Run, from_ns: u64, to_ns: u64) -> Meanwhile<'a> {
        let states = run.states().collect();
        let slept = run.events.iter().filter_map(|event| match event {
            Event::Suspended { at_ns, seconds } if (from_ns..=to_ns).contains(at_ns) => Some(*seconds),
            _ => None,
        });
        Meanwhile { from_ns, to_ns, states, slept: slept.collect() }
    }

    /// States at moments within the time, in order.
    pub(crate) fn moments(&self) -> impl Iterator<Item = &'a MachineState> + '_ {
        let within = |state: &&MachineState| (self.from_ns..=self.to_ns).contains(&state.at_ns);
        self.states.iter().copied().filter(within)
    }

    /// The states in its time, and the one that was the last before: for what does not change by itself.
    pub(crate) fn moments_and_before(&self) -> impl Iterator<Item = &'a MachineState> + '_ {
        let before = self.states.iter().copied().filter(|state| state.at_ns < self.from_ns);
        before.max_by_key(|state| state.at_ns).into_iter().chain(self.moments())
    }

    /// The mean of a share over those stretches between two states that lie in the time for the most part:
    /// `stretch` says from when to the state's moment a share holds.
    pub(crate) fn mean(&self, stretch: impl Fn(&'a MachineState) -> Option<(u64, f64)>) -> Option<f64> {
        let (mut sum, mut length) = (0.0, 0.0);
        for state in &self.states {
            let Some((since_ns, share)) = stretch(state) else { continue };
            if self.is_mostly_within(since_ns, state.at_ns) {
                let weight = (state.at_ns - since_ns) as f64;
                sum += share * weight;
                length += weight;
            }
        }
        (length > 0.0).then(|| sum / length)
    }

    /// The mean of a share that each state has of the time since the state before.
    pub(crate) fn mean_share(&self, share: impl Fn(&MachineState) -> Option<f64>) -> Option<f64> {
        self.mean(|state| Some((state.since_ns?, share(state)?)))
    }

    /// States whose time since the state before lies in this one for the most part.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = &'a MachineState> + '_ {
        let within = |state: &&MachineState| state.since_ns.is_some_and(|it| self.is_mostly_within(it, state.at_ns));
        self.states.iter().copied().filter(within)
    }

    fn is_mostly_within(&self, since_ns: u64, at_ns: u64) -> bool {
        let within = at_ns.min(self.to_ns).saturating_sub(since_ns.max(self.from_ns));
        at_ns > since_ns && within * 2 >= at_ns - since_ns
    }

    /// The sensor that moved most, by what `moved` makes of its first, its least and its greatest degrees; with these.
    pub(crate) fn sensor(&self, moved: fn(&[f64; 3]) -> f64) -> Option<(&'a str, [f64; 3])> {
        let mut sensors: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
        for (name, degrees) in self.moments().flat_map(|state| &state.temperatures) {
            let [_, least, most] = sensors.entry(name).or_insert([*degrees; 3]);
            (*least, *most) = (least.min(*degrees), most.max(*degrees));
        }
        sensors.into_iter().max_by(|(_, one), (_, other)| moved(one).total_cmp(&moved(other)))
    }

    /// Moments and how fast the core was, where that was looked at often enough. A moment that was disturbed is
    /// no change: each is the middle one of three neighbours.
    pub(crate) fn steadied_speeds(&self) -> Vec<(u64, f64)> {
        let known = self.moments().filter_map(|state| Some((state.at_ns, state.core_hz()?)));
        let (moments, speeds): (Vec<u64>, Vec<f64>) = known.unzip();
        moments.into_iter().skip(1).zip(steadied(&speeds)).collect()
    }

    /// How fast the core was: the middle of what was found within the time and last before it, else nothing.
    pub(crate) fn core_hz(&self) -> Option<f64> {
        median(&self.moments_and_before().filter_map(MachineState::core_hz).collect::<Vec<f64>>())
    }

    /// The slowest and the fastest of them.
    pub(crate) fn speeds(&self) -> Option<(f64, f64)> {
        let speeds = self.steadied_speeds().into_iter().map(|(_, hz)| hz);
        let least = speeds.clone().min_by(f64::total_cmp)?;
        Some((least, speeds.max_by(f64::total_cmp)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::in_states;

    /// Of the states a second apart from 0 to 10, those of the blocks that begin in these seconds.
    fn of(run: &Run, seconds: std::ops::Range<u64>) -> Meanwhile<'_> {
        let within = |block: &&Block| seconds.contains(&(block.began_ns / 1_000_000_000));
        Meanwhile::of(run, &run.blocks.iter().filter(within).collect::<Vec<_>>())
    }

    fn moments(meanwhile: &Meanwhile) -> Vec<u64> {
        meanwhile.moments().map(|state| state.at_ns / 1_000_000_000).collect()
    }

    #[test]
    fn states_belong_to_whom_they_lie_within() {
        let run = in_states(|second, state| state.stolen = Some(second as f64 / 100.0));
        let part = of(&run, 3..6);
        assert_eq!(moments(&part), [3, 4, 5]);
        assert_eq!(part.moments_and_before().count(), 4);
        // Blocks last for a little less than a second, so the stretch from 5 to 6 is theirs too.
        assert_eq!(part.stretches().map(|state| state.at_ns / 1_000_000_000).collect::<Vec<_>>(), [4, 5, 6]);
        assert!((part.mean_share(|state| state.stolen).unwrap() - 0.05).abs() < 1e-9);
        assert_eq!(moments(&Meanwhile::whole(&run)).len(), 11);
    }

    #[test]
    fn what_is_much_shorter_than_its_states_has_none() {
        let mut run = in_states(|_, _| {});
        run.blocks.truncate(1);
        run.blocks[0].began_ns = 300_000_000;
        run.blocks[0].lanes = vec![vec![crate::judge::simulation::stage::sample(100_000_000)]];
        let part = Meanwhile::of(&run, &run.blocks.iter().collect::<Vec<_>>());
        assert_eq!((part.moments().count(), part.stretches().count()), (0, 0));
        assert_eq!((part.mean_share(|state| state.stolen), part.speeds()), (None, None));
        assert_eq!(part.moments_and_before().count(), 1, "what was before still holds");
        assert_eq!(Meanwhile::of(&run, &[]).moments_and_before().count(), 0);
    }

    #[test]
    fn a_disturbed_moment_is_no_change_of_speed() {
        let run = in_states(|second, state| state.speed_hz = Some(if second == 4 { 1e9 } else { 3e9 }));
        assert_eq!(of(&run, 0..10).speeds(), Some((3e9, 3e9)));
        let run = in_states(|second, state| state.speed_hz = Some(if second > 4 { 2e9 } else { 3e9 }));
        assert_eq!(of(&run, 0..10).speeds(), Some((2e9, 3e9)));
        assert_eq!(of(&run, 0..4).speeds(), Some((3e9, 3e9)));
    }
}
