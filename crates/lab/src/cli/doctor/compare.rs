//! Paragone itself: whole comparisons whose true answer is known, in the way that `run` takes.

use std::time::Instant;

use crate::cli::doctor::diagnosis::{AaFound, DetectFound};
use crate::cli::session::{Job, Prepared, RunPlace, execute, settle};
use crate::judge::findings;
use crate::measure::ContestPrograms;
use crate::model::{Contest, ContestFinding, Event, Failure, Listener, Plan, Role, Verdict};
use paragone_stats::rate;

/// The program that comparisons are made with, beside itself at one size.
pub(super) struct DoctorSubject {
    pub contest: Contest,
    pub entry: ContestPrograms,
    pub tools: Vec<(String, String)>,
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

impl DoctorSubject {
    /// `--aa`: a program against itself.
    pub(super) fn against_itself(&self, place: &RunPlace<'_>, count: usize) -> anyhow::Result<AaFound> {
        let tally = self.compare(place, count, 1.0)?;
        let false_alarms = tally.faster + tally.slower;
        Ok(AaFound {
            run: tally.run,
            benchmark: self.cell_name(),
            size: self.contest.comparisons[0].size,
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
    pub(super) fn doing_more(&self, place: &RunPlace<'_>, count: usize, more: f64) -> anyhow::Result<DetectFound> {
        let tally = self.compare(place, count, 1.0 + more)?;
        Ok(DetectFound {
            run: tally.run,
            benchmark: self.cell_name(),
            size: self.contest.comparisons[0].size,
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

    fn cell_name(&self) -> String {
        let Contest { suite, benchmark, lanes, .. } = &self.contest;
        format!("{suite}/{benchmark}/{}", lanes[0].implementation)
    }

    /// So many comparisons, each with processes of its own, as contests of one run.
    fn compare(&self, place: &RunPlace<'_>, count: usize, stretch: f64) -> anyhow::Result<VerdictTally> {
        let mut contest = self.contest.clone();
        contest.lanes[1].stretch = stretch;
        let plan = place.options.plan(vec![contest; count], place.options.budget_s * count as f64);
        let mut plan = Plan { sample_ns: place.options.sample_ns, ..plan };
        // Layouts are not varied here: both lanes run one file.
        settle(&mut plan, &vec![self.entry.starts_soon(); count], false, false);
        let entries = vec![self.entry.clone(); count];
        let prepared = Prepared { plan, entries, tools: self.tools.clone(), notices: Vec::new() };
        let job = Job { prepared: &prepared, place, note: "doctor", resume: None };
        let mut stopwatch = Stopwatch { since: Instant::now(), seconds: vec![0.0; count] };
        let (run, _) = execute(&job, &mut stopwatch)?;
        let plan = &prepared.plan;
        let [true_size, size] = [1, 0].map(|lane| plan.contests[0].cell(lane, 0).size as f64);
        let truth = (true_size / size).ln();
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
            // A comparison of several launches goes on; what the last launch took to end is not its own.
            Event::LaunchEnded { contest, .. } if self.seconds[*contest] != 0.0 => self.since = Instant::now(),
            _ => {}
        }
        Ok(())
    }
}
