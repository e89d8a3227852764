//! `paragone run`: from what was typed to a run that is kept and reported.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;

use crate::cli::args::Common;
use crate::cli::commands;
use crate::cli::commands::Asked;
use crate::cli::execute::Job;
use crate::cli::execute::execute;
use crate::cli::execute::typed;
use crate::cli::exit::Exit;
use crate::cli::exit::Misuse;
use crate::cli::interrupt::asked_to_stop;
use crate::cli::lab::Lab;
use crate::cli::lab::definition;
use crate::cli::lab::inputs;
use crate::cli::live::Live;
use crate::cli::live::Voice;
use crate::cli::measure_options::MeasureArgs;
use crate::cli::measure_options::MeasureOptions;
use crate::cli::outlet::say;
use crate::cli::programs::Programs;
use crate::cli::report::ReportArgs;
use crate::cli::report::show;
use crate::cli::resume::cut_off;
use crate::cli::resume::prepared_again;
use crate::driver::Recipe;
use crate::judge::findings;
use crate::measure::Ended;
use crate::measure::Entry;
use crate::model::Findings;
use crate::model::ImplementationId;
use crate::model::Listener;
use crate::model::Machine;
use crate::model::Plan;
use crate::model::Run;
use crate::model::Verdict;
use crate::model::Versions;
use crate::plan::Wishes;
use crate::plan::expand;
use crate::report::dry_run;
use crate::suite::Implementation;
use crate::suite::Selection;
use crate::suite::implementations;
use crate::suite::named;
use crate::suite::parse_sizes;

/// Verify, measure, keep and report
///
/// Builds what is selected, checks every answer, and measures the implementations side by side in
/// interleaved rounds, each in its own process, until the verdicts are certain or the time is over.
/// What was measured is kept block by block: Ctrl-C loses nothing, and `--resume` goes on.
///
/// Examples:
///   paragone run hashes --quick
///   paragone run hashes/blake2b --implementations 'c.*' --sizes 64,1KiB,1MiB
///   paragone run mylib --baseline rust.old --fail-if slower
#[derive(Debug, Default, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct RunArgs {
    /// What to measure: `suite`, `suite/benchmark` or `suite/benchmark/implementation`, with globs
    /// [default: the suite, where there is only one]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Only these implementations: globs over ids, separated by commas
    #[arg(long, short, value_name = "GLOBS")]
    pub implementations: Option<String>,
    /// The implementation that the others are compared with [default: the suite's]
    #[arg(long, short, value_name = "ID")]
    pub baseline: Option<ImplementationId>,
    /// These sizes instead of the suite's: `64,4KiB`, `1..1MiB x4`
    #[arg(long, short, value_name = "SIZES", conflicts_with = "full")]
    pub sizes: Option<String>,
    /// The suite's whole list of sizes instead of its short one
    #[arg(long)]
    pub full: bool,
    /// Say what would be built, run, and for how long, and do none of it
    #[arg(long)]
    pub dry_run: bool,
    /// Go on with a run that was killed or stopped, by its own plan [default: the newest such run]
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "latest", conflicts_with_all = [
        "selection", "implementations", "baseline", "sizes", "full", "dry_run", "note",
        "no_resources", "count_instructions", "quick", "standard", "sustained", "budget", "total", "rounds", "sample", "margin", "seed",
    ])]
    pub resume: Option<String>,
    /// A note to keep with the run
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub note: String,
    /// Exit with code 1 if this is so of any implementation; may be given several times
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub fail_if: Vec<FailIf>,
    /// Print the report as JSON (docs/json.md says what each field means)
    #[arg(long, conflicts_with = "dry_run")]
    pub json: bool,
    /// Show p0 p25 p50 p75 p90 p99 p100 of the times, with the number of samples
    #[arg(long)]
    pub percentiles: bool,
    /// Show what implementations take of the machine: processor time, memory, allocations, system calls
    #[arg(long, conflicts_with = "no_resources")]
    pub resources: bool,
    /// Do not count what implementations take of the machine, which is done after timing
    #[arg(long)]
    pub no_resources: bool,
    /// Count instructions on an emulated processor too (needs valgrind; slow, and the same each time)
    #[arg(long, conflicts_with = "no_resources")]
    pub count_instructions: bool,
    #[command(flatten)]
    pub measure: MeasureArgs,
}

/// What may make a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailIf {
    /// Slower than the baseline, certainly
    Slower,
    /// Faster than the baseline, certainly
    Faster,
    /// Neither faster, slower nor the same: not enough data, or unreliable here
    Undecided,
    /// A wrong answer
    Wrong,
    /// Crashed, hung, or could not be built
    Failed,
}

impl FailIf {
    fn holds(self, verdict: &Verdict) -> bool {
        match self {
            FailIf::Slower => matches!(verdict, Verdict::Slower { .. }),
            FailIf::Faster => matches!(verdict, Verdict::Faster { .. }),
            FailIf::Undecided => matches!(verdict, Verdict::NotEnough { .. } | Verdict::Unreliable { .. }),
            FailIf::Wrong => matches!(verdict, Verdict::Wrong { .. }),
            FailIf::Failed => matches!(verdict, Verdict::Failed { .. }),
        }
    }
}

/// A plan with programs, ready to be carried out.
pub(super) struct Prepared {
    pub plan: Plan,
    pub entries: Vec<Entry>,
    pub programs: Programs,
    pub notices: Vec<String>,
}

/// Does what was typed.
pub(super) fn run(args: &RunArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = common.machine();
    let options = args.measure.settle(common.config.as_deref(), machine.memory_bytes)?;
    let store = store_path(common)?;
    let earlier = args.resume.as_deref().map(|text| cut_off(&store, text, &machine)).transpose()?;
    if let Some(run) = earlier.as_ref().filter(|run| commands::is_of_commands(run)) {
        let asked = Asked { fail_if: &args.fail_if, json: args.json, percentiles: args.percentiles, note: &args.note };
        return commands::go_on(run, &asked, &options, machine, common, out);
    }
    let lab = Lab::open(common)?;
    if earlier.is_none() {
        lab.refuse_everything("run", &args.selection)?;
    }
    let mut progress = |text: &str| {
        if !common.quiet {
            say(text);
        }
    };
    if args.dry_run {
        return dry(args, &lab, &options, out);
    }
    let prepared = match &earlier {
        Some(run) => prepared_again(&lab, run, &mut progress)?,
        None => prepared(args, &lab, &options, &mut progress)?,
    };
    for notice in &prepared.notices {
        progress(&format!("note: {notice}"));
    }
    let stop = asked_to_stop()?;
    let (run, ended) = measured(args, common, &prepared, &options, machine, earlier.as_ref(), &stop)?;
    let findings = findings(&run);
    let report = ReportArgs {
        run: run.id.clone(),
        json: args.json,
        percentiles: args.percentiles,
        resources: args.resources,
        no_curve: false,
        benchmarks: Vec::new(),
        sizes: Vec::new(),
    };
    show(&report, &run, &findings, &common.places(), &common.ink(), &mut &mut *out)?;
    Ok(verdict_of(&args.fail_if, &findings, ended))
}

/// The file that keeps the runs.
pub(super) fn store_path(common: &Common) -> anyhow::Result<std::path::PathBuf> {
    common.store.clone().map_or_else(crate::store::default_path, Ok)
}

pub(super) fn verdict_of(fail_if: &[FailIf], findings: &Findings, ended: Ended) -> Exit {
    let rows = || findings.contests.iter().flat_map(|contest| &contest.comparisons).flat_map(|one| &one.rows);
    // Without its baseline nobody can be slower or faster than it, and that must not pass for good news.
    let asked = fail_if.iter().any(|what| matches!(what, FailIf::Slower | FailIf::Faster));
    let lost = findings.contests.iter().any(|contest| {
        let mut rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
        let failed = |verdict: &Verdict| matches!(verdict, Verdict::Failed { .. } | Verdict::Wrong { .. });
        rows.any(|row| row.implementation == contest.baseline && failed(&row.verdict))
    });
    match ended {
        Ended::Interrupted => Exit::Interrupted,
        Ended::Complete if asked && lost => Exit::Found,
        Ended::Complete if rows().any(|row| fail_if.iter().any(|what| what.holds(&row.verdict))) => Exit::Found,
        Ended::Complete => Exit::Done,
    }
}

/// Of an emulated program only the emulator could be seen at work.
fn counts_resources(args: &RunArgs, lab: &Lab) -> bool {
    !args.no_resources && lab.toolchains.emulated().is_none()
}

fn wishes(args: &RunArgs, lab: &Lab, options: &MeasureOptions) -> anyhow::Result<Wishes> {
    let sizes = args.sizes.as_deref().map(parse_sizes).transpose();
    Ok(Wishes {
        seed: options.seed,
        mode: options.mode,
        margin: options.margin,
        budget_s: options.budget_s,
        total_s: options.total_s,
        rounds: options.rounds,
        sustained: options.sustained,
        sample_ns: options.sample_ns,
        full: args.full,
        sizes: sizes.map_err(|text| Misuse(format!("--sizes: {text}")))?,
        baseline: args.baseline.clone(),
        resources: counts_resources(args, lab),
        simulated: args.count_instructions,
    })
}

impl Prepared {
    /// What each benchmark is fed and held against.
    fn definitions(&self) -> anyhow::Result<Vec<(String, String)>> {
        self.plan.contests.iter().zip(&self.entries).map(|(contest, entry)| definition(contest, entry)).collect()
    }
}

/// Builds what was selected, and plans.
pub(super) fn prepared(
    args: &RunArgs,
    lab: &Lab,
    options: &MeasureOptions,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<Prepared> {
    let selection = Selection::parse(&args.selection, args.implementations.as_deref()).map_err(Misuse)?;
    let chosen = selection.choose(&lab.suites).map_err(Misuse)?;
    let mut programs = Programs::new(counts_resources(args, lab));
    for one in &chosen {
        let suite = &lab.suites[one.suite];
        let name = &suite.benchmarks[one.benchmark].name;
        // A baseline that was asked for takes part, whatever else was chosen.
        let all = implementations(suite, name);
        let wished = args.baseline.as_ref().and_then(|id| named(&all, id));
        for implementation in one.implementations.iter().chain(wished) {
            programs.make(suite, name, &implementation.id, &lab.toolchains, &lab.cache, progress);
        }
    }
    let skipped = |suite: &crate::model::Suite, implementation: &Implementation| {
        let (spec, _) = implementation.origin(suite);
        let benchmark = spec.implements.iter().find(|(_, name)| *name == implementation.id.name);
        benchmark.is_some_and(|(benchmark, _)| programs.is_skipped(suite, benchmark, &implementation.id))
    };
    let wishes = wishes(args, lab, options)?;
    let expanded = expand(&lab.suites, &chosen, &wishes, &|suite, it| !skipped(suite, it)).map_err(Misuse)?;
    let plan = expanded.plan;
    let entries = plan.contests.iter().map(|contest| lab.entry(contest, &mut programs, progress));
    let entries = entries.collect::<anyhow::Result<Vec<Entry>>>()?;
    let notices = programs.skipped().into_iter().chain(expanded.notices).collect();
    Ok(Prepared { plan, entries, programs, notices })
}

fn measured(
    args: &RunArgs,
    common: &Common,
    prepared: &Prepared,
    options: &MeasureOptions,
    machine: Machine,
    earlier: Option<&Run>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<(Run, Ended)> {
    let versions = Versions {
        lab: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: paragone_wire::VERSION,
        tools: [prepared.programs.tools(), prepared.definitions()?].concat(),
    };
    let job = Job {
        plan: &prepared.plan,
        entries: &prepared.entries,
        machine: &machine,
        versions: &versions,
        options,
        store: &store_path(common)?,
        inputs: &inputs()?,
        command: &typed(),
        note: &args.note,
        notices: &prepared.notices,
        resume: earlier.map(|run| run.id.as_str()),
        stop,
    };
    let mut live: Box<dyn Listener> = Box::new(Live::new(prepared.plan.clone(), Voice::of(common.quiet)));
    execute(&job, live.as_mut())
}

/// Builds nothing and starts nothing: recipes are read, libraries are looked for by their files.
fn dry(args: &RunArgs, lab: &Lab, options: &MeasureOptions, out: &mut dyn Write) -> anyhow::Result<Exit> {
    use crate::driver::Look;
    use crate::driver::available;
    use crate::driver::lacks;
    let selection = Selection::parse(&args.selection, args.implementations.as_deref()).map_err(Misuse)?;
    let chosen = selection.choose(&lab.suites).map_err(Misuse)?;
    let here = |suite: &crate::model::Suite, it: &Implementation| {
        let (spec, build) = it.origin(suite);
        available(spec, build, &lab.toolchains, Look::Files).is_ok()
    };
    let expanded = expand(&lab.suites, &chosen, &wishes(args, lab, options)?, &here).map_err(Misuse)?;
    let (mut lines, mut skipped) = (Vec::new(), Vec::new());
    for one in &chosen {
        let suite = &lab.suites[one.suite];
        for it in &one.implementations {
            let (spec, build) = it.origin(suite);
            match available(spec, build, &lab.toolchains, Look::Files) {
                Ok(()) if !spec.commands.is_empty() => {
                    lines.extend(spec.commands.iter().map(|(_, command)| command.text.clone()));
                }
                Ok(()) => {
                    let recipe = Recipe::new(suite, spec, build, &lab.toolchains, &lab.cache);
                    lines.extend(recipe.map_err(Misuse)?.lines());
                }
                Err(missing) => skipped.push(missing),
            }
        }
    }
    lines.extend(lacks(skipped).iter().map(|lack| format!("# {lack}")));
    let mut seen = std::collections::BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    out.write_all(dry_run(&expanded.plan, &lines, &crate::report::Ink::PLAIN).as_bytes())?;
    for notice in &expanded.notices {
        writeln!(out, "note: {notice}")?;
    }
    Ok(Exit::Done)
}
