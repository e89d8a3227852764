//! What this machine does to measurements: its clock, its noise, and the way to a driver and back.
//!
//! Through the same clock, cores and conversations that a run uses.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use crate::driver::{Surroundings, Talk};
use crate::measure::lane::{Lane, LaneProgram, TimeMeter};
use crate::model::{Fault, LaneStart, Params};

/// Paragone's own monotonic clock.
#[derive(Clone, Debug, Serialize)]
pub struct Clock {
    pub name: &'static str,
    /// The smallest step between two readings that differ.
    pub resolution_ns: f64,
    /// What one reading costs.
    pub cost_ns: f64,
}

/// What the standard library's `Instant` reads.
const CLOCK: &str = if cfg!(target_vendor = "apple") { "CLOCK_UPTIME_RAW" } else { "CLOCK_MONOTONIC" };

/// Reads the clock many times in a row.
pub fn clock() -> Clock {
    const READINGS: u32 = 100_000;
    let begin = Instant::now();
    let mut before = begin;
    let mut least = f64::INFINITY;
    for _ in 0..READINGS {
        let now = Instant::now();
        let step = (now - before).as_nanos() as f64;
        if step > 0.0 && step < least {
            least = step;
        }
        before = now;
    }
    let cost_ns = (before - begin).as_nanos() as f64 / f64::from(READINGS);
    Clock { name: CLOCK, resolution_ns: least, cost_ns }
}

/// One and the same piece of work of about 1 ms, again and again: how much longer than the fastest each percentile took,
/// as a share of it; 0 is no noise.
#[derive(Clone, Debug, Serialize)]
pub struct ClockNoise {
    pub turns: usize,
    pub fastest_ns: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p100: f64,
}

/// Spins for about a millisecond, `turns` times, on the core that this thread is on.
pub fn spin_noise(turns: usize) -> ClockNoise {
    let work = |steps: u64| {
        let begin = Instant::now();
        let mut x = 1u64;
        for _ in 0..steps {
            x = black_box(x.wrapping_mul(0xd134_2543_de82_ef95) ^ (x >> 32));
        }
        black_box(x);
        begin.elapsed().as_nanos() as f64
    };
    let probe = (0..10).map(|_| work(100_000)).fold(f64::INFINITY, f64::min);
    let steps = (1e6 / probe * 1e5) as u64;
    let mut times_ns: Vec<f64> = (0..turns.max(1)).map(|_| work(steps)).collect();
    times_ns.sort_by(f64::total_cmp);
    let fastest_ns = times_ns[0];
    let excess = |share: f64| {
        let place = ((times_ns.len() - 1) as f64 * share).round() as usize;
        times_ns[place] / fastest_ns - 1.0
    };
    let (p50, p90, p99, p100) = (excess(0.5), excess(0.9), excess(0.99), excess(1.0));
    ClockNoise { turns: times_ns.len(), fastest_ns, p50, p90, p99, p100 }
}

/// Starts a driver as a launch does, and ends it.
pub fn start_once(entrant: &LaneProgram, around: &Surroundings) -> Result<LaneStart, Fault> {
    let none = Params::new();
    let mut lane = Lane::new(entrant, &none, around);
    let start = lane.start(&mut TimeMeter::default())?;
    lane.end();
    Ok(start)
}

/// What it takes to reach a driver.
#[derive(Clone, Debug, Serialize)]
pub struct RoundTrip {
    pub driver: String,
    pub start_ms: f64,
    /// Of a request for one empty call and its reply.
    pub median_us: f64,
    pub p99_us: f64,
}

/// Starts a driver and asks it for empty calls, one after the other; `driver` is its name in the result.
pub fn round_trip(driver: &str, entrant: &LaneProgram, around: &Surroundings) -> Result<RoundTrip, Fault> {
    const TURNS: usize = 2000;
    let mut talk = Talk::begin(&entrant.program, around, 0)?;
    let start_ms = talk.start_time().as_secs_f64() * 1e3;
    talk.prepare_empty()?;
    let mut times_us = Vec::with_capacity(TURNS);
    for _ in 0..TURNS {
        let begin = Instant::now();
        talk.time(1, 0.0)?;
        times_us.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    talk.end();
    times_us.sort_by(f64::total_cmp);
    let at = |share: f64| times_us[((times_us.len() - 1) as f64 * share) as usize];
    Ok(RoundTrip { driver: driver.to_owned(), start_ms, median_us: at(0.5), p99_us: at(0.99) })
}
