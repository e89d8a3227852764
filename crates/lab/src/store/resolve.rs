//! What a user writes where a command asks for a RUN, to the store and the id that it means.
//!
//! `latest` (or `last`), an id or its unambiguous beginning, or the path of an exported run.

use std::path::Path;

use anyhow::bail;

use crate::model::{Run, RunState};
use crate::store::list::Summary;
use crate::store::open::Store;

/// A run that was asked for, and the file that holds it, open for reading.
#[derive(Debug)]
pub struct Found {
    pub store: Store,
    pub id: String,
}

impl Found {
    pub fn read(&self) -> anyhow::Result<Run> {
        self.store.run(&self.id)
    }
}

/// Finds the run that a text means; `store` is where ids are looked up.
pub fn resolve(store: &Path, text: &str) -> anyhow::Result<Found> {
    let names_a_run = is_latest(text) || is_id(text);
    let file = Path::new(text);
    if names_a_run && store.exists() {
        let store = Store::open_to_read(store)?;
        match store.find(text) {
            Ok(id) => return Ok(Found { store, id }),
            // A file may be called `cafe` too; ids come first.
            Err(err) if !file.is_file() => return Err(err),
            Err(_) => {}
        }
    }
    if file.is_file() {
        return only_run(Store::open_to_read(file)?);
    }
    if names_a_run {
        bail!("there is no store at `{}` yet, so no run `{text}`: `paragone run` makes one", store.display());
    }
    bail!("`{text}` is neither a run nor a file: `paragone runs` lists the runs, and `latest` is the newest")
}

impl Store {
    /// The full id that `latest` or the beginning of an id means.
    pub fn find(&self, text: &str) -> anyhow::Result<String> {
        let runs = self.list()?;
        let path = self.path.display();
        if is_latest(text) {
            let newest = runs.into_iter().next().map(|run| run.id);
            return newest.ok_or_else(|| anyhow::anyhow!("store `{path}` has no runs yet: `paragone run` makes one"));
        }
        let beginning = text.to_ascii_lowercase();
        let fits: Vec<&Summary> =
            runs.iter().filter(|run| !beginning.is_empty() && run.id.starts_with(&beginning)).collect();
        match fits[..] {
            [run] => Ok(run.id.clone()),
            [] => bail!("there is no run `{text}` in store `{path}`: `paragone runs` lists them"),
            _ => {
                let ids: Vec<&str> = fits.iter().map(|run| run.id.as_str()).collect();
                bail!("`{text}` is the beginning of {} runs: write more of one of {}", ids.len(), ids.join(", "))
            }
        }
    }

    /// The newest run that `run --resume` can go on with, if there is one.
    pub fn latest_resumable(&self) -> anyhow::Result<Option<Summary>> {
        Ok(self.list()?.into_iter().find(Summary::is_resumable))
    }

    /// The newest complete run, if there is one.
    pub fn latest_complete(&self) -> anyhow::Result<Option<Summary>> {
        Ok(self.list()?.into_iter().find(|run| run.state == RunState::Complete))
    }
}

fn only_run(store: Store) -> anyhow::Result<Found> {
    let mut runs = store.list()?;
    let path = store.path.display();
    match (runs.pop(), runs.len()) {
        (None, _) => bail!("`{path}` holds no run"),
        (Some(run), 0) => Ok(Found { store, id: run.id }),
        (Some(_), more) => bail!("`{path}` holds {} runs: choose one with --store {path} and its id", more + 1),
    }
}

fn is_latest(text: &str) -> bool {
    matches!(text, "latest" | "last")
}

fn is_id(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
