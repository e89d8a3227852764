//! `paragone choose`: from a run to which implementation to use at which size.

use std::io::Write;

use anyhow::Context;

use crate::cli::args::{ChoiceForm, ChooseArgs, Common};
use crate::judge::findings;
use crate::report::{FindingSelection, ThresholdLanguage, choices_json, chosen, thresholds};
use crate::store::resolve;

pub(super) fn choose(args: &ChooseArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<()> {
    let run = resolve(&common.store_path()?, &args.run)?.read()?;
    let selection = FindingSelection { benchmarks: args.benchmarks.clone(), sizes: Vec::new() };
    let findings = selection.of(&findings(&run));
    let text = match args.form {
        ChoiceForm::Text => chosen(&run, &findings, &common.ink()),
        ChoiceForm::Json => choices_json(&run, &findings)
            .with_context(|| format!("failed to write the choices of run `{}` as JSON", run.id))?,
        ChoiceForm::Rust => thresholds(&run, &findings, ThresholdLanguage::Rust),
        ChoiceForm::C => thresholds(&run, &findings, ThresholdLanguage::C),
        ChoiceForm::Go => thresholds(&run, &findings, ThresholdLanguage::Go),
    };
    out.write_all(text.as_bytes()).context("failed to write to standard output")
}
