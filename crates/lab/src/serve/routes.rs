//! Which address is which page.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::Markup;
use tokio::sync::Semaphore;

use crate::judge::{compare_runs, findings, level_changes, of_one_measure};
use crate::model::Run;
use crate::report::{self, Sheet, compare_style};
use crate::serve::ask::{Ask, AskedSizes, CompareAsk, HistoryAsk, ListAsk, chosen, is_id};
use crate::serve::refusal::Refusal;
use crate::serve::stores::OpenStores;
use crate::serve::{Hosts, guard, pages, progress};
use crate::store::{Pulse, Store, WantedPage};

/// Runs of a page of the list.
const RUNS: u32 = 50;
/// Runs of a history: the latest.
const PAST: u32 = 1000;
/// Pages that may follow runs at once.
const FOLLOWERS: usize = 8;

/// What a full report, a page with scripts within it, may do: show itself, and reach nothing. In a sandbox
/// without an origin, a script that slipped in could not read the other pages either.
const FULL_POLICY: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Clone)]
struct ServerState {
    stores: Arc<OpenStores>,
    followers: Arc<Semaphore>,
}

pub(super) fn routes(stores: Arc<OpenStores>, hosts: Arc<Hosts>) -> Router {
    let held = ServerState { stores, followers: Arc::new(Semaphore::new(FOLLOWERS)) };
    Router::new()
        .route("/", get(list))
        .route("/run/{id}", get(run))
        .route("/run/{id}/full", get(full))
        .route("/run/{id}/live", get(live))
        .route("/history", get(history))
        .route("/compare", get(compare))
        .route("/style.css", get(|| fixed("text/css; charset=utf-8", include_str!("style.css"))))
        .route("/compare.css", get(|| fixed("text/css; charset=utf-8", compare_style())))
        .route("/live.js", get(|| fixed("text/javascript; charset=utf-8", include_str!("live.js"))))
        .fallback(|| async { Refusal::absent("There is no such page.") })
        .with_state(held)
        .layer(from_fn_with_state(hosts, guard::guard))
}

async fn fixed(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
}

/// A page for what the store answers; where there is no store yet, the page that says so.
async fn page(
    held: &ServerState,
    question: impl FnOnce(&OpenStores, Store) -> Result<Markup, Refusal> + Send + 'static,
) -> Result<Html<String>, Refusal> {
    let asked = move |stores: &OpenStores, store: Option<Store>| {
        store.map_or_else(|| Ok(pages::no_store()), |store| question(stores, store))
    };
    held.stores.ask(asked).await.map(pages::html)
}

async fn list(State(held): State<ServerState>, Ask(asked): Ask<ListAsk>) -> Result<Html<String>, Refusal> {
    let number = asked.page()?;
    page(&held, move |_, store| {
        let wanted = WantedPage {
            suite: chosen(&asked.suite),
            machine: chosen(&asked.machine),
            skip: (number - 1).saturating_mul(RUNS),
            most: RUNS,
        };
        Ok(pages::list(&wanted, &store.page(&wanted)?, &store.suites()?, &store.machines()?))
    })
    .await
}

async fn run(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Html<String>, Refusal> {
    of_run(&held, id, |run, pulse| Ok(pages::html(pages::run(run, &findings(run), pulse)))).await
}

/// The whole interactive report, a page of its own.
async fn full(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Response, Refusal> {
    of_run(&held, id, |run, _| {
        let sheet = Sheet::of(&[(run, &findings(run))], "");
        let text = report::html(&sheet).map_err(Refusal::failed)?;
        let policy = [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FULL_POLICY))];
        Ok((policy, Html(text)).into_response())
    })
    .await
}

/// A page for a run, and for how it stands.
async fn of_run<T: Send + 'static>(
    held: &ServerState,
    id: String,
    page: impl FnOnce(&Run, &Pulse) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let asked = move |_: &OpenStores, store: Option<Store>| {
        let store = store.filter(|_| is_id(&id)).ok_or_else(|| no_run(&id))?;
        let pulse = store.pulse(&id)?.ok_or_else(|| no_run(&id))?;
        page(&store.run(&id)?, &pulse)
    };
    held.stores.ask(asked).await
}

async fn live(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Response, Refusal> {
    if !is_id(&id) {
        return Err(no_run(&id));
    }
    let place = Arc::clone(&held.followers).try_acquire_owned().map_err(|_| Refusal::busy())?;
    let first = progress::pulse(&held.stores, &id).await?.ok_or_else(|| no_run(&id))?;
    Ok(progress::follow(held.stores, id, first, place).into_response())
}

async fn history(State(held): State<ServerState>, Ask(asked): Ask<HistoryAsk>) -> Result<Html<String>, Refusal> {
    let told = asked.told()?;
    page(&held, move |stores, store| {
        Ok(match &told {
            AskedSizes::Nothing => pages::choose_suite(&store.suites()?),
            AskedSizes::Suite(suite) => pages::choose_benchmark(suite, &some(store.benchmarks(suite)?, "suite")?),
            AskedSizes::Benchmark(suite, benchmark) => {
                pages::choose_cell(suite, benchmark, &some(store.cells(suite, benchmark)?, "benchmark")?)
            }
            AskedSizes::Cell(subject) => {
                let places = some(store.cell_places(subject, PAST)?, "cell")?;
                let pasts = places.iter().map(|place| stores.past(&store, place)).collect::<Result<_, _>>()?;
                let pasts = of_one_measure(pasts);
                pages::history(subject, &pasts, &level_changes(&pasts), PAST)
            }
        })
    })
    .await
}

async fn compare(State(held): State<ServerState>, Ask(asked): Ask<CompareAsk>) -> Result<Html<String>, Refusal> {
    let ids = asked.runs()?;
    page(&held, move |_, store| {
        if ids.is_empty() {
            let newest = store.page(&WantedPage { most: RUNS, ..WantedPage::default() })?;
            return Ok(pages::choose_runs(&newest.runs));
        }
        // Whether all are here is known before the first of them is read.
        for id in &ids {
            store.pulse(id)?.ok_or_else(|| no_run(id))?;
        }
        let runs = ids.iter().map(|id| store.run(id)).collect::<anyhow::Result<Vec<Run>>>()?;
        Ok(pages::compared_runs(&compare_runs(&runs, &|findings| findings)))
    })
    .await
}

fn some<T>(found: Vec<T>, what: &str) -> Result<Vec<T>, Refusal> {
    if found.is_empty() { Err(Refusal::absent(format!("No run has this {what}."))) } else { Ok(found) }
}

fn no_run(id: &str) -> Refusal {
    Refusal::absent(format!("There is no run `{id}` here."))
}
