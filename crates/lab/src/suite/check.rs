//! From the tables of a suite to the suite: whatever only shows when all of them are seen together.

use std::collections::BTreeSet;

use crate::model::{DriverSpec, ImplementationId, Suite};
use crate::suite::benchmark::BenchmarkDraft;
use crate::suite::implementations::{Implementation, implementations, named};
use crate::suite::parts::mistake::{MistakeLedger, Spot, did_you_mean_or, listed};
use crate::suite::parts::server::ServerDraft;
use crate::suite::program::DriverDraft;

/// Puts benchmarks and drivers into the suite, and tells the ledger what does not fit.
pub(super) fn assemble(
    mut suite: Suite,
    benchmarks: Vec<BenchmarkDraft>,
    drivers: Vec<DriverDraft>,
    servers: Vec<ServerDraft>,
    ledger: &MistakeLedger,
) -> Suite {
    duplicates(benchmarks.iter().map(|draft| &draft.name), "benchmark", ledger);
    // Languages do not share names: `python.sums` and `go.sums` are two programs.
    for language in drivers.iter().map(|draft| &draft.spec.language).collect::<BTreeSet<&String>>() {
        let of_language = drivers.iter().filter(|draft| draft.spec.language == *language);
        duplicates(of_language.map(|draft| &draft.name), "driver", ledger);
    }
    duplicates(servers.iter().map(|draft| &draft.name), "server", ledger);
    built_in_one_place(&servers, &drivers, ledger);
    asked_for(&benchmarks, &servers, ledger);
    let names: Vec<&str> = benchmarks.iter().map(|draft| draft.name.value.as_str()).collect();
    undeclared(&names, &drivers, ledger);
    twice(&drivers, ledger);
    suite.servers = servers.into_iter().map(|draft| draft.spec).collect();
    suite.drivers = drivers.into_iter().map(with_implements).collect();
    for mut draft in benchmarks {
        let all = implementations(&suite, &draft.name.value);
        if all.is_empty() && !draft.name.value.is_empty() {
            let text = format!(
                "benchmark `{0}` has no implementation; name one under a driver's `implements = {{ {0} = [\"…\"] }}`",
                draft.name.value
            );
            ledger.add(&draft.name.place, text);
        }
        draft.benchmark.baseline = draft.baseline.and_then(|id| resolve("baseline", &id, &all, ledger));
        draft.benchmark.answer.reference = draft.reference.and_then(|id| resolve("reference", &id, &all, ledger));
        draft.benchmark.intervention = draft.intervention.and_then(|intervention| {
            let beside = resolve("implementation", &intervention.beside, &all, ledger)?;
            Some(intervention.beside(beside))
        });
        suite.benchmarks.push(draft.benchmark);
    }
    suite
}

fn with_implements(draft: DriverDraft) -> DriverSpec {
    let implements = draft.implements.into_iter().map(|(benchmark, name)| (benchmark.value, name.value)).collect();
    DriverSpec { implements, ..draft.spec }
}

fn duplicates<'a>(names: impl Iterator<Item = &'a Spot<String>>, what: &str, ledger: &MistakeLedger) {
    let mut seen: Vec<&Spot<String>> = Vec::new();
    // A missing name has been told already.
    for name in names.filter(|name| !name.value.is_empty()) {
        match seen.iter().find(|other| other.value == name.value) {
            Some(first) => {
                let first = first.place.mistake(String::new());
                let text = format!(
                    "{what} `{}` is declared twice, first in {}:{}; rename one of them",
                    name.value,
                    first.file.display(),
                    first.line
                );
                ledger.add(&name.place, text);
            }
            None => seen.push(name),
        }
    }
}

/// Builds are kept by language and name, whatever the program is for.
fn built_in_one_place(servers: &[ServerDraft], drivers: &[DriverDraft], ledger: &MistakeLedger) {
    for server in servers.iter().filter(|draft| !draft.name.value.is_empty()) {
        let (language, name) = (&server.spec.program.language, &server.name.value);
        if drivers.iter().any(|driver| driver.spec.language == *language && driver.name.value == *name) {
            let text = format!("a driver in that language is called `{name}` too; rename one of them");
            ledger.add(&server.name.place, text);
        }
    }
}

/// Servers that benchmarks name must be there, and nobody else.
fn asked_for(benchmarks: &[BenchmarkDraft], servers: &[ServerDraft], ledger: &MistakeLedger) {
    let names = || servers.iter().map(|draft| draft.name.value.as_str());
    let asked = || benchmarks.iter().filter_map(|draft| draft.server.as_ref());
    for server in asked().filter(|server| names().all(|name| name != server.value)) {
        let hint = did_you_mean_or(&server.value, names(), || match servers.is_empty() {
            true => "; add a `[[server]]` table".to_owned(),
            false => format!("; the suite has {}", listed(names())),
        });
        ledger.add(&server.place, format!("no server `{}` is declared{hint}", server.value));
    }
    for draft in servers.iter().filter(|draft| !draft.name.value.is_empty()) {
        if asked().all(|server| server.value != draft.name.value) {
            let text =
                format!("no benchmark's `input` names the server `{}`; take it out, or ask for it", draft.name.value);
            ledger.add(&draft.name.place, text);
        }
    }
}

fn undeclared(names: &[&str], drivers: &[DriverDraft], ledger: &MistakeLedger) {
    for draft in drivers {
        let mut told = BTreeSet::new();
        for (benchmark, _) in &draft.implements {
            if !names.contains(&benchmark.value.as_str()) && told.insert(&benchmark.value) {
                let there = || names.iter().copied();
                let hint =
                    did_you_mean_or(&benchmark.value, there(), || format!("; the suite has {}", listed(there())));
                ledger.add(&benchmark.place, format!("no benchmark `{}` is declared{hint}", benchmark.value));
            }
        }
    }
}

/// Ids must be unique within a benchmark once languages, names and builds are put together.
fn twice(drivers: &[DriverDraft], ledger: &MistakeLedger) {
    let mut seen = BTreeSet::new();
    for draft in drivers {
        for (benchmark, name) in &draft.implements {
            for build in &draft.spec.builds {
                let id = ImplementationId {
                    language: draft.spec.language.clone(),
                    name: name.value.clone(),
                    build: build.name.clone(),
                };
                let text =
                    format!("implementation `{id}` of `{}` is declared twice; rename one of them", benchmark.value);
                if !seen.insert((benchmark.value.clone(), id)) {
                    ledger.add(&name.place, text);
                    break;
                }
            }
        }
    }
}

fn resolve(what: &str, id: &Spot<String>, all: &[Implementation], ledger: &MistakeLedger) -> Option<ImplementationId> {
    let parsed: ImplementationId = match id.value.parse() {
        Ok(parsed) => parsed,
        Err(text) => {
            ledger.add(&id.place, format!("{what} {text}"));
            return None;
        }
    };
    if let Some(found) = named(all, &parsed) {
        return Some(found.id.clone());
    }
    let ids: Vec<String> = all.iter().map(|other| other.id.to_string()).collect();
    let names = || ids.iter().map(String::as_str);
    let hint = did_you_mean_or(&id.value, names(), || format!("; the benchmark has {}", listed(names())));
    ledger.add(&id.place, format!("unknown {what} `{}`{hint}", id.value));
    None
}
