//! `paragone bisect`: the search, step by step, and what came of it.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use signal_hook::consts::SIGINT;

use crate::cli::args::{BisectArgs, Common, MeasureArgs, in_repository_file, share};
use crate::cli::bisect::copy::{RepositoryCopy, Search};
use crate::cli::bisect::step::{SlowerBenchmark, StepAnswer, StepQuestion, WantedBenchmarks, ask};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::say;
use crate::cli::session::cache;
use crate::driver::commit;
use crate::model::Plan;
use crate::suite::RepositoryFile;

/// Steps besides those of the search: the bad commit beside the good one, and what was found beside its parent.
const MORE_STEPS: u32 = 2;

/// So many times as many steps as are expected share the error rate: each commit that is skipped costs one more.
const MOST_STEPS: u32 = 2;

/// With less time than that nothing is decided.
const LEAST_S: f64 = 1.0;

/// Does what was typed.
pub(crate) fn bisect(args: &BisectArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let here = std::env::current_dir().context("failed to find the folder that this was typed in")?;
    let [good, bad] = [&args.good, &args.bad].map(|revision| commit(&here, revision).map_err(Misuse));
    let (good, bad) = (good?, bad?);
    // At other commits the file may say something else, or not be there.
    let file = RepositoryFile::find(&here).map_err(Misuse)?.unwrap_or_default();
    let said = in_repository_file("margin", &file.gate.margin, share)?;
    let usual = || MeasureArgs::default().settle(common.config.as_deref(), None).map(|options| options.margin);
    let margin = args.margin.or(said).map_or_else(usual, Ok)?;
    let copy = RepositoryCopy::of(&here, &cache()?)?;
    let between = copy.commits_between(&good, &bad)?.filter(|count| *count > 0).ok_or_else(|| {
        Misuse(format!("`{}` is no earlier commit on the way to `{}`: there is nothing to search", args.good, args.bad))
    })?;
    // A gate hears Ctrl-C by itself, and ends in good order while it measures; this process waits for it.
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGINT, Arc::clone(&stop)).context("failed to listen to Ctrl-C")?;
    let mut bisection = Bisection {
        copy: &copy,
        args,
        margin,
        quiet: common.quiet,
        places: common.places_elsewhere()?,
        stop,
        steps: between.next_power_of_two().ilog2() + MORE_STEPS,
        step: 0,
        left_s: args.total,
        wanted: WantedBenchmarks::Globs(args.only.clone()),
    };
    bisection.search(&good, &bad, between, out)
}

struct Bisection<'a> {
    copy: &'a RepositoryCopy,
    args: &'a BisectArgs,
    margin: f64,
    quiet: bool,
    places: Vec<OsString>,
    stop: Arc<AtomicBool>,
    /// How many there will be, if no commit is skipped.
    steps: u32,
    step: u32,
    left_s: f64,
    /// From the second step on, those that are slower in the end.
    wanted: WantedBenchmarks,
}

impl Bisection<'_> {
    fn search(&mut self, good: &str, bad: &str, between: u32, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let copy = self.copy;
        copy.check_out(bad)?;
        match self.asked(bad, good, false)? {
            StepAnswer::Slower(found) => {
                self.wanted = WantedBenchmarks::Each(found.into_iter().map(|one| one.of).collect());
            }
            StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            StepAnswer::NotSlower => {
                let (bad, good) = (&self.args.bad, &self.args.good);
                say(format_args!("nothing is slower at {bad} than at {good}: no commit is to blame"));
                return Ok(Exit::Failed);
            }
            StepAnswer::Unknown(why) => {
                let (bad, good) = (&self.args.bad, &self.args.good);
                say(format_args!("whether {bad} is slower than {good} is not known: {why}"));
                return Ok(Exit::Failed);
            }
        }
        if between == 1 {
            return self.confirmed(bad, out);
        }
        let mut search = copy.begin(good, bad)?;
        while search == Search::Goes {
            if self.left_s < LEAST_S {
                say("the time is up; `--total` gives more");
                search = Search::OneOf(copy.left()?);
                break;
            }
            let word = match self.asked(&copy.head()?, good, false)? {
                StepAnswer::Slower(_) => "bad",
                StepAnswer::NotSlower => "good",
                StepAnswer::Unknown(_) => "skip",
                StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            };
            search = copy.is(word)?;
        }
        let log = copy.log()?;
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
        writeln!(out, "\nthe search, as `git bisect log` tells it:\n{log}")?;
        Ok(exit)
    }

    /// What was found, measured once more beside its parent alone.
    fn confirmed(&mut self, commit: &str, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let copy = self.copy;
        copy.check_out(commit)?;
        let head = format!("{}\n  {}", copy.shown(commit)?, copy.origin(commit)?);
        let Some(parent) = copy.parent(commit) else {
            writeln!(out, "{head}\n  slower than the good one; it has no parent to be compared with")?;
            return Ok(Exit::Failed);
        };
        let (exit, told) = match self.asked(commit, &parent, true)? {
            StepAnswer::Slower(found) => (Exit::Done, found.iter().map(told).collect::<Vec<String>>().join("\n  ")),
            StepAnswer::Interrupted => return Ok(Exit::Interrupted),
            StepAnswer::NotSlower => (
                Exit::Failed,
                "the first that is slower than the good one, and not slower than its parent by more than the margin: \
                 several commits may have made it slower by a little each"
                    .to_owned(),
            ),
            StepAnswer::Unknown(why) => {
                (Exit::Failed, format!("slower than the good one; beside its parent that is not known: {why}"))
            }
        };
        writeln!(out, "{head}\n  {told}")?;
        Ok(exit)
    }

    /// Compares what is checked out, and says what came of it. Until the `last` step, there is another one to keep time for.
    fn asked(&mut self, commit: &str, against: &str, last: bool) -> anyhow::Result<StepAnswer> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(StepAnswer::Interrupted);
        }
        self.step += 1;
        let to_come = if last { 1 } else { self.steps.saturating_sub(self.step).max(1) + 1 };
        let began = Instant::now();
        let question = StepQuestion {
            against,
            wanted: &self.wanted,
            seconds: (self.left_s / f64::from(to_come)).max(LEAST_S),
            margin: self.margin,
            error_rate: Plan::ALPHA / f64::from(self.steps * MOST_STEPS),
            places: &self.places,
        };
        let (mut answer, measured_s) = ask(&self.copy.folder, question)?;
        self.left_s -= measured_s;
        if self.stop.load(Ordering::Relaxed) {
            answer = StepAnswer::Interrupted;
        }
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
    let SlowerBenchmark { of, at_least, likely } = one;
    format!("{}: slower by at least {:.1} %, by {:.1} % likely", of.name, at_least * 100.0, likely * 100.0)
}
