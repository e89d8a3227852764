//! What was chosen in, what has to be built for it out.

use crate::cli::session::served::server_of;
use crate::model::{Build, DriverSpec, Suite};
use crate::suite::Chosen;

/// Each build of each driver that something chosen needs, once.
pub(in crate::cli) fn needed_builds<'a>(
    suites: &'a [Suite],
    chosen: &[Chosen],
) -> Vec<(&'a Suite, &'a DriverSpec, &'a Build)> {
    let mut seen = Vec::new();
    for one in chosen {
        for implementation in &one.implementations {
            let key = (one.suite, implementation.driver, implementation.build);
            if !seen.contains(&key) {
                seen.push(key);
            }
        }
    }
    seen.sort_unstable();
    let mut servers: Vec<(&Suite, &DriverSpec)> = Vec::new();
    for one in chosen {
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
    seen.into_iter().map(program).chain(servers).collect()
}
