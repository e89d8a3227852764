//! The whole file: what stands in for the picture to those who cannot see it, the title, the drawing, the machine.

use crate::model::unit::significant;
use crate::report::figure::{Figure, Form, Point, Series};
use crate::words::wrap;

use super::frame::{TOP, WIDE};
use super::groups::groups;
use super::heat::heat;
use super::ink::{number, rect, text, words};
use super::lines::lines;
use super::rows::rows;
use super::style::style;

/// Letters of a line below the picture.
const LETTERS: usize = 108;

/// One figure as a file; ends with a line end.
pub fn svg(figure: &Figure) -> String {
    let (drawn, bottom, wide) = drawn(figure);
    let below = format!("{}\n{}", wrap("", &figure.caption, LETTERS), wrap("", &figure.machine, LETTERS));
    let mut lines_below = String::new();
    let mut y = bottom + 26.0;
    for line in below.lines() {
        lines_below += &text((20.0, y), "quiet", "start", line);
        y += 17.0;
    }
    // A line's measure is named above its axis, where it can be read without turning one's head.
    let axis_title = text((20.0, 56.0), "quiet", "start", &figure.y.title);
    let ground = rect((0.0, 0.0), (wide, y), "ground");
    let [wide, high] = [wide, y].map(number);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n{}{}{}{}{}</svg>\n",
        words(&figure.title),
        words(&told(figure)),
        style(),
        ground,
        text((20.0, 34.0), "title", "start", &figure.title) + &axis_title,
        drawn,
        lines_below
    )
}

/// A figure as part of a page, which has its title, its caption and its style already.
pub(in crate::report) fn svg_within(figure: &Figure) -> String {
    let (drawn, bottom, wide) = drawn(figure);
    let top = TOP - 24.0;
    let [wide, top, high] = [wide, top, bottom + 10.0 - top].map(number);
    format!(
        "<svg viewBox=\"0 {top} {wide} {high}\" role=\"img\" \
         aria-label=\"{}\">\n{drawn}</svg>\n",
        words(&format!("{}. {}", figure.title, told(figure))),
    )
}

/// What is drawn, how high it is, and how wide.
fn drawn(figure: &Figure) -> (String, f64, f64) {
    let (drawn, bottom) = match figure.form {
        Form::Lines => lines(figure),
        Form::Bars | Form::Strips | Form::Hills | Form::Dots => rows(figure),
        Form::Groups => groups(figure),
        Form::Heat => return heat(figure),
    };
    (drawn, bottom, WIDE)
}

/// The figure in words: how it is drawn, each series' value, or its first and last, and what is shaded.
fn told(figure: &Figure) -> String {
    let series = figure.series.iter().map(|series| {
        let points: Vec<_> = series.points().collect();
        let value = match (figure.form, points.first(), points.last()) {
            (Form::Lines, Some(first), Some(last)) => format!("{:.3e} to {:.3e}", first.y, last.y),
            (Form::Heat, ..) => fields(figure, series),
            (Form::Groups, ..) => at_names(figure, &points),
            _ => series.label.clone(),
        };
        format!("{} {value}", series.name)
    });
    let spans = figure.spans.iter().enumerate().map(|(place, span)| format!(" Shaded {}: {}.", place + 1, span.text));
    format!("{} {}.{}", figure.caption, series.collect::<Vec<_>>().join("; "), spans.collect::<String>())
}

/// `A 0.500x, B failed`.
fn fields(figure: &Figure, series: &Series) -> String {
    let heads = figure.x.ticks.iter().map(|(_, head)| head);
    let each: Vec<String> = heads.zip(&series.tiles).map(|(head, tile)| format!("{head} {}", tile.text)).collect();
    each.join(", ")
}

fn at_names(figure: &Figure, points: &[&Point]) -> String {
    let name = |place: f64| figure.y.ticks.iter().find(|(at, _)| *at == place).map_or("", |(_, name)| name);
    let each: Vec<String> =
        points.iter().map(|point| format!("{} {}x", name(point.y), significant(point.x, 3))).collect();
    each.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ContestFinding, CrossoverPlace};
    use crate::report::figure::{compare_figures, figures};
    use crate::report::sheet::{RunsSheet, Sheet};
    use crate::report::specimen::{compare_specimen, made_up};

    fn all(name: &str) -> Vec<Figure> {
        let (run, mut findings) = (made_up::run(), made_up::findings(vec![made_up::ladder(&[64, 1024, 65536])]));
        findings.contests[0].question = name.to_owned();
        let mut sheet = Sheet::of(&[(&run, &findings)], "");
        sheet.sections[0].implementations[0].name = name.to_owned();
        sheet.machines[0].line = name.to_owned();
        let mut found = compare_specimen::both(&format!("c.{name}"));
        found.runs[0].machine = name.to_owned();
        figures(&sheet).into_iter().chain(compare_figures(&RunsSheet::of(&found))).collect()
    }

    #[test]
    fn every_figure_is_well_formed_and_the_same_twice() {
        let (once, again) = (all("c.openssl"), all("c.openssl"));
        assert!(once.len() > 8);
        for (one, other) in once.iter().zip(&again) {
            let text = svg(one);
            assert_eq!(text, svg(other));
            assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n"));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{}: {text}", one.name);
            assert!(text.contains("role=\"img\"") && text.contains("<desc id=\"desc\">"));
            let opened = |name: &str| text.matches(&format!("<{name}")).count();
            assert_eq!(opened("text "), text.matches("</text>").count());
        }
    }

    #[test]
    fn trials_are_dots_with_their_metrics_and_nothing_is_in_seconds() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::trials()]));
        let figures = figures(&Sheet::of(&[(&run, &findings)], ""));
        let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
        let of = |kind: &str| format!("hashes-blake2b.{kind}.1-mib");
        assert_eq!(names, [of("trials-depth"), of("trials-sustained"), of("beside")]);
        let depth = svg(&figures[0]);
        assert_eq!(depth.matches("<circle").count(), 10);
        assert!(depth.contains(">39.9 frames, 38 to 43 frames</text>") && depth.contains("More is better."), "{depth}");
        assert!(svg(&figures[1]).contains(">1.05 GB/s, 1.00 to 1.10 GB/s</text>"));
        assert!(figures.iter().all(|figure| !svg(figure).contains(" ns<") && !svg(figure).contains(" s<")));
    }

    #[test]
    fn a_change_of_lead_is_shaded_and_told() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.crossovers =
            [CrossoverPlace::Once, CrossoverPlace::Same, CrossoverPlace::Nowhere].map(made_up::crossover).to_vec();
        let drawn = |contest: &ContestFinding| {
            let (run, findings) = (made_up::run(), made_up::findings(vec![contest.clone()]));
            svg(figures(&Sheet::of(&[(&run, &findings)], "")).iter().find(|one| one.form == Form::Lines).unwrap())
        };
        let text = drawn(&contest);
        // Who turned out not to change has no place on the axis.
        assert_eq!(text.matches("class=\"span\"").count(), 2);
        let once = "rust.blake2b_simd, then c.openssl: between 820 B and 855 B, at 95 % (4 sizes measured for it)";
        for part in [
            format!("<g><title>{once}</title>\n<rect x="),
            format!("start\">1  {once}</text>"),
            format!("Shaded 1: {once}. Shaded 2: "),
            "Where it is shaded the lead changes.".to_owned(),
        ] {
            assert!(text.contains(&part), "{part} in {text}");
        }
        // 820 of 64 to 65536, on an axis that is a little wider.
        let x: f64 = text.split("<rect x=\"").nth(2).unwrap().split('"').next().unwrap().parse().unwrap();
        assert!((320.0..360.0).contains(&x), "{x}");
        // Sizes that are not shown, or of other parameters, shade nothing.
        contest.comparisons.iter_mut().for_each(|comparison| comparison.size *= 1 << 20);
        assert!(!drawn(&contest).contains("class=\"span\""));
        contest.comparisons.iter_mut().for_each(|comparison| comparison.size >>= 20);
        contest.crossovers.iter_mut().for_each(|one| drop(one.params.insert("level".into(), "6".into())));
        assert!(!drawn(&contest).contains("class=\"span\""));
    }

    #[test]
    fn a_name_cannot_become_an_element() {
        for figure in all("</text></svg><script>alert(1)</script>") {
            for text in [svg(&figure), svg_within(&figure)] {
                assert!(!text.contains("<script") && text.matches("</svg>").count() == 1, "{text}");
            }
        }
    }

    #[test]
    fn a_heat_map_has_its_numbers_and_a_word_where_there_is_none() {
        let sheet = RunsSheet::of(&compare_specimen::machines("c.b"));
        let all = compare_figures(&sheet);
        let of = |name: &str| svg(all.iter().find(|figure| figure.name == name).unwrap());
        let map = of("s-b.heat-map.64-b");
        for part in [">0.500x<", ">~1.02x<", ">unpaired<", ">failed<", ">not run<", "class=\"t2\"", "url(#hatch)"] {
            assert!(map.contains(part), "{part} in {map}");
        }
        assert!(map.contains("c.b A CPU 1 0.500x, B CPU 2 ~1.02x, C CPU 3 unpaired; c.d A CPU 1 failed"), "{map}");
        // Twelve machines are wider than a page, and still have room for their numbers.
        let mut wide = sheet.clone();
        wide.tables[0].columns = vec![0; 12];
        wide.tables[0].rows.iter_mut().for_each(|row| row.tiles = vec![row.tiles[0].clone(); 12]);
        let text = svg(&compare_figures(&wide)[0]);
        let across: f64 = text.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert!(across > 800.0, "{across}");
    }
}
