//! A plan with programs in; it measured, kept and reported, with the page that was asked for beside it, and how the command
//! ends, out.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use crate::cli::args::{Common, Form, MeasureOptions, OutcomeArgs, ReportArgs};
use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::output::show;
use crate::cli::session::conditions::ending;
use crate::cli::session::execute::{Job, RunPlace, execute};
use crate::cli::session::interrupt::asked_to_stop;
use crate::cli::session::live::Live;
use crate::cli::session::prepare::Prepared;
use crate::judge::findings;
use crate::measure::Ended;
use crate::model::{Machine, Run};
use crate::plan::too_little_time;

/// How a run is to be measured, and what is to become of it beside its plan.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub common: &'a Common,
    pub options: &'a MeasureOptions,
    pub machine: &'a Machine,
    pub outcome: &'a OutcomeArgs,
    pub resources: bool,
    /// The run to go on with.
    pub earlier: Option<&'a Run>,
}

impl<'a> Asked<'a> {
    /// Of a run that is to be begun, and nothing out of the usual.
    pub(crate) fn new(
        common: &'a Common,
        options: &'a MeasureOptions,
        machine: &'a Machine,
        outcome: &'a OutcomeArgs,
    ) -> Asked<'a> {
        Asked { common, options, machine, outcome, resources: false, earlier: None }
    }

    /// Tells the notices of a plan of suites, carries it out, and reports.
    pub(crate) fn measured(&self, prepared: Prepared, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (run, ended) = self.kept(prepared)?;
        self.conclude(&run, ended, out)
    }

    /// Tells the notices of a plan of suites, measures and keeps it.
    pub(crate) fn kept(&self, mut prepared: Prepared) -> anyhow::Result<(Run, Ended)> {
        for notice in prepared.notices.iter().chain(&too_little_time(&prepared.plan)) {
            self.common.progress()(&format!("note: {notice}"));
        }
        let stop = asked_to_stop()?;
        prepared.tools.extend(prepared.definitions()?);
        self.obeying(&stop, &prepared)
    }

    /// Measures, keeps and reports.
    pub(crate) fn carried_out(&self, prepared: &Prepared, out: &mut dyn Write) -> anyhow::Result<(Run, Exit)> {
        let stop = asked_to_stop()?;
        let (run, ended) = self.obeying(&stop, prepared)?;
        let exit = self.conclude(&run, ended, out)?;
        Ok((run, exit))
    }

    fn obeying(&self, stop: &AtomicBool, prepared: &Prepared) -> anyhow::Result<(Run, Ended)> {
        let store = self.common.store_path()?;
        let place = RunPlace { options: self.options, machine: self.machine, store: &store, stop };
        let job =
            Job { prepared, place: &place, note: &self.outcome.note, resume: self.earlier.map(|run| run.id.as_str()) };
        execute(&job, &mut Live::new(prepared.plan.clone(), self.common.quiet))
    }

    /// Judges the run, tells what was found, and says why the command does not end with 0, where it does not.
    fn conclude(&self, run: &Run, ended: Ended, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let findings = findings(run);
        let report = ReportArgs {
            runs: vec![run.id.clone()],
            json: self.outcome.json,
            percentiles: self.outcome.percentiles,
            resources: self.resources,
            ..ReportArgs::default()
        };
        let mut show = |report: &ReportArgs| show(report, &[(run, &findings)], self.common, out);
        show(&report)?;
        if self.outcome.html.is_some() {
            let output = self.outcome.html.clone();
            show(&ReportArgs { form: Some(Form::Html), output, ..ReportArgs::default() })?;
        }
        let (exit, why) = ending(&self.outcome.fail_if, &findings, ended);
        why.into_iter().for_each(say);
        Ok(exit)
    }
}
