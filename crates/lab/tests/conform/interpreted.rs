//! The conformance drivers of languages whose source is the program.
//!
//! In: `sdk/*` and `examples/perl`; out: the path of a script that becomes the interpreter, or `None` where there is none.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::drivers::{folder, root, run};

pub(crate) fn python() -> Option<&'static Path> {
    static WRITTEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    let write = || python_driver("conformance-python", &root().join("sdk/python/examples/conformance.py"));
    WRITTEN.get_or_init(write).as_deref()
}

/// `None` where there is no Python. A version manager's `python3` is a program of its own, which starts the real one.
pub(crate) fn python_driver(name: &str, source: &Path) -> Option<PathBuf> {
    let out = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let interpreter = String::from_utf8(out.stdout).ok().filter(|_| out.status.success())?;
    let sdk = root().join("sdk/python");
    let compiled = folder().join("python");
    let settings = format!("PYTHONPATH='{}' PYTHONPYCACHEPREFIX='{}'", sdk.display(), compiled.display());
    Some(launcher(name, &format!("{settings} exec '{}' '{}'", interpreter.trim_end(), source.display())))
}

pub(crate) fn javascript() -> Option<&'static Path> {
    static WRITTEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    let write = || javascript_driver("conformance-javascript", &root().join("sdk/javascript/examples/conformance.mjs"));
    WRITTEN.get_or_init(write).as_deref()
}

/// `None` where there is no Node.
pub(crate) fn javascript_driver(name: &str, source: &Path) -> Option<PathBuf> {
    Command::new("node").arg("--version").output().ok()?;
    Some(launcher(name, &format!("exec node '{}'", source.display())))
}

/// The example of a language without an SDK of ours.
pub(crate) fn perl() -> Option<&'static Path> {
    static WRITTEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    let write = || {
        Command::new("perl").arg("-v").output().ok()?;
        let sdk = root().join("examples/perl/sdk/perl");
        let (folder, driver) = (sdk.display(), sdk.join("examples/conformance.pl"));
        Some(launcher("conformance-perl", &format!("exec perl '-I{folder}' '{}'", driver.display())))
    };
    WRITTEN.get_or_init(write).as_deref()
}

/// A process of its own writes the script: while this one had it open, a child that another test
/// has just forked would have it open too, and nobody could start it.
fn launcher(name: &str, line: &str) -> PathBuf {
    let path = folder().join(name);
    let mut sh = Command::new("sh");
    sh.args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod +x \"$1\"", "sh"]).arg(&path).arg(line);
    run(&mut sh);
    path
}
