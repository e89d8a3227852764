//! What a cell takes of the machine, brought together: what was counted apart, what whole commands tell with
//! each run, and what runtimes tell with their samples.

use crate::model::{Amount, COMMAND, Event, Readings, Resources, Run, Runtime, Unknown};

/// Readings of whole commands: mean, since each is of one run.
const OF_COMMANDS: [&str; 2] = ["user-time", "system-time"];
/// The most of any run, and the least that could have been told.
const PEAK: &str = "peak-memory";
const LEAST_PEAK: &str = "least-peak";

/// Their memory is the C library's: they have no runtime that would collect or tell. A command may be of any language.
const WITHOUT_COLLECTOR: [&str; 6] = ["c", "cpp", "rust", "objc", "swift", COMMAND];

/// What the others' drivers tell, where their runtimes let them.
const UNTOLD: [(&str, &str); 2] = [
    ("gc", "this runtime does not tell how often it collects"),
    ("allocated", "this runtime does not tell what it allocates"),
];

/// Of one lane in one comparison; empty where nothing was counted.
pub(crate) fn resources(
    run: &Run,
    place: (usize, usize),
    lane: usize,
    readings: &Readings,
    runtime: &Runtime,
) -> Resources {
    let counted = run.events_of(place, lane).rev().find_map(|event| match event {
        Event::Counted { resources, .. } => Some(resources.clone()),
        _ => None,
    });
    let is_counted = counted.is_some();
    let mut resources = counted.unwrap_or_default();
    let mut told = |name: &str, value: Option<f64>| {
        resources.extend(value.map(|value| (name.to_owned(), Amount::Known(value))));
    };
    for name in OF_COMMANDS {
        told(name, readings.get(name).map(|tally| tally.mean()));
    }
    told(PEAK, readings.get(PEAK).map(|tally| tally.most));
    told("idle-memory", readings.get(LEAST_PEAK).map(|tally| tally.most));
    told("gc", runtime.collections);
    told("allocated", runtime.allocated_bytes);
    let language = &run.plan.contests[place.0].lanes[lane].implementation.language;
    if is_counted && !WITHOUT_COLLECTOR.contains(&language.as_str()) {
        for (name, why) in UNTOLD {
            resources.entry(name.to_owned()).or_insert_with(|| Amount::Unknown(Unknown::because(why)));
        }
    }
    resources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::{Mode, Tally, Unknown};

    #[test]
    fn the_last_count_of_a_cell_is_shown() {
        let counted = |lane: usize, value: Amount| Event::Counted {
            contest: 0,
            comparison: 0,
            lane,
            resources: Resources::from([("mallocs".to_owned(), value)]),
        };
        let unknown = Amount::Unknown(Unknown::because("nobody counts"));
        let events = vec![counted(1, unknown), counted(0, Amount::Known(1.0)), counted(1, Amount::Known(2.0))];
        let run = run_of(plan(Mode::Quick, contest(1)), Vec::new(), events);
        let found = |lane| resources(&run, (0, 0), lane, &Readings::new(), &Runtime::default());
        assert_eq!(found(1)["mallocs"], Amount::Known(2.0));
        assert_eq!(found(0).len(), 1);
        assert!(found(2).is_empty());
    }

    #[test]
    fn runtimes_and_commands_tell_by_themselves() {
        let run = run_of(plan(Mode::Quick, contest(1)), Vec::new(), Vec::new());
        let tally = Tally { samples: 2, sum: 6.0, least: 1.0, most: 5.0 };
        let readings = Readings::from([("user-time".to_owned(), tally), (PEAK.to_owned(), tally)]);
        let runtime = Runtime { collections: Some(0.5), ..Runtime::default() };
        let found = resources(&run, (0, 0), 0, &readings, &runtime);
        assert_eq!(found["user-time"], Amount::Known(3.0));
        assert_eq!((found[PEAK].known(), found["gc"].known()), (Some(5.0), Some(0.5)));
        assert!(!found.contains_key("allocated"));
    }

    #[test]
    fn a_runtime_that_does_not_tell_is_unknown() {
        let mut contest = contest(1);
        contest.lanes[1].implementation.language = "python".to_owned();
        let counted = |lane| Event::Counted { contest: 0, comparison: 0, lane, resources: Resources::new() };
        let run = run_of(plan(Mode::Quick, contest), Vec::new(), vec![counted(0), counted(1)]);
        let runtime = Runtime { collections: Some(0.5), ..Runtime::default() };
        let found = |run: &Run, lane| resources(run, (0, 0), lane, &Readings::new(), &runtime);
        let Amount::Unknown(unknown) = &found(&run, 1)["allocated"] else { panic!("nobody told") };
        assert!(unknown.why.contains("what it allocates"), "{unknown:?}");
        assert_eq!(found(&run, 1)["gc"], Amount::Known(0.5));
        assert!(!found(&run, 0).contains_key("allocated"), "in C there is none to tell");
        let uncounted = Run { events: Vec::new(), ..run.clone() };
        assert!(!found(&uncounted, 1).contains_key("allocated"), "nothing was asked for");
    }
}
