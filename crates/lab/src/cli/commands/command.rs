//! `paragone commands`: from what was typed to a run that is kept and reported, without any suite.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use crate::cli::args::{CommandsArgs, Common, MeasureOptions};
use crate::cli::commands::specs::{check_sweeps, specs};
use crate::cli::commands::sweep::sweeps;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::session::{Asked, whole_commands};
use crate::driver::command::missing;
use crate::environment::describe;
use crate::model::{
    Answers, COMMAND, CommandSpec, Comparison, Contest, ImplementationId, Lane, Machine, Mode, Plan, Role, Throughput,
};
use crate::report::dry_run;

/// Time for one comparison where nothing else was said: a newcomer's first minute.
const BUDGET_S: f64 = 60.0;

/// With --quick.
const QUICK_BUDGET_S: f64 = 5.0;

/// Does what was typed.
pub(in crate::cli) fn commands(args: &CommandsArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
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
            let text = format!("`{}`: `{program}` is no program here; is it on PATH, and executable?", spec.text);
            return Err(Misuse(text).into());
        }
    }
    // Without an axis there is one size, and it is one run.
    let (unit, sizes) = swept.sizes.map_or(("run".to_owned(), vec![1]), |(name, sizes)| (format!("{name}="), sizes));
    let at =
        |size: &u64| swept.params.iter().map(|params| Comparison { params: params.clone(), size: *size }).collect();
    let comparisons = sizes.iter().flat_map::<Vec<Comparison>, _>(at).collect();
    let plan = plan(&options, contest(specs, answers(args)?, Throughput { unit, symbol: None }, comparisons));
    if args.dry_run {
        let lines: Vec<String> = plan.contests[0].commands.values().map(|spec| spec.text.clone()).collect();
        out.write_all(dry_run(&plan, &lines, &crate::report::Ink::PLAIN).as_bytes())?;
        return Ok(Exit::Done);
    }
    let asked = Asked { outcome: &args.outcome, resources: false };
    whole_commands::carry_out(&asked, &plan, None, &options, machine, common, out)
}

/// Refuses what cannot be read, before anything runs. A pipe or a terminal is left alone: looking would take from it.
fn readable(option: &str, path: &Path) -> anyhow::Result<()> {
    let failed = || format!("failed to read `{}`, given by {option}", path.display());
    let about = path.metadata().with_context(failed)?;
    if about.is_dir() {
        let text = format!("{option}: `{}` cannot be read: it is a folder; name a file", path.display());
        return Err(Misuse(text).into());
    }
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

fn contest(
    specs: Vec<(String, CommandSpec)>,
    answers: Answers,
    unit: Throughput,
    comparisons: Vec<Comparison>,
) -> Contest {
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

fn plan(options: &MeasureOptions, contest: Contest) -> Plan {
    Plan {
        margin: options.margin,
        budget_s: options.budget_s,
        total_s: options.total_s.unwrap_or(Plan::TOTAL_S),
        rounds: options.rounds,
        ..Plan::new(options.seed, options.mode, vec![contest])
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
    if bytes.len() > MOST {
        let text = format!(
            "--expect: `{}` has {} bytes, and {MOST} is the most; take --check-output",
            path.display(),
            bytes.len()
        );
        return Err(Misuse(text).into());
    }
    Ok(Answers::Given(bytes))
}
