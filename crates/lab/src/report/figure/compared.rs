//! All pictures of runs compared: heat maps and bars of machines, and what moved from run to run.

use crate::model::names::each_once;
use crate::report::sheet::{ChangeTable, ChangeTableRow, MachineTable, MachineTableRow, RunHead, RunsSheet};
use crate::words::slug;

use super::{Axis, Figure, Form, Mark, Point, Series};

/// So many columns of a heat map have room for their machine's name.
const NAMED: usize = 5;

/// Of each benchmark the overview and each size as a heat map, then as bars; then each pair of runs, size by size.
pub fn compare_figures(sheet: &RunsSheet) -> Vec<Figure> {
    let heat_maps = sheet.tables.iter().map(|table| heat_map(sheet, table));
    let bars = sheet.tables.iter().filter_map(|table| by_machine(sheet, table));
    let mut all: Vec<Figure> = heat_maps.chain(bars).collect();
    all.extend(sheet.changes.iter().flat_map(|changes| change_figures(sheet, changes)));
    // One benchmark may be there twice, with other baselines.
    for place in 1..all.len() {
        let is_taken = |name: &str| all[..place].iter().any(|figure| figure.name == name);
        let name = all[place].name.clone();
        let others = (2..).map(|number| format!("{name}-{number}"));
        if let Some(free) = std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)) {
            all[place].name = free;
        }
    }
    all
}

/// Implementations in rows, machines in columns, the ratio in each field.
fn heat_map(sheet: &RunsSheet, table: &MachineTable) -> Figure {
    let row = |row: &MachineTableRow| Series {
        name: row.name.clone(),
        tiles: row.tiles.clone(),
        label: row.mean.clone(),
        ..Series::default()
    };
    let named = |run: &RunHead| match table.columns.len() {
        0..=NAMED => format!("{} {}", run.letter, run.machine),
        _ => run.letter.clone(),
    };
    let heads = table.columns.iter().map(|place| named(&sheet.runs[*place]));
    let mean = if table.rows.iter().any(|row| !row.mean.is_empty()) {
        " On the right: the geometric mean over machines."
    } else {
        ""
    };
    let caption = format!(
        "Each field is {} beside {} of the same run: below 1x is faster, and bluer; above is slower, and browner. ~: the \
         99 % interval holds 1. Hatched: no ratio.{mean}",
        table.what, table.baseline
    );
    Figure {
        name: name_of(table, "heat-map"),
        title: format!("{}, {}: by machine", table.name, table.place),
        caption,
        form: Form::Heat,
        x: Axis::of_names(heads),
        series: table.rows.iter().map(row).collect(),
        machine: machines(sheet, &table.columns),
        ..Figure::default()
    }
}

/// At each implementation a bar for each machine; `None` where nobody has a ratio.
pub(in crate::report) fn by_machine(sheet: &RunsSheet, table: &MachineTable) -> Option<Figure> {
    let shown: Vec<_> = table.rows.iter().filter(|row| row.tiles.iter().any(|tile| tile.ratio.is_some())).collect();
    if shown.is_empty() {
        return None;
    }
    let of = |(column, run): (usize, &usize)| {
        let point = |(place, row): (usize, &&MachineTableRow)| {
            Some(vec![Point::of_ratio(row.tiles[column].ratio?, place as f64)])
        };
        let pieces = shown.iter().enumerate().filter_map(point).collect();
        Series { name: head(&sheet.runs[*run]), colour: *run, pieces, ..Series::default() }
    };
    let series: Vec<Series> = table.columns.iter().enumerate().map(of).collect();
    let values = values(&series);
    let title = format!("{} beside {}", table.what.trim_end_matches(','), table.baseline);
    Some(Figure {
        name: name_of(table, "bars"),
        title: format!("{}, {}: bars by machine", table.name, table.place),
        caption: "Left of 1x is faster than the baseline of the same run. Whiskers are 99 % intervals; the axis is \
                  logarithmic."
            .to_owned(),
        form: Form::Groups,
        x: Axis::logarithmic((&title, "x", false), values.chain([1.0]))?,
        y: Axis::of_names(shown.iter().map(|row| row.name.clone())),
        series,
        marks: vec![Mark { at: 1.0, label: String::new() }],
        spans: Vec::new(),
        machine: machines(sheet, &table.columns),
    })
}

/// A picture for each size: what moved from the earlier run to the later one.
pub(in crate::report) fn change_figures(sheet: &RunsSheet, changes: &ChangeTable) -> Vec<Figure> {
    let places = each_once(changes.rows.iter().map(|row| &row.at));
    places.into_iter().filter_map(|at| change_figure(sheet, changes, at)).collect()
}

fn change_figure(sheet: &RunsSheet, changes: &ChangeTable, at: &str) -> Option<Figure> {
    let [from, to] = &changes.letters;
    let of = |row: &ChangeTableRow| Series {
        name: if row.paired { row.name.clone() } else { format!("{} *", row.name) },
        colour: colour(row),
        pieces: vec![vec![Point::of_ratio(row.ratio, 0.0)]],
        label: format!("{} {}", row.by, row.word),
        unsure: row.word == "undecided",
        ..Series::default()
    };
    let rows = || changes.rows.iter().filter(|row| row.at == at);
    let series: Vec<Series> = rows().map(of).collect();
    let values = values(&series);
    let unpaired = if rows().any(|row| !row.paired) {
        format!(" *: unpaired, its times alone, so that what slowed the machine in {to} is in them.")
    } else {
        String::new()
    };
    Some(Figure {
        name: format!("{}.changes.{}.{}", changes.slug, slug(&format!("{to}-against-{from}")), slug(at)),
        title: format!("{} at {at}: {to} against {from}", changes.name),
        caption: format!(
            "Right of 1x is slower in {to}. Whiskers are the intervals that verdicts are made of; where there is none, \
             none is known. Outlined bars are undecided. The axis is logarithmic.{unpaired}"
        ),
        form: Form::Bars,
        x: Axis::logarithmic((&format!("time in {to} over time in {from}"), "x", false), values.chain([0.99, 1.01]))?,
        series,
        marks: vec![Mark { at: 1.0, label: String::new() }],
        machine: machines(sheet, &changes.runs),
        ..Figure::default()
    })
}

fn values(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(Series::points).flat_map(|it| [it.x, it.low, it.high])
}

/// What moved for certain stands out from what did not.
fn colour(row: &ChangeTableRow) -> usize {
    match row.word {
        "slower" => 1,
        "faster" => 4,
        _ => 6,
    }
}

fn name_of(table: &MachineTable, kind: &str) -> String {
    // Of a benchmark with one size, the overview is that size.
    if table.is_mean {
        return format!("{}.{kind}", table.slug);
    }
    format!("{}.{kind}.{}", table.slug, slug(&table.place))
}

fn head(run: &RunHead) -> String {
    let unpaired = if run.unpaired { ", unpaired" } else { "" };
    format!("{} {} [{}{unpaired}]", run.letter, run.machine, run.short_fingerprint())
}

fn machines(sheet: &RunsSheet, places: &[usize]) -> String {
    let runs = places.iter().map(|place| &sheet.runs[*place]);
    runs.map(|run| format!("{}, run {}", head(run), run.id)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use glob::Pattern;

    use super::*;
    use crate::report::figure::named;
    use crate::report::sheet::Shade;
    use crate::report::specimen::compare_specimen;

    fn names(pattern: &str) -> Vec<String> {
        let all = compare_figures(&RunsSheet::of(&compare_specimen::both("c.b")));
        named(all, &Pattern::new(pattern).unwrap()).into_iter().map(|figure| figure.name).collect()
    }

    #[test]
    fn pictures_have_names_that_can_be_asked_for() {
        assert_eq!(names("heat-map"), ["s-b.heat-map", "s-b.heat-map.64-b", "s-b.heat-map.1-kib"]);
        assert_eq!(names("*.bars"), ["s-b.bars"]);
        assert_eq!(names("changes"), ["s-b.changes.b-against-a.64-b", "s-b.changes.b-against-a.1-kib"]);
        let twice = RunsSheet::of(&compare_specimen::both("c.b"));
        let mut doubled = twice.clone();
        doubled.changes.extend(twice.changes);
        let mut all: Vec<String> = compare_figures(&doubled).into_iter().map(|figure| figure.name).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "each name is one picture's");
    }

    #[test]
    fn a_field_is_a_machines_and_bars_stand_at_their_implementation() {
        let sheet = RunsSheet::of(&compare_specimen::machines("c.b"));
        let map = heat_map(&sheet, &sheet.tables[0]);
        let heads: Vec<&str> = map.x.ticks.iter().map(|(_, head)| head.as_str()).collect();
        assert_eq!(heads, ["A CPU 1", "B CPU 2", "C CPU 3"]);
        assert_eq!(
            map.series[0].tiles.iter().map(|tile| tile.text.as_str()).collect::<Vec<_>>(),
            ["0.500x", "~1.02x", "-"]
        );
        assert_eq!(map.series[2].tiles[0].shade, Shade::Step(0));
        assert!(map.machine.contains("C CPU 3 [5eed-CPU 3, unpaired], run 0c"), "{}", map.machine);
        let bars = by_machine(&sheet, &sheet.tables[0]).unwrap();
        let places = |at: usize| bars.series[at].pieces.iter().flatten().map(|point| point.y).collect::<Vec<_>>();
        let mut none = sheet.tables[1].clone();
        none.rows.iter_mut().flat_map(|row| &mut row.tiles).for_each(|tile| tile.ratio = None);
        assert!(by_machine(&sheet, &none).is_none());
        assert_eq!([places(0), places(1), places(2)], [vec![0.0, 2.0], vec![0.0, 1.0, 2.0], vec![2.0]]);
    }

    #[test]
    fn what_is_unpaired_has_a_star_and_what_is_unknown_no_whisker() {
        let sheet = RunsSheet::of(&compare_specimen::moved());
        let at = change_figures(&sheet, &sheet.changes[0]);
        let names: Vec<&str> = at[0].series.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["c.a *", "c.b", "c.d"]);
        assert!(at[0].caption.contains("*: unpaired"));
        let point = at[1].series[0].pieces[0][0];
        assert_eq!((point.low, point.high, at[1].series[0].label.as_str()), (point.x, point.x, "1.10x undecided"));
    }
}
