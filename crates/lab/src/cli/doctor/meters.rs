//! What of a cell beside its time can be counted here, and by what.

use std::path::Path;

use crate::cli::doctor::diagnosis::MeterFound;
use crate::meter::HeapLibrary;
use crate::meter::can;
use crate::model::METRICS;
use crate::model::Unknown;

/// What the library loaded into a driver counts.
const HEAP: [&str; 4] = ["mallocs", "frees", "requested", "peak-heap"];
/// What drivers count themselves: one without a collector has none of it, on any machine.
const RUNTIME: [&str; 2] = ["gc", "allocated"];

/// Every metric of which that can be told, in the order in which they are shown. `cache` is where the lab
/// keeps what it has compiled.
pub(super) fn meters(cache: &Path) -> Vec<MeterFound> {
    let library = HeapLibrary::ready(cache).map(|_| "a library that is loaded before the C library".to_owned());
    let kernel = can(Path::new("/"));
    let source = |metric: &str| match metric {
        heap if HEAP.contains(&heap) => Some(library.clone()),
        own if RUNTIME.contains(&own) => Some(Ok("the driver's runtime, where it has a collector".to_owned())),
        name => kernel.iter().find(|(metric, _)| *metric == name).map(|(_, source)| source.clone()),
    };
    METRICS.iter().filter_map(|metric| Some(found(metric.name, source(metric.name)?))).collect()
}

fn found(metric: &'static str, source: Result<String, Unknown>) -> MeterFound {
    match source {
        Ok(source) => MeterFound { metric, source: Some(source), unknown: None },
        Err(unknown) => MeterFound { metric, source: None, unknown: Some(unknown) },
    }
}
