//! One benchmark over all machines: who took part, in which ways its time is told, where the lead changes, and a panel
//! for each size.

use serde::Serialize;

use crate::model::{
    Amount, ComparisonFinding, ContestFinding, Counted, ImplementationId, METRICS, Metric, Params, Per, Trials,
};
use crate::report::colour::order::ColourOrder;
use crate::report::text::{
    Doubts, Ink, Listing, WordedCaveat, cause, change_line, crossover_line, crossover_span, effect_lines, footer,
    listings, measured, throughout, unmeasured_line, use_lines,
};
use crate::words::{anchor, clean, plural, point, size_label};

use super::{Measure, SheetRow};

/// A benchmark.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// `suite/benchmark`.
    pub name: String,
    /// The name as a part of file names.
    pub slug: String,
    pub question: String,
    /// A sentence for each machine that it was measured on: the machine's place, and the answer.
    pub answers: Vec<(usize, String)>,
    /// Where the lead changes over sizes, machine by machine.
    pub leads: Vec<Lead>,
    /// Which implementation to use, where the answer does not say it: the machine's place, and a sentence.
    pub uses: Vec<(usize, String)>,
    /// By machine, what became of the code since the version that it stands beside.
    pub revised: Vec<(usize, String)>,
    /// By machine, what its run never came to.
    pub unmeasured: Vec<(usize, String)>,
    /// What a parameter that intervenes tells of its cause: the heading, and the machine's place with a sentence.
    pub cause: String,
    pub effects: Vec<(usize, String)>,
    /// The machine code of innermost loops: the machine's place, and whose.
    pub code: Vec<(usize, Listing)>,
    pub implementations: Vec<Implementation>,
    /// Places of the baselines in `implementations`, by machine.
    pub baselines: Vec<(usize, usize)>,
    pub measures: Vec<Measure>,
    /// The measure that decides, where that is no time: a metric of trials, as all measures are then.
    pub decides: Option<usize>,
    pub metrics: Vec<MetricHead>,
    /// What a size counts, for an axis: `bytes`.
    pub size_title: String,
    /// Whether sizes are bytes, so that caches can be marked.
    pub bytes: bool,
    pub panels: Vec<Panel>,
}

/// Two implementations whose order changes between two sizes on one machine; pens mark it on an axis of sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    pub machine: usize,
    /// As a panel has them.
    pub params: String,
    pub text: String,
    /// The sizes that enclose it; `None` where the order was not found to change after all.
    pub span: Option<[u64; 2]>,
}

/// Who takes part.
#[derive(Clone, Debug, Serialize)]
pub struct Implementation {
    pub name: String,
    /// Place in the palette: that of its name among those that the runs have planned in the suite.
    pub colour: usize,
    /// What a command's name stands for.
    pub command: Option<String>,
}

/// A metric of resources that somebody has a value of.
#[derive(Clone, Debug, Serialize)]
pub struct MetricHead {
    pub name: &'static str,
    pub title: String,
    /// `B`, `s`, `J`, or nothing for times.
    pub unit: &'static str,
    /// What a value is multiplied with to be in that unit.
    pub factor: f64,
}

/// One size with one set of parameters on one machine.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    pub machine: usize,
    /// Parameters alone, `level 6`; empty without any.
    pub params: String,
    pub size: u64,
    /// The size as people write it.
    pub label: String,
    /// Size and parameters.
    pub title: String,
    /// From the fastest to the slowest, those without a time last.
    pub rows: Vec<SheetRow>,
    /// The first `numbered` of them are marked beside rows.
    pub doubts: Vec<String>,
    pub numbered: usize,
    /// How much was measured, and why it ended.
    pub footer: Vec<String>,
}

impl Section {
    /// What each of these machines found, of which there is one at least.
    pub(super) fn of(found: &[(usize, &ContestFinding)], order: &ColourOrder<'_>) -> Section {
        let mut section = Section { metrics: metrics(found), ..Section::begin(found[0].1) };
        for (machine, contest) in found {
            section.add(contest, *machine, order);
        }
        section.sort();
        section
    }

    fn begin(contest: &ContestFinding) -> Section {
        let name = contest.title();
        Section {
            slug: anchor(&name),
            name: clean(&name),
            question: clean(&contest.question),
            measures: Measure::of(contest),
            decides: contest
                .trials
                .as_ref()
                .and_then(|trials| trials.metrics.iter().position(|metric| metric.name == trials.decides)),
            size_title: size_title(contest),
            bytes: contest.unit.is_bytes(),
            ..Section::default()
        }
    }

    /// What one machine found.
    fn add(&mut self, contest: &ContestFinding, machine: usize, order: &ColourOrder<'_>) {
        self.answers.push((machine, clean(&contest.answer)));
        self.leads.extend(contest.crossovers.iter().map(|one| Lead {
            machine,
            params: params_alone(&one.params),
            text: crossover_line(contest, one),
            span: crossover_span(one),
        }));
        self.uses.extend(use_lines(contest).into_iter().map(|line| (machine, line)));
        if self.cause.is_empty() {
            self.cause = cause(contest);
        }
        self.effects.extend(effect_lines(contest).into_iter().map(|line| (machine, line)));
        self.code.extend(listings(contest).into_iter().map(|listing| (machine, listing)));
        let metrics: Vec<&'static str> = self.metrics.iter().map(|metric| metric.name).collect();
        self.revised.extend(change_line(contest).map(|line| (machine, line)));
        self.unmeasured.extend(unmeasured_line(contest).map(|line| (machine, line)));
        let told = measured(contest);
        let shared = throughout(&told);
        for comparison in &told.comparisons {
            let doubts = Doubts::of(comparison, &shared);
            let mut rows = Vec::new();
            for (place, row) in comparison.rows.iter().enumerate() {
                let baseline = row.implementation == contest.baseline;
                let mut entry = match contest.trials.as_ref().and_then(Trials::deciding) {
                    Some(metric) => SheetRow::of_trials(row, metric, &self.measures, baseline),
                    None => SheetRow::of(row, comparison.size, &self.measures, &metrics, baseline),
                };
                entry.implementation = self.place(contest, &row.implementation, order);
                entry.fastest = comparison.fastest.contains(&place);
                entry.doubts = doubts.touching(row);
                rows.push(entry);
            }
            self.panels.push(Panel::of(contest, comparison, machine, rows, &doubts, &shared));
        }
        let baseline = self.place(contest, &contest.baseline, order);
        self.baselines.push((machine, baseline));
    }

    /// Where an implementation stands in the list; it is put there if it is new.
    fn place(&mut self, contest: &ContestFinding, id: &ImplementationId, order: &ColourOrder<'_>) -> usize {
        let name = clean(&contest.label(id));
        if let Some(place) = self.implementations.iter().position(|one| one.name == name) {
            return place;
        }
        let command = contest.commands.iter().find(|line| line.implementation == *id).map(|line| clean(&line.text));
        self.implementations.push(Implementation { name, colour: order.place(&contest.suite, id), command });
        self.implementations.len() - 1
    }

    /// Names in the order of the alphabet, whoever was met first.
    fn sort(&mut self) {
        let mut sorted: Vec<usize> = (0..self.implementations.len()).collect();
        sorted.sort_by_key(|place| (self.implementations[*place].colour, &self.implementations[*place].name));
        let mut places = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(place, from)| places[*from] = place);
        self.implementations = sorted.iter().map(|from| self.implementations[*from].clone()).collect();
        self.baselines.iter_mut().for_each(|(_, baseline)| *baseline = places[*baseline]);
        let rows = self.panels.iter_mut().flat_map(|panel| &mut panel.rows);
        rows.for_each(|row| row.implementation = places[row.implementation]);
    }
}

/// Metrics that any machine has a value of.
fn metrics(found: &[(usize, &ContestFinding)]) -> Vec<MetricHead> {
    let comparisons = || found.iter().flat_map(|(_, contest)| &contest.comparisons);
    let rows = || comparisons().flat_map(|comparison| &comparison.rows);
    let known = |metric: &&Metric| {
        rows().any(|row| row.resources.get(metric.name).and_then(Amount::known).is_some_and(|value| value != 0.0))
    };
    METRICS.iter().filter(known).map(MetricHead::of).collect()
}

impl Panel {
    fn of(
        contest: &ContestFinding,
        comparison: &ComparisonFinding,
        machine: usize,
        rows: Vec<SheetRow>,
        doubts: &Doubts,
        shared: &[WordedCaveat],
    ) -> Panel {
        let (texts, numbered) = doubts.texts();
        let shared = shared.iter().map(|told| told.text.as_str());
        Panel {
            machine,
            params: params_alone(&comparison.params),
            size: comparison.size,
            label: clean(&size_label(comparison.size, &contest.unit)),
            title: clean(&point(comparison.size, &contest.unit, &comparison.params)),
            rows,
            doubts: texts.into_iter().chain(shared).map(clean).collect(),
            numbered,
            footer: footer(contest, comparison, &[], &Ink::WHOLE).iter().map(|line| clean(line.trim())).collect(),
        }
    }
}

impl MetricHead {
    fn of(metric: &Metric) -> MetricHead {
        let (unit, factor) = match metric.counted {
            Counted::Times => ("", 1.0),
            Counted::Bytes => ("B", 1.0),
            Counted::Nanoseconds => ("s", 1e-9),
            Counted::Joules => ("J", 1.0),
        };
        let per = match metric.per {
            Per::Call => "a call",
            Per::Process => "a process",
            Per::Program => "on the disk",
        };
        MetricHead { name: metric.name, title: format!("{}, {per}", metric.title), unit, factor }
    }
}

/// `level 6, mode fast`; empty without any.
fn params_alone(params: &Params) -> String {
    let each: Vec<String> = params.iter().map(|(name, value)| format!("{name} {value}")).collect();
    clean(&each.join(", "))
}

fn size_title(contest: &ContestFinding) -> String {
    match &contest.unit {
        unit if unit.is_name() => clean(unit.unit.trim_end_matches('=')),
        unit => clean(&format!("size in {}", plural(2, &unit.unit))),
    }
}
