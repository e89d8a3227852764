//! One comparison of a stored run in, everything that may be said about it out.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use super::around::{runtime, warm_ups};
use super::caveats::{
    Standing, autocorrelated, bimodal, busy_sibling, cpu_above_wall, cpu_below_wall, depends_on_build, drift,
    exit_codes, floor_and_typical, frequency_changed, governor, identical_code, interrupted_launch, layout_luck,
    learnt_input, left_behind, much_memory, never_settled, no_noise_floor, noise_above_difference, off_processor,
    on_battery, one_launch, other_answers, page_cache, prints, short_sample, simulated_processor, slowed_down,
    start_cost, starts_threads, steal, suspended, temperature, throttled, unsteady, unwatched_warm_up, waited,
};
use super::failures::failures;
use super::field::Field;
use super::holm::step_down;
use super::look::{DRAWN, Judgement, Setting};
use super::meanwhile::Meanwhile;
use super::outcomes::outcomes;
use super::over_time::over_time;
use super::ranking::{Ranking, rank};
use super::resources::resources;
use super::schedule::Schedule;
use super::times::{cycles, heap, percentiles, readings, samples};
use super::usable::{Usable, usable};
use crate::model::{
    Amount, Block, COMMAND, Caveat, ComparisonFinding, Event, Interval, LaneStart, PRINTED, Role, Row, Run, Shape,
    StopReason, Trials, Verdict,
};

/// Judges one comparison. `spread` is the stored launch-to-launch spread, if there is one.
pub(crate) fn judge_comparison(run: &Run, contest: usize, comparison: usize, spread: Option<f64>) -> ComparisonFinding {
    let whole = Whole::of(run, contest, comparison);
    let parts = whole.field.as_ref().map(|field| {
        let schedule = Schedule::of(&run.plan, field, &whole.usable.blocks);
        let setting = whole.setting(field, &schedule, spread);
        let mut judgements = setting.judgements();
        step_down(&setting, &mut judgements);
        // Whoever has no sample at all has no place in the ranking.
        let ranking = if whole.usable.blocks.is_empty() { Ranking::default() } else { rank(&setting, &judgements) };
        let noise = whole.noise(&setting);
        let caveats = whole.caveats(&setting, noise, judgements.len(), spread);
        let launches = setting.launches();
        let rows = whole.rows(&setting, &judgements, &ranking);
        (rows, ranking, noise, caveats, launches)
    });
    let (rows, ranking, noise, caveats, launches) = parts.unwrap_or_default();
    let place = |lane: &usize| rows.iter().position(|(of, _)| of == lane);
    let fastest = ranking.fastest.iter().filter_map(place).collect();
    let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    rows.extend(whole.failed_rows());
    let of = &run.plan.contests[contest].comparisons[comparison];
    ComparisonFinding {
        params: of.params.clone(),
        size: of.size,
        rows,
        fastest,
        gap: ranking.gap,
        noise: noise.map(f64::exp_m1),
        caveats,
        blocks: whole.usable.blocks.len(),
        launches,
        stopped: whole.stopped(),
    }
}

/// Any two lanes of a comparison, at the share of alpha that this look at them may use.
pub(crate) fn pair_at(run: &Run, place: (usize, usize), lanes: [usize; 2], spread: Option<f64>) -> Option<Judgement> {
    pairs_at(run, place, &[lanes], spread, None).pop().flatten()
}

/// The same of several pairs, the blocks taken from the run once, at `alpha` where one is given.
pub(crate) fn pairs_at(
    run: &Run,
    (contest, comparison): (usize, usize),
    pairs: &[[usize; 2]],
    spread: Option<f64>,
    alpha: Option<f64>,
) -> Vec<Option<Judgement>> {
    let whole = Whole::of(run, contest, comparison);
    let Some(field) = &whole.field else { return vec![None; pairs.len()] };
    let schedule = Schedule::of(&run.plan, field, &whole.usable.blocks);
    let setting = whole.setting(field, &schedule, spread);
    let judged = |&[base, other]: &[usize; 2]| {
        if [base, other].iter().any(|lane| whole.has_failed(*lane)) {
            return None;
        }
        setting.judge(base, other, alpha.unwrap_or_else(|| setting.share(base, other)))
    };
    pairs.iter().map(judged).collect()
}

/// A comparison with what there is of it in the run.
pub(super) struct Whole<'a> {
    run: &'a Run,
    contest: usize,
    comparison: usize,
    usable: Usable<'a>,
    failures: BTreeMap<usize, Verdict>,
    pub(super) field: Option<Field>,
    empty_call_ns: Vec<f64>,
}

impl<'a> Whole<'a> {
    pub(super) fn of(run: &'a Run, contest: usize, comparison: usize) -> Whole<'a> {
        let failures = failures(run, contest, comparison);
        let lanes = run.plan.contests[contest].lanes.len();
        let healthy: Vec<bool> = (0..lanes).map(|lane| !failures.contains_key(&lane)).collect();
        let field = Field::of(&run.plan.contests[contest], &healthy);
        // The start of a process is part of what a command is asked for: it is shown, and not subtracted.
        let is_command = |lane: usize| run.plan.contests[contest].lanes[lane].implementation.language == COMMAND;
        let subtracted = |lane| empty_call(run, contest, lane).filter(|_| !is_command(lane)).unwrap_or(0.0);
        let empty_call_ns = (0..lanes).map(subtracted).collect();
        Whole { run, contest, comparison, usable: usable(run, contest, comparison), failures, field, empty_call_ns }
    }

    pub(super) fn blocks(&self) -> &[&'a Block] {
        &self.usable.blocks
    }

    pub(super) fn has_failed(&self, lane: usize) -> bool {
        self.failures.contains_key(&lane)
    }

    fn setting<'b>(&'b self, field: &'b Field, schedule: &'b Schedule, spread: Option<f64>) -> Setting<'b> {
        Setting {
            plan: &self.run.plan,
            field,
            blocks: &self.usable.blocks,
            schedule,
            empty_call_ns: &self.empty_call_ns,
            spread,
        }
    }

    /// How far A' may be from the baseline, as a logarithm.
    fn noise(&self, setting: &Setting) -> Option<f64> {
        let pair = setting.pair(setting.field.reference, setting.field.clone?);
        Some(pair.interval(setting.mode(), DRAWN).bound()).filter(|bound| bound.is_finite())
    }

    fn caveats(&self, setting: &Setting, noise: Option<f64>, compared: usize, spread: Option<f64>) -> Vec<Caveat> {
        let plan = &self.run.plan;
        let reference = self.usable.blocks.iter().filter_map(|block| block.lanes.get(setting.field.reference));
        let times: Vec<f64> = reference
            .filter_map(|samples| median(&samples.iter().map(|sample| sample.per_call()).collect::<Vec<_>>()))
            .map(f64::ln)
            .collect();
        let found = [
            one_launch(setting.mode(), spread),
            no_noise_floor(noise, compared),
            interrupted_launch(self.usable.left_out),
            drift(&times, plan.margin).filter(|_| !self.is_of_trials()),
        ];
        found.into_iter().flatten().chain(self.of_the_machine()).collect()
    }

    /// What the machine's states tell of the time in which this was measured.
    fn of_the_machine(&self) -> Vec<Caveat> {
        let meanwhile = Meanwhile::of(self.run, &self.usable.blocks);
        let found = [
            suspended(&meanwhile),
            steal(&meanwhile),
            waited(&meanwhile, &self.off_processor()),
            busy_sibling(&meanwhile),
            frequency_changed(&meanwhile),
            throttled(&meanwhile),
            temperature(&meanwhile),
            on_battery(&meanwhile),
            governor(&self.run.machine, &meanwhile),
        ];
        found.into_iter().flatten().collect()
    }

    fn trials(&self) -> Option<&Trials> {
        self.run.plan.contests[self.contest].trials.as_ref()
    }

    /// Whether something else than time decides.
    fn is_of_trials(&self) -> bool {
        self.trials().is_some()
    }

    /// By lane, as far as a lane's processor time says anything: a command, or a trial, may wait for whatever it
    /// likes.
    fn off_processor(&self) -> Vec<f64> {
        let lanes = self.run.plan.contests[self.contest].lanes.iter().enumerate();
        let own = lanes.filter(|(_, lane)| lane.implementation.language != COMMAND && !self.is_of_trials());
        own.filter_map(|(lane, _)| off_processor(&samples(&self.usable.blocks, lane))).collect()
    }

    /// Rows of those who did not fail, by lane: the ranked first, then those not measured yet.
    fn rows(&self, setting: &Setting, judgements: &BTreeMap<usize, Judgement>, ranking: &Ranking) -> Vec<(usize, Row)> {
        let all = [setting.field.reference].into_iter().chain(setting.field.contenders.iter().copied());
        let unranked = all.filter(|lane| !ranking.order.contains(lane));
        let row = |lane: usize| {
            let judgement = judgements.get(&lane);
            let verdict = match judgement {
                _ if lane == setting.field.reference => Verdict::Baseline,
                Some(judgement) => judgement.verdict.clone(),
                None => Verdict::NotEnough { rounds: 0, seconds: 0.0 },
            };
            let mut row = self.timed_row(lane, verdict);
            row.to_best = ranking.to_best.get(&lane).copied();
            if let Some(judgement) = judgement {
                row.caveats.extend(self.pair_caveats(setting, lane, judgement));
                row.estimate = Some(judgement.estimate.clone());
            }
            (lane, row)
        };
        let mut rows: Vec<(usize, Row)> = ranking.order.iter().copied().chain(unranked).map(row).collect();
        for (lane, caveat) in self.between_builds(setting, ranking, &rows) {
            rows.iter_mut().filter(|(of, _)| *of == lane).for_each(|(_, row)| row.caveats.push(caveat.clone()));
        }
        rows
    }

    /// What builds of the same implementation make doubtful, by lane.
    fn between_builds(&self, setting: &Setting, ranking: &Ranking, rows: &[(usize, Row)]) -> Vec<(usize, Caveat)> {
        // One program with several parameters has no builds to be compared.
        if self.run.plan.contests[self.contest].lanes.iter().any(|lane| lane.variant.is_some()) {
            return Vec::new();
        }
        let ranked = rows.iter().filter(|(lane, _)| ranking.order.contains(lane));
        let standing = |(lane, row): &'_ (usize, Row)| (*lane, row.implementation.clone(), row.verdict.clone());
        let ranked: Vec<_> = ranked.map(standing).collect();
        let all: Vec<Standing> =
            ranked.iter().map(|(lane, id, verdict)| Standing { lane: *lane, id, verdict }).collect();
        let between = |one: usize, other: usize| {
            let judgement = setting.judge(one, other, setting.share(one, other));
            judgement.map_or(Interval::EVERYTHING, |judgement| judgement.estimate.judged)
        };
        let mut found = depends_on_build(&all, self.run.plan.margin, between);
        let codes: Vec<_> = rows.iter().map(|(lane, row)| (&row.implementation, self.code(*lane))).collect();
        for ((lane, _), own) in rows.iter().zip(&codes) {
            found.extend(identical_code(*own, &codes).map(|caveat| (*lane, caveat)));
        }
        found
    }

    /// Digest of the machine code that a lane's latest process ran.
    fn code(&self, lane: usize) -> Option<&str> {
        lane_starts(self.run, self.contest, lane).last()?.code.as_deref()
    }

    fn pair_caveats(&self, setting: &Setting, lane: usize, judgement: &Judgement) -> Vec<Caveat> {
        let plan = &self.run.plan;
        let noise = noise_above_difference(&judgement.estimate, &judgement.verdict);
        if self.is_of_trials() {
            return noise.into_iter().collect();
        }
        let pair = setting.pair(setting.field.reference, lane);
        let found = [
            floor_and_typical(pair.floor(), pair.typical(), plan.margin),
            noise,
            autocorrelated(plan.mode, pair.joined()),
            unsteady(&pair.launch_series(), plan.margin),
            layout_luck(plan.mode, &pair.launch_series(), plan.margin),
        ];
        found.into_iter().flatten().collect()
    }

    /// What one lane's own samples tell.
    fn timed_row(&self, lane: usize, verdict: Verdict) -> Row {
        let cell = self.run.plan.contests[self.contest].cell(lane, self.comparison);
        let samples = samples(&self.usable.blocks, lane);
        let times = percentiles(&samples);
        // An emulator's cycles are not the program's, and those of a trial are of no unit of size.
        let of_program = |hz: Option<f64>| hz.filter(|_| self.run.machine.emulated.is_none() && !self.is_of_trials());
        let tsc_hz = of_program(self.run.machine.tsc_hz);
        let tsc_cycles = |ns: Option<f64>| cycles(ns?, tsc_hz, cell.size);
        let core_hz = of_program(Meanwhile::of(self.run, &self.usable.blocks).core_hz());
        let core_cycles = |ns: Option<f64>| cycles(ns?, core_hz, cell.size);
        let starts: Vec<&LaneStart> = lane_starts(self.run, self.contest, lane).collect();
        let resolution_ns = starts.iter().map(|start| start.resolution_ns).max();
        let warm_ups = warm_ups(self.run, (self.contest, self.comparison), lane, &self.usable.blocks);
        let readings = readings(&self.usable.blocks, lane);
        let empty_call_ns = empty_call(self.run, self.contest, lane);
        let runtime = runtime(&starts, &warm_ups, &self.usable.blocks, lane);
        let resources = resources(self.run, (self.contest, self.comparison), lane, &readings, &runtime);
        let known = |name: &str| resources.get(name).and_then(Amount::known);
        // A command's processor time is shown, and its threads are paid for in its time.
        let is_command = cell.implementation.language == COMMAND;
        let caveats = [
            short_sample(&samples, resolution_ns.unwrap_or(1)),
            cpu_below_wall(&samples).filter(|_| !is_command),
            cpu_above_wall(&samples).filter(|_| !is_command),
            start_cost(times, empty_call_ns.filter(|_| is_command)),
            exit_codes(&readings),
            left_behind(&readings),
            prints(readings.get(PRINTED), &samples).filter(|_| !is_command),
            starts_threads(known("threads"), self.run.machine.core).filter(|_| !is_command),
            much_memory(known("peak-memory"), self.run.machine.memory_bytes),
            page_cache(&resources),
            simulated_processor(&resources),
            learnt_input(self.run, (self.contest, self.comparison), lane),
            bimodal(&samples, self.run.plan.margin),
            never_settled(&warm_ups).filter(|_| !is_command),
            slowed_down(&warm_ups).filter(|_| !is_command),
            unwatched_warm_up(&warm_ups).filter(|_| !is_command),
        ];
        let course = over_time(&self.usable.blocks, lane);
        // Of a trial these would be doubts about a time that decides nothing.
        let caveats = caveats.into_iter().flatten().filter(|_| !self.is_of_trials());
        let caveats = caveats.chain(other_answers(self.run, self.contest, self.comparison, lane));
        Row {
            tsc_cycles_floor: tsc_cycles(times.map(|times| times.p0)),
            tsc_cycles: tsc_cycles(times.map(|times| times.p50)),
            core_cycles_floor: core_cycles(times.map(|times| times.p0)),
            core_cycles: core_cycles(times.map(|times| times.p50)),
            times,
            empty_call_ns,
            resources,
            runtime,
            caveats: caveats.collect(),
            over_time: if self.run.plan.sustained { course.clone() } else { Vec::new() },
            outcomes: self.trials().map_or(Vec::new(), |trials| outcomes(trials, &self.usable.blocks, lane)),
            shape: Shape { heap: heap(&samples), course },
            readings,
            ..Row::bare(cell.implementation, verdict)
        }
    }

    /// Rows without a time; lane A' has none.
    fn failed_rows(&self) -> Vec<Row> {
        let contest = &self.run.plan.contests[self.contest];
        let shown = self.failures.iter().filter(|(lane, _)| contest.lanes[**lane].role != Role::Clone);
        shown.map(|(lane, verdict)| Row::bare(contest.lanes[*lane].implementation.clone(), verdict.clone())).collect()
    }

    fn stopped(&self) -> Option<StopReason> {
        let reason = |event: &Event| match event {
            Event::Stopped { contest, comparison, reason, .. }
                if (*contest, *comparison) == (self.contest, self.comparison) =>
            {
                Some(*reason)
            }
            _ => None,
        };
        self.run.events.iter().rev().find_map(reason)
    }
}

fn lane_starts(run: &Run, contest: usize, lane: usize) -> impl Iterator<Item = &LaneStart> {
    run.events.iter().filter_map(move |event| match event {
        Event::LaunchBegan(launch) if launch.contest == contest => launch.lanes.get(lane)?.as_ref(),
        _ => None,
    })
}

/// The cost of an empty call over launches, nanoseconds.
fn empty_call(run: &Run, contest: usize, lane: usize) -> Option<f64> {
    median(&lane_starts(run, contest, lane).map(|start| start.empty_call_ns).collect::<Vec<_>>())
}
