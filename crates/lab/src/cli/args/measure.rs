//! The options that say how to measure, from the command line over the configuration file to the defaults.

use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::cli::exit::Misuse;
use crate::model::unit::seconds;
use crate::model::{Contest, Mode, Plan};
use crate::suite::REPOSITORY_FILE;

/// How long a machine is watched for slowing down, unless said otherwise: telephones have taken minutes for it.
const SUSTAINED_S: f64 = 900.0;

/// How to measure; whatever is not given comes from the configuration file, or is the default.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Measuring")]
pub(crate) struct MeasureArgs {
    /// Short launches, of programs as they were built; where starting is slow, only one: soon done
    #[arg(long, conflicts_with = "standard")]
    pub quick: bool,
    /// At least eight longer launches, with code elsewhere in each (the default, unless the configuration file says quick)
    #[arg(long)]
    pub standard: bool,
    /// One launch, measured to the end of the budget however certain the verdicts are: the report then tells each
    /// speed over time, so that a machine that slows down shows it [budget: 15m, and the total as long as that takes]
    #[arg(long, conflicts_with_all = ["quick", "standard"])]
    pub sustained: bool,
    /// Time for one benchmark at one size [default: the benchmark's own, or 30s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub budget: Option<f64>,
    /// Time for the whole run [default: 10m for each suite in it]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub total: Option<f64>,
    /// Most rounds of one benchmark at one size [default: no limit]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// Least length of a sample: a longer one has less of its first call, which comes after others' [default: 200us]
    #[arg(long, value_name = "TIME", value_parser = sample)]
    pub sample: Option<f64>,
    /// Differences below it do not matter to you [default: 1%]
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub margin: Option<f64>,
    /// The run's source of chance: the same seed gives the same plan [default: a new one]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Longest wait for one reply of a driver, beyond what its work is expected to take [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub deadline: Option<f64>,
    /// Most memory of one driver, with all that it starts: `512M`, `4G`, or `none` [default: half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = memory)]
    pub memory: Option<u64>,
}

/// The configuration file: the same words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Where it lies.
    #[serde(skip)]
    path: PathBuf,
    mode: Option<FileMode>,
    budget: Option<String>,
    total: Option<String>,
    #[serde(default, deserialize_with = "rounds_in_file")]
    rounds: Option<u64>,
    sample: Option<String>,
    margin: Option<String>,
    #[serde(default, deserialize_with = "seed_in_file")]
    seed: Option<u64>,
    deadline: Option<String>,
    memory: Option<String>,
}

/// The modes that can be asked for: the third comes with whole commands.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileMode {
    Quick,
    Standard,
}

/// What is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeasureOptions {
    pub mode: Mode,
    pub budget_s: f64,
    /// Whether benchmarks may have budgets of their own: nobody named one.
    pub own_budgets: bool,
    /// Of the whole run; none if nobody named it.
    pub total_s: Option<f64>,
    pub rounds: Option<u64>,
    pub sustained: bool,
    pub sample_ns: u64,
    pub margin: f64,
    pub seed: u64,
    pub deadline: Duration,
    /// Bytes, 0 for no limit.
    pub memory: u64,
}

impl MeasureArgs {
    /// Settles every option; `config` names a file that must exist, otherwise the usual one may.
    pub(crate) fn settle(&self, config: Option<&Path>, machine_memory: Option<u64>) -> anyhow::Result<MeasureOptions> {
        let file = read(config)?;
        let mode = match (self.quick || self.sustained, self.standard, file.mode) {
            (true, ..) | (_, false, Some(FileMode::Quick)) => Mode::Quick,
            _ => Mode::Standard,
        };
        // The file's times are for answers that come as soon as they are certain.
        let usual = |time: Option<f64>| time.filter(|_| !self.sustained);
        let budget = usual(file.value("budget", &file.budget, seconds)?);
        let total = usual(file.value("total", &file.total, seconds)?);
        let memory_from_file = file.value("memory", &file.memory, memory)?;
        let deadline = self.deadline.or(file.value("deadline", &file.deadline, seconds)?).unwrap_or(10.0);
        let sample = self.sample.or(file.value("sample", &file.sample, sample)?);
        Ok(MeasureOptions {
            mode,
            own_budgets: self.budget.or(budget).is_none() && !self.sustained,
            budget_s: self.budget.or(budget).unwrap_or(if self.sustained { SUSTAINED_S } else { Plan::BUDGET_S }),
            total_s: self.total.or(total).or(self.sustained.then_some(f64::from(u32::MAX))),
            rounds: self.rounds.or(file.rounds),
            sustained: self.sustained,
            sample_ns: sample.map_or(Plan::SAMPLE_NS, |s| (s * 1e9) as u64),
            margin: self.margin.or(file.value("margin", &file.margin, share)?).unwrap_or(Plan::MARGIN),
            seed: self.seed.or(file.seed).unwrap_or_else(new_seed),
            deadline: Duration::from_secs_f64(deadline),
            memory: self.memory.or(memory_from_file).unwrap_or(machine_memory.unwrap_or(0) / 2),
        })
    }
}

impl MeasureOptions {
    /// Contests to be measured so, as a plan; of what this does not say, the usual.
    pub(crate) fn plan(&self, contests: Vec<Contest>, total_s: f64) -> Plan {
        let (margin, budget_s, rounds) = (self.margin, self.budget_s, self.rounds);
        Plan { margin, budget_s, total_s, rounds, ..Plan::new(self.seed, self.mode, contests) }
    }
}

/// The file; an empty one, if there is none and none was named.
fn read(config: Option<&Path>) -> anyhow::Result<File> {
    let variable = std::env::var_os("PARAGONE_CONFIG").filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || Some(etcetera::choose_base_strategy().ok()?.config_dir().join("paragone/config.toml"));
    let named = config.map(Path::to_owned).or(variable);
    let Some(path) = named.or_else(|| usual().filter(|path| path.exists())) else { return Ok(Default::default()) };
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|err| Misuse(format!("failed to read configuration file `{}`: {err}", path.display())))?;
    let file = toml::from_str(&text);
    let file: File = file.map_err(|err| Misuse(format!("in configuration file `{}`: {err}", path.display())))?;
    Ok(File { path, ..file })
}

/// What stands behind a key of a repository's own file, read as its option is.
pub(crate) fn in_repository_file<T>(key: &str, text: &Option<String>, parse: Parse<T>) -> Result<Option<T>, Misuse> {
    let value = text.as_deref().map(parse).transpose();
    value.map_err(|why| Misuse(format!("in {REPOSITORY_FILE}, `{key}`: {why}")))
}

impl File {
    /// What stands behind a key, read as its option is.
    fn value<T>(&self, key: &str, text: &Option<String>, parse: Parse<T>) -> Result<Option<T>, Misuse> {
        let (value, path) = (text.as_deref().map(parse).transpose(), self.path.display());
        value.map_err(|err| Misuse(format!("in configuration file `{path}`, key `{key}`: {err}")))
    }
}

/// How a value is read.
type Parse<T> = fn(&str) -> Result<T, String>;

/// Short enough to be typed again.
fn new_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(20)) % 1_000_000_000
}

/// A time that a clock can measure, and that leaves room for many.
fn sample(text: &str) -> Result<f64, String> {
    match seconds(text)? {
        length if (50e-6..=0.1).contains(&length) => Ok(length),
        _ => Err(format!("`{text}` is no length for a sample; it is 50us at least and 100ms at most")),
    }
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole(text, "seed", 0)
}

fn rounds(text: &str) -> Result<u64, String> {
    whole(text, "number of rounds", 1)
}

fn whole(text: &str, what: &str, least: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number: &u64| number >= least);
    number.ok_or_else(|| format!("`{text}` {}", is_no(what, least)))
}

fn is_no(what: &str, least: u64) -> String {
    format!("is no {what}; expected a whole number from {least} to {}", u64::MAX)
}

fn seed_in_file<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u64>, D::Error> {
    number_in_file(value, "seed", 0)
}

fn rounds_in_file<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u64>, D::Error> {
    number_in_file(value, "number of rounds", 1)
}

/// By the rule of the command line: read as a wider number, so that one that is too large hears of the range as well.
fn number_in_file<'de, D: Deserializer<'de>>(value: D, what: &str, least: u64) -> Result<Option<u64>, D::Error> {
    let number = i128::deserialize(value).ok().and_then(|number| u64::try_from(number).ok());
    let number = number.filter(|number| *number >= least);
    number.map(Some).ok_or_else(|| Error::custom(format!("it {}", is_no(what, least))))
}

/// `1%`, `0.1 %`, or a bare share such as 0.01.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let (number, factor) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    match number.trim().parse::<f64>() {
        Ok(value) if factor == 1.0 && value >= 1.0 => {
            Err(format!("`{text}` may be {text} % or {} %: write {text}% or {}%", value * 100.0, value * 100.0))
        }
        Ok(value) if value > 0.0 && value * factor < 10.0 => Ok(value * factor),
        _ => Err(format!("`{text}` is no share; write it like 1% or 0.01")),
    }
}

pub(super) fn memory(text: &str) -> Result<u64, String> {
    if text == "none" {
        return Ok(0);
    }
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit.trim_end_matches("iB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(format!("`{unit}` is no unit of memory; use K, M or G")),
    };
    match number.trim().parse::<u64>() {
        Ok(value) if value > 0 && value < 1 << (63 - shift) => Ok(value << shift),
        _ => Err(format!("`{text}` is no amount of memory; write it like 512M, 4G or none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_shares_and_memory_are_read_as_written() {
        assert_eq!(sample("2ms"), Ok(0.002));
        assert_eq!(share("1%"), Ok(0.01));
        assert_eq!(share("0.1 %"), Ok(0.001));
        assert_eq!(share("0.02"), Ok(0.02));
        assert_eq!(memory("512M"), Ok(512 << 20));
        assert_eq!(memory("none"), Ok(0));
    }

    #[test]
    fn nonsense_is_refused_with_an_example() {
        assert!(share("0").is_err());
        assert!(share("5").unwrap_err().contains("write 5% or 500%"));
        assert_eq!(share("500%"), Ok(5.0));
        assert!(seed("-1").unwrap_err().ends_with("from 0 to 18446744073709551615"));
        assert!(seed("123456789012345678901").is_err());
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        for text in ["0", "-1", "99999999999999999999", "many"] {
            let told =
                format!("`{text}` is no number of rounds; expected a whole number from 1 to 18446744073709551615");
            assert_eq!(rounds(text), Err(told));
        }
        assert_eq!(rounds("1"), Ok(1));
        assert!(sample("1us").is_err() && sample("1s").unwrap_err().contains("100ms"));
        assert!(memory("4T").unwrap_err().contains("K, M or G"));
    }

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "mode = \"quick\"\nbudget = \"5s\"\nmargin = \"2%\"\n").unwrap();
        let args = MeasureArgs { budget: Some(7.0), ..MeasureArgs::default() };
        let options = args.settle(Some(&path), Some(100)).unwrap();
        assert_eq!((options.mode, options.budget_s, options.margin), (Mode::Quick, 7.0, 0.02));
        assert!(!options.own_budgets, "somebody named one");
        assert_eq!((options.total_s, options.memory, options.sample_ns), (None, 50, Plan::SAMPLE_NS));
        let args = MeasureArgs { sample: Some(0.002), ..MeasureArgs::default() };
        assert_eq!(args.settle(Some(&path), None).unwrap().sample_ns, 2_000_000);
    }

    #[test]
    fn a_wrong_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "buget = \"5s\"\n").unwrap();
        let err = format!("{:#}", MeasureArgs::default().settle(Some(&path), None).unwrap_err());
        assert!(err.contains("config.toml") && err.contains("buget") && err.contains("budget"), "{err}");
    }

    #[test]
    fn a_number_out_of_its_range_in_the_file_hears_of_the_range() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let settled = |text: &str| {
            std::fs::write(&path, text).unwrap();
            MeasureArgs::default().settle(Some(&path), None)
        };
        let forty = "9".repeat(40);
        for number in ["-1", "18446744073709551616", "99999999999999999999", &forty, "1.5", "\"many\""] {
            for (key, least) in [("seed", 0), ("rounds", 1)] {
                let err = format!("{:#}", settled(&format!("\n{key} = {number}\n")).unwrap_err());
                assert!(err.contains("config.toml") && err.contains("line 2"), "{err}");
                assert!(err.contains(&format!("a whole number from {least} to 18446744073709551615")), "{err}");
            }
        }
        assert!(format!("{:#}", settled("rounds = 0\n").unwrap_err()).contains("from 1 to"));
        let options = settled("seed = 18446744073709551615\nrounds = 1\n").unwrap();
        assert_eq!((options.seed, options.rounds), (u64::MAX, Some(1)));
    }
}
