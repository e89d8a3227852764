//! What the commands that measure share: prepare, execute, report.

pub(super) mod folders;
pub(super) mod lab;
pub(super) mod programs;
pub(super) mod served;
pub(super) mod versions;
pub(super) mod redefined;
pub(super) mod prepare;
pub(super) mod resume;
pub(super) mod execute;
pub(super) mod scene;
pub(super) mod live;
pub(super) mod interrupt;
pub(super) mod run_report;
pub(super) mod conditions;
pub(super) mod slower;
pub(super) mod dry;
