//! Which core this process measures on. Labs that measure at the same time take different cores, as long as there are
//! enough.
//!
//! In: the cores that this process may use; out: one of them, and the same one whenever it is asked for. It knows
//! nothing of what is measured.

use std::sync::OnceLock;

use crate::driver::pin::allowed;

/// What was claimed, until the process ends: the kernel lets go of it then, after `kill -9` too.
static CLAIMED: OnceLock<Option<Claim>> = OnceLock::new();

/// A core, and what tells other labs that it is taken.
#[derive(Debug)]
struct Claim {
    core: u32,
    _sign: Option<Sign>,
}

/// The core that the drivers and Paragone share; `None` on a system that keeps no process on a core.
///
/// They never work at the same time, and a reply that stays on its core takes a fifth of the time of one that has to
/// wake another (docs/decisions). The first core takes most of a system's interrupts, so the last ones come first. A
/// lab that found each core taken shares the last with another.
pub fn own_core() -> Option<u32> {
    let claimed = CLAIMED.get_or_init(|| {
        let cores = allowed();
        let free = cores.iter().rev().find_map(|&core| Some(Claim { core, _sign: Some(claim(core)?) }));
        free.or_else(|| cores.last().map(|&core| Claim { core, _sign: None }))
    });
    claimed.as_ref().map(|claim| claim.core).filter(|_| cfg!(target_os = "linux"))
}

/// A socket's abstract name: it leaves no file behind, needs no right to a folder, and is closed with the process.
#[cfg(target_os = "linux")]
type Sign = std::os::unix::net::UnixListener;
#[cfg(not(target_os = "linux"))]
type Sign = ();

/// `None` if another lab has the core.
#[cfg(target_os = "linux")]
fn claim(core: u32) -> Option<Sign> {
    use std::os::linux::net::SocketAddrExt;
    let name = std::os::unix::net::SocketAddr::from_abstract_name(format!("paragone/core/{core}"));
    name.and_then(|name| Sign::bind_addr(&name)).ok()
}

#[cfg(not(target_os = "linux"))]
fn claim(_: u32) -> Option<Sign> {
    Some(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_core_that_is_claimed_is_nobody_elses_until_it_is_let_go() {
        // No machine has that many.
        let core = u32::MAX - std::process::id();
        let first = claim(core).unwrap();
        assert!(claim(core).is_none());
        drop(first);
        assert!(claim(core).is_some());
    }

    #[test]
    fn the_core_stays_the_same() {
        let core = own_core().unwrap();
        assert!(allowed().contains(&core));
        assert_eq!(own_core(), Some(core));
    }
}
