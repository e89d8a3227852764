//! The store as requests meet it: a few questions at a time, each on a thread of its own, each with an end.
//!
//! The store is opened for each question, so that one which is made, moved or replaced meanwhile is met as
//! it is; opening costs far less than any answer. Runs that are complete do not change, so that a cell's
//! word in them is kept.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::judge::past;
use crate::model::CellPast;
use crate::serve::refusal::Refusal;
use crate::store::{CellPlace, OpenError, Store};

/// Questions that are answered at once: whoever measures on this machine needs it more.
const AT_ONCE: usize = 2;
/// How long a question may wait for its turn.
const QUEUE: Duration = Duration::from_secs(10);
/// How long an answer may take. Its thread goes on to its end and holds its place until then.
const ANSWER: Duration = Duration::from_secs(30);
/// Words of runs that are kept, some hundred bytes each.
const KEPT: usize = 50_000;

pub(super) struct OpenStores {
    store: PathBuf,
    turns: Arc<Semaphore>,
    pasts: Mutex<HashMap<CellPlace, CellPast>>,
}

impl OpenStores {
    pub(super) fn new(store: PathBuf) -> OpenStores {
        OpenStores { store, turns: Arc::new(Semaphore::new(AT_ONCE)), pasts: Mutex::default() }
    }

    /// Asks the store something, off the thread that waits for sockets. `None`: there is no store yet.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<OpenStores>,
        question: impl FnOnce(&OpenStores, Option<Store>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let Ok(Ok(turn)) = timeout(QUEUE, Arc::clone(&self.turns).acquire_owned()).await else {
            return Err(Refusal::busy());
        };
        let stores = Arc::clone(self);
        let answer = spawn_blocking(move || {
            let _turn = turn;
            question(&stores, stores.open()?)
        });
        match timeout(ANSWER, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(panic)) => Err(Refusal::failed(panic)),
            Err(_) => Err(Refusal::new(StatusCode::GATEWAY_TIMEOUT, "This took too long, and was given up.")),
        }
    }

    fn open(&self) -> Result<Option<Store>, Refusal> {
        match Store::open_to_read(&self.store) {
            Ok(store) => Ok(Some(store)),
            Err(OpenError::Absent(_)) => Ok(None),
            Err(err) => Err(Refusal::failed(err)),
        }
    }

    /// A cell's word in a run.
    pub(super) fn past(&self, store: &Store, place: &CellPlace) -> Result<CellPast, Refusal> {
        // A map is whole whatever the thread that held it was about.
        let kept = || self.pasts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(place) {
            return Ok(known.clone());
        }
        let run = store.run_of_cell(place)?;
        let found = past(&run, place.contest, place.comparison, place.lane);
        if place.complete {
            let mut kept = kept();
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.insert(place.clone(), found.clone());
        }
        Ok(found)
    }
}
