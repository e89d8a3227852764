//! Whether a process that is started like a driver can read a file of Paragone's.

use std::path::Path;
use std::time::Duration;

use crate::driver::building::kept::{Kept, Start};
use crate::driver::keeper::KeeperOrders;
use crate::driver::processes::process::Surroundings;

/// How long a shell may take to open a file.
const LONGEST: Duration = Duration::from_secs(5);

/// Tries it, with a shell.
pub fn can_read(path: &Path, around: &Surroundings) -> bool {
    let Some(name) = path.to_str() else { return false };
    let start = Start {
        keeper: &around.keeper,
        orders: KeeperOrders { leash: -1, cores: Vec::new(), memory: around.memory, env: around.env.clone() },
        argv: &["sh", "-c", "exec < \"$0\"", name].map(str::to_owned),
        env: &[],
        folder: Path::new("/"),
        padding: 0,
    };
    let ended = Kept::start(start).ok().and_then(|mut kept| kept.ended_within(LONGEST));
    ended.is_some_and(|status| status.success())
}
