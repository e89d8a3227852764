//! What a folder was built from, kept beside what was built: an unchanged driver is known by it.

use std::fs;
use std::io::Result as IoResult;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::driver::building::code::Code;
use crate::driver::building::digest::{Digest, of_file};
use crate::driver::building::recipe::Recipe;
use crate::model::Unknown;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    /// Digest of the commands, versions and files that the recipe names.
    pub(crate) recipe: String,
    /// Files, and folders with all below them, that the build itself said it read, and the digest of all of them.
    pub(crate) depends: Vec<PathBuf>,
    pub(crate) depended: String,
    pub(crate) artefact: String,
    /// Builds of older versions do not have it.
    #[serde(default)]
    pub(crate) code: Option<Result<Code, Unknown>>,
    pub(crate) toolchain: String,
    pub(crate) libraries: Vec<(String, String)>,
}

impl Stamp {
    pub(crate) fn path(out: &Path) -> PathBuf {
        out.join("stamp.json")
    }

    /// Of a build that is still what its sources and commands would make; `wanted` is the digest of the recipe.
    pub(crate) fn still_true(recipe: &Recipe, wanted: &str) -> Option<Stamp> {
        let stamp: Stamp = serde_json::from_str(&fs::read_to_string(Stamp::path(&recipe.out)).ok()?).ok()?;
        let is_artefact = |path: &PathBuf| of_file(path).is_ok_and(|artefact| artefact == stamp.artefact);
        let same = stamp.recipe == wanted
            && digest_of(&stamp.depends).is_ok_and(|depended| depended == stamp.depended)
            && recipe.artefact.as_ref().is_none_or(is_artefact);
        same.then_some(stamp)
    }

    /// Whole, or not at all.
    pub(crate) fn write(&self, out: &Path) -> IoResult<()> {
        let draft = out.join("stamp.draft");
        fs::write(&draft, serde_json::to_string_pretty(self)?)?;
        fs::rename(&draft, Stamp::path(out))
    }
}

pub(crate) fn digest_of(files: &[PathBuf]) -> IoResult<String> {
    let mut digest = Digest::default();
    files.iter().try_for_each(|file| digest.all_of(file))?;
    Ok(digest.hex())
}
