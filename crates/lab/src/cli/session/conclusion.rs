//! A run that has just ended in; its report, the page that was asked for beside it, and how the command ends out.

use std::io::Write;

use crate::cli::args::{Common, Form, OutcomeArgs, ReportArgs};
use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::output::show;
use crate::cli::session::conditions::ending;
use crate::judge::findings;
use crate::measure::Ended;
use crate::model::Run;

/// What is to become of a run beside its plan.
pub(in crate::cli) struct Asked<'a> {
    pub outcome: &'a OutcomeArgs,
    pub resources: bool,
}

impl Asked<'_> {
    /// Judges the run, tells what was found, and says why the command does not end with 0, where it does not.
    pub(in crate::cli) fn conclude(
        &self,
        run: &Run,
        ended: Ended,
        common: &Common,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let findings = findings(run);
        let report = ReportArgs {
            runs: vec![run.id.clone()],
            json: self.outcome.json,
            percentiles: self.outcome.percentiles,
            resources: self.resources,
            ..ReportArgs::default()
        };
        let show = |report: &ReportArgs, out: &mut dyn Write| {
            show(report, &[(run, &findings)], &common.places(), &common.ink(), out)
        };
        show(&report, out)?;
        if self.outcome.html.is_some() {
            let output = self.outcome.html.clone();
            show(&ReportArgs { form: Some(Form::Html), output, ..ReportArgs::default() }, out)?;
        }
        let (exit, why) = ending(&self.outcome.fail_if, &findings, ended);
        why.into_iter().for_each(say);
        Ok(exit)
    }
}
