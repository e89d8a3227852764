//! Which address is which page.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;

use crate::judge::{compare_runs, findings, level_changes, of_one_measure};
use crate::model::Run;
use crate::report::compare_style;
use crate::serve::ask::{Ask, AskedSizes, CompareAsk, HistoryAsk, ListAsk, is_id};
use crate::serve::guard::{Hosts, guard};
use crate::serve::pages;
use crate::serve::pages::{Html, html};
use crate::serve::progress::{follow, pulse};
use crate::serve::refusal::Refusal;
use crate::serve::stores::OpenStores;
use crate::store::{Store, WantedPage};

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
        .route("/compare.css", get(|| async { fixed("text/css; charset=utf-8", compare_style()).await }))
        .route("/live.js", get(|| fixed("text/javascript; charset=utf-8", include_str!("live.js"))))
        .fallback(|| async { Refusal::absent("There is no such page.") })
        .with_state(held)
        .layer(from_fn_with_state(hosts, guard))
}

async fn fixed(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
}

async fn list(State(held): State<ServerState>, Ask(asked): Ask<ListAsk>) -> Result<Html<String>, Refusal> {
    let page = asked.page()?;
    held.stores
        .ask(move |_, store| {
            let Some(store) = store else { return Ok(html(pages::no_store())) };
            let wanted = WantedPage {
                suite: asked.suite(),
                machine: asked.machine(),
                skip: (page - 1).saturating_mul(RUNS),
                most: RUNS,
            };
            let read = || Ok((store.page(&wanted)?, store.suites()?, store.machines()?));
            let (found, suites, machines) = read().map_err(|err: anyhow::Error| Refusal::failed(err))?;
            Ok(html(pages::list(&wanted, &found, &suites, &machines)))
        })
        .await
}

async fn run(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Html<String>, Refusal> {
    held.stores
        .ask(move |_, store| {
            let store = with_run(store, &id)?;
            let pulse = store.pulse(&id).map_err(Refusal::failed)?.ok_or_else(|| no_run(&id))?;
            let run = store.run(&id).map_err(Refusal::failed)?;
            Ok(html(pages::run(&run, &findings(&run), &pulse)))
        })
        .await
}

/// The whole interactive report, a page of its own.
async fn full(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Response, Refusal> {
    held.stores
        .ask(move |_, store| {
            let run = with_run(store, &id)?.run(&id).map_err(Refusal::failed)?;
            let text = pages::full(&run, &findings(&run)).map_err(Refusal::failed)?;
            let policy = [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FULL_POLICY))];
            Ok((policy, Html(text)).into_response())
        })
        .await
}

async fn live(State(held): State<ServerState>, Path(id): Path<String>) -> Result<Response, Refusal> {
    if !is_id(&id) {
        return Err(no_run(&id));
    }
    let place = Arc::clone(&held.followers).try_acquire_owned().map_err(|_| Refusal::busy())?;
    let first = pulse(&held.stores, &id).await?.ok_or_else(|| no_run(&id))?;
    Ok(follow(held.stores, id, first, place).into_response())
}

async fn history(State(held): State<ServerState>, Ask(asked): Ask<HistoryAsk>) -> Result<Html<String>, Refusal> {
    let told = asked.told()?;
    held.stores
        .ask(move |stores, store| {
            let Some(store) = store else { return Ok(html(pages::no_store())) };
            let page = match &told {
                AskedSizes::Nothing => pages::choose_suite(&store.suites().map_err(Refusal::failed)?),
                AskedSizes::Suite(suite) => {
                    let benchmarks = store.benchmarks(suite).map_err(Refusal::failed)?;
                    pages::choose_benchmark(suite, &some(benchmarks, "suite")?)
                }
                AskedSizes::Benchmark(suite, benchmark) => {
                    let cells = store.cells(suite, benchmark).map_err(Refusal::failed)?;
                    pages::choose_cell(suite, benchmark, &some(cells, "benchmark")?)
                }
                AskedSizes::Cell(subject) => {
                    let places = store.cell_places(subject, PAST).map_err(Refusal::failed)?;
                    let pasts = of_one_measure(stores.pasts(&store, &some(places, "cell")?)?);
                    pages::history(subject, &pasts, &level_changes(&pasts), PAST)
                }
            };
            Ok(html(page))
        })
        .await
}

async fn compare(State(held): State<ServerState>, Ask(asked): Ask<CompareAsk>) -> Result<Html<String>, Refusal> {
    let ids = asked.runs()?;
    held.stores
        .ask(move |_, store| {
            let Some(store) = store else { return Ok(html(pages::no_store())) };
            if ids.is_empty() {
                let newest =
                    store.page(&WantedPage { most: RUNS, ..WantedPage::default() }).map_err(Refusal::failed)?;
                return Ok(html(pages::choose_runs(&newest.runs)));
            }
            // Whether all are here is known before the first of them is read.
            for id in &ids {
                store.pulse(id).map_err(Refusal::failed)?.ok_or_else(|| no_run(id))?;
            }
            let read = |id: &String| store.run(id).map_err(Refusal::failed);
            let runs = ids.iter().map(read).collect::<Result<Vec<Run>, Refusal>>()?;
            Ok(html(pages::compared_runs(&compare_runs(&runs, &|findings| findings))))
        })
        .await
}

fn some<T>(found: Vec<T>, what: &str) -> Result<Vec<T>, Refusal> {
    if found.is_empty() { Err(Refusal::absent(format!("No run has this {what}."))) } else { Ok(found) }
}

/// The store, if it holds the run.
fn with_run(store: Option<Store>, id: &str) -> Result<Store, Refusal> {
    let store = store.filter(|_| is_id(id)).ok_or_else(|| no_run(id))?;
    match store.pulse(id) {
        Ok(Some(_)) => Ok(store),
        Ok(None) => Err(no_run(id)),
        Err(err) => Err(Refusal::failed(err)),
    }
}

fn no_run(id: &str) -> Refusal {
    Refusal::absent(format!("There is no run `{id}` here."))
}
