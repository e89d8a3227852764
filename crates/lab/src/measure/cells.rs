//! Cells that have been timed, for the passes that come after: which of them are left, what a call took, and all that it
//! takes to call them once more.

use std::collections::BTreeSet;
use std::path::PathBuf;

use paragone_stats::quantile::median;

use crate::driver::Surroundings;
use crate::measure::lane::{CellResult, Lane, LaneProgram, TimeMeter};
use crate::measure::past::ComparisonPast;
use crate::measure::state::RunInProgress;
use crate::model::{Cell, Fault, Mode, Params, Role, Sample};

/// Compilers get so long before anything is looked at.
const WARM_UP_NS: f64 = 3e7;

/// Contest, comparison and lane.
pub(super) type Place = (usize, usize, usize);

/// The place of every cell that has a time and is not in `done`; size by size, so that rows of one
/// table have all been looked at, or none.
pub(super) fn cells(run: &RunInProgress<'_>, done: fn(&ComparisonPast) -> &[usize]) -> Vec<Place> {
    let mut cells = Vec::new();
    let contests = run.plan.contests.iter().enumerate();
    // Sizes between those of the plan are there for their ratios alone, and a trial is no call that could be made once
    // more and subtracted.
    for (contest, named) in contests.filter(|(_, named)| named.between.is_none() && named.trials.is_none()) {
        for (comparison, comparison_past) in run.past.contests[contest].comparisons.iter().enumerate() {
            // Lanes may have the same implementation at the same size, under another stretch or as a clone.
            let mut seen = BTreeSet::new();
            for (lane, it) in named.lanes.iter().enumerate() {
                // Every run of a whole command is a process, and was looked at while it was timed.
                let done = done(comparison_past).contains(&lane)
                    || it.implementation.call_kind().is_a_process_a_call()
                    || it.role == Role::Clone;
                let cell = (it.implementation.to_string(), named.cell(lane, comparison).size);
                if !run.has_failed(contest, comparison, lane) && !done && seen.insert(cell) {
                    cells.push((contest, comparison, lane));
                }
            }
        }
    }
    cells
}

/// The fastest that was seen of a call; `None` where none was.
pub(super) fn per_call_ns(run: &RunInProgress<'_>, place: Place) -> Option<f64> {
    samples(run, place).map(Sample::per_call).min_by(f64::total_cmp)
}

/// Processor time of a call, as the driver's own clock told it of the timed samples: the median; `None` where it has no
/// such clock.
fn cpu_per_call_ns(run: &RunInProgress<'_>, place: Place) -> Option<f64> {
    let time = |sample: &Sample| (sample.cpu_ns > 0).then(|| sample.cpu_ns as f64 / sample.calls as f64);
    median(&samples(run, place).map(time).collect::<Option<Vec<f64>>>()?)
}

fn samples<'a>(run: &'a RunInProgress<'_>, (contest, comparison, lane): Place) -> impl Iterator<Item = &'a Sample> {
    let blocks = &run.past.contests[contest].comparisons[comparison].blocks;
    blocks.iter().filter_map(move |block| block.lanes.get(lane)).flatten()
}

/// A cell that has been timed, with all that it takes to call it once more.
#[derive(Clone, Debug)]
pub(super) struct TimedCell<'a> {
    pub(super) place: Place,
    pub(super) cell: Cell,
    pub(super) entrant: &'a LaneProgram,
    pub(super) fixed: &'a Params,
    pub(super) around: &'a Surroundings,
    pub(super) mode: Mode,
    pub(super) inputs: Vec<PathBuf>,
    pub(super) per_call_ns: f64,
    /// Processor time of a call while it was timed, where that is known.
    pub(super) cpu_ns: Option<f64>,
}

impl<'a> TimedCell<'a> {
    /// It has no inputs yet; `None` where there is no program, or no time.
    pub(super) fn of(run: &RunInProgress<'a>, place: Place) -> Option<TimedCell<'a>> {
        let (contest, comparison, lane) = place;
        let entry = &run.entries[contest];
        Some(TimedCell {
            place,
            cell: run.plan.contests[contest].cell(lane, comparison),
            entrant: entry.lanes[lane].as_ref().ok()?,
            fixed: &entry.fixed,
            around: run.around,
            mode: run.plan.mode,
            inputs: Vec::new(),
            per_call_ns: per_call_ns(run, place)?,
            cpu_ns: cpu_per_call_ns(run, place),
        })
    }

    /// The cell with its inputs, or why nobody gets any.
    pub(super) fn with_inputs(self, run: &mut RunInProgress<'a>) -> CellResult<TimedCell<'a>> {
        let contest = self.place.0;
        run.look_at_server(contest);
        Ok(run.inputs(contest, self.cell.size)?.map(|inputs| TimedCell { inputs, ..self }))
    }

    /// A process of its own, which is started when it is first asked for something.
    pub(super) fn lane(&self) -> Lane<'a> {
        Lane::new(self.entrant, self.fixed, self.around)
    }

    pub(super) fn prepare(&self, lane: &mut Lane<'_>, inputs: &[PathBuf]) -> Result<(), Fault> {
        lane.prepare(&self.cell.benchmark, inputs, &self.cell.params)
    }

    /// The first calls of a process, which do what is done once; at least one.
    pub(super) fn warm_up(&self, lane: &mut Lane<'_>) -> Result<(), Fault> {
        let calls = if self.entrant.compiles { (WARM_UP_NS / self.per_call_ns.max(1.0)) as u64 } else { 1 };
        self.time(lane, calls.max(1)).map(drop)
    }

    /// What one of so many calls takes, nanoseconds.
    pub(super) fn time(&self, lane: &mut Lane<'_>, calls: u64) -> Result<f64, Fault> {
        let sample = lane.time(calls, self.per_call_ns * calls as f64, &mut TimeMeter::default())?;
        Ok(sample.per_call())
    }
}
