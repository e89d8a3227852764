//! `paragone verify`: every answer that a run would check, and no time.

use std::io::Write;

use crate::cli::args::{Common, MeasureArgs, RunArgs, VerifyArgs};
use crate::cli::exit::Exit;
use crate::cli::outlet::write_json;
use crate::cli::session::{Lab, Prepared, around, asked_to_stop, inputs, prepared};
use crate::driver::Adopted;
use crate::measure::{Ended, Inputs, RunTask, check_answers};
use crate::model::{Comparison, Event, Listener, Plan};
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
    let Prepared { plan, entries, notices, .. } = prepared(&run, &lab, &options, Default::default())?;
    for notice in &notices {
        common.progress()(&format!("note: {notice}"));
    }
    let (around, stop) = (around(&machine, &options)?, asked_to_stop()?);
    let inputs = Inputs::new(&inputs()?)?.sealed_for(&around);
    let _adopted = Adopted::from_now_on();
    let mut ledger = Ledger::new(&plan);
    let task = RunTask {
        until_s: f64::INFINITY,
        plan: &plan,
        entries: &entries,
        around: &around,
        inputs: &inputs,
        listener: &mut ledger,
        stop: &stop,
        instruments: None,
        gauges: None,
    };
    let ended = check_answers(task)?;
    let mut checked = ledger.checked;
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
struct Ledger {
    checked: Vec<Checked>,
    /// Where the lanes of each contest begin.
    starts: Vec<usize>,
    /// By contest and comparison, the size with its parameters.
    sizes: Vec<Vec<String>>,
}

impl Ledger {
    fn new(plan: &Plan) -> Ledger {
        let (mut checked, mut starts, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for contest in &plan.contests {
            starts.push(checked.len());
            let place = |at: &Comparison| point(at.size, &contest.unit, &at.params);
            sizes.push(contest.comparisons.iter().map(place).collect());
            // The last lane is the baseline's clone, whose answers are the baseline's.
            let own = contest.lanes.len() - usize::from(contest.clone_lane().is_some());
            checked.extend(contest.lanes[..own].iter().map(|lane| Checked {
                benchmark: format!("{}/{}", contest.suite, contest.benchmark),
                implementation: lane.implementation.to_string(),
                answers: 0,
                faults: Vec::new(),
            }));
        }
        starts.push(checked.len());
        Ledger { checked, starts, sizes }
    }

    fn of(&mut self, contest: usize, lane: usize) -> Option<&mut Checked> {
        let index = self.starts[contest] + lane;
        (index < self.starts[contest + 1]).then(|| &mut self.checked[index])
    }
}

impl Listener for Ledger {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Verified { contest, lane, checked, .. } => {
                if let Some(one) = self.of(*contest, *lane) {
                    one.answers += checked;
                }
            }
            Event::Failed { contest, comparison, lane, fault, .. } => {
                let size = comparison.map(|comparison| &self.sizes[*contest][comparison]);
                let place = size.map_or("at every size".to_owned(), |size| format!("at {size}"));
                let text = format!("{place}: {}", clean(&fault.to_string()));
                if let Some(one) = self.of(*contest, *lane) {
                    one.faults.push(text);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
