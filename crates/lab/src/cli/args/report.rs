//! What can be typed behind `paragone report`, and which of it goes together.

use std::path::PathBuf;

use clap::Args;
use glob::Pattern;

use crate::cli::args::form::{Form, Rows};
use crate::cli::args::typed::{name_of, size};
use crate::cli::exit::Misuse;

/// Show a run again: the answer, the ranking, a curve, and every doubt beside its number
///
/// A run is judged anew each time it is shown, so an old run profits from what Paragone has learnt
/// since. RUN is `latest`, an id or the beginning of one, or a file that `runs export` wrote. Several
/// runs, of several machines as a rule, become one interactive page, in which the machine is a choice,
/// or their pictures; what one is beside the other is told by `paragone compare`.
///
/// Examples:
///   paragone report
///   paragone report 3f2a --as html -o report.html
///   paragone report here.sqlite there.sqlite --as html -o machines.html
#[derive(Args, Clone, Debug, Default)]
#[command(verbatim_doc_comment)]
pub(crate) struct ReportArgs {
    /// Which run: `latest`, an id or its beginning, or an exported file; with `--as html` and `--as svg` several
    #[arg(value_name = "RUN", default_value = "latest")]
    pub runs: Vec<String>,

    /// Write the report in a form for others; what other programs read is told in docs/formats.md
    #[arg(long = "as", value_name = "FORM", value_enum, conflicts_with_all = ["percentiles", "layouts", "resources", "code", "no_curve"])]
    pub form: Option<Form>,

    /// What a row of a table stands for
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, requires = "form")]
    pub rows: Rows,

    /// Write JSON for scripts: the same as `--as json` (docs/json.md says what each field means)
    #[arg(long, conflicts_with_all = ["form", "percentiles", "layouts", "resources", "code", "no_curve"])]
    pub json: bool,

    /// Write to this file, which appears whole or not at all, or for pictures into this folder, in the place of
    /// standard output
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Draw these pictures only: a name such as `throughput`, `speed-up` or `hashes-blake2b.strips.1-kib`, with `*` and
    /// `?`
    #[arg(long, value_name = "NAME", requires = "form")]
    pub figure: Option<Pattern>,

    /// Print the JSON Schema of `--as json`, and nothing of any run
    #[arg(long, conflicts_with_all = ["form", "json", "percentiles", "layouts", "resources", "code", "no_curve"])]
    pub schema: bool,

    /// Show p0 p25 p50 p75 p90 p99 p100 of the times, with the number of samples
    #[arg(long)]
    pub percentiles: bool,

    /// Show how times differ from launch to launch, each of which may have had its code elsewhere
    #[arg(long)]
    pub layouts: bool,

    /// Show what implementations take of the machine: processor time, memory, allocations, system calls
    #[arg(long)]
    pub resources: bool,

    /// Show the machine code of the innermost loops, where a suite says whose
    #[arg(long)]
    pub code: bool,

    /// Leave out the curves over size
    #[arg(long)]
    pub no_curve: bool,

    /// Show these benchmarks only: `suite` or `suite/benchmark`, with `*` and `?`
    #[arg(long = "benchmark", value_name = "SUITE/BENCHMARK", value_delimiter = ',')]
    pub benchmarks: Vec<Pattern>,

    /// Show these sizes only: `64`, `4KiB`, `1MiB`
    #[arg(long = "sizes", value_name = "SIZE", value_delimiter = ',', value_parser = size)]
    pub sizes: Vec<u64>,
}

impl ReportArgs {
    /// In which form, if not for the terminal.
    pub(crate) fn written_as(&self) -> Option<Form> {
        self.form.or(self.json.then_some(Form::Json))
    }

    /// Whether so many runs can be written so; before any of them is read.
    pub(crate) fn fits(&self) -> Result<(), Misuse> {
        let form = self.written_as();
        if self.runs.len() < 2 || matches!(form, Some(Form::Html | Form::Svg)) {
            return Ok(());
        }
        let what = form.map_or("a report for the terminal".to_owned(), |form| format!("`--as {}`", name_of(form)));
        Err(Misuse(format!(
            "{what} is of one run: name one of them, or write all into one page with `--as html`; `paragone compare` \
             compares runs"
        )))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        report: ReportArgs,
    }

    fn typed(arguments: &[&str]) -> Result<ReportArgs, clap::Error> {
        let words = std::iter::once("report").chain(arguments.iter().copied());
        Command::try_parse_from(words).map(|command| command.report)
    }

    #[test]
    fn the_last_run_is_shown_unless_another_is_named() {
        assert_eq!(typed(&[]).unwrap().runs, ["latest"]);
        let args = typed(&["00c0", "--sizes", "64,4KiB", "--benchmark", "hashes/*"]).unwrap();
        assert_eq!((args.runs, args.sizes), (vec!["00c0".to_owned()], vec![64, 4096]));
        assert_eq!(args.benchmarks[0].as_str(), "hashes/*");
        assert!(typed(&["--figure", "strips"]).is_err());
        let args = typed(&["--as", "svg", "--figure", "speed-up*", "-o", "pictures"]).unwrap();
        assert_eq!((args.form, args.output), (Some(Form::Svg), Some("pictures".into())));
        for wrong in
            [["--json", "--percentiles"], ["--as=csv", "--json"], ["--schema", "--json"], ["--rows=cells", "-ox"]]
        {
            assert!(typed(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn several_runs_are_a_page_or_pictures_and_nothing_else() {
        for words in [&["a", "b", "--as", "html"][..], &["a", "b", "--as", "svg"], &["a", "--as", "csv"], &[]] {
            assert!(typed(words).unwrap().fits().is_ok(), "{words:?}");
        }
        let refused = |words: &[&str]| typed(words).unwrap().fits().unwrap_err().to_string();
        assert!(refused(&["a", "b"]).starts_with("a report for the terminal is of one run"));
        assert!(refused(&["a", "b", "--json"]).starts_with("`--as json` is of one run"));
        let markdown = refused(&["a", "b", "--as", "markdown"]);
        assert!(
            markdown.contains("`--as markdown` is of one run") && markdown.contains("paragone compare"),
            "{markdown}"
        );
    }
}
