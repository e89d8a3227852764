//! A page from its parts: the sheet as data, the charts' library, our scripts and our style, all within it.

use serde::Serialize;
use serde_json::{Value, json};

use crate::report::colour::palette::{DARK, DASHES, LIGHT};
use crate::report::sheet::Sheet;
use crate::words::escaped;

use super::embed::{harmless, policy};
use super::markup::{answers, header};

/// Apache ECharts, as its makers packed it: `assets/echarts/README.md`.
const CHARTS: &str = include_str!("../../../assets/echarts/echarts.min.js");
const STYLE: &str = include_str!("../../../assets/page/page.css");

/// In the order in which they lean on each other.
const SCRIPTS: [&str; 13] = [
    include_str!("../../../assets/page/amount.js"),
    include_str!("../../../assets/page/dom.js"),
    include_str!("../../../assets/page/theme.js"),
    include_str!("../../../assets/page/view.js"),
    include_str!("../../../assets/page/axes.js"),
    include_str!("../../../assets/page/over_sizes.js"),
    include_str!("../../../assets/page/at_size.js"),
    include_str!("../../../assets/page/trials.js"),
    include_str!("../../../assets/page/over_time.js"),
    include_str!("../../../assets/page/chart.js"),
    include_str!("../../../assets/page/ranking.js"),
    include_str!("../../../assets/page/section.js"),
    include_str!("../../../assets/page/main.js"),
];

#[derive(Serialize)]
struct Data<'a> {
    palette: Value,
    sheet: &'a Sheet,
}

/// The whole page; ends with a line end. The same sheet gives the same bytes.
pub fn html(sheet: &Sheet) -> serde_json::Result<String> {
    let data = Data { palette: json!({ "light": LIGHT, "dark": DARK, "dashes": DASHES }), sheet };
    let json = harmless(&serde_json::to_string(&data)?);
    let script = format!("(() => {{\n'use strict';\n{}}})();\n", SCRIPTS.concat());
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"paragone {}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#report\">Skip to the report</a>\n{}<main id=\"report\">\n{}</main>\n\
         <script type=\"application/json\" id=\"sheet\">{json}</script>\n\
         <script>{CHARTS}</script>\n<script>{script}</script>\n</body>\n</html>\n",
        policy(&[CHARTS, &script]),
        escaped(sheet.lab),
        escaped(&sheet.title),
        header(sheet),
        answers(sheet),
    ))
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::model::CrossoverPlace;
    use crate::report::specimen::made_up;

    const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&";

    fn sheet() -> Sheet {
        let (mut run, mut findings) =
            (made_up::run(), made_up::findings(vec![made_up::every_verdict(), made_up::ladder(&[64, 1024, 65536])]));
        run.machine.cpu = Some(HOSTILE.into());
        run.note = HOSTILE.into();
        for contest in &mut findings.contests {
            contest.question = HOSTILE.into();
            contest.answer = HOSTILE.into();
            contest.crossovers = vec![made_up::crossover(CrossoverPlace::Once)];
            contest.crossovers[0].params.insert(HOSTILE.into(), HOSTILE.into());
            contest.choices = made_up::choices();
            contest.choices[0].text = format!("Use {HOSTILE}");
            let rows = contest.comparisons.iter_mut().flat_map(|comparison| &mut comparison.rows);
            rows.filter(|row| row.implementation.language == "c")
                .for_each(|row| row.implementation.name = HOSTILE.into());
        }
        findings.contests[1].benchmark = HOSTILE.into();
        Sheet::of(&[(&run, &findings)], HOSTILE)
    }

    #[test]
    fn a_page_holds_no_more_scripts_than_its_own() {
        let page = html(&sheet()).unwrap();
        let ours = page.replace(CHARTS, "").to_lowercase();
        assert_eq!(ours.matches("<script").count(), 3);
        assert_eq!(ours.matches("</script").count(), 3);
        assert!(!ours.contains("<img"));
        assert!(!ours.contains("http://") || !ours.contains("src=\"http"), "nothing is loaded");
    }

    #[test]
    fn without_a_script_the_answer_and_where_the_lead_changes_are_there() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.crossovers = vec![made_up::crossover(CrossoverPlace::Times)];
        contest.choices = made_up::choices();
        let (run, findings) = (made_up::run(), made_up::findings(vec![contest]));
        let page = html(&Sheet::of(&[(&run, &findings)], "")).unwrap();
        let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
        for part in [
            "<p class=\"answer\">rust.blake2b_simd below 820 B",
            "<h3>Where the lead changes</h3>\n<ul><li>rust.blake2b_simd, then c.openssl: crosses at least 3 times",
            "<h3>Which to use</h3>\n<ul><li>Use rust.blake2b_simd up to 820 B and c.openssl from 855 B on",
        ] {
            assert!(main.contains(part), "{part} in {main}");
        }
    }

    #[test]
    fn the_same_run_is_the_same_page() {
        assert_eq!(html(&sheet()).unwrap(), html(&sheet()).unwrap());
    }

    #[test]
    fn what_is_not_data_is_below_two_megabytes() {
        let (run, findings) = (made_up::run(), made_up::findings(Vec::new()));
        let page = html(&Sheet::of(&[(&run, &findings)], "")).unwrap();
        assert!(page.len() < 2_000_000, "{} bytes", page.len());
        assert!(page.contains("Nothing was measured."));
    }

    #[test]
    fn no_script_of_ours_would_end_its_element() {
        for script in SCRIPTS.into_iter().chain([CHARTS]) {
            assert!(!script.to_lowercase().contains("</script") && !script.contains("<!--"));
        }
    }

    #[test]
    fn the_library_is_the_one_that_its_page_names() {
        let digest: String = Sha256::digest(CHARTS.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let page = include_str!("../../../assets/echarts/README.md");
        assert!(page.contains(&digest), "echarts.min.js is {digest}, and README.md says something else");
    }
}
