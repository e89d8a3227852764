//! From a path to the right to write beside it: two labs never build into the same folder at once.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::path::Path;

/// Held until it is dropped, and let go by the kernel however the process ends.
#[derive(Debug)]
pub(super) struct Lock(#[expect(dead_code, reason = "its life is the lock")] File);

/// Takes the lock, waiting for whoever has it; `waits` is called once where somebody has.
pub(super) fn lock(path: &Path, waits: &mut dyn FnMut()) -> Result<Lock> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    match flock(&file, libc::LOCK_EX | libc::LOCK_NB) {
        Ok(()) => return Ok(Lock(file)),
        Err(err) if err.kind() == ErrorKind::WouldBlock => waits(),
        Err(err) => return Err(err),
    }
    loop {
        match flock(&file, libc::LOCK_EX) {
            Err(err) if err.kind() == ErrorKind::Interrupted => {}
            result => return result.map(|()| Lock(file)),
        }
    }
}

fn flock(file: &File, how: i32) -> Result<()> {
    // SAFETY: a plain system call on a descriptor that `file` keeps open.
    match unsafe { libc::flock(file.as_raw_fd(), how) } {
        0 => Ok(()),
        _ => Err(Error::last_os_error()),
    }
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
        lock(&path, &mut || panic!("it was let go")).unwrap();
    }
}
