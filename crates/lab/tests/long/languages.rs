//! The same bytes in every language that can be built here, and the same number of calls in each round.
//! The drivers are those of the suite `border` that need nothing from the network.

use std::collections::BTreeSet;
use std::path::Path;

use paragone::model::{Block, Run, Sample};
use paragone::store::Store;

use crate::lab::{Lab, PATIENCE};

/// All of them reach zlib, so that they are within a factor of four of each other at a size that takes a while.
const ALIKE: &str =
    "c.direct,cpp.direct,objc.method,rust.extern,swift.dlsym,go.cgo,csharp.*,java.zip@jni,python.ctypes,python.zlib";

fn lab() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites"));
    lab
}

/// Calls by block, by lane that takes part, and by round; of the race the A/A control has no part.
fn calls(run: &Run) -> Vec<Vec<(usize, Vec<u64>)>> {
    let of_lane = |lane: &[Sample]| lane.iter().map(|one| one.calls).collect::<Vec<u64>>();
    let of_block = |block: &Block| block.lanes.iter().map(|lane| of_lane(lane)).enumerate().collect::<Vec<_>>();
    let balanced = run.blocks.iter().filter(|block| !block.race).map(of_block);
    balanced.map(|lanes| lanes.into_iter().filter(|(_, rounds)| !rounds.is_empty()).collect()).collect()
}

#[test]
fn all_languages_get_the_same_bytes_and_the_same_number_of_calls() {
    let lab = lab();
    let own = "go.standard,javascript.standard,java.zip@compiler";
    let all = format!("{ALIKE},{own}");
    let verified = lab.json(&["verify", "border", "--full", "--implementations", &all, "--json"]);
    let verified = verified.as_array().unwrap();
    for one in verified {
        assert_eq!(one["faults"], serde_json::json!([]), "{one:#}");
        assert!(one["answers"].as_u64().unwrap() > 10, "{one:#}");
    }
    let languages: BTreeSet<&str> =
        verified.iter().map(|one| one["implementation"].as_str().unwrap().split('.').next().unwrap()).collect();
    assert!(languages.contains("c") && languages.contains("rust"), "{languages:?}");

    let words = ["run", "border/adler32", "--sizes", "64KiB", "--quick", "--rounds", "32", "--json"];
    let report = lab.json(&[&words[..], &["--implementations", ALIKE]].concat());
    assert_eq!(report["failures"], serde_json::json!([]), "within {PATIENCE:?}");
    let run = Store::open_to_read(&lab.store()).unwrap().run(report["run"]["id"].as_str().unwrap()).unwrap();
    let lanes = &run.plan.contests[0].lanes;
    assert_eq!(lanes[0].implementation.to_string(), "c.direct");
    let mut measured = BTreeSet::new();
    for block in calls(&run) {
        // A lane whose verdict is certain takes no further part, and the A/A control has blocks of its own.
        let [(_, first), ..] = &block[..] else { panic!("a block of nobody") };
        for (lane, ours) in &block {
            assert_eq!(ours, first, "{}", lanes[*lane].implementation);
            measured.insert(*lane);
        }
    }
    assert_eq!(measured, (0..lanes.len()).collect());
}
