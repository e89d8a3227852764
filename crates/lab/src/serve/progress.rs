//! A run under way to a stream of events (`text/event-stream`), a line of JSON each, until it has ended.
//!
//! The store is asked a count now and then, from outside: whoever measures is not asked at all.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use futures_util::stream::{Stream, unfold};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::serve::refusal::Refusal;
use crate::serve::stores::OpenStores;
use crate::store::Pulse;

/// Between two looks; a look costs some milliseconds of a machine on which somebody measures.
const PAUSE: Duration = Duration::from_secs(2);

/// What the stream knows between two events.
struct WatchedRun {
    stores: Arc<OpenStores>,
    run: String,
    /// Told first, as it was when the stream was asked for.
    first: Option<Pulse>,
    ended: bool,
    _place: OwnedSemaphorePermit,
}

/// The pulse of a run; `None`: there is no such run.
pub(super) async fn pulse(stores: &Arc<OpenStores>, run: &str) -> Result<Option<Pulse>, Refusal> {
    let run = run.to_owned();
    stores.ask(move |_, store| Ok(store.map(|store| store.pulse(&run)).transpose()?.flatten())).await
}

pub(super) fn follow(
    stores: Arc<OpenStores>,
    run: String,
    first: Pulse,
    place: OwnedSemaphorePermit,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watch = WatchedRun { stores, run, first: Some(first), ended: false, _place: place };
    Sse::new(unfold(watch, |mut watch| async move {
        if watch.ended {
            return None;
        }
        let pulse = match watch.first.take() {
            Some(first) => first,
            None => {
                sleep(PAUSE).await;
                // A run that was removed, or a store that cannot be read, ends the stream.
                pulse(&watch.stores, &watch.run).await.ok()??
            }
        };
        watch.ended = !pulse.is_running();
        let text = serde_json::to_string(&pulse).ok()?;
        Some((Ok(Event::default().event("pulse").data(text)), watch))
    }))
}
