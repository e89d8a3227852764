//! `paragone doctor`: from what was typed to a diagnosis.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::bail;

use crate::cli::args::{Common, DoctorArgs};
use crate::cli::doctor::compare::DoctorSubject;
use crate::cli::doctor::diagnosis::Diagnosis;
use crate::cli::doctor::drivers;
use crate::cli::doctor::examine::{examine, tools};
use crate::cli::doctor::words::write;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::write_json;
use crate::cli::session::{Lab, RunPlace, asked_to_stop, fed};
use crate::driver::Toolchains;
use crate::environment::describe;
use crate::measure::{ContestPrograms, LaneProgram};
use crate::model::{Comparison, Contest, ImplementationId, Lane, Mode, Role, Suite};
use crate::suite::{implementations, named, parse_size};

/// The suite that Paragone measures itself with.
const RULER: &str = "chain";

/// Does what was typed.
pub(crate) fn doctor(args: &DoctorArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
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
        let found = drivers::drivers(&lab, &lab.chosen(selection, None)?, &machine, &options)?;
        match args.json {
            true => write_json(out, &found)?,
            false => drivers::write(out, &found)?,
        }
        return Ok(Exit::Done);
    }
    let labs = labs(common)?;
    let asked = args.aa.is_some() || args.detect.is_some() || args.benchmark.is_some();
    let subject = asked.then(|| subject(args, &labs)).transpose()?;
    let stop = asked_to_stop()?;
    let store = common.store_path()?;
    let place = RunPlace { options: &options, machine: &machine, store: &store, stop: &stop };
    let drivers = rulers(&labs, common);
    // Before Paragone comes first: whoever is asked for its version need not.
    let tools = match labs.first() {
        Some(lab) => tools(&lab.toolchains),
        // Those that the program itself knows.
        None => tools(&Toolchains::read(None).map_err(Misuse)?),
    };
    let mut found = Diagnosis { tools, ..examine(&place, &drivers)? };
    if let (Some(subject), Some(count)) = (&subject, args.aa) {
        found.aa = Some(subject.against_itself(&place, count as usize)?);
    }
    if let (Some(subject), Some(more)) = (&subject, args.detect) {
        found.detect = Some(subject.doing_more(&place, args.comparisons as usize, more)?);
    }
    match args.json {
        true => write_json(out, &found)?,
        false => write(out, &found, &common.ink())?,
    }
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
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
        bail!(Misuse(format!("--benchmark: `{cell}` is not SUITE/BENCHMARK/IMPLEMENTATION")));
    };
    let (lab, suite) = with_suite(labs, suite)?;
    let (name, found) = (&suite.name, suite.benchmarks.iter().find(|one| one.name == benchmark));
    let benchmark = found.ok_or_else(|| {
        Misuse(format!("suite `{name}` has no benchmark `{benchmark}`; `paragone list {name}` shows what there is"))
    })?;
    if let Some(trials) = &benchmark.trials {
        let text = "doctor compares times; take a benchmark that time decides, such as chain/mul/rust.mul";
        bail!(Misuse(format!("--benchmark: `{cell}` is decided by its {}: {text}", trials.decides)));
    }
    let wanted: ImplementationId = implementation.parse().map_err(Misuse)?;
    let all = implementations(suite, &benchmark.name);
    let found = named(&all, &wanted).map(|one| one.id.clone());
    let id = found.ok_or_else(|| {
        let of = format!("{name}/{}", benchmark.name);
        Misuse(format!("{of} has no `{wanted}`; `paragone list {of}` shows what there is"))
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
    let lanes = [Role::Baseline, Role::Contender, Role::Clone].map(|role| Lane::new(id.clone(), role)).to_vec();
    let comparisons = vec![Comparison { params: benchmark.params[0].clone(), size }];
    let contest = Contest::new(name, &benchmark.name, benchmark.unit.clone(), lanes, comparisons);
    let contest = Contest { question: "Is Paragone right?".to_owned(), ..contest };
    let entry = ContestPrograms { lanes: vec![Ok(entrant); 3], ..fed(suite, benchmark, &mut programs) };
    Ok(DoctorSubject { contest, entry, tools: programs.tools() })
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
