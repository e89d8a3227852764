//! `paragone gate`: from a repository to whether a change made any of its own benchmarks slower.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use crate::cli::args::{Common, GateArgs, MeasureArgs, MeasureOptions, OutcomeArgs, RunArgs};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::gate::both_versions::{BothVersions, in_both};
use crate::cli::gate::init::init;
use crate::cli::gate::self_test::tested;
use crate::cli::gate::wanted::{WantedGate, WantedMargins, WantedNames, wanted};
use crate::cli::outlet::say;
use crate::cli::session::{Asked, Lab, RunWish};
use crate::driver::commit;
use crate::model::{Answers, Plan, Suite};
use crate::suite::{BenchSuites, REPOSITORY_FILE, RepositoryFile, bench_suites};

/// A sample is a process: shorter ones would be mostly starts.
const SAMPLE_NS: u64 = 10_000_000;

/// Blocks of a launch. Each of their samples is a process, so that a launch shows what processes differ by already; what
/// another launch adds is another layout of the code.
const BLOCKS: u32 = 2;

/// Harnesses whose processes take longer to start than they measure: one block is a launch there.
const SLOW: [&str; 2] = ["jmh", "pytest-benchmark"];

/// Longest wait for one sample: some benchmarks take seconds a call, and most harnesses make ten or more.
const DEADLINE_S: f64 = 120.0;

/// Does what was typed.
pub(crate) fn gate(args: &GateArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let here = std::env::current_dir().context("failed to find the folder that this was typed in")?;
    if args.init {
        return init(&here, out).map(|()| Exit::Done);
    }
    let file = RepositoryFile::find(&here).map_err(Misuse)?;
    let WantedGate { against, names, measure, margins, fail_if } = wanted(args, file.as_ref())?;
    let machine = common.machine();
    let options = options(&measure, common, machine.memory_bytes)?;
    let commit = commit(&here, &against).map_err(Misuse)?;
    let BenchSuites { suites, left_out } = bench_suites(&here, file.as_ref());
    if suites.is_empty() {
        return Err(no_benchmarks(&here, &left_out).into());
    }
    let mut lab = Lab::of_suites(suites, common.progress())?;
    let BothVersions { suites, one_sided, unmatched, failed } = in_both(&lab, &commit, &names, common.progress());
    let notices = left_out.into_iter().chain(one_sided);
    if args.dry_run || suites.is_empty() {
        notices.for_each(|notice| common.progress()(&format!("note: {notice}")));
        return if args.dry_run { list(&suites, &failed, out) } else { nothing(&failed, &names) };
    }
    lab.suites = suites;
    let run = RunArgs { against: Some(against.clone()), no_resources: true, no_crossovers: true, ..RunArgs::default() };
    let commits = lab.with_revision(Some(&against), &[])?;
    let wish = RunWish { args: &run, lab: &lab, options: &options, against: commits, self_test: args.self_test };
    let mut prepared = wish.prepared()?;
    of_harnesses(&mut prepared.plan, &options);
    let of_nobody = with_margins(&mut prepared.plan, &margins);
    prepared.plan.unmatched = unmatched;
    if let Some(rate) = args.error_rate {
        prepared.plan.alpha *= rate / Plan::ALPHA;
    }
    prepared.notices = notices.chain(failed.iter().cloned()).chain(of_nobody).chain(prepared.notices).collect();
    let outcome = OutcomeArgs { fail_if, ..args.outcome.clone() };
    let asked = Asked::new(common, &options, &machine, &outcome);
    let exit = if args.self_test { tested(&asked, prepared, out)? } else { asked.measured(prepared, out)? };
    Ok(if exit == Exit::Done && !failed.is_empty() { unanswered(&failed) } else { exit })
}

/// The usual options, but for samples that are processes, and patience.
fn options(measure: &MeasureArgs, common: &Common, memory: Option<u64>) -> anyhow::Result<MeasureOptions> {
    let settled = measure.settle(common.config.as_deref(), memory)?;
    let sample_ns = if measure.sample.is_some() { settled.sample_ns } else { SAMPLE_NS };
    let patience = std::time::Duration::from_secs_f64(DEADLINE_S);
    let deadline = if measure.deadline.is_some() { settled.deadline } else { patience };
    Ok(MeasureOptions { sample_ns, deadline, ..settled })
}

/// What is so of all benchmarks of harnesses.
fn of_harnesses(plan: &mut Plan, options: &MeasureOptions) {
    let mut lanes = plan.contests.iter().flat_map(|contest| &contest.lanes);
    let is_slow = lanes.all(|lane| SLOW.contains(&lane.implementation.language.as_str()));
    plan.blocks_per_launch = if is_slow { 1 } else { BLOCKS };
    if options.own_budgets {
        // Whatever the others leave over is for what is in doubt, be that one benchmark.
        plan.budget_s = plan.total_s;
    }
    for contest in plan.contests.iter_mut().chain(&mut plan.same_code) {
        // Nobody knows what they compute.
        contest.answers = Answers::Told;
    }
}

/// Benchmarks with margins of their own get them; out come notices of margins that no benchmark has.
fn with_margins(plan: &mut Plan, margins: &WantedMargins) -> Vec<String> {
    for contest in &mut plan.contests {
        // The harness' name.
        contest.margin = margins.of(&contest.question);
    }
    let compared = plan.contests.iter().chain(&plan.same_code);
    let names: Vec<&str> = compared.map(|contest| contest.question.as_str()).collect();
    let told = |glob: &str| format!("no benchmark of both versions fits `{glob}` of `margins` in {REPOSITORY_FILE}");
    margins.of_nobody(&names).map(told).collect()
}

fn no_benchmarks(here: &Path, left_out: &[String]) -> Misuse {
    let why: Vec<String> = left_out.iter().map(|text| format!("\n  {text}")).collect();
    Misuse(format!(
        "there are no benchmarks below `{}`; looked for are `bench` targets of Cargo packages that use criterion or divan, \
         Go packages with `func Benchmark…` in a `_test.go` file, programs that a CMakeLists.txt links to \
         google/benchmark, classes of a Maven project with JMH's `@Benchmark`, and tests that take pytest-benchmark's fixture `benchmark`; others can be named in {REPOSITORY_FILE} (`paragone gate --init`){}",
        here.display(),
        why.concat()
    ))
}

/// Nothing is left to compare: what failed, or what was asked for, is to blame.
fn nothing(failed: &[String], names: &WantedNames) -> anyhow::Result<Exit> {
    if !failed.is_empty() {
        return Ok(unanswered(failed));
    }
    let why = match names.shown() {
        None => "no benchmark is in both versions".to_owned(),
        Some(shown) => format!("no benchmark of both versions fits {shown}; `--list` shows their names"),
    };
    Err(Misuse(why).into())
}

/// Of some it is not known.
fn unanswered(failed: &[String]) -> Exit {
    let each: Vec<String> = failed.iter().map(|why| format!("\n  {why}")).collect();
    say(format_args!("whether anything became slower cannot be known of all benchmarks:{}", each.concat()));
    Exit::Failed
}

fn list(suites: &[Suite], failed: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    for suite in suites {
        for benchmark in &suite.benchmarks {
            writeln!(out, "{}/{}  {}", suite.name, benchmark.name, benchmark.question)?;
        }
    }
    Ok(if failed.is_empty() { Exit::Done } else { unanswered(failed) })
}
