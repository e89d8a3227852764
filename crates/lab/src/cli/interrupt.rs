//! Ctrl-C and SIGTERM: the first asks the run to stop in good order, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that becomes true when the user asks to stop.
pub(super) fn asked_to_stop() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: a second signal finds the flag set, and ends the program. The drivers'
        // keepers then see their leash come loose, so that nothing stays behind.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .with_context(|| format!("failed to listen to signal {signal}"))?;
    }
    Ok(stop)
}
