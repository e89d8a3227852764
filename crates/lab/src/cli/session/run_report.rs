//! The report of a run that has just ended, and how its command ends.

use std::io::Write;
use std::path::Path;

use crate::cli::options::global::Common;
use crate::cli::options::outcome_args::FailIf;
use crate::cli::output::exit::Exit;
use crate::cli::output::form::Form;
use crate::cli::output::outlet::say;
use crate::cli::report::ReportArgs;
use crate::cli::report::show;
use crate::cli::session::conditions::ending;
use crate::measure::Ended;
use crate::model::Findings;
use crate::model::Run;

/// The report of a run that has just ended, and the page that was asked for too.
pub(crate) fn told(
    report: &ReportArgs,
    html: Option<&Path>,
    run: &Run,
    findings: &Findings,
    common: &Common,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    show(report, &[(run, findings)], &common.places(), &common.ink(), &mut &mut *out)?;
    if html.is_some() {
        let output = html.map(Path::to_owned);
        let page = ReportArgs { form: Some(Form::Html), output, ..ReportArgs::default() };
        show(&page, &[(run, findings)], &common.places(), &common.ink(), &mut &mut *out)?;
    }
    Ok(())
}

/// Says why the run does not end with 0, where it does not.
pub(crate) fn ended_with(fail_if: &[FailIf], findings: &Findings, ended: Ended) -> Exit {
    let (exit, why) = ending(fail_if, findings, ended);
    why.into_iter().for_each(say);
    exit
}
