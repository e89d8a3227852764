//! The inputs of a run: made once, so that every driver in every language gets the same bytes, and kept from being
//! changed.
//!
//! In: what an input holds; out: a path for drivers. Bytes are sealed in memory where that is possible. What has to
//! lie on the disk is a file named by its digest, which is looked at again and made anew where somebody has written
//! into it. Who was at work meanwhile is known to whoever asks, and not here.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::driver::{Surroundings, can_read};
use crate::measure::given::sealed::{Room, Sealed};
use crate::measure::given::stored::{Became, Stored, StoredCheck, StoredSource, digest_of};
use crate::model::{Fault, InputKind};
use crate::suite::input_count;

/// Where an input has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InputPlace {
    /// A driver reads the bytes before anything is timed, wherever they are.
    Anywhere,
    /// The job itself reads it, or it is served from its folder.
    Disk,
}

/// All inputs that a run has asked for.
#[derive(Debug, Default)]
pub struct Inputs {
    pub(crate) folder: PathBuf,
    /// How much more may be sealed; nothing where drivers could not read it.
    room: Cell<Option<Room>>,
    /// By digest.
    sealed: RefCell<HashMap<String, Sealed>>,
    stored: RefCell<BTreeMap<PathBuf, Stored>>,
    /// What has been made or found already: to make hundreds of megabytes and their digest takes its time.
    made: RefCell<HashMap<(InputKind, u64, InputPlace), Vec<PathBuf>>>,
    notices: RefCell<Vec<String>>,
    /// Why a file could not be made anew: told to whoever asks for inputs next.
    failure: RefCell<Option<anyhow::Error>>,
}

impl Inputs {
    /// Inputs that are files of a folder, all of them.
    pub fn new(folder: &Path) -> anyhow::Result<Inputs> {
        fs::create_dir_all(folder).with_context(|| format!("failed to make folder `{}`", folder.display()))?;
        let folder = std::path::absolute(folder).with_context(|| format!("failed to find `{}`", folder.display()))?;
        Ok(Inputs { folder, ..Inputs::default() })
    }

    /// Seals what need not lie on the disk, where drivers that are started so can read it.
    pub fn sealed_for(self, around: &Surroundings) -> Inputs {
        // Where the system hides the files of one process from another, a driver would find nothing.
        let is_readable = Sealed::new(b"probe").is_ok_and(|probe| can_read(&probe.path(), around));
        self.room.set(is_readable.then(Room::of_this_machine));
        self
    }

    /// The inputs that are rotated call by call, of one size.
    pub(crate) fn files(&self, kind: &InputKind, size: u64, place: InputPlace) -> anyhow::Result<Vec<PathBuf>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let key = (kind.clone(), size, place);
        if let Some(made) = self.made.borrow().get(&key) {
            made.iter().for_each(|path| self.hand_out(path));
            return Ok(made.clone());
        }
        let put = |index| self.put(StoredSource::Made { kind: kind.clone(), size, index }, place);
        let files: Vec<PathBuf> = (0..input_count(kind)).map(put).collect::<anyhow::Result<_>>()?;
        self.made.borrow_mut().insert(key, files.clone());
        Ok(files)
    }

    /// What there is to be told since this was asked last.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.take()
    }

    /// Nobody is at work any more, so nobody can be blamed for what changes before somebody is given an input again.
    pub(crate) fn are_back(&self) -> anyhow::Result<()> {
        for stored in self.stored.borrow_mut().values_mut() {
            stored.is_out = false;
            if stored.look(StoredCheck::Thorough)? == Became::Changed {
                let why = "was written into by somebody who was at work in the launch before; it was made anew";
                self.notices.borrow_mut().push(format!("{} {why}", stored.name()));
            }
        }
        Ok(())
    }

    /// What somebody gave who alone was at work since the last look, unless inputs have changed over it.
    pub(crate) fn after<T>(&self, given: Result<T, Fault>) -> Result<T, Fault> {
        self.after_look(given, StoredCheck::Quick)
    }

    /// The same, by such a look.
    pub(crate) fn after_look<T>(&self, given: Result<T, Fault>, how: StoredCheck) -> Result<T, Fault> {
        if matches!(given, Err(Fault::Poisoned { .. })) {
            return given;
        }
        if let Some(input) = self.changed(how) {
            return Err(Fault::Poisoned { by_it: true, input });
        }
        given.map_err(|fault| {
            // Nobody is blamed for what he made of an input that was not the one that he was to be given.
            let poisoned = if fault.is_wrong_answer() { self.changed(StoredCheck::Whole) } else { None };
            poisoned.map_or(fault, |input| Fault::Poisoned { by_it: false, input })
        })
    }

    /// The first input that held something else, of those that somebody has; all are made anew.
    fn changed(&self, how: StoredCheck) -> Option<String> {
        let mut first = None;
        for stored in self.stored.borrow_mut().values_mut().filter(|stored| stored.is_out) {
            match stored.look(how) {
                Ok(Became::Unchanged) => {}
                Ok(Became::Gone) => {
                    let text = format!("{} was removed from the cache folder, and was made anew", stored.name());
                    self.notices.borrow_mut().push(text);
                }
                Ok(Became::Changed) => first = first.or_else(|| Some(stored.name())),
                Err(err) => {
                    first = first.or_else(|| Some(stored.name()));
                    self.failure.replace(Some(err));
                }
            }
        }
        first
    }

    fn hand_out(&self, path: &Path) {
        if let Some(stored) = self.stored.borrow_mut().get_mut(path) {
            stored.is_out = true;
        }
    }

    /// Where something lies that is handed over; it is put there if it does not yet.
    pub(crate) fn put(&self, source: StoredSource, place: InputPlace) -> anyhow::Result<PathBuf> {
        let bytes = source.bytes()?;
        let digest = digest_of(&bytes);
        if place == InputPlace::Anywhere
            && let Some(path) = self.seal(&bytes, &digest)
        {
            return Ok(path);
        }
        let path = self.folder.join(&digest[..32]);
        if self.stored.borrow().contains_key(&path) {
            self.hand_out(&path);
            return Ok(path);
        }
        let (stored, held_others) = Stored::at(&path, source, &bytes, &digest)?;
        if held_others {
            let text = format!(
                "{} lay in the cache folder with other bytes than it had been made with: somebody has written into it \
                 since, and it was made anew",
                stored.name()
            );
            self.notices.borrow_mut().push(text);
        }
        self.stored.borrow_mut().insert(path.clone(), stored);
        Ok(path)
    }

    /// `None` where there is no room for it, or no such thing.
    fn seal(&self, bytes: &[u8], digest: &str) -> Option<PathBuf> {
        if let Some(sealed) = self.sealed.borrow().get(digest) {
            return Some(sealed.path());
        }
        let left = self.room.get()?.less(bytes.len() as u64)?;
        let sealed = Sealed::new(bytes).ok()?;
        self.room.set(Some(left));
        let path = sealed.path();
        self.sealed.borrow_mut().insert(digest.to_owned(), sealed);
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::measure::check::verify::same;
    use crate::model::When;

    const KIND: InputKind = InputKind::Random { seed: 1, count: 1 };

    fn wrong() -> Result<(), Fault> {
        same(b"a", b"b", When::Asked, String::new)
    }

    fn change(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(path, "something else").unwrap();
    }

    #[test]
    fn who_is_at_work_when_a_file_changes_has_written_into_it() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = Inputs::new(folder.path()).unwrap();
        let files = inputs.files(&KIND, 100, InputPlace::Anywhere).unwrap();
        let right = fs::read(&files[0]).unwrap();
        assert_eq!((inputs.after(Ok(3)), inputs.after(wrong())), (Ok(3), wrong()));
        change(&files[0]);
        let poisoned = Fault::Poisoned { by_it: true, input: "the input of size 100".to_owned() };
        assert_eq!(inputs.after(wrong()), Err(poisoned));
        assert_eq!((fs::read(&files[0]).unwrap(), inputs.after(Ok(3))), (right.clone(), Ok(3)));
        fs::set_permissions(&files[0], fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(inputs.after(Ok(3)), Ok(3), "the bytes are what they were");
        fs::remove_file(&files[0]).unwrap();
        assert_eq!((inputs.after(Ok(3)), fs::read(&files[0]).unwrap()), (Ok(3), right.clone()));
        assert!(inputs.notices()[0].contains("was removed") && inputs.notices().is_empty());
        change(&files[0]);
        inputs.are_back().unwrap();
        assert!(inputs.notices()[0].contains("in the launch before"));
        change(&files[0]);
        assert_eq!(inputs.after(Ok(3)), Ok(3), "nobody has it");
        // Another run finds the file as it was left.
        let again = Inputs::new(folder.path()).unwrap();
        assert_eq!(again.files(&KIND, 100, InputPlace::Disk).unwrap(), files);
        assert!(again.notices()[0].contains("with other bytes") && fs::read(&files[0]).unwrap() == right);
    }

    /// Where a file lies in memory its times do not change.
    #[test]
    #[cfg(target_os = "linux")]
    fn nobody_is_blamed_for_an_input_that_somebody_wrote_into() {
        use std::os::fd::AsRawFd;

        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
        let inputs = Inputs::new(folder.path()).unwrap();
        let files = inputs.files(&KIND, 100, InputPlace::Disk).unwrap();
        fs::set_permissions(&files[0], fs::Permissions::from_mode(0o600)).unwrap();
        let file = fs::File::options().read(true).write(true).open(&files[0]).unwrap();
        let right = fs::read(&files[0]).unwrap();
        // SAFETY: a new mapping of the file, unmapped before the file goes.
        unsafe {
            let (both, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
            let bytes = libc::mmap(std::ptr::null_mut(), 100, both, shared, file.as_raw_fd(), 0);
            assert_ne!(bytes, libc::MAP_FAILED);
            assert_eq!(inputs.after(Ok(3)), Ok(3));
            *bytes.cast::<u8>() ^= 1;
            libc::munmap(bytes, 100);
        }
        assert!(matches!(inputs.after(wrong()), Err(Fault::Poisoned { .. })));
        assert_eq!((inputs.after(wrong()), fs::read(&files[0]).unwrap()), (wrong(), right));
    }
}
