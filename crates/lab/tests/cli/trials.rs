//! Benchmarks that a metric of a few trials decides, and parameters that are set or compared across: through the whole
//! program, with a driver whose numbers are known by construction.

use serde_json::Value;

use crate::formats::is_valid;
use crate::lab::{Lab, rows, verdict};

const RUN: [&str; 4] = ["run", "deep/depth/c.deep", "deep/depth/c.flat", "--json"];

fn ids(report: &Value) -> Vec<String> {
    rows(report).iter().map(|(_, row)| row["implementation"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_was_told_decides_and_is_kept_trial_by_trial() {
    let lab = Lab::with_builds();
    let report = lab.json(&RUN);
    assert_eq!(report["failures"], serde_json::json!([]));
    let contest = &report["findings"]["contests"][0];
    let trials = &contest["trials"];
    assert_eq!((&trials["decides"], &trials["least"], &trials["most"]), (&"depth".into(), &8.into(), &12.into()));
    assert_eq!(
        trials["metrics"][0],
        serde_json::json!({ "name": "depth", "unit": "frame", "better": "more", "exact": false })
    );
    assert_eq!(ids(&report), ["c.deep", "c.flat"]);
    assert_eq!(verdict(&report, "c.flat", 8)["verdict"], "slower");
    // Each trial was one call, in a block of its own: 40, 41, 42, 40 …
    let comparison = &contest["comparisons"][0];
    let told = &comparison["rows"][0]["readings"]["depth"];
    let trials = comparison["blocks"].as_u64().unwrap();
    assert!((8..=12).contains(&trials) && comparison["stopped"] == "certain", "{comparison:#}");
    assert_eq!((&told["samples"], &told["least"], &told["most"]), (&trials.into(), &40.0.into(), &42.0.into()));
    assert_eq!(comparison["rows"][0]["tsc_cycles"], Value::Null);
    let answer = contest["answer"].as_str().unwrap();
    assert!(
        answer.starts_with("c.deep has the best depth, 40.") || answer.starts_with("c.deep has the best depth, 41")
    );
    assert!(answer.contains("(40 frames at worst, 42 frames at best); the next, c.flat, has 0.5"), "{answer}");
    let text = lab.out(&["report"]);
    assert!(
        text.contains("depth and lost in frames")
            && text.contains("40..42")
            && text.contains("of best")
            && !text.contains("throughput"),
        "{text}"
    );
    assert!(lab.out(&["runs", "show", "latest"]).contains("depth"));
}

#[test]
fn every_form_has_the_metric_and_none_a_time() {
    let lab = Lab::with_builds();
    let report = lab.json(&RUN);
    let row = &report["findings"]["contests"][0]["comparisons"][0]["rows"][0];
    let outcome = &row["outcomes"][0];
    let values = outcome["values"].as_array().unwrap();
    assert_eq!(
        (&outcome["metric"], &outcome["worst"], &outcome["best"]),
        (&"depth".into(), &40.0.into(), &42.0.into())
    );
    // One more each time, from wherever preparing left it.
    assert!(values.windows(2).all(|two| two[0].as_f64() == Some(42.0) || two[0].as_f64() < two[1].as_f64()));
    is_valid(&lab, &report);
    let table = lab.out(&["report", "--as", "csv", "--rows", "trials"]);
    let deep = table.lines().filter(|line| line.contains(",c.deep,depth,frame,more,yes,"));
    let told: Vec<Option<f64>> = deep.map(|line| line.rsplit(',').next()?.parse().ok()).collect();
    assert_eq!(told, values.iter().map(Value::as_f64).collect::<Vec<_>>());
    let cells = lab.out(&["report", "--as", "csv"]);
    assert!(cells.lines().next().unwrap().ends_with(",trials_average,trials_worst,trials_median,trials_best"));
    assert!(cells.lines().nth(1).unwrap().contains(",depth,frame,more,4"), "{cells}");
    for form in ["markdown", "jmh", "go", "bencher"] {
        let text = lab.out(&["report", "--as", form]);
        assert!(text.contains("depth") && !text.contains("ns/op") && !text.contains("latency"), "{form}: {text}");
    }
    lab.out(&["report", "--as", "svg", "-o", "pictures"]);
    let pictures = std::fs::read_dir(lab.path("pictures")).unwrap();
    let names: Vec<String> = pictures.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("deep-depth.trials-depth.")), "{names:?}");
    assert!(!names.iter().any(|name| name.contains(".strips.") || name.contains(".call.")), "{names:?}");
    let first = report["run"]["id"].as_str().unwrap();
    lab.json(&RUN);
    let text = lab.out(&["compare", first, "latest"]);
    assert!(text.contains("deep/depth is decided by metrics of trials"), "{text}");
}

#[test]
fn who_tells_nothing_or_no_amount_has_failed() {
    let lab = Lab::with_builds();
    let report = lab.json(&["run", "deep", "--quick", "--json"]);
    let text = |name: &str| verdict(&report, name, 8)["text"].as_str().unwrap().to_owned();
    assert!(text("c.silent").contains("told no `reading depth`, which decides"), "{}", text("c.silent"));
    assert!(text("c.nothing").contains("`reading depth 0`"), "{}", text("c.nothing"));
    assert_eq!(verdict(&report, "c.flat", 8)["verdict"], "slower");
}

#[test]
fn so_many_trials_are_made_however_little_time_there_is() {
    let lab = Lab::with_builds();
    let blocks = |words: &[&str]| {
        let report = lab.json(&[&RUN[..], words].concat());
        report["findings"]["contests"][0]["comparisons"][0]["blocks"].clone()
    };
    assert_eq!(blocks(&["--budget", "1us"]), 8);
    assert_eq!(blocks(&["--rounds", "3"]), 3);
}

#[test]
fn values_of_a_parameter_are_compared_side_by_side() {
    let lab = Lab::with_builds();
    let report = lab.json(&["run", "deep/depth/c.deep", "--across", "level=/a b,1000", "--json"]);
    // The first value is no number, which C takes for 0.
    assert_eq!(ids(&report), ["c.deep@1000", "c.deep@a-b"]);
    assert_eq!(verdict(&report, "c.deep@a-b", 8)["verdict"], "baseline");
    assert_eq!(verdict(&report, "c.deep@1000", 8)["verdict"], "faster");
    assert_eq!(report["notices"], serde_json::json!(["`@a-b` is level=/a b"]));
}

#[test]
fn a_value_that_cannot_be_had_costs_its_own_rows_alone() {
    let lab = Lab::with_builds();
    let report = lab.json(&["run", "deep/depth/c.deep", "--across", "level=none,1,2000", "--json"]);
    assert_eq!(ids(&report), ["c.deep@2000", "c.deep@1", "c.deep@none"]);
    assert_eq!(verdict(&report, "c.deep@none", 8)["verdict"], "failed");
    assert_eq!(verdict(&report, "c.deep@1", 8)["verdict"], "baseline");
    let alone = lab.run(&["run", "deep/depth/c.deep", "--across", "level=none", "--json"]);
    assert_eq!(alone.code, Some(3), "{alone:#?}");
    let report: Value = serde_json::from_str(&alone.out).unwrap();
    assert_eq!(verdict(&report, "c.deep@none", 8)["verdict"], "failed");
}

#[test]
fn values_of_parameters_take_the_place_of_the_suites_own() {
    let lab = Lab::with_builds();
    let report = lab.json(&["run", "deep/depth/c.deep", "--param", "level=7", "--param", "times=1,2", "--json"]);
    let comparisons = report["findings"]["contests"][0]["comparisons"].as_array().unwrap();
    let most: Vec<(&Value, &Value)> =
        comparisons.iter().map(|one| (&one["params"], &one["rows"][0]["readings"]["depth"]["most"])).collect();
    let params = |times: &str| serde_json::json!({ "level": "7", "times": times });
    assert_eq!(most, [(&params("1"), &49.0.into()), (&params("2"), &91.0.into())]);
    for words in [["--param", "levle=1"], ["--paths", "/tmp"]] {
        let err = lab.fails(2, &[&["run", "deep"], &words[..]].concat());
        assert!(err.contains("no benchmark that was chosen has a parameter"), "{err}");
    }
    let err = lab.fails(2, &["run", "deep", "--param", "level=1", "--across", "level=1,2"]);
    assert!(err.contains("`level` cannot be compared across and be set too"), "{err}");
    assert!(lab.fails(2, &["run", "deep", "--across", "level"]).contains("write it like `level=1,6`"));
}

#[test]
fn a_plan_says_what_decides_and_doctor_leaves_it_alone() {
    let lab = Lab::with_builds();
    let plan = lab.out(&["run", "deep", "--dry-run"]);
    assert!(plan.contains("8 to 12 trials of each, decided by depth"), "{plan}");
    let err = lab.fails(2, &["doctor", "--benchmark", "deep/depth/c.deep", "--aa", "1"]);
    assert!(err.contains("is decided by its depth"), "{err}");
}
