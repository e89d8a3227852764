//! Warm-ups, through the whole program, of a driver that says how long its calls take by their number:
//! what is found is kept and told, and what a runtime allocated is told too.

use crate::fixtures::played;
use crate::lab::rows;

const SUITE: &str = r#"
title = "Played"
essay = "What a driver says, and not what it does."
[[benchmark]]
name = "job"
question = "Who settles?"
input = { kind = "zeros" }
sizes = 64
answer = { reference = "pretended.steady" }
baseline = "pretended.steady"
[[driver]]
language = "pretended"
name = "warming"
sources = ["warming.c"]
implements = { job = ["steady", "compiled", "slows", "restless", "collects"] }
"#;

#[test]
fn what_became_of_each_warm_up_is_told() {
    let lab = played("warming", SUITE, "compiles-late = true\n");
    let said = lab.out(&["run", "warming", "--quick", "--rounds", "20", "--budget", "5m", "--no-resources"]);
    let report = lab.json(&["report", "--json"]);
    let expected = [
        ("steady", "flat", None),
        ("compiled", "warmed", None),
        ("slows", "slowed", Some("slowed-down")),
        ("restless", "never_settled", Some("never-settled")),
        ("collects", "flat", None),
    ];
    for (name, course, caveat) in expected {
        let name = format!("pretended.{name}");
        let (_, row) = rows(&report).into_iter().find(|(_, row)| row["implementation"] == *name).unwrap();
        let warm_up = &row["runtime"]["warm_up"];
        assert_eq!((&warm_up["launches"], &warm_up[course]), (&1.into(), &1.into()), "{name}: {row:#}");
        let told: Vec<&str> = row["caveats"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
        for one in ["slowed-down", "never-settled", "unwatched-warm-up"] {
            assert_eq!(told.contains(&one), caveat == Some(one), "{name}: {told:?}");
        }
        assert!(row["runtime"]["start_ns"].as_f64() > Some(0.0) && row["runtime"]["round_trip_ns"].is_number());
        let collects = name.ends_with("collects");
        assert_eq!(row["runtime"]["allocated_bytes"].as_f64(), collects.then_some(64.0), "{name}");
        assert_eq!(row["runtime"]["collections"].as_f64().is_some_and(|each| each > 0.0), collects, "{name}");
    }
    assert!(said.contains("pretended.collects: 64.0 B allocated by a call, a collection every"), "{said}");
    let shown = lab.out(&["runs", "show", "latest"]);
    assert!(shown.contains("starts  pretended.steady is ready after"), "{shown}");
    let events = &lab.json(&["runs", "show", "latest", "--json"])["events"];
    let kept = events.as_array().unwrap().iter().filter(|event| event["event"] == "warmed-up").count();
    assert_eq!(kept, 6, "one for each lane, the A/A control too");
}
