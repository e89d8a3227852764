//! `paragone runs`: what is in the store, and what may be done with it: show, hand on, take in,
//! note, remove. Judges nothing.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use comfy_table::{Table, presets};

use crate::cli::args::{RunsArgs, RunsCommand};
use crate::cli::outlet::write_json;
use crate::cli::runs::show::{show, show_json};
use crate::model::unit;
use crate::report::Ink;
use crate::store::{OpenError, Present, RunSummary, Store, resolve};

/// Carries out `paragone runs …` on the store at `store`.
pub(crate) fn runs(args: &RunsArgs, store: &Path, ink: &Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.command {
        None => list(store, args.json, out)?,
        Some(RunsCommand::Show { run, json: false }) => show(&resolve(store, run)?, ink, out)?,
        Some(RunsCommand::Show { run, json: true }) => show_json(&resolve(store, run)?, out)?,
        Some(RunsCommand::Export { run, file, force }) => {
            let found = resolve(store, run)?;
            found.store.export(&found.id, file, if *force { Present::Replace } else { Present::Keep })?;
            writeln!(out, "exported run {} to `{}`", found.id, file.display())?;
        }
        Some(RunsCommand::Import { file }) => {
            for id in Store::open(store)?.import(file)? {
                writeln!(out, "imported run {id} from `{}`", file.display())?;
            }
        }
        Some(RunsCommand::Note { run, text }) => {
            let found = resolve(store, run)?;
            Store::open_present(found.store.path())?.set_note(&found.id, text)?;
            writeln!(out, "noted on run {}: {text}", found.id)?;
        }
        Some(RunsCommand::Remove { run }) => remove(store, run, out)?,
    }
    Ok(())
}

fn list(path: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let runs = match Store::open_to_read(path) {
        Ok(store) => store.list()?,
        // Nobody has run anything yet: that is an answer, not an error.
        Err(OpenError::Absent(_)) => Vec::new(),
        Err(err) => return Err(err.into()),
    };
    if json {
        write_json(out, &runs)?;
    } else if runs.is_empty() {
        writeln!(out, "no runs yet in `{}`: `paragone run` makes them", path.display())?;
    } else {
        for line in table(&runs).lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

fn table(runs: &[RunSummary]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["run", "began", "state", "mode", "suites", "blocks", "machine", "note"]);
    for run in runs {
        table.add_row([
            run.id.clone(),
            unit::date(run.began),
            run.word().to_owned(),
            run.mode.clone(),
            run.suites.join(" "),
            run.blocks.to_string(),
            run.machine.cpu.clone().unwrap_or_else(|| run.machine.architecture.clone()),
            // A line is a run, so a note of several lines is shown as one.
            run.note.split_whitespace().collect::<Vec<_>>().join(" "),
        ]);
    }
    table
}

fn remove(path: &Path, runs: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut store = Store::open_present(path)?;
    let mut ids = Vec::new();
    // All are looked up before any is removed, so that a slip in the last removes nothing.
    for run in runs {
        if !run.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            bail!("`{run}` is no id of a run: what is removed is named by its id or the beginning of it");
        }
        let id = store.find(run)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    for id in ids {
        let was = store.remove(&id)?;
        let (began, suites) = (unit::date(was.began), was.suites.join(" "));
        writeln!(out, "removed run {id} ({suites}, began {began}, {}, {} blocks)", was.word(), was.blocks)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::model::{Event, Fault, Listener, RunState};
    use crate::store::example::{Example, block, launch_began, launch_ended};

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        runs: RunsArgs,
    }

    /// What `paragone runs` writes when this is typed after it.
    fn typed(example: &Example, words: &[&str]) -> anyhow::Result<String> {
        let typed = Typed::try_parse_from([&["runs"], words].concat())?;
        let mut out = Vec::new();
        runs(&typed.runs, &example.path(), &Ink::PLAIN, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    /// A store with one run, of one ended and one interrupted launch; returns its id.
    fn record(example: &Example) -> String {
        let mut writer = example.begin();
        let fault = Fault::Died { how: "signal 11".into(), stderr: String::new() };
        writer.hear(&launch_began(0)).unwrap();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        writer.hear(&launch_ended(0)).unwrap();
        writer.hear(&launch_began(1)).unwrap();
        writer.hear(&Event::Failed { contest: 0, comparison: Some(1), lane: 1, launch: 1, fault }).unwrap();
        writer.hear(&Event::Block(block(1, 0))).unwrap();
        let id = writer.id().to_owned();
        writer.finish(RunState::Interrupted).unwrap();
        id
    }

    #[test]
    fn a_list_has_a_line_for_each_run() {
        let example = Example::new();
        assert!(typed(&example, &[]).unwrap().starts_with("no runs yet in"));
        assert_eq!(typed(&example, &["--json"]).unwrap(), "[]\n");
        assert!(!example.path().exists());
        let ids = [record(&example), record(&example)];
        let list = typed(&example, &[]).unwrap();
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].contains(&ids[1]) && lines[2].contains(&ids[0]), "{list}");
        for part in ["interrupted", "standard", "words", "Example 3000", "first try"] {
            assert!(lines[1].contains(part), "{part}: {list}");
        }
        let json: serde_json::Value = serde_json::from_str(&typed(&example, &["--json"]).unwrap()).unwrap();
        assert_eq!((&json[0]["id"], &json[0]["blocks"]), (&ids[1].as_str().into(), &2.into()));
        assert_eq!((&json[1]["state"], &json[1]["live"]), (&"interrupted".into(), &false.into()));
    }

    #[test]
    fn it_tells_what_was_done() {
        let example = Example::new();
        let id = record(&example);
        let shown = typed(&example, &["show", "latest"]).unwrap();
        for line in [
            format!("run       {id}"),
            "state     interrupted: `paragone run --resume` goes on with it".into(),
            "command   paragone run words".into(),
            format!("plan      standard, seed {}, margin 1.0 %, 30.0 s for a comparison, 600 s in all", u64::MAX - 1),
            "tools     gcc 12.2.0".into(),
            "words/count: Which way to count words is the fastest?".into(),
            "  lanes   rust.split, c.scan@gcc-o3, rust.split again, as A/A control".into(),
            "  sizes   64 B, 4 KiB".into(),
            "  blocks  2 in 2 launches, 1 of them interrupted".into(),
            "  failed  c.scan@gcc-o3 at 4 KiB: died: signal 11".into(),
        ] {
            assert!(shown.lines().any(|there| there == line), "{line}\n\n{shown}");
        }
        let json: serde_json::Value =
            serde_json::from_str(&typed(&example, &["show", &id, "--json"]).unwrap()).unwrap();
        assert_eq!((&json["plan"]["margin"], &json["timed_ns"]), (&0.01.into(), &900_000.into()));
    }

    #[test]
    fn runs_are_handed_on_noted_and_removed() {
        let (example, elsewhere) = (Example::new(), Example::new());
        let (id, other) = (record(&example), record(&example));
        let file = example.folder.path().join("run.sqlite").display().to_string();
        typed(&example, &["export", &id, &file]).unwrap();
        assert!(typed(&example, &["export", &id, &file]).unwrap_err().to_string().contains("--force"));
        typed(&example, &["export", &other, &file, "--force"]).unwrap();
        typed(&example, &["export", &id, &file, "--force"]).unwrap();
        assert!(typed(&elsewhere, &["show", &file]).unwrap().contains(&id));
        typed(&elsewhere, &["note", &file, "from server 7"]).unwrap();
        typed(&elsewhere, &["import", &file]).unwrap();
        assert!(typed(&elsewhere, &[]).unwrap().contains("from server 7"));

        for slip in ["latest", "zzz"] {
            assert!(typed(&example, &["remove", &id, slip]).unwrap_err().to_string().contains("no id of a run"));
        }
        assert!(typed(&example, &["remove"]).is_err());
        let removed = typed(&example, &["remove", &id, &id[..15]]).unwrap();
        assert!(removed.starts_with(&format!("removed run {id} (words, began ")), "{removed}");
        assert!(removed.ends_with(", interrupted, 2 blocks)\n") && removed.lines().count() == 1, "{removed}");
        assert_eq!(typed(&example, &[]).unwrap().lines().count(), 2);
        assert!(typed(&elsewhere, &["show", "latest"]).unwrap().contains(&id));
    }
}
