//! `paragone new`: from a folder's name and languages to a suite that runs at once.
//!
//! In: what was typed, and which programs are on PATH; out: files, and what to type next. Starts nothing.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

use crate::cli::args::NewArgs;
use crate::cli::exit::Misuse;
use crate::cli::new::contents::{contents, languages};
use crate::cli::new::templates::{TEMPLATES, Template};
use crate::cli::shell::quoted;
use crate::driver::{Toolchains, missing};
use crate::model::ImplementationId;
use crate::model::names::listed;
use crate::suite::{did_you_mean, read_suite};

/// What a suite has where nothing is asked for: those of these that can be used here.
const USUAL: [&str; 3] = ["rust", "c", "python"];

/// How many names a refusal lists.
const MOST_NAMES: usize = 8;

/// Writes the suite; what this machine lacks for it is a notice.
pub(crate) fn new(args: &NewArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let toolchains = Toolchains::read(None).map_err(Misuse)?;
    let templates = chosen(&args.languages, &toolchains)?;
    let folder = std::path::absolute(&args.folder)
        .with_context(|| format!("failed to find the folder `{}`", args.folder.display()))?;
    let name = name_of(&folder)?;
    refuse_what_is_there(&folder)?;
    let usable = templates.iter().find(|template| lacks(template, &toolchains).is_none());
    let baseline = usable.unwrap_or(&templates[0]).language;
    let files = contents(&name, &templates, baseline);
    for (path, text) in &files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(&folder);
        fs::create_dir_all(parent).with_context(|| format!("failed to make the folder `{}`", parent.display()))?;
        fs::write(&path, text).with_context(|| format!("failed to write `{}`", path.display()))?;
    }
    if let Err(mistakes) = read_suite(&folder, &toolchains.languages()) {
        let shown: Vec<String> = mistakes.iter().map(|mistake| mistake.shown()).collect();
        bail!("the suite that was written has mistakes, which is Paragone's own\n{}", shown.join("\n"));
    }
    Ok(tell(args, &templates, &toolchains, out)?)
}

fn chosen(languages: &[String], toolchains: &Toolchains) -> anyhow::Result<Vec<&'static Template>> {
    if languages.is_empty() {
        let usual = || TEMPLATES.iter().filter(|template| USUAL.contains(&template.language));
        let here: Vec<&Template> = usual().filter(|template| lacks(template, toolchains).is_none()).collect();
        return Ok(if here.is_empty() { usual().take(1).collect() } else { here });
    }
    let mut templates: Vec<&Template> = Vec::new();
    for written in languages {
        let wanted = written.trim().to_lowercase();
        let is = |template: &&Template| template.language == wanted || template.also.contains(&wanted.as_str());
        let template = TEMPLATES.iter().find(is).ok_or_else(|| unknown(written))?;
        if !templates.iter().any(|other| other.language == template.language) {
            templates.push(template);
        }
    }
    Ok(templates)
}

fn unknown(written: &str) -> Misuse {
    let near = did_you_mean(written, TEMPLATES.iter().map(|template| template.language));
    let there = if near.is_empty() { "; there is" } else { " There is" };
    Misuse(format!(
        "there is no SDK for the language `{written}`{near}{there} one for {}",
        languages(&TEMPLATES.each_ref())
    ))
}

/// A suite is named as its folder.
fn name_of(folder: &Path) -> Result<String, Misuse> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match ImplementationId::is_part(&name) {
        true => Ok(name),
        false => Err(Misuse(format!(
            "a suite is named as its folder, and `{name}` is no suite's name; use a-z 0-9 _ + - and nothing else"
        ))),
    }
}

/// Nothing of the user's is ever overwritten; a repository that has just been begun is no hindrance.
fn refuse_what_is_there(folder: &Path) -> anyhow::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(err) if err.kind() == std::io::ErrorKind::NotADirectory => {
            bail!(Misuse(format!("`{}` is there and no folder; name another", folder.display())));
        }
        Err(err) => return Err(err).with_context(|| format!("failed to read the folder `{}`", folder.display())),
    };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name != ".git").collect();
    names.sort();
    if names.is_empty() {
        return Ok(());
    }
    let more = names.len().saturating_sub(MOST_NAMES);
    let mut shown: Vec<String> = names.into_iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    let (folder, shown) = (folder.display(), listed(&shown));
    bail!(Misuse(format!("`{folder}` is not empty: it has {shown}; name a folder that is empty or new")))
}

/// What this machine lacks for the driver of a template, in a sentence.
fn lacks(template: &Template, toolchains: &Toolchains) -> Option<String> {
    let way = toolchains.way(template.language, template.driver.contains("\nmanifest "));
    let way = way.or_else(|| toolchains.way(template.language, false))?;
    missing(way, None).map(|missing| missing.to_string())
}

fn tell(args: &NewArgs, templates: &[&Template], toolchains: &Toolchains, out: &mut dyn Write) -> std::io::Result<()> {
    let folder = args.folder.display().to_string();
    writeln!(out, "wrote a suite for {} into `{folder}`; its README.md says what is what", languages(templates))?;
    for template in templates {
        if let Some(lacks) = lacks(template, toolchains) {
            writeln!(out, "{}: left out of runs until it is here: {lacks}", template.language)?;
        }
    }
    writeln!(out, "\nnext:")?;
    if args.folder != Path::new(".") {
        writeln!(out, "  cd {}", quoted(&folder))?;
    }
    writeln!(out, "  paragone run --quick")
}
