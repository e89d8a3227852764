//! Forms of a report in the hands of the tools that they are for, fetched where there is a network.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::lab::Lab;

/// The tool that the form of Go is for, in Paragone's folder. `None`: there is no Go, or no network to fetch it from.
fn benchstat(lab: &Lab) -> Option<PathBuf> {
    let folder = lab.folder.path();
    let mut install = Command::new("go");
    install.args(["install", "golang.org/x/perf/cmd/benchstat@latest"]).env("GOBIN", folder).env_remove("GOFLAGS");
    match install.current_dir(folder).stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Some(lab.path("benchstat")),
        Ok(output) => {
            eprintln!("skipped: benchstat cannot be fetched: {}", String::from_utf8_lossy(&output.stderr));
            None
        }
        Err(err) => {
            eprintln!("skipped: no `go`: {err}");
            None
        }
    }
}

#[test]
fn benchstat_reads_the_form_of_go() {
    let lab = Lab::with_builds();
    lab.out(&["run", "tiny", "--quick", "--rounds", "16", "--quiet", "--seed", "1"]);
    let Some(program) = benchstat(&lab) else { return };
    lab.out(&["report", "--as", "go", "--benchmark", "tiny/sum", "-o", "go.txt"]);
    let read = || {
        let words = ["-col", "/impl", "-format", "csv", "go.txt"];
        Command::new(&program).args(words).current_dir(lab.folder.path()).stdin(Stdio::null()).output().unwrap()
    };
    let output = read();
    let (table, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    for part in ["sec/op", "B/s", "c.once", "c.thrice", "Sum/size=1000", "Sum/size=4000", "goarch: "] {
        assert!(table.contains(part), "{part} in {table}");
    }
    // A line that it cannot read is named, and it goes on.
    assert!(!told.contains("go.txt:"), "{told}");
    fs::write(lab.path("go.txt"), "BenchmarkSum/impl=c.once/size=1000 many 7 ns/op\n").unwrap();
    assert!(String::from_utf8_lossy(&read().stderr).contains("go.txt:1"), "a tool that takes anything");
}
