//! Throughput over size, drawn with characters: both axes logarithmic, a letter for each implementation, and the colour
//! that it has in every figure. Size 0 is off the curve; below three sizes there is none.

use crate::model::names::each_once;
use crate::model::{ComparisonFinding, ContestFinding, Params, unit};
use crate::report::colour::order::ColourOrder;
use crate::report::curve::axis::Axis;
use crate::report::curve::canvas::Canvas;
use crate::report::curve::series::{CurveSeries, interesting};
use crate::report::text::{Ink, Tone};
use crate::words::{plural, size_label, trimmed, with_params, wrap};

const ROWS: usize = 14;
const LABEL: usize = 10;

/// One curve for each set of parameters that has at least three sizes; empty without any.
pub(crate) fn curves(contest: &ContestFinding, order: &ColourOrder<'_>, ink: &Ink) -> String {
    let all = each_once(contest.comparisons.iter().map(|comparison| &comparison.params));
    let drawn = all.into_iter().filter_map(|params| {
        let mut points: Vec<&ComparisonFinding> =
            contest.comparisons.iter().filter(|point| point.params == *params && point.size > 0).collect();
        points.sort_by_key(|point| point.size);
        curve(contest, params, &points, order, ink)
    });
    drawn.collect::<Vec<_>>().join("\n")
}

fn curve(
    contest: &ContestFinding,
    params: &Params,
    points: &[&ComparisonFinding],
    order: &ColourOrder<'_>,
    ink: &Ink,
) -> Option<String> {
    let (series, left_out) = interesting(contest, points);
    let measured = (0..points.len()).filter(|at| series.iter().any(|line| line.rates[*at].is_some())).count();
    if measured < 3 {
        return None;
    }
    let across = Axis::over(points.iter().map(|point| point.size as f64))?;
    let upwards = Axis::over(series.iter().flat_map(|line| line.rates.iter().flatten().copied()))?;
    let mut canvas = Canvas::new(ink.width.clamp(40, 100) - LABEL - 4, ROWS);
    let colours: Vec<usize> = series.iter().map(|line| order.place(&contest.suite, line.implementation)).collect();
    for (index, line) in series.iter().enumerate() {
        let places: Vec<Option<(f64, f64)>> = (0..points.len())
            .map(|at| line.rates[at].map(|rate| (across.place(points[at].size as f64), upwards.place(rate))))
            .collect();
        for pair in places.windows(2) {
            if let [Some(from), Some(to)] = pair {
                canvas.line(colours[index], *from, *to);
            }
        }
        for place in places.into_iter().flatten() {
            canvas.mark(colours[index], letter(index), place);
        }
    }
    let mut text = title(params, ink);
    text += &framed(contest, &canvas, &upwards, ink);
    text += &sizes_below(contest, points, &across, &canvas, ink);
    text += &legend(contest, (&series, &colours), canvas.has_meetings(), left_out, ink);
    Some(text)
}

fn letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

fn title(params: &Params, ink: &Ink) -> String {
    let title = format!("throughput over size{} (medians, both axes logarithmic)", with_params(params));
    ink.lines(Tone::Quiet, &wrap("", &title, ink.width))
}

/// The picture with its vertical axis.
fn framed(contest: &ContestFinding, canvas: &Canvas, upwards: &Axis, ink: &Ink) -> String {
    let mut labels: Vec<Option<String>> = vec![None; ROWS];
    let name = match &contest.unit {
        unit if unit.is_bytes() => "B".to_owned(),
        unit if unit.is_name() => "runs".to_owned(),
        unit => plural(2, &unit.unit),
    };
    for tick in upwards.ticks(ROWS / 2) {
        // `2 GB/s`, not `2.00 GB/s`: a tick is exact, or an end that needs no third digit.
        labels[canvas.row(upwards.place(tick))] = Some(trimmed(&unit::rate(tick * (1.0 + 1e-12), &name)));
    }
    let mut text = String::new();
    for (label, line) in labels.iter().zip(canvas.lines(ink)) {
        let (wall, label) = match (label, ink.unicode) {
            (Some(label), true) => ("┤", label.as_str()),
            (Some(label), false) => ("+", label.as_str()),
            (None, true) => ("│", ""),
            (None, false) => ("|", ""),
        };
        let row = format!("{}{line}", ink.paint(Tone::Quiet, &format!("{label:>LABEL$} {wall}")));
        text += &format!("{}\n", row.trim_end());
    }
    text
}

/// The horizontal axis, with as many of the measured sizes as have room.
fn sizes_below(
    contest: &ContestFinding,
    points: &[&ComparisonFinding],
    across: &Axis,
    canvas: &Canvas,
    ink: &Ink,
) -> String {
    let width = ink.width.clamp(40, 100) - LABEL - 4;
    let (corner, flat, tick) = if ink.unicode { ('└', '─', '┬') } else { ('+', '-', '+') };
    let mut axis = vec![flat; width];
    let mut labels = vec![' '; width + LABEL];
    // The last size is placed first: where the curve ends is what is looked for.
    let order = points.len().checked_sub(1).into_iter().chain(0..points.len().saturating_sub(1));
    for at in order {
        let column = canvas.column(across.place(points[at].size as f64));
        let label: Vec<char> = size_label(points[at].size, &contest.unit).chars().collect();
        let start = column.saturating_sub(label.len() / 2).min((width + 2).saturating_sub(label.len()));
        let around = start.saturating_sub(2)..(start + label.len() + 2).min(labels.len());
        axis[column] = tick;
        if labels[around].iter().all(|letter| *letter == ' ') {
            labels[start..start + label.len()].copy_from_slice(&label);
        }
    }
    let indent = " ".repeat(LABEL + 1);
    let axis = format!("{indent}{corner}{}", axis.into_iter().collect::<String>());
    let labels = format!("{indent} {}", labels.into_iter().collect::<String>());
    format!("{}\n{}\n", ink.paint(Tone::Quiet, &axis), ink.paint(Tone::Quiet, labels.trim_end()))
}

fn legend(
    contest: &ContestFinding,
    (series, colours): (&[CurveSeries<'_>], &[usize]),
    meetings: bool,
    left_out: usize,
    ink: &Ink,
) -> String {
    let indent = " ".repeat(LABEL + 2);
    let mut text = String::new();
    let mut used = 0;
    let entries = series.iter().enumerate().map(|(index, line)| (index, contest.label(line.implementation)));
    for (index, name) in entries {
        let length = name.chars().count() + 2;
        if used == 0 || used + 3 + length > ink.width {
            text += &format!("{}{indent}", if used == 0 { "" } else { "\n" });
            used = indent.len();
        } else {
            text += "   ";
            used += 3;
        }
        text += &format!("{} {name}", ink.paint(Tone::Series(colours[index]), &letter(index).to_string()));
        used += length;
    }
    text.push('\n');
    let mut more = Vec::new();
    if meetings {
        more.push("* several at one place".to_owned());
    }
    if left_out > 0 {
        more.push(format!("{left_out} more in the tables"));
    }
    if more.is_empty() {
        return text;
    }
    text + &format!("{}\n", ink.paint(Tone::Quiet, &wrap(&indent, &more.join(ink.dot()), ink.width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lane, Role, Row, Verdict};
    use crate::report::colour::palette::ON_TERMINAL;
    use crate::report::specimen::made_up;

    /// As they are drawn of a run with this contest alone.
    fn curves(contest: &ContestFinding, ink: &Ink) -> String {
        let (run, findings) = (made_up::run(), made_up::findings(vec![contest.clone()]));
        super::curves(contest, &ColourOrder::of([(&run, &findings)]), ink)
    }

    #[test]
    fn an_implementation_keeps_its_colour_whatever_its_letter() {
        let ink = Ink { colour: true, ..Ink::PLAIN };
        let (mut run, all) = (made_up::run(), made_up::ladder(&SIZES));
        let mut less = all.clone();
        for comparison in &mut less.comparisons {
            comparison.rows.retain(|row| row.implementation != made_up::id("c.openssl"));
        }
        let lane = |row: &Row| Lane::new(row.implementation.clone(), Role::Contender);
        run.plan.contests[0].lanes = all.comparisons[0].rows.iter().map(lane).collect();
        let drawn = |contest: &ContestFinding| {
            let findings = made_up::findings(vec![contest.clone()]);
            super::curves(contest, &ColourOrder::of([(&run, &findings)]), &ink)
        };
        let painted = |letter: char| format!("38;5;{}m{letter}\u{1b}[0m rust.blake2b_simd", ON_TERMINAL[2]);
        assert!(drawn(&all).contains(&painted('B')), "{}", drawn(&all));
        assert!(drawn(&less).contains(&painted('A')), "{}", drawn(&less));
    }

    const SIZES: [u64; 7] = [0, 64, 256, 1024, 4096, 65536, 1 << 20];

    #[test]
    fn a_crossover_in_braille() {
        let ink = Ink { width: 80, unicode: true, ..Ink::PLAIN };
        insta::assert_snapshot!(curves(&made_up::ladder(&SIZES), &ink), @r"
        throughput over size (medians, both axes logarithmic)
                   │                         ⢀⣀⠤A⠤⠤⠤⠔⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠉⠉⠉⠉A⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉A
                   │                  A⣀⠤⣔⣒⣊⣉⣁⣀⣀B⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀B⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀B
            1 GB/s ┤        ⣀B⠤⠔⠒⠒⠒⠊⢩⠝B⠉⠉
                   │   ⣀⡠⠔⠊⠉      ⡠⠔⠁  ⣀⣀⣀⣀⣀⣀⣀⣀⣀C⣀⣀⣀⣀⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠤⠤⠤⠤C⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤C
                   │B⠒⠉      C⡠⢤⡤⠞⠒⠒⠊⠉C
                   │     ⢀⡠⠔⠉A⠔⠁
                   │  ⣀⠤⠊⠁  ⡠⠃
                   │C⠉     ⡰⠁
                   │     ⢀⠖⠁
          500 MB/s ┤    ⢀⠎
                   │   ⢠⠊
                   │  ⢠⠃
                   │ ⡰⠁
                   │A⠁
                   └┬────────┬────────┬─────────┬──────────────────┬─────────────────┬
                    64 B   256 B    1 KiB     4 KiB             64 KiB             1 MiB
                    A c.openssl   B rust.blake2b_simd   C rust.blake2
        ");
    }

    #[test]
    fn a_crossover_in_full_stops() {
        insta::assert_snapshot!(curves(&made_up::ladder(&SIZES), &Ink { width: 60, ..Ink::PLAIN }), @r"
        throughput over size (medians, both axes logarithmic)
                   |                 ..A............A............A
                   |             A.....B............B............B
            1 GB/s +     .B......B.
                   |  ....    .. ......C............C............C
                   |B..   C......C
                   |    ..A.
                   | ... ..
                   |C.   .
                   |    .
          500 MB/s +   .
                   |  ..
                   | ..
                   | .
                   |A
                   ++-----+------+-----+------------+------------+
                    64 B       1 KiB             64 KiB        1 MiB
                    A c.openssl   B rust.blake2b_simd
                    C rust.blake2
        ");
    }

    #[test]
    fn below_three_sizes_there_is_none() {
        assert_eq!(curves(&made_up::ladder(&[0, 64, 128]), &Ink::PLAIN), "");
        assert_eq!(curves(&made_up::ladder(&[]), &Ink::PLAIN), "");
        assert_ne!(curves(&made_up::ladder(&[64, 128, 256]), &Ink::PLAIN), "");
    }

    #[test]
    fn a_line_breaks_where_somebody_failed() {
        let mut contest = made_up::ladder(&[64, 256, 1024, 4096, 16384]);
        contest.unit.unit = "item".into();
        for row in &mut contest.comparisons[2].rows {
            if row.implementation == made_up::id("c.openssl") {
                *row = made_up::without_time("c.openssl", Verdict::Failed { text: "died".into() });
            }
        }
        insta::assert_snapshot!(curves(&contest, &Ink { width: 70, ..Ink::PLAIN }), @r"
        throughput over size (medians, both axes logarithmic)
                   |                                         A.............A
                   |                          ..B............B.............B
        1 Gitems/s +           ...B............
                   |    .......                .C............C.............C
                   |B...         .C............
                   |       .......A
                   |  ......    ..
                   |C..       ..
                   |        ..
        500 Mitems/s +      ...
                   |     ..
                   |   ..
                   | ...
                   |A.
                   ++-------------+-------------+------------+-------------+
                    64 items  256 items    1,024 items            16,384 items
                    A c.openssl   B rust.blake2b_simd   C rust.blake2
        ");
    }

    #[test]
    fn each_set_of_parameters_has_its_own() {
        let mut contest = made_up::ladder(&[64, 256, 1024]);
        let mut other = made_up::ladder(&[64, 256, 1024]).comparisons;
        for (comparison, level) in
            contest.comparisons.iter_mut().map(|c| (c, "1")).chain(other.iter_mut().map(|c| (c, "9")))
        {
            comparison.params.insert("level".into(), level.into());
        }
        contest.comparisons.extend(other);
        let text = curves(&contest, &Ink::PLAIN);
        assert!(text.contains("level 1") && text.contains("level 9"), "{text}");
    }

    #[test]
    fn of_many_the_baseline_and_the_fastest_are_drawn() {
        let mut contest = made_up::ladder(&[64, 256, 1024]);
        for comparison in &mut contest.comparisons {
            let slow = (0..12).map(|index| {
                let ns = (100 + index) as f64 * comparison.size as f64;
                made_up::row(
                    &format!("c.slow{index}"),
                    Verdict::Slower { at_least: 9.0, likely: 9.5, at_most: None },
                    ns,
                    ns,
                )
            });
            comparison.rows.splice(0..0, slow);
            comparison.fastest = vec![12];
        }
        let text = curves(&contest, &Ink::PLAIN);
        for name in ["rust.blake2", "rust.blake2b_simd", "c.openssl", "c.slow0", "c.slow4"] {
            assert!(text.contains(name), "{name} is missing:\n{text}");
        }
        assert!(!text.contains("c.slow5") && text.contains("7 more in the tables"), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [40, 60, 80, 200] {
            let text = curves(&made_up::ladder(&SIZES), &Ink { width, unicode: true, ..Ink::PLAIN });
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= width, "{widest} in {width}:\n{text}");
        }
    }
}
