//! The one place where the whole interactive report of a run, a page of its own, is asked for.

use crate::model::{Findings, Run};
use crate::report::{Sheet, html};

/// The report as one HTML file, which loads nothing from anywhere.
pub(in crate::serve) fn full(run: &Run, findings: &Findings) -> serde_json::Result<String> {
    html(&Sheet::of(&[(run, findings)], ""))
}
