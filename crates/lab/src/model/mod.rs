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
pub use crossover::{Alone, Between, Choice, Crossover, CrossoverPlace, CrossoverPoint, Use};
pub use definition::call_kind::{BENCHMARK_PARAM, COMMAND, CallKind, CommandSpec, Cores, Output, SizeFrom};
pub use definition::intervention::{Effect, EffectRow, Intervention, Share};
pub use definition::metric::{Amount, Counted, Known, METRICS, Metric, Per, Resources, Unknown, metric};
pub use definition::suite::{
    AnswerRule, Benchmark, Budgets, Build, Bytes, DriverSpec, Given, InputKind, KnownAnswer, Needs, ServerSpec, Sizes,
    Suite, Throughput,
};
pub use definition::trial::{Better, Outcome, TrialMetric, Trials};
pub use environment::machine::{
    Aslr, CacheLevel, CoreKind, Layout, Machine, Mitigations, Power, Processor, Speed, System,
};
pub use environment::machine_state::{
    Battery, Busy, Changes, MachineState, Moment, Others, Sensor, SpeedCourse, Warmth,
};
pub use found::caveat::Caveat;
pub use found::compared::{
    Against, BenchmarkChanges, CellChange, CellPast, ComparedCode, ComparedRun, ComparedRuns, LevelChange, MachineCell,
    MachineRatio, MachineRow, MachineSize, MissingCell, OverMachines, RunSetting, RunsNotice, SizeRow,
};
pub use found::finding::{
    CodeFinding, CommandLine, ComparisonFinding, ContestFinding, Findings, Heap, Percentiles, Row, Runtime, Shape,
    Spending, Standing, Stretch, Warming,
};
pub use found::self_test::{SeenChange, SelfTest, SelfTestRow};
pub use found::verdict::{Estimate, Interval, Verdict};
pub use measured::code_change::{CodeChange, Disassembly, InnerLoops, Revised, Unmatched};
pub use measured::event::{Event, ImportSource, ImportedTimes, Listener, Phase};
pub use measured::fault::{Fault, When};
pub use measured::launch::{CodeLayout, Course, LaneStart, Launch, LaunchTime, Layouts, WarmUp};
pub use measured::run::{Failure, LAUNCHES_OF_ONE_COMPARISON, Run, RunState, Versions};
pub use measured::sample::{Block, PRINTED, Readings, Sample, Tally, tally};
pub use planned::decide::{Decide, Next, Progress, StopReason, budget_share};
pub use planned::design::Design;
pub use planned::further::Further;
pub use planned::plan::{Answers, Comparison, Contest, Lane, Mode, Plan, Role, Variant};
