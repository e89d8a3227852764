//! What lanes truly take and how a machine disturbs them in, samples out: tests only.
//!
//! Everything is seeded, and the truth can be asked for.

use crate::judge::simulation::simulated::SimulatedMachine;
use crate::judge::simulation::stage::{Random, sample};
use crate::model::{Design, Sample};

/// How far the true times of a comparison's lanes are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MadeUpSpread {
    pub(crate) name: &'static str,
    /// The slowest lane's time over the fastest's; the others lie between, as far from each other as ratios go.
    pub(crate) most: f64,
}

/// What a machine does to samples beside their own half-normal noise of 0.5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MadeUpNoise {
    Calm,
    /// One sample in 20 takes up to 50 times as long.
    Contaminated,
    /// As many, several in a row, whichever lanes' they are.
    Bursts,
    /// A random walk from round to round, common to all lanes: 1 % a round.
    Drift,
    /// 1 % for each lane and launch.
    Layout,
    /// Each lane has a fast and a slow level, 5 % apart, and every launch is of one of them.
    Levels,
}

const OWN: f64 = 0.005;
/// A machine becomes half as fast, or twice, and not a hundred times.
const FARTHEST_DRIFT: f64 = std::f64::consts::LN_2;
const DISTURBED: f64 = 0.05;
const MOST_DISTURBED: f64 = 50.0;
/// Samples that a burst lasts for, on average.
const BURST: f64 = 8.0;
const FASTEST_NS: f64 = 200_000.0;

/// A machine with the lanes of one comparison on it, the A/A control last.
pub(crate) struct MadeUp {
    noise: MadeUpNoise,
    random: Random,
    /// Logarithms of the lanes' true times over the fastest's.
    times: Vec<f64>,
    layouts: Vec<f64>,
    drift: f64,
    is_disturbed: bool,
}

impl MadeUp {
    /// `lanes`: without the A/A control. Who is the fastest, and who the baseline, is drawn.
    pub(crate) fn new(noise: MadeUpNoise, spread: MadeUpSpread, lanes: usize, seed: u64) -> MadeUp {
        let mut random = Random::new(seed);
        let step = spread.most.ln() / (lanes - 1) as f64;
        let mut times: Vec<(f64, f64)> = (0..lanes).map(|lane| (random.normal(), lane as f64 * step)).collect();
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut times: Vec<f64> = times.into_iter().map(|(_, time)| time).collect();
        times.push(times[0]);
        MadeUp { noise, random, layouts: vec![0.0; lanes + 1], times, drift: 0.0, is_disturbed: false }
    }

    /// Logarithms of what the lanes truly take, over any one length: of one launch, in the one that was measured.
    pub(crate) fn truth(&self, design: Design) -> Vec<f64> {
        let layout = |lane: usize| if design == Design::Blocks { self.layouts[lane] } else { 0.0 };
        self.times[..self.times.len() - 1].iter().enumerate().map(|(lane, time)| time + layout(lane)).collect()
    }

    /// Of one sample.
    fn disturbance(&mut self) -> f64 {
        let share = match self.noise {
            MadeUpNoise::Contaminated => DISTURBED,
            MadeUpNoise::Bursts if self.is_disturbed => 1.0 - 1.0 / BURST,
            MadeUpNoise::Bursts => DISTURBED / BURST / (1.0 - DISTURBED),
            MadeUpNoise::Calm | MadeUpNoise::Drift | MadeUpNoise::Layout | MadeUpNoise::Levels => return 0.0,
        };
        self.is_disturbed = self.random.uniform() < share;
        if self.is_disturbed { self.random.uniform() * MOST_DISTURBED.ln() } else { 0.0 }
    }
}

impl SimulatedMachine for MadeUp {
    fn launch(&mut self) {
        let MadeUp { noise, random, layouts, .. } = self;
        for layout in layouts {
            *layout = match noise {
                MadeUpNoise::Layout => 0.01 * random.normal(),
                MadeUpNoise::Levels if random.uniform() < 0.5 => 1.05f64.ln(),
                _ => 0.0,
            };
        }
    }

    fn rounds(&mut self, rounds: usize, live: &[bool]) -> Vec<Vec<Sample>> {
        let mut lanes = vec![Vec::new(); live.len()];
        for _ in 0..rounds {
            if self.noise == MadeUpNoise::Drift {
                self.drift = (self.drift + 0.01 * self.random.normal()).clamp(-FARTHEST_DRIFT, FARTHEST_DRIFT);
            }
            for (lane, samples) in lanes.iter_mut().enumerate().filter(|(lane, _)| live[*lane]) {
                let own = OWN * self.random.normal().abs() + self.disturbance();
                let log = self.drift + self.layouts[lane] + self.times[lane] + own;
                samples.push(sample((FASTEST_NS * log.exp()) as u64));
            }
        }
        lanes
    }
}
