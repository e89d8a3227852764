//! A repository of a Go module with benchmarks: Go's are the ones that need nothing from the network.

use std::path::Path;
use std::process::Command;

use crate::lab::Lab;
use crate::revised::git;

const MODULE: &str = "module example.org/sums\n\ngo 1.20\n";

const SUMS: &str = "package sums

//go:noinline
func Add(values []uint64) uint64 {
\tsum := uint64(0)
\tfor _, value := range values {
\t\tsum = sum<<3 ^ value
\t}
\treturn sum
}
";

const BENCHMARKS: &str = "package sums

import \"testing\"

var values = make([]uint64, 4000)
var sink uint64

func BenchmarkAdd(b *testing.B) {
\tb.Run(\"all-10\", func(b *testing.B) {
\t\tfor i := 0; i < b.N; i++ {
\t\t\tsink = Add(values)
\t\t}
\t})
}

func BenchmarkOld(b *testing.B) {}
";

/// A repository of a Go module with everything in it committed; nothing, where there is no Go.
pub(crate) fn repository() -> Option<Lab> {
    if Command::new("go").arg("version").output().is_err() {
        let is_demanded = std::env::var("PARAGONE_ALL_LANGUAGES").is_ok_and(|value| !value.is_empty());
        assert!(!is_demanded, "there is no Go here");
        eprintln!("skipped: `go` is not on PATH");
        return None;
    }
    let mut lab = Lab::new();
    // What Go's own library is compiled to is the same in every test.
    lab.set("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-cache"));
    lab.write("repository/go.mod", MODULE);
    lab.write("repository/sums.go", SUMS);
    lab.write("repository/sums_test.go", BENCHMARKS);
    let folder = lab.path("repository");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    Some(lab)
}
