//! What a driver weighs that serves nothing: built as another is, with the same compiler and flags, so that
//! the difference is what implementations add. It knows toolchains and builds, no benchmark.

use std::path::PathBuf;

use crate::driver::building::build::build;
use crate::driver::building::built::Built;
use crate::driver::building::digest::Digest;
use crate::driver::building::task::BuildTask;
use crate::driver::language::fill::fill;
use crate::driver::language::sdk::find_sdk;
use crate::model::{Build, DriverSpec, Suite, Unknown};

const NAME: &str = "empty";

/// The bytes that a built driver is loaded with beyond those of the empty one of its toolchain.
pub fn growth(whole: &Built, task: BuildTask<'_>, progress: &mut dyn FnMut(&str)) -> Result<i64, Unknown> {
    let whole = whole.code.clone()?.loaded_bytes;
    let (folder, empty) = empty_driver(task)?;
    let how = Build { name: label(task.build), rev: None, ..task.build.clone() };
    let shown = format!("the empty driver of {} ({})", empty.language, words(&how).join(" "));
    let mut progress = |_: &str| progress(&format!("building {shown}"));
    let built = build(BuildTask { suite: &folder, spec: &empty, build: &how, ..task }, &mut progress);
    let built = built.map_err(|fault| Unknown::because(format!("{shown} could not be built: {fault}")))?;
    Ok(whole as i64 - built.code?.loaded_bytes as i64)
}

/// As if it were the one driver of a suite in the SDK's folder.
fn empty_driver(BuildTask { suite, spec, toolchains, .. }: BuildTask<'_>) -> Result<(Suite, DriverSpec), Unknown> {
    let toolchain = toolchains.of(spec).map_err(Unknown::because)?;
    let none = || Unknown::because(format!("toolchains.toml names no empty driver of `{}`", spec.language));
    let written = toolchain.empty.as_ref().ok_or_else(none)?;
    let sdk = find_sdk(&suite.folder, toolchain.sdk.as_ref().unwrap_or(&spec.language)).map_err(Unknown::because)?;
    let value = |name: &str| (name == "sdk").then(|| vec![sdk.display().to_string()]);
    let path = PathBuf::from(fill(std::slice::from_ref(written), &value).map_err(Unknown::because)?.concat());
    let (Some(folder), Some(file)) = (path.parent(), path.file_name()) else { return Err(none()) };
    if !path.is_file() {
        return Err(Unknown::because(format!("there is no `{}`, the empty driver", path.display())));
    }
    let (sources, manifest) = match spec.manifest.is_some() {
        true => (Vec::new(), Some(PathBuf::from(file))),
        false => (vec![PathBuf::from(file)], None),
    };
    let driver = DriverSpec {
        language: spec.language.clone(),
        name: NAME.to_owned(),
        sources,
        manifest,
        ..DriverSpec::default()
    };
    Ok((Suite::new(NAME, folder.to_owned()), driver))
}

/// What decides how it comes out: suites call their builds as they like.
fn words(how: &Build) -> Vec<String> {
    let words: Vec<String> = how.compiler.iter().chain(&how.flags).cloned().collect();
    if words.is_empty() { vec!["as the toolchain has it".to_owned()] } else { words }
}

/// A name of the same build for all who build so.
fn label(how: &Build) -> Option<String> {
    let mut digest = Digest::default();
    digest.values(how.compiler.iter()).value(b"").values(how.flags.iter());
    (how.compiler.is_some() || !how.flags.is_empty()).then(|| digest.hex()[..12].to_owned())
}
