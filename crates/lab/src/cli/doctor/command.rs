//! `paragone doctor`: from what was typed to a diagnosis.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::cli::args::{Common, DoctorArgs};
use crate::cli::doctor::compare::{DoctorPlace, DoctorSubject, more_against_less, same_against_same};
use crate::cli::doctor::drivers;
use crate::cli::doctor::drivers::drivers;
use crate::cli::doctor::examine::examine;
use crate::cli::doctor::tools::tools;
use crate::cli::doctor::words::write;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::write_json;
use crate::cli::session::{Lab, asked_to_stop};
use crate::environment::describe;
use crate::measure::{ContestPrograms, LaneProgram};
use crate::model::{ImplementationId, Mode, Suite};
use crate::suite::{implementations, named, parse_size};

/// The suite that Paragone measures itself with.
const RULER: &str = "chain";

/// Does what was typed.
pub(in crate::cli) fn doctor(args: &DoctorArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = describe(Path::new("/"));
    let mut measure = args.measure.clone();
    // Comparisons of one machine with itself are short; so quick is the natural mode here.
    measure.quick = !measure.standard;
    let mut options = measure.settle(common.config.as_deref(), machine.memory_bytes)?;
    if measure.budget.is_none() && options.mode == Mode::Quick {
        options.budget_s = 5.0;
    }
    if let Some(selection) = &args.drivers {
        let lab = Lab::open(common)?;
        let found = drivers(&lab, &lab.chosen(selection, None)?, &machine, &options)?;
        tell(found.as_slice(), args.json, out, drivers::write)?;
        return Ok(Exit::Done);
    }
    let labs = labs(common)?;
    let asked = args.aa.is_some() || args.detect.is_some() || args.benchmark.is_some();
    let subject = asked.then(|| subject(args, &labs)).transpose()?;
    let stop = asked_to_stop()?;
    let store = common.store_path()?;
    let place = DoctorPlace { options: &options, machine: &machine, store: &store, stop: &stop };
    let drivers = rulers(&labs, common);
    // Before Paragone comes first: whoever is asked for its version need not.
    let tools = tools(&labs)?;
    let mut found = examine(&place, &drivers)?;
    found.tools = tools;
    if let (Some(subject), Some(count)) = (&subject, args.aa) {
        found.aa = Some(same_against_same(subject, &place, count as usize)?);
    }
    if let (Some(subject), Some(more)) = (&subject, args.detect) {
        found.detect = Some(more_against_less(subject, &place, args.comparisons as usize, more)?);
    }
    let ink = common.ink();
    tell(&found, args.json, out, |out, found| write(out, found, &ink))?;
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
}

/// As JSON, or as `words` puts it.
fn tell<T: Serialize + ?Sized>(
    found: &T,
    json: bool,
    out: &mut dyn Write,
    words: impl FnOnce(&mut dyn Write, &T) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    if json { write_json(out, found) } else { Ok(words(out, found)?) }
}

/// The suites found first and, where they lack the ruler, those that come with the program.
fn labs(common: &Common) -> anyhow::Result<Vec<Lab>> {
    let mut labs = Vec::from_iter(Lab::open_if_any(common)?);
    if labs.iter().all(|lab| lab.suite(RULER).is_err()) {
        labs.extend(Lab::beside_program(common)?);
    }
    Ok(labs)
}

/// The first of them that has the suite.
fn with_suite<'a>(labs: &'a [Lab], name: &str) -> anyhow::Result<(&'a Lab, &'a Suite)> {
    let found = labs.iter().find_map(|lab| Some((lab, lab.suite(name).ok()?)));
    found.ok_or_else(|| {
        Misuse(format!("there is no suite `{name}`; `paragone list` shows what there is, --suites names a folder"))
            .into()
    })
}

/// The program that `--benchmark` names, built.
fn subject(args: &DoctorArgs, labs: &[Lab]) -> anyhow::Result<DoctorSubject> {
    let cell = args.benchmark.as_deref().unwrap_or("chain/mul/rust.mul");
    let parts: Vec<&str> = cell.split('/').collect();
    let [suite, benchmark, implementation] = parts[..] else {
        return Err(Misuse(format!("--benchmark: `{cell}` is not SUITE/BENCHMARK/IMPLEMENTATION")).into());
    };
    let (lab, suite) = with_suite(labs, suite)?;
    let found = suite.benchmarks.iter().find(|one| one.name == benchmark);
    let benchmark = found.ok_or_else(|| {
        Misuse(format!(
            "suite `{0}` has no benchmark `{benchmark}`; `paragone list {0}` shows what there is",
            suite.name
        ))
    })?;
    if let Some(trials) = &benchmark.trials {
        let text = "doctor compares times; take a benchmark that time decides, such as chain/mul/rust.mul";
        return Err(Misuse(format!("--benchmark: `{cell}` is decided by its {}: {text}", trials.decides)).into());
    }
    let wanted: ImplementationId = implementation.parse().map_err(Misuse)?;
    let all = implementations(suite, &benchmark.name);
    let id = named(&all, &wanted).map(|one| one.id.clone());
    let id = id.ok_or_else(|| {
        Misuse(format!(
            "{0}/{1} has no `{wanted}`; `paragone list {0}/{1}` shows what there is",
            suite.name, benchmark.name
        ))
    })?;
    let size = match &args.size {
        Some(text) => parse_size(text).map_err(|text| Misuse(format!("--size: {text}")))?,
        None => {
            let sizes = Some(&benchmark.sizes.short).filter(|sizes| !sizes.is_empty());
            let sizes = sizes.unwrap_or(&benchmark.sizes.full);
            sizes[sizes.len() / 2]
        }
    };
    let mut programs = lab.programs(false);
    programs.make(suite, &benchmark.name, &id);
    let entrant = programs.entrant(suite, &benchmark.name, &id).map_err(|fault| anyhow::anyhow!("{id}: {fault}"))?;
    Ok(DoctorSubject {
        suite: suite.name.clone(),
        benchmark: benchmark.name.clone(),
        implementation: id,
        unit: benchmark.unit.clone(),
        size,
        params: benchmark.params[0].clone(),
        entry: ContestPrograms {
            lanes: vec![Ok(entrant); 3],
            reference: None,
            input: benchmark.input.clone(),
            fixed: benchmark.fixed.clone(),
            vectors: benchmark.answer.vectors.clone(),
            given: lab.supply(suite, benchmark, &mut programs),
        },
        tools: programs.tools(),
    })
}

/// A driver of each SDK that this machine can build, from the suite that is Paragone's ruler.
fn rulers(labs: &[Lab], common: &Common) -> Vec<(String, LaneProgram)> {
    let Ok((lab, suite)) = with_suite(labs, RULER) else {
        common.progress()(&format!(
            "note: the way to a driver and back is left out: it takes Paragone's own suite `{RULER}`, which is neither \
             here nor beside the program; --suites names the folder that holds it"
        ));
        return Vec::new();
    };
    let mut programs = lab.programs(false);
    let mut rulers: Vec<(String, LaneProgram)> = Vec::new();
    for one in implementations(suite, "mul") {
        if rulers.iter().any(|(language, _)| *language == one.id.language) {
            continue;
        }
        programs.make(suite, "mul", &one.id);
        let entrant = programs.entrant(suite, "mul", &one.id).ok();
        rulers.extend(entrant.map(|entrant| (one.id.language.clone(), entrant)));
    }
    rulers
}
