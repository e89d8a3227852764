//! Ctrl-C and SIGTERM: the first asks the run to stop in good order, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use crate::cli::exit::Exit;
use crate::cli::outlet::say;

/// A flag that becomes true when the user asks to stop.
pub(crate) fn asked_to_stop() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("failed to listen to Ctrl-C and SIGTERM")?;
    let asked = Arc::clone(&stop);
    // The thread sleeps until a signal comes, so that it disturbs no sample.
    let listen = move || {
        for _ in signals.forever() {
            if asked.swap(true, Ordering::SeqCst) {
                // The drivers' keepers see their leash come loose: nothing stays behind.
                low_level::exit(Exit::Interrupted as i32);
            }
            say("\nstopping as soon as the reply under way is in; Ctrl-C again ends at once");
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(listen);
    thread.context("failed to start the thread that listens to Ctrl-C")?;
    Ok(stop)
}
