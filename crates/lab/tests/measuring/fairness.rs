//! What all lanes of a comparison are owed alike: the same bytes, and within a speed class the same
//! number of calls in each round. The driver's answers are digests of every byte that it was given.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use paragone::model::{Block, Event};

use crate::stage::{Stage, compiled, source};

/// The first two are within a factor of four of each other, the last is beyond.
const NAMES: [&str; 3] = ["steady", "near", "far"];

const INPUTS: u32 = 4;

fn carried_out(folder: &Path) -> Vec<Event> {
    let program = compiled(folder, "warming", &[source("warming.c").as_ref()]);
    let stage = Stage {
        benchmark: "job",
        names: &NAMES,
        sizes: &[1000],
        sample_ns: 200_000,
        inputs: INPUTS,
        deadline: Duration::from_secs(20),
        blocks: 3,
    };
    stage.carried_out(folder, &program)
}

#[test]
fn the_same_bytes_and_the_same_calls() {
    let folder = tempfile::tempdir().unwrap();
    let events = carried_out(folder.path());
    // Every lane gave the reference's digest of every input, and the inputs are not all the same.
    let right: BTreeSet<(usize, usize)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Verified { comparison: Some(0), lane, checked, .. } => Some((*lane, *checked)),
            Event::Failed { fault, .. } => panic!("{fault}"),
            _ => None,
        })
        .collect();
    assert_eq!(right, (0..NAMES.len()).map(|lane| (lane, INPUTS as usize)).collect());
    let files = fs::read_dir(folder.path().join("inputs")).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    let contents: BTreeSet<Vec<u8>> = files.filter(|bytes| bytes.len() == 1000).collect();
    assert_eq!(contents.len(), INPUTS as usize);
    let blocks: Vec<&Block> = events
        .iter()
        .filter_map(|event| match event {
            Event::Block(block) => Some(block),
            _ => None,
        })
        .collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let calls = |lane: usize| block.lanes[lane].iter().map(|sample| sample.calls).collect::<Vec<u64>>();
        let class = calls(0);
        assert_eq!(
            (calls(1), calls(3)),
            (class.clone(), class.clone()),
            "one class, one number of calls in each round"
        );
        assert!(calls(2).iter().zip(&class).all(|(far, near)| far < near), "{:?} {class:?}", calls(2));
        for calls in [&class, &calls(2)] {
            assert!(calls.iter().all(|calls| calls % u64::from(INPUTS) == 0), "whole turns of the inputs: {calls:?}");
        }
    }
}
