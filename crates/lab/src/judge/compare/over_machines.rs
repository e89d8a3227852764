//! Judged runs of several machines in, each implementation's ratio to the baseline by machine out.
//!
//! A ratio is made within its run, in the same rounds; only ratios meet here, never times of two machines.

use std::collections::BTreeSet;

use crate::judge::compare::by_size::{best_of, by_size, mean_over, ratio_of};
use crate::model::{
    ComparisonFinding, ContestFinding, Findings, ImplementationId, Interval, MachineRatio, MachineRow, OverMachines,
};
use crate::words::alike;

/// By benchmark that at least two of them have with the same baseline. Each is of another machine; the numbers are
/// those of the list of runs.
pub(crate) fn over_machines(judged: &[(usize, &Findings)]) -> Vec<OverMachines> {
    let Some(((_, first), _)) = judged.split_first() else { return Vec::new() };
    let all = judged.iter().flat_map(|(_, findings)| &findings.contests);
    let mut seen = BTreeSet::new();
    let names = all.filter(|one| seen.insert((one.suite.clone(), one.benchmark.clone())));
    names.filter_map(|one| of_benchmark(judged, first, one)).collect()
}

fn of_benchmark(judged: &[(usize, &Findings)], first: &Findings, one: &ContestFinding) -> Option<OverMachines> {
    let same = |contest: &&ContestFinding| (&contest.suite, &contest.benchmark) == (&one.suite, &one.benchmark);
    let baseline = first.contests.iter().find(same).unwrap_or(one).baseline.clone();
    let having: Vec<(usize, &ContestFinding)> = judged
        .iter()
        .filter_map(|(run, findings)| Some((*run, findings.contests.iter().find(same)?)))
        .filter(|(_, contest)| contest.baseline == baseline)
        .collect();
    if having.len() < 2 {
        return None;
    }
    let contests: Vec<&ContestFinding> = having.iter().map(|(_, contest)| *contest).collect();
    let rows = contests.iter().flat_map(|contest| &contest.comparisons).flat_map(|comparison| &comparison.rows);
    let ids: BTreeSet<&ImplementationId> = rows.map(|row| &row.implementation).filter(|id| **id != baseline).collect();
    let mut rows: Vec<MachineRow> = ids.into_iter().filter_map(|id| row(&contests, id)).collect();
    let mean = |row: &MachineRow| row.mean.unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| mean(a).total_cmp(&mean(b)).then_with(|| a.implementation.cmp(&b.implementation)));
    let order: Vec<&ImplementationId> = rows.iter().map(|row| &row.implementation).collect();
    Some(OverMachines {
        suite: one.suite.clone(),
        benchmark: one.benchmark.clone(),
        unit: one.unit.clone(),
        decides: one.trials.as_ref().map(|trials| trials.decides.clone()),
        sizes: by_size(&contests, &baseline, &order),
        baseline,
        runs: having.iter().map(|(run, _)| *run).collect(),
        rows,
    })
}

/// Benchmarks that several of these machines have, and not with the same baseline: ratios to two of them are no
/// ratios to one.
pub(crate) fn of_other_baselines(judged: &[(usize, &Findings)]) -> Vec<(String, Vec<(usize, ImplementationId)>)> {
    let named = |contest: &ContestFinding| format!("{}/{}", contest.suite, contest.benchmark);
    let mut found = alike(judged.iter().flat_map(|(run, findings)| {
        let baselines = alike(findings.contests.iter().map(|contest| (named(contest), &contest.baseline)));
        // A run has one baseline of a benchmark, whatever other contests of it there are.
        baselines.into_iter().map(move |(name, baselines)| (name, (*run, baselines[0].clone())))
    }));
    found.retain(|(_, baselines)| baselines.iter().any(|(_, baseline)| *baseline != baselines[0].1));
    found
}

/// `None`: it has a time on no machine.
fn row(contests: &[&ContestFinding], id: &ImplementationId) -> Option<MachineRow> {
    let cells: Vec<Vec<(&ComparisonFinding, MachineRatio)>> =
        contests.iter().map(|contest| ratios(contest, id)).collect();
    // A mean over other sizes on one machine than on the next would compare sizes.
    let is_common = |at: &ComparisonFinding| {
        let has = |(one, _): &(&ComparisonFinding, _)| (one.size, &one.params) == (at.size, &at.params);
        cells.iter().filter(|cells| !cells.is_empty()).all(|cells| cells.iter().any(has))
    };
    let common = |cells: &Vec<(&ComparisonFinding, MachineRatio)>| {
        cells.iter().filter(|(at, _)| is_common(at)).map(|(_, ratio)| *ratio).collect()
    };
    let shared: Vec<Vec<MachineRatio>> = cells.iter().map(common).collect();
    let by_machine: Vec<Option<MachineRatio>> = shared.iter().map(|cells| mean_of(cells)).collect();
    let ratios: Vec<Option<f64>> = by_machine.iter().map(|ratio| ratio.map(|ratio| ratio.ratio)).collect();
    Some(MachineRow {
        implementation: id.clone(),
        mean: mean_over(&ratios),
        best: Some(best_of(&ratios)?),
        cells: shared.iter().map(Vec::len).max().unwrap_or(0),
        by_machine,
    })
}

fn ratios<'a>(contest: &'a ContestFinding, id: &ImplementationId) -> Vec<(&'a ComparisonFinding, MachineRatio)> {
    contest.comparisons.iter().filter_map(|at| Some((at, ratio_of(at.row(id)?)?))).collect()
}

fn mean_of(cells: &[MachineRatio]) -> Option<MachineRatio> {
    let count = cells.len() as f64;
    let mean = |value: fn(&MachineRatio) -> f64| cells.iter().map(value).sum::<f64>() / count;
    (!cells.is_empty()).then(|| MachineRatio {
        ratio: mean(|cell| cell.ratio),
        drawn: Interval { low: mean(|cell| cell.drawn.low), high: mean(|cell| cell.drawn.high) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::specimen::finding;
    use crate::model::{Estimate, Throughput, Verdict};

    /// A machine on which contenders take so many times the baseline's time, by size.
    fn machine(baseline: &str, sizes: &[(u64, &[(&str, f64)])]) -> Findings {
        let comparisons = sizes.iter().map(|(size, ratios)| {
            let rows: Vec<(&str, f64)> = [(baseline, 1.0)].into_iter().chain(ratios.iter().copied()).collect();
            let mut found = finding(*size, &rows, &[0]);
            for row in &mut found.rows {
                let ratio = row.to_best.unwrap().0.ln();
                row.verdict = Verdict::Baseline;
                row.estimate = (row.implementation.to_string() != baseline).then_some(Estimate {
                    ratio,
                    interval: Interval { low: ratio - 0.1, high: ratio + 0.1 },
                    floor: ratio,
                    hodges_lehmann: ratio,
                    noise: 0.0,
                    blocks: 16,
                    launches: 5,
                    raced: false,
                });
            }
            found
        });
        let contest = ContestFinding {
            suite: "s".into(),
            benchmark: "b".into(),
            question: String::new(),
            unit: Throughput::of("byte"),
            margin: None,
            trials: None,
            baseline: baseline.parse().unwrap(),
            answer: String::new(),
            comparisons: comparisons.collect(),
            crossovers: Vec::new(),
            choices: Vec::new(),
            intervention: None,
            revised: None,
            effects: Vec::new(),
            code: Vec::new(),
            commands: Vec::new(),
            start_ns: None,
        };
        Findings { contests: vec![contest], ..Findings::default() }
    }

    #[test]
    fn ratios_are_geometric_means_over_the_sizes_that_all_machines_have() {
        let one = machine("c.a", &[(8, &[("c.b", 0.5), ("c.x", 3.0)]), (64, &[("c.b", 2.0)]), (512, &[("c.b", 9.0)])]);
        let two = machine("c.a", &[(8, &[("c.b", 0.25)]), (64, &[("c.b", 0.25)])]);
        let tables = over_machines(&[(0, &one), (3, &two)]);
        assert_eq!((tables.len(), tables[0].runs.clone()), (1, vec![0, 3]));
        let row = &tables[0].rows[0];
        assert_eq!((row.implementation.to_string(), row.cells, row.best), ("c.b".to_owned(), 2, Some(1)));
        let ratios: Vec<f64> = row.by_machine.iter().map(|ratio| ratio.unwrap().ratio.exp()).collect();
        assert!((ratios[0] - 1.0).abs() < 1e-9 && (ratios[1] - 0.25).abs() < 1e-9, "{ratios:?}");
        assert!((row.mean.unwrap().exp() - 0.5).abs() < 1e-9);
        // As wide as each: errors of sizes may go together.
        assert!((row.by_machine[0].unwrap().drawn.half_width() - 0.1).abs() < 1e-9);
        let alone = &tables[0].rows[1];
        assert_eq!((alone.by_machine[1], alone.mean, alone.best), (None, None, Some(0)));
    }

    #[test]
    fn every_size_is_there_and_whoever_has_no_ratio_says_why() {
        let mut one = machine("c.a", &[(8, &[("c.b", 0.5), ("c.x", 3.0)]), (512, &[("c.b", 9.0)])]);
        let two = machine("c.a", &[(8, &[("c.b", 0.25)])]);
        let lost = &mut one.contests[0].comparisons[0].rows[2];
        (lost.estimate, lost.times) = (None, None);
        lost.verdict = Verdict::Failed { text: "died".into() };
        let table = over_machines(&[(0, &one), (1, &two)]).remove(0);
        assert_eq!(table.sizes.iter().map(|at| at.size).collect::<Vec<_>>(), [8, 512]);
        let [present, absent] = &table.sizes[0].rows[..] else { panic!("{:?}", table.sizes[0].rows) };
        assert_eq!(present.implementation.to_string(), "c.b");
        assert!((present.mean.unwrap() - (0.5f64 * 0.25).ln() / 2.0).abs() < 1e-9);
        assert_eq!((present.best, absent.best, absent.mean), (Some(1), None, None));
        let cell = absent.by_machine[0].as_ref().unwrap();
        assert_eq!((cell.ratio, cell.time_ns, cell.verdict.word()), (None, None, "failed"));
        assert_eq!((&absent.by_machine[1], &table.sizes[1].rows[0].by_machine[1]), (&None, &None));
        let mut imported = two;
        imported.contests[0].comparisons[0].rows.iter_mut().for_each(|row| {
            (row.verdict, row.estimate) = (Verdict::Unpaired, None);
        });
        let table = over_machines(&[(0, &one), (1, &imported)]).remove(0);
        let baseline = table.sizes[0].rows.iter().find(|row| row.implementation.to_string() == "c.a").unwrap();
        let words: Vec<&str> = baseline.by_machine.iter().flatten().map(|cell| cell.verdict.word()).collect();
        assert_eq!(words, ["baseline", "unpaired"]);
    }

    #[test]
    fn ratios_to_another_baseline_are_no_ratios_to_this_one() {
        let one = machine("c.a", &[(8, &[("c.b", 0.5)])]);
        let two = machine("c.b", &[(8, &[("c.a", 0.5)])]);
        assert!(over_machines(&[(0, &one), (1, &two)]).is_empty());
        let told = of_other_baselines(&[(0, &one), (1, &two)]);
        assert_eq!((told.len(), told[0].0.as_str(), told[0].1[1].1.to_string()), (1, "s/b", "c.b".to_owned()));
        assert!(of_other_baselines(&[(0, &one), (2, &one)]).is_empty());
        assert!(over_machines(&[(0, &one)]).is_empty());
        assert!(over_machines(&[]).is_empty());
    }
}
