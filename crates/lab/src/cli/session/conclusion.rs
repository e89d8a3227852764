//! A run that has just ended in; its report, the page that was asked for beside it, and how the command ends out.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{Common, FailIf, Form, OutcomeArgs, ReportArgs};
use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::output::show;
use crate::cli::session::conditions::ending;
use crate::judge::findings;
use crate::measure::Ended;
use crate::model::{Findings, Run};

/// What is to become of a run beside its plan.
pub(in crate::cli) struct Asked<'a> {
    pub outcome: &'a OutcomeArgs,
    pub resources: bool,
}

impl Asked<'_> {
    /// Judges the run and tells what was found.
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
        told(&report, self.outcome.html.as_deref(), run, &findings, common, out)?;
        Ok(ended_with(&self.outcome.fail_if, &findings, ended))
    }
}

/// The report of a run that has just ended, and the page that was asked for too.
fn told(
    report: &ReportArgs,
    html: Option<&Path>,
    run: &Run,
    findings: &Findings,
    common: &Common,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    show(report, &[(run, findings)], &common.places(), &common.ink(), out)?;
    if html.is_some() {
        let output = html.map(Path::to_owned);
        let page = ReportArgs { form: Some(Form::Html), output, ..ReportArgs::default() };
        show(&page, &[(run, findings)], &common.places(), &common.ink(), out)?;
    }
    Ok(())
}

/// Says why the run does not end with 0, where it does not.
fn ended_with(fail_if: &[FailIf], findings: &Findings, ended: Ended) -> Exit {
    let (exit, why) = ending(fail_if, findings, ended);
    why.into_iter().for_each(say);
    exit
}
