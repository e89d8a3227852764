//! From a path to the right to write beside it: two labs never build into the same folder at once.

use std::fs::{File, Metadata, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The file's name in the folder that it protects.
pub(crate) const LOCK: &str = "lock";

/// So many times the file may be gone again when its lock has been taken, or before: each cleaning beside
/// us costs one, and a folder that cannot keep a file all of them.
const TURNS: u32 = 1000;

/// Held until it is dropped, and let go by the kernel however the process ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "its life is the lock")] File);

/// Takes the lock, waiting for whoever has it; `waits` is called once where somebody has.
pub(crate) fn lock(path: &Path, waits: &mut dyn FnMut()) -> Result<Lock> {
    let mut waited = false;
    for _ in 0..TURNS {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = match File::options().create(true).truncate(false).write(true).open(path) {
            Err(err) if err.kind() == ErrorKind::NotFound => continue,
            file => file?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                if !waited {
                    waits();
                }
                waited = true;
                wait(&file)?;
            }
            result => result?,
        }
        // While we waited it may have been removed, and then it keeps nobody out.
        if is_at(&file, path) {
            return Ok(Lock(file));
        }
    }
    Err(Error::other("it is removed again and again; is something else cleaning this folder?"))
}

/// Takes the lock of a file that is there, unless somebody has it.
pub(crate) fn try_lock(path: &Path) -> Result<Option<Lock>> {
    let file = File::options().write(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(err)) => Err(err),
        Ok(()) => Ok(is_at(&file, path).then_some(Lock(file))),
    }
}

fn wait(file: &File) -> Result<()> {
    loop {
        match file.lock() {
            Err(err) if err.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Whether the path still leads to this very file.
fn is_at(file: &File, path: &Path) -> bool {
    let id = |about: Metadata| (about.dev(), about.ino());
    file.metadata().is_ok_and(|ours| path.metadata().is_ok_and(|theirs| id(ours) == id(theirs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_waits_until_the_first_lets_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let (sender, receiver) = std::sync::mpsc::channel();
        let first = lock(&path, &mut || panic!("nobody has it")).unwrap();
        let second = std::thread::spawn({
            let path = path.clone();
            move || lock(&path, &mut || sender.send(()).unwrap()).map(|_| ())
        });
        receiver.recv().unwrap();
        drop(first);
        second.join().unwrap().unwrap();
        // A process that another thread starts at this moment has the file as well, until it becomes another program.
        lock(&path, &mut || {}).unwrap();
    }

    #[test]
    fn a_lock_whose_file_was_removed_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("build/lock");
        let (sender, receiver) = std::sync::mpsc::channel();
        let first = lock(&path, &mut || panic!("nobody has it")).unwrap();
        assert!(try_lock(&path).unwrap().is_none());
        let second = std::thread::spawn({
            let path = path.clone();
            move || lock(&path, &mut || sender.send(()).unwrap()).unwrap()
        });
        receiver.recv().unwrap();
        std::fs::remove_dir_all(folder.path().join("build")).unwrap();
        drop(first);
        let second = second.join().unwrap();
        // It is the file at the path that is locked, not the one that is gone.
        assert!(try_lock(&path).unwrap().is_none());
        drop(second);
        lock(&path, &mut || {}).unwrap();
    }
}
