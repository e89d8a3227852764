//! The machine itself: its clock, its noise, the way to a driver and back, what can be counted on it, and the compilers and
//! runtimes that it has.

use std::path::Path;

use crate::cli::doctor::diagnosis::{Diagnosis, MeterFound, UnknownFound};
use crate::cli::session::{RunPlace, around, cache, take_core};
use crate::driver::{Awake, Toolchains, missing, pin};
use crate::environment::{MomentWatch, helpful};
use crate::measure::{LaneProgram, clock, round_trip, spin_noise};
use crate::meter::{HEAP, HeapLibrary, can};
use crate::model::{METRICS, Machine};
use crate::report::unknowns;

/// Clock, noise and round trips, and what would make them better.
pub(super) fn examine(place: &RunPlace<'_>, drivers: &[(String, LaneProgram)]) -> anyhow::Result<Diagnosis> {
    let around = around(place.machine, place.options)?;
    let mut awake = Awake::ask();
    let root = Path::new("/");
    // Who is at work meanwhile is who makes the noise.
    let watch = MomentWatch::begin(root);
    let spin = on_the_drivers_core(place.machine, || spin_noise(1000));
    let moment = watch.end(root, place.machine.core);
    take_core(place.machine);
    let clock = clock();
    let trip = |(name, entrant): &(String, LaneProgram)| {
        round_trip(name, entrant, &around).map_err(|fault| anyhow::anyhow!("{name}: {fault}"))
    };
    let round_trips = drivers.iter().map(trip).collect::<anyhow::Result<Vec<_>>>()?;
    let round_trip_us = round_trips.iter().map(|trip| trip.median_us).reduce(f64::max);
    let unknown = unknowns(place.machine, Some(&moment)).into_iter();
    let unknown = unknown.map(|(what, unknown)| UnknownFound { what, unknown }).collect();
    // By now whoever was asked has answered.
    let may_sleep = awake.as_mut().map_or_else(|unknown| Some(unknown.clone()), |awake| awake.refused());
    Ok(Diagnosis {
        paragone: env!("CARGO_PKG_VERSION").to_owned(),
        machine: place.machine.clone(),
        unknown,
        tools: Vec::new(),
        clock,
        round_trip_us,
        round_trips,
        spin,
        may_sleep,
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

/// What drivers tell themselves, where their runtimes let them: no matter of the machine. The others' is unknown in a
/// report, and there is none of it in C, C++, Rust, Objective-C and Swift.
const RUNTIME: [(&str, &str); 2] = [
    ("gc", "the driver, where its runtime tells: Go, Java, C#, JavaScript, Python"),
    ("allocated", "the driver, where its runtime tells: Go, Java, C#, newer versions of Node"),
];

/// What of a cell beside its time can be counted here, and by what: every metric of which that can be told, in the order
/// in which they are shown. `cache` is where Paragone keeps what it has compiled.
fn meters(cache: &Path) -> Vec<MeterFound> {
    let library = HeapLibrary::ready(cache).map(|_| "a library that is loaded before the C library".to_owned());
    let kernel = can(Path::new("/"));
    let source = |metric: &str| {
        if HEAP.contains(&metric) {
            return Some(library.clone());
        }
        let told = RUNTIME.iter().find(|(name, _)| *name == metric).map(|(_, by)| Ok(by.to_string()));
        told.or_else(|| kernel.iter().find(|(name, _)| *name == metric).map(|(_, source)| source.clone()))
    };
    let found = |metric: &'static str| {
        let source = source(metric)?;
        Some(MeterFound { metric, source: source.clone().ok(), unknown: source.err() })
    };
    METRICS.iter().filter_map(|metric| found(metric.name)).collect()
}

/// Compilers and runtimes that drivers can be built and started with here: (language, version) of the languages that can be
/// used, each asked once.
pub(super) fn tools(toolchains: &Toolchains) -> Vec<(String, String)> {
    let version = |language: String| {
        let usable = toolchains.ways(&language).into_iter().find(|way| missing(way, None).is_none())?;
        // A compiler that does not even tell its version says at least why.
        let version = toolchains.version(usable, None).unwrap_or_else(|fault| fault);
        Some((language, version))
    };
    toolchains.written_languages().into_iter().filter_map(version).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_here_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let table = r#"
[here]
check = ["sh", "-c", "echo sh 1"]
run = ["{program}"]
[absent]
check = ["paragone-none"]
run = ["paragone-nobody"]
debian = "absent"
"#;
        std::fs::write(folder.path().join("toolchains.toml"), table).unwrap();
        let found = tools(&Toolchains::read(Some(folder.path())).unwrap());
        assert!(found.contains(&("here".to_owned(), "sh 1".to_owned())), "{found:?}");
        assert!(found.iter().all(|(language, _)| language != "absent"), "{found:?}");
    }
}
