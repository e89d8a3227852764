//! `paragone import`: what other tools measured becomes runs in the store, marked as what it is.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{ImportArgs, typed};
use crate::foreign::{Results, arrange, read};
use crate::model::{Listener, RunState, Versions};
use crate::store::{Beginning, RunWriter, Store};

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
    let (plan, events) = arrange(results, args.benchmark.as_deref());
    let lab = env!("CARGO_PKG_VERSION").to_owned();
    let tools = results.source.version.iter().map(|version| (results.source.tool.clone(), version.clone()));
    let beginning = Beginning {
        command: &typed(),
        note: &args.note,
        plan: &plan,
        machine: &results.machine,
        versions: &Versions { lab, protocol: 0, tools: tools.collect() },
    };
    let mut writer = RunWriter::begin(Store::open(store)?, &beginning)?;
    for event in &events {
        writer.hear(event)?;
    }
    let id = writer.id().to_owned();
    writer.finish(RunState::Complete)?;
    Ok(id)
}
