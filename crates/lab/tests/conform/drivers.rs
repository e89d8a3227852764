//! Builds the conformance driver of each SDK, once for all tests.
//!
//! In: `sdk/*`; out: the path of a program, or `None` where an optional compiler is missing.
//! Cargo builds below its own folder for tests, so that no build waits for another.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// Where tests may write.
pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

pub(crate) fn rust() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| cargo("dev", "debug", &[]))
}

pub(crate) fn rust_lto() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let settings = [("CARGO_PROFILE_RELEASE_LTO", "fat"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")];
    BUILT.get_or_init(|| cargo("release", "release", &settings))
}

pub(crate) fn c() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compiled("cc", &["-std=c99", "-Wpedantic", "-O1"], "c").expect("the C compiler `cc` is there"))
}

pub(crate) fn c_lto() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compiled("cc", &["-O3", "-flto"], "c-lto").expect("the C compiler `cc` is there"))
}

pub(crate) fn cpp() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    BUILT.get_or_init(|| compiled("c++", &["-x", "c++", "-O2"], "cpp")).as_deref()
}

pub(crate) fn clang() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    BUILT.get_or_init(|| compiled("clang", &["-O3"], "clang")).as_deref()
}

pub(crate) fn go() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let program = folder().join("conformance-go");
        go_build(&root().join("sdk/go"), &program, "./examples").then_some(program)
    };
    BUILT.get_or_init(build).as_deref()
}

pub(crate) fn java() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let example = root().join("sdk/java/examples/Conformance.java");
    BUILT.get_or_init(|| java_program("conformance-java", &example, "Conformance")).as_deref()
}

pub(crate) fn c_sanitized() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let flags = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let build = || sanitizers_work(&flags).then(|| compiled("cc", &flags, "c-sanitized"))?;
    BUILT.get_or_init(build).as_deref()
}

fn cargo(profile: &str, folder_of_profile: &str, settings: &[(&str, &str)]) -> PathBuf {
    let target = folder().join("conform-rust");
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["build", "--quiet", "-p", "paragone-sdk", "--example", "conformance"]);
    command.args(["--profile", profile, "--target-dir"]).arg(&target).envs(settings.iter().copied());
    run(&mut command);
    target.join(folder_of_profile).join("examples/conformance")
}

/// `false` where there is no Go.
pub(crate) fn go_build(module: &Path, program: &Path, package: &str) -> bool {
    let found = Command::new("go").arg("version").output().is_ok();
    if found {
        let mut go = Command::new("go");
        go.current_dir(module).args(["build", "-trimpath", "-o"]).arg(program).arg(package);
        run(&mut go);
    }
    found
}

/// `None` where there is no Java.
pub(crate) fn java_program(name: &str, source: &Path, main: &str) -> Option<PathBuf> {
    Command::new("javac").arg("--version").output().ok()?;
    let (classes, script, program) =
        (folder().join(format!("{name}-classes")), folder().join(format!("{name}.sh")), folder().join(name));
    let mut javac = Command::new("javac");
    javac.args(["-Xlint:all", "-Werror", "-d"]).arg(&classes);
    run(javac.arg(root().join("sdk/java/Paragone.java")).arg(source));
    // A file whose name is not ASCII is found in such a locale only.
    let text = format!("#!/bin/sh\nLC_ALL=C.UTF-8 exec java -cp '{}' {main}\n", classes.display());
    std::fs::write(&script, text).expect("the tests' folder can be written");
    // Written by a process of its own: what another test starts meanwhile would hold a file open for
    // writing that is written here, and no such file can be run.
    run(Command::new("install").args(["-m", "755"]).arg(&script).arg(&program));
    Some(program)
}

/// `None` where there is no such compiler; a compiler that complains fails the test.
fn compiled(compiler: &str, flags: &[&str], name: &str) -> Option<PathBuf> {
    Command::new(compiler).arg("--version").output().ok()?;
    let (sdk, program) = (root().join("sdk/c"), folder().join(format!("conformance-{name}")));
    let mut command = Command::new(compiler);
    command.args(flags).args(["-Wall", "-Wextra", "-Werror"]);
    run(command.arg(sdk.join("paragone.c")).arg(sdk.join("examples/conformance.c")).arg("-o").arg(&program));
    Some(program)
}

/// Whether the compiler has the libraries that the flags need, which are packages of their own.
fn sanitizers_work(flags: &[&str]) -> bool {
    let (source, program) = (folder().join("sanitized.c"), folder().join("sanitized"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("the tests' folder can be written");
    let built = Command::new("cc").args(flags).arg(&source).arg("-o").arg(&program).output();
    built.is_ok_and(|out| out.status.success()) && Command::new(&program).status().is_ok_and(|status| status.success())
}

pub(crate) fn run(command: &mut Command) {
    let out = command.output().unwrap_or_else(|err| panic!("failed to start {command:?}: {err}"));
    assert!(out.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&out.stderr));
}
