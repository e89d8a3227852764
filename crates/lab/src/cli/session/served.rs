//! Benchmarks whose inputs come from a server: left out where that cannot be built here, as any program is.

use crate::model::{DriverSpec, Given, Suite};
use crate::suite::Chosen;

/// The program of the server that a benchmark's inputs come from.
pub(in crate::cli) fn server_of(suite: &Suite, benchmark: usize) -> Option<&DriverSpec> {
    let Given::Address(name) = &suite.benchmarks[benchmark].given else { return None };
    suite.servers.iter().map(|server| &server.program).find(|program| program.name == *name)
}

/// Those that can be served, and a sentence for each of the others.
pub(in crate::cli) fn served(
    suites: &[Suite],
    chosen: Vec<Chosen>,
    is_here: impl Fn(&Suite, &DriverSpec) -> bool,
) -> (Vec<Chosen>, Vec<String>) {
    let mut left_out = Vec::new();
    let can_be = |one: &Chosen| {
        let suite = &suites[one.suite];
        let Some(server) = server_of(suite, one.benchmark).filter(|server| !is_here(suite, server)) else {
            return true;
        };
        left_out.push(format!(
            "{}/{}: left out, its server `{}` cannot be built here",
            suite.name, suite.benchmarks[one.benchmark].name, server.name
        ));
        false
    };
    let chosen = chosen.into_iter().filter(can_be).collect();
    (chosen, left_out)
}
