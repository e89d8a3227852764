//! Stores that earlier labs wrote, a file for each schema in `tests/stores`: they are read as ever and left as they
//! are, written into, and not resumed. What a file there has to hold, its README says.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use paragone::store::{SCHEMA, Store};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use rusqlite::Connection;
use serde_json::Value;

use crate::damaged::survives;
use crate::lab::Lab;
use crate::made_up::MadeUp;

/// A lab whose store is an earlier lab's.
struct Old {
    lab: Lab,
    bytes: Vec<u8>,
}

impl Old {
    fn of(kept: &Path) -> Old {
        let (lab, bytes) = (Lab::new(), fs::read(kept).unwrap());
        fs::write(lab.store(), &bytes).unwrap();
        Old { lab, bytes }
    }

    fn runs(&self) -> Vec<Value> {
        self.lab.json(&["runs", "--json"]).as_array().unwrap().clone()
    }

    /// The run that somebody gave this note.
    fn noted(&self, note: &str) -> String {
        let run = self.runs().into_iter().find(|run| run["note"] == note);
        run.unwrap_or_else(|| panic!("no run has the note `{note}`"))["id"].as_str().unwrap().to_owned()
    }

    fn reports(&self) -> Vec<Value> {
        self.runs().iter().map(|run| self.lab.json(&["report", run["id"].as_str().unwrap(), "--json"])).collect()
    }

    fn is_untouched(&self) -> bool {
        let names = fs::read_dir(self.lab.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let logs = names.filter(|name| name.to_string_lossy().starts_with("runs.sqlite-")).count();
        fs::read(self.lab.store()).unwrap() == self.bytes && logs == 0
    }

    /// Makes of the store what exporting one of its runs made then, and gives its bytes.
    fn exported(&self, note: &str, name: &str) -> Vec<u8> {
        let file = self.lab.path(name);
        fs::write(&file, &self.bytes).unwrap();
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "foreign_keys", true).unwrap();
        connection.execute("DELETE FROM run WHERE note <> ?1", [note]).unwrap();
        connection.pragma_update(None, "journal_mode", "delete").unwrap();
        connection.execute_batch("VACUUM").unwrap();
        drop(connection);
        fs::read(file).unwrap()
    }
}

fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut stores: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "sqlite")).collect();
    stores.sort();
    let names: Vec<String> =
        stores.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let expected: Vec<String> = (1..SCHEMA).map(|schema| format!("schema-{schema}.sqlite")).collect();
    assert_eq!(names, expected, "each schema before today's has a store there, and no other has");
    stores
}

fn old() -> impl Iterator<Item = Old> {
    kept().into_iter().map(|path| Old::of(&path))
}

#[test]
fn an_older_store_is_listed_shown_judged_and_left_as_it_is() {
    for old in old() {
        let lab = &old.lab;
        let runs = old.runs();
        assert!(runs.len() >= 5);
        assert_eq!(lab.out(&["runs"]).lines().count(), runs.len() + 1);
        for run in &runs {
            let id = run["id"].as_str().unwrap();
            assert!((1..SCHEMA).contains(&(run["schema"].as_i64().unwrap() as i32)), "{run}");
            let report = lab.json(&["report", id, "--json"]);
            let contests = report["findings"]["contests"].as_array().unwrap();
            assert!(contests.iter().any(|contest| contest["answer"].as_str().is_some_and(|said| said.len() > 10)));
            assert!(lab.out(&["report", id]).contains(id) && lab.out(&["runs", "show", id]).contains(id));
            assert_eq!(lab.json(&["runs", "show", id, "--json"])["run"]["id"], id);
        }
        let answer = |note: &str| lab.out(&["report", &old.noted(note)]);
        assert!(answer("standard").contains("rust.mul is fastest at 1,000 steps"));
        assert!(answer("standard").contains("x as long, "));
        assert!(answer("two commands").contains("true runs"));
        assert!(answer("a crossover was followed").contains("Use rust.per-step up to"));
        let compared = lab.out(&["compare", &old.noted("standard"), &old.noted("quick, of two sizes")]);
        assert!(compared.contains("chain/mul, B against A"), "{compared}");
        assert!(old.is_untouched());
    }
}

#[test]
fn an_older_exported_run_is_read_and_taken_in_and_left_as_it_is() {
    for old in old() {
        let lab = &old.lab;
        let bytes = old.exported("standard", "exported.sqlite");
        old.exported("quick, of two sizes", "other.sqlite");
        fs::remove_file(lab.store()).unwrap();
        assert!(lab.out(&["report", "exported.sqlite"]).contains("rust.mul is fastest"));
        lab.json(&["runs", "show", "exported.sqlite", "--json"]);
        lab.out(&["compare", "exported.sqlite", "other.sqlite"]);
        assert!(lab.out(&["runs", "import", "exported.sqlite"]).contains("imported run"));
        assert!(lab.out(&["report", "latest"]).contains("rust.mul is fastest"));
        lab.out(&["runs", "export", "exported.sqlite", "again.sqlite"]);
        assert!(lab.out(&["report", "again.sqlite"]).contains("rust.mul is fastest"));
        assert_eq!(fs::read(lab.path("exported.sqlite")).unwrap(), bytes);
        // A note is written into the file itself.
        lab.out(&["runs", "note", "exported.sqlite", "seen"]);
        assert!(lab.out(&["runs", "show", "exported.sqlite"]).contains("seen"));
    }
}

#[test]
fn an_older_store_takes_new_runs() {
    for old in old() {
        let lab = &old.lab;
        let (runs, reports) = (old.runs(), old.reports());
        lab.out(&["commands", "true", "false", "--rounds", "2"]);
        let made_up = MadeUp::new().keep(lab);
        let now = old.runs();
        assert_eq!(now[..2].iter().filter(|run| run["schema"] == SCHEMA).count(), 2);
        assert_eq!(now[2..], runs);
        assert!(lab.out(&["report", &made_up]).contains("c.base"));
        assert_eq!(old.reports()[2..], reports);
        assert!(!old.is_untouched());
    }
}

#[test]
fn a_run_of_other_launches_is_not_resumed() {
    // Written by a schema by which launches were others.
    let old = Old::of(&kept()[0]);
    let lab = &old.lab;
    let id = old.noted("stopped in the middle");
    for words in [&["run", "--resume"][..], &["run", "--resume", &id]] {
        let err = lab.fails(2, words);
        let told = format!(
            "run {id} was begun by an earlier paragone, whose launches held all sizes of a benchmark at once; \
             it can be reported and not resumed: measure anew with `paragone run chain/mul"
        );
        assert!(err.contains(&told), "{err}");
    }
    assert!(lab.out(&["runs", "show", &id]).contains("interrupted, by an earlier paragone: it can be reported"));
    assert!(lab.out(&["report", &id]).contains("interrupted: an earlier paragone began it"));
    assert!(old.is_untouched());
}

#[test]
fn a_newer_store_is_still_refused() {
    for old in old() {
        let mut bytes = old.bytes.clone();
        bytes[60..64].copy_from_slice(&(SCHEMA + 1).to_be_bytes());
        fs::write(old.lab.store(), &bytes).unwrap();
        assert!(old.lab.fails(3, &["runs"]).contains("written by a newer paragone"));
        bytes[60..64].copy_from_slice(&0i32.to_be_bytes());
        fs::write(old.lab.store(), &bytes).unwrap();
        assert!(old.lab.fails(3, &["runs"]).contains("neither a store of paragone nor an exported run"));
    }
}

#[test]
fn any_byte_of_an_older_run_may_be_wrong() {
    for old in old() {
        let whole = old.exported("standard", "exported.sqlite");
        assert!(survives(&old.lab, &whole, "nothing changed"));
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(10);
        let mut refused = 0;
        for round in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..1 + dice.next_u64() % 4 {
                // Every other time where the tables are described, which is what is changed.
                let within = if round % 2 == 0 { bytes.len() } else { 8192 };
                let at = (dice.next_u64() % within as u64) as usize;
                bytes[at] ^= 1 << (dice.next_u64() % 8);
            }
            let told = format!("round {round}");
            refused += usize::from(!survives(&old.lab, &bytes, &told)) + usize::from(!takes(&old.lab, &bytes, &told));
        }
        for length in (0..whole.len()).step_by(whole.len() / 40) {
            let told = format!("cut at {length}");
            let bytes = &whole[..length];
            refused += usize::from(!survives(&old.lab, bytes, &told)) + usize::from(!takes(&old.lab, bytes, &told));
        }
        assert!(refused > 80, "only {refused} were refused");
    }
}

/// Whether a store of these bytes opens for writing.
fn takes(lab: &Lab, bytes: &[u8], told: &str) -> bool {
    let file = lab.path("damaged.sqlite");
    fs::write(&file, bytes).unwrap();
    match catch_unwind(AssertUnwindSafe(|| Store::open(&file).map_err(Into::into).and_then(|store| store.list()))) {
        Ok(Ok(_)) => true,
        Ok(Err(err)) => {
            let text = format!("{err:#}");
            assert!(text.contains("damaged.sqlite"), "{told}: the file is not named in `{text}`");
            false
        }
        Err(_) => panic!("{told}: a panic"),
    }
}
