//! `paragone runs show`: one run's record, as text or as JSON: what was done, and nothing of what
//! came out.

use std::io::Write;

use serde_json::json;

use paragone_stats::quantile::median;

use crate::cli::outlet::write_json;
use crate::model::{Contest, Event, Lane, LaneStart, Plan, Run, unit};
use crate::report::{Ink, system_information};
use crate::store::{FoundRun, RunSummary};
use crate::words::size_label;

pub(super) fn show(found: &FoundRun, ink: &Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let (summary, run) = (found.store.summary(&found.id)?, found.read()?);
    for (name, text) in record(&summary, &run) {
        writeln!(out, "{name:<10}{text}")?;
    }
    write!(out, "\n{}", system_information(&run.machine, None, 11, ink))?;
    for (index, contest) in run.plan.contests.iter().enumerate() {
        writeln!(out, "\n{}/{}: {}", contest.suite, contest.benchmark, contest.question)?;
        writeln!(out, "  lanes   {}", lanes(contest))?;
        writeln!(out, "  sizes   {}", sizes(contest))?;
        for (name, text) in starts(&run, index) {
            writeln!(out, "  starts  {name} {text}")?;
        }
        let (blocks, launches) = counts(&run, index);
        writeln!(out, "  blocks  {blocks} in {launches}")?;
        for failure in run.failures().iter().filter(|failure| failure.contest == index) {
            let who = contest.lanes.get(failure.lane).map_or("?".to_owned(), |lane| lane.implementation.to_string());
            let place = failure.comparison.and_then(|number| contest.comparisons.get(number));
            let size = place.map_or("at every size to come".to_owned(), |place| {
                format!("at {}", size_label(place.size, &contest.unit))
            });
            writeln!(out, "  failed  {who} {size}: {}", failure.fault)?;
        }
    }
    Ok(())
}

pub(super) fn show_json(found: &FoundRun, out: &mut dyn Write) -> anyhow::Result<()> {
    let (summary, run) = (found.store.summary(&found.id)?, found.read()?);
    let (timed_ns, measuring_ns) = run.timed_share();
    let shown = json!({
        "run": summary,
        "versions": run.versions,
        "plan": run.plan,
        "events": run.events,
        "timed_ns": timed_ns,
        "measuring_ns": measuring_ns,
    });
    write_json(out, &shown)
}

fn record(summary: &RunSummary, run: &Run) -> Vec<(&'static str, String)> {
    let state = match summary.word() {
        word if summary.is_resumable() => format!("{word}: `paragone run --resume` goes on with it"),
        word if summary.is_cut_off() => format!("{word}, by an earlier paragone: it can be reported and not resumed"),
        word => word.to_owned(),
    };
    let ended = summary.ended.map_or(String::new(), |ended| format!(", ended {}", unit::date(ended)));
    let machine = &run.machine;
    let cpu = machine.cpu.as_deref().unwrap_or("unknown processor");
    let tools = run.versions.tools.iter().map(|(name, version)| format!("{name} {version}"));
    let mut record = vec![
        ("run", run.id.clone()),
        ("state", state),
        ("began", format!("{}{ended}", unit::date(run.began))),
        ("command", run.command.clone()),
        ("plan", plan(&run.plan)),
        ("machine", format!("{cpu}, {}, {} cores, {}", machine.architecture, machine.cores, machine.kernel)),
        ("version", format!("paragone {}, protocol {}", run.versions.lab, run.versions.protocol)),
        ("tools", tools.collect::<Vec<_>>().join(", ")),
        ("note", run.note.clone()),
    ];
    record.retain(|(_, text)| !text.is_empty());
    record
}

fn plan(plan: &Plan) -> String {
    let (mode, seed, margin) = (plan.mode.word(), plan.seed, unit::percent(plan.margin));
    let mut budgets: Vec<f64> = plan.contests.iter().map(|contest| plan.budget_of(contest)).collect();
    budgets.sort_by(f64::total_cmp);
    budgets.dedup();
    let budgets: Vec<String> = budgets.into_iter().map(|seconds| unit::time(seconds * 1e9)).collect();
    let rounds = plan.rounds.map_or(String::new(), |rounds| format!(", at most {rounds} rounds"));
    let (budgets, total) = (budgets.join(" or "), unit::time(plan.total_s * 1e9));
    format!("{mode}, seed {seed}, margin {margin}, {budgets} for a comparison, {total} in all{rounds}")
}

fn lanes(contest: &Contest) -> String {
    let lane = |(index, lane): (usize, &Lane)| {
        let stretch = if lane.stretch == 1.0 { String::new() } else { format!(" x{}", lane.stretch) };
        let clone = if Some(index) == contest.clone_lane() { " again, as A/A control" } else { "" };
        format!("{}{stretch}{clone}", lane.implementation)
    };
    contest.lanes.iter().enumerate().map(lane).collect::<Vec<_>>().join(", ")
}

fn sizes(contest: &Contest) -> String {
    let mut sizes: Vec<String> =
        contest.comparisons.iter().map(|place| size_label(place.size, &contest.unit)).collect();
    sizes.dedup();
    sizes.join(", ")
}

/// What each driver took to start and to be reached in its launches: medians, each implementation once.
fn starts(run: &Run, contest: usize) -> Vec<(String, String)> {
    let launches = || {
        run.events.iter().filter_map(move |event| match event {
            Event::LaunchBegan(launch) if launch.contest == contest => Some(&launch.lanes),
            _ => None,
        })
    };
    let planned = &run.plan.contests[contest];
    let shown = planned.lanes.iter().enumerate().filter(|(index, _)| Some(*index) != planned.clone_lane());
    let text = |(index, lane): (usize, &Lane)| {
        let of = |value: fn(&LaneStart) -> Option<f64>| {
            median(&launches().filter_map(|lanes| value(lanes.get(index)?.as_ref()?)).collect::<Vec<_>>())
        };
        let ready = unit::time(of(|start| Some(start.start_ns as f64))?);
        let empty = unit::time(of(|start| Some(start.empty_call_ns))?);
        let trip = of(|start| start.round_trip_ns).map(|ns| format!(", a round trip takes {}", unit::time(ns)));
        let text = format!("is ready after {ready}{}, an empty call costs {empty}", trip.unwrap_or_default());
        Some((lane.implementation.to_string(), text))
    };
    shown.filter_map(text).collect()
}

/// How many blocks a contest has, and in how many launches, with those that did not end.
fn counts(run: &Run, contest: usize) -> (usize, String) {
    let blocks = run.blocks.iter().filter(|block| block.contest == contest).count();
    let count = |is_meant: &dyn Fn(&Event) -> bool| run.events.iter().filter(|event| is_meant(event)).count();
    let began = count(&|event| matches!(event, Event::LaunchBegan(launch) if launch.contest == contest));
    let ended = count(&|event| matches!(event, Event::LaunchEnded { contest: number, .. } if *number == contest));
    let launches = if began == 1 { "1 launch".to_owned() } else { format!("{began} launches") };
    let cut = if began > ended { format!(", {} of them interrupted", began - ended) } else { String::new() };
    (blocks, launches + &cut)
}
