//! One comparison of a stored run in, everything that may be said about it out.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::judge::caveats::checks::{not_exact, other_answers};
use crate::judge::caveats::layout_luck::{MovedLanes, layout_luck};
use crate::judge::caveats::pair::noise_above_difference;
use crate::judge::caveats::programs::{BuildRow, depends_on_build, identical_code};
use crate::judge::caveats::registry::{OfComparison, OfPair, OfRow, of_comparison, of_pair, of_row};
use crate::judge::caveats::samples::off_processor;
use crate::judge::decide::analysis::{CONTROL, Judgement};
use crate::judge::decide::ranking::{Ranking, rank};
use crate::judge::design::field::Field;
use crate::judge::design::schedule;
use crate::judge::design::schedule::Schedule;
use crate::judge::design::setting::Setting;
use crate::judge::estimate::times::{cycles, heap, percentiles, readings, samples, show_times};
use crate::judge::findings::around::{empty_call, lane_starts, last_start, runtime, warm_ups};
use crate::judge::findings::failures::failures;
use crate::judge::findings::meanwhile::Meanwhile;
use crate::judge::findings::outcomes::outcomes;
use crate::judge::findings::over_time::{by_launch, over_time};
use crate::judge::findings::resources::resources;
use crate::judge::findings::spending::spending;
use crate::judge::findings::usable::{Usable, usable};
use crate::model::{
    Block, Caveat, ComparisonFinding, Event, Interval, LaneStart, Outcome, Role, Row, Run, Sample, Shape, Standing,
    StopReason, Trials, Verdict,
};

/// Judges one comparison. `spread` is the stored launch-to-launch spread, if there is one.
pub(crate) fn judge_comparison(run: &Run, contest: usize, comparison: usize, spread: Option<f64>) -> ComparisonFinding {
    let whole = ComparisonData::of(run, contest, comparison);
    let parts = whole.field.as_ref().map(|field| {
        let schedule = schedule(&run.plan, field, &whole.usable.blocks);
        let setting = whole.setting(field, &schedule, spread);
        let judgements = setting.judgements();
        // Whoever has no sample at all has no place in the ranking.
        let ranking = if whole.usable.blocks.is_empty() { Ranking::default() } else { rank(&setting, &judgements) };
        let noise = whole.noise(&setting);
        let mut caveats = whole.caveats(&setting, noise, judgements.len(), spread);
        let launches = setting.rules().units(&setting);
        let mut rows = whole.rows(&setting, &judgements, &ranking);
        whole.tell_who_moved(&setting, &judgements, &mut rows, &mut caveats);
        (rows, ranking, noise, caveats, launches)
    });
    let (rows, ranking, noise, caveats, launches) = parts.unwrap_or_default();
    let place = |lane: &usize| rows.iter().position(|(of, _)| of == lane);
    let standing = |wanted: Standing| {
        let lanes = ranking.order.iter().filter(|lane| ranking.standing(**lane) == Some(wanted));
        lanes.filter_map(place).collect::<Vec<usize>>()
    };
    let (fastest, may_be_as_fast) = (standing(Standing::Fastest), standing(Standing::MayBeAsFast));
    let behind = ranking.places.values().filter(|place| place.standing == Standing::Behind);
    let gap = behind.map(|place| place.ratio.exp_m1()).min_by(f64::total_cmp);
    let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    rows.extend(whole.failed_rows());
    let of = &run.plan.contests[contest].comparisons[comparison];
    ComparisonFinding {
        params: of.params.clone(),
        size: of.size,
        rows,
        fastest,
        may_be_as_fast,
        gap,
        noise: noise.map(f64::exp_m1),
        caveats,
        blocks: whole.usable.blocks.len(),
        launches,
        spending: spending(run, (contest, comparison), &whole.usable.blocks),
        stopped: whole.stopped(),
    }
}

/// Any two lanes of a comparison, at what this analysis of them may spend of the error rate.
pub(crate) fn pair_at(run: &Run, place: (usize, usize), lanes: [usize; 2], spread: Option<f64>) -> Option<Judgement> {
    pairs_at(run, place, &[lanes], spread, None).pop().flatten()
}

/// Judges several pairs of lanes, the blocks taken from the run once, at `alpha` where one is given.
pub(crate) fn pairs_at(
    run: &Run,
    (contest, comparison): (usize, usize),
    pairs: &[[usize; 2]],
    spread: Option<f64>,
    alpha: Option<f64>,
) -> Vec<Option<Judgement>> {
    let whole = ComparisonData::of(run, contest, comparison);
    let Some(field) = &whole.field else { return vec![None; pairs.len()] };
    let schedule = schedule(&run.plan, field, &whole.usable.blocks);
    let setting = whole.setting(field, &schedule, spread);
    let judged = |&[base, other]: &[usize; 2]| {
        if [base, other].iter().any(|lane| whole.has_failed(*lane)) {
            return None;
        }
        setting.judge(base, other, alpha.unwrap_or_else(|| setting.error_rate(base, other)))
    };
    pairs.iter().map(judged).collect()
}

/// A comparison with what there is of it in the run.
pub(crate) struct ComparisonData<'a> {
    run: &'a Run,
    contest: usize,
    comparison: usize,
    usable: Usable<'a>,
    failures: BTreeMap<usize, Verdict>,
    pub(crate) field: Option<Field>,
}

impl<'a> ComparisonData<'a> {
    pub(crate) fn of(run: &'a Run, contest: usize, comparison: usize) -> ComparisonData<'a> {
        let failures = failures(run, contest, comparison);
        let lanes = run.plan.contests[contest].lanes.len();
        let healthy: Vec<bool> = (0..lanes).map(|lane| !failures.contains_key(&lane)).collect();
        let field = Field::of(&run.plan.contests[contest], run.plan.mode, &healthy);
        ComparisonData { run, contest, comparison, usable: usable(run, contest, comparison), failures, field }
    }

    pub(crate) fn blocks(&self) -> &[&'a Block] {
        &self.usable.blocks
    }

    pub(crate) fn has_failed(&self, lane: usize) -> bool {
        self.failures.contains_key(&lane)
    }

    fn setting<'b>(&'b self, field: &'b Field, schedule: &'b Schedule, spread: Option<f64>) -> Setting<'b> {
        Setting::new(&self.run.plan, field, &self.usable.blocks, schedule, spread)
    }

    /// How far the A/A control may be from the baseline, as a logarithm.
    fn noise(&self, setting: &Setting) -> Option<f64> {
        let pair = setting.pair(setting.field.reference, setting.field.clone?);
        Some(setting.rules().interval(&pair, CONTROL).bound()).filter(|bound| bound.is_finite())
    }

    fn caveats(&self, setting: &Setting, noise: Option<f64>, compared: usize, spread: Option<f64>) -> Vec<Caveat> {
        let reference = self.usable.blocks.iter().filter_map(|block| block.lanes.get(setting.field.reference));
        let typical = |samples: &Vec<Sample>| median(&samples.iter().map(Sample::per_call).collect::<Vec<f64>>());
        let times: Vec<f64> = reference.filter_map(typical).map(f64::ln).collect();
        of_comparison(&OfComparison {
            run: self.run,
            design: setting.field.design,
            is_of_trials: self.is_of_trials(),
            spread,
            noise,
            compared,
            left_out: self.usable.left_out,
            baseline_times: &times,
            meanwhile: &Meanwhile::of(self.run, &self.usable.blocks),
            off_processor: &self.off_processor(),
        })
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
        let own = lanes.filter(|(_, lane)| !lane.implementation.call_kind().is_command() && !self.is_of_trials());
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
                None => Verdict::NotEnough,
            };
            let mut row = self.timed_row(lane, verdict);
            if let Some(place) = ranking.places.get(&lane) {
                let [ratio, low, high] = [place.ratio, place.interval.low, place.interval.high].map(f64::exp);
                row.to_best = Some((ratio, low, high));
                (row.standing, row.raced) = (Some(place.standing), place.raced);
            }
            if let Some(judgement) = judgement {
                row.caveats.extend(self.pair_caveats(setting, lane, judgement));
                row.estimate = Some(judgement.estimate.clone());
            }
            (lane, row)
        };
        let mut rows: Vec<(usize, Row)> = ranking.order.iter().copied().chain(unranked).map(row).collect();
        if !self.is_of_trials() {
            show_times(rows.iter_mut().map(|(_, row)| row));
        }
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
        let all: Vec<BuildRow> =
            ranked.iter().map(|(lane, id, verdict)| BuildRow { lane: *lane, id, verdict }).collect();
        let between = |one: usize, other: usize| {
            let judgement = setting.judge(one, other, setting.error_rate(one, other));
            judgement.map_or(Interval::EVERYTHING, |judgement| judgement.estimate.interval)
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
        last_start(self.run, self.contest, lane)?.code.as_deref()
    }

    fn pair_caveats(&self, setting: &Setting, lane: usize, judgement: &Judgement) -> Vec<Caveat> {
        let (estimate, verdict) = (&judgement.estimate, &judgement.verdict);
        if self.is_of_trials() {
            return noise_above_difference(estimate, verdict).into_iter().collect();
        }
        let (margin, design) = (self.run.plan.margin, setting.field.design);
        let pair = &setting.pair(setting.field.reference, lane);
        of_pair(&OfPair { margin, design, pair, estimate, verdict })
    }

    /// Whose launches differ: on its own row, or of whomever all are compared with on the whole comparison.
    fn tell_who_moved(
        &self,
        setting: &Setting,
        judgements: &BTreeMap<usize, Judgement>,
        rows: &mut [(usize, Row)],
        caveats: &mut Vec<Caveat>,
    ) {
        if self.is_of_trials() {
            return;
        }
        let (plan, reference) = (&self.run.plan, setting.field.reference);
        let series = |lane: &usize| (*lane, setting.pair(reference, *lane).launch_series());
        let pairs: Vec<_> = judgements.keys().map(series).collect();
        let MovedLanes { mut lanes, unknown } =
            layout_luck(setting.field.design, &self.usable.blocks, reference, &pairs, plan.margin);
        let name = |lane: usize| plan.contests[self.contest].lanes[lane].implementation.to_string();
        caveats.extend(lanes.remove(&reference).map(|luck| luck.of_the_reference(&name(reference))));
        caveats.extend(unknown.into_iter().map(|(lane, luck)| luck.of_either(&name(lane), &name(reference))));
        for (lane, row) in rows {
            row.caveats.extend(lanes.remove(lane).map(|luck| luck.of_its_own()));
        }
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
        let warm_ups = warm_ups(self.run, (self.contest, self.comparison), lane, &self.usable.blocks);
        let readings = readings(&self.usable.blocks, lane);
        let empty_call_ns = empty_call(self.run, self.contest, lane);
        let runtime = runtime(&starts, &warm_ups, &self.usable.blocks, lane);
        let resources = resources(self.run, (self.contest, self.comparison), lane, &readings, &runtime);
        let caveats = of_row(&OfRow {
            run: self.run,
            place: (self.contest, self.comparison),
            lane,
            kind: cell.implementation.call_kind(),
            starts: &starts,
            samples: &samples,
            times,
            empty_call_ns,
            readings: &readings,
            resources: &resources,
            warm_ups: &warm_ups,
        });
        let course = over_time(&self.usable.blocks, lane);
        // Of a trial these would be doubts about a time that decides nothing.
        let caveats = caveats.into_iter().filter(|_| !self.is_of_trials());
        let caveats = caveats.chain(other_answers(self.run, (self.contest, self.comparison), lane));
        let outcomes = self.outcomes(lane);
        let not_exact = self.trials().map_or(Vec::new(), |trials| not_exact(trials, &outcomes, &self.of_twin(lane)));
        Row {
            tsc_cycles_floor: tsc_cycles(times.map(|times| times.p0)),
            tsc_cycles: tsc_cycles(times.map(|times| times.p50)),
            core_cycles_floor: core_cycles(times.map(|times| times.p0)),
            core_cycles: core_cycles(times.map(|times| times.p50)),
            times,
            empty_call_ns,
            resources,
            runtime,
            caveats: caveats.chain(not_exact).collect(),
            over_time: if self.run.plan.sustained { course.clone() } else { Vec::new() },
            outcomes,
            by_launch: by_launch(self.run, self.contest, &self.usable.blocks, lane),
            shape: Shape { heap: heap(&samples), course },
            readings,
            ..Row::bare(cell.implementation, verdict)
        }
    }

    fn outcomes(&self, lane: usize) -> Vec<Outcome> {
        self.trials().map_or(Vec::new(), |trials| outcomes(trials, &self.usable.blocks, lane))
    }

    /// What the second process of a lane's program came to; nothing, where it has none.
    fn of_twin(&self, lane: usize) -> Vec<Outcome> {
        let clone = self.field.as_ref().filter(|field| field.reference == lane).and_then(|field| field.clone);
        clone.map_or(Vec::new(), |clone| self.outcomes(clone))
    }

    /// Rows without a time; the A/A control has none.
    fn failed_rows(&self) -> Vec<Row> {
        let contest = &self.run.plan.contests[self.contest];
        let shown = self.failures.iter().filter(|(lane, _)| contest.lanes[**lane].role != Role::Clone);
        shown.map(|(lane, verdict)| Row::bare(contest.lanes[*lane].implementation.clone(), verdict.clone())).collect()
    }

    fn stopped(&self) -> Option<StopReason> {
        self.run.events_at((self.contest, self.comparison)).rev().find_map(|event| match event {
            Event::Stopped { reason, .. } => Some(*reason),
            _ => None,
        })
    }
}
