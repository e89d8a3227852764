//! Findings as JUnit's XML, which continuous integration shows as tests: a suite for each benchmark, a case for each
//! implementation at each size.
//!
//! A case fails where a version is certainly slower than the one before it; between different implementations a slower one is
//! no fault. What has no time, or a wrong answer, is an error; what is not known is skipped, and says so.

use anyhow::Context;
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::{ElementWriter, Writer};

use crate::model::{ComparisonFinding, ContestFinding, Findings, Row, Verdict};
use crate::words::{point, verdict};

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Skipped,
    Failure,
    Error,
}

struct Case {
    name: String,
    outcome: Outcome,
    says: String,
}

pub fn junit(findings: &Findings) -> anyhow::Result<String> {
    let suites: Vec<(String, Vec<Case>)> = findings
        .contests
        .iter()
        .map(|contest| (format!("{}/{}", contest.suite, contest.benchmark), cases(contest)))
        .filter(|(_, cases)| !cases.is_empty())
        .collect();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    written(&mut writer, &suites).context("failed to write JUnit's XML")?;
    Ok(String::from_utf8(writer.into_inner()).context("what was written is no Unicode text")? + "\n")
}

fn cases(contest: &ContestFinding) -> Vec<Case> {
    let rows = |comparison: &'_ ComparisonFinding| -> Vec<Case> {
        let of_row = |row: &Row| Case {
            name: format!("{}, {}", row.implementation, point(comparison.size, &contest.unit, &comparison.params)),
            outcome: outcome(&row.verdict, contest.revised.is_some()),
            says: row.verdict.fault().map_or_else(|| verdict::verdict(&row.verdict), str::to_owned),
        };
        comparison.rows.iter().filter(|row| row.verdict != Verdict::Baseline).map(of_row).collect()
    };
    contest.comparisons.iter().flat_map(rows).collect()
}

fn outcome(verdict: &Verdict, is_of_versions: bool) -> Outcome {
    match verdict {
        Verdict::Slower { .. } if is_of_versions => Outcome::Failure,
        Verdict::Wrong { .. } | Verdict::Implausible { .. } | Verdict::Failed { .. } => Outcome::Error,
        Verdict::NotEnough | Verdict::Unpaired | Verdict::Unreliable { .. } => Outcome::Skipped,
        Verdict::Baseline
        | Verdict::Faster { .. }
        | Verdict::Slower { .. }
        | Verdict::Same { .. }
        | Verdict::SameCode => Outcome::Passed,
    }
}

fn written(writer: &mut Writer<Vec<u8>>, suites: &[(String, Vec<Case>)]) -> std::io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&Case> = suites.iter().flat_map(|(_, cases)| cases).collect();
    counted(writer, "testsuites", "paragone", &all)
        .write_inner_content(|writer| suites.iter().try_for_each(|(name, cases)| suite(writer, name, cases)))?;
    Ok(())
}

fn suite(writer: &mut Writer<Vec<u8>>, name: &str, cases: &[Case]) -> std::io::Result<()> {
    let all: Vec<&Case> = cases.iter().collect();
    counted(writer, "testsuite", name, &all).write_inner_content(|writer| {
        cases.iter().try_for_each(|case| {
            let attributes = [("classname", name), ("name", &plain(&case.name))];
            let element = writer.create_element("testcase").with_attributes(attributes);
            element.write_inner_content(|writer| said(writer, case)).map(drop)
        })
    })?;
    Ok(())
}

fn said(writer: &mut Writer<Vec<u8>>, case: &Case) -> std::io::Result<()> {
    let says = plain(&case.says);
    let first = says.lines().next().unwrap_or_default().to_owned();
    let (element, kind) = match case.outcome {
        Outcome::Passed => ("system-out", None),
        Outcome::Skipped => ("skipped", None),
        Outcome::Failure => ("failure", Some("slower")),
        Outcome::Error => ("error", Some("fault")),
    };
    let mut element = writer.create_element(element);
    if case.outcome != Outcome::Passed {
        element = element.with_attribute(("message", first.as_str()));
    }
    if let Some(kind) = kind {
        element = element.with_attribute(("type", kind));
    }
    element.write_text_content(BytesText::new(&says)).map(drop)
}

/// An element that says how its cases ended.
fn counted<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    element: &'w str,
    name: &str,
    cases: &[&Case],
) -> ElementWriter<'w, Vec<u8>> {
    let of = |outcome: Outcome| cases.iter().filter(|case| case.outcome == outcome).count().to_string();
    writer.create_element(element).with_attributes([
        ("name", name),
        ("tests", &cases.len().to_string()),
        ("failures", &of(Outcome::Failure)),
        ("errors", &of(Outcome::Error)),
        ("skipped", &of(Outcome::Skipped)),
    ])
}

/// XML has no place for control characters, not even escaped: what a driver said may hold them.
fn plain(text: &str) -> String {
    let is_known = |letter: &char| !letter.is_control() || "\n\t".contains(*letter);
    text.chars().filter(is_known).filter(|letter| !('\u{fffe}'..='\u{ffff}').contains(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CodeChange, Revised};
    use crate::report::specimen::made_up;

    #[test]
    fn a_slower_version_fails_and_a_slower_implementation_does_not() {
        let ranked = made_up::every_verdict();
        let revised = Revised { revision: "main".to_owned(), change: CodeChange::because("it is") };
        let compared = ContestFinding { revised: Some(revised), ..ranked.clone() };
        let text = |contest: &ContestFinding| junit(&made_up::findings(vec![contest.clone()])).unwrap();
        let [ranked, compared] = [text(&ranked), text(&compared)];
        assert!(ranked.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"paragone\" tests="));
        assert!(ranked.contains("<testsuite name=\"hashes/blake2b\""), "{ranked}");
        assert!(!ranked.contains("<failure") && ranked.contains("failures=\"0\""), "{ranked}");
        assert!(compared.contains("type=\"slower\"") && compared.contains("failures=\"1\""), "{compared}");
        for element in ["<error ", "<skipped ", "<system-out>"] {
            assert!(compared.contains(element), "{element} in {compared}");
        }
    }

    #[test]
    fn whatever_a_driver_says_is_text() {
        let text = "a <b> & \"c\"\n\u{1b}[31m\u{0}]]>".to_owned();
        let rows = vec![made_up::without_time("c.bad", Verdict::Failed { text })];
        let contest = made_up::contest("", vec![made_up::at(64, rows)]);
        let text = junit(&made_up::findings(vec![contest])).unwrap();
        assert!(text.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !text.contains('\u{1b}'), "{text}");
        let mut reader = quick_xml::Reader::from_str(&text);
        while reader.read_event().unwrap() != Event::Eof {}
    }
}
