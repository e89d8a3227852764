//! The commands of a build, carried out, and what pkg-config says of the libraries that they need.
//!
//! It knows a recipe, and not whether it has to be made again.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::driver::building::built::BuildFault;
use crate::driver::building::recipe::Recipe;

/// How many of a log's last lines an error shows.
const TAIL: usize = 20;

/// What the machine said before anything is built.
pub(crate) struct BuildFacts {
    pub(crate) toolchain: String,
    pub(crate) libraries: Vec<(String, String)>,
    /// To the toolchain's `asks`.
    pub(crate) answers: Vec<(String, Vec<String>)>,
}

/// Runs the build's commands, everything that they say going to the log.
pub(crate) fn run(recipe: &Recipe, known: &BuildFacts) -> Result<(), BuildFault> {
    let files = |doing: &str, source| BuildFault::Files { id: recipe.id.clone(), doing: doing.to_owned(), source };
    let flags = pkg_config(&["--cflags", "--libs"], &recipe.modules)
        .map_err(|text| BuildFault::Recipe { id: recipe.id.clone(), text })?;
    let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let log = recipe.out.join("build.log");
    let output = File::create(&log).map_err(|err| files("make build.log", err))?;
    for command in recipe.commands(flags, &known.answers) {
        step(recipe, known, &command, &log, &output)?;
    }
    Ok(())
}

fn step(recipe: &Recipe, known: &BuildFacts, command: &[String], log: &Path, output: &File) -> Result<(), BuildFault> {
    let share = || {
        let fault = |source| BuildFault::Files { id: recipe.id.clone(), doing: "make build.log".to_owned(), source };
        output.try_clone().map_err(fault)
    };
    let how = Command::new(&command[0])
        .args(&command[1..])
        .envs(recipe.env.iter().map(|(name, value)| (name, value)))
        // For SDKs that cannot ask their compiler for its name.
        .env("PARAGONE_TOOLCHAIN", &known.toolchain)
        // With a target of its own, cargo would put the program where nobody looks for it.
        .env_remove("CARGO_BUILD_TARGET")
        .current_dir(&recipe.folder)
        .stdin(Stdio::null())
        .stdout(share()?)
        .stderr(share()?)
        .status();
    let how = match how {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => format!("failed ({status})"),
        Err(err) => format!("could not be started: {err}"),
    };
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n");
    let advice = recipe.advice.iter().filter(|(said, _)| text.contains(said)).map(|(_, advice)| format!("; {advice}"));
    let how = advice.fold(how, |how, advice| how + &advice);
    let (command, log) = (command.join(" "), log.to_owned());
    Err(BuildFault::Failed { id: recipe.id.clone(), command, how, log, tail })
}

pub(crate) fn library_versions(recipe: &Recipe) -> Result<Vec<(String, String)>, String> {
    let versions = pkg_config(&["--modversion"], &recipe.modules)?;
    Ok(recipe.modules.iter().cloned().zip(versions.lines().map(|line| line.trim().to_owned())).collect())
}

/// What pkg-config prints of some libraries; nothing where there are none.
fn pkg_config(words: &[&str], modules: &[String]) -> Result<String, String> {
    if modules.is_empty() {
        return Ok(String::new());
    }
    let shown = format!("pkg-config {} {}", words.join(" "), modules.join(" "));
    let output = Command::new("pkg-config").args(words).arg("--").args(modules).stdin(Stdio::null()).output();
    let output = output.map_err(|err| format!("failed to run `{shown}`: {err}"))?;
    if !output.status.success() {
        return Err(format!("`{shown}` failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
