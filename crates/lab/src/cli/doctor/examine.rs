//! The machine itself: its clock, its noise, the way to a driver and back.

use std::path::Path;

use crate::cli::doctor::compare::DoctorPlace;
use crate::cli::doctor::diagnosis::{ClockFound, Diagnosis, RoundTripFound, SpinFound, UnknownFound};
use crate::cli::doctor::meters::meters;
use crate::cli::session::{around, cache};
use crate::driver::{Awake, pin};
use crate::environment::{MomentWatch, helpful};
use crate::measure::{CLOCK, Clock, ClockNoise, LaneProgram, RoundTrip, clock, round_trip, spin_noise};
use crate::model::Machine;
use crate::report::unknowns;

/// Clock, noise and round trips, and what would make them better.
pub(super) fn examine(place: &DoctorPlace<'_>, drivers: &[(String, LaneProgram)]) -> anyhow::Result<Diagnosis> {
    let around = around(place.machine, place.options)?;
    let mut awake = Awake::ask();
    let root = Path::new("/");
    // Who is at work meanwhile is who makes the noise.
    let watch = MomentWatch::begin(root);
    let noise = on_the_drivers_core(place.machine, || spin_noise(1000));
    let moment = watch.end(root, place.machine.core);
    if let Some(core) = place.machine.core {
        pin::pin_to(core);
    }
    pin::come_first();
    let Clock { resolution_ns, cost_ns } = clock();
    let mut round_trips = Vec::new();
    for (name, entrant) in drivers {
        let trip = round_trip(entrant, &around, 2000).map_err(|fault| anyhow::anyhow!("{name}: {fault}"))?;
        round_trips.push(shown(name, &trip));
    }
    let round_trip_us = round_trips.iter().map(|trip| trip.median_us).reduce(f64::max);
    Ok(Diagnosis {
        paragone: env!("CARGO_PKG_VERSION").to_owned(),
        machine: place.machine.clone(),
        unknown: unknowns(place.machine, Some(&moment))
            .into_iter()
            .map(|(what, unknown)| UnknownFound { what, unknown })
            .collect(),
        tools: Vec::new(),
        clock: ClockFound { name: CLOCK.to_owned(), resolution_ns, cost_ns },
        round_trip_us,
        round_trips,
        spin: spin_found(&noise),
        // By now whoever was asked has answered.
        may_sleep: match &mut awake {
            Ok(awake) => awake.refused(),
            Err(unknown) => Some(unknown.clone()),
        },
        meters: meters(&cache()?),
        settings: helpful(place.machine, &moment, is_root()),
        moment,
        aa: None,
        detect: None,
    })
}

fn is_root() -> bool {
    // SAFETY: asks for this process's own user.
    unsafe { libc::geteuid() == 0 }
}

/// A thread of its own, so that Paragone's thread stays where it is.
fn on_the_drivers_core<T: Send>(machine: &Machine, work: impl FnOnce() -> T + Send) -> T {
    let pinned = || {
        if let Some(core) = machine.core {
            pin::pin_to(core);
        }
        work()
    };
    std::thread::scope(|scope| scope.spawn(pinned).join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn shown(name: &str, trip: &RoundTrip) -> RoundTripFound {
    let at = |share: f64| trip.times_us[((trip.times_us.len() - 1) as f64 * share) as usize];
    RoundTripFound { driver: name.to_owned(), start_ms: trip.start_ms, median_us: at(0.5), p99_us: at(0.99) }
}

fn spin_found(noise: &ClockNoise) -> SpinFound {
    SpinFound {
        turns: noise.times_ns.len(),
        fastest_ns: noise.times_ns[0],
        p50: noise.excess(0.5),
        p90: noise.excess(0.9),
        p99: noise.excess(0.99),
        p100: noise.excess(1.0),
    }
}
