//! The nouns of Paragone: plain values that every room shares.
//!
//! Nothing here reads, writes, waits or decides.

mod definition;
mod planned;
mod environment;
mod measured;
mod found;
mod cell;
mod crossover;
pub(crate) mod leaders;
#[cfg(test)]
pub(crate) mod specimen;
pub mod names;
pub mod natural;
pub mod unit;

pub use cell::{Cell, ImplementationId, Params};
pub use crossover::{Between, Crossover, CrossoverPlace, CrossoverPoint};
pub use definition::call_kind::{BENCHMARK_PARAM, CallKind};
pub use definition::command::{COMMAND, CommandSpec, Cores, Output, SizeFrom};
pub use definition::intervention::{Effect, EffectRow, Intervention, Share};
pub use definition::metric::{Counted, METRICS, Metric, Per, metric};
pub use definition::suite::{
    AnswerRule, Benchmark, Budgets, Build, Bytes, DriverSpec, Given, InputKind, KnownAnswer, Needs, ServerSpec, Sizes,
    Suite, Throughput,
};
pub use definition::trial::{Better, Outcome, TrialMetric, Trials};
pub use environment::machine::{Machine, Power};
pub use environment::machine_state::{MachineState, Others};
pub use environment::moment::{Busy, Moment, Sensor};
pub use environment::processor::{CacheLevel, CoreKind, Layout, Processor, Speed};
pub use environment::system::{Aslr, Mitigations, System};
pub use found::caveat::Caveat;
pub use found::changes::{Battery, Changes, SpeedCourse, Warmth};
pub use found::choice::{Alone, Choice, Use};
pub use found::compared::{
    Against, BenchmarkChanges, CellChange, ComparedCode, ComparedRun, ComparedRuns, MachineCell, MachineRatio,
    MachineRow, MachineSize, MissingCell, OverMachines, RunSetting, RunsNotice, SizeRow,
};
pub use found::finding::{
    CodeFinding, CommandLine, ComparisonFinding, ContestFinding, Findings, Heap, Percentiles, Row, Runtime, Shape,
    Spending, Standing, Stretch, Warming,
};
pub use found::history::{CellPast, LevelChange};
pub use found::resource::{Amount, Known, Resources, Unknown};
pub use found::told::{ImportSource, ImportedTimes};
pub use found::verdict::{Estimate, Interval, Verdict};
pub use measured::code_change::{CodeChange, Revised};
pub use measured::disassembly::{Disassembly, InnerLoops};
pub use measured::event::{Event, Listener, Phase};
pub use measured::fault::{Fault, When};
pub use measured::launch::{LaneStart, Launch};
pub use measured::layout::{CodeLayout, LaunchTime, Layouts};
pub use measured::reading::{PRINTED, Readings, Tally, tally};
pub use measured::run::{Failure, LAUNCHES_OF_ONE_COMPARISON, Run, RunState, Versions};
pub use measured::sample::{Block, Sample};
pub use measured::warm_up::{Course, WarmUp};
pub use planned::budget::budget_share;
pub use planned::decide::{Decide, Next, Progress, StopReason};
pub use planned::design::Design;
pub use planned::further::Further;
pub use planned::plan::{Answers, Comparison, Contest, Lane, Mode, Plan, Role, Variant};
pub use planned::unmatched::Unmatched;
