//! A baseline that was asked for in, whether any chosen benchmark has it out.

use crate::model::{ImplementationId, Suite};
use crate::suite::{Chosen, did_you_mean, implementations, named};

/// A baseline that no chosen benchmark has is a slip of the pen.
pub(super) fn check_baseline(wanted: &ImplementationId, suites: &[Suite], chosen: &[Chosen]) -> Result<(), String> {
    let mut names = Vec::new();
    for chosen in chosen {
        let suite = &suites[chosen.suite];
        let all = implementations(suite, &suite.benchmarks[chosen.benchmark].name);
        if named(&all, wanted).is_some() {
            return Ok(());
        }
        names.extend(all.into_iter().map(|one| one.id.to_string()));
    }
    let near = did_you_mean(&wanted.to_string(), names.iter().map(String::as_str));
    let hint = if near.is_empty() { "; `paragone list` shows what there is".to_owned() } else { near };
    Err(format!("no benchmark that was chosen has the baseline `{wanted}`{hint}"))
}
