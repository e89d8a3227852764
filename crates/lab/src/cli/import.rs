//! `paragone import`: what other tools measured becomes runs in the store, marked as what it is.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::options::typed::typed;
use crate::foreign::Results;
use crate::foreign::arrange;
use crate::foreign::read;
use crate::model::Listener;
use crate::model::RunState;
use crate::model::Versions;
use crate::store::Beginning;
use crate::store::RunWriter;
use crate::store::Store;

/// Take in what other tools measured: criterion, google/benchmark, JMH, hyperfine, go test -bench, package-benchmark
///
/// Each file becomes a run, marked as imported: its times are shown, but nobody measured them side by side, so that
/// there is no interval and no verdict. Whose file it is, is told by its shape. Nothing is taken in if one of the
/// files is wrong. For files that `paragone runs export` wrote there is `paragone runs import`.
#[derive(Args, Clone, Debug)]
pub(super) struct ImportArgs {
    /// Files, or criterion's folder `target/criterion`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Show all results of a file in one table of this name: they are ways to do the same job. Without it, only what
    /// the tool itself puts together is
    #[arg(long, value_name = "NAME")]
    pub benchmark: Option<String>,
    /// A note to keep with the runs
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub note: String,
}

pub(super) fn import(args: &ImportArgs, store: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = args.files.iter().map(|file| read(file)).collect::<Result<Vec<Results>, _>>()?;
    for results in &all {
        let id = keep(args, results, store)?;
        let source = &results.source;
        writeln!(out, "imported run {id} from `{}`, measured by {}", source.file, source.tool)?;
    }
    Ok(())
}

fn keep(args: &ImportArgs, results: &Results, store: &Path) -> anyhow::Result<String> {
    let arranged = arrange(results, args.benchmark.as_deref());
    let lab = env!("CARGO_PKG_VERSION").to_owned();
    let tools = results.source.version.iter().map(|version| (results.source.tool.clone(), version.clone()));
    let beginning = Beginning {
        command: &typed(),
        note: &args.note,
        plan: &arranged.plan,
        machine: &results.machine,
        versions: &Versions { lab, protocol: 0, tools: tools.collect() },
    };
    let mut writer = RunWriter::begin(Store::open(store)?, &beginning)?;
    for event in &arranged.events {
        writer.hear(event)?;
    }
    let id = writer.id().to_owned();
    writer.finish(RunState::Complete)?;
    Ok(id)
}
