//! The process's CPU time is not its wall time: it waited, was held up, had threads at work, or was reset between calls.

use crate::model::{Caveat, Sample};

/// Below this share of the wall time the process waited or was held up.
const WAITED: f64 = 0.9;

/// Above this share more than one thread was at work, or more than the calls: CPU time spans resets too.
const THREADED: f64 = 1.1;

/// A CPU clock may step by as much as a tick of 10 ms: less wall time than this says nothing.
const LEAST_WALL_NS: u64 = 1_000_000;

pub(crate) fn cpu_below_wall(samples: &[&Sample]) -> Option<Caveat> {
    let share = share(samples).filter(|share| *share < WAITED)?;
    Some(Caveat::CpuBelowWall { share })
}

pub(crate) fn cpu_above_wall(samples: &[&Sample]) -> Option<Caveat> {
    let times = share(samples).filter(|share| *share > THREADED)?;
    Some(Caveat::CpuAboveWall { times })
}

/// The share of the wall time that the process was not on a processor; `None` where `cpu-below-wall` speaks.
pub(crate) fn off_processor(samples: &[&Sample]) -> Option<f64> {
    share(samples).filter(|share| *share >= WAITED).map(|share| (1.0 - share).max(0.0))
}

fn share(samples: &[&Sample]) -> Option<f64> {
    let sum = |part: fn(&Sample) -> u64| samples.iter().map(|sample| part(sample) as f64).sum::<f64>();
    let (wall, cpu) = (sum(|sample| sample.wall_ns), sum(|sample| sample.cpu_ns));
    (wall >= LEAST_WALL_NS as f64).then(|| cpu / wall)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(wall_ns: u64, cpu_ns: u64) -> Vec<&'static str> {
        let sample = Sample { calls: 1, wall_ns, cpu_ns };
        [cpu_below_wall(&[&sample; 10]), cpu_above_wall(&[&sample; 10])]
            .into_iter()
            .flatten()
            .map(|caveat| caveat.name())
            .collect()
    }

    #[test]
    fn waiting_and_threads_are_told_apart() {
        assert_eq!(names(200_000, 100_000), ["cpu-below-wall"]);
        assert_eq!(names(200_000, 500_000), ["cpu-above-wall"]);
        assert!(names(200_000, 199_000).is_empty());
    }

    #[test]
    fn who_is_told_of_already_is_not_counted() {
        let off = |cpu_ns| off_processor(&[&Sample { calls: 1, wall_ns: 2_000_000, cpu_ns }]);
        assert_eq!([off(1_900_000), off(3_000_000), off(1_000_000)], [Some(1.0 - 0.95), Some(0.0), None]);
    }

    #[test]
    fn too_little_time_says_nothing() {
        assert!(names(2_000, 0).is_empty());
        assert_eq!(cpu_below_wall(&[]), None);
    }
}
