//! `paragone verify`: every answer that a run would check, and no time.

use std::io::Write;

use crate::cli::args::{Common, MeasureArgs, RunArgs, VerifyArgs};
use crate::cli::exit::Exit;
use crate::cli::outlet::write_json;
use crate::cli::session::{Commits, Lab, Prepared, RunWish, around, asked_to_stop, inputs};
use crate::driver::Adopted;
use crate::measure::{Ended, Inputs, RunTask, check_answers};
use crate::model::{Comparison, Contest, Event, Lane, Listener, Plan};
use crate::words::{clean, point};

/// What was found about one implementation of one benchmark.
#[derive(Debug, serde::Serialize)]
struct Checked {
    benchmark: String,
    implementation: String,
    /// Right answers, known ones and agreements.
    answers: usize,
    /// What went wrong, at which size, if anything did.
    faults: Vec<String>,
}

/// Does what was typed.
pub(super) fn verify(args: &VerifyArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let lab = Lab::open(common)?;
    lab.refuse_everything("verify", &args.selection)?;
    let machine = common.machine();
    let options = MeasureArgs { quick: true, deadline: args.deadline, ..MeasureArgs::default() };
    let options = options.settle(common.config.as_deref(), machine.memory_bytes)?;
    let run = RunArgs {
        selection: args.selection.clone(),
        implementations: args.implementations.clone(),
        sizes: args.sizes.clone(),
        full: args.full,
        ..RunArgs::default()
    };
    let wish = RunWish { args: &run, lab: &lab, options: &options, against: Commits::new(), self_test: false };
    let Prepared { plan, entries, notices, .. } = &wish.prepared()?;
    for notice in notices {
        common.progress()(&format!("note: {notice}"));
    }
    let (around, stop) = (&around(&machine, &options)?, &asked_to_stop()?);
    let inputs = &Inputs::new(&inputs()?)?.sealed_for(around);
    let _adopted = Adopted::from_now_on();
    let mut ledger = Ledger::new(plan);
    let (listener, until_s) = (&mut ledger, f64::INFINITY);
    let task = RunTask { plan, entries, around, inputs, listener, stop, until_s, instruments: None, gauges: None };
    let ended = check_answers(task)?;
    let mut checked: Vec<Checked> = ledger.checked.into_iter().flatten().collect();
    for one in checked.iter_mut().filter(|one| one.answers == 0 && one.faults.is_empty()) {
        one.faults.push("no answer was checked".to_owned());
    }
    if args.json {
        write_json(out, &checked)?;
    } else {
        write(out, &checked)?;
        if let Some(name) = &machine.emulated {
            writeln!(out, "emulated {name}: times mean nothing there, answers do")?;
        }
    }
    Ok(match ended {
        Ended::Interrupted => Exit::Interrupted,
        Ended::Complete if checked.iter().any(|one| !one.faults.is_empty()) => Exit::Found,
        Ended::Complete => Exit::Done,
    })
}

fn write(out: &mut dyn Write, checked: &[Checked]) -> std::io::Result<()> {
    let width = checked.iter().map(|one| one.benchmark.len() + one.implementation.len() + 1).max().unwrap_or(0);
    for one in checked {
        let name = format!("{}/{}", one.benchmark, one.implementation);
        match one.faults.as_slice() {
            [] => writeln!(out, "{name:width$}  {} answers, all right", one.answers)?,
            faults => {
                writeln!(out, "{name:width$}  {} answers right, and:", one.answers)?;
                for fault in faults {
                    writeln!(out, "    {fault}")?;
                }
            }
        }
    }
    Ok(())
}

/// Collects, by contest and lane, what the events tell of answers.
struct Ledger<'a> {
    plan: &'a Plan,
    checked: Vec<Vec<Checked>>,
}

impl Ledger<'_> {
    fn new(plan: &Plan) -> Ledger<'_> {
        let checked = |contest: &Contest| {
            // The last lane is the baseline's clone, whose answers are the baseline's.
            let own = contest.lanes.len() - usize::from(contest.clone_lane().is_some());
            let lane = |lane: &Lane| Checked {
                benchmark: format!("{}/{}", contest.suite, contest.benchmark),
                implementation: lane.implementation.to_string(),
                answers: 0,
                faults: Vec::new(),
            };
            contest.lanes[..own].iter().map(lane).collect()
        };
        Ledger { plan, checked: plan.contests.iter().map(checked).collect() }
    }
}

impl Listener for Ledger<'_> {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Verified { contest, lane, checked, .. } => {
                if let Some(one) = self.checked[*contest].get_mut(*lane) {
                    one.answers += checked;
                }
            }
            Event::Failed { contest, comparison, lane, fault, .. } => {
                let planned = &self.plan.contests[*contest];
                let place = comparison.map_or("at every size".to_owned(), |comparison| {
                    let Comparison { size, params } = &planned.comparisons[comparison];
                    format!("at {}", point(*size, &planned.unit, params))
                });
                if let Some(one) = self.checked[*contest].get_mut(*lane) {
                    one.faults.push(format!("{place}: {}", clean(&fault.to_string())));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
