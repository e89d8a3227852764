//! The folder under test, and nothing beside it: a folder is all that is ever opened, and a file in it loses its
//! name before anything is written.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};

/// Left free on top of what a trial needs.
const SPARE: u64 = 16 << 20;

pub struct Place {
    folder: OwnedFd,
    name: String,
    /// What a GiB of it costs, where that was told.
    pub price: Option<f64>,
}

impl Place {
    /// `PATH`, or `PATH@PRICE`; an empty path is the system's folder for temporary files.
    pub fn open(text: &str) -> Result<Place, String> {
        let priced = text.rsplit_once('@').and_then(|(path, price)| Some((path, price.parse::<f64>().ok()?)));
        let (path, price) = priced.map_or((text, None), |(path, price)| (path, Some(price)));
        if price.is_some_and(|price| !(price.is_finite() && price > 0.0)) {
            return Err(format!("`{text}`: a price for each GiB is a number above 0"));
        }
        let temporary = std::env::temp_dir();
        let path = if path.is_empty() { temporary.as_path() } else { Path::new(path) };
        let name = path.display().to_string();
        let found = rustix::fs::stat(path).map_err(|err| format!("failed to look at `{name}`: {err}"))?;
        match FileType::from_raw_mode(found.st_mode as _) {
            FileType::Directory => {}
            FileType::BlockDevice | FileType::CharacterDevice => {
                return Err(format!("`{name}` is a device, which is never written to; name a folder on it"));
            }
            _ => return Err(format!("`{name}` is no folder; name the folder that is to be written to")),
        }
        // What is opened is a folder again, whatever was put there meanwhile.
        let folder = rustix::fs::open(path, OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
        let folder = folder.map_err(|err| format!("failed to open the folder `{name}`: {err}"))?;
        Ok(Place { folder, name, price })
    }

    pub fn has_room(&self, bytes: u64) -> Result<(), String> {
        let found = rustix::fs::fstatvfs(&self.folder);
        let found = found.map_err(|err| format!("failed to ask for the room in `{}`: {err}", self.name))?;
        let free = found.f_bavail.saturating_mul(found.f_frsize);
        if free < bytes + SPARE {
            let mib = |bytes: u64| bytes >> 20;
            return Err(format!(
                "`{}` has {} MiB free, and a trial needs {} MiB; take fewer frames, smaller ones, or another folder",
                self.name,
                mib(free),
                mib(bytes + SPARE)
            ));
        }
        Ok(())
    }

    /// A new file without a name, to be read and written: its room is given back as soon as it is closed, however
    /// this process ends.
    pub fn file(&self, more: OFlags) -> Result<OwnedFd, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(".paragone-burst-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::RDWR | OFlags::CLOEXEC | more;
        let file = rustix::fs::openat(&self.folder, &name, flags, Mode::RUSR | Mode::WUSR);
        // Some file systems make the file, and then refuse how it is to be opened; but what was there before is another's.
        let is_ours = file.as_ref().err() != Some(&rustix::io::Errno::EXIST);
        let unlinked = if is_ours { rustix::fs::unlinkat(&self.folder, &name, AtFlags::empty()) } else { Ok(()) };
        let file = file.map_err(|err| match more.contains(OFlags::DIRECT) {
            true => format!("failed to open a file in `{}` with O_DIRECT: {err}", self.name),
            false => format!("failed to make a file in `{}`: {err}", self.name),
        })?;
        unlinked.map_err(|err| format!("failed to remove `{name}` in `{}`: {err}", self.name))?;
        Ok(file)
    }
}
