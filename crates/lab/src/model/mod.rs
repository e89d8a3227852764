//! The nouns of the lab: plain values that every room shares.
//!
//! Nothing here reads, writes, waits or decides.

mod across;
mod budget;
mod caveat;
mod cell;
mod changes;
mod choice;
mod code_change;
mod command;
mod crossover;
mod decide;
mod design;
mod disassembly;
mod event;
mod fault;
mod finding;
mod history;
mod intervention;
mod layout;
mod machine;
mod machine_state;
mod metric;
mod moment;
mod plan;
pub mod names;
pub mod natural;
mod processor;
mod reading;
mod resource;
mod run;
mod sample;
mod suite;
mod system;
mod told;
mod trial;
pub mod unit;
mod verdict;
mod warm_up;

pub use across::{
    Across, Against, Code, Lost, MachineCell, MachineRatio, MachineRow, MachineSize, OverMachines, RunBeside, Shift,
    Shifts, SizeRow,
};
pub use budget::budget_share;
pub use caveat::Caveat;
pub use cell::{Cell, ImplementationId, Params};
pub use changes::{Battery, Changes, SpeedCourse, Warmth};
pub use choice::{Alone, Choice, Use};
pub use code_change::{CodeChange, Revised};
pub use command::{COMMAND, CommandSpec, Cores, Output, SizeFrom};
pub use crossover::{Between, Crossover, CrossoverPlace, CrossoverPoint, Further};
pub use decide::{Decide, Next, Progress, StopReason};
pub use design::Design;
pub use disassembly::{Disassembly, InnerLoops};
pub use event::{Event, Listener, Phase};
pub use fault::{Fault, When};
pub use finding::{
    CodeFinding, CommandLine, ComparisonFinding, ContestFinding, Findings, Heap, Percentiles, Row, Runtime, Shape,
    Spending, Standing, Stretch, Warming,
};
pub use history::{LevelChange, Past};
pub use intervention::{Effect, EffectRow, Intervention, Share};
pub use layout::{CodeLayout, LaunchTime, Layouts};
pub use machine::{Machine, Power};
pub use machine_state::{MachineState, Others};
pub use metric::{Counted, METRICS, Metric, Per, metric};
pub use moment::{Busy, Moment, Sensor};
pub use plan::{Answers, Comparison, Contest, Lane, Mode, Plan, Role, Variant};
pub use processor::{CacheLevel, CoreKind, Layout, Processor, Speed};
pub use reading::{PRINTED, Readings, Tally, tally};
pub use resource::{Amount, Resources, Unknown};
pub use run::{Failure, LAUNCHES_OF_ONE_COMPARISON, LaneStart, Launch, Run, RunState, Versions};
pub use sample::{Block, Sample};
pub use suite::{
    AnswerRule, Benchmark, Budgets, Build, Bytes, DriverSpec, Given, InputKind, KnownAnswer, Needs, ServerSpec, Sizes,
    Suite, Throughput,
};
pub use system::{Aslr, Mitigations, System};
pub use told::{Source, Told};
pub use trial::{Better, Outcome, TrialMetric, Trials};
pub use verdict::{Estimate, Interval, Verdict};
pub use warm_up::{Course, WarmUp};
