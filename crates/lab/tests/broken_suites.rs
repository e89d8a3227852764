//! Every kind of mistake in a suite's files is told with its file and line, all of them at once, and
//! nothing that a file may hold makes the reader panic.

use std::fs;
use std::path::{Path, PathBuf};

use paragone::model::Suite;
use paragone::suite::{Mistake, read_suite};
use proptest::prelude::*;

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

/// One fault: in which file, what is replaced by what; then file and line and a part of the message.
type Row = (&'static str, &'static str, &'static str, (&'static str, usize, &'static str));

const SUITE: &str = "suite.toml";

#[rustfmt::skip]
const TABLE: &[Row] = &[
    // What decides where time does not.
    (SUITE, "unit = \"byte\"", "decides = \"depth\"", (SUITE, 11, "no metric `depth` that could decide; add `[[benchmark.metric]]`")),
    (SUITE, "unit = \"byte\"", "decides = \"dept\"\nmetric = [{ name = \"depth\", better = \"more\" }]", (SUITE, 11, "no metric `dept` that could decide; did you mean `depth`?")),
    (SUITE, "unit = \"byte\"", "trials = \"5\"", (SUITE, 11, "`trials` has a meaning only where `decides` names a metric")),
    (SUITE, "unit = \"byte\"", "decides = \"depth\"\nmetric = [{ name = \"depth\", better = \"higher\" }]", (SUITE, 12, "`higher` says not which value is better; expected `more` or `less`")),
    (SUITE, "unit = \"byte\"", "decides = \"depth\"\nmetric = [{ name = \"depth\", better = \"more\", unit = \"a frame\" }]", (SUITE, 12, "`a frame` is no unit; write one word in the singular")),
    (SUITE, "unit = \"byte\"", "decides = \"depth\"\nmetric = [{ name = \"depth\", better = \"more\" }, { name = \"depth\", better = \"more\" }]", (SUITE, 12, "metric `depth` is there already")),
    (SUITE, "unit = \"byte\"", "decides = \"depth\"\ntrials = \"10..5\"\nmetric = [{ name = \"depth\", better = \"more\" }]", (SUITE, 12, "`10..5` is no number of trials; expected `5..10`")),
    (SUITE, "seed = 1 }", "seed = 1, count = 4 }\ndecides = \"depth\"\nmetric = [{ name = \"depth\", better = \"more\" }]", (SUITE, 9, "a trial is one call with one input; leave `count` out")),
    // Syntax and keys.
    (SUITE, "unit = \"byte\"", "unit = byte", (SUITE, 11, "syntax error")),
    (SUITE, "title = \"Sums\"", "title = \"Sums\"\ntitle = \"Sums\"", (SUITE, 2, "syntax error")),
    (SUITE, "sizes = {", "sises = {", (SUITE, 9, "unknown key `sises` of a benchmark; did you mean `sizes`?")),
    (SUITE, "sizes = {", "sises = {", (SUITE, 5, "a benchmark lacks `sizes`")),
    (SUITE, "essay =", "esay =", (SUITE, 2, "unknown key `esay` of the suite; did you mean `essay`?")),
    (SUITE, "manifest = ", "zzz = 1\nmanifest = ", (SUITE, 26, "unknown key `zzz` of a driver; expected `language`")),
    (SUITE, "sources = [", "options = \"-w\"\nsources = [", (SUITE, 18, "`options` is no key of a driver: it belongs in one of its builds, such as `builds = [{")),
    (SUITE, "sources = [", "zzz = 1\nsources = [", (SUITE, 18, "expected `language`, `name`, `sources`, `manifest`, `needs`, `builds`, `cores` and `implements`")),
    (SUITE, "seed = 1", "sede = 1", (SUITE, 8, "unknown key `sede` of `input`; did you mean `seed`?")),
    (SUITE, "debian =", "debain =", (SUITE, 19, "unknown key `debain` of `needs`; did you mean `debian`?")),
    (SUITE, "flags = \"-O3 -g\"", "flag = \"-O3\"", (SUITE, 20, "unknown key `flag` of a build; did you mean `flags`?")),
    (SUITE, "title = \"Sums\"", "", (SUITE, 1, "the suite lacks `title`")),
    (SUITE, "question = \"Which sum is fastest?\"\n", "", (SUITE, 5, "a benchmark lacks `question`")),
    (SUITE, "input = { kind = \"random\", seed = 1 }\n", "", (SUITE, 5, "a benchmark lacks `input`")),
    (SUITE, "implements = { sum = [\"loop\", \"fold\"] }", "", (SUITE, 23, "a driver lacks `implements`")),
    // Types and values.
    (SUITE, "debian = [", "files = [\"\"], debian = [", (SUITE, 19, "an empty text is no file; name one")),
    (SUITE, "title = \"Sums\"", "title = 5", (SUITE, 1, "`title` is an integer; expected text in quotes")),
    (SUITE, "seed = 1", "seed = \"1\"", (SUITE, 8, "`seed` is text; expected a whole number")),
    (SUITE, "seed = 1", "seed = -1", (SUITE, 8, "`seed` is negative")),
    (SUITE, "seed = 1", "count = 0", (SUITE, 8, "`count` is 0; expected 1 to")),
    (SUITE, "sources = [\"c/sum.c\"]", "sources = \"c/sum.c\"", (SUITE, 18, "`sources` is text; expected an array of texts")),
    (SUITE, "sources = [\"c/sum.c\"]", "sources = [1]", (SUITE, 18, "`sources` holds an integer")),
    (SUITE, "{ vectors = \"sum.txt\", reference = \"rust.loop\" }", "1", (SUITE, 12, "`answer` is an integer; expected a table")),
    (SUITE, "{ name = \"clang\", compiler = \"clang\" }", "1", (SUITE, 20, "`builds` holds an integer")),
    (SUITE, "question = \"Which sum is fastest?\"", "question = \" \"", (SUITE, 7, "`question` is empty")),
    // Names.
    (SUITE, "name = \"sum\"", "name = \"Sum!\"", (SUITE, 6, "`Sum!` is no name; use a-z 0-9 _ + -")),
    (SUITE, "unit = \"byte\"", "unit = \"two words\"", (SUITE, 11, "`two words` is no unit")),
    (SUITE, "sum = [\"loop\"]", "sum = [\"lo op\"]", (SUITE, 21, "`lo op` is no name")),
    // Sizes.
    (SUITE, "full = [\"0..256\", \"512..1MiB x2\"]", "full = []", (SUITE, 9, "`full` is empty")),
    (SUITE, "short = \"64, 1KiB\"", "short = \"\"", (SUITE, 9, "no sizes")),
    (SUITE, "short = \"64, 1KiB\", ", "", (SUITE, 9, "`sizes` lacks `short`")),
    (SUITE, "64, 1KiB", "64, 1KB", (SUITE, 9, "`1KB` is no size")),
    (SUITE, "512..1MiB x2", "512..1MiB y2", (SUITE, 9, "has a malformed step")),
    (SUITE, "512..1MiB x2", "1MiB..512 x2", (SUITE, 9, "descends")),
    (SUITE, "512..1MiB x2", "0..1MiB x2", (SUITE, 9, "starts at 0")),
    (SUITE, "0..256", "0..9GiB", (SUITE, 9, "makes more than 100000 sizes")),
    (SUITE, "\"0..256\"", "-5", (SUITE, 9, "`-5` is no size")),
    (SUITE, "\"0..256\"", "1.5", (SUITE, 9, "`full` holds a float; expected sizes")),
    // Parameters.
    (SUITE, "level = [1, 6]", "level = []", (SUITE, 10, "`level` is empty")),
    (SUITE, "level = [1, 6]", "level = 1", (SUITE, 10, "`level` is an integer; expected an array of values")),
    (SUITE, "level = [1, 6]", "level = [1, \"1\"]", (SUITE, 10, "`level` has the value `1` twice")),
    (SUITE, "level = [1, 6]", "level = [[1]]", (SUITE, 10, "expected a number, a truth value or text")),
    (SUITE, "unit = \"byte\"", "fixed = { level = 3 }", (SUITE, 11, "`level` stands in `params` already")),
    (SUITE, "unit = \"byte\"", "fixed = { key = [1] }", (SUITE, 11, "expected a number, a truth value or text")),
    (SUITE, "unit = \"byte\"", "fixed = { \"a key\" = 1 }", (SUITE, 11, "`a key` is no name")),
    // Inputs and answers.
    (SUITE, "\"random\"", "\"randon\"", (SUITE, 8, "unknown kind of input `randon`; did you mean `random`?")),
    (SUITE, "\"random\"", "\"noise\"", (SUITE, 8, "unknown kind of input `noise`; expected one of")),
    ("more.toml", "\"corpus\"", "\"korpus\"", ("more.toml", 4, "failed to find the input file `korpus`")),
    ("more.toml", "\"corpus\"", "\"c\"", ("more.toml", 4, "input `c` is no file")),
    ("more.toml", "sizes = 3", "sizes = 7", ("more.toml", 4, "`corpus` has 6 bytes, and a size of 7 is asked for")),
    (SUITE, "answer = { vectors = \"sum.txt\", reference = \"rust.loop\" }\n", "", (SUITE, 5, "a benchmark lacks `answer`")),
    (SUITE, "{ vectors = \"sum.txt\", reference = \"rust.loop\" }", "{ check = \"exact\" }", (SUITE, 12, "`answer` has no rule")),
    (SUITE, "{ vectors =", "{ check = \"near\", vectors =", (SUITE, 12, "unknown check `near`")),
    (SUITE, "\"sum.txt\"", "\"none.txt\"", (SUITE, 12, "failed to read the known answers `none.txt`")),
    ("sum.txt", "hex:01", "hex:0", ("sum.txt", 2, "odd number of hexadecimal digits")),
    ("sum.txt", "hex:01", "hax:01", ("sum.txt", 2, "unknown kind of input `hax`")),
    ("sum.txt", "hex:01", "param:key=1 hex:01", ("sum.txt", 2, "`key` is no parameter of this benchmark")),
    ("sum.txt", "hex:01 u64:1", "", (SUITE, 12, "`sum.txt` holds no known answer")),
    // What only shows when tables are seen together.
    (SUITE, "baseline = \"c.loop\"", "baseline = \"c.lop\"", (SUITE, 13, "unknown baseline `c.lop`; the benchmark has `c.loop@gcc`")),
    (SUITE, "baseline = \"c.loop\"", "baseline = \"rust.fole\"", (SUITE, 13, "unknown baseline `rust.fole`; did you mean `rust.fold`?")),
    (SUITE, "baseline = \"c.loop\"", "baseline = \"loop\"", (SUITE, 13, "baseline `loop` is no implementation")),
    (SUITE, "reference = \"rust.loop\"", "reference = \"rust.lop\"", (SUITE, 12, "unknown reference `rust.lop`; did you mean `rust.loop`?")),
    ("more.toml", "\"product\"", "\"sum\"", ("more.toml", 2, "benchmark `sum` is declared twice")),
    ("more.toml", "\"products\"", "\"c-sums\"", ("more.toml", 10, "driver `c-sums` is declared twice")),
    ("more.toml", "{ product = [\"loop\"] }", "{ product = [\"loop\"], sum = [\"x\", \"x\"] }", ("more.toml", 12, "implementation `c.x` of `sum` is declared twice")),
    (SUITE, "name = \"clang\"", "name = \"gcc\"", (SUITE, 20, "build `gcc` is there already")),
    (SUITE, "name = \"clang\", ", "", (SUITE, 20, "a build lacks `name`")),
    (SUITE, "[{ name = \"gcc\", compiler = \"gcc\", flags = \"-O3 -g\" }, { name = \"clang\", compiler = \"clang\" }]", "[]", (SUITE, 20, "`builds` is empty")),
    (SUITE, "flags = \"-O3 -g\"", "optoins = \"-x\"", (SUITE, 20, "unknown key `optoins` of a build; did you mean `options`?")),
    (SUITE, "flags = \"-O3 -g\"", "options = [\"-x\"]", (SUITE, 20, "`options` is an array; expected text in quotes")),
    (SUITE, "flags = \"-O3 -g\"", "env = \"A=1\"", (SUITE, 20, "`env` is text; expected a table")),
    (SUITE, "flags = \"-O3 -g\"", "env = { A = 1 }", (SUITE, 20, "`A` is an integer; expected text in quotes")),
    (SUITE, "flags = \"-O3 -g\"", "env = { \"A=B\" = \"1\" }", (SUITE, 20, "`A=B` is no name for a variable of the environment")),
    (SUITE, "flags = \"-O3 -g\"", "env = { \"\" = \"1\" }", (SUITE, 20, "`` is no name for a variable of the environment")),
    (SUITE, "{ sum = [\"loop\"] }", "{ sun = [\"loop\"] }", (SUITE, 21, "no benchmark `sun` is declared; did you mean `sum`?")),
    (SUITE, "{ sum = [\"loop\"] }", "{ sum = [] }", (SUITE, 21, "`sum` lists no implementation")),
    ("more.toml", "{ product = [\"loop\"] }", "{ sum = [\"x\"] }", ("more.toml", 2, "benchmark `product` has no implementation")),
    // Drivers.
    (SUITE, "language = \"c\"", "language = \"rusty\"", (SUITE, 16, "unknown language `rusty`; did you mean `rust`?")),
    (SUITE, "language = \"c\"", "language = \"cobol\"", (SUITE, 16, "unknown language `cobol`; expected `c` and `rust`")),
    (SUITE, "\"c/sum.c\"", "\"c/sun.c\"", (SUITE, 18, "failed to find the source `c/sun.c`")),
    (SUITE, "\"rust/Cargo.toml\"", "\"rust/Cargo.tml\"", (SUITE, 26, "failed to find the manifest `rust/Cargo.tml`")),
    // Budgets.
    (SUITE, "baseline = \"c.loop\"", "budget = \"30x\"", (SUITE, 13, "`budget`: `x` is no unit of time")),
    (SUITE, "baseline = \"c.loop\"", "budget = 30", (SUITE, 13, "`budget` is an integer; expected text")),
    (SUITE, "baseline = \"c.loop\"", "budget = {}", (SUITE, 13, "add `quick` or `standard`")),
    (SUITE, "baseline = \"c.loop\"", "budget = { qick = \"1s\" }", (SUITE, 13, "unknown key `qick` of `budget`; did you mean `quick`?")),
    (SUITE, "baseline = \"c.loop\"", "budget = { quick = \"-1s\" }", (SUITE, 13, "`quick`: `-1s` is no time")),
    (SUITE, "manifest = \"rust/Cargo.toml\"\n", "", (SUITE, 23, "a driver lacks `sources`")),
    // Servers, and what implementations get of their inputs.
    (SUITE, "seed = 1", "by = \"hand\"", (SUITE, 8, "`hand` is no way to give an input; expected `bytes` or `path`")),
    (SUITE, "seed = 1", "by = \"path\", server = \"corpora\"", (SUITE, 8, "`by` and `server` exclude each other")),
    (SUITE, "seed = 1", "server = \"corpra\"", (SUITE, 8, "no server `corpra` is declared; did you mean `corpora`?")),
    (SUITE, "seed = 1", "server = 1", (SUITE, 8, "`server` is an integer; expected text in quotes")),
    ("more.toml", ", server = \"corpora\"", "", ("more.toml", 16, "no benchmark's `input` names the server `corpora`")),
    ("more.toml", "\"corpora\"\nsources", "\"products\"\nsources", ("more.toml", 16, "a driver in that language is called `products` too")),
    ("more.toml", "\"corpora\"\nsources", "\"corpora\"\nimplements = {}\nsources", ("more.toml", 17, "a server implements nothing; a `[[driver]]` does")),
    ("more.toml", "\"corpora\"\nsources", "\"corpora\"\nflags = \"-O3\"\nsources", ("more.toml", 17, "`flags` is no key of a server: it belongs in its build")),
    ("more.toml", "\"corpora\"\nsources", "\"corpora\"\nbuilds = [{ name = \"a\" }, { name = \"b\" }]\nsources", ("more.toml", 17, "a server has one build")),
    ("more.toml", "\"corpora\"\nsources = [\"c/product.c\"]", "\"corpora\"", ("more.toml", 14, "a server lacks `sources`")),
    ("more.toml", "language = \"c\"\nname = \"corpora\"", "language = \"command\"\nname = \"corpora\"", ("more.toml", 15, "a server is a program of the suite's own")),
    ("more.toml", "address = \"http://127.0.0.1:{port}/{input}\"", "", ("more.toml", 14, "a server lacks `address`")),
    ("more.toml", "{port}/{input}", "80/{input}", ("more.toml", 18, "`address` has no `{port}`")),
    ("more.toml", "{port}/{input}", "{port}", ("more.toml", 18, "`address` has no `{input}`")),
    // Includes.
    (SUITE, "\"more.toml\"", "\"less.toml\"", (SUITE, 3, "failed to read the included file")),
    (SUITE, "\"more.toml\"", "\"more.toml\", \"more.toml\"", (SUITE, 3, "is included twice")),
    ("more.toml", "[[benchmark]]", "include = [\"suite.toml\"]\n[[benchmark]]", ("more.toml", 1, "cyclic include: suite.toml -> more.toml -> suite.toml")),
    ("more.toml", "[[benchmark]]", "title = \"\"\n[[benchmark]]", ("more.toml", 1, "unknown key `title` of an included file")),
];

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
