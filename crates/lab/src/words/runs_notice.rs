//! What the reader must know of compared runs before any number, as a sentence for each notice.

use crate::model::names::listed;
use crate::model::{ComparedRuns, RunSetting, RunsNotice};

/// In the order in which they were found.
pub fn runs_notices(found: &ComparedRuns) -> Vec<String> {
    found.notices.iter().map(|notice| sentence(notice, found)).collect()
}

fn sentence(notice: &RunsNotice, found: &ComparedRuns) -> String {
    let id = |run: &usize| found.runs.get(*run).map_or("", |run| run.id.as_str());
    match notice {
        RunsNotice::Imported { run } => format!(
            "{} was measured by another tool, one implementation after the other: it is unpaired, its times are shown, \
             and nothing is said of their ratios",
            id(run)
        ),
        RunsNotice::Emulated { run } => format!("{} was emulated: its times are those of the emulator", id(run)),
        RunsNotice::Differs { what, from: (from, before), to: (to, after) } => {
            let [before, after] = [before, after].map(|value| value.as_deref().unwrap_or(unset(what)));
            format!("{}: `{before}` in {}, `{after}` in {}", setting(what), id(from), id(to))
        }
        RunsNotice::DecidedByTrials { benchmarks, from, to } => format!(
            "{} {} decided by metrics of trials, which are not compared from run to run: `paragone report {}` and `{}` \
             tell each",
            listed(benchmarks),
            if benchmarks.len() == 1 { "is" } else { "are" },
            id(from),
            id(to)
        ),
        RunsNotice::LastOfMachine { runs, last } => {
            format!("of {runs} runs of one machine, the table of machines has the last given, {}", id(last))
        }
        RunsNotice::OtherBaselines { benchmark, baselines } => {
            let each = baselines.iter().map(|(run, baseline)| format!("{baseline} in {}", id(run)));
            let each: Vec<String> = each.collect();
            format!(
                "{benchmark} has not one baseline on all machines, so that not all stand in a table: {}",
                each.join(", ")
            )
        }
    }
}

fn setting(what: &RunSetting) -> &str {
    match what {
        RunSetting::Kernel => "kernel",
        RunSetting::Libc => "C library",
        RunSetting::Governor => "governor",
        RunSetting::Core => "core of the drivers",
        RunSetting::Lab => "paragone",
        RunSetting::Mode => "mode",
        RunSetting::Tool(name) => name,
    }
}

/// What stands in the place of a value that a run does not have.
fn unset(what: &RunSetting) -> &'static str {
    if *what == RunSetting::Core { "none" } else { "unknown" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ComparedRun, Mode};

    fn told(notice: RunsNotice) -> String {
        let run = |id: &str| ComparedRun {
            id: id.to_owned(),
            began: 0,
            note: String::new(),
            mode: Mode::Standard,
            fingerprint: String::new(),
            machine: String::new(),
        };
        let found = ComparedRuns {
            runs: vec![run("0a"), run("0b")],
            machines: Vec::new(),
            changes: Vec::new(),
            missing: Vec::new(),
            notices: vec![notice],
        };
        runs_notices(&found).concat()
    }

    #[test]
    fn runs_are_named_and_what_is_unknown_is_called_so() {
        let differs = |what, before: Option<&str>, after: Option<&str>| {
            told(RunsNotice::Differs { what, from: (0, before.map(str::to_owned)), to: (1, after.map(str::to_owned)) })
        };
        assert_eq!(differs(RunSetting::Kernel, Some("6.1"), Some("6.2")), "kernel: `6.1` in 0a, `6.2` in 0b");
        assert_eq!(differs(RunSetting::Core, Some("1"), None), "core of the drivers: `1` in 0a, `none` in 0b");
        assert_eq!(differs(RunSetting::Libc, None, Some("2")), "C library: `unknown` in 0a, `2` in 0b");
        assert_eq!(differs(RunSetting::Tool("cc".into()), Some("1"), Some("2")), "cc: `1` in 0a, `2` in 0b");
        assert!(told(RunsNotice::Imported { run: 0 }).starts_with("0a was measured by another tool"));
        assert!(told(RunsNotice::Emulated { run: 1 }).starts_with("0b was emulated"));
        let last = "of 2 runs of one machine, the table of machines has the last given, 0b";
        assert_eq!(told(RunsNotice::LastOfMachine { runs: 2, last: 1 }), last);
    }

    #[test]
    fn several_agree_with_their_verb() {
        let of = |benchmarks: &[&str]| {
            let benchmarks = benchmarks.iter().map(|&name| name.to_owned()).collect();
            told(RunsNotice::DecidedByTrials { benchmarks, from: 0, to: 1 })
        };
        assert!(of(&["s/a"]).starts_with("s/a is decided by metrics of trials, which are not compared"));
        assert!(of(&["s/a", "s/b"]).starts_with("s/a and s/b are decided by"));
        let baselines = vec![(0, "c.a".parse().unwrap()), (1, "c.b".parse().unwrap())];
        let told = told(RunsNotice::OtherBaselines { benchmark: "s/a".into(), baselines });
        assert!(told.starts_with("s/a has not one baseline") && told.ends_with(": c.a in 0a, c.b in 0b"), "{told}");
    }
}
