//! Compared runs: which runs and machines, machines by benchmark, and what moved from run to run. A page
//! without a script, or the part of one.

use crate::report::figure::{Figure, by_machine, change_figures};
use crate::report::sheet::{ChangeTable, MachineTable, RunHead, RunsSheet};
use crate::report::svg::{style_within, svg_within};

use super::changes::change_table;
use super::embed::SCRIPTLESS;
use super::markup::ways;
use super::table::{machine_table, shades};
use crate::words::escaped;

const PAGE: &str = include_str!("../../../assets/page/page.css");
const STYLE: &str = include_str!("../../../assets/page/compare.css");
/// So many sizes are open at once.
const OPEN: usize = 3;

/// The whole page; ends with a line end. The same comparison gives the same bytes.
pub fn compare_html(sheet: &RunsSheet) -> String {
    let title = escaped(&sheet.title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{SCRIPTLESS}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"paragone {}\">\n<title>{title}</title>\n<style>\n{PAGE}{}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#report\">Skip to the report</a>\n<header class=\"top\"><h1>{title}</h1></header>\n\
         <main id=\"report\">\n{}</main>\n</body>\n</html>\n",
        escaped(sheet.lab),
        compare_style(),
        compare_body(sheet, false)
    )
}

/// How the part of a page looks; it reaches nothing else there.
pub fn compare_style() -> String {
    format!("{}\n{STYLE}", style_within(".beside"))
}

/// The part of a page below its title; `linked`: ids of runs lead to `/run/ID`.
pub fn compare_body(sheet: &RunsSheet, linked: bool) -> String {
    let parts = parts(sheet);
    let mut text = format!("<div class=\"compared\">\n<p class=\"quiet\">{}</p>\n", escaped(RunsSheet::UNPAIRED));
    text += &ways(parts.iter().map(|[id, title, _]| [id.clone(), title.clone()]));
    text += &runs(sheet, linked);
    text.extend(parts.iter().map(|[id, title, content]| {
        format!("<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{content}</section>\n")
    }));
    if sheet.is_empty() {
        text += "<p class=\"answer\">These runs have no benchmark in common with an implementation that both \
                 measured.</p>\n";
    }
    text + "</div>\n"
}

/// Id, title and content of each section: benchmarks by machine, then what moved from run to run.
fn parts(sheet: &RunsSheet) -> Vec<[String; 3]> {
    let by_machine = sheet.benchmarks().into_iter().enumerate().map(|(place, name)| {
        let of: Vec<&MachineTable> = sheet.tables.iter().filter(|board| board.name == name).collect();
        [format!("machines-{place}"), escaped(&format!("{name} by machine")), machines(sheet, &of)]
    });
    let moved = sheet.changes.iter().enumerate().map(|(place, of)| {
        let [from, to] = &of.letters;
        let title = escaped(&format!("{}: {to} against {from}", of.name));
        [format!("moves-{place}"), title, change_table(of) + &pictures(sheet, of)]
    });
    by_machine.chain(moved).collect()
}

fn runs(sheet: &RunsSheet, linked: bool) -> String {
    let line = |run: &RunHead| {
        let id = escaped(&run.id);
        let id =
            if linked { format!("<a href=\"/run/{id}\"><code>{id}</code></a>") } else { format!("<code>{id}</code>") };
        let unpaired = if run.unpaired { " <strong class=\"poor\">unpaired</strong>" } else { "" };
        let [letter, began, machine, fingerprint, note] =
            [&run.letter, &run.began, &run.machine, &run.fingerprint, &run.note].map(|text| escaped(text));
        format!(
            "<tr><th scope=\"row\">{letter}</th><td>{id}</td><td>{began}</td><td>{}{unpaired}</td><td>{machine}</td>\
             <td><code>{fingerprint}</code></td><td class=\"says\">{note}</td></tr>\n",
            run.mode
        )
    };
    let rows: String = sheet.runs.iter().map(line).collect();
    let notices: String = sheet.notices.iter().map(|text| format!("<li>{}</li>", escaped(text))).collect();
    let notices = if notices.is_empty() { notices } else { format!("<ul class=\"notices\">{notices}</ul>\n") };
    format!(
        "<section aria-labelledby=\"runs\">\n<h2 id=\"runs\">Runs and machines</h2>\n\
         <div class=\"pan\" tabindex=\"0\" role=\"region\" aria-label=\"Runs and machines\"><table>\n\
         <caption><span>In the order in which they were given; tables call them by their letters</span></caption>\n\
         <thead><tr><th scope=\"col\">run</th><th scope=\"col\">id</th><th scope=\"col\">began</th>\
         <th scope=\"col\">mode</th><th scope=\"col\">machine</th><th scope=\"col\">fingerprint</th>\
         <th scope=\"col\">note</th></tr></thead>\n<tbody>{rows}</tbody></table></div>\n{notices}</section>\n"
    )
}

fn machines(sheet: &RunsSheet, boards: &[&MachineTable]) -> String {
    let mut text =
        "<p class=\"note\">Below 1x is faster than the baseline of the same run, above is slower. Small: the \
                    99 % interval, or why there is no ratio. ~: which of the two is faster is not certain.</p>\n"
            .to_owned();
    text += &shades();
    let open = if boards.len() > OPEN + 1 { "" } else { " open" };
    for of in boards {
        if of.overview {
            text += &machine_table(sheet, of);
            text += &by_machine(sheet, of).as_ref().map_or(String::new(), drawn);
        } else {
            let place = escaped(&of.place);
            text += &format!("<details{open}><summary>{place}</summary>\n{}</details>\n", machine_table(sheet, of));
        }
    }
    text
}

/// A picture for each size, folded away.
fn pictures(sheet: &RunsSheet, of: &ChangeTable) -> String {
    let drawn: String = change_figures(sheet, of).iter().map(drawn).collect();
    if drawn.is_empty() { drawn } else { format!("<details><summary>As pictures</summary>\n{drawn}</details>\n") }
}

fn drawn(figure: &Figure) -> String {
    format!(
        "<figure class=\"pan\" tabindex=\"0\">{}<figcaption class=\"note\">{}. {}</figcaption></figure>\n",
        svg_within(figure),
        escaped(&figure.title),
        escaped(&figure.caption)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{RunSetting, RunsNotice};
    use crate::report::specimen::compare_specimen;

    const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&";

    fn page(name: &str) -> String {
        let mut found = compare_specimen::both(&format!("c.{name}"));
        let run = &mut found.runs[0];
        (run.machine, run.note, run.fingerprint) = (name.to_owned(), name.to_owned(), name.to_owned());
        let what = RunSetting::Tool(name.to_owned());
        found.notices.push(RunsNotice::Differs { what, from: (0, None), to: (1, Some(name.to_owned())) });
        (found.machines[0].benchmark, found.changes[0].benchmark) = (name.to_owned(), name.to_owned());
        compare_html(&RunsSheet::of(&found))
    }

    #[test]
    fn a_page_has_every_part_and_all_tables_have_heads() {
        let text = page("b");
        for part in [
            "<h2 id=\"runs\">Runs and machines</h2>",
            "<h2 id=\"machines-0\">s/b by machine</h2>",
            "<h2 id=\"moves-0\">s/b: B against A</h2>",
            "<td><code>5eed-CPU 2</code></td>",
            "imported <strong class=\"poor\">unpaired</strong>",
            "<td class=\"field h2\"><b>0.500x</b><small>0.47..0.53</small></td>",
            "<td class=\"field unsure\"><b>~1.02x</b>",
            "<td class=\"field none\"><b>failed</b><small>failed: died: signal 11</small></td>",
            "<td class=\"field none\"><b>unpaired</b><small>beside nobody</small><small>42.0 ns</small></td>",
            "<td class=\"says poor\">at least 1.050x as long</td>",
            "<td class=\"number\">1.05..1.17</td>",
            "<td class=\"poor\">unpaired: its times alone</td>",
            "<td class=\"number\">unknown</td>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let tables = text.matches("<table").count();
        assert_eq!((tables, tables), (text.matches("<caption>").count(), text.matches("<thead>").count()));
        assert!(text.matches("scope=\"row\"").count() >= text.matches("<tr><th scope=\"row\"").count());
        assert_eq!(text.matches("<th ").count(), text.matches("<th scope=").count());
    }

    #[test]
    fn nothing_runs_and_nothing_is_loaded() {
        let text = page(HOSTILE).to_lowercase();
        assert!(!text.contains("<script") && !text.contains("<img") && !text.contains("onerror=alert(2)>\""), "{text}");
        for loader in ["src=", "<link", "url(", "@import", "http://", "https://"] {
            assert!(!text.replace("img src=x", "").contains(loader), "{loader}");
        }
        assert!(text.contains("&lt;script&gt;alert(1)"));
    }

    #[test]
    fn the_same_comparison_is_the_same_page() {
        assert_eq!(page("b"), page("b"));
    }

    #[test]
    fn runs_lead_to_their_pages_where_there_are_any() {
        let sheet = RunsSheet::of(&compare_specimen::moved());
        assert!(compare_body(&sheet, true).contains("<a href=\"/run/0a\"><code>0a</code></a>"));
        assert!(!compare_body(&sheet, false).contains("<a href=\"/run"));
    }
}
