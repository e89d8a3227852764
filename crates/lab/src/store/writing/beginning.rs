//! What is known of a run before anything is measured.

use crate::model::{Machine, Plan, Versions};

/// What is known of a run before anything is measured.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// What was typed.
    pub command: &'a str,
    pub note: &'a str,
    pub plan: &'a Plan,
    pub machine: &'a Machine,
    pub versions: &'a Versions,
}
