//! `paragone report`: a kept run again.

use crate::lab::Lab;

fn with_a_run() -> Lab {
    let lab = Lab::with_builds();
    lab.out(&["run", "tiny", "--quick", "--rounds", "16", "--quiet", "--seed", "1"]);
    lab
}

#[test]
fn a_run_is_shown_again_as_it_was() {
    let lab = Lab::with_builds();
    let first = lab.out(&["run", "tiny", "--quick", "--rounds", "16", "--quiet"]);
    assert_eq!(lab.out(&["report"]), first);
    let id = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(lab.out(&["report", &id]), first);
    assert_eq!(lab.out(&["report", &id[..6]]), first);
    assert_eq!(lab.json(&["report", "--json"])["run"]["id"], id.as_str());
    assert!(first.contains(&format!("\nagain    paragone report {id}")), "{first}");
}

#[test]
fn how_to_see_it_again_says_where_it_is_if_that_was_typed() {
    let lab = with_a_run();
    let out = lab.out(&["report", "--store", "./runs.sqlite"]);
    assert!(out.contains("\nagain    paragone report --store ./runs.sqlite "), "{out}");
}

#[test]
fn parts_are_shown_on_request() {
    let lab = with_a_run();
    let plain = lab.out(&["report"]);
    assert!(!plain.contains("p99"), "{plain}");
    let more = lab.out(&["report", "--percentiles"]);
    assert!(["p0", "p25", "p50", "p75", "p90", "p99", "p100"].iter().all(|name| more.contains(name)), "{more}");
    let less = lab.out(&["report", "--benchmark", "tiny/faulty", "--sizes", "64"]);
    assert!(less.contains("tiny/faulty") && !less.contains("tiny/sum  Which"), "{less}");
    let err = lab.fails(3, &["report", "--benchmark", "tiny/other"]);
    assert!(err.contains("it holds tiny/sum, tiny/faulty"), "{err}");
}

#[test]
fn json_has_what_scripts_need() {
    let report = with_a_run().json(&["report", "--json"]);
    for key in ["paragone", "schema", "run", "machine", "versions", "summary", "findings", "failures", "notices"] {
        assert!(!report[key].is_null(), "{key} in {report:#}");
    }
    assert_eq!(report["run"]["seed"], "1");
    assert!(report["summary"]["timed_share"].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)));
}

#[test]
fn a_run_that_is_not_there_is_told_with_where_to_look() {
    let lab = Lab::with_builds();
    let err = lab.fails(3, &["report"]);
    assert!(err.contains("there is no store at") && err.contains("paragone run"), "{err}");
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources", "--sizes", "64"]);
    let err = lab.fails(3, &["report", "0123456789abcdef"]);
    assert!(err.contains("`0123456789abcdef`") && err.contains("paragone runs"), "{err}");
    let err = lab.fails(3, &["report", "nonsense"]);
    assert!(err.contains("`nonsense` is neither a run nor a file"), "{err}");
    let err = lab.fails(3, &["report", "/dev/null"]);
    assert!(err.contains("/dev/null"), "{err}");
}

#[test]
fn a_run_becomes_a_page_and_pictures() {
    let lab = with_a_run();
    let page = lab.out(&["report", "--as", "html"]);
    assert!(page.starts_with("<!doctype html>") && page.contains("tiny/sum"));
    assert_eq!(page, lab.out(&["report", "--as", "html"]), "the same run is the same page");
    assert_eq!(lab.out(&["report", "--as", "html", "--output", "report.html"]), "");
    let picture = lab.out(&["report", "--as", "svg", "--figure", "tiny-faulty.strips.*", "--sizes", "64"]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    let written = lab.out(&["report", "--as", "svg", "--figure", "strips", "--output", "pictures"]);
    assert!(written.lines().count() > 1 && written.lines().all(|path| path.ends_with(".svg")), "{written}");
    assert!(lab.fails(2, &["report", "--as", "svg"]).contains("--output"));
    assert!(lab.fails(2, &["report", "--as", "svg", "--figure", "nobody"]).contains("no picture has that name"));
}

#[test]
fn several_runs_are_one_page_with_a_machine_each() {
    let lab = Lab::with_builds();
    for seed in ["1", "2"] {
        let sizes = if seed == "1" { "64,4000" } else { "4000" };
        let short = ["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"];
        lab.out(&[&short[..], &["--seed", seed, "--sizes", sizes]].concat());
    }
    let runs = lab.json(&["runs", "--json"]);
    let [later, earlier] = [0, 1].map(|index| runs[index]["id"].as_str().unwrap().to_owned());
    lab.out(&["runs", "export", &later, "later.sqlite"]);
    let page = lab.out(&["report", &earlier, "later.sqlite", "--as", "html"]);
    let data = page.split("id=\"sheet\">").nth(1).unwrap().split("</script>").next().unwrap();
    let sheet = serde_json::from_str::<serde_json::Value>(data).unwrap()["sheet"].take();
    let names: Vec<&str> =
        sheet["machines"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(names.len() == 2 && names[0].ends_with(&format!("({})", &earlier[..8])), "{names:?}");
    assert!(names[1].ends_with(&format!("({})", &later[..8])), "{names:?}");
    assert_eq!(sheet["sections"].as_array().map(Vec::len), Some(1));
    let panels = sheet["sections"][0]["panels"].as_array().unwrap();
    let places: Vec<_> = panels.iter().map(|panel| (panel["machine"].as_u64(), panel["size"].as_u64())).collect();
    assert_eq!(places, [(Some(0), Some(64)), (Some(0), Some(4000)), (Some(1), Some(4000))]);
    let written = lab.out(&["report", &earlier, &later, "--as", "svg", "--figure", "strips", "-o", "pictures"]);
    assert!(written.contains(".machine-1.svg") && written.contains(".machine-2.svg"), "{written}");
    for form in [&["--json"][..], &["--as", "markdown"], &[]] {
        let err = lab.fails(2, &[&["report", &earlier, &later], form].concat());
        assert!(err.contains("is of one run") && err.contains("paragone compare"), "{err}");
    }
    assert!(lab.fails(2, &["report", "latest", &later, "--as", "html"]).contains("was given twice"));
    let err = lab.fails(3, &["report", &earlier, &later, "--as", "html", "--sizes", "64"]);
    assert!(err.contains(&format!("run `{later}` has nothing of this selection")), "{err}");
}
