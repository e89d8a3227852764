//! Compared runs as a table: a row for each field of a machine, each mean over sizes, and each cell that two
//! runs of one machine have.

use crate::model::{
    Against, BenchmarkChanges, CellChange, ComparedCode, ComparedRun, ComparedRuns, ImplementationId, Interval,
    MachineCell, MachineRatio, OverMachines, Params, Verdict,
};
use crate::words::verdict;

use super::name;
use super::table::{Table, Value};

/// What a row has in its columns; what it has nothing to say of stays empty.
#[derive(Default)]
struct CompareLine<'a> {
    kind: &'static str,
    run: Option<&'a ComparedRun>,
    from_run: Option<&'a str>,
    suite: &'a str,
    benchmark: &'a str,
    at: Option<(&'a Params, u64)>,
    unit: &'a str,
    implementation: Option<&'a ImplementationId>,
    baseline: Option<&'a ImplementationId>,
    verdict: Option<&'a Verdict>,
    ratio: Option<(f64, Interval)>,
    time_ns: Option<f64>,
    from_time_ns: Option<f64>,
    sizes: Option<usize>,
    measured: Option<&'static str>,
    code: Option<&'static str>,
}

/// Ratios are below 1 where this is faster: than the baseline of the same run, or than it was in the earlier run.
pub fn compare_table(found: &ComparedRuns) -> Table {
    let mut table = Table::default();
    for machines in &found.machines {
        for row in &machines.rows {
            for (column, ratio) in row.by_machine.iter().enumerate() {
                let mean = CompareLine {
                    kind: "mean",
                    implementation: Some(&row.implementation),
                    ratio: ratio.as_ref().map(parts),
                    sizes: Some(row.cells),
                    measured: ratio.is_some().then_some("baseline"),
                    ..on_machine(found, machines, column)
                };
                table.push(mean.columns());
            }
        }
        for (at, row) in machines.sizes.iter().flat_map(|at| at.rows.iter().map(move |row| (at, row))) {
            for (column, cell) in row.by_machine.iter().enumerate() {
                // Who took no part somewhere has no row there.
                let Some(cell) = cell else { continue };
                let field = CompareLine {
                    kind: "machine",
                    at: Some((&at.params, at.size)),
                    implementation: Some(&row.implementation),
                    verdict: Some(&cell.verdict),
                    ratio: cell.ratio.as_ref().map(parts),
                    time_ns: cell.time_ns,
                    measured: measured(cell),
                    ..on_machine(found, machines, column)
                };
                table.push(field.columns());
            }
        }
    }
    for changes in &found.changes {
        changes.cells.iter().for_each(|cell| table.push(shift(found, changes, cell).columns()));
    }
    table
}

fn on_machine<'a>(found: &'a ComparedRuns, of: &'a OverMachines, column: usize) -> CompareLine<'a> {
    CompareLine {
        run: of.runs.get(column).and_then(|run| found.runs.get(*run)),
        suite: &of.suite,
        benchmark: &of.benchmark,
        unit: &of.unit.unit,
        baseline: Some(&of.baseline),
        ..CompareLine::default()
    }
}

fn measured(cell: &MachineCell) -> Option<&'static str> {
    match (&cell.ratio, &cell.verdict) {
        (Some(_), _) => Some("baseline"),
        (None, Verdict::Unpaired) => Some("nothing"),
        (None, _) => None,
    }
}

fn shift<'a>(found: &'a ComparedRuns, of: &'a BenchmarkChanges, cell: &'a CellChange) -> CompareLine<'a> {
    CompareLine {
        kind: "shift",
        run: found.runs.get(of.to),
        from_run: found.runs.get(of.from).map(|run| run.id.as_str()),
        suite: &of.suite,
        benchmark: &of.benchmark,
        at: Some((&cell.params, cell.size)),
        unit: &of.unit.unit,
        implementation: Some(&cell.implementation),
        verdict: Some(&cell.verdict),
        ratio: Some((cell.ratio, cell.judged)),
        time_ns: Some(cell.to_ns),
        from_time_ns: Some(cell.from_ns),
        measured: Some(match cell.measured {
            Against::Baseline => "baseline",
            Against::Nothing => "nothing",
        }),
        code: Some(match cell.code {
            ComparedCode::Same => "same",
            ComparedCode::Changed => "changed",
            ComparedCode::Unknown => "unknown",
        }),
        ..CompareLine::default()
    }
}

fn parts(ratio: &MachineRatio) -> (f64, Interval) {
    (ratio.ratio, ratio.drawn)
}

impl CompareLine<'_> {
    fn columns(&self) -> Vec<(&'static str, Value)> {
        let run = |part: fn(&ComparedRun) -> &str| Value::maybe(self.run.map(part).filter(|part| !part.is_empty()));
        let id = |part: fn(&ImplementationId) -> &str| Value::maybe(self.implementation.map(part));
        let ratio = |part: fn((f64, Interval)) -> f64| {
            Value::number(self.ratio.map(part).filter(|log| log.is_finite()).map(f64::exp))
        };
        vec![
            ("kind", Value::text(self.kind)),
            ("run", run(|run| &run.id)),
            ("fingerprint", run(|run| &run.fingerprint)),
            ("machine", run(|run| &run.machine)),
            ("mode", run(|run| run.mode.word())),
            ("from_run", Value::maybe(self.from_run)),
            ("suite", Value::text(self.suite)),
            ("benchmark", Value::text(self.benchmark)),
            ("params", Value::Text(self.at.map(|(params, _)| name::params(params).into()))),
            ("size", self.at.map_or(Value::Count(None), |(_, size)| Value::count(size))),
            ("unit", Value::text(self.unit)),
            ("implementation", Value::Text(self.implementation.map(|id| id.to_string().into()))),
            ("language", id(|id| &id.language)),
            ("name", id(|id| &id.name)),
            ("build", Value::maybe(self.implementation.and_then(|id| id.build.as_deref()))),
            ("baseline", Value::Text(self.baseline.map(|id| id.to_string().into()))),
            ("verdict", Value::maybe(self.verdict.map(Verdict::word))),
            ("says", Value::Text(self.verdict.map(|verdict| verdict::verdict(verdict).into()))),
            ("ratio", ratio(|(ratio, _)| ratio)),
            ("ratio_low", ratio(|(_, within)| within.low)),
            ("ratio_high", ratio(|(_, within)| within.high)),
            ("time_ns", Value::number(self.time_ns)),
            ("from_time_ns", Value::number(self.from_time_ns)),
            ("sizes", self.sizes.map_or(Value::Count(None), Value::count)),
            ("measured", Value::maybe(self.measured)),
            ("code", Value::maybe(self.code)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::formats::csv;
    use crate::report::specimen::compare_specimen;

    #[test]
    fn each_kind_of_row_has_its_columns_and_the_rest_is_empty() {
        let text = String::from_utf8(csv(&compare_table(&compare_specimen::both("c.b"))).unwrap()).unwrap();
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().unwrap().clone();
        let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let get =
            |row: &::csv::StringRecord, name: &str| row[heads.iter().position(|head| head == name).unwrap()].to_owned();
        let of = |kind: &str| rows.iter().filter(|row| get(row, "kind") == kind).collect::<Vec<_>>();
        // Three implementations on three machines; two sizes with five fields each; four cells.
        assert_eq!([of("mean").len(), of("machine").len(), of("shift").len(), rows.len()], [9, 10, 4, 23]);
        let first = of("machine")[0];
        let expected =
            [("run", "0a"), ("fingerprint", "5eed-CPU 1"), ("size", "64"), ("measured", "baseline"), ("code", "")];
        expected.iter().for_each(|(name, value)| assert_eq!(get(first, name), *value, "{name}"));
        assert!((get(first, "ratio").parse::<f64>().unwrap() - 0.5).abs() < 1e-12);
        let unpaired = of("machine")[2];
        let expected =
            [("verdict", "unpaired"), ("mode", "imported"), ("ratio", ""), ("time_ns", "42"), ("measured", "nothing")];
        expected.iter().for_each(|(name, value)| assert_eq!(get(unpaired, name), *value, "{name}"));
        let moved = of("shift")[3];
        let expected =
            [("from_run", "0a"), ("run", "0b"), ("code", "unknown"), ("ratio_low", ""), ("verdict", "not-enough")];
        expected.iter().for_each(|(name, value)| assert_eq!(get(moved, name), *value, "{name}"));
    }
}
