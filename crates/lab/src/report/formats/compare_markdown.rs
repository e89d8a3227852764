//! Compared runs as Markdown for a pull request: which runs, machines by benchmark, and what moved.

use crate::report::sheet::{ChangeTable, ChangeTableRow, MachineTable, MachineTableRow, RunHead, RunsSheet, Tile};

use super::markdown::{bullets, escaped};

pub fn compare_markdown(sheet: &RunsSheet) -> String {
    let mut text = format!("### {}\n\n", escaped(&sheet.title));
    text += &runs(sheet);
    text += &format!("{}\n\n", RunsSheet::UNPAIRED);
    text += &bullets(&sheet.notices);
    if !sheet.notices.is_empty() {
        text.push('\n');
    }
    for name in sheet.benchmarks() {
        let of = sheet.tables.iter().filter(|table| table.name == name);
        let (overview, sizes): (Vec<&MachineTable>, Vec<&MachineTable>) = of.partition(|table| table.overview);
        text += &format!("#### {} by machine\n\n", escaped(name));
        text += &overview.iter().map(|table| machine_table(sheet, table)).collect::<String>();
        if !sizes.is_empty() {
            text += "<details><summary>Size by size</summary>\n\n";
            text += &sizes.iter().map(|table| machine_table(sheet, table)).collect::<String>();
            text += "</details>\n\n";
        }
    }
    text += &sheet.changes.iter().map(change_table).collect::<String>();
    if sheet.is_empty() {
        text += "**These runs have no benchmark in common with an implementation that both measured.**\n";
    }
    text
}

fn runs(sheet: &RunsSheet) -> String {
    let line = |run: &RunHead| {
        let mode = if run.unpaired { format!("{}, **unpaired**", run.mode) } else { run.mode.to_owned() };
        let [id, machine, fingerprint, note] =
            [&run.id, &run.machine, &run.fingerprint, &run.note].map(|text| escaped(text));
        format!("| {} | {id} | {} | {mode} | {machine} | {fingerprint} | {note} |\n", run.letter, run.began)
    };
    let head = "| run | id | began | mode | machine | fingerprint | note |\n|:--|:--|:--|:--|:--|:--|:--|\n";
    format!("{head}{}\n", sheet.runs.iter().map(line).collect::<String>())
}

fn machine_table(sheet: &RunsSheet, table: &MachineTable) -> String {
    let letters: Vec<&str> = table.columns.iter().map(|run| sheet.runs[*run].letter.as_str()).collect();
    let heads: String = letters.iter().map(|letter| format!(" {letter} |")).collect();
    let sides = "--:|".repeat(letters.len());
    let row = |row: &MachineTableRow| {
        let best = row.best.and_then(|best| letters.get(best)).copied().unwrap_or_default();
        let fields: String = row.tiles.iter().map(|tile| format!(" {} |", field(tile))).collect();
        format!("| `{}` |{fields} {} | {best} |\n", row.name.replace(['`', '|'], "?"), row.mean)
    };
    let rows: String = table.rows.iter().map(row).collect();
    let title = escaped(&format!("{}: {} beside {}", table.place, table.what, table.baseline));
    format!("| {title} |{heads} mean | best |\n|:--|{sides}--:|:--|\n{rows}\n")
}

fn field(tile: &Tile) -> String {
    match (&tile.ratio, tile.time.as_str()) {
        (Some(_), _) => format!("{} ({})", escaped(&tile.text), escaped(&tile.within)),
        (None, "") => escaped(&tile.text),
        (None, time) => format!("{} ({})", escaped(&tile.text), escaped(time)),
    }
}

fn change_table(of: &ChangeTable) -> String {
    let [from, to] = &of.letters;
    let mut text = format!("#### {}, {to} against {from}\n\n**{}**\n\n", escaped(&of.name), escaped(&of.summary));
    let (news, rest): (Vec<&ChangeTableRow>, Vec<&ChangeTableRow>) = of.rows.iter().partition(|row| row.is_news());
    let table = |rows: &[&ChangeTableRow]| {
        let head =
            format!("| implementation | at | {from} | {to} | {to} over {from} | interval | verdict | taken | code |\n");
        let rows: String = rows.iter().map(|row| line(row)).collect();
        format!("{head}|:--|:--|--:|--:|--:|--:|:--|:--|:--|\n{rows}\n")
    };
    if !news.is_empty() {
        text += &table(&news);
    }
    if !rest.is_empty() {
        let count = rest.len();
        text += &format!(
            "<details><summary>{count} that did not move for certain</summary>\n\n{}</details>\n\n",
            table(&rest)
        );
    }
    text
}

fn line(row: &ChangeTableRow) -> String {
    let [before, after] = &row.times;
    format!(
        "| `{}` | {} | {before} | {after} | {} | {} | {} | {} | {} |\n",
        row.name.replace(['`', '|'], "?"),
        escaped(&row.at),
        row.by,
        row.within,
        escaped(&row.verdict),
        row.measured(),
        row.code
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::compare_specimen;

    #[test]
    fn every_part_has_its_lines() {
        let text = compare_markdown(&RunsSheet::of(&compare_specimen::both("c.b")));
        for line in [
            "### 3 runs compared: s/b",
            "| C | 0c | 1970-01-01 00:00 UTC | imported, **unpaired** | CPU 3 | 5eed-CPU 3 |  |",
            "- 0c was measured by another tool, one implementation after the other: it is unpaired, its times are shown, \
             and nothing is said of their ratios",
            "| mean over sizes: time beside c.a | A | B | C | mean | best |",
            "|:--|--:|--:|--:|--:|:--|",
            "| `c.b` | 0.500x (0.47..0.53) | \\~1.02x (0.97..1.08) | - |  | A |",
            "| `c.d` | failed | 2.50x (2.37..2.63) | not run |  | B |",
            "#### s/b, B against A",
            "| `c.a` | 64 B | 100 ns | 110 ns | 1.10x | 1.05..1.17 | at least 1.050x as long | unpaired: its times alone | the same |",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} not in {text}");
        }
        assert_eq!(text, compare_markdown(&RunsSheet::of(&compare_specimen::both("c.b"))));
    }

    #[test]
    fn a_name_is_no_markup() {
        let text = compare_markdown(&RunsSheet::of(&compare_specimen::both("c.`|<script>")));
        assert!(text.contains("| `c.??<script>` |"), "{text}");
    }
}
