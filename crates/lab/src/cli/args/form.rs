//! What `--as` may be: the forms in which runs, and compared runs, are written for others.

use clap::ValueEnum;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For a pull request or an issue
    Markdown,
    /// A table: a row for each cell, or for each sample or trial
    Csv,
    /// Everything, for scripts: docs/json.md, `--schema`
    Json,
    /// The table of `csv`, for data tools
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
    /// As the JMH writes its results
    Jmh,
    /// As `go test -bench` writes its results, for benchstat
    Go,
    /// For github-action-benchmark, its tool `customSmallerIsBetter`
    GithubActionBenchmark,
    /// Bencher Metric Format
    Bencher,
    /// As JUnit's XML, for continuous integration: a version that is slower fails
    Junit,
    /// One interactive page that needs nothing else, of one run or several
    Html,
    /// Pictures, a file each: a folder of them with `--output`, or one with `--figure`
    Svg,
}

/// What a row of a table stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// An implementation at one size, with its verdict
    #[default]
    Cells,
    /// A sample, as it was measured
    Samples,
    /// A trial, where a metric of trials decides: one row for each metric
    Trials,
}

/// The form of a comparison of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareForm {
    /// For a pull request or an issue
    Markdown,
    /// A table: a row for each cell on each machine, each mean over sizes, and each cell of two runs
    Csv,
    /// Everything, for scripts: docs/json.md, `--schema`
    Json,
    /// The table of `csv`, for data tools
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
    /// One page that needs nothing else
    Html,
    /// Pictures, a file each: a folder of them with `--output`, or one with `--figure`
    Svg,
}
