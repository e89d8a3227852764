//! Paragone itself: whole comparisons whose true answer is known, on the road that `run` takes.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::cli::args::MeasureOptions;
use crate::cli::doctor::diagnosis::{AaFound, DetectFound};
use crate::cli::session::{Job, execute, settle};
use crate::judge::findings;
use crate::measure::ContestPrograms;
use crate::model::{
    Comparison, Contest, ContestFinding, Event, Failure, ImplementationId, Lane, Listener, Machine, Params, Plan, Role,
    Throughput, Verdict,
};
use paragone_stats::rate;

/// The program that comparisons are made with.
pub(super) struct DoctorSubject {
    pub suite: String,
    pub benchmark: String,
    pub implementation: ImplementationId,
    pub unit: Throughput,
    pub size: u64,
    pub params: Params,
    pub entry: ContestPrograms,
    pub tools: Vec<(String, String)>,
}

/// Where doctor keeps things, and whom it obeys.
pub(super) struct DoctorPlace<'a> {
    pub options: &'a MeasureOptions,
    pub machine: &'a Machine,
    pub store: &'a Path,
    pub stop: &'a AtomicBool,
}

/// What whole comparisons came to.
#[derive(Default)]
struct VerdictTally {
    run: String,
    faster: usize,
    slower: usize,
    same: usize,
    unsure: usize,
    covered: usize,
    comparisons: usize,
    /// Who was accused, and of what; there may be several in a comparison.
    accused: Vec<String>,
    median_seconds: f64,
}

impl VerdictTally {
    /// Counts a comparison by its verdict; where anybody is `accused` it has none to rely on. `truth` is the ratio that
    /// it should have found, as a logarithm.
    fn count(&mut self, contest: &ContestFinding, accused: Vec<String>, truth: f64) {
        if !accused.is_empty() {
            self.comparisons += 1;
            self.unsure += 1;
            self.accused.extend(accused);
            return;
        }
        for row in contest.comparisons.iter().flat_map(|comparison| &comparison.rows) {
            let Some(estimate) = &row.estimate else { continue };
            self.comparisons += 1;
            self.covered += usize::from(estimate.interval.contains(truth));
            match row.verdict {
                Verdict::Faster { .. } => self.faster += 1,
                Verdict::Slower { .. } => self.slower += 1,
                Verdict::Same { .. } => self.same += 1,
                _ => self.unsure += 1,
            }
        }
    }
}

/// Who has no time in a comparison, and why: a text for each row, and one for the A/A control, which has no row.
/// `of_clone` is the first fault of the A/A control.
fn accusations(contest: &ContestFinding, of_clone: Option<&Failure>) -> Vec<String> {
    let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
    let of_rows = rows.filter_map(|row| Some(format!("{}: {}", row.implementation, row.verdict.fault()?)));
    let of_clone = of_clone.map(|failure| format!("{}, its second process: {}", contest.baseline, failure.fault));
    of_rows.chain(of_clone).collect()
}

/// `--aa`: a program against itself.
pub(super) fn same_against_same(
    subject: &DoctorSubject,
    place: &DoctorPlace<'_>,
    count: usize,
) -> anyhow::Result<AaFound> {
    let tally = compare(subject, place, count, 1.0)?;
    let false_alarms = tally.faster + tally.slower;
    Ok(AaFound {
        run: tally.run,
        benchmark: cell_name(subject),
        size: subject.size,
        mode: place.options.mode,
        margin: place.options.margin,
        comparisons: tally.comparisons,
        false_alarms,
        same: tally.same,
        unsure: tally.unsure,
        accusations: tally.accused.len(),
        accused: tally.accused,
        upper_bound: rate::upper_bound(false_alarms as u64, tally.comparisons as u64, 0.05),
        median_seconds: tally.median_seconds,
    })
}

/// `--detect`: a program against itself doing more.
pub(super) fn more_against_less(
    subject: &DoctorSubject,
    place: &DoctorPlace<'_>,
    count: usize,
    more: f64,
) -> anyhow::Result<DetectFound> {
    let tally = compare(subject, place, count, 1.0 + more)?;
    Ok(DetectFound {
        run: tally.run,
        benchmark: cell_name(subject),
        size: subject.size,
        mode: place.options.mode,
        margin: place.options.margin,
        percent: more * 100.0,
        comparisons: tally.comparisons,
        found: tally.slower,
        wrong_way: tally.faster,
        same: tally.same,
        unsure: tally.unsure,
        accusations: tally.accused.len(),
        accused: tally.accused,
        covered: tally.covered,
        lower_bound: rate::lower_bound(tally.slower as u64, tally.comparisons as u64, 0.05),
        median_seconds: tally.median_seconds,
    })
}

fn cell_name(subject: &DoctorSubject) -> String {
    format!("{}/{}/{}", subject.suite, subject.benchmark, subject.implementation)
}

/// So many comparisons, each with processes of its own, as contests of one run.
fn compare(
    subject: &DoctorSubject,
    place: &DoctorPlace<'_>,
    count: usize,
    stretch: f64,
) -> anyhow::Result<VerdictTally> {
    let options = place.options;
    let lane = |role, stretch| Lane { stretch, ..Lane::new(subject.implementation.clone(), role) };
    let contest = Contest {
        question: "Is Paragone right?".to_owned(),
        ..Contest::new(
            &subject.suite,
            &subject.benchmark,
            subject.unit.clone(),
            vec![lane(Role::Baseline, 1.0), lane(Role::Contender, stretch), lane(Role::Clone, 1.0)],
            vec![Comparison { params: subject.params.clone(), size: subject.size }],
        )
    };
    let mut plan = Plan {
        margin: options.margin,
        budget_s: options.budget_s,
        total_s: options.budget_s * count as f64,
        rounds: options.rounds,
        sample_ns: options.sample_ns,
        ..Plan::new(options.seed, options.mode, vec![contest; count])
    };
    // Layouts are not varied here: both lanes run one file.
    settle(&mut plan, &vec![subject.entry.starts_soon(); count], false, false);
    let job = Job {
        plan: &plan,
        entries: &vec![subject.entry.clone(); count],
        machine: place.machine,
        tools: &subject.tools,
        options,
        store: place.store,
        note: "doctor",
        notices: &[],
        resume: None,
        stop: place.stop,
    };
    let mut stopwatch = Stopwatch { since: Instant::now(), seconds: vec![0.0; count] };
    let (run, _) = execute(&job, &mut stopwatch)?;
    let truth = (plan.contests[0].cell(1, 0).size as f64 / subject.size as f64).ln();
    let failures = run.failures();
    let mut tally = VerdictTally { run: run.id.clone(), ..VerdictTally::default() };
    for (index, contest) in findings(&run).contests.iter().enumerate() {
        let is_clone = |lane: usize| plan.contests[index].lanes[lane].role == Role::Clone;
        let of_clone = failures.iter().find(|failure| failure.contest == index && is_clone(failure.lane));
        tally.count(contest, accusations(contest, of_clone), truth);
    }
    let mut seconds = stopwatch.seconds;
    seconds.truncate(tally.comparisons.max(1));
    seconds.sort_by(f64::total_cmp);
    tally.median_seconds = seconds[seconds.len() / 2];
    Ok(tally)
}

/// Seconds by contest, from the end of the one before to the verdict.
struct Stopwatch {
    since: Instant,
    seconds: Vec<f64>,
}

impl Listener for Stopwatch {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Stopped { contest, .. } => self.seconds[*contest] += self.since.elapsed().as_secs_f64(),
            Event::LaunchEnded { contest, .. } => {
                // A comparison of several launches goes on; what the last launch took to end is not its own.
                if self.seconds[*contest] == 0.0 {
                    return Ok(());
                }
                self.since = Instant::now();
            }
            _ => {}
        }
        Ok(())
    }
}
