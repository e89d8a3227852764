//! Compared runs for tests: three machines with every kind of field, and two runs of one machine.

use crate::model::{
    Against, BenchmarkChanges, CellChange, ComparedCode, ComparedRun, ComparedRuns, Interval, MachineCell,
    MachineRatio, MachineRow, MachineSize, MissingCell, Mode, OverMachines, RunSetting, RunsNotice, SizeRow, Verdict,
};
use crate::report::specimen::made_up::{bytes, id};

pub(crate) fn run(id: &str, machine: &str, mode: Mode) -> ComparedRun {
    let fingerprint = format!("5eed-{machine}");
    ComparedRun { id: id.into(), began: 0, note: String::new(), mode, fingerprint, machine: machine.into() }
}

pub(crate) fn ratio(ratio: f64) -> Option<MachineRatio> {
    let drawn = Interval { low: ratio.ln() - 0.05, high: ratio.ln() + 0.05 };
    Some(MachineRatio { ratio: ratio.ln(), drawn })
}

/// Machines A, B and C, of which C's run was imported; `name` is one implementation's.
pub(crate) fn machines(name: &str) -> ComparedRuns {
    let row = |id, by_machine: Vec<Option<MachineRatio>>, mean: Option<f64>, best| MachineRow {
        implementation: id,
        by_machine,
        mean: mean.map(f64::ln),
        best: Some(best),
        cells: 2,
    };
    let named = || crate::model::ImplementationId { language: "c".into(), name: name[2..].into(), build: None };
    let cell = |of: f64| {
        let verdict = Verdict::Same { margin: 0.01, leaning: None };
        Some(MachineCell { time_ns: Some(100.0 * of), ratio: ratio(of), verdict })
    };
    let without = |time_ns, verdict| Some(MachineCell { time_ns, ratio: None, verdict });
    let died = Verdict::Failed { text: "died: signal 11".into() };
    let size = |size, factor: f64| MachineSize {
        params: Default::default(),
        size,
        rows: vec![
            SizeRow {
                implementation: named(),
                by_machine: vec![cell(0.5 * factor), cell(1.02), without(Some(42.0), Verdict::Unpaired)],
                mean: None,
                best: Some(0),
            },
            SizeRow {
                implementation: id("c.d"),
                by_machine: vec![without(None, died.clone()), cell(2.5 * factor), None],
                mean: None,
                best: Some(1),
            },
        ],
    };
    let table = OverMachines {
        suite: "s".into(),
        benchmark: "b".into(),
        unit: bytes(),
        decides: None,
        baseline: id("c.a"),
        runs: vec![0, 1, 2],
        rows: vec![
            row(named(), vec![ratio(0.5), ratio(1.02), None], None, 0),
            row(id("c.d"), vec![None, ratio(2.5), None], None, 1),
            row(id("c.e"), vec![ratio(0.11), ratio(7.0), ratio(1.1)], Some(0.946), 0),
        ],
        sizes: vec![size(64, 1.0), size(1024, 1.1)],
    };
    ComparedRuns {
        runs: vec![
            run("0a", "CPU 1", Mode::Standard),
            run("0b", "CPU 2", Mode::Standard),
            run("0c", "CPU 3", Mode::Imported),
        ],
        machines: vec![table],
        changes: Vec::new(),
        missing: Vec::new(),
        notices: vec![RunsNotice::Imported { run: 2 }],
    }
}

pub(crate) fn shift(name: &str, size: u64, verdict: Verdict, code: ComparedCode) -> CellChange {
    CellChange {
        implementation: id(name),
        params: Default::default(),
        size,
        from_ns: 100.0,
        to_ns: 110.0,
        ratio: 1.1f64.ln(),
        judged: Interval { low: 0.05, high: 0.15 },
        verdict,
        measured: if code == ComparedCode::Same { Against::Nothing } else { Against::Baseline },
        code,
    }
}

/// A cell of run A that run B has no time of.
pub(crate) fn missing_cell(name: &str, size: u64, verdict: Option<Verdict>) -> MissingCell {
    MissingCell {
        suite: "s".into(),
        benchmark: "b".into(),
        unit: bytes(),
        from: 0,
        to: 1,
        implementation: id(name),
        params: Default::default(),
        size,
        verdict,
    }
}

/// Runs A and B of one machine: what moved, what did not, and what nobody can tell.
pub(crate) fn moved() -> ComparedRuns {
    let slower = Verdict::Slower { at_least: 0.05, likely: 0.1, at_most: None };
    let unsure = Verdict::NotEnough;
    let cells = vec![
        shift("c.a", 64, slower.clone(), ComparedCode::Same),
        shift("c.b", 64, slower, ComparedCode::Changed),
        shift("c.d", 64, Verdict::Same { margin: 0.01, leaning: None }, ComparedCode::Changed),
        CellChange { judged: Interval::EVERYTHING, ..shift("c.e", 1024, unsure, ComparedCode::Unknown) },
    ];
    let changes = BenchmarkChanges {
        suite: "s".into(),
        benchmark: "b".into(),
        unit: bytes(),
        from: 0,
        to: 1,
        margin: 0.01,
        cells,
    };
    ComparedRuns {
        runs: vec![run("0a", "CPU 1", Mode::Standard), run("0b", "CPU 1", Mode::Standard)],
        machines: Vec::new(),
        changes: vec![changes],
        missing: Vec::new(),
        notices: vec![RunsNotice::Differs {
            what: RunSetting::Kernel,
            from: (0, Some("6.1".into())),
            to: (1, Some("6.2".into())),
        }],
    }
}

/// Both kinds of comparison in one.
pub(crate) fn both(name: &str) -> ComparedRuns {
    ComparedRuns { changes: moved().changes, ..machines(name) }
}
