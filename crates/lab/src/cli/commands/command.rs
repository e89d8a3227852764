//! `paragone commands`: from what was typed to a run that is kept and reported, without any suite.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use crate::cli::args::{CommandsArgs, Common, MeasureOptions};
use crate::cli::commands::specs::{NamedCommand, check_sweeps, specs};
use crate::cli::commands::sweep::sweeps;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::session::{Asked, whole_commands};
use crate::driver::command::missing;
use crate::environment::describe;
use crate::model::{
    Answers, COMMAND, Comparison, Contest, ImplementationId, Lane, Machine, Mode, Plan, Role, Throughput,
};
use crate::report::dry_run;

/// Time for one comparison where nothing else was said: a newcomer's first minute.
const BUDGET_S: f64 = 60.0;

/// With --quick.
const QUICK_BUDGET_S: f64 = 5.0;

/// Does what was typed.
pub(crate) fn commands(args: &CommandsArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = describe(Path::new("/"));
    let options = options(args, common, &machine)?;
    let folder = std::env::current_dir().context("failed to find the folder that this was typed in")?;
    if let Some(path) = &args.input {
        readable("--input", &folder.join(path))?;
    }
    let swept = sweeps(&args.sweeps)?;
    let axis = swept.sizes.as_ref().map(|(name, _)| name.as_str());
    let specs = specs(args, &folder, axis)?;
    check_sweeps(&swept.names, &specs)?;
    for (_, spec) in &specs {
        if let Some(program) = missing(spec) {
            let text = &spec.text;
            bail!(Misuse(format!("`{text}`: `{program}` is no program here; is it on PATH, and executable?")));
        }
    }
    // Without an axis there is one size, and it is one run.
    let (unit, sizes) = swept.sizes.map_or(("run".to_owned(), vec![1]), |(name, sizes)| (format!("{name}="), sizes));
    let at = |size| swept.params.iter().map(move |params| Comparison { params: params.clone(), size });
    let comparisons = sizes.into_iter().flat_map(at).collect();
    let contest = contest(specs, answers(args)?, Throughput::of(&unit), comparisons);
    let plan = options.plan(vec![contest], options.total_s.unwrap_or(Plan::TOTAL_S));
    if args.dry_run {
        let lines: Vec<String> = plan.contests[0].commands.values().map(|spec| spec.text.clone()).collect();
        out.write_all(dry_run(&plan, &lines, &crate::report::Ink::PLAIN).as_bytes())?;
        return Ok(Exit::Done);
    }
    whole_commands::carry_out(Asked::new(common, &options, &machine, &args.outcome), plan, out)
}

/// Refuses what cannot be read, before anything runs. A pipe or a terminal is left alone: looking would take from it.
fn readable(option: &str, path: &Path) -> anyhow::Result<()> {
    let failed = || format!("failed to read `{}`, given by {option}", path.display());
    let about = path.metadata().with_context(failed)?;
    let refusal = || Misuse(format!("{option}: `{}` cannot be read: it is a folder; name a file", path.display()));
    ensure!(!about.is_dir(), refusal());
    if about.is_file() {
        File::open(path).with_context(failed)?;
    }
    Ok(())
}

/// The usual options, but for what whole commands need otherwise: more time, and patience.
fn options(args: &CommandsArgs, common: &Common, machine: &Machine) -> anyhow::Result<MeasureOptions> {
    let config = common.config.as_deref();
    let settled = args.measure().settle(config, machine.memory_bytes)?;
    let budget_s = args.budget.unwrap_or(if args.quick { QUICK_BUDGET_S } else { BUDGET_S });
    // A command may take minutes, and nobody knows before it has ended once.
    let patience = Duration::from_secs_f64(settled.total_s.unwrap_or(Plan::TOTAL_S)).max(settled.deadline);
    let deadline = if args.deadline.is_some() { settled.deadline } else { patience };
    Ok(MeasureOptions { mode: Mode::Fresh, budget_s, deadline, ..settled })
}

fn contest(specs: Vec<NamedCommand>, answers: Answers, unit: Throughput, comparisons: Vec<Comparison>) -> Contest {
    let lane = |name: &str, role| {
        let implementation = ImplementationId { language: COMMAND.to_owned(), name: name.to_owned(), build: None };
        Lane::new(implementation, role)
    };
    let mut lanes = vec![lane(&specs[0].0, Role::Baseline)];
    lanes.extend(specs[1..].iter().map(|(name, _)| lane(name, Role::Contender)));
    lanes.push(lane(&specs[0].0, Role::Clone));
    Contest {
        question: if specs.len() > 1 { "Which command is faster?" } else { "How long does it take?" }.to_owned(),
        commands: specs.into_iter().collect(),
        answers,
        ..Contest::new(whole_commands::SUITE, "time", unit, lanes, comparisons)
    }
}

fn answers(args: &CommandsArgs) -> anyhow::Result<Answers> {
    /// It is kept with the run.
    const MOST: usize = 1 << 20;
    let Some(path) = &args.expect else {
        return Ok(if args.check_output { Answers::Reference } else { Answers::Told });
    };
    let bytes =
        std::fs::read(path).with_context(|| format!("failed to read `{}`, given by --expect", path.display()))?;
    let (file, size) = (path.display(), bytes.len());
    let refusal = || format!("--expect: `{file}` has {size} bytes, and {MOST} is the most; take --check-output");
    ensure!(size <= MOST, Misuse(refusal()));
    Ok(Answers::Given(bytes))
}
