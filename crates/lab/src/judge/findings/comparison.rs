//! One comparison of a stored run in, everything that may be said about it out.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::judge::caveats::checks::{not_exact, other_answers};
use crate::judge::caveats::layout_luck::{MovedLanes, layout_luck};
use crate::judge::caveats::pair::noise_above_difference;
use crate::judge::caveats::programs::{BuildRow, depends_on_build, identical_code};
use crate::judge::caveats::registry::{OfComparison, OfRow, of_comparison, of_pair, of_row};
use crate::judge::caveats::samples::off_processor;
use crate::judge::decide::analysis::{CONTROL, Judgement};
use crate::judge::decide::ranking::{Ranking, rank};
use crate::judge::design::field::Field;
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
    Caveat, ComparisonFinding, Contest, Event, Interval, LaneStart, Outcome, Role, Row, Run, Sample, Shape, Standing,
    StopReason, Verdict,
};

/// Judges one comparison.
pub(crate) fn judge_comparison(run: &Run, place: (usize, usize)) -> ComparisonFinding {
    let whole = ComparisonData::of(run, place);
    let of = &whole.contest.comparisons[place.1];
    let mut found = ComparisonFinding {
        params: of.params.clone(),
        size: of.size,
        blocks: whole.usable.blocks.len(),
        spending: spending(run, place, &whole.usable.blocks),
        stopped: whole.stopped(),
        ..ComparisonFinding::default()
    };
    if let Some(field) = &whole.field {
        whole.judge(&Setting::new(field, &whole.usable.blocks, whole.spread), &mut found);
    }
    found.rows.extend(whole.failed_rows());
    found
}

/// Any two lanes of a comparison, at what this analysis of them may spend of the error rate.
pub(crate) fn pair_at(run: &Run, place: (usize, usize), lanes: [usize; 2]) -> Option<Judgement> {
    pairs_at(run, place, &[lanes], None).pop().flatten()
}

/// Judges several pairs of lanes, the blocks taken from the run once, at `alpha` where one is given.
pub(crate) fn pairs_at(
    run: &Run,
    place: (usize, usize),
    pairs: &[[usize; 2]],
    alpha: Option<f64>,
) -> Vec<Option<Judgement>> {
    let whole = ComparisonData::of(run, place);
    let Some(field) = &whole.field else { return vec![None; pairs.len()] };
    let setting = Setting::new(field, &whole.usable.blocks, whole.spread);
    let judged = |&[base, other]: &[usize; 2]| {
        if [base, other].iter().any(|lane| whole.failures.contains_key(lane)) {
            return None;
        }
        setting.judge(base, other, alpha.unwrap_or_else(|| setting.error_rate(base, other)))
    };
    pairs.iter().map(judged).collect()
}

/// A comparison with what there is of it in the run.
pub(crate) struct ComparisonData<'a> {
    run: &'a Run,
    contest: &'a Contest,
    /// Contest and comparison.
    place: (usize, usize),
    pub(crate) usable: Usable<'a>,
    pub(crate) failures: BTreeMap<usize, Verdict>,
    pub(crate) field: Option<Field<'a>>,
    /// What launches were known to differ by when the run began, or went on.
    pub(crate) spread: Option<f64>,
}

impl<'a> ComparisonData<'a> {
    pub(crate) fn of(run: &'a Run, place: (usize, usize)) -> ComparisonData<'a> {
        let (contest, failures) = (&run.plan.contests[place.0], failures(run, place.0, place.1));
        let healthy: Vec<bool> = (0..contest.lanes.len()).map(|lane| !failures.contains_key(&lane)).collect();
        let field = Field::of(&run.plan, place.0, &healthy);
        let spread = run.events_at(place).rev().find_map(|event| match event {
            Event::SpreadKnown { spread, .. } => Some(*spread),
            _ => None,
        });
        ComparisonData { run, contest, place, usable: usable(run, place.0, place.1), failures, field, spread }
    }

    /// What is found of those who did not fail.
    fn judge(&self, setting: &Setting, found: &mut ComparisonFinding) {
        let judgements = setting.judgements();
        // Whoever has no sample at all has no place in the ranking.
        let ranking = if self.usable.blocks.is_empty() { Ranking::default() } else { rank(setting, &judgements) };
        let noise = self.noise(setting);
        found.noise = noise.map(f64::exp_m1);
        found.caveats = self.caveats(setting, noise, judgements.len());
        found.launches = setting.field.rules().units(setting);
        let mut rows = self.rows(setting, &judgements, &ranking);
        self.tell_who_moved(setting, &judgements, &mut rows, &mut found.caveats);
        found.rows = rows.into_iter().map(|(_, row)| row).collect();
        // The ranked are the first rows, in their order.
        let standing = |wanted: Standing| {
            let ranked = ranking.order.iter().enumerate();
            ranked.filter(|(_, lane)| ranking.standing(**lane) == Some(wanted)).map(|(row, _)| row).collect()
        };
        (found.fastest, found.may_be_as_fast) = (standing(Standing::Fastest), standing(Standing::MayBeAsFast));
        let behind = ranking.places.values().filter(|place| place.standing == Standing::Behind);
        found.gap = behind.map(|place| place.ratio.exp_m1()).min_by(f64::total_cmp);
    }

    /// How far the A/A control may be from the baseline, as a logarithm.
    fn noise(&self, setting: &Setting) -> Option<f64> {
        let pair = setting.pair(setting.field.reference, setting.field.clone?);
        Some(setting.field.rules().interval(&pair, CONTROL).bound()).filter(|bound| bound.is_finite())
    }

    fn caveats(&self, setting: &Setting, noise: Option<f64>, compared: usize) -> Vec<Caveat> {
        let reference = self.usable.blocks.iter().filter_map(|block| block.lanes.get(setting.field.reference));
        let typical = |samples: &Vec<Sample>| median(&samples.iter().map(Sample::per_call).collect::<Vec<f64>>());
        let times: Vec<f64> = reference.filter_map(typical).map(f64::ln).collect();
        of_comparison(&OfComparison {
            run: self.run,
            setting,
            noise,
            compared,
            left_out: self.usable.left_out,
            baseline_times: &times,
            meanwhile: &Meanwhile::of(self.run, &self.usable.blocks),
            off_processor: &self.off_processor(),
        })
    }

    /// Whether something else than time decides.
    fn is_of_trials(&self) -> bool {
        self.contest.trials.is_some()
    }

    /// By lane, as far as a lane's processor time says anything: a command, or a trial, may wait for whatever it
    /// likes.
    fn off_processor(&self) -> Vec<f64> {
        let lanes = self.contest.lanes.iter().enumerate();
        let own = lanes.filter(|(_, lane)| !lane.implementation.call_kind().is_command() && !self.is_of_trials());
        own.filter_map(|(lane, _)| off_processor(&samples(&self.usable.blocks, lane))).collect()
    }

    /// Rows of those who did not fail, by lane: the ranked first, then those not measured yet.
    fn rows(&self, setting: &Setting, judgements: &BTreeMap<usize, Judgement>, ranking: &Ranking) -> Vec<(usize, Row)> {
        let unranked = setting.field.ranked().filter(|lane| !ranking.order.contains(lane));
        let row = |lane: usize| {
            let mut row = self.timed_row(lane, setting.verdict(lane, judgements));
            if let Some(place) = ranking.places.get(&lane) {
                let [ratio, low, high] = [place.ratio, place.interval.low, place.interval.high].map(f64::exp);
                row.to_best = Some((ratio, low, high));
                (row.standing, row.raced) = (Some(place.standing), place.raced);
            }
            if let Some(judgement) = judgements.get(&lane) {
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
        if self.contest.lanes.iter().any(|lane| lane.variant.is_some()) {
            return Vec::new();
        }
        let ranked = rows.iter().filter(|(lane, _)| ranking.order.contains(lane));
        let all: Vec<BuildRow> = ranked
            .map(|(lane, row)| BuildRow { lane: *lane, id: &row.implementation, verdict: &row.verdict })
            .collect();
        let between = |one: usize, other: usize| {
            let judgement = setting.judge(one, other, setting.error_rate(one, other));
            judgement.map_or(Interval::EVERYTHING, |judgement| judgement.estimate.interval)
        };
        let mut found = depends_on_build(&all, setting.field.margin(), between);
        // Digest of the machine code that a lane's latest process ran.
        let code = |lane: usize| last_start(self.run, self.place.0, lane)?.code.as_deref();
        let codes: Vec<_> = rows.iter().map(|(lane, row)| (&row.implementation, code(*lane))).collect();
        for ((lane, _), own) in rows.iter().zip(&codes) {
            found.extend(identical_code(*own, &codes).map(|caveat| (*lane, caveat)));
        }
        found
    }

    fn pair_caveats(&self, setting: &Setting, lane: usize, judgement: &Judgement) -> Vec<Caveat> {
        if self.is_of_trials() {
            return noise_above_difference(&judgement.estimate, &judgement.verdict).into_iter().collect();
        }
        of_pair(setting, &setting.pair(setting.field.reference, lane), judgement)
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
        let (margin, reference) = (setting.field.margin(), setting.field.reference);
        let series = |lane: &usize| (*lane, setting.pair(reference, *lane).launch_series());
        let pairs: Vec<_> = judgements.keys().map(series).collect();
        let MovedLanes { mut lanes, unknown } =
            layout_luck(setting.field.design, &self.usable.blocks, reference, &pairs, margin);
        let name = |lane: usize| self.contest.lanes[lane].implementation.to_string();
        caveats.extend(lanes.remove(&reference).map(|luck| luck.caveat(None, Some(&name(reference)))));
        caveats.extend(unknown.into_iter().map(|(lane, luck)| luck.caveat(Some(&name(lane)), Some(&name(reference)))));
        for (lane, row) in rows {
            row.caveats.extend(lanes.remove(lane).map(|luck| luck.caveat(None, None)));
        }
    }

    /// What one lane's own samples tell.
    fn timed_row(&self, lane: usize, verdict: Verdict) -> Row {
        let cell = self.contest.cell(lane, self.place.1);
        let samples = samples(&self.usable.blocks, lane);
        let times = percentiles(&samples);
        // An emulator's cycles are not the program's, and those of a trial are of no unit of size.
        let of_program = |hz: Option<f64>| hz.filter(|_| self.run.machine.emulated.is_none() && !self.is_of_trials());
        let tsc_hz = of_program(self.run.machine.tsc_hz);
        let tsc_cycles = |ns: Option<f64>| cycles(ns?, tsc_hz, cell.size);
        let core_hz = of_program(Meanwhile::of(self.run, &self.usable.blocks).core_hz());
        let core_cycles = |ns: Option<f64>| cycles(ns?, core_hz, cell.size);
        let starts: Vec<&LaneStart> = lane_starts(self.run, self.place.0, lane).collect();
        let warm_ups = warm_ups(self.run, self.place, lane, &self.usable.blocks);
        let readings = readings(&self.usable.blocks, lane);
        let runtime = runtime(&starts, &warm_ups, &self.usable.blocks, lane);
        let resources = resources(self.run, self.place, lane, &readings, &runtime);
        let course = over_time(&self.usable.blocks, lane);
        let mut row = Row {
            tsc_cycles_floor: tsc_cycles(times.map(|times| times.p0)),
            tsc_cycles: tsc_cycles(times.map(|times| times.p50)),
            core_cycles_floor: core_cycles(times.map(|times| times.p0)),
            core_cycles: core_cycles(times.map(|times| times.p50)),
            times,
            empty_call_ns: empty_call(self.run, self.place.0, lane),
            resources,
            runtime,
            over_time: if self.run.plan.sustained { course.clone() } else { Vec::new() },
            outcomes: self.outcomes(lane),
            by_launch: by_launch(self.run, self.place.0, &self.usable.blocks, lane),
            shape: Shape { heap: heap(&samples), course },
            readings,
            ..Row::bare(cell.implementation, verdict)
        };
        let (run, place, starts, samples, warm_ups) = (self.run, self.place, &starts, &samples, &warm_ups);
        // Of a trial these would be doubts about a time that decides nothing.
        if !self.is_of_trials() {
            row.caveats = of_row(&OfRow { run, place, lane, row: &row, starts, samples, warm_ups });
        }
        row.caveats.extend(other_answers(run, place, lane));
        if let Some(trials) = &self.contest.trials {
            row.caveats.extend(not_exact(trials, &row.outcomes, &self.of_twin(lane)));
        }
        row
    }

    fn outcomes(&self, lane: usize) -> Vec<Outcome> {
        self.contest.trials.as_ref().map_or(Vec::new(), |trials| outcomes(trials, &self.usable.blocks, lane))
    }

    /// What the second process of a lane's program came to; nothing, where it has none.
    fn of_twin(&self, lane: usize) -> Vec<Outcome> {
        let clone = self.field.as_ref().filter(|field| field.reference == lane).and_then(|field| field.clone);
        clone.map_or(Vec::new(), |clone| self.outcomes(clone))
    }

    /// Rows without a time; the A/A control has none.
    fn failed_rows(&self) -> Vec<Row> {
        let contest = self.contest;
        let shown = self.failures.iter().filter(|(lane, _)| contest.lanes[**lane].role != Role::Clone);
        shown.map(|(lane, verdict)| Row::bare(contest.lanes[*lane].implementation.clone(), verdict.clone())).collect()
    }

    fn stopped(&self) -> Option<StopReason> {
        self.run.events_at(self.place).rev().find_map(|event| match event {
            Event::Stopped { reason, .. } => Some(*reason),
            _ => None,
        })
    }
}
