//! `paragone gate --init`: from a repository to a `paragone.toml` for it, with what there is to say in comments.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

use crate::cli::exit::Misuse;
use crate::driver::commit;
use crate::suite::{BenchSuites, REPOSITORY_FILE, RepositoryFile, bench_suites};

/// What a repository's first branch is called most often.
const USUAL: [&str; 4] = ["main", "master", "origin/main", "origin/master"];

/// Writes the file, unless there is one.
pub(super) fn init(folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = folder.join(REPOSITORY_FILE);
    let text = text(folder, &bench_suites(folder, None));
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match file {
        Err(err) if err.kind() == ErrorKind::AlreadyExists => {
            return Err(Misuse(format!("`{}` is there already; move it away first", path.display())).into());
        }
        file => file.with_context(|| format!("failed to write `{}`", path.display()))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("failed to write `{}`", path.display()))?;
    // Whoever changes what it says is to hear of faults, and not of ours.
    RepositoryFile::find(folder).map_err(|why| anyhow::anyhow!("the file that was written has faults: {why}"))?;
    writeln!(out, "wrote {}; `paragone gate --list` shows what it means", path.display())?;
    Ok(())
}

fn text(folder: &Path, found: &BenchSuites) -> String {
    let against = USUAL.into_iter().find(|name| commit(folder, name).is_ok());
    let against = against.map_or_else(|| "# against = \"main\"".to_owned(), |name| format!("against = \"{name}\""));
    let programs: Vec<String> = found
        .suites
        .iter()
        .flat_map(|suite| suite.drivers.iter().map(move |spec| (suite, spec)))
        .map(|(suite, spec)| {
            let below = suite.folder.strip_prefix(folder).unwrap_or(&suite.folder).display().to_string();
            let below = if below.is_empty() { "." } else { &below };
            format!("#   {}: {} `{}` in {below}\n", suite.name, spec.language, spec.name)
        })
        .chain(found.left_out.iter().map(|text| format!("#   left out: {text}\n")))
        .collect();
    let programs = if programs.is_empty() { "#   nothing\n".to_owned() } else { programs.concat() };
    FILE.replace("AGAINST", &against).replace("PROGRAMS", &programs)
}

const FILE: &str = r#"# What `paragone gate` cannot guess of this repository. All of it may be left out, and the command line goes before it.

[gate]
# The revision to compare with.
AGAINST
# Time for all benchmarks together.
# total = "5m"
# Differences below it do not matter to you.
# margin = "1%"
# Of some benchmarks by globs over their names; the first that fits counts.
# margins = [{ of = "*network*", margin = "5%" }]
# Benchmarks by globs over their harness' names for them: only these, and none of those.
# only = ["parse*"]
# except = ["*network*"]
# What makes it fail: slower, faster, undecided, wrong, failed.
# fail-if = ["slower"]

# Found in this folder when this file was written:
PROGRAMS
# A program of benchmarks that is not found, or is to be built otherwise.
# [[program]]
# harness = "google-benchmark"      # or criterion, divan, go-test, jmh, pytest-benchmark
# name = "bench"                    # the target; none for Go, Python and Maven
# folder = "."                      # of CMakeLists.txt, Cargo.toml, pom.xml, the Go package or the project, below this
# options = ["-DWITH_BENCH=ON"]     # more words for CMake, or for Cargo
#
# One that CMake does not build: commands, run in its folder, that leave the program in {program}. What they write besides
# belongs below {out}; CXXFLAGS, set for them, aligns functions and has the linker keep what it links.
# [[program]]
# harness = "google-benchmark"
# name = "bench"
# build = [["make", "BUILD={out}", "bench"], ["cp", "{out}/bench", "{program}"]]
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::RepositoryFile;

    #[test]
    fn the_file_is_whole_and_is_not_written_twice() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("CMakeLists.txt"),
            "project(a)\nadd_executable(b b.cc)\ntarget_link_libraries(b benchmark)\n",
        )
        .unwrap();
        let mut out = Vec::new();
        init(folder.path(), &mut out).unwrap();
        let text = std::fs::read_to_string(folder.path().join(REPOSITORY_FILE)).unwrap();
        assert!(text.contains("#   a: google-benchmark `b` in .\n"), "{text}");
        assert!(RepositoryFile::find(folder.path()).unwrap().unwrap().gate.against.is_none());
        assert!(format!("{:#}", init(folder.path(), &mut out).unwrap_err()).contains("is there already"));
    }

    /// Whoever takes a comment away has a setting that is known.
    #[test]
    fn what_is_in_comments_is_known() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("CMakeLists.txt"), "").unwrap();
        let plain: String = FILE
            .lines()
            .map(|line| line.strip_prefix("# ").unwrap_or(line))
            .filter(|line| line.starts_with('[') || line.split_whitespace().nth(1) == Some("="))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(plain.lines().filter(|line| line.contains(" = ")).count(), 13, "{plain}");
        std::fs::write(folder.path().join(REPOSITORY_FILE), plain.replace("AGAINST", "against = \"main\"")).unwrap();
        let file = RepositoryFile::find(folder.path()).unwrap().unwrap();
        assert_eq!(file.gate.fail_if, ["slower"]);
    }
}
