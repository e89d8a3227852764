//! What was chosen in; what has to be built for it out, and which of it is left out because the server of its inputs
//! cannot be built here, as any program is.

use std::collections::BTreeSet;

use crate::model::{Build, DriverSpec, Given, Suite};
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

/// Each build of each driver that something chosen needs, once; then those of servers.
pub(in crate::cli) fn needed_builds<'a>(
    suites: &'a [Suite],
    chosen: &[Chosen],
) -> Vec<(&'a Suite, &'a DriverSpec, &'a Build)> {
    let mut drivers = BTreeSet::new();
    let mut servers: Vec<(&Suite, &DriverSpec)> = Vec::new();
    for one in chosen {
        drivers.extend(one.implementations.iter().map(|it| (one.suite, it.driver, it.build)));
        let suite = &suites[one.suite];
        let known =
            |server: &&DriverSpec| servers.iter().any(|(of, it)| of.name == suite.name && it.name == server.name);
        servers.extend(server_of(suite, one.benchmark).filter(|server| !known(server)).map(|server| (suite, server)));
    }
    let program = |(suite, driver, build): (usize, usize, usize)| {
        let suite = &suites[suite];
        let spec = &suite.drivers[driver];
        (suite, spec, &spec.builds[build])
    };
    let servers = servers.into_iter().map(|(suite, server)| (suite, server, &server.builds[0]));
    drivers.into_iter().map(program).chain(servers).collect()
}
