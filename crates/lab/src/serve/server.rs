//! The server's life: bound to an address, announced, ended by Ctrl-C or SIGTERM.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::future::select;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use crate::serve::connections::accept;
use crate::serve::guard::Hosts;
use crate::serve::routes::routes;
use crate::serve::stores::OpenStores;

/// Threads for questions to the store; more of them are never asked at once, whoever gave up included.
const THREADS: usize = 4;
/// A question under way at the end is not waited for longer.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What is served, and where.
#[derive(Clone, Debug)]
pub struct Serving {
    pub store: PathBuf,
    pub address: SocketAddr,
    pub hosts: Hosts,
}

/// Serves until it is asked to stop; `announce` hears the address when it is bound.
pub fn serve(serving: Serving, announce: impl FnOnce(SocketAddr) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .build()
        .context("failed to prepare for serving")?;
    let ended = runtime.block_on(async {
        let Serving { store, address, hosts } = serving;
        let mut interrupt = signal(SignalKind::interrupt()).context("failed to listen to Ctrl-C")?;
        let mut terminate = signal(SignalKind::terminate()).context("failed to listen to SIGTERM")?;
        let listener = TcpListener::bind(address).await;
        let listener =
            listener.with_context(|| format!("failed to listen at {address}: --port 0 takes a free port"))?;
        announce(listener.local_addr().context("failed to learn the address")?)?;
        let pages = routes(Arc::new(OpenStores::new(store)), Arc::new(hosts));
        let stop = async {
            select(pin!(interrupt.recv()), pin!(terminate.recv())).await;
        };
        accept(listener, pages, stop).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_WORDS);
    ended
}
