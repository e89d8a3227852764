//! What stands behind the question mark of an address, read into words and numbers, or refused with the
//! reason. Nothing of it ever becomes the name of a file.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::serve::refusal::Refusal;
use crate::store::CellSubject;

/// A query with no other keys than these.
pub(super) struct Ask<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Ask<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Ask<T>, Refusal> {
        let asked = Query::<T>::from_request_parts(parts, state).await.map(|Query(asked)| Ask(asked));
        asked.map_err(|why| Refusal::bad(format!("The address is not understood: {why}.")))
    }
}

/// Which runs to list; a form sends empty texts for what was not chosen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListAsk {
    pub(super) suite: Option<String>,
    pub(super) machine: Option<String>,
    /// Counted from 1.
    pub(super) page: Option<u32>,
}

impl ListAsk {
    pub(super) fn page(&self) -> Result<u32, Refusal> {
        let page = Some(self.page.unwrap_or(1)).filter(|page| *page > 0);
        page.ok_or_else(|| Refusal::bad("Pages are counted from 1."))
    }
}

/// A cell, or the way to one: what is not told yet is offered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryAsk {
    pub(super) suite: Option<String>,
    pub(super) benchmark: Option<String>,
    pub(super) implementation: Option<String>,
    pub(super) params: Option<String>,
    pub(super) size: Option<u64>,
    pub(super) machine: Option<String>,
}

/// How much of a cell was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AskedSizes {
    Nothing,
    Suite(String),
    Benchmark(String, String),
    Cell(Box<CellSubject>),
}

impl HistoryAsk {
    pub(super) fn told(self) -> Result<AskedSizes, Refusal> {
        let HistoryAsk { suite, benchmark, implementation, params, size, machine } = self;
        match (suite, benchmark, (implementation, params, size, machine)) {
            (Some(suite), Some(benchmark), (Some(implementation), Some(params), Some(size), Some(machine))) => {
                // A store's whole numbers have 63 bits and a sign.
                i64::try_from(size).map_err(|_| Refusal::bad("No size is as large."))?;
                let subject = CellSubject { suite, benchmark, implementation, params, size, machine };
                Ok(AskedSizes::Cell(Box::new(subject)))
            }
            (Some(suite), Some(benchmark), (None, None, None, None)) => Ok(AskedSizes::Benchmark(suite, benchmark)),
            (Some(suite), None, (None, None, None, None)) => Ok(AskedSizes::Suite(suite)),
            (None, Some(_), (None, None, None, None)) => {
                Err(Refusal::bad("A benchmark is named together with its suite."))
            }
            (None, None, (None, None, None, None)) => Ok(AskedSizes::Nothing),
            _ => Err(Refusal::bad(
                "A cell is named by suite, benchmark, implementation, params, size and machine, all of them.",
            )),
        }
    }
}

/// Two runs, or a few more: as many as may be read and judged for one page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareAsk {
    pub(super) a: Option<String>,
    pub(super) b: Option<String>,
    pub(super) c: Option<String>,
    pub(super) d: Option<String>,
    pub(super) e: Option<String>,
    pub(super) f: Option<String>,
}

impl CompareAsk {
    /// Those that were chosen, in their order; none, or two and more that differ.
    pub(super) fn runs(&self) -> Result<Vec<String>, Refusal> {
        let CompareAsk { a, b, c, d, e, f } = self;
        let ids: Vec<&str> = [a, b, c, d, e, f].into_iter().filter_map(chosen).collect();
        if ids.iter().any(|id| !is_id(id)) {
            return Err(Refusal::bad("A run is named by its id, 16 hexadecimal digits."));
        }
        if ids.len() == 1 {
            return Err(Refusal::bad("Two runs at least are compared: choose both."));
        }
        if ids.iter().enumerate().any(|(place, id)| ids[..place].contains(id)) {
            return Err(Refusal::bad("A run is not compared with itself: choose runs that differ."));
        }
        Ok(ids.into_iter().map(str::to_owned).collect())
    }
}

/// What was chosen in a form, if anything was.
pub(super) fn chosen(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Whether it could be the id of a run; anything else is in no store.
pub(super) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_told_whole_or_not_at_all() {
        let ask = HistoryAsk { suite: Some("words".into()), ..HistoryAsk::default() };
        assert_eq!(ask.clone().told(), Ok(AskedSizes::Suite("words".into())));
        let ask = HistoryAsk { benchmark: Some("count".into()), ..ask };
        assert_eq!(ask.clone().told(), Ok(AskedSizes::Benchmark("words".into(), "count".into())));
        let ask = HistoryAsk { size: Some(64), ..ask };
        assert!(ask.clone().told().unwrap_err().text.contains("all of them"));
        let text = |text: &str| Some(text.to_owned());
        let ask = HistoryAsk { implementation: text("c.a"), params: text("{}"), machine: text("5eed"), ..ask };
        assert!(matches!(ask.clone().told(), Ok(AskedSizes::Cell(subject)) if subject.size == 64));
        assert!(HistoryAsk { size: Some(u64::MAX), ..ask }.told().is_err());
        assert!(HistoryAsk { benchmark: text("count"), ..HistoryAsk::default() }.told().is_err());
    }

    #[test]
    fn runs_that_are_compared_are_two_or_more_and_differ() {
        let id = |digit: char| Some(String::from_iter([digit; 16]));
        assert_eq!(CompareAsk::default().runs(), Ok(Vec::new()));
        let ask = CompareAsk { a: id('1'), b: id('2'), d: Some(String::new()), f: id('3'), ..CompareAsk::default() };
        assert_eq!(ask.runs().unwrap().len(), 3);
        let told = |ask: CompareAsk| ask.runs().unwrap_err().text;
        assert!(told(CompareAsk { f: id('1'), ..ask.clone() }).contains("differ"));
        assert!(told(CompareAsk { b: None, f: None, ..ask.clone() }).contains("choose both"));
        assert!(told(CompareAsk { c: Some("../x".to_owned()), ..ask }).contains("16 hexadecimal digits"));
    }

    #[test]
    fn an_id_is_sixteen_digits() {
        assert!(is_id("00c0ffee00c0ffee"));
        for none in ["", "latest", "00c0ffee00c0ffe", "00C0FFEE00C0FFEE", "../../etc/passwd", "00c0ffee00c0ffee0"] {
            assert!(!is_id(none), "{none}");
        }
    }
}
