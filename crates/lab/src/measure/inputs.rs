//! The input files of a run: made once, so that every driver in every language sees the same bytes.

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
}

impl Inputs {
    pub fn new(folder: &Path) -> anyhow::Result<Inputs> {
        fs::create_dir_all(folder).with_context(|| format!("failed to make folder `{}`", folder.display()))?;
        Ok(Inputs { folder: folder.to_owned() })
    }

    /// The files that are rotated call by call, of one size.
    pub fn files(&self, kind: &InputKind, size: u64) -> anyhow::Result<Vec<PathBuf>> {
        let bytes = |index| generate(kind, size, index).map_err(anyhow::Error::msg);
        (0..input_count(kind)).map(|index| self.file(&bytes(index)?)).collect()
    }

    /// The file of a known answer's input.
    pub fn known(&self, bytes: &Bytes) -> anyhow::Result<PathBuf> {
        self.file(&bytes.to_vec())
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
