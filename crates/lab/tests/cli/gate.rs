//! `paragone gate`: a repository's own benchmarks, as they are and as they were.

use crate::fixtures::inside;
use crate::go_module::repository;
use crate::lab::{Lab, Said};
use crate::revised::{edit, git};

fn gate(lab: &Lab, words: &[&str]) -> Said {
    inside(lab, "repository", &[&["gate", "--against", "HEAD", "--quiet"], words].concat())
}

#[test]
fn a_comment_is_silent_and_measures_nothing() {
    let Some(lab) = repository() else { return };
    edit(&lab.path("repository/sums.go"), |text| text.replace("//go:noinline", "// A comment.\n//go:noinline"));
    let said = gate(&lab, &[]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.contains("is the same code as at HEAD: nothing to measure"), "{}", said.out);
    assert!(said.out.contains(" 0 samples"), "{}", said.out);
    let listed = gate(&lab, &["--list"]);
    assert_eq!(listed.out, "sums/benchmarkadd-all-10  BenchmarkAdd/all-10\nsums/benchmarkold  BenchmarkOld\n");
    // Both versions' builds are found again, and removed.
    let cleaned = inside(&lab, "repository", &["clean"]).out;
    assert!(cleaned.contains("sums/go-test.test: ") && cleaned.contains("sums/go-test.test@at-"), "{cleaned}");
    let none = gate(&lab, &["Nothing*"]);
    assert_eq!(none.code, Some(2), "{none:#?}");
    assert!(none.err.contains("no benchmark of both versions fits Nothing*"), "{}", none.err);
}

/// The code is the same, and what it is fed need not be.
#[test]
fn a_file_that_a_benchmark_may_read_is_no_comment() {
    let Some(lab) = repository() else { return };
    lab.write("repository/testdata/words.txt", "other words");
    let said = gate(&lab, &["BenchmarkOld", "--total", "3s", "--quick"]);
    assert!(said.out.contains("since HEAD: `testdata/words.txt` changed, which it may read"), "{said:#?}");
}

#[test]
fn what_became_slower_is_named_and_fails() {
    let Some(lab) = repository() else { return };
    let more = "sum = sum<<3 ^ value + sum>>7 + sum<<5";
    edit(&lab.path("repository/sums.go"), |text| text.replace("sum = sum<<3 ^ value", more));
    edit(&lab.path("repository/sums_test.go"), |text| text.replace("BenchmarkOld", "BenchmarkNew"));
    let margins = r#"[{ of = "BenchmarkA*", margin = "2%" }, { of = "BenchmarkNew", margin = "3%" }]"#;
    lab.write("repository/paragone.toml", &format!("[gate]\nmargins = {margins}\n"));
    let said = inside(&lab, "repository", &["gate", "--against", "HEAD", "--json"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let contests = report["findings"]["contests"].as_array().unwrap();
    assert_eq!(contests.len(), 1, "{contests:#?}");
    let row = &contests[0]["comparisons"][0]["rows"][1];
    assert_eq!(
        (&row["implementation"], &row["verdict"]["verdict"]),
        (&"go-test.test".into(), &"slower".into()),
        "{row:#}"
    );
    assert_eq!((&contests[0]["margin"], &report["run"]["margin"]), (&0.02.into(), &0.01.into()));
    assert!(said.err.contains("no benchmark of both versions fits `BenchmarkNew` of `margins`"), "{}", said.err);
    let functions = contests[0]["revised"]["functions"].as_array().unwrap();
    assert!(functions.contains(&"example.org/sums.Add".into()), "{functions:?}");
    assert!(said.err.contains("--fail-if slower:\n  sums/benchmarkadd-all-10/go-test.test"), "{}", said.err);
    assert_eq!(report["findings"]["unmatched"]["gone"], serde_json::json!(["BenchmarkOld"]), "{report:#}");
    for told in ["new, and compared with nothing: BenchmarkNew", "gone, and no longer measured: BenchmarkOld"] {
        assert!(said.err.contains(told), "{}", said.err);
    }
}

#[test]
fn what_cannot_be_built_leaves_the_question_open() {
    let Some(lab) = repository() else { return };
    let folder = lab.path("repository");
    edit(&folder.join("sums.go"), |text| text.replace("return sum", "return som"));
    git(&folder, &["commit", "--quiet", "-a", "-m", "broken"]);
    edit(&folder.join("sums.go"), |text| text.replace("return som", "return sum"));
    let said = gate(&lab, &[]);
    assert_eq!(said.code, Some(3), "{said:#?}");
    let told = "whether anything became slower cannot be known of all benchmarks:\n  sums: go-test.test@at-";
    assert!(said.err.contains(told) && said.err.contains("undefined: som"), "{}", said.err);
}

#[test]
fn a_benchmark_that_fails_on_one_side_fails_the_gate() {
    let Some(lab) = repository() else { return };
    let fails = "func BenchmarkOld(b *testing.B) { if b.N > 1 { b.Fatal(\"broken\") } }";
    edit(&lab.path("repository/sums_test.go"), |text| text.replace("func BenchmarkOld(b *testing.B) {}", fails));
    let said = gate(&lab, &["BenchmarkOld", "--quick"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(said.out.contains("broken") && said.err.contains("these have none"), "{said:#?}");
}

#[test]
fn where_there_is_nothing_to_measure_it_says_what_was_looked_for() {
    let lab = Lab::new();
    lab.write("repository/README", "nothing here");
    let outside = gate(&lab, &[]);
    assert_eq!(outside.code, Some(2), "{outside:#?}");
    assert!(outside.err.contains("there is no revision `HEAD`"), "{}", outside.err);
    let folder = lab.path("repository");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    let said = gate(&lab, &[]);
    assert_eq!(said.code, Some(2), "{said:#?}");
    assert!(
        said.err.contains("there are no benchmarks below") && said.err.contains("criterion or divan"),
        "{}",
        said.err
    );
}
