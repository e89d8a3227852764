//! What was said on the way that belongs to no cell: a toolchain that is missing, and the like.

use crate::model::names::each_once;
use crate::model::{Event, Run};

use crate::report::text::Ink;
use crate::words::{clean, wrap};

/// Each once, in the order in which it was said.
pub fn said(run: &Run) -> Vec<&str> {
    each_once(run.events.iter().filter_map(|event| match event {
        Event::Notice { text } => Some(text.as_str()),
        _ => None,
    }))
}

pub(crate) fn notices(run: &Run, ink: &Ink) -> String {
    said(run).iter().map(|text| format!("{}\n", wrap("notice   ", &clean(text), ink.width))).collect()
}
