//! Every sentence held against the table that it stands above: of stored runs, and of the pages in `docs/reports`.
//!
//! In: stores of earlier labs, judged anew, and Markdown pages, read back; out: what they refute, which is nothing.

#[path = "../src/words/answer/tests/held.rs"]
mod held;
#[path = "answers/page.rs"]
mod page;
#[path = "../src/words/answer/tests/read.rs"]
mod read;

use std::fs;
use std::path::{Path, PathBuf};

use paragone::judge::findings;
use paragone::store::Store;
// What reads an answer back names them as modules of its crate.
use paragone::{model, words};

use held::{refuted, shown_tables};
use page::{Page, contests};

/// Pages that have tables of times; a page of changes has none.
const PAGES: [&str; 4] = ["chain", "commands", "hashes", "words"];

/// Of pages: what Paragone takes for the same, unless it is told otherwise.
const MARGIN: f64 = 0.01;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn stored_runs_hold_what_is_said_of_them() {
    let stores = fs::read_dir(here("tests/stores")).unwrap().map(|entry| entry.unwrap().path());
    let folder = tempfile::tempdir().unwrap();
    let (mut answers, mut faults) = (0, Vec::new());
    for kept in stores.filter(|path| path.extension().is_some_and(|extension| extension == "sqlite")) {
        let copy = folder.path().join(kept.file_name().unwrap());
        fs::copy(&kept, &copy).unwrap();
        let store = Store::open(&copy).unwrap();
        for summary in store.list().unwrap() {
            let run = store.run(&summary.id).unwrap();
            for contest in findings(&run).contests {
                answers += 1;
                let found = refuted(&contest.answer, &shown_tables(&contest), run.plan.margin);
                faults.extend(found.into_iter().map(|fault| format!("{}: {}: {fault}", summary.id, contest.answer)));
            }
        }
    }
    assert!(answers >= 5, "{answers}");
    assert!(faults.is_empty(), "{faults:#?}");
}

fn pages() -> Vec<Page> {
    let files = fs::read_dir(here("../../docs/reports")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<Page> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| Page {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            text: fs::read_to_string(path).unwrap(),
        })
        .collect();
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    pages
}

/// What a page says against itself.
fn faults(page: &Page) -> Vec<String> {
    let of = |contest: page::Contest| {
        let found = refuted(&contest.answer, &contest.tables, MARGIN);
        found.into_iter().map(move |fault| format!("{}: {fault}", contest.name))
    };
    contests(&page.text).into_iter().flat_map(of).collect()
}

#[test]
fn pages_hold_what_they_say() {
    let pages = pages();
    for name in PAGES {
        let page = pages.iter().find(|page| page.name == name).unwrap_or_else(|| panic!("no page is named {name}"));
        assert!(!contests(&page.text).is_empty(), "{name} has no answer");
        assert_eq!(faults(page), [""; 0], "{name}");
    }
}

#[test]
fn a_page_whose_rows_do_not_agree_is_refuted() {
    let page = |undecided: &str| Page {
        name: "made up".to_owned(),
        text: format!(
            "## a/b\n\n**c.one is fastest at 1 KiB (not known yet for c.two: at most 1.03x as long).**\n\n\
             | 1 KiB | relative | 99 % | verdict |\n|:--|--:|:--|:--|\n\
             | **`c.one`** | 1.00x | fastest | baseline |\n| `c.two` | 1.01x | 1.00..1.03 | {undecided} |\n"
        ),
    };
    assert_eq!(faults(&page("not known yet")), [""; 0]);
    assert_eq!(faults(&page("same within 1 %, 0.998 to 1.008x as long")), [""; 0]);
    for slower in ["1.02x as long, 1.01 to 1.03", "1.11x as long, 1.07 to 1.15"] {
        let found = faults(&page(slower));
        assert!(found.len() == 1 && found[0].contains("c.two may be as fast and is behind somebody"), "{found:?}");
    }
}
