//! What a cause takes and which code was run, through the whole program: of a benchmark whose truth is known.

use crate::lab::Lab;

const RUN: [&str; 6] = ["run", "caused", "--quick", "--no-resources", "--quiet", "--json"];

#[test]
fn a_cause_has_its_part_and_the_loops_are_shown() {
    let lab = Lab::new();
    let report = lab.json(&RUN);
    let contest = &report["findings"]["contests"][0];
    let [burdened, free] = [0, 1].map(|row| &contest["effects"][0]["rows"][row]);
    assert_eq!((&burdened["implementation"], &free["share"]), (&"c.burdened".into(), &serde_json::Value::Null));
    assert_eq!(burdened["times_ns"].as_array().unwrap().len(), 2, "{burdened:#}");
    // How large it is, simulated machines tell; a busy one may not know it.
    if let Some(likely) = burdened["share"]["likely"].as_f64() {
        let [low, high] = ["low", "high"].map(|end| burdened["share"][end].as_f64().unwrap());
        assert!(low <= likely && likely <= high, "{burdened:#}");
        let answer = contest["answer"].as_str().unwrap();
        assert!(answer.starts_with("At 1000 B with more=3, turns that were added are "), "{answer}");
    } else {
        eprintln!("skipped: the machine was too busy for a share: {}", contest["effects"][0]);
    }

    let known = &contest["code"][0]["code"]["known"];
    assert_eq!((&known["function"], known["loops"].as_array().unwrap().len()), (&"sum".into(), 1), "{contest:#}");
    let why = contest["code"][1]["code"]["unknown"]["why"].as_str().unwrap();
    assert!(why.contains("has no function `nowhere`"), "{why}");

    // The run holds all of it: the program may be gone.
    std::fs::remove_dir_all(lab.path("cache")).unwrap();
    let told = lab.run(&["report", "--code"]);
    assert!(told.out.contains("how much of the time is turns that were added"), "{}", told.out);
    assert!(told.out.contains("c.burdened: 1 loop in `sum`, ") && told.out.contains("    loop 1\n"), "{}", told.out);
    assert!(!told.out.contains("--code`"), "{}", told.out);
    let page = lab.run(&["report", "--as", "html"]);
    assert!(page.out.contains("<h3>How much of the time is turns that were added</h3>"), "{}", page.err);
}

#[test]
fn without_whom_it_does_not_touch_no_part_is_told() {
    let lab = Lab::new();
    let report = lab.json(&[&RUN[..], &["-i", "c.burdened"]].concat());
    let contest = &report["findings"]["contests"][0];
    assert!(contest["effects"][0]["rows"][0]["share"].is_null(), "{contest:#}");
    let told = lab.run(&["report"]);
    assert!(told.out.contains("No part is told without c.free"), "{}", told.out);
    // One value alone intervenes in nothing.
    let report = lab.json(&[&RUN[..], &["--param", "more=3"]].concat());
    assert_eq!(report["findings"]["contests"][0]["effects"], serde_json::json!([]));
}
