//! The server's life: bound to an address, announced, ended by Ctrl-C or SIGTERM; and connections in, requests to the
//! pages: so many at once, each with little time to ask and an end.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::serve::{Hosts, routes, stores};

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
        let taken = || format!("failed to listen at {address}: --port 0 takes a free port");
        let listener = TcpListener::bind(address).await.with_context(taken)?;
        announce(listener.local_addr().context("failed to learn the address")?)?;
        let pages = routes::routes(Arc::new(stores::OpenStores::new(store)), Arc::new(hosts));
        let stop = async {
            select(pin!(interrupt.recv()), pin!(terminate.recv())).await;
        };
        accept(listener, pages, stop).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_WORDS);
    ended
}

/// Connections at once; more of them wait in the kernel's queue.
const MOST: usize = 64;
/// Time to say what is asked for, and time between two requests.
const HEAD: Duration = Duration::from_secs(10);
/// Bytes of a request's head.
const HEAD_BYTES: usize = 16 * 1024;
/// The longest life of a connection: whoever reads nothing loses it. A page that follows a run comes again.
const LIFE: Duration = Duration::from_secs(120);
/// How long those who are being answered have when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);
/// When no connection can be taken, because descriptors ran out for instance.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until `stop` comes.
pub(super) async fn accept(listener: TcpListener, pages: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST));
    let living = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let next = pin!(async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        });
        let (place, stream) = match select(next, &mut stop).await {
            Either::Left(((Ok(place), Ok((stream, _))), _)) => (place, stream),
            Either::Left(_) => {
                sleep(BREATH).await;
                continue;
            }
            Either::Right(_) => break,
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(pages.clone()));
        let connection = living.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks is its client's affair.
            let _ = timeout(LIFE, connection).await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, living.shutdown()).await;
}
