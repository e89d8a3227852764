//! `paragone gate`: from a repository to whether a change made any of its own benchmarks slower.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use glob::Pattern;

use crate::cli::args::{Common, FailIf, GateArgs, MeasureOptions, OutcomeArgs, RunArgs};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::gate::both_versions::{BothVersions, in_both};
use crate::cli::outlet::say;
use crate::cli::session::{Asked, Lab, measured, prepared};
use crate::driver::commit;
use crate::model::{Answers, Plan, Suite};
use crate::suite::{BenchSuites, bench_suites};

/// A sample is a process: shorter ones would be mostly starts.
const SAMPLE_NS: u64 = 10_000_000;

/// Blocks of a launch. Each of their samples is a process, so that a launch shows what processes differ by already; what
/// another launch adds is another layout of the code.
const BLOCKS: u32 = 2;

/// Longest wait for one sample: some benchmarks take seconds a call, and no harness makes fewer than ten or so.
const DEADLINE_S: f64 = 120.0;

/// Does what was typed.
pub(in crate::cli) fn gate(args: &GateArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = common.machine();
    let options = options(args, common, machine.memory_bytes)?;
    let only = args
        .only
        .iter()
        .map(|glob| Pattern::new(glob).map_err(|err| Misuse(format!("`{glob}` is no pattern for names: {err}"))));
    let only = only.collect::<Result<Vec<Pattern>, Misuse>>()?;
    let here = std::env::current_dir().context("failed to find the folder that this was typed in")?;
    let commit = commit(&here, &args.against).map_err(Misuse)?;
    let BenchSuites { suites, left_out } = bench_suites(&here);
    if suites.is_empty() {
        return Err(no_benchmarks(&here, &left_out).into());
    }
    let mut lab = Lab::of_suites(suites, common.progress())?;
    let BothVersions { suites, one_sided, failed } = in_both(&lab, &commit, &only, common.progress());
    let notices = left_out.into_iter().chain(one_sided).chain(failed.iter().cloned());
    if args.dry_run || suites.is_empty() {
        notices.for_each(|notice| common.progress()(&format!("note: {notice}")));
        return if args.dry_run { list(&suites, &failed, out) } else { nothing(&failed, &args.only) };
    }
    lab.suites = suites;
    let against = Some(args.against.clone());
    let run = RunArgs { against, no_resources: true, no_crossovers: true, ..RunArgs::default() };
    let commits = lab.with_revision(Some(&args.against), &[])?;
    let mut prepared = prepared(&run, &lab, &options, commits)?;
    of_harnesses(&mut prepared.plan);
    prepared.notices = notices.chain(prepared.notices).collect();
    let outcome = OutcomeArgs { fail_if: conditions(&args.outcome), ..args.outcome.clone() };
    let asked = Asked { outcome: &outcome, resources: false };
    let exit = measured(&prepared, None, &asked, &options, &machine, common, out)?;
    Ok(if exit == Exit::Done && !failed.is_empty() { unanswered(&failed) } else { exit })
}

/// The usual options, but for samples that are processes, and patience.
fn options(args: &GateArgs, common: &Common, memory: Option<u64>) -> anyhow::Result<MeasureOptions> {
    let settled = args.measure.settle(common.config.as_deref(), memory)?;
    let sample_ns = if args.measure.sample.is_some() { settled.sample_ns } else { SAMPLE_NS };
    let patience = std::time::Duration::from_secs_f64(DEADLINE_S);
    let deadline = if args.measure.deadline.is_some() { settled.deadline } else { patience };
    Ok(MeasureOptions { sample_ns, deadline, ..settled })
}

/// Whoever asks for a gate asks whether anything is slower.
fn conditions(outcome: &OutcomeArgs) -> Vec<FailIf> {
    if outcome.fail_if.is_empty() { vec![FailIf::Slower] } else { outcome.fail_if.clone() }
}

/// What is so of all benchmarks of harnesses.
fn of_harnesses(plan: &mut Plan) {
    plan.blocks_per_launch = BLOCKS;
    for contest in plan.contests.iter_mut().chain(&mut plan.same_code) {
        // Nobody knows what they compute.
        contest.answers = Answers::Told;
    }
}

fn no_benchmarks(here: &Path, left_out: &[String]) -> Misuse {
    let why: Vec<String> = left_out.iter().map(|text| format!("\n  {text}")).collect();
    Misuse(format!(
        "there are no benchmarks below `{}`; looked for are `bench` targets of Cargo packages that use criterion or divan, \
         and Go packages with `func Benchmark…` in a `_test.go` file{}",
        here.display(),
        why.concat()
    ))
}

/// Nothing is left to compare: what failed, or what was asked for, is to blame.
fn nothing(failed: &[String], only: &[String]) -> anyhow::Result<Exit> {
    if !failed.is_empty() {
        return Ok(unanswered(failed));
    }
    let why = match only {
        [] => "no benchmark is in both versions".to_owned(),
        only => format!("no benchmark of both versions fits {}; `--list` shows their names", only.join(" or ")),
    };
    Err(Misuse(why).into())
}

/// Of some it is not known.
fn unanswered(failed: &[String]) -> Exit {
    let each: Vec<String> = failed.iter().map(|why| format!("\n  {why}")).collect();
    say(format_args!("whether anything became slower is not known of all benchmarks:{}", each.concat()));
    Exit::Failed
}

fn list(suites: &[Suite], failed: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    for suite in suites {
        for benchmark in &suite.benchmarks {
            writeln!(out, "{}/{}  {}", suite.name, benchmark.name, benchmark.question)?;
        }
    }
    Ok(if failed.is_empty() { Exit::Done } else { Exit::Failed })
}
