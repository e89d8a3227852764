//! What was said on the way that belongs to no cell: a toolchain that is missing, and the like.

use crate::model::{Event, Run};

use crate::report::text::ink::Ink;
use crate::words::paragraph::{clean, wrap};

/// Each once, in the order in which it was said.
pub fn said(run: &Run) -> Vec<&str> {
    let mut said: Vec<&str> = Vec::new();
    for event in &run.events {
        if let Event::Notice { text } = event
            && !said.contains(&text.as_str())
        {
            said.push(text);
        }
    }
    said
}

pub(crate) fn notices(run: &Run, ink: &Ink) -> String {
    said(run).iter().map(|text| format!("{}\n", wrap("notice   ", &clean(text), ink.width))).collect()
}
