//! JMH, for Java: iterations in a virtual machine of their own, told as JSON.
//!
//! A program is a jar that has its benchmarks' classes in it, or a folder that Maven has compiled, with a file that names
//! the jars which go with it. A name is the method's, with the values of its parameters behind it: `a.B.add size=10`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::driver::harness::interface::{Harness, Order, literal, samples_of_the_one};
use crate::driver::harness::program::HarnessProgram;
use crate::foreign::jmh_samples;
use crate::model::Sample;

pub(super) struct JmhHarness;

const MAIN: &str = "org.openjdk.jmh.Main";

/// Whatever else runs on this machine at the same time: it is on another core.
const UNLOCKED: &str = "-Djmh.ignoreLock=true";

/// Where Maven puts what it compiles; benchmarks are among the tests, or a module's own sources.
const CLASSES: [&str; 2] = ["target/test-classes", "target/classes"];

/// A virtual machine takes so long to start and to compile what is called often, on a core that it shares with the
/// benchmark, seconds; a shorter run would be of code that is interpreted.
const WARM_UP_S: f64 = 0.8;

/// A shorter run saves nothing beside that.
const LEAST_S: f64 = 0.4;

/// Of the warming up, and of what is measured.
const ITERATIONS: f64 = 10.0;

impl JmhHarness {
    fn run(program: &HarnessProgram, benchmark: &str, how: &[&str]) -> Result<Vec<Sample>, String> {
        let (filter, params) = chosen(benchmark);
        let path = program.results().display().to_string();
        let usual = ["-f", "1", "-foe", "true", "-v", "SILENT", "-tu", "ns", "-rf", "json", "-rff", &path];
        let params: Vec<&str> = params.iter().flat_map(|param| ["-p", param]).collect();
        program.run(&[&usual, &params[..], how, &[&filter]].concat(), &[])?;
        samples_of_the_one(jmh_samples(&program.kept(benchmark)?)?, benchmark)
    }
}

impl Harness for JmhHarness {
    fn words(&self, words: &[String]) -> Result<Vec<String>, String> {
        let [java, place, rest @ ..] = words else { return Err("no classes are named".to_owned()) };
        let mut classes = vec![place.clone()];
        if let [named] = rest {
            let place = Path::new(place);
            let folders = CLASSES.iter().map(|folder| place.join(folder)).filter(|folder| folder.is_dir());
            classes = folders.map(|folder| folder.display().to_string()).collect();
            let jars = fs::read_to_string(named).map_err(|err| format!("failed to read `{named}`: {err}"))?;
            let whole = Path::new(named).parent().unwrap_or(Path::new("."));
            jars.trim().split(':').try_for_each(|jar| is_usable(Path::new(jar), whole))?;
            classes.push(jars.trim().to_owned());
        }
        Ok(vec![java.clone(), UNLOCKED.to_owned(), "-cp".to_owned(), classes.join(":"), MAIN.to_owned()])
    }

    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let hint = |why: String| match why.contains("META-INF/BenchmarkList") {
            true => format!(
                "{why}; no annotation processor of JMH has run: since Java 23 a project asks for it (`-proc:full`)"
            ),
            false => why,
        };
        program.run(&["-lp"], &[]).map(|text| names(&text)).map_err(hint)
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        let per_call_s = order.seconds / order.calls.max(1) as f64;
        // An iteration is a call at least: where one is long, a few have to do.
        let most = if order.is_first() { 2.0 } else { ITERATIONS };
        let many = |seconds: f64| (seconds / per_call_s).clamp(2.0, most).round();
        let seconds = order.seconds.max(LEAST_S);
        let (warming, measured) = (many(WARM_UP_S).to_string(), many(seconds).to_string());
        let ms = |seconds: f64| format!("{:.0}ms", seconds / ITERATIONS * 1e3);
        let (short, long) = (ms(WARM_UP_S), ms(seconds));
        let how = ["-bm", "avgt", "-wi", &warming, "-w", &short, "-i", &measured, "-r", &long];
        JmhHarness::run(program, benchmark, &how)
    }
}

/// Whether a part of the class path is there and the same whenever it is taken: what was installed from sources on this
/// machine is that of whoever came last, and would be in both versions. `whole`: where this version was built.
fn is_usable(path: &Path, whole: &Path) -> Result<(), String> {
    let is_draft = path.to_string_lossy().ends_with("-SNAPSHOT.jar") && !path.starts_with(whole);
    let shown = path.display();
    if is_draft {
        return Err(format!(
            "`{shown}` is whatever was installed last, in both versions: no pom.xml above names its module; name a program \
             with a `build` of its own in paragone.toml"
        ));
    }
    if path.exists() { Ok(()) } else { Err(format!("`{shown}` is gone; `paragone clean` has it fetched again")) }
}

/// A name's method as a pattern, and its parameters.
fn chosen(benchmark: &str) -> (String, Vec<&str>) {
    let mut rest = benchmark;
    let mut params = Vec::new();
    // From behind: a value may have spaces, and no name has.
    while let Some((at, _)) = rest.rmatch_indices(' ').find(|(at, _)| begins_with_a_name(&rest[at + 1..])) {
        params.push(&rest[at + 1..]);
        rest = &rest[..at];
    }
    params.reverse();
    (format!("^{}$", literal(rest)), params)
}

/// Whether a text is `name=value`.
fn begins_with_a_name(text: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    text.split_once('=').is_some_and(|(name, _)| is_name(name))
}

/// What `-lp` prints: a method on each line, and below it what values its parameters take, each of which goes with each of
/// the others.
fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut of_method = 0;
    for line in text.lines() {
        if let Some((name, values)) = param(line) {
            let before = found.split_off(of_method);
            found.extend(before.iter().flat_map(|one| values.iter().map(move |value| format!("{one} {name}={value}"))));
        } else if is_method(line) {
            of_method = found.len();
            found.push(line.to_owned());
        }
    }
    // A method is listed once for each of its modes.
    let mut seen = BTreeSet::new();
    found.retain(|name| seen.insert(name.clone()));
    found
}

/// `  param "size" = {10, 100}`.
fn param(line: &str) -> Option<(&str, Vec<&str>)> {
    let (name, values) = line.trim().strip_prefix("param \"")?.split_once("\" = {")?;
    Some((name, values.strip_suffix('}')?.split(", ").collect()))
}

fn is_method(line: &str) -> bool {
    line.contains('.') && line.chars().all(|letter| letter.is_alphanumeric() || "._$".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_of_a_parameter_is_a_benchmark() {
        let text =
            "Benchmarks: \norg.a.B.add\n  param \"size\" = {10, 100}\n  param \"how\" = {fast, slow}\norg.a.B.plain\n";
        let expected = [
            "org.a.B.add size=10 how=fast",
            "org.a.B.add size=10 how=slow",
            "org.a.B.add size=100 how=fast",
            "org.a.B.add size=100 how=slow",
            "org.a.B.plain",
        ];
        assert_eq!(names(text), expected);
        assert_eq!(names("a.B.c\na.B.d\na.B.c\n"), ["a.B.c", "a.B.d"]);
        assert_eq!(names("Benchmarks: \nWARNING: none. found\n"), [""; 0]);
    }

    #[test]
    fn a_name_chooses_one_method_and_its_values() {
        let (filter, params) = chosen("org.a.B$C.add size=10 how=fast");
        assert_eq!((filter.as_str(), params), (r"^org\.a\.B\$C\.add$", vec!["size=10", "how=fast"]));
        assert_eq!(chosen("a.B.c text=two words").1, ["text=two words"]);
        assert_eq!(chosen("a.B.c"), (r"^a\.B\.c$".to_owned(), Vec::new()));
    }

    #[test]
    fn classes_are_those_of_a_jar_or_of_a_module() {
        let folder = tempfile::tempdir().unwrap();
        let of = |words: &[&str]| JmhHarness.words(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["java", "/a.jar"]).unwrap()[2..], ["-cp", "/a.jar", MAIN]);
        fs::create_dir_all(folder.path().join("target/classes")).unwrap();
        let (place, jars) = (folder.path().display().to_string(), folder.path().join("jars").display().to_string());
        fs::write(folder.path().join("b-1-SNAPSHOT.jar"), "").unwrap();
        fs::write(&jars, format!("{place}/b-1-SNAPSHOT.jar:{place}/target\n")).unwrap();
        let class_path = format!("{place}/target/classes:{place}/b-1-SNAPSHOT.jar:{place}/target");
        assert_eq!(of(&["java", &place, &jars]).unwrap()[3], class_path);
        for (jar, why) in [("/elsewhere/c-1-SNAPSHOT.jar", "is whatever was installed last"), ("/no/c.jar", "is gone")]
        {
            fs::write(&jars, jar).unwrap();
            assert!(of(&["java", &place, &jars]).unwrap_err().contains(why), "{jar}");
        }
        assert!(of(&["java", &place, "/no/such/file"]).unwrap_err().contains("/no/such/file"));
        assert!(of(&["java"]).is_err());
    }
}
