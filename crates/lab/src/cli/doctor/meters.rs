//! What of a cell beside its time can be counted here, and by what.

use std::path::Path;

use crate::cli::doctor::diagnosis::MeterFound;
use crate::meter::{HeapLibrary, can};
use crate::model::{METRICS, Unknown};

/// What the library loaded into a driver counts.
const HEAP: [&str; 4] = ["mallocs", "frees", "requested", "peak-heap"];
/// What drivers tell themselves, where their runtimes let them: no matter of the machine. The others' is unknown in a
/// report, and there is none of it in C, C++, Rust, Objective-C and Swift.
const RUNTIME: [(&str, &str); 2] = [
    ("gc", "the driver, where its runtime tells: Go, Java, C#, JavaScript, Python"),
    ("allocated", "the driver, where its runtime tells: Go, Java, C#, newer versions of Node"),
];

/// Every metric of which that can be told, in the order in which they are shown. `cache` is where Paragone
/// keeps what it has compiled.
pub(super) fn meters(cache: &Path) -> Vec<MeterFound> {
    let library = HeapLibrary::ready(cache).map(|_| "a library that is loaded before the C library".to_owned());
    let kernel = can(Path::new("/"));
    let source = |metric: &str| match metric {
        heap if HEAP.contains(&heap) => Some(library.clone()),
        name => {
            let told = RUNTIME.iter().find(|(metric, _)| *metric == name).map(|(_, by)| Ok(by.to_string()));
            told.or_else(|| kernel.iter().find(|(metric, _)| *metric == name).map(|(_, source)| source.clone()))
        }
    };
    METRICS.iter().filter_map(|metric| Some(found(metric.name, source(metric.name)?))).collect()
}

fn found(metric: &'static str, source: Result<String, Unknown>) -> MeterFound {
    match source {
        Ok(source) => MeterFound { metric, source: Some(source), unknown: None },
        Err(unknown) => MeterFound { metric, source: None, unknown: Some(unknown) },
    }
}
