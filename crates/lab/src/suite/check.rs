//! From the tables of a suite to the suite: whatever only shows when all of them are seen together.

use std::collections::BTreeSet;

use crate::model::{DriverSpec, ImplementationId, Intervention, Suite};
use crate::suite::benchmark::BenchmarkDraft;
use crate::suite::implementations::{Implementation, id_of, implementations, named};
use crate::suite::parts::mistake::{MistakeLedger, Spot, did_you_mean_or, listed};
use crate::suite::parts::server::ServerDraft;
use crate::suite::program::DriverDraft;

/// The tables of a suite's files.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) benchmarks: Vec<BenchmarkDraft>,
    pub(super) drivers: Vec<DriverDraft>,
    pub(super) servers: Vec<ServerDraft>,
}

/// Puts benchmarks and drivers into the suite, and tells the ledger what does not fit.
pub(super) fn assemble(mut suite: Suite, drafts: Drafts, ledger: &MistakeLedger) -> Suite {
    let Drafts { benchmarks, drivers, servers } = drafts;
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
        let Spot { value: name, place } = &draft.name;
        let all = implementations(&suite, name);
        if all.is_empty() && !name.is_empty() {
            let expected = format!("name one under a driver's `implements = {{ {name} = [\"…\"] }}`");
            ledger.add(place, format!("benchmark `{name}` has no implementation; {expected}"));
        }
        draft.benchmark.baseline = draft.baseline.and_then(|id| resolve("baseline", &id, &all, ledger));
        draft.benchmark.answer.reference = draft.reference.and_then(|id| resolve("reference", &id, &all, ledger));
        draft.benchmark.intervention = draft.intervention.and_then(|(intervention, beside)| {
            let beside = resolve("implementation", &beside, &all, ledger)?;
            Some(Intervention { beside, ..intervention })
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
                let place = format!("{}:{}", first.file.display(), first.line);
                let text = format!("{what} `{}` is declared twice, first in {place}; rename one of them", name.value);
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
    for Spot { value: name, place } in servers.iter().map(|draft| &draft.name) {
        if !name.is_empty() && asked().all(|server| server.value != *name) {
            ledger.add(place, format!("no benchmark's `input` names the server `{name}`; take it out, or ask for it"));
        }
    }
}

fn undeclared(names: &[&str], drivers: &[DriverDraft], ledger: &MistakeLedger) {
    for draft in drivers {
        let mut told = BTreeSet::new();
        for (Spot { value, place }, _) in &draft.implements {
            if !names.contains(&value.as_str()) && told.insert(value) {
                let there = || names.iter().copied();
                let hint = did_you_mean_or(value, there(), || format!("; the suite has {}", listed(there())));
                ledger.add(place, format!("no benchmark `{value}` is declared{hint}"));
            }
        }
    }
}

/// Ids must be unique within a benchmark once languages, names and builds are put together.
fn twice(drivers: &[DriverDraft], ledger: &MistakeLedger) {
    let mut seen = BTreeSet::new();
    for draft in drivers {
        for (Spot { value: benchmark, .. }, name) in &draft.implements {
            for build in &draft.spec.builds {
                let id = id_of(&draft.spec, &name.value, build);
                let text = format!("implementation `{id}` of `{benchmark}` is declared twice; rename one of them");
                if !seen.insert((benchmark, id)) {
                    ledger.add(&name.place, text);
                    break;
                }
            }
        }
    }
}

fn resolve(what: &str, id: &Spot<String>, all: &[Implementation], ledger: &MistakeLedger) -> Option<ImplementationId> {
    let unreadable = |text: String| ledger.add(&id.place, format!("{what} {text}"));
    let parsed: ImplementationId = id.value.parse().map_err(unreadable).ok()?;
    if let Some(found) = named(all, &parsed) {
        return Some(found.id.clone());
    }
    let ids: Vec<String> = all.iter().map(|other| other.id.to_string()).collect();
    let names = || ids.iter().map(String::as_str);
    let hint = did_you_mean_or(&id.value, names(), || format!("; the benchmark has {}", listed(names())));
    ledger.add(&id.place, format!("unknown {what} `{}`{hint}", id.value));
    None
}
