//! `paragone gate` on a Python project whose benchmarks are pytest-benchmark's.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::fixtures::inside;
use crate::lab::Lab;
use crate::revised::{edit, git};

const SUMS: &str = "def add(values):
    total = 0
    for value in values:
        total += value
    return total
";

const TESTS: &str = "import pytest
from sums import add

def test_plain():
    assert add([1, 2]) == 3

@pytest.mark.parametrize('count', [300])
def test_add(benchmark, count):
    assert benchmark(add, list(range(count))) == count * (count - 1) // 2

def test_short(benchmark):
    benchmark(add, [1])
";

/// pytest-benchmark, once for all tests; nothing, where there is no Python, or no way to packages.
fn packages() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pytest-benchmark");
    let mark = folder.join("whole");
    let install = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--target"];
    let made = || {
        let _ = std::fs::remove_dir_all(&folder);
        let mut command = Command::new("python3");
        command.args(install).arg(&folder).args(["pytest==8.4.2", "pytest-benchmark==5.1.0"]);
        command.env("PIP_ROOT_USER_ACTION", "ignore").status().is_ok_and(|status| status.success())
    };
    let is_there = mark.exists() || (made() && std::fs::write(&mark, "").is_ok());
    if !is_there {
        let is_demanded = std::env::var("PARAGONE_ALL_LANGUAGES").is_ok_and(|value| !value.is_empty());
        assert!(!is_demanded, "pytest-benchmark cannot be installed here");
        eprintln!("skipped: pytest-benchmark cannot be installed here");
        return None;
    }
    Some(folder)
}

#[test]
fn a_comment_is_silent_and_what_changed_is_measured() {
    let Some(packages) = packages() else { return };
    let mut lab = Lab::new();
    lab.set("PYTHONPATH", &packages);
    lab.set("PYTHONDONTWRITEBYTECODE", "");
    lab.write("repository/pyproject.toml", "[project]\nname = \"sums\"\nversion = \"1\"\n");
    lab.write("repository/src/sums.py", SUMS);
    lab.write("repository/tests/test_sums.py", TESTS);
    lab.write("repository/tests/test_broken.py", "import nothing_of_that_name\n");
    let folder = lab.path("repository");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    let listed = inside(&lab, "repository", &["gate", "--against", "HEAD", "--quiet", "--list"]);
    let expected = "sums/tests-test-sums-py-test-add-300  tests/test_sums.py::test_add[300]\n\
                    sums/tests-test-sums-py-test-short  tests/test_sums.py::test_short\n";
    assert_eq!(listed.out, expected, "{listed:#?}");
    edit(&folder.join("src/sums.py"), |text| format!("# A comment.\n{text}"));
    let same = inside(&lab, "repository", &["gate", "--against", "HEAD", "--quiet"]);
    assert_eq!(same.code, Some(0), "{same:#?}");
    assert!(same.out.contains("the same code as at HEAD: nothing to measure"), "{}", same.out);
    let words = ["gate", "--self-test", "--quiet", "*test_add*", "--total", "20s", "--json"];
    let tested = inside(&lab, "repository", &words);
    let test: Value = serde_json::from_str(&tested.out).unwrap();
    // How many launches fit into the budget is the machine's affair, and one in a hundred such tests has a false alarm:
    // either way the code says what the report says.
    let count = |of: &str| test[of].as_array().unwrap().len();
    assert_eq!(count("benchmarks") + count("unjudged"), 1, "{tested:#?}");
    let code = match (count("benchmarks"), &test["alarms"]) {
        (0, _) => 3,
        (_, alarms) if *alarms == 0 => 0,
        _ => 1,
    };
    assert_eq!(tested.code, Some(code), "{tested:#?}");
    edit(&folder.join("src/sums.py"), |text| text.replace("in values:", "in values + [0] * (9 * len(values)):"));
    let words = ["gate", "--against", "HEAD", "--quiet", "*test_add*", "--total", "4m", "--json"];
    let report: Value = serde_json::from_str(&inside(&lab, "repository", &words).out).unwrap();
    let contest = &report["findings"]["contests"][0];
    assert_eq!(contest["revised"]["why"], "`src/sums.py` changed", "{contest:#}");
    let rows = contest["comparisons"][0]["rows"].as_array().unwrap();
    let typical = |row: usize| rows[row]["times"]["p50"].as_f64().unwrap();
    assert!(typical(1) > typical(0) * 3.0, "{rows:#?}");
    // An extension that was built in place, such as git ignores.
    lab.write("repository/.gitignore", "*.so\n");
    lab.write("repository/src/fast.so", "");
    let unlike = inside(&lab, "repository", &["gate", "--against", "HEAD", "--quiet", "--list"]);
    assert_eq!(unlike.code, Some(3), "{unlike:#?}");
    assert!(unlike.err.contains("git ignores `src/fast.so`, so that only today's version has it"), "{unlike:#?}");
    let status = Command::new("git").arg("-C").arg(&folder).args(["status", "--porcelain"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&status.stdout), " M src/sums.py\n?? .gitignore\n");
}
