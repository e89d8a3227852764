//! What a user writes where a command asks for a RUN, to the store and the id that it means.
//!
//! `latest` (or `last`), an id or its unambiguous beginning, or the path of an exported run.

use std::path::Path;

use anyhow::bail;

use crate::model::Run;
use crate::store::file::opened::Store;
use crate::store::reading::list::RunSummary;

/// A run that was asked for, and the file that holds it, open for reading.
#[derive(Debug)]
pub struct FoundRun {
    pub store: Store,
    pub id: String,
}

impl FoundRun {
    pub fn read(&self) -> anyhow::Result<Run> {
        self.store.run(&self.id)
    }
}

/// Finds the run that a text means; `store` is where ids are looked up.
pub fn resolve(store: &Path, text: &str) -> anyhow::Result<FoundRun> {
    let names_a_run = is_latest(text) || is_id(text);
    let file = Path::new(text);
    if names_a_run && store.exists() {
        let store = Store::open_to_read(store)?;
        match store.find(text) {
            Ok(id) => return Ok(FoundRun { store, id }),
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
        let fits: Vec<&RunSummary> =
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
    pub fn latest_resumable(&self) -> anyhow::Result<Option<RunSummary>> {
        Ok(self.list()?.into_iter().find(RunSummary::is_resumable))
    }

    /// The newest run that was killed or stopped, whether it can be gone on with or not.
    pub fn latest_cut_off(&self) -> anyhow::Result<Option<RunSummary>> {
        Ok(self.list()?.into_iter().find(RunSummary::is_cut_off))
    }
}

fn only_run(store: Store) -> anyhow::Result<FoundRun> {
    let mut runs = store.list()?;
    let path = store.path.display();
    match (runs.pop(), runs.len()) {
        (None, _) => bail!("`{path}` holds no run"),
        (Some(run), 0) => Ok(FoundRun { store, id: run.id }),
        (Some(_), more) => bail!("`{path}` holds {} runs: choose one with --store {path} and its id", more + 1),
    }
}

fn is_latest(text: &str) -> bool {
    matches!(text, "latest" | "last")
}

fn is_id(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::example::Example;
    use crate::store::file::copy::Present;

    /// A store with two runs whose ids are chosen, the second the newer.
    fn two_runs(ids: [&str; 2]) -> Example {
        let example = Example::new();
        for (began, id) in ids.iter().enumerate() {
            let writer = example.begin();
            let sql = "PRAGMA foreign_keys = OFF; UPDATE run SET id = 'NEW', began = AGE WHERE id = 'OLD';
                UPDATE cell SET run = 'NEW' WHERE run = 'OLD';";
            let sql = sql.replace("NEW", id).replace("OLD", writer.id()).replace("AGE", &began.to_string());
            example.store().connection.execute_batch(&sql).unwrap();
        }
        example
    }

    fn id_of(example: &Example, text: &str) -> String {
        resolve(&example.path(), text).unwrap().id
    }

    fn error(example: &Example, text: &str) -> String {
        format!("{:#}", resolve(&example.path(), text).unwrap_err())
    }

    #[test]
    fn a_run_is_named_by_its_id_a_beginning_or_its_age() {
        let example = two_runs(["cafe000000000000", "cab0000000000000"]);
        assert_eq!(id_of(&example, "cafe000000000000"), "cafe000000000000");
        assert_eq!(id_of(&example, "CAF"), "cafe000000000000");
        assert_eq!(id_of(&example, "latest"), "cab0000000000000");
        assert_eq!(id_of(&example, "last"), "cab0000000000000");
        assert_eq!(resolve(&example.path(), "cab").unwrap().read().unwrap().id, "cab0000000000000");
        let store = example.store();
        assert_eq!(store.latest_resumable().unwrap().unwrap().id, "cab0000000000000");
    }

    #[test]
    fn what_is_unclear_or_absent_is_said() {
        let example = two_runs(["cafe000000000000", "cab0000000000000"]);
        let unclear = error(&example, "ca");
        assert!(unclear.contains("cafe000000000000") && unclear.contains("cab0000000000000"), "{unclear}");
        assert!(error(&example, "abc").contains("no run `abc` in store"));
        assert!(error(&example, "yesterday.sqlite").contains("neither a run nor a file"));
        assert!(error(&example, "").contains("neither a run nor a file"));
        assert!(error(&Example::new(), "latest").contains("no store at"));
        let empty = Example::new();
        empty.store();
        assert!(error(&empty, "latest").contains("no runs yet"));
    }

    #[test]
    fn a_file_is_a_run_if_it_holds_one() {
        let example = two_runs(["cafe000000000000", "cab0000000000000"]);
        let file = example.folder.path().join("handed-on.sqlite");
        example.store().export("cafe000000000000", &file, Present::Keep).unwrap();
        let elsewhere = Example::new();
        assert_eq!(id_of(&elsewhere, &file.display().to_string()), "cafe000000000000");
        let both = error(&elsewhere, &example.path().display().to_string());
        assert!(both.contains("holds 2 runs"), "{both}");
    }
}
