//! What can be typed behind `paragone doctor`.

use crate::cli::args::measure::{MeasureArgs, share};

/// Measure this machine, and how far Paragone's verdicts can be trusted on it
///
/// Says what the machine is and how it is set, what can be counted on it, and what could be set so that
/// it measures better; it changes nothing itself.
///
/// Measures through the same functions that `run` uses: the clock, the noise, the way to a driver
/// and back; and, when asked, whole comparisons whose true answer is known.
///
/// `--aa 200` compares a program with itself 200 times: every difference found is a false alarm.
/// `--detect 1%` compares a program with itself at a size that is 1 % larger: a difference not
/// found is a miss. Whoever has no time in them, such as for a clock that is called wrong, is counted
/// as an accusation. The comparisons are kept in the store like any run. They are quick ones of 5 s
/// at most, unless `--standard` or `--budget` say otherwise.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Compare a program with itself, N times
    #[arg(long, value_name = "N", conflicts_with = "detect", value_parser = clap::value_parser!(u32).range(1..))]
    pub aa: Option<u32>,
    /// Compare a program with itself doing this much more
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub detect: Option<f64>,
    /// How many comparisons `--detect` makes
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub comparisons: u32,
    /// Start each driver that can be built, of what is chosen or of everything, and say what that costs
    #[arg(long, value_name = "SELECTION", num_args = 0.., conflicts_with_all = ["aa", "detect"])]
    pub drivers: Option<Vec<String>>,
    /// Which program: SUITE/BENCHMARK/IMPLEMENTATION [default: chain/mul/rust.mul]
    #[arg(long, value_name = "CELL")]
    pub benchmark: Option<String>,
    /// At which size [default: the benchmark's middle short size]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub measure: MeasureArgs,
}
