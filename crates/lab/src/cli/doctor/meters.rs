//! What of a cell beside its time can be counted here, and by what.

use crate::cli::doctor::diagnosis::MeterFound;
use crate::model::Unknown;

/// Every metric, in the order in which they are shown.
pub(super) fn meters() -> Vec<MeterFound> {
    can().into_iter().map(found).collect()
}

/// Nothing is counted yet.
fn can() -> Vec<(&'static str, Result<String, Unknown>)> {
    Vec::new()
}

fn found((metric, source): (&'static str, Result<String, Unknown>)) -> MeterFound {
    match source {
        Ok(source) => MeterFound { metric, source: Some(source), unknown: None },
        Err(unknown) => MeterFound { metric, source: None, unknown: Some(unknown) },
    }
}
