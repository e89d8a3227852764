//! What a gate is to do: what was typed, and behind that what `paragone.toml` says.

use clap::ValueEnum;
use glob::Pattern;

use crate::cli::args::{FailIf, GateArgs, MeasureArgs, in_repository_file, share};
use crate::cli::exit::Misuse;
use crate::model::unit::seconds;
use crate::suite::{GateSettings, NamedMargin, REPOSITORY_FILE, RepositoryFile};

/// What is wanted of a gate.
#[derive(Debug)]
pub(super) struct WantedGate {
    /// The revision to compare with.
    pub(super) against: String,
    pub(super) names: WantedNames,
    pub(super) measure: MeasureArgs,
    pub(super) margins: WantedMargins,
    pub(super) fail_if: Vec<FailIf>,
}

/// Margins of some benchmarks, by their harness' names: the first that fits counts.
#[derive(Debug, Default)]
pub(super) struct WantedMargins(Vec<(Pattern, f64)>);

impl WantedMargins {
    /// A benchmark's own, if it has one.
    pub(super) fn of(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(pattern, _)| is_fit(pattern, name)).map(|(_, margin)| *margin)
    }

    /// Patterns that none of these names fit.
    pub(super) fn of_nobody<'a>(&'a self, names: &[&str]) -> impl Iterator<Item = &'a str> {
        let fits = |pattern: &Pattern| names.iter().any(|name| is_fit(pattern, name));
        self.0.iter().filter(move |(pattern, _)| !fits(pattern)).map(|(pattern, _)| pattern.as_str())
    }
}

/// Which benchmarks are meant, by their harness' names.
#[derive(Debug, Default)]
pub(super) struct WantedNames {
    only: Vec<Pattern>,
    except: Vec<Pattern>,
}

impl WantedNames {
    pub(super) fn has(&self, name: &str) -> bool {
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| is_fit(pattern, name));
        (self.only.is_empty() || fits(&self.only)) && !fits(&self.except)
    }

    /// How they were written; nothing, where all are meant.
    pub(super) fn shown(&self) -> Option<String> {
        let shown = |patterns: &[Pattern]| patterns.iter().map(Pattern::as_str).collect::<Vec<&str>>().join(" or ");
        let except = (!self.except.is_empty()).then(|| format!("not {}", shown(&self.except)));
        let parts: Vec<String> = (!self.only.is_empty()).then(|| shown(&self.only)).into_iter().chain(except).collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

fn is_fit(pattern: &Pattern, name: &str) -> bool {
    // A name as the harness has it may hold brackets, which mean something else in a glob.
    pattern.as_str() == name || pattern.matches(name)
}

/// All of it, or what is wrong with what was typed or written.
pub(super) fn wanted(args: &GateArgs, file: Option<&RepositoryFile>) -> Result<WantedGate, Misuse> {
    let none = GateSettings::default();
    let settings = file.map_or(&none, |file| &file.gate);
    let of_file = || if args.self_test { Some("HEAD".to_owned()) } else { settings.against.clone() };
    let against = args.against.clone().or_else(of_file).ok_or_else(|| {
        Misuse(format!(
            "which revision is it to be compared with? Say `--against main`, or write `against` into {REPOSITORY_FILE}"
        ))
    })?;
    let measure = MeasureArgs {
        total: args.measure.total.or(in_repository_file("total", &settings.total, seconds)?),
        margin: args.measure.margin.or(in_repository_file("margin", &settings.margin, share)?),
        ..args.measure.clone()
    };
    // What is typed is meant of all benchmarks.
    let margins = if args.measure.margin.is_some() { &[] } else { &settings.margins[..] };
    let margins = WantedMargins(margins.iter().map(margin_of).collect::<Result<_, Misuse>>()?);
    let names = WantedNames {
        only: patterns(if args.only.is_empty() { &settings.only } else { &args.only })?,
        except: patterns(&[&settings.except[..], &args.except].concat())?,
    };
    let known = |word: &String| {
        FailIf::from_str(word, false)
            .map_err(|_| Misuse(format!("in {REPOSITORY_FILE}, `fail-if`: `{word}` is none of {}", fail_ifs())))
    };
    let from_file = settings.fail_if.iter().map(known).collect::<Result<Vec<FailIf>, Misuse>>()?;
    let fail_if = [args.outcome.fail_if.clone(), from_file].into_iter().find(|some| !some.is_empty());
    // Whoever asks for a gate asks whether anything is slower.
    Ok(WantedGate { against, names, measure, margins, fail_if: fail_if.unwrap_or_else(|| vec![FailIf::Slower]) })
}

fn margin_of(named: &NamedMargin) -> Result<(Pattern, f64), Misuse> {
    let pattern = pattern(&named.of)?;
    let margin = share(&named.margin)
        .map_err(|why| Misuse(format!("in {REPOSITORY_FILE}, `margins`, of `{}`: {why}", named.of)))?;
    Ok((pattern, margin))
}

fn fail_ifs() -> String {
    let names = FailIf::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    names.map(|value| value.get_name().to_owned()).collect::<Vec<String>>().join(", ")
}

fn patterns(globs: &[String]) -> Result<Vec<Pattern>, Misuse> {
    globs.iter().map(|glob| pattern(glob)).collect()
}

fn pattern(glob: &str) -> Result<Pattern, Misuse> {
    Pattern::new(glob).map_err(|err| Misuse(format!("`{glob}` is no pattern for names: {err}")))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        gate: GateArgs,
    }

    fn of(words: &[&str], settings: GateSettings) -> Result<WantedGate, String> {
        let line = Line::try_parse_from([&["gate"], words].concat()).unwrap();
        let mut file = RepositoryFile::default();
        file.gate = settings;
        wanted(&line.gate, Some(&file)).map_err(|misuse| misuse.0)
    }

    fn settings() -> GateSettings {
        GateSettings {
            against: Some("main".to_owned()),
            only: vec!["a*".to_owned()],
            except: vec!["*slow".to_owned()],
            total: Some("2m".to_owned()),
            margin: Some("3%".to_owned()),
            margins: [("ab", "5%"), ("a*", "2%"), ("z", "9%")]
                .map(|(of, margin)| NamedMargin { of: of.to_owned(), margin: margin.to_owned() })
                .into(),
            fail_if: vec!["undecided".to_owned()],
        }
    }

    #[test]
    fn the_file_says_what_was_not_typed() {
        let gate = of(&[], settings()).unwrap();
        assert_eq!((gate.against.as_str(), gate.measure.total, gate.measure.margin), ("main", Some(120.0), Some(0.03)));
        assert_eq!(gate.fail_if, [FailIf::Undecided]);
        assert_eq!(["ab", "a-slow", "b"].map(|name| gate.names.has(name)), [true, false, false]);
        assert_eq!(gate.names.shown().as_deref(), Some("a* and not *slow"));
        assert_eq!(["ab", "ac", "b"].map(|name| gate.margins.of(name)), [Some(0.05), Some(0.02), None]);
        assert_eq!(gate.margins.of_nobody(&["ab", "b"]).collect::<Vec<&str>>(), ["z"]);
    }

    #[test]
    fn what_was_typed_goes_before() {
        let words =
            ["b*", "--against", "v1", "--except", "bb", "--total", "1s", "--margin", "1%", "--fail-if", "slower"];
        let gate = of(&words, settings()).unwrap();
        assert_eq!((gate.against.as_str(), gate.measure.total, gate.measure.margin), ("v1", Some(1.0), Some(0.01)));
        assert_eq!((gate.fail_if, gate.margins.of("ab")), (vec![FailIf::Slower], None));
        let brackets = of(&["u64[max]/a"], settings()).unwrap();
        assert_eq!(["u64[max]/a", "u64m/a", "b"].map(|name| brackets.names.has(name)), [true, true, false]);
        assert_eq!(["b", "bb", "b-slow", "a"].map(|name| gate.names.has(name)), [true, false, false, false]);
    }

    #[test]
    fn faults_name_the_file_and_what_is_expected() {
        let with = |change: fn(&mut GateSettings)| {
            let mut settings = settings();
            change(&mut settings);
            of(&[], settings).unwrap_err()
        };
        assert!(with(|it| it.against = None).contains("--against main"));
        assert!(with(|it| it.total = Some("soon".to_owned())).contains("in paragone.toml, `total`: `soon`"));
        assert!(with(|it| it.margin = Some("5".to_owned())).contains("in paragone.toml, `margin`: `5`"));
        assert!(
            with(|it| it.fail_if = vec!["never".to_owned()]).contains("`never` is none of slower, faster, undecided")
        );
        assert!(with(|it| it.margins[1].margin = "5".to_owned()).contains("`margins`, of `a*`: `5`"));
        assert!(with(|it| it.margins[1].of = "[".to_owned()).contains("`[` is no pattern"));
        assert!(with(|it| it.only = vec!["[".to_owned()]).contains("`[` is no pattern"));
        assert!(of(&["a"], GateSettings { against: None, ..settings() }).is_err());
        let all = of(&["--against", "x"], GateSettings::default()).unwrap();
        assert_eq!((all.fail_if, all.names.shown()), (vec![FailIf::Slower], None));
    }
}
