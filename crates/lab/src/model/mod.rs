//! The nouns of the lab: plain values that every room shares.
//!
//! Nothing here reads, writes, waits or decides.

mod caveat;
mod cell;
mod changes;
mod command;
mod decide;
mod event;
mod fault;
mod finding;
mod machine;
mod machine_state;
mod metric;
mod moment;
mod plan;
mod processor;
mod reading;
mod resource;
mod run;
mod sample;
mod suite;
mod system;
pub mod unit;
mod verdict;
mod warm_up;

pub use caveat::Caveat;
pub use cell::{Cell, ImplementationId, Params};
pub use changes::{Battery, Changes, SpeedCourse, Warmth};
pub use command::{COMMAND, CommandSpec, Cores, Output, SizeFrom};
pub use decide::{Decide, Next, Progress, StopReason};
pub use event::{Event, Listener};
pub use fault::{Fault, When};
pub use finding::{
    CommandLine, ComparisonFinding, ContestFinding, Findings, Percentiles, Row, Runtime, Stretch, Warming,
};
pub use machine::{Machine, Power};
pub use machine_state::{MachineState, Others};
pub use metric::{Counted, METRICS, Metric, Per, metric};
pub use moment::{Busy, Moment, Sensor};
pub use plan::{Answers, Comparison, Contest, Lane, Mode, Plan, Role};
pub use processor::{CacheLevel, CoreKind, Layout, Processor, Speed};
pub use reading::{PRINTED, Readings, Tally, tally};
pub use resource::{Amount, Resources, Unknown};
pub use run::{Failure, LaneStart, Launch, Run, RunState, Versions};
pub use sample::{Block, Sample};
pub use suite::{
    AnswerRule, Benchmark, Build, Bytes, DriverSpec, InputKind, KnownAnswer, Needs, Sizes, Suite, Throughput,
};
pub use system::{Aslr, Mitigations, System};
pub use verdict::{Estimate, Interval, Verdict};
pub use warm_up::{Course, WarmUp};
