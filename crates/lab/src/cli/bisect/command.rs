//! `paragone bisect`: the search, step by step, and what came of it.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;
use signal_hook::consts::SIGINT;

use crate::cli::args::{BisectArgs, Common};
use crate::cli::bisect::copy::{RepositoryCopy, Search};
use crate::cli::bisect::step::{SlowerBenchmark, StepAnswer, StepQuestion, ask};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::say;
use crate::cli::session::cache;
use crate::driver::commit;
use crate::model::Plan;

/// Steps besides those of the search: the bad commit beside the good one, and what was found beside its parent.
const MORE_STEPS: u32 = 2;

/// A step may take so much of the time that is left, however many are to come.
const LEAST_SHARE: f64 = 0.1;

/// Does what was typed.
pub(in crate::cli) fn bisect(args: &BisectArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let here = std::env::current_dir().context("failed to find the folder that this was typed in")?;
    let [good, bad] = [&args.good, &args.bad].map(|revision| commit(&here, revision).map_err(Misuse));
    let (good, bad) = (good?, bad?);
    let copy = RepositoryCopy::of(&here, &cache()?)?;
    let between = copy.commits_between(&good, &bad)?.filter(|count| *count > 0).ok_or_else(|| {
        Misuse(format!("`{}` is no earlier commit on the way to `{}`: there is nothing to search", args.good, args.bad))
    })?;
    // A process of its own hears Ctrl-C by itself, and ends in good order; this one waits for it.
    signal_hook::flag::register(SIGINT, Arc::new(AtomicBool::new(false))).context("failed to listen to Ctrl-C")?;
    let steps = between.next_power_of_two().ilog2() + MORE_STEPS;
    let mut bisection = Bisection {
        copy: &copy,
        args,
        quiet: common.quiet,
        places: common.places_elsewhere()?,
        steps,
        step: 0,
        left_s: args.total,
        only: args.only.clone(),
    };
    bisection.search(&good, &bad, between, out)
}

struct Bisection<'a> {
    copy: &'a RepositoryCopy,
    args: &'a BisectArgs,
    quiet: bool,
    places: Vec<OsString>,
    /// How many there will be, about.
    steps: u32,
    step: u32,
    left_s: f64,
    /// Benchmarks that are looked at: from the first step on, those that are slower in the end.
    only: Vec<String>,
}

impl Bisection<'_> {
    fn search(&mut self, good: &str, bad: &str, between: u32, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let copy = self.copy;
        copy.check_out(bad)?;
        match self.asked(bad, good)? {
            StepAnswer::Slower(found) => self.only = found.into_iter().map(|one| one.name).collect(),
            StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            StepAnswer::NotSlower => {
                say(format_args!(
                    "nothing is slower at {} than at {}: no commit is to blame",
                    self.args.bad, self.args.good
                ));
                return Ok(Exit::Failed);
            }
            StepAnswer::Unknown(why) => {
                say(format_args!(
                    "whether {} is slower than {} is not known ({why}); a longer `--total` may tell",
                    self.args.bad, self.args.good
                ));
                return Ok(Exit::Failed);
            }
        }
        let mut search = if between == 1 { Search::Found(bad.to_owned()) } else { copy.begin(good, bad)? };
        while search == Search::Goes {
            let word = match self.asked(&copy.head()?, good)? {
                StepAnswer::Slower(_) => "bad",
                StepAnswer::NotSlower => "good",
                StepAnswer::Unknown(_) => "skip",
                StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            };
            search = copy.is(word)?;
        }
        let log = if between == 1 { String::new() } else { copy.log()? };
        let exit = match search {
            Search::Found(commit) => self.confirmed(&commit, out)?,
            Search::OneOf(commits) => {
                writeln!(out, "it is one of these, of which some could not be judged:")?;
                for commit in &commits {
                    writeln!(out, "  {}", copy.shown(commit)?)?;
                }
                Exit::Failed
            }
            Search::Goes => Exit::Failed,
        };
        if !log.is_empty() {
            writeln!(out, "\nthe search, as `git bisect log` tells it:\n{log}")?;
        }
        Ok(exit)
    }

    /// What was found, measured once more beside its parent alone.
    fn confirmed(&mut self, commit: &str, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let copy = self.copy;
        copy.check_out(commit)?;
        let parent = copy.parent(commit)?;
        let answer = self.asked(commit, &parent)?;
        let (shown, origin) = (copy.shown(commit)?, copy.origin(commit)?);
        let (exit, text) = match answer {
            StepAnswer::Slower(found) => {
                let lines: Vec<String> = found.iter().map(|one| format!("\n  {}", told(one))).collect();
                (Exit::Done, format!("{shown}\n  {origin}{}", lines.concat()))
            }
            StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            StepAnswer::NotSlower => (
                Exit::Failed,
                format!(
                    "{shown}\n  {origin}\n  the first that is slower than the good one by more than the margin, and not \
                     slower than its parent by as much: several commits may have made it slower by a little each"
                ),
            ),
            StepAnswer::Unknown(why) => (
                Exit::Failed,
                format!("{shown}\n  {origin}\n  slower than the good one; not known beside its parent: {why}"),
            ),
        };
        writeln!(out, "{text}")?;
        Ok(exit)
    }

    /// Compares what is checked out, and says what came of it.
    fn asked(&mut self, commit: &str, against: &str) -> anyhow::Result<StepAnswer> {
        self.step += 1;
        let to_come = f64::from(self.steps.saturating_sub(self.step) + 1);
        let began = Instant::now();
        let question = StepQuestion {
            against,
            only: &self.only,
            seconds: self.left_s * (1.0 / to_come).max(LEAST_SHARE),
            margin: self.args.margin,
            error_rate: Plan::ALPHA / f64::from(self.steps),
            places: &self.places,
        };
        let answer = ask(&self.copy.folder, question)?;
        self.left_s = (self.left_s - began.elapsed().as_secs_f64()).max(1.0);
        if !self.quiet {
            let what = match &answer {
                StepAnswer::Slower(found) => found.iter().map(told).collect::<Vec<String>>().join("; "),
                StepAnswer::NotSlower => "not slower".to_owned(),
                StepAnswer::Unknown(why) => format!("skipped: {why}"),
                StepAnswer::Interrupted => "stopped".to_owned(),
            };
            let seconds = began.elapsed().as_secs_f64();
            let (step, steps, shown) = (self.step, self.steps.max(self.step), self.copy.shown(commit)?);
            say(format_args!("{step} of about {steps}, {seconds:.0} s: {shown}\n  {what}"));
        }
        Ok(answer)
    }
}

/// `parse: slower by at least 1.3 %, by 2.0 % likely`.
fn told(one: &SlowerBenchmark) -> String {
    let SlowerBenchmark { name, at_least, likely } = one;
    format!("{name}: slower by at least {:.1} %, by {:.1} % likely", at_least * 100.0, likely * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_much_slower_is_told_in_percent() {
        let one = SlowerBenchmark { name: "parse".to_owned(), at_least: 0.013, likely: 0.02 };
        assert_eq!(told(&one), "parse: slower by at least 1.3 %, by 2.0 % likely");
    }
}
