//! Compared runs as text: machines in columns, and what became of each cell.

use crate::report::sheet::{
    ChangeTable, ChangeTableRow, MachineTable, MachineTableRow, RunHead, RunsSheet, Shade, Tile,
};
use crate::report::text::{Column, Grid, GridEntry, Ink, Tone};
use crate::words::wrap;

/// `all`: machines size by size, and cells that did not move, too.
pub fn compare_text(sheet: &RunsSheet, all: bool, ink: &Ink) -> String {
    let mut text = runs(&sheet.runs, ink);
    text.extend(sheet.notices.iter().map(|notice| wrap("note: ", notice, ink.width) + "\n"));
    let tables: Vec<&MachineTable> = sheet.tables.iter().filter(|table| all || table.overview).collect();
    text.extend(tables.iter().map(|table| format!("\n{}", by_machine(sheet, table, ink))));
    text += &explained(&tables, ink);
    text.extend(sheet.changes.iter().map(|changes| format!("\n{}", of_benchmark(changes, all, ink))));
    if sheet.is_empty() {
        text += "\nThese runs have no benchmark in common with an implementation that both measured.\n";
    }
    text
}

fn runs(runs: &[RunHead], ink: &Ink) -> String {
    let mut grid = Grid::new(&[Column::LEFT; 7], 0);
    for run in runs {
        grid.row(vec![
            GridEntry::new(Tone::Strong, &run.letter),
            GridEntry::plain(&run.id),
            GridEntry::new(Tone::Quiet, &run.began),
            GridEntry::plain(&run.machine),
            GridEntry::new(Tone::Quiet, format!("[{}]", run.short_fingerprint())),
            GridEntry::new(Tone::Poor, if run.unpaired { "unpaired" } else { "" }),
            GridEntry::new(Tone::Quiet, &run.note),
        ]);
    }
    format!("{}{}\n", grid.render(ink), wrap("", RunsSheet::UNPAIRED, ink.width))
}

fn by_machine(sheet: &RunsSheet, table: &MachineTable, ink: &Ink) -> String {
    let title = format!("{} by machine, {}, {} beside {}", table.name, table.place, table.what, table.baseline);
    let mut columns = vec![Column::LEFT];
    columns.resize(table.columns.len() + 4, Column::RIGHT);
    let mut grid = Grid::new(&columns, 0);
    let machines = table.columns.iter().map(|run| GridEntry::new(Tone::Strong, &sheet.runs[*run].letter));
    let rest = ["mean", "best", "sizes"].map(|word| GridEntry::new(Tone::Quiet, word));
    grid.head([GridEntry::new(Tone::Strong, "implementation")].into_iter().chain(machines).chain(rest).collect());
    for row in &table.rows {
        grid.row(machine_row(sheet, table, row));
    }
    format!("{}\n{}", ink.paint(Tone::Strong, &title), grid.render(ink))
}

fn machine_row(sheet: &RunsSheet, table: &MachineTable, row: &MachineTableRow) -> Vec<GridEntry> {
    let field = |tile: &Tile| match tile.shade {
        Shade::Step(step) => GridEntry::new(Tone::Step(step), &tile.text),
        Shade::Unsure => GridEntry::plain(&tile.text),
        Shade::Unknown => GridEntry::new(Tone::Quiet, format!("{} {}", tile.text, tile.time).trim_end()),
    };
    let best = row.best.and_then(|best| table.columns.get(best)).map_or("", |run| sheet.runs[*run].letter.as_str());
    let sizes = if table.is_mean { row.sizes.to_string() } else { String::new() };
    let mut entries = vec![GridEntry::plain(&row.name)];
    entries.extend(row.tiles.iter().map(field));
    entries.extend([
        GridEntry::plain(&row.mean),
        GridEntry::new(Tone::Quiet, best),
        GridEntry::new(Tone::Quiet, sizes),
    ]);
    entries
}

/// What the signs in tables of machines say, as far as there are any.
fn explained(tables: &[&MachineTable], ink: &Ink) -> String {
    let tiles = || tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.tiles);
    let mut pieces = Vec::new();
    if tiles().any(|tile| tile.ratio.is_some()) {
        pieces.push("below 1x: faster than the baseline of the same run");
    }
    if tiles().any(|tile| tile.shade == Shade::Unsure) {
        pieces.push("~: which is faster is not certain");
    }
    if tiles().any(|tile| tile.text == "-") {
        pieces.push("-: no time at a size that the others have too");
    }
    if pieces.is_empty() { String::new() } else { wrap("", &(pieces.join("; ") + "."), ink.width) + "\n" }
}

fn of_benchmark(changes: &ChangeTable, all: bool, ink: &Ink) -> String {
    let [from, to] = &changes.letters;
    let mut text = format!("{}\n", ink.paint(Tone::Strong, &format!("{}, {to} against {from}", changes.name)));
    text += &(wrap("", &changes.summary, ink.width) + "\n");
    let shown: Vec<&ChangeTableRow> = changes.rows.iter().filter(|row| all || row.is_news()).collect();
    if shown.is_empty() {
        return text;
    }
    let columns = [Column::LEFT, Column::RIGHT, Column::RIGHT, Column::RIGHT, Column::LEFT, Column::LEFT, Column::LEFT];
    let mut grid = Grid::new(&columns, 0);
    let heads = ["implementation", "size", from.as_str(), to.as_str(), "of both", "code", ""];
    grid.head(heads.iter().map(|head| GridEntry::new(Tone::Quiet, *head)).collect());
    for row in &shown {
        grid.row(vec![
            GridEntry::plain(&row.name),
            GridEntry::plain(&row.at),
            GridEntry::plain(&row.times[0]),
            GridEntry::plain(&row.times[1]),
            GridEntry::new(row.tone, &row.verdict),
            GridEntry::new(Tone::Quiet, row.code),
            GridEntry::new(Tone::Quiet, if row.paired { "" } else { "unpaired" }),
        ]);
    }
    text += &grid.render(ink);
    if shown.iter().any(|row| !row.paired) {
        let why = "unpaired: its times alone, not beside the baseline's; what slowed the machine is in them.";
        text += &(wrap("", why, ink.width) + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::compare_specimen;

    #[test]
    fn what_moved_is_shown_and_the_rest_is_counted() {
        let sheet = RunsSheet::of(&compare_specimen::moved());
        insta::assert_snapshot!(compare_text(&sheet, false, &Ink::PLAIN), @"
        A  0a  1970-01-01 00:00 UTC  CPU 1  [5eed-CPU 1]
        B  0b  1970-01-01 00:00 UTC  CPU 1  [5eed-CPU 1]
        Runs were not measured side by side: whatever changed between them, and is not known here, is in
        their differences.
        note: kernel: `6.1` in 0a, `6.2` in 0b

        s/b, B against A
        Of 3 cells whose code is not known to be the same, 1 slower in B, 0 faster, 1 the same, 1 undecided;
        code that is the same moved by +10.0 % to +10.0 %.
        implementation  size       A       B  of both                  code
        ---------------------------------------------------------------------------------
        c.a             64 B  100 ns  110 ns  at least 1.050x as long  the same  unpaired
        c.b             64 B  100 ns  110 ns  at least 1.050x as long  changed
        unpaired: its times alone, not beside the baseline's; what slowed the machine is in them.
        ");
        let all = compare_text(&sheet, true, &Ink::PLAIN);
        assert!(all.contains("c.d ") && all.contains("c.e ") && all.contains("not known yet"), "{all}");
    }

    #[test]
    fn machines_are_columns() {
        let sheet = RunsSheet::of(&compare_specimen::machines("c.b"));
        insta::assert_snapshot!(compare_text(&sheet, false, &Ink::PLAIN), @r"
        A  0a  1970-01-01 00:00 UTC  CPU 1  [5eed-CPU 1]
        B  0b  1970-01-01 00:00 UTC  CPU 2  [5eed-CPU 2]
        C  0c  1970-01-01 00:00 UTC  CPU 3  [5eed-CPU 3]  unpaired
        Runs were not measured side by side: whatever changed between them, and is not known here, is in
        their differences.
        note: 0c was measured by another tool, one implementation after the other: it is unpaired, its times
              are shown, and nothing is said of their ratios

        s/b by machine, mean over sizes, time beside c.a
        implementation       A       B      C    mean  best  sizes
        ----------------------------------------------------------
        c.b             0.500x  ~1.02x      -             A      2
        c.d                  -   2.50x      -             B      2
        c.e             0.110x   7.00x  1.10x  0.946x     A      2
        below 1x: faster than the baseline of the same run; ~: which is faster is not certain; -: no time at
        a size that the others have too.
        ");
        let all = compare_text(&sheet, true, &Ink::PLAIN);
        for part in ["s/b by machine, 1 KiB, time beside c.a", "unpaired 42.0 ns", "failed", "not run"] {
            assert!(all.contains(part), "{part} in {all}");
        }
    }

    #[test]
    fn where_there_is_colour_fields_are_shaded_and_say_the_same() {
        let sheet = RunsSheet::of(&compare_specimen::machines("c.b"));
        let painted = compare_text(&sheet, false, &Ink { colour: true, ..Ink::PLAIN });
        assert!(painted.contains("48;5;25") && painted.contains("38;5;231"), "{painted}");
        let mut bare = String::new();
        let mut rest = painted.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            bare += before;
            rest = after.split_once('m').unwrap().1;
        }
        bare += rest;
        let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&bare), lines(&compare_text(&sheet, false, &Ink::PLAIN)));
    }
}
