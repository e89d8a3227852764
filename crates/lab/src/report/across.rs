//! Runs beside each other as text: machines in columns, and what became of each cell.

use crate::model::{
    Across, Against, Better, Code, MachineRatio, MachineRow, OverMachines, RunBeside, Shift, Shifts, Verdict, unit,
};

use super::grid::{Column, Entry, Grid};
use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};
use super::quantity::{counted, date, point};
use super::words::{tone, verdict};

/// `all`: cells that did not move too.
pub fn across(found: &Across, all: bool, ink: &Ink) -> String {
    let mut text = runs(&found.runs, ink);
    for notice in &found.notices {
        text += &wrap("note: ", &clean(notice), ink.width);
        text.push('\n');
    }
    for machines in &found.machines {
        text += "\n";
        text += &over_machines(machines, ink);
    }
    for shifts in &found.shifts {
        text += "\n";
        text += &of_benchmark(shifts, all, ink);
    }
    if found.machines.is_empty() && found.shifts.is_empty() {
        text += "\nThese runs have no benchmark in common with an implementation that both measured.\n";
    }
    text
}

fn runs(runs: &[RunBeside], ink: &Ink) -> String {
    let mut grid = Grid::new(&[Column::LEFT; 5], 0);
    for (index, run) in runs.iter().enumerate() {
        grid.row(vec![
            Entry::new(Tone::Strong, label(index)),
            Entry::plain(&run.id),
            Entry::new(Tone::Quiet, date(run.began)),
            Entry::plain(&run.machine),
            Entry::new(Tone::Quiet, &run.note),
        ]);
    }
    let text = "Runs were not measured side by side: whatever changed between them, and is not known here, is in their \
                differences.";
    format!("{}{}\n", grid.render(ink), wrap("", text, ink.width))
}

/// Runs are called by letters, in the order in which they were given.
fn label(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    std::iter::repeat_n(letter, index / 26 + 1).collect()
}

fn over_machines(table: &OverMachines, ink: &Ink) -> String {
    let what = match &table.metric {
        Some(metric) => format!("{} as a multiple of that of", metric.name),
        None => "times of".to_owned(),
    };
    let title = format!("{}/{} by machine, {what} {}", table.suite, table.benchmark, table.baseline);
    // Of what is better the more there is, costs are one over it.
    let is_inverse = table.metric.as_ref().is_some_and(|metric| metric.better == Better::More);
    let mut columns = vec![Column::LEFT];
    columns.resize(table.runs.len() + 4, Column::RIGHT);
    let mut grid = Grid::new(&columns, 0);
    let machines = table.runs.iter().map(|run| Entry::new(Tone::Strong, label(*run)));
    let rest = ["mean", "best", "sizes"].map(|word| Entry::new(Tone::Quiet, word));
    grid.head([Entry::new(Tone::Strong, "implementation")].into_iter().chain(machines).chain(rest).collect());
    for row in &table.rows {
        grid.row(machine_row(row, &table.runs, if is_inverse { -1.0 } else { 1.0 }));
    }
    format!("{}\n{}", ink.paint(Tone::Strong, &clean(&title)), grid.render(ink))
}

fn machine_row(row: &MachineRow, runs: &[usize], sign: f64) -> Vec<Entry> {
    let times = |log: f64| format!("{}x", unit::significant((sign * log).exp(), 3));
    let cell = |ratio: &Option<MachineRatio>| match ratio {
        // Whether it is certain which of the two is faster is what the colour tells.
        Some(ratio) if ratio.drawn.high < 0.0 => Entry::new(Tone::Good, times(ratio.ratio)),
        Some(ratio) if ratio.drawn.low > 0.0 => Entry::new(Tone::Poor, times(ratio.ratio)),
        Some(ratio) => Entry::plain(format!("~{}", times(ratio.ratio))),
        None => Entry::plain("-"),
    };
    let best = row.best.and_then(|best| runs.get(best)).map_or(String::new(), |run| label(*run));
    let mut entries = vec![Entry::plain(row.implementation.to_string())];
    entries.extend(row.by_machine.iter().map(cell));
    entries.push(Entry::plain(row.mean.map_or(String::new(), times)));
    entries.push(Entry::new(Tone::Quiet, best));
    entries.push(Entry::new(Tone::Quiet, row.cells.to_string()));
    entries
}

fn of_benchmark(shifts: &Shifts, all: bool, ink: &Ink) -> String {
    let (from, to) = (label(shifts.from), label(shifts.to));
    let title = format!("{}/{}, {to} against {from}", shifts.suite, shifts.benchmark);
    let mut text = format!("{}\n", ink.paint(Tone::Strong, &clean(&title)));
    text += &wrap("", &summary(shifts, &from, &to), ink.width);
    text.push('\n');
    let shown: Vec<&Shift> = shifts.cells.iter().filter(|cell| all || is_news(cell)).collect();
    if shown.is_empty() {
        return text;
    }
    let columns = [Column::LEFT, Column::RIGHT, Column::RIGHT, Column::RIGHT, Column::LEFT, Column::LEFT];
    let mut grid = Grid::new(&columns, 0);
    let heads = ["implementation", "size", from.as_str(), to.as_str(), "of both", "code"];
    grid.head(heads.iter().map(|head| Entry::new(Tone::Quiet, *head)).collect());
    for cell in shown {
        grid.row(vec![
            Entry::plain(cell.implementation.to_string()),
            Entry::plain(point(cell.size, &shifts.unit, &cell.params)),
            Entry::plain(unit::time(cell.from_ns)),
            Entry::plain(unit::time(cell.to_ns)),
            Entry::new(tone(&cell.verdict), verdict(&cell.verdict)),
            Entry::new(Tone::Quiet, code(cell)),
        ]);
    }
    text + &grid.render(ink)
}

/// A cell that moved for certain.
fn is_news(cell: &Shift) -> bool {
    matches!(cell.verdict, Verdict::Faster { .. } | Verdict::Slower { .. })
}

fn summary(shifts: &Shifts, from: &str, to: &str) -> String {
    let of = |wanted: fn(&Verdict) -> bool| {
        let own = shifts.cells.iter().filter(|cell| cell.code != Code::Same);
        own.filter(|cell| wanted(&cell.verdict)).count()
    };
    let slower = of(|verdict| matches!(verdict, Verdict::Slower { .. }));
    let faster = of(|verdict| matches!(verdict, Verdict::Faster { .. }));
    let same = of(|verdict| matches!(verdict, Verdict::Same { .. }));
    let whole = of(|_| true);
    let mut pieces = match whole {
        0 => {
            vec![format!("every one of {} runs the same code in {from} and {to}", counted(shifts.cells.len(), "cell"))]
        }
        _ => vec![format!(
            "of {} whose code is not known to be the same, {slower} slower in {to}, {faster} faster, {same} the same, {} \
             undecided",
            counted(whole, "cell"),
            whole - slower - faster - same
        )],
    };
    let moved = shifts.cells.iter().filter(|cell| cell.code == Code::Same).map(|cell| cell.ratio);
    let (low, high) = moved.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| (low.min(it), high.max(it)));
    if low <= high {
        let percent = |log: f64| format!("{:+.1} %", log.exp_m1() * 100.0);
        pieces.push(format!("code that is the same moved by {} to {}", percent(low), percent(high)));
    }
    format!("{}.", pieces.join("; "))
}

fn code(cell: &Shift) -> &'static str {
    match (cell.code, cell.measured) {
        (Code::Same, _) => "the same",
        (_, Against::Baseline) => "beside the baseline",
        (Code::Changed, Against::Nothing) => "changed; its times alone",
        (Code::Unknown, Against::Nothing) => "its times alone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Interval, Mode, TrialMetric};
    use crate::report::specimen::{bytes, id};

    fn beside(id: &str, machine: &str) -> RunBeside {
        RunBeside {
            id: id.into(),
            began: 0,
            note: String::new(),
            mode: Mode::Standard,
            fingerprint: machine.into(),
            machine: machine.into(),
        }
    }

    fn shift(name: &str, size: u64, verdict: Verdict, code: Code) -> Shift {
        Shift {
            implementation: id(name),
            params: Default::default(),
            size,
            from_ns: 100.0,
            to_ns: 110.0,
            ratio: 1.1f64.ln(),
            judged: Interval { low: 0.05, high: 0.15 },
            verdict,
            measured: if code == Code::Same { Against::Nothing } else { Against::Baseline },
            code,
        }
    }

    #[test]
    fn what_moved_is_shown_and_the_rest_is_counted() {
        let slower = Verdict::Slower { at_least: 0.05, likely: 0.1 };
        let cells = vec![
            shift("c.a", 64, slower.clone(), Code::Same),
            shift("c.b", 64, slower, Code::Changed),
            shift("c.d", 64, Verdict::Same { margin: 0.01, leaning: None }, Code::Changed),
        ];
        let shifts =
            Shifts { suite: "s".into(), benchmark: "b".into(), unit: bytes(), from: 0, to: 1, margin: 0.01, cells };
        let found = Across {
            runs: vec![beside("0a", "CPU 1"), beside("0b", "CPU 1")],
            machines: Vec::new(),
            shifts: vec![shifts],
            notices: vec!["kernel: `6.1` in 0a, `6.2` in 0b".into()],
        };
        insta::assert_snapshot!(across(&found, false, &Ink::PLAIN), @r"
        A  0a  1970-01-01 00:00 UTC  CPU 1
        B  0b  1970-01-01 00:00 UTC  CPU 1
        Runs were not measured side by side: whatever changed between them, and is not known here, is in
        their differences.
        note: kernel: `6.1` in 0a, `6.2` in 0b

        s/b, B against A
        of 2 cells whose code is not known to be the same, 1 slower in B, 0 faster, 1 the same, 0 undecided;
        code that is the same moved by +10.0 % to +10.0 %.
        implementation  size       A       B  of both                                     code
        -----------------------------------------------------------------------------------------------------
        c.a             64 B  100 ns  110 ns  slower by at least 5.0 %, most likely 10 %  the same
        c.b             64 B  100 ns  110 ns  slower by at least 5.0 %, most likely 10 %  beside the baseline
        ");
    }

    #[test]
    fn machines_are_columns() {
        let ratio = |ratio: f64| {
            let drawn = Interval { low: ratio.ln() - 0.05, high: ratio.ln() + 0.05 };
            Some(MachineRatio { ratio: ratio.ln(), drawn })
        };
        let row = |name: &str, by_machine: Vec<Option<MachineRatio>>, mean: Option<f64>, best: usize| MachineRow {
            implementation: id(name),
            by_machine,
            mean: mean.map(f64::ln),
            best: Some(best),
            cells: 3,
        };
        let table = OverMachines {
            suite: "s".into(),
            benchmark: "b".into(),
            baseline: id("c.a"),
            metric: None,
            runs: vec![0, 1],
            rows: vec![
                row("c.b", vec![ratio(0.5), ratio(1.02)], Some(0.714), 0),
                row("c.d", vec![None, ratio(2.5)], None, 1),
            ],
        };
        let found = Across {
            runs: vec![beside("0a", "CPU 1"), beside("0b", "CPU 2")],
            machines: vec![table],
            shifts: Vec::new(),
            notices: Vec::new(),
        };
        let mut by_metric = found.clone();
        by_metric.machines[0].metric =
            Some(TrialMetric { name: "depth".into(), unit: "frame".into(), better: Better::More });
        let text = across(&by_metric, false, &Ink::PLAIN);
        assert!(text.contains("s/b by machine, depth as a multiple of that of c.a\n"), "{text}");
        assert!(text.contains("c.b             2.00x  ~0.980x  1.40x     A      3\n"), "{text}");
        insta::assert_snapshot!(across(&found, false, &Ink::PLAIN), @r"
        A  0a  1970-01-01 00:00 UTC  CPU 1
        B  0b  1970-01-01 00:00 UTC  CPU 2
        Runs were not measured side by side: whatever changed between them, and is not known here, is in
        their differences.

        s/b by machine, times of c.a
        implementation       A       B    mean  best  sizes
        ---------------------------------------------------
        c.b             0.500x  ~1.02x  0.714x     A      3
        c.d                  -   2.50x             B      3
        ");
    }
}
