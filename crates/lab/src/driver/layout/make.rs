//! From a driver and a build of it to how it can be linked again, or why it cannot: what its toolchain says is tried
//! out once, in a build beside the usual one.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::driver::building::build::build_as;
use crate::driver::building::built::{BuildFault, Built};
use crate::driver::building::digest::{Digest, of_file};
use crate::driver::building::folders::absolute;
use crate::driver::building::recipe::RecipeVariant;
use crate::driver::building::task::BuildTask;
use crate::driver::language::available::driver_id;
use crate::driver::layout::kept_link::{KeptLink, LINK, WORD};
use crate::driver::layout::links::{How, Links, Sources};
use crate::driver::layout::needed::needed;
use crate::driver::layout::shuffler::Shuffler;
use crate::driver::layout::table::{ByLinker, Placement};
use crate::driver::versions::version::{build_version, version_as};

/// What can be done about where a program's code lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relinkable {
    /// Nothing has to be: a compiler at run time places it anew.
    AtRunTime,
    /// Nothing, for this reason.
    No(String),
    Yes(Box<Links>),
}

/// The folder of such a build within that of the usual one.
const BESIDE: &str = "relinkable";
const BESIDE_ALIGNED: &str = "relinkable-aligned";

/// Below the cache: what compilers are given for a linker.
const LINKERS: &str = "linkers";

impl Relinkable {
    /// Links the layouts that every run draws from. Functions and data that the version beside it has, too, get the
    /// same addresses as there.
    pub fn linked(self, beside: Option<&Relinkable>) -> Relinkable {
        let Relinkable::Yes(mut links) = self else { return self };
        if let Some(Relinkable::Yes(other)) = beside {
            links.share_addresses_with(other);
        }
        links.make_all().map_or_else(Relinkable::No, |()| Relinkable::Yes(links))
    }
}

/// Builds a driver so that it can be linked again, or finds it built; no layout is linked yet. `aligned`: one of two
/// versions that stand beside each other has its functions aligned, and is built in the same place as the other.
pub fn relinkable(task: BuildTask<'_>, aligned: bool, progress: &mut dyn FnMut(&str)) -> Relinkable {
    match task.toolchains.of(task.spec).map(|toolchain| &toolchain.layout) {
        Err(why) => Relinkable::No(why),
        Ok(None) => Relinkable::No(format!("toolchains.toml says no `layout` of {}", task.spec.language)),
        Ok(Some(Placement::AtRunTime { .. })) => Relinkable::AtRunTime,
        Ok(Some(Placement::None { none })) => Relinkable::No(none.clone()),
        Ok(Some(Placement::ByLinker(by))) => {
            let asked = LinkRequest { task, by, aligned };
            asked.links(progress).map_or_else(Relinkable::No, |links| Relinkable::Yes(Box::new(links)))
        }
    }
}

/// One of two versions as it is when it is linked anew for each launch, so that it is built once; in the usual way where
/// it cannot be linked anew from what a build leaves.
pub fn aligned_version(task: BuildTask<'_>, progress: &mut dyn FnMut(&str)) -> Result<Built, BuildFault> {
    let by = match task.toolchains.of(task.spec).map(|toolchain| &toolchain.layout) {
        Ok(Some(Placement::ByLinker(by))) if by.is_kept() => by,
        _ => return build_version(task, progress),
    };
    let request = LinkRequest { task, by, aligned: true };
    match task.toolchains.shuffler().and_then(|shuffler| request.variant(Some(&shuffler))) {
        Ok(variant) => version_as(task, &variant, progress).map(|(built, _)| built),
        Err(_) => build_version(task, progress),
    }
}

struct LinkRequest<'a> {
    task: BuildTask<'a>,
    by: &'a ByLinker,
    /// As one of two versions that stand beside each other is.
    aligned: bool,
}

impl LinkRequest<'_> {
    fn links(&self, progress: &mut dyn FnMut(&str)) -> Result<Links, String> {
        let BuildTask { spec, build, toolchains, .. } = self.task;
        let with = |flag: &&String| self.by.not_with.iter().any(|beginning| flag.starts_with(beginning));
        if let Some(flag) = build.flags.iter().find(with) {
            return Err(format!("its build has the flag `{flag}`, which leaves no place for it"));
        }
        let shuffler = self.by.is_kept().then(|| toolchains.shuffler()).transpose()?;
        let variant = self.variant(shuffler.as_ref())?;
        let mut building = |_: &str| progress(&format!("building {}, to be linked anew", driver_id(spec, build)));
        // Objects that are kept do not need the place where they were made; whoever links from sources does, and it
        // holds another version by then.
        let build_as = if self.aligned && self.by.is_kept() { version_as } else { build_as };
        let (built, recipe) = build_as(self.task, &variant, &mut building).map_err(|fault| {
            let fault = fault.to_string();
            format!("it could not be built for that: {}", fault.lines().next().unwrap_or_default())
        })?;
        let program = built.artefact.clone().ok_or("its build leaves no program that a linker made")?;
        let mut digest = Digest::default();
        digest.value(built.digest.as_bytes());
        let how = match shuffler {
            Some(shuffler) => {
                let kept = recipe.out.join(LINK);
                digest.value(shuffler.version.as_bytes()).values(&shuffler.words(0)).values(&shuffler.command);
                How::Kept { link: kept_link(&kept, &program)?, shuffler, order: None }
            }
            None => {
                digest.values(&recipe.link);
                let sources = Sources::of(&recipe.parts).map_err(|err| format!("its sources cannot be read: {err}"))?;
                How::Command { words: recipe.link, env: recipe.env, folder: recipe.folder, sources }
            }
        };
        let name = program.file_name().map(PathBuf::from).ok_or("its program has no name")?;
        let shared = needed(&program);
        let shown = program.display().to_string();
        let place = built.program.iter().position(|word| *word == shown).ok_or("nothing starts its program")?;
        Ok(Links { out: recipe.out, name, place, digest: digest.hex(), how, aligned: self.aligned, shared })
    }

    fn variant(&self, shuffler: Option<&Shuffler>) -> Result<RecipeVariant<'_>, String> {
        let BuildTask { spec, build, toolchains, cache, .. } = self.task;
        let version = toolchains.version(toolchains.of(spec)?, build.compiler.as_deref())?;
        let aligned = if self.aligned { self.by.aligned_for(&version).to_vec() } else { Vec::new() };
        if self.aligned && aligned.is_empty() {
            return Err(format!("toolchains.toml does not say how {version} aligns functions"));
        }
        let linker = match shuffler {
            Some(shuffler) => linker(shuffler, &cache.join(LINKERS))?.display().to_string(),
            None => String::new(),
        };
        Ok(RecipeVariant {
            name: if self.aligned { BESIDE_ALIGNED } else { BESIDE },
            aligned,
            linker,
            how: Some(self.by),
        })
    }
}

/// The link that made the program, and no other of the same build.
fn kept_link(kept: &Path, program: &Path) -> Result<KeptLink, String> {
    let link = KeptLink::read(kept)
        .map_err(|err| format!("its build linked nothing by the linker that it was given ({err})"))?;
    let same = of_file(&link.made()).ok() == of_file(program).ok();
    same.then_some(link).ok_or_else(|| "its build linked another program last".to_owned())
}

/// A folder with what compilers call to link: `ld.lld` and `ld` keep the link and let the linker make it, and `cc` is
/// the compiler that calls them.
fn linker(shuffler: &Shuffler, linkers: &Path) -> Result<PathBuf, String> {
    // Paragone itself keeps the link.
    let lab = std::env::current_exe().map_err(|err| format!("failed to find the program that is running: {err}"))?;
    let words: Vec<String> = [lab.display().to_string(), WORD.to_owned(), shuffler.command.len().to_string()]
        .iter()
        .chain(&shuffler.command)
        .map(|word| format!("'{}'", word.replace('\'', r"'\''")))
        .collect();
    let keeps = format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" "));
    let folder = absolute(linkers)?.join(&Digest::default().value(keeps.as_bytes()).hex()[..12]);
    let shown = folder.display().to_string();
    let quoted = shown.replace('\'', r"'\''");
    let calls = format!("#!/bin/sh\nexec cc -B'{quoted}' -fuse-ld=lld \"$@\"\n");
    let failed = |err: io::Error| format!("failed to write a linker into `{shown}`: {err}");
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, text) in [("ld.lld", &keeps), ("ld", &keeps), ("cc", &calls)] {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|found| found == *text) {
            continue;
        }
        // Whole, or not at all: another lab may be building.
        let mut draft = tempfile::NamedTempFile::new_in(&folder).map_err(failed)?;
        io::Write::write_all(&mut draft, text.as_bytes()).map_err(failed)?;
        fs::set_permissions(draft.path(), fs::Permissions::from_mode(0o755)).map_err(failed)?;
        draft.persist(&path).map_err(|err| failed(err.error))?;
    }
    Ok(folder)
}
