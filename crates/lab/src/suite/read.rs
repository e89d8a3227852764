//! From a suite's folder to the suite, or to every mistake in its files at once.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use toml_edit::Document;

use crate::model::{ImplementationId, Suite};
use crate::suite::benchmark::{BenchmarkDraft, read_benchmark};
use crate::suite::check::assemble;
use crate::suite::parts::fields::Fields;
use crate::suite::parts::mistake::{Mistake, MistakeLedger, Spot, TextPlace, TextSource};
use crate::suite::parts::server::{ServerDraft, read_server};
use crate::suite::program::{DriverDraft, read_driver};

/// The file that makes a folder a suite.
pub const SUITE_FILE: &str = "suite.toml";

/// Reads a suite. `languages` are those that the toolchains know.
pub fn read_suite(folder: &Path, languages: &[String]) -> Result<Suite, Vec<Mistake>> {
    let ledger = MistakeLedger::default();
    let mut reader = SuiteReader { folder, languages, ledger: &ledger, open: Vec::new(), seen: Vec::new() };
    let mut tables = Tables::default();
    let head = reader.read_file(&folder.join(SUITE_FILE), None, &mut tables);
    let suite =
        Suite { title: head.title, essay: head.essay, ..Suite::new(&suite_name(folder, &ledger), folder.to_owned()) };
    if let Some(place) = head.place.filter(|_| tables.benchmarks.is_empty()) {
        ledger.add(&place, "the suite has no benchmark; add a `[[benchmark]]` table");
    }
    let suite = assemble(suite, tables.benchmarks, tables.drivers, tables.servers, &ledger);
    let mistakes = ledger.close();
    if mistakes.is_empty() { Ok(suite) } else { Err(mistakes) }
}

fn suite_name(folder: &Path, ledger: &MistakeLedger) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    if !ImplementationId::is_part(&name) {
        let text = format!("the folder's name `{name}` is no suite's name; use a-z 0-9 _ + - and nothing else");
        ledger.push(Mistake::of_file(&folder.join(SUITE_FILE), text));
    }
    name
}

#[derive(Default)]
struct Tables {
    benchmarks: Vec<BenchmarkDraft>,
    drivers: Vec<DriverDraft>,
    servers: Vec<ServerDraft>,
}

/// What only the suite's own file says.
#[derive(Default)]
struct Head {
    title: String,
    essay: String,
    /// Where the file was read well enough to be judged as a whole.
    place: Option<TextPlace>,
}

struct SuiteReader<'a> {
    folder: &'a Path,
    languages: &'a [String],
    ledger: &'a MistakeLedger,
    /// The files that include one another down to the one under reading.
    open: Vec<PathBuf>,
    seen: Vec<PathBuf>,
}

impl SuiteReader<'_> {
    /// Reads the suite's file, or one that it includes: then `from` is where it says so.
    fn read_file(&mut self, path: &Path, from: Option<&Spot<String>>, tables: &mut Tables) -> Head {
        let tell = |text: String| match from {
            Some(from) => self.ledger.add(&from.place, text),
            None => self.ledger.push(Mistake::of_file(path, text)),
        };
        let known = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.open.contains(&known) {
            let chain = self.open.iter().chain([&known]).filter_map(|file| file.file_name());
            let chain: Vec<String> = chain.map(|name| name.to_string_lossy().into_owned()).collect();
            tell(format!("cyclic include: {}; take one of them out", chain.join(" -> ")));
            return Head::default();
        }
        if self.seen.contains(&known) {
            tell(format!("`{}` is included twice; take one of them out", path.display()));
            return Head::default();
        }
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(err) => {
                let what = if from.is_some() { "included file" } else { "suite's file" };
                tell(format!("failed to read the {what} `{}`: {err}", path.display()));
                return Head::default();
            }
        };
        let text = String::from_utf8(bytes).unwrap_or_else(|err| {
            let line =
                err.as_bytes()[..err.utf8_error().valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
            tell(format!("`{}` is not UTF-8 text, line {line} is the first that is not", path.display()));
            String::new()
        });
        if text.is_empty() && from.is_some() {
            return Head::default();
        }
        self.open.push(known.clone());
        self.seen.push(known);
        let head = self.read_text(Rc::new(TextSource { path: path.to_owned(), text }), from.is_some(), tables);
        self.open.pop();
        head
    }

    fn read_text(&mut self, source: Rc<TextSource>, included: bool, tables: &mut Tables) -> Head {
        let start = TextPlace { source: Rc::clone(&source), span: 0..0 };
        let document = match Document::parse(source.text.as_str()) {
            Ok(document) => document,
            Err(err) => {
                let span = err.span().unwrap_or(0..0);
                let text = format!("syntax error: {}", err.message().trim_end().replace('\n', ", "));
                self.ledger.add(&TextPlace { source: Rc::clone(&source), span }, text);
                return Head::default();
            }
        };
        let whose = if included { "an included file" } else { "the suite" };
        let fields = Fields::new(document.as_table(), start.clone(), whose, self.ledger);
        let mut head = Head { place: Some(start), ..Head::default() };
        if !included {
            head.title =
                fields.required_text("title", "a few words on its subject").map(|text| text.value).unwrap_or_default();
            head.essay = fields.text("essay").map(|text| text.value).unwrap_or_default();
        }
        let includes = fields.texts("include");
        for table in fields.tables("benchmark", "a benchmark") {
            tables.benchmarks.push(read_benchmark(table, self.folder));
        }
        for table in fields.tables("driver", "a driver") {
            tables.drivers.push(read_driver(table, self.folder, self.languages));
        }
        for table in fields.tables("server", "a server") {
            tables.servers.push(read_server(table, self.folder, self.languages));
        }
        fields.finish();
        let beside = source.path.parent().unwrap_or(Path::new("")).to_owned();
        for include in &includes {
            self.read_file(&beside.join(&include.value), Some(include), tables);
        }
        head
    }
}
