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

/// The header for C++, over the C SDK compiled as C++ in the same command, as toolchains do.
pub(crate) fn cpp_header() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let flags = ["-std=c++17", "-Wpedantic", "-O3", "-flto", "-x", "c++"];
    BUILT.get_or_init(|| compiled_from("c++", &flags, "cpp/examples/conformance.cpp", "cpp-header")).as_deref()
}

pub(crate) fn cpp_header_sanitized() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let flags = ["-std=c++17", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-x", "c++"];
    let source = "cpp/examples/conformance.cpp";
    let build = || sanitizers_work(&flags[1..5]).then(|| compiled_from("c++", &flags, source, "cpp-sanitized"))?;
    BUILT.get_or_init(build).as_deref()
}

/// A script that starts the program with Mono, in its own place.
pub(crate) fn csharp() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let source = root().join("sdk/csharp/examples/conformance.cs");
    BUILT.get_or_init(|| by_mono(&source, "conformance-csharp")).as_deref()
}

/// `None` where there is no Mono.
pub(crate) fn by_mono(source: &Path, name: &str) -> Option<PathBuf> {
    for program in ["mcs", "mono"] {
        Command::new(program).arg("--version").output().ok()?;
    }
    let (program, text, script) =
        (folder().join(format!("{name}.exe")), folder().join(format!("{name}.sh")), folder().join(name));
    let mut mcs = Command::new("mcs");
    mcs.args(["-optimize+", "-warn:4", "-warnaserror+"]).arg(format!("-out:{}", program.display()));
    run(mcs.arg(root().join("sdk/csharp/Paragone.cs")).arg(source));
    std::fs::write(&text, format!("#!/bin/sh\nexec mono '{}'\n", program.display())).expect("it can be written");
    executable(&text, &script);
    Some(script)
}

pub(crate) fn objc() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let source = root().join("sdk/objc/examples/conformance.m");
    BUILT.get_or_init(|| with_gnustep(&source, "conformance-objc")).as_deref()
}

/// `None` where there is no GNUstep, or no compiler for it.
pub(crate) fn with_gnustep(source: &Path, name: &str) -> Option<PathBuf> {
    let words = |question: &str| -> Option<Vec<String>> {
        let said = Command::new("gnustep-config").arg(question).output().ok()?.stdout;
        Some(String::from_utf8_lossy(&said).split_whitespace().map(str::to_owned).collect())
    };
    let (flags, libraries) = (words("--objc-flags")?, words("--base-libs")?);
    let works = Command::new("gcc").args(["-x", "objective-c", "-fsyntax-only", "/dev/null"]).output();
    works.ok().filter(|out| out.status.success())?;
    let (sdk, program) = (root().join("sdk"), folder().join(name));
    let mut gcc = Command::new("gcc");
    // The libraries' own headers bear no more warnings than their flags ask for.
    gcc.args(flags).args(["-std=gnu11", "-O2", "-Werror", "-I"]).arg(sdk.join("c")).arg("-I").arg(sdk.join("objc"));
    gcc.args(["-x", "objective-c"]).arg(source).arg(sdk.join("c/paragone.c")).arg("-o").arg(&program);
    run(gcc.args(libraries));
    Some(program)
}

pub(crate) fn swift() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let example = root().join("sdk/swift/examples/conformance.swift");
        compiled_swift(&["-O", "-wmo", "-warnings-as-errors"], &example, "conformance-swift")
    };
    BUILT.get_or_init(build).as_deref()
}

pub(crate) fn swift_unoptimised() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let example = root().join("sdk/swift/examples/conformance.swift");
        compiled_swift(&["-Onone", "-swift-version", "6"], &example, "conformance-swift-unoptimised")
    };
    BUILT.get_or_init(build).as_deref()
}

/// `None` where there is no Swift, which few machines have.
pub(crate) fn compiled_swift(flags: &[&str], source: &Path, name: &str) -> Option<PathBuf> {
    Command::new("swiftc").arg("--version").output().ok()?;
    let program = folder().join(name);
    let mut command = Command::new("swiftc");
    command.args(flags).arg("-o").arg(&program).arg(root().join("sdk/swift/paragone.swift"));
    run(command.arg(source));
    Some(program)
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
    executable(&script, &program);
    Some(program)
}

/// Makes a program of a text. By a process of its own: what another test starts meanwhile would hold a file open for
/// writing that is written here, and no such file can be run.
fn executable(text: &Path, program: &Path) {
    run(Command::new("install").args(["-m", "755"]).arg(text).arg(program));
}

/// `None` where there is no such compiler; a compiler that complains fails the test.
fn compiled(compiler: &str, flags: &[&str], name: &str) -> Option<PathBuf> {
    compiled_from(compiler, flags, "c/examples/conformance.c", name)
}

/// The same from another source below `sdk/`, together with the C SDK.
fn compiled_from(compiler: &str, flags: &[&str], source: &str, name: &str) -> Option<PathBuf> {
    Command::new(compiler).arg("--version").output().ok()?;
    let (sdk, program) = (root().join("sdk"), folder().join(format!("conformance-{name}")));
    let mut command = Command::new(compiler);
    command.args(flags).args(["-Wall", "-Wextra", "-Werror", "-I"]).arg(sdk.join("c"));
    run(command.arg(sdk.join("c/paragone.c")).arg(sdk.join(source)).arg("-o").arg(&program));
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
