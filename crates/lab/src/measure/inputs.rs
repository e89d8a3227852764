//! The input files of a run: made once, so that every driver in every language sees the same bytes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::model::Bytes;
use crate::model::InputKind;
use crate::suite::generate;
use crate::suite::input_count;

/// A folder of input files, named by what they hold.
#[derive(Clone, Debug)]
pub struct Inputs {
    folder: PathBuf,
    /// What has been made or found already: to make hundreds of megabytes and their digest takes its time.
    made: RefCell<HashMap<(InputKind, u64), Vec<PathBuf>>>,
}

impl Inputs {
    pub fn new(folder: &Path) -> anyhow::Result<Inputs> {
        fs::create_dir_all(folder).with_context(|| format!("failed to make folder `{}`", folder.display()))?;
        let absolute = std::path::absolute(folder).with_context(|| format!("failed to find `{}`", folder.display()))?;
        Ok(Inputs { folder: absolute, made: RefCell::default() })
    }

    /// The files that are rotated call by call, of one size.
    pub fn files(&self, kind: &InputKind, size: u64) -> anyhow::Result<Vec<PathBuf>> {
        if let Some(made) = self.made.borrow().get(&(kind.clone(), size)) {
            return Ok(made.clone());
        }
        let bytes = |index| generate(kind, size, index).map_err(anyhow::Error::msg);
        let files =
            (0..input_count(kind)).map(|index| self.file(&bytes(index)?)).collect::<anyhow::Result<Vec<_>>>()?;
        self.made.borrow_mut().insert((kind.clone(), size), files.clone());
        Ok(files)
    }

    /// The file of a known answer's input.
    pub fn known(&self, bytes: &Bytes) -> anyhow::Result<PathBuf> {
        self.file(&bytes.to_vec())
    }

    /// The file of a text that is handed over in place of an input.
    pub(super) fn text(&self, text: &str) -> anyhow::Result<PathBuf> {
        self.file(text.as_bytes())
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn file(&self, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let digest = Sha256::digest(bytes);
        let name: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let path = self.folder.join(name);
        // The name is the digest, so a whole file of that name is the right one.
        if fs::metadata(&path).is_ok_and(|about| about.len() == bytes.len() as u64) {
            return Ok(path);
        }
        let fault = || format!("failed to write input file `{}`", path.display());
        let mut new = tempfile::NamedTempFile::new_in(&self.folder).with_context(fault)?;
        std::io::Write::write_all(&mut new, bytes).with_context(fault)?;
        new.persist(&path).with_context(fault)?;
        Ok(path)
    }
}
