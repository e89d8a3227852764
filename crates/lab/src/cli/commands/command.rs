//! `paragone commands`: from what was typed to a run that is kept and reported, without any suite.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use crate::card::describe;
use crate::cli::commands::args::CommandsArgs;
use crate::cli::commands::specs::check_sweeps;
use crate::cli::commands::specs::specs;
use crate::cli::commands::sweep::sweeps;
use crate::cli::options::global::Common;
use crate::cli::options::measure_options::MeasureOptions;
use crate::cli::options::outcome_args::OutcomeArgs;
use crate::cli::options::typed::typed;
use crate::cli::output::exit::Exit;
use crate::cli::output::exit::Misuse;
use crate::cli::output::outlet::say;
use crate::cli::report::ReportArgs;
use crate::cli::session::execute::Job;
use crate::cli::session::execute::execute;
use crate::cli::session::folders::inputs;
use crate::cli::session::interrupt::asked_to_stop;
use crate::cli::session::lab::command_entrant;
use crate::cli::session::live::Live;
use crate::cli::session::live::Voice;
use crate::cli::session::resume::programs_are_the_same;
use crate::cli::session::run_report::ended_with;
use crate::cli::session::run_report::told;
use crate::driver::command::missing;
use crate::judge::findings;
use crate::measure::Entry;
use crate::measure::Supply;
use crate::model::Answers;
use crate::model::COMMAND;
use crate::model::CommandSpec;
use crate::model::Comparison;
use crate::model::Contest;
use crate::model::Fault;
use crate::model::ImplementationId;
use crate::model::InputKind;
use crate::model::Lane;
use crate::model::Machine;
use crate::model::Mode;
use crate::model::Params;
use crate::model::Plan;
use crate::model::Role;
use crate::model::Run;
use crate::model::Throughput;
use crate::model::Versions;
use crate::report::dry_run;

/// What stands in a suite's place.
const SUITE: &str = "commands";

/// Time for one comparison where nothing else was said: a newcomer's first minute.
const BUDGET_S: f64 = 60.0;
/// How the driver of commands begins to tell of an exit code that is none of success.
const EXIT_CODE: &str = "exit code ";

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
    asked.carry_out(&plan, None, &options, machine, common, out)
}

/// Whether a run is one of whole commands, which needs no suites to go on.
pub(in crate::cli) fn is_of_commands(run: &Run) -> bool {
    run.plan.contests.iter().all(|contest| contest.suite == SUITE && !contest.commands.is_empty())
}

/// Goes on with a run of commands that was cut off.
pub(in crate::cli) fn go_on(
    run: &Run,
    asked: &Asked<'_>,
    options: &MeasureOptions,
    machine: Machine,
    common: &Common,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let options =
        MeasureOptions { deadline: options.deadline.max(Duration::from_secs_f64(run.plan.total_s)), ..*options };
    asked.carry_out(&run.plan, Some(run), &options, machine, common, out)
}

/// What is to become of a run beside its plan.
pub(in crate::cli) struct Asked<'a> {
    pub outcome: &'a OutcomeArgs,
    pub resources: bool,
}

impl Asked<'_> {
    fn carry_out(
        &self,
        plan: &Plan,
        earlier: Option<&Run>,
        options: &MeasureOptions,
        machine: Machine,
        common: &Common,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let entries: Vec<Entry> = plan.contests.iter().map(entry).collect();
        if let Some(run) = earlier {
            programs_are_the_same(run, &entries)?;
        }
        let lab = env!("CARGO_PKG_VERSION").to_owned();
        let versions = Versions { lab, protocol: paragone_wire::VERSION, tools: Vec::new() };
        let stop = asked_to_stop()?;
        let job = Job {
            plan,
            entries: &entries,
            machine: &machine,
            versions: &versions,
            options,
            store: &common.store_path()?,
            inputs: &inputs()?,
            command: &typed(),
            note: &self.outcome.note,
            notices: &[],
            resume: earlier.map(|run| run.id.as_str()),
            stop: &stop,
        };
        let (run, ended) = execute(&job, &mut Live::new(plan.clone(), Voice::of(common.quiet)))?;
        let findings = findings(&run);
        let report = ReportArgs {
            runs: vec![run.id.clone()],
            json: self.outcome.json,
            percentiles: self.outcome.percentiles,
            resources: self.resources,
            ..ReportArgs::default()
        };
        told(&report, self.outcome.html.as_deref(), &run, &findings, common, out)?;
        let exit = ended_with(&self.outcome.fail_if, &findings, ended);
        if exit == Exit::Failed && run.failures().iter().any(|one| one.fault.to_string().starts_with(EXIT_CODE)) {
            say("--exit-code N takes that exit code for success, and --ignore-exit-code any");
        }
        Ok(exit)
    }
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
        ..Contest::new(SUITE, "time", unit, lanes, comparisons)
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

/// Whom to start in each lane; the size comes to a command as a number.
fn entry(contest: &Contest) -> Entry {
    let entrant = |lane: &Lane| {
        let name = &lane.implementation.name;
        let spec = contest.commands.get(name);
        let spec = spec.ok_or_else(|| Fault::Build { text: format!("the plan has no command `{name}`") })?;
        command_entrant(spec, name)
    };
    let lanes = contest.lanes.iter().map(entrant).collect();
    Entry {
        lanes,
        reference: None,
        input: InputKind::Number,
        vectors: Vec::new(),
        fixed: Params::new(),
        given: Supply::Bytes,
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
