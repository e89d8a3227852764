//! Where a run stands, from its events: one line for a terminal, or a line for each end.
//!
//! Draws nothing and reads no clock.

use std::collections::HashMap;

use crate::model::{Contest, Event, Fault, Plan, StopReason, Verdict};
use crate::words::{clean, counted, duration, of_trials, point, verdict};

/// What has been heard so far.
pub(crate) struct Scene {
    plan: Plan,
    /// Contest and comparison under way.
    here: Option<(usize, usize)>,
    /// Launches of each comparison: how many, and the number of the last one.
    launches: HashMap<(usize, usize), (usize, u32)>,
    blocks: HashMap<(usize, usize), usize>,
    /// The last look at each comparison, verdicts by lane.
    looks: HashMap<(usize, usize), Vec<Verdict>>,
    ended: Vec<(usize, usize)>,
    /// Faults that have been told of, with the contest and comparison, and whose they are.
    told: Vec<(usize, Option<usize>, String, Fault)>,
    /// Cells of which has been counted what they take.
    counted: usize,
}

impl Scene {
    pub(crate) fn new(plan: Plan) -> Scene {
        Scene {
            plan,
            here: None,
            launches: HashMap::new(),
            blocks: HashMap::new(),
            looks: HashMap::new(),
            ended: Vec::new(),
            told: Vec::new(),
            counted: 0,
        }
    }

    /// Takes an event in; a sentence where it is one to keep.
    pub(crate) fn hear(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Calibrated { contest, comparison, launch, .. }
            | Event::WarmedUp { contest, comparison, launch, .. } => self.is_at((*contest, *comparison), *launch),
            Event::Block(block) => {
                let here = (block.contest, block.comparison);
                self.is_at(here, block.launch);
                *self.blocks.entry(here).or_default() += 1;
            }
            Event::Looked { contest, comparison, verdicts, .. } => {
                self.looks.insert((*contest, *comparison), verdicts.clone());
            }
            Event::Counted { contest, comparison, .. } => {
                self.here = Some((*contest, *comparison));
                self.counted += 1;
            }
            Event::Furthered(further) => {
                self.plan.extend(further);
            }
            Event::Stopped { contest, comparison, reason, .. } => {
                let here = (*contest, *comparison);
                self.ended.push(here);
                return Some(format!("{}: {}; {}", self.place(here), reason_of(*reason), self.standing(here)));
            }
            Event::Failed { contest, comparison, lane, launch, fault } => {
                let lanes = self.plan.contests.get(*contest).map(|contest| contest.lanes.as_slice());
                let lane = lanes.and_then(|lanes| lanes.get(*lane));
                let name = lane.map_or_else(|| "unknown".to_owned(), |lane| lane.implementation.to_string());
                // The second process of the baseline is the same program, and what kept the first keeps it too.
                let told = (*contest, *comparison, name, fault.clone());
                if self.told.contains(&told) {
                    return None;
                }
                let at = match comparison {
                    Some(comparison) => format!("at {}", self.size((*contest, *comparison))),
                    None if *launch == 0 => "at every size".to_owned(),
                    None => "from now on".to_owned(),
                };
                let (benchmark, fault) = (self.benchmark(*contest), clean(&fault.to_string()));
                let text = format!("{benchmark} {} {at}: {fault}", told.2);
                self.told.push(told);
                return Some(text);
            }
            Event::Notice { text } => return Some(clean(text)),
            Event::Suspended { seconds, .. } => {
                return Some(format!("the machine slept for {}; the run goes on", duration(*seconds)));
            }
            Event::Resumed => return Some("going on where the run was left".to_owned()),
            _ => {}
        }
        None
    }

    /// Numbers of launches run through all comparisons of a contest.
    fn is_at(&mut self, here: (usize, usize), launch: u32) {
        self.here = Some(here);
        let (count, last) = self.launches.entry(here).or_insert((0, launch));
        if *count == 0 || *last != launch {
            (*count, *last) = (*count + 1, launch);
        }
    }

    /// Everything about now on one line, so many seconds after the beginning.
    pub(crate) fn line(&self, elapsed_s: f64) -> String {
        let Some(here) = self.here else { return format!("starting, {}", duration(elapsed_s)) };
        if self.counted > 0 {
            let (place, cells) = (self.place(here), counted(self.counted, "cell"));
            return format!("{place}  counting what they take of the machine, {cells}  {}", duration(elapsed_s));
        }
        let of = self.plan.contests.get(here.0).map_or(0, |contest| contest.comparisons.len());
        let (place, number, standing) = (self.place(here), here.1 + 1, self.standing(here));
        let [elapsed, left] = [elapsed_s, self.left(elapsed_s)].map(duration);
        let launch = self.launches.get(&here).map_or(1, |(count, _)| *count);
        let blocks = counted(self.blocks.get(&here).copied().unwrap_or(0), "block");
        // What matters least stands last: a narrow terminal cuts it off.
        format!("{place}, {number} of {of}  {elapsed}, at most {left} left  {standing}  launch {launch}, {blocks}")
    }

    /// Seconds that the budgets leave at most.
    fn left(&self, elapsed_s: f64) -> f64 {
        let of = |(index, contest): (usize, &Contest)| {
            let ended = self.ended.iter().filter(|(of, _)| *of == index).count();
            self.plan.budget_of(contest) * contest.comparisons.len().saturating_sub(ended) as f64
        };
        let budgets: f64 = self.plan.contests.iter().enumerate().map(of).sum();
        budgets.min(self.plan.total_s - elapsed_s).max(0.0)
    }

    fn benchmark(&self, contest: usize) -> String {
        let contest = self.plan.contests.get(contest);
        contest.map_or_else(String::new, |contest| format!("{}/{}", contest.suite, contest.benchmark))
    }

    fn place(&self, here: (usize, usize)) -> String {
        format!("{} {}", self.benchmark(here.0), self.size(here)).trim_end().to_owned()
    }

    /// A size with its parameters.
    fn size(&self, (contest, comparison): (usize, usize)) -> String {
        let contest = self.plan.contests.get(contest);
        let of = contest.and_then(|contest| Some((contest, contest.comparisons.get(comparison)?)));
        of.map_or_else(String::new, |(contest, of)| point(of.size, &contest.unit, &of.params))
    }

    /// Who leads, as the last look had it.
    fn standing(&self, here: (usize, usize)) -> String {
        let (Some(verdicts), Some(contest)) = (self.looks.get(&here), self.plan.contests.get(here.0)) else {
            return "no verdict yet".to_owned();
        };
        let told = |lane: usize| format!("{} {}", contest.lanes[lane].implementation, ruling(contest, &verdicts[lane]));
        let faster = contest.contenders().filter_map(|lane| match verdicts.get(lane)? {
            Verdict::Faster { likely, .. } => Some((*likely, lane)),
            _ => None,
        });
        if let Some((_, lane)) = faster.max_by(|a, b| a.0.total_cmp(&b.0)) {
            return told(lane);
        }
        match contest.contenders().collect::<Vec<usize>>()[..] {
            [only] if only < verdicts.len() => told(only),
            _ if contest.trials.is_some() => "nobody certainly better than the baseline".to_owned(),
            _ => "nobody certainly faster than the baseline".to_owned(),
        }
    }
}

fn ruling(contest: &Contest, ruling: &Verdict) -> String {
    let deciding = contest.trials.as_ref().and_then(|trials| trials.deciding());
    deciding.map_or_else(|| verdict(ruling), |metric| of_trials(ruling, metric.better))
}

fn reason_of(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Certain => "certain",
        StopReason::Budget => "its time is up",
        StopReason::Launches => "no more launches are made",
        StopReason::Trials => "as many trials as it asks for",
        StopReason::Total => "the run's time is up",
        StopReason::Rounds => "at the limit on rounds",
        StopReason::NobodyLeft => "nobody is left to compare",
        StopReason::Interrupted => "stopped by the user",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Block, Comparison, Lane, Mode, Params, Role, Throughput};

    fn scene() -> Scene {
        let lane = |name: &str, role| Lane::new(name.parse().unwrap(), role);
        let contest = Contest::new(
            "hashes",
            "blake2b",
            Throughput::of("byte"),
            vec![
                lane("rust.blake2", Role::Baseline),
                lane("c.openssl", Role::Contender),
                lane("c.libb2", Role::Contender),
                lane("rust.blake2", Role::Clone),
            ],
            [64, 4096].map(|size| Comparison { params: Params::new(), size }).to_vec(),
        );
        Scene::new(Plan::new(7, Mode::Standard, vec![contest]))
    }

    fn looked(verdicts: Vec<Verdict>) -> Event {
        Event::Looked { contest: 0, comparison: 1, launch: 2, blocks: 16, verdicts }
    }

    fn block() -> Event {
        Event::Block(Block {
            contest: 0,
            comparison: 1,
            launch: 2,
            index: 0,
            began_ns: 0,
            lanes: Vec::new(),
            readings: Vec::new(),
            race: false,
        })
    }

    #[test]
    fn the_line_tells_where_the_run_is() {
        let mut scene = scene();
        assert_eq!(scene.line(0.2), "starting, 0.2 s");
        assert_eq!(scene.hear(&block()), None);
        scene.hear(&block());
        assert_eq!(
            scene.line(12.0),
            "hashes/blake2b 4 KiB, 2 of 2  12 s, at most 60 s left  no verdict yet  launch 1, 2 blocks"
        );
        scene.hear(&looked(vec![
            Verdict::Baseline,
            Verdict::Faster { at_least: 0.12, likely: 0.14, at_most: None },
            Verdict::Faster { at_least: 0.2, likely: 0.22, at_most: None },
        ]));
        assert_eq!(
            scene.line(590.0),
            "hashes/blake2b 4 KiB, 2 of 2  10 min, at most 10 s left  \
             c.libb2 at least 1.25x as fast  launch 1, 2 blocks"
        );
    }

    #[test]
    fn ends_and_failures_are_sentences() {
        let mut scene = scene();
        assert_eq!(scene.hear(&Event::SpreadKnown { contest: 0, comparison: 1, spread: 0.01 }), None);
        assert!(scene.hear(&Event::Resumed).is_some());
        let slow = Verdict::Slower { at_least: 0.1, likely: 0.12, at_most: None };
        scene.hear(&looked(vec![Verdict::Baseline, slow.clone(), slow]));
        let stopped = Event::Stopped { contest: 0, comparison: 1, launch: 4, reason: StopReason::Certain };
        assert_eq!(
            scene.hear(&stopped).unwrap(),
            "hashes/blake2b 4 KiB: certain; nobody certainly faster than the baseline"
        );
        let fault = Fault::Died { how: "signal 11 (SIGSEGV)".into(), stderr: "oh\nno\n".into() };
        let failed = Event::Failed { contest: 0, comparison: Some(0), lane: 1, launch: 0, fault };
        assert_eq!(
            scene.hear(&failed).unwrap(),
            "hashes/blake2b c.openssl at 64 B: died: signal 11 (SIGSEGV); its last words: oh no"
        );
        assert!(scene.line(1.0).starts_with("starting"));
        assert_eq!(scene.left(0.0), 30.0);
    }

    #[test]
    fn a_fault_is_told_once_with_its_size() {
        let mut scene = scene();
        let mut told = |lane, comparison, launch| {
            let fault = Fault::Deadline { request: "answer 0".into(), seconds: 2.0, stderr: "\u{1b}[2J".into() };
            scene.hear(&Event::Failed { contest: 0, comparison, lane, launch, fault })
        };
        let silent = "no reply to `answer 0` within 2 s (--deadline gives it longer); its last words: \u{fffd}[2J";
        assert_eq!(told(0, Some(1), 0).unwrap(), format!("hashes/blake2b rust.blake2 at 4 KiB: {silent}"));
        // The baseline's second process.
        assert_eq!(told(3, Some(1), 0), None);
        assert_eq!(told(2, None, 0).unwrap(), format!("hashes/blake2b c.libb2 at every size: {silent}"));
        assert_eq!(told(1, None, 3).unwrap(), format!("hashes/blake2b c.openssl from now on: {silent}"));
    }
}
