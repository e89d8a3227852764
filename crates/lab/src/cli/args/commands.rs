//! What can be typed behind `paragone commands`.

use std::path::PathBuf;

use crate::cli::args::measure::{MeasureArgs, memory, seed, share};
use crate::cli::args::outcome::OutcomeArgs;
use crate::model::unit::seconds;

/// Compare whole commands: which one is faster, by how much, and how sure that is
///
/// Runs the commands in turn, in a balanced order that changes by chance, until the verdict is
/// certain or the time is over. Needs no suite and no configuration, and works in any folder. The
/// first command is what the others are compared with; it takes part a second time, as the noise
/// that there is anyway.
///
/// A command is split into words as a shell would do it, and started without one; --shell asks for
/// `sh -c`. What a command prints goes to a file in memory and is compared (not to /dev/null,
/// because some programs look for that and then do less); standard input is empty. Exit codes are
/// checked at each run. Beside the time you see CPU time and peak memory of a run, and what starting
/// a process costs here. A run that was stopped goes on with `paragone run --resume`.
///
/// Examples:
///   paragone commands 'grep -c fox text' 'awk "/fox/ {n++} END {print n}" text'
///   paragone commands -n old -n new './old/prog data' './new/prog data' --margin 2%
///   paragone commands --sweep count=1..1024x2 'prog {count}' 'other {count}'
///   paragone commands --sweep level=1,6,9 --prepare 'rm -f out.gz' 'gzip -{level} -k out'
#[derive(Clone, Debug, Default, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct CommandsArgs {
    /// The commands, each one word of your shell; the first is the baseline
    #[arg(value_name = "COMMAND", required = true)]
    pub commands: Vec<String>,
    /// A command's name in the report, in their order: once for each [default: the program's]
    #[arg(long = "name", short = 'n', value_name = "NAME")]
    pub names: Vec<String>,
    /// Replace `{NAME}` in the commands by each of these: sizes (`count=1..1024x2`, the first such is the axis of
    /// the curves), or values (`mode=fast,slow`); may be given several times
    #[arg(long = "sweep", short = 's', value_name = "NAME=VALUES")]
    pub sweeps: Vec<String>,
    /// Run before each run of a command, untimed; once for all commands, or once for each in their order
    #[arg(long, short, value_name = "COMMAND")]
    pub prepare: Vec<String>,
    /// Run after each run of a command, untimed; once for all commands, or once for each in their order
    #[arg(long, short, value_name = "COMMAND")]
    pub cleanup: Vec<String>,
    /// Let `sh -c` run the commands: for pipes, globs and variables; its start is part of the time, and shown
    #[arg(long, short = 'S')]
    pub shell: bool,
    /// Standard input of each run [default: nothing to read]
    #[arg(long, short, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Where standard output goes: `memory`, `null` (then it is not compared), or a file that is emptied before
    /// each run
    #[arg(long, value_name = "WHERE", default_value = "memory")]
    pub output: String,
    /// The exit code that means success; another one is a failure
    #[arg(long, value_name = "CODE", default_value_t = 0, conflicts_with = "ignore_exit_code")]
    pub exit_code: i32,
    /// Take any exit code for success
    #[arg(long)]
    pub ignore_exit_code: bool,
    /// What prints something else than the first command is wrong, and is not timed [default: it is said]
    #[arg(long)]
    pub check_output: bool,
    /// Each command must print exactly what is in this file
    #[arg(long, value_name = "FILE", conflicts_with = "check_output")]
    pub expect: Option<PathBuf>,
    /// Keep each command on one core: steadier, and unfair to whatever uses several [default: all cores]
    #[arg(long)]
    pub one_core: bool,
    /// Say what would be run, and for how long, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    /// Give each comparison 5 seconds only: the same statistics, and more often not known yet
    #[arg(long, conflicts_with = "budget", help_heading = MEASURING)]
    pub quick: bool,
    /// Time for the commands at one size; it ends earlier when the verdict is certain [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = MEASURING)]
    pub budget: Option<f64>,
    /// Time for the whole run [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = MEASURING)]
    pub total: Option<f64>,
    /// Most runs of each command at one size [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = MEASURING)]
    pub rounds: Option<u64>,
    /// Differences below it do not matter to you [default: 1%]
    #[arg(long, value_name = "PERCENT", value_parser = share, help_heading = MEASURING)]
    pub margin: Option<f64>,
    /// The run's source of chance: the same seed gives the same order [default: a new one]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true, help_heading = MEASURING)]
    pub seed: Option<u64>,
    /// Longest wait for one run of a command, which then has failed [default: the time for the whole run]
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = MEASURING)]
    pub deadline: Option<f64>,
    /// Most memory of a command's process: `512M`, `4G`, or `none` [default: half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = memory, help_heading = MEASURING)]
    pub memory: Option<u64>,
}

const MEASURING: &str = "Measuring";

impl CommandsArgs {
    /// How to measure, as the options of `run` have it.
    pub(crate) fn measure(&self) -> MeasureArgs {
        let CommandsArgs { budget, total, rounds, margin, seed, deadline, memory, .. } = *self;
        MeasureArgs { budget, total, rounds, margin, seed, deadline, memory, ..MeasureArgs::default() }
    }
}
