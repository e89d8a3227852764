//! A stored run in, its findings out: contest by contest, size by size, with an answer on top.

use crate::judge::caveats::comparison::{busy_machine, emulated};
use crate::judge::crossover::choice::choices;
use crate::judge::crossover::crossovers::{crossovers, ladder};
use crate::judge::findings::around::lane_starts;
use crate::judge::findings::changes::changes;
use crate::judge::findings::effects::effects;
use crate::judge::findings::growth::doubt_growth;
use crate::judge::findings::imported::UNPAIRED;
use crate::judge::findings::meanwhile::Meanwhile;
use crate::judge::findings::same_code::same_code;
use crate::model::{CallKind, CodeFinding, CommandLine, Contest, ContestFinding, Event, Findings, Lane, Run};
use crate::words::answer::by_effect::answer_by_effect;
use crate::words::answer::by_metric::answer_by_metric;
use crate::words::answer::phrase::Words;
use crate::words::answer::{answer, chosen_answer, emulated_answer};

/// Judges a run, by what it holds alone: what launches differed by in earlier runs was written
/// down when it began.
pub fn findings(run: &Run) -> Findings {
    let planned = (0..run.plan.contests.len()).filter(|contest| run.plan.contests[*contest].between.is_none());
    let contests = planned.map(|contest| judge_contest(run, contest));
    let same = run.plan.same_code.iter().map(same_code);
    Findings { contests: contests.chain(same).collect(), changes: changes(run), unmatched: run.plan.unmatched.clone() }
}

fn judge_contest(run: &Run, index: usize) -> ContestFinding {
    let contest = &run.plan.contests[index];
    let mut comparisons = ladder(run, index);
    // Crossovers are of times: what trials tell is not followed between sizes.
    let is_timed = contest.trials.is_none();
    let crossovers = if is_timed { crossovers(run, index, &comparisons) } else { Vec::new() };
    for finding in &mut comparisons {
        finding.caveats.splice(0..0, emulated(&run.machine));
        finding.caveats.extend(busy_machine(&run.machine, &Meanwhile::whole(run)));
    }
    if is_timed {
        doubt_growth(&mut comparisons, &contest.unit);
    }
    let effects = effects(run, index, &comparisons);
    let is_emulated = run.machine.emulated.is_some();
    let words = Words::of(contest);
    let is_judged = !is_emulated && run.source().is_none();
    let metric = contest.trials.as_ref().map(|trials| trials.decides.as_str());
    let choices = if is_judged { choices(&comparisons, &crossovers, words, metric) } else { Vec::new() };
    let mut answer = match (choices.as_slice(), &contest.trials) {
        _ if run.source().is_some() => UNPAIRED.to_owned(),
        _ if is_emulated => emulated_answer(&comparisons, words),
        (_, Some(trials)) => answer_by_metric(&comparisons, words, trials),
        ([only], _) if only.uses.iter().any(|it| it.confidence.is_some()) => chosen_answer(only, &comparisons, words),
        _ => answer(&comparisons, words),
    };
    // What the benchmark asks comes before who is fastest.
    if let Some(told) = contest.intervention.as_ref().and_then(|one| answer_by_effect(one, &effects, &contest.unit)) {
        answer = format!("{told} {answer}");
    }
    ContestFinding {
        answer,
        comparisons,
        crossovers,
        choices,
        effects,
        code: code(run, index),
        commands: command_lines(contest),
        start_ns: if contest.commands.is_empty() { None } else { start_ns(run, index) },
        ..ContestFinding::of(contest)
    }
}

/// As it was told when the run began.
fn code(run: &Run, index: usize) -> Vec<CodeFinding> {
    let of = |event: &Event| match event {
        Event::Disassembled { contest, lane, code } if *contest == index => {
            let implementation = run.plan.contests[index].lanes[*lane].implementation.clone();
            Some(CodeFinding { implementation, code: code.clone() })
        }
        _ => None,
    };
    run.events.iter().filter_map(of).collect()
}

fn command_lines(contest: &Contest) -> Vec<CommandLine> {
    let line = |(_, lane): (usize, &Lane)| {
        let text = contest.command_of(&lane.implementation)?.text.clone();
        Some(CommandLine { implementation: lane.implementation.clone(), text })
    };
    contest.shown().filter_map(line).collect()
}

/// The least of what an empty call of a command's driver cost, which is the start of a process.
fn start_ns(run: &Run, index: usize) -> Option<f64> {
    let starts = (0..run.plan.contests[index].lanes.len()).flat_map(|lane| lane_starts(run, index, lane));
    let of_commands = starts.filter(|lane| CallKind::of_language(&lane.language).is_command());
    of_commands.map(|lane| lane.empty_call_ns).min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{
        contest, failed, flat_block, in_states, launch_began, launch_ended, plan, run_of, stopped, wrong,
    };
    use crate::model::{
        Amount, Block, COMMAND, CommandSpec, ComparisonFinding, Mode, PRINTED, Readings, Resources, StopReason, Tally,
    };

    fn blocks(launches: u32, each: u32, times: [u64; 4]) -> Vec<Block> {
        (0..launches).flat_map(|launch| (0..each).map(move |index| flat_block(launch, index, &times, 4))).collect()
    }

    fn launched(launches: u32) -> Vec<Event> {
        (0..launches).flat_map(|launch| [launch_began(launch), launch_ended(launch)]).collect()
    }

    fn only(run: &Run) -> ComparisonFinding {
        findings(run).contests.remove(0).comparisons.remove(0)
    }

    fn names(finding: &ComparisonFinding) -> Vec<(String, &'static str)> {
        finding.rows.iter().map(|row| (row.implementation.to_string(), row.verdict.word())).collect()
    }

    const TIMES: [u64; 4] = [200_000, 250_000, 160_000, 200_400];

    #[test]
    fn a_quick_run_is_ranked() {
        let mut events = launched(1);
        events.push(stopped());
        let found = only(&run_of(plan(Mode::Quick, contest(2)), blocks(1, 32, TIMES), events));
        let expected = [("c.one2", "faster"), ("c.base", "baseline"), ("c.one1", "slower")];
        assert_eq!(names(&found), expected.map(|(name, word)| (name.to_owned(), word)));
        assert_eq!((found.fastest.clone(), found.blocks, found.launches), (vec![0], 32, 1));
        assert!((found.gap.unwrap() - 0.25).abs() < 1e-9 && (found.noise.unwrap() - 0.002).abs() < 1e-9);
        assert_eq!(found.stopped, Some(StopReason::Certain));
        let best = &found.rows[0];
        assert_eq!((best.times.unwrap().p50, best.empty_call_ns), (1600.0, Some(2.0)));
        // 1600 ns at 2 GHz over 1024 bytes.
        assert_eq!(best.tsc_cycles, Some(3.125));
        assert_eq!(found.caveats.iter().map(|caveat| caveat.name()).collect::<Vec<_>>(), ["one-launch"]);
        assert!(found.rows.iter().all(|row| row.caveats.is_empty()), "{:?}", found.rows);
    }

    #[test]
    fn what_starting_costs_is_part_of_a_command() {
        let mut contest = contest(1);
        contest.lanes[1].implementation.language = COMMAND.to_owned();
        let mut began = launch_began(0);
        if let Event::LaunchBegan(launch) = &mut began {
            launch.lanes[1].as_mut().unwrap().empty_call_ns = 900_000.0;
        }
        let blocks = (0..32).map(|index| {
            let mut block = flat_block(0, index, &[200_000, 1_000_000, 200_400], 4);
            block.lanes[1].iter_mut().for_each(|sample| sample.calls = 1);
            block
        });
        let events = vec![began, launch_ended(0), stopped()];
        let found = only(&run_of(plan(Mode::Quick, contest), blocks.collect(), events));
        let row = &found.rows[1];
        assert_eq!((row.implementation.language.as_str(), row.empty_call_ns), (COMMAND, Some(900_000.0)));
        // A run of 1 ms against a call of 2 µs: of neither is anything taken away.
        let (ratio, ..) = row.to_best.unwrap();
        assert!((ratio - 500.0).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn beside_a_library_the_answer_names_languages() {
        let mut contest = contest(2);
        contest.lanes[2].implementation.language = COMMAND.to_owned();
        contest.commands.insert("one2".to_owned(), CommandSpec::plain(vec!["two".to_owned()], "two".to_owned()));
        let answer = |contest: &Contest| {
            let run =
                run_of(plan(Mode::Quick, contest.clone()), blocks(1, 32, TIMES), vec![launch_began(0), stopped()]);
            findings(&run).contests.remove(0).answer
        };
        assert!(answer(&contest).contains("command.one2"), "{}", answer(&contest));
        contest.lanes.iter_mut().for_each(|lane| lane.implementation.language = COMMAND.to_owned());
        assert!(answer(&contest).starts_with("one2 runs 1.25"), "{}", answer(&contest));
    }

    #[test]
    fn a_standard_run_counts_whole_launches() {
        let mut all = blocks(6, 16, TIMES);
        all.truncate(5 * 16 + 3);
        let mut events = launched(5);
        events.push(launch_began(5));
        let found = only(&run_of(plan(Mode::Standard, contest(2)), all, events));
        assert_eq!((found.launches, found.blocks), (5, 83));
        assert_eq!(names(&found)[0], ("c.one2".to_owned(), "faster"));
        assert_eq!(found.rows[0].estimate.as_ref().unwrap().launches, 5);
    }

    #[test]
    fn an_interrupted_launch_is_left_out_with_a_caveat() {
        let mut events = vec![launch_began(0), Event::Resumed];
        events.extend((1..6).flat_map(|launch| [launch_began(launch), launch_ended(launch)]));
        let found = only(&run_of(plan(Mode::Standard, contest(2)), blocks(6, 16, TIMES), events));
        assert_eq!((found.launches, found.blocks), (5, 80));
        assert!(found.caveats.iter().any(|caveat| caveat.name() == "interrupted-launch"));
    }

    #[test]
    fn a_wrong_answer_has_no_time_whatever_was_measured() {
        let mut events = launched(1);
        events.extend([stopped(), failed(Some(0), 2, wrong())]);
        let found = only(&run_of(plan(Mode::Quick, contest(2)), blocks(1, 32, TIMES), events));
        let expected = [("c.base", "baseline"), ("c.one1", "slower"), ("c.one2", "wrong")];
        assert_eq!(names(&found), expected.map(|(name, word)| (name.to_owned(), word)));
        let row = &found.rows[2];
        assert!(row.times.is_none() && row.to_best.is_none() && row.estimate.is_none() && row.tsc_cycles.is_none());
        assert_eq!(found.fastest, [0]);
    }

    #[test]
    fn a_baseline_that_failed_leaves_its_place_to_the_next() {
        let mut events = launched(1);
        events.extend([failed(None, 0, wrong()), failed(None, 3, wrong())]);
        let found = only(&run_of(plan(Mode::Quick, contest(2)), blocks(1, 32, TIMES), events));
        let expected = [("c.one2", "faster"), ("c.one1", "baseline"), ("c.base", "wrong")];
        assert_eq!(names(&found), expected.map(|(name, word)| (name.to_owned(), word)));
        assert!(found.noise.is_none());
        assert!(found.caveats.iter().any(|caveat| caveat.name() == "no-noise-floor"));
    }

    #[test]
    fn nothing_measured_is_not_enough_and_nobody_left_is_failure() {
        let found = only(&run_of(plan(Mode::Quick, contest(1)), Vec::new(), Vec::new()));
        assert_eq!(names(&found), [("c.base".to_owned(), "baseline"), ("c.one1".to_owned(), "not-enough")]);
        assert!(found.fastest.is_empty() && found.rows.iter().all(|row| row.times.is_none()));
        let events = (0..3).map(|lane| failed(None, lane, wrong())).collect();
        let found = only(&run_of(plan(Mode::Quick, contest(1)), Vec::new(), events));
        assert_eq!(names(&found), [("c.base".to_owned(), "wrong"), ("c.one1".to_owned(), "wrong")]);
    }

    /// Names of the caveats of each row, by implementation.
    fn doubts(run: &Run) -> Vec<(String, Vec<String>)> {
        let names = |row: &crate::model::Row| row.caveats.iter().map(|caveat| caveat.name()).collect();
        only(run).rows.iter().map(|row| (row.implementation.to_string(), names(row))).collect()
    }

    #[test]
    fn what_is_known_beside_the_time_becomes_doubts() {
        let amounts = [
            ("threads", 2.0),
            ("peak-memory", 3e9),
            ("read-requested", 65536.0),
            ("read", 0.0),
            ("simulated-instructions", 9.0),
        ];
        let resources: Resources =
            amounts.map(|(name, value)| (name.to_owned(), Amount::Known(value))).into_iter().collect();
        let mut all = blocks(1, 32, TIMES);
        for block in &mut all {
            block.readings = vec![Readings::new(); 4];
            block.readings[1].insert(PRINTED.to_owned(), Tally::of(100.0));
        }
        let mut events = launched(1);
        events.push(Event::Counted { contest: 0, comparison: 0, lane: 1, resources });
        events.push(Event::Rotated { contest: 0, comparison: 0, lane: 1, ratio: 0.3 });
        let mut run = run_of(plan(Mode::Quick, contest(2)), all, events);
        run.machine.memory_bytes = Some(4 << 30);
        let ours = ["prints", "starts-threads", "much-memory", "page-cache", "simulated-processor", "learnt-input"];
        let found = doubts(&run);
        assert_eq!(found[2], ("c.one1".to_owned(), ours.map(str::to_owned).to_vec()));
        assert!(found.iter().filter(|(name, _)| name != "c.one1").all(|(_, names)| names.is_empty()), "{found:?}");
    }

    #[test]
    fn builds_are_held_beside_each_other() {
        let mut contest = contest(2);
        for (lane, build) in [(1, "o0"), (2, "o3")] {
            contest.lanes[lane].implementation.name = "one".to_owned();
            contest.lanes[lane].implementation.build = Some(build.to_owned());
        }
        let with = |code: [Option<&str>; 2]| {
            let mut events = launched(1);
            if let Event::LaunchBegan(launch) = &mut events[0] {
                for (lane, code) in code.into_iter().enumerate() {
                    launch.lanes[lane + 1].as_mut().unwrap().code = code.map(str::to_owned);
                }
            }
            doubts(&run_of(plan(Mode::Quick, contest.clone()), blocks(1, 32, TIMES), events))
        };
        let found = with([Some("a"), Some("b")]);
        assert_eq!(found[0], ("c.one@o3".to_owned(), vec!["depends-on-build".to_owned()]));
        assert_eq!(found[1], ("c.base".to_owned(), Vec::new()));
        assert_eq!(found[2], ("c.one@o0".to_owned(), vec!["depends-on-build".to_owned()]));
        assert_eq!(with([Some("a"), Some("a")])[0].1, ["depends-on-build", "identical-code"]);
    }

    #[test]
    fn a_quiet_machine_raises_no_doubt_and_a_wild_one_raises_each() {
        let names = |run: &Run| -> Vec<String> {
            only(run).caveats.into_iter().map(|caveat| caveat.name()).filter(|name| name != "one-launch").collect()
        };
        assert_eq!(names(&in_states(|_, _| {})), [""; 0]);
        let mut run = in_states(|second, state| {
            state.speed_hz = Some(3e9 - 1e8 * second as f64);
            state.temperatures[0].1 += 3.0 * second as f64;
            state.mains = Some(false);
            for share in [&mut state.stolen, &mut state.queued, &mut state.sibling_busy] {
                *share = share.map(|_| 0.5);
            }
            state.throttled = state.throttled.map(|_| 1);
            if let Some(others) = &mut state.others {
                others.of_measuring_core = Some(0.5);
            }
        });
        run.machine.governor = Some("powersave".into());
        run.events.push(Event::Suspended { at_ns: 5_000_000_000, seconds: 60.0 });
        for sample in run.blocks.iter_mut().flat_map(|block| &mut block.lanes).flatten() {
            sample.cpu_ns = sample.wall_ns / 100 * 95;
        }
        let expected = [
            "suspended",
            "steal",
            "waited",
            "busy-sibling",
            "frequency-changed",
            "throttled",
            "temperature",
            "on-battery",
            "governor",
            "busy-machine",
        ];
        assert_eq!(names(&run), expected);
    }

    #[test]
    fn findings_survive_being_written_down() {
        let mut all = blocks(1, 16, TIMES);
        all.truncate(2);
        let found = findings(&run_of(plan(Mode::Quick, contest(2)), all, launched(1)));
        let text = serde_json::to_string(&found).unwrap();
        assert!(text.contains("not-enough"), "{text}");
    }
}
