//! What implementations take of the machine beside each other: findings in, a few tables a size out.
//!
//! A metric that nobody has a value of gets no column: below the tables stands which, why, and what would help. Nor has
//! one of the system's that is 0 for everybody, as most are: a line says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Amount, ComparisonFinding, ContestFinding, Counted, METRICS, Metric, Row, Unknown, metric, unit};

use crate::model::names::listed;
use crate::report::text::{Column, Grid, GridEntry, Ink, Tone};
use crate::words::{count, memory, point, throughput, wrap};

/// Metrics that are looked at together; the first table has wall time and throughput before its own.
const GROUPS: [&[&str]; 5] = [
    &["cpu-time", "user-time", "system-time", "peak-memory", "idle-memory", "threads"],
    &["mallocs", "frees", "requested", "peak-heap", "allocated", "gc"],
    SYSTEM,
    &["read-requested", "read", "written", "program", "program-growth"],
    &["instructions", "simulated-instructions", "cycles", "branch-misses", "cache-misses"],
];

/// What the system does for a program; most calls of most programs take little of it.
const SYSTEM: &[&str] =
    &["syscalls", "minor-faults", "major-faults", "voluntary-switches", "involuntary-switches", "migrations"];

/// Nothing where nothing was counted.
pub(crate) fn resources(contest: &ContestFinding, ink: &Ink) -> String {
    let counted =
        contest.comparisons.iter().filter(|comparison| comparison.rows.iter().any(|row| !row.resources.is_empty()));
    let mut text = String::new();
    for comparison in counted {
        for (place, group) in GROUPS.iter().enumerate() {
            let table = table(contest, comparison, group, place == 0, ink);
            if !text.is_empty() && !table.is_empty() {
                text.push('\n');
            }
            text += &table;
        }
    }
    let below = heaps(contest, ink) + &unknowns(contest, ink);
    if !below.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    text + &below
}

/// Whose mallocs are counted: a runtime with a heap of its own asks the C library for little of it.
fn heaps(contest: &ContestFinding, ink: &Ink) -> String {
    let counted = |row: &Row| row.resources.get("mallocs").and_then(Amount::known).is_some();
    if !contest.comparisons.iter().flat_map(rows).any(counted) {
        return String::new();
    }
    let said = "mallocs, frees, requested and peak heap are the C library's: what a runtime keeps in a heap of its own \
                is not among them";
    format!("{}\n", ink.paint(Tone::Quiet, &wrap("  ", said, ink.width)))
}

fn table(contest: &ContestFinding, comparison: &ComparisonFinding, group: &[&str], first: bool, ink: &Ink) -> String {
    let known = |name: &&&str| rows(comparison).any(|row| row.resources.get(**name).and_then(Amount::known).is_some());
    let (nothing, metrics): (Vec<&Metric>, Vec<&Metric>) = group
        .iter()
        .filter(known)
        .filter_map(|name| metric(name))
        .partition(|metric| group == SYSTEM && rows(comparison).all(|row| is_nothing(metric, row)));
    let below = zeros(&nothing, ink);
    if metrics.is_empty() && !first {
        return below;
    }
    let title = format!("{}: what a call takes", point(comparison.size, &contest.unit, &comparison.params));
    let before: &[&str] = if first { &["wall", "throughput"] } else { &[] };
    let mut columns = vec![Column::LEFT];
    columns.resize(1 + before.len() + metrics.len(), Column::RIGHT);
    let grid = |stacked: bool| {
        let mut grid = Grid::new(&columns, if stacked { 4 } else { 0 });
        if stacked && first {
            grid.text(ink.paint(Tone::Strong, &title));
        }
        let title = if first && !stacked { title.as_str() } else { "" };
        grid.titled(title, before.iter().copied().chain(metrics.iter().map(|metric| metric.title)));
        for row in rows(comparison) {
            let mut entries = vec![GridEntry::plain(grid.above(contest.label(&row.implementation)))];
            if first {
                let wall = row.times.map(|times| times.p50);
                entries.push(GridEntry::plain(wall.map(unit::time).unwrap_or_default()));
                let rate = wall.and_then(|ns| throughput(comparison.size, ns, &contest.unit));
                entries.push(GridEntry::plain(rate.unwrap_or_default()));
            }
            entries.extend(metrics.iter().map(|metric| shown(metric, row)));
            grid.row(entries);
        }
        grid
    };
    Grid::fitted([false, true], ink, grid) + &below
}

/// What has no column, because it is 0 for everybody.
fn zeros(metrics: &[&Metric], ink: &Ink) -> String {
    if metrics.is_empty() {
        return String::new();
    }
    let titles: Vec<&str> = metrics.iter().map(|metric| metric.title).collect();
    let said = wrap("  ", &format!("0 for all: {}", titles.join(", ")), ink.width);
    format!("{}\n", ink.paint(Tone::Quiet, &said))
}

/// Known to be 0, as it would be written.
fn is_nothing(metric: &Metric, row: &Row) -> bool {
    row.resources.get(metric.name).and_then(Amount::known).is_some_and(|value| times(value) == "0")
}

/// Those that have a time: nothing was counted of the others.
fn rows(comparison: &ComparisonFinding) -> impl Iterator<Item = &Row> {
    comparison.rows.iter().filter(|row| row.times.is_some())
}

fn shown(metric: &Metric, row: &Row) -> GridEntry {
    match row.resources.get(metric.name) {
        Some(Amount::Known(value)) => GridEntry::plain(amount(metric.counted, *value)),
        Some(Amount::Unknown(_)) => GridEntry::new(Tone::Quiet, "unknown"),
        None => GridEntry::new(Tone::Quiet, "-"),
    }
}

/// A value in its unit, as people write it.
fn amount(counted: Counted, value: f64) -> String {
    match counted {
        _ if value < 0.0 => format!("-{}", amount(counted, -value)),
        Counted::Nanoseconds => unit::time(value),
        Counted::Joules => unit::energy(value),
        Counted::Bytes if value < 1024.0 => format!("{} B", times(value)),
        Counted::Bytes => memory(value),
        Counted::Times => times(value),
    }
}

fn times(value: f64) -> String {
    match value {
        value if (value - value.round()).abs() < 1e-9 => count(value.round() as u64),
        // One more or less of thousands of calls.
        value if value < 0.01 => "< 0.01".to_owned(),
        value if value >= 1000.0 => count(value.round() as u64),
        value => unit::significant(value, 3),
    }
}

/// What nobody has a value of, or somebody has not: why, and what would help.
fn unknowns(contest: &ContestFinding, ink: &Ink) -> String {
    let mut reasons: BTreeMap<&Unknown, BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    let all = || contest.comparisons.iter().flat_map(rows);
    for row in all() {
        for (name, amount) in &row.resources {
            if let Amount::Unknown(unknown) = amount {
                let names = reasons.entry(unknown).or_default().entry(name).or_default();
                names.insert(contest.label(&row.implementation));
            }
        }
    }
    let counted = all().filter(|row| !row.resources.is_empty());
    let everybody: BTreeSet<String> = counted.map(|row| contest.label(&row.implementation)).collect();
    let mut text = String::new();
    for (unknown, metrics) in reasons {
        // One sentence for all that the same are without.
        let mut alike: BTreeMap<&BTreeSet<String>, Vec<&str>> = BTreeMap::new();
        for metric in METRICS {
            if let Some(whose) = metrics.get(metric.name) {
                alike.entry(whose).or_default().push(metric.title);
            }
        }
        for (whose, titles) in alike {
            let of = if *whose == everybody {
                String::new()
            } else {
                format!(" of {}", listed(&whose.iter().collect::<Vec<_>>()))
            };
            let remedy = unknown.remedy.as_ref().map(|remedy| format!("; to know it, {remedy}")).unwrap_or_default();
            let sentence = format!("{}{of}: {}{remedy}", listed(&titles), unknown.why);
            text += &format!("{}\n", ink.paint(Tone::Quiet, &wrap("  unknown  ", &sentence, ink.width)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Resources;
    use crate::report::specimen::made_up;

    fn contest() -> ContestFinding {
        let mut contest = made_up::ladder(&[64]);
        let known = |values: &[(&str, f64)]| -> Resources {
            values.iter().map(|(name, value)| (name.to_string(), Amount::Known(*value))).collect()
        };
        let nobody = Amount::Unknown(Unknown::because("this machine has no counters of its processor"));
        for (place, row) in contest.comparisons[0].rows.iter_mut().enumerate() {
            row.resources = known(&[
                ("user-time", 90.0),
                ("system-time", 2500.0),
                ("peak-memory", 5_242_880.0),
                ("mallocs", place as f64),
                ("requested", 0.125),
            ]);
            row.resources.insert("instructions".to_owned(), nobody.clone());
            row.resources.insert("cycles".to_owned(), nobody.clone());
        }
        let closed = Amount::Unknown(Unknown::unless("tracing is closed", "mount it"));
        contest.comparisons[0].rows[1].resources.insert("syscalls".to_owned(), closed);
        contest
    }

    #[test]
    fn what_is_known_stands_in_columns_and_the_rest_below() {
        insta::assert_snapshot!(resources(&contest(), &Ink::PLAIN), @r"
        64 B: what a call takes     wall  throughput     user   system  peak memory
        ---------------------------------------------------------------------------
        rust.blake2b_simd        77.6 ns    825 MB/s  90.0 ns  2.50 us     5.00 MiB
        rust.blake2               105 ns    607 MB/s  90.0 ns  2.50 us     5.00 MiB
        c.openssl                 208 ns    308 MB/s  90.0 ns  2.50 us     5.00 MiB

                           mallocs  requested
        -------------------------------------
        rust.blake2b_simd        0    0.125 B
        rust.blake2              1    0.125 B
        c.openssl                2    0.125 B

          mallocs, frees, requested and peak heap are the C library's: what a runtime keeps in a heap of its
          own is not among them
          unknown  instructions and cycles: this machine has no counters of its processor
          unknown  syscalls of rust.blake2: tracing is closed; to know it, mount it
        ");
    }

    #[test]
    fn what_is_0_for_all_is_a_line_and_no_column() {
        let mut contest = made_up::ladder(&[64]);
        let set = |contest: &mut ContestFinding, row: usize, name: &str, amount| {
            contest.comparisons[0].rows[row].resources.insert(name.to_owned(), amount);
        };
        for row in 0..3 {
            for name in ["syscalls", "major-faults", "involuntary-switches", "migrations", "mallocs"] {
                set(&mut contest, row, name, Amount::Known(0.0));
            }
        }
        set(&mut contest, 1, "syscalls", Amount::Known(2.0));
        // Who is not known to take nothing is not said to.
        set(&mut contest, 2, "migrations", Amount::Unknown(Unknown::because("nobody saw")));
        insta::assert_snapshot!(resources(&contest, &Ink::PLAIN), @r"
        64 B: what a call takes     wall  throughput
        --------------------------------------------
        rust.blake2b_simd        77.6 ns    825 MB/s
        rust.blake2               105 ns    607 MB/s
        c.openssl                 208 ns    308 MB/s

                           mallocs
        --------------------------
        rust.blake2b_simd        0
        rust.blake2              0
        c.openssl                0

                           syscalls  migrations
        ---------------------------------------
        rust.blake2b_simd         0           0
        rust.blake2               2           0
        c.openssl                 0     unknown
          0 for all: major faults, forced switches

          mallocs, frees, requested and peak heap are the C library's: what a runtime keeps in a heap of its
          own is not among them
          unknown  migrations of c.openssl: nobody saw
        ");
        for row in 0..3 {
            set(&mut contest, row, "syscalls", Amount::Known(0.0));
            set(&mut contest, row, "migrations", Amount::Known(0.0));
        }
        insta::assert_snapshot!(resources(&contest, &Ink::PLAIN), @r"
        64 B: what a call takes     wall  throughput
        --------------------------------------------
        rust.blake2b_simd        77.6 ns    825 MB/s
        rust.blake2               105 ns    607 MB/s
        c.openssl                 208 ns    308 MB/s

                           mallocs
        --------------------------
        rust.blake2b_simd        0
        rust.blake2              0
        c.openssl                0

          0 for all: syscalls, major faults, forced switches, migrations

          mallocs, frees, requested and peak heap are the C library's: what a runtime keeps in a heap of its
          own is not among them
        ");
    }

    #[test]
    fn nothing_counted_nothing_shown() {
        assert_eq!(resources(&made_up::ladder(&[64]), &Ink::PLAIN), "");
    }

    #[test]
    fn amounts_are_written_as_people_write_them() {
        assert_eq!(amount(Counted::Times, 3.0), "3");
        assert_eq!(amount(Counted::Times, 0.12345), "0.123");
        assert_eq!(amount(Counted::Times, 0.0006), "< 0.01");
        assert_eq!(amount(Counted::Times, 12345.6), "12,346");
        assert_eq!(amount(Counted::Bytes, 64.0), "64 B");
        assert_eq!(amount(Counted::Bytes, 1_048_576.0), "1.00 MiB");
        assert_eq!(amount(Counted::Nanoseconds, 1500.0), "1.50 us");
    }
}
