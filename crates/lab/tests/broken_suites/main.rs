//! Every kind of mistake in a suite's files is told with its file and line, all of them at once, and
//! nothing that a file may hold makes the reader panic.

mod table;

use std::fs;
use std::path::{Path, PathBuf};

use paragone::model::Suite;
use paragone::suite::{Mistake, read_suite};
use proptest::prelude::*;

use table::{SUITE, TABLE};

/// A suite without a fault. Line numbers below are this text's.
const WHOLE: &str = r#"title = "Sums"
essay = "Why."
include = ["more.toml"]

[[benchmark]]
name = "sum"
question = "Which sum is fastest?"
input = { kind = "random", seed = 1 }
sizes = { short = "64, 1KiB", full = ["0..256", "512..1MiB x2"] }
params = { level = [1, 6] }
unit = "byte"
answer = { vectors = "sum.txt", reference = "rust.loop" }
baseline = "c.loop"

[[driver]]
language = "c"
name = "c-sums"
sources = ["c/sum.c"]
needs = { pkg-config = ["libsum"], debian = ["libsum-dev"] }
builds = [{ name = "gcc", compiler = "gcc", flags = "-O3 -g" }, { name = "clang", compiler = "clang" }]
implements = { sum = ["loop"] }

[[driver]]
language = "rust"
name = "sums"
manifest = "rust/Cargo.toml"
implements = { sum = ["loop", "fold"] }
"#;

const MORE: &str = r#"[[benchmark]]
name = "product"
question = "Which product?"
input = { kind = "file", path = "corpus", server = "corpora" }
sizes = 3
answer = { vectors = "sum.txt" }

[[driver]]
language = "c"
name = "products"
sources = ["c/product.c"]
implements = { product = ["loop"] }

[[server]]
language = "c"
name = "corpora"
sources = ["c/product.c"]
address = "http://127.0.0.1:{port}/{input}"
"#;

const VECTORS: &str = "# known\nhex:01 u64:1\n";

fn write(root: &Path, suite: &[u8], more: &str, vectors: &[u8]) -> PathBuf {
    let folder = root.join("sums");
    for inside in ["c", "rust"] {
        fs::create_dir_all(folder.join(inside)).unwrap();
    }
    for (name, text) in [("c/sum.c", ""), ("c/product.c", ""), ("rust/Cargo.toml", ""), ("corpus", "corpus")] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("more.toml"), more).unwrap();
    fs::write(folder.join("sum.txt"), vectors).unwrap();
    fs::write(folder.join("suite.toml"), suite).unwrap();
    folder
}

fn languages() -> Vec<String> {
    ["c", "rust"].map(str::to_owned).to_vec()
}

/// The mistakes of the suite with one piece of one file's text replaced.
fn mistakes(file: &str, from: &str, to: &str) -> Vec<Mistake> {
    let root = tempfile::tempdir().unwrap();
    let changed = |name: &str, text: &str| {
        if name != file {
            return text.to_owned();
        }
        assert!(text.contains(from), "`{from}` is not in {file}");
        text.replacen(from, to, 1)
    };
    let (suite, more, vectors) = (changed(SUITE, WHOLE), changed("more.toml", MORE), changed("sum.txt", VECTORS));
    let folder = write(root.path(), suite.as_bytes(), &more, vectors.as_bytes());
    read_suite(&folder, &languages()).err().unwrap_or_default()
}

/// The whole suite with something else in the place of the first such text, and no mistake in it.
fn changed(from: &str, to: &str) -> Suite {
    let root = tempfile::tempdir().unwrap();
    let folder = write(root.path(), WHOLE.replacen(from, to, 1).as_bytes(), MORE, VECTORS.as_bytes());
    read_suite(&folder, &languages()).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

#[test]
fn the_whole_suite_is_read() {
    let suite = changed("", "");
    assert_eq!((suite.name.as_str(), suite.title.as_str()), ("sums", "Sums"));
    let [sum, product] = &suite.benchmarks[..] else { panic!("{:?}", suite.benchmarks) };
    assert_eq!(sum.sizes.short, [64, 1024]);
    assert_eq!(sum.sizes.full.len(), 257 + 12);
    assert_eq!(sum.params.iter().map(|set| set["level"].as_str()).collect::<Vec<&str>>(), ["1", "6"]);
    assert_eq!(sum.baseline.as_ref().unwrap().to_string(), "c.loop@gcc");
    assert_eq!(sum.answer.reference.as_ref().unwrap().to_string(), "rust.loop");
    assert_eq!((product.unit.unit.as_str(), product.params.len()), ("byte", 1));
    assert_eq!(product.sizes.short, product.sizes.full);
    assert_eq!(suite.drivers[0].builds[0].flags, ["-O3", "-g"]);
    assert_eq!(suite.drivers[0].needs.debian, ["libsum-dev"]);
    assert_eq!(suite.drivers[2].builds.len(), 1);
}

#[test]
fn a_benchmark_may_have_no_short_sizes() {
    let sizes = changed("short = \"64, 1KiB\"", "short = []").benchmarks.remove(0).sizes;
    assert_eq!((sizes.short.len(), sizes.full.len()), (0, 257 + 12));
}

#[test]
fn a_budget_is_for_both_modes_or_for_one() {
    let budgets = |text: &str| {
        let suite = changed("unit =", &format!("{text}\nunit ="));
        (suite.benchmarks[0].budgets.quick_s, suite.benchmarks[0].budgets.standard_s)
    };
    assert_eq!(budgets(""), (None, None));
    assert_eq!(budgets("budget = \"2m\""), (Some(120.0), Some(120.0)));
    assert_eq!(budgets("budget = { quick = \"500ms\" }"), (Some(0.5), None));
    assert_eq!(budgets("budget = { quick = \"5s\", standard = \"1h\" }"), (Some(5.0), Some(3600.0)));
}

#[test]
fn fixed_parameters_may_be_set_by_known_answers() {
    let root = tempfile::tempdir().unwrap();
    let whole = WHOLE.replacen("unit =", "fixed = { start = 7, key = \"00ff\" }\nunit =", 1);
    let more = MORE.replacen("sizes = 3", "sizes = 3\nfixed = { level = 1, start = 0 }", 1);
    let vectors = "hex:01 u64:8\nparam:start=2 param:level=6 hex:01 u64:3\n";
    let folder = write(root.path(), whole.as_bytes(), &more, vectors.as_bytes());
    let suite = read_suite(&folder, &languages()).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let sum = &suite.benchmarks[0];
    assert_eq!((sum.fixed["start"].as_str(), sum.fixed["key"].as_str()), ("7", "00ff"));
    let [plain, other] = &sum.answer.vectors[..] else { panic!("{:?}", sum.answer.vectors) };
    assert!(plain.params.is_empty());
    assert_eq!((other.params["start"].as_str(), other.params["level"].as_str()), ("2", "6"));
}

#[test]
fn every_kind_of_mistake_is_told_with_its_line() {
    let mut faults = Vec::new();
    for (file, from, to, (expected_file, line, text)) in TABLE {
        let told = mistakes(file, from, to);
        let meant = |mistake: &Mistake| {
            mistake.file.ends_with(expected_file) && mistake.line == *line && mistake.text.contains(text)
        };
        if !told.iter().any(meant) {
            let told: Vec<String> = told.iter().map(Mistake::shown).collect();
            faults.push(format!("{expected_file}:{line}: `{text}` was not told, but:\n{}", told.join("\n")));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}

#[test]
fn all_mistakes_are_told_at_once_and_none_beside_them() {
    let root = tempfile::tempdir().unwrap();
    let broken = WHOLE
        .replace("essay", "esay")
        .replace("64, 1KiB", "64, 1KB")
        .replace("level = [1, 6]", "level = []")
        .replace("reference = \"rust.loop\"", "reference = \"rust.lop\"")
        .replace("baseline = \"c.loop\"", "baseline = \"c.lop\"")
        .replace("c/sum.c", "c/sun.c")
        .replace("{ sum = [\"loop\", \"fold\"] }", "{ sun = [\"loop\"], sum = [\"loop\"] }");
    let more = MORE.replace("\"corpus\"", "\"korpus\"");
    let folder = write(root.path(), broken.as_bytes(), &more, b"hex:0 00\n\nhex:00 0\n");
    let told = read_suite(&folder, &languages()).unwrap_err();
    let place = |mistake: &Mistake| (mistake.file.file_name().unwrap().to_str().unwrap().to_owned(), mistake.line);
    let expected = [
        ("more.toml", 4),
        (SUITE, 2),
        (SUITE, 9),
        (SUITE, 10),
        (SUITE, 12),
        (SUITE, 13),
        (SUITE, 18),
        (SUITE, 27),
        ("sum.txt", 1),
        ("sum.txt", 3),
    ];
    let places: Vec<(String, usize)> = told.iter().map(place).collect();
    assert_eq!(places, expected.map(|(file, line)| (file.to_owned(), line)), "{told:#?}");
}

#[test]
fn what_is_no_suite_at_all_is_told_too() {
    let root = tempfile::tempdir().unwrap();
    let told = |folder: &Path| read_suite(folder, &languages()).unwrap_err()[0].to_string();
    assert!(told(root.path().join("none").as_path()).contains("failed to read the suite's file"));
    let folder = write(root.path(), b"title = \"\xff\"", MORE, b"");
    assert!(told(&folder).contains("is not UTF-8 text, line 1"));
    let folder = write(root.path(), b"title = \"Empty\"", MORE, b"");
    assert!(told(&folder).contains("the suite has no benchmark"));
    let folder = write(root.path(), WHOLE.as_bytes(), MORE, VECTORS.as_bytes());
    let strange = root.path().join("Strange Name");
    fs::rename(&folder, &strange).unwrap();
    assert!(told(&strange).contains("`Strange Name` is no suite's name"));
}

/// The whole suite with some stretches of its text replaced by something else.
fn mutated() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(String::new()),
        "[\\[\\]{}=\",.\\n#0-9a-z-]{1,6}",
        "\\PC{1,4}",
        Just("[[driver]]\n".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("include = [\"suite.toml\"]\n".to_owned()),
    ];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..30_usize, piece), 1..4);
    edits.prop_map(|edits| {
        let mut letters: Vec<char> = WHOLE.chars().collect();
        for (at, length, piece) in edits {
            let start = at.index(letters.len() + 1);
            let end = (start + length).min(letters.len());
            letters.splice(start..end, piece.chars());
        }
        letters.into_iter().collect()
    })
}

/// Reads a suite of these bytes; whatever is wrong with it must be told and have a place.
fn survives(suite: &[u8], vectors: &[u8]) {
    let root = tempfile::tempdir().unwrap();
    let folder = write(root.path(), suite, MORE, vectors);
    if let Err(told) = read_suite(&folder, &languages()) {
        assert!(!told.is_empty());
        for mistake in told {
            assert!(mistake.line >= 1 && mistake.column >= 1 && !mistake.text.is_empty());
            assert!(mistake.shown().starts_with(&mistake.to_string()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(
        suite in prop::collection::vec(any::<u8>(), 0..300),
        vectors in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        survives(&suite, &vectors);
        survives(WHOLE.as_bytes(), &vectors);
    }

    #[test]
    fn mutated_suites_never_panic(suite in mutated()) {
        survives(suite.as_bytes(), VECTORS.as_bytes());
    }
}
