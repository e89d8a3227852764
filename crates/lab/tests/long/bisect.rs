//! `paragone bisect`: a commit among several that made a Go benchmark slower.

use crate::fixtures::inside;
use crate::go_module::repository;
use crate::lab::Lab;
use crate::revised::{edit, git};

/// What becomes of the text of `sums.go`.
type Change<'a> = &'a dyn Fn(&str) -> String;

/// Commits one by one what each change makes of a repository.
fn commits(lab: &Lab, changes: &[(&str, Change<'_>)]) {
    let folder = lab.path("repository");
    for (subject, change) in changes {
        edit(&folder.join("sums.go"), change);
        git(&folder, &["commit", "--quiet", "-a", "-m", subject]);
    }
}

/// No code changes, so that nothing has to be measured.
fn commented(text: &str) -> String {
    format!("{text}\n// {} letters before this.\n", text.len())
}

fn slower(text: &str) -> String {
    text.replace("sum = sum<<3 ^ value", "sum = sum<<3 ^ value + sum>>7 + sum<<5")
}

#[test]
fn the_commit_that_made_it_slower_is_found_past_one_that_does_not_build() {
    let Some(lab) = repository() else { return };
    let broken = |text: &str| text.replace("return sum", "return som");
    let mended = |text: &str| text.replace("return som", "return sum");
    commits(
        &lab,
        &[("one", &commented), ("two", &broken), ("three", &mended), ("the slow one", &slower), ("five", &commented)],
    );
    let words = ["bisect", "HEAD~5", "HEAD", "BenchmarkAdd*", "--total", "20m"];
    let said = inside(&lab, "repository", &words);
    assert_eq!(said.code, Some(0), "{said:#?}");
    let first: Vec<&str> = said.out.lines().take(3).collect();
    assert!(first[0].ends_with(" the slow one"), "{said:#?}");
    assert!(first[1].starts_with("  test, 20"), "{said:#?}");
    assert!(first[2].starts_with("  BenchmarkAdd/all-10: slower by at least "), "{said:#?}");
    assert!(said.out.contains("# first bad commit: ["), "{said:#?}");
    assert!(said.err.contains("1 of about 5, ") && said.err.contains("skipped: "), "{}", said.err);
    let folder = lab.path("repository");
    assert!(!folder.join(".git/BISECT_LOG").exists() && !folder.join(".git/refs/bisect").exists());
}

#[test]
fn what_could_not_be_judged_leaves_several() {
    let Some(lab) = repository() else { return };
    let broken = |text: &str| slower(text).replace("return sum", "return som");
    let mended = |text: &str| text.replace("return som", "return sum");
    commits(&lab, &[("slow and broken", &broken), ("mended", &mended)]);
    let said = inside(&lab, "repository", &["bisect", "HEAD~2", "HEAD", "BenchmarkAdd*", "--total", "20m", "--quiet"]);
    assert_eq!(said.code, Some(3), "{said:#?}");
    let (answer, log) = said.out.split_once("\n\n").unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "it is one of these, of which some could not be judged:", "{said:#?}");
    assert!(lines.len() == 3 && answer.contains(" slow and broken\n"), "{said:#?}");
    assert!(log.starts_with("the search, as `git bisect log` tells it:\n"), "{said:#?}");
}

#[test]
fn where_nothing_is_slower_nobody_is_to_blame() {
    let Some(lab) = repository() else { return };
    commits(&lab, &[("one", &commented), ("two", &commented)]);
    let said = inside(&lab, "repository", &["bisect", "HEAD~2", "HEAD"]);
    assert_eq!(said.code, Some(3), "{said:#?}");
    assert!(said.err.contains("nothing is slower at HEAD than at HEAD~2"), "{}", said.err);
    let turned = inside(&lab, "repository", &["bisect", "HEAD", "HEAD~1"]);
    assert_eq!(turned.code, Some(2), "{turned:#?}");
    assert!(turned.err.contains("`HEAD` is no earlier commit on the way to `HEAD~1`"), "{}", turned.err);
}
