//! What each process of a run is asked for, written down between lab and driver: who is timed serves one cell and gives
//! no answer before its samples, and who gives answers first is never timed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use paragone::model::{Decide, Event, Next, Progress, StopReason, Verdict};

use crate::stage::{Stage, compiled, source};

const STAGE: Stage<'static> = Stage {
    benchmark: "job",
    names: &["steady", "near"],
    sizes: &[64, 1000],
    sample_ns: 200_000,
    inputs: 4,
    deadline: Duration::from_secs(20),
    blocks: 2,
};

const LANES: usize = 3;

/// The driver behind a script that keeps a copy of every request, a file for each process.
fn listening(folder: &Path) -> PathBuf {
    let driver = compiled(folder, "warming", &[source("warming.c").as_ref()]);
    let script = folder.join("listening");
    fs::create_dir(folder.join("heard")).unwrap();
    let heard = folder.join("heard");
    let text = format!("#!/bin/sh\ntee '{}'/$$ | '{}'\n", heard.display(), driver.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

/// The requests of each process.
fn heard(folder: &Path) -> Vec<Vec<String>> {
    let files =
        fs::read_dir(folder.join("heard")).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    files.map(|text| text.lines().map(str::to_owned).collect()).collect()
}

fn places(requests: &[String], word: &str) -> Vec<usize> {
    let is_it = |line: &String| line.split(' ').next() == Some(word);
    requests.iter().enumerate().filter(|(_, line)| is_it(line)).map(|(place, _)| place).collect()
}

/// A process that is timed begins with calls that do nothing; one that gives answers is audited after them.
fn is_timed(requests: &[String]) -> bool {
    let prepared = places(requests, "prepare");
    requests[prepared[0]] == "prepare paragone empty"
}

fn calls(request: &str) -> u64 {
    request.split(' ').nth(1).unwrap().parse().unwrap()
}

/// The calls of each lane's samples, at each size.
fn samples(events: &[Event]) -> Vec<Vec<u64>> {
    let mut all = BTreeMap::<(usize, usize), Vec<u64>>::new();
    for event in events {
        let Event::Block(block) = event else { continue };
        for (lane, samples) in block.lanes.iter().enumerate() {
            all.entry((block.comparison, lane)).or_default().extend(samples.iter().map(|sample| sample.calls));
        }
    }
    assert!(all.values().all(|calls| !calls.is_empty()));
    all.into_values().collect()
}

#[test]
fn who_is_timed_serves_one_cell_and_gives_no_answer_before() {
    let folder = tempfile::tempdir().unwrap();
    let program = listening(folder.path());
    let events = STAGE.carried_out(folder.path(), &program);
    assert!(!events.iter().any(|event| matches!(event, Event::Failed { .. })), "{events:#?}");
    let all = heard(folder.path());
    let (timed, checked): (Vec<_>, Vec<_>) = all.iter().partition(|requests| is_timed(requests));
    let samples = samples(&events);
    assert_eq!(checked.len(), 1 + STAGE.names.len(), "the reference, and each implementation once");
    for requests in checked {
        assert_eq!(places(requests, "answer").len(), STAGE.sizes.len() * STAGE.inputs as usize, "{requests:#?}");
    }
    assert_eq!(timed.len(), LANES * STAGE.sizes.len(), "a process for each lane at each size");
    let mut sizes = BTreeSet::new();
    for requests in timed {
        let prepared = places(requests, "prepare");
        assert_eq!(requests[prepared[0]], "prepare paragone empty");
        let cell: BTreeSet<&String> = prepared.iter().map(|place| &requests[*place]).collect();
        assert_eq!(cell.len(), 2, "one implementation, and the empty one: {requests:#?}");
        let inputs = requests.iter().filter_map(|line| line.strip_prefix("input "));
        let own: BTreeSet<u64> = inputs.map(|path| fs::metadata(path).unwrap().len()).collect();
        assert_eq!(own.len(), 1, "one size: {requests:#?}");
        sizes.extend(own);
        let asked = places(requests, "answer");
        assert_eq!(asked.len(), STAGE.inputs as usize, "all answers again");
        let before = &requests[..asked[0]];
        assert!(places(before, "audit").is_empty(), "{requests:#?}");
        let calls: Vec<u64> = places(before, "time").iter().map(|place| calls(&before[*place])).collect();
        assert!(samples.iter().any(|own| calls.ends_with(own)), "right after its samples: {requests:#?}");
    }
    assert_eq!(sizes, BTreeSet::from([64, 1000]));
}

/// Two launches of a block each, the second one without the second lane.
struct WithoutTheSecond(usize);

impl Decide for WithoutTheSecond {
    fn live(&self, _: usize, _: usize, lanes: usize) -> Vec<bool> {
        (0..lanes).map(|lane| lane != 1 || self.0 == 0).collect()
    }

    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        assert_eq!(progress.healthy, [true; LANES], "who has left has not failed");
        let own = progress.blocks.iter().filter(|block| block.launch == progress.launch).count();
        let next = match (own, self.0) {
            (0, _) => Next::Blocks { count: 1, live: self.live(0, 0, LANES) },
            (_, 0) => Next::Relaunch,
            _ => Next::Stop(StopReason::Certain),
        };
        self.0 += usize::from(next == Next::Relaunch);
        (next, None)
    }
}

#[test]
fn whose_verdict_stands_is_not_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let program = listening(folder.path());
    let stage = Stage { sizes: &[64], ..STAGE };
    let events = stage.decided_by(&mut WithoutTheSecond(0), folder.path(), &program, (None, None));
    let started = events.iter().filter_map(|event| match event {
        Event::LaunchBegan(launch) => Some(launch.lanes.iter().map(Option::is_some).collect::<Vec<bool>>()),
        _ => None,
    });
    assert_eq!(started.collect::<Vec<_>>(), [[true, true, true], [true, false, true]]);
    let sampled = events.iter().filter_map(|event| match event {
        Event::Block(block) => Some(block.lanes.iter().map(|lane| !lane.is_empty()).collect::<Vec<bool>>()),
        _ => None,
    });
    assert_eq!(sampled.collect::<Vec<_>>(), [[true, true, true], [true, false, true]]);
    let told = |event: &&Event| matches!(event, Event::Failed { .. } | Event::Dropped { .. });
    assert!(!events.iter().any(|event| told(&event)), "{events:#?}");
    let timed = heard(folder.path()).iter().filter(|requests| is_timed(requests)).count();
    assert_eq!(timed, 3 + 2);
}
