//! From a suite's folder to the suite, or to every mistake in its files at once.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use toml_edit::{Document, TomlError};

use crate::model::{ImplementationId, Suite};
use crate::suite::benchmark::read_benchmark;
use crate::suite::check::{Drafts, assemble};
use crate::suite::parts::fields::{Fields, value_of};
use crate::suite::parts::mistake::{Mistake, MistakeLedger, Spot, TextPlace, TextSource};
use crate::suite::parts::server::read_server;
use crate::suite::program::read_driver;

/// The file that makes a folder a suite.
pub const SUITE_FILE: &str = "suite.toml";

/// Reads a suite. `languages` are those that the toolchains know.
pub fn read_suite(folder: &Path, languages: &[String]) -> Result<Suite, Vec<Mistake>> {
    let ledger = MistakeLedger::default();
    let suite = Suite { folder: folder.to_owned(), ..Suite::default() };
    let drafts = Drafts::default();
    let mut reader = SuiteReader { languages, ledger: &ledger, open: Vec::new(), seen: Vec::new(), suite, drafts };
    let place = reader.read_file(&folder.join(SUITE_FILE), None);
    let SuiteReader { mut suite, drafts, .. } = reader;
    suite.name = suite_name(folder, &ledger);
    if let Some(place) = place.filter(|_| drafts.benchmarks.is_empty()) {
        ledger.add(&place, "the suite has no benchmark; add a `[[benchmark]]` table");
    }
    let suite = assemble(suite, drafts, &ledger);
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

struct SuiteReader<'a> {
    languages: &'a [String],
    ledger: &'a MistakeLedger,
    /// The files that include one another down to the one under reading.
    open: Vec<PathBuf>,
    seen: Vec<PathBuf>,
    /// With what only its own file says.
    suite: Suite,
    drafts: Drafts,
}

impl SuiteReader<'_> {
    /// Reads the suite's file, or one that it includes: then `from` is where it says so. Returns where it begins if it
    /// was read well enough to be judged as a whole.
    fn read_file(&mut self, path: &Path, from: Option<&Spot<String>>) -> Option<TextPlace> {
        let tell = |text: String| match from {
            Some(from) => self.ledger.add(&from.place, text),
            None => self.ledger.push(Mistake::of_file(path, text)),
        };
        let known = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.open.contains(&known) {
            let chain = self.open.iter().chain([&known]).filter_map(|file| file.file_name());
            let chain: Vec<String> = chain.map(|name| name.to_string_lossy().into_owned()).collect();
            tell(format!("cyclic include: {}; take one of them out", chain.join(" -> ")));
            return None;
        }
        if self.seen.contains(&known) {
            tell(format!("`{}` is included twice; take one of them out", path.display()));
            return None;
        }
        let what = if from.is_some() { "included file" } else { "suite's file" };
        let failed = |err| tell(format!("failed to read the {what} `{}`: {err}", path.display()));
        let bytes = std::fs::read(path).map_err(failed).ok()?;
        let text = String::from_utf8(bytes).unwrap_or_else(|err| {
            let sound = &err.as_bytes()[..err.utf8_error().valid_up_to()];
            let line = sound.iter().filter(|&&byte| byte == b'\n').count() + 1;
            tell(format!("`{}` is not UTF-8 text, line {line} is the first that is not", path.display()));
            String::new()
        });
        if text.is_empty() && from.is_some() {
            return None;
        }
        self.open.push(known.clone());
        self.seen.push(known);
        let start = self.read_text(Rc::new(TextSource { path: path.to_owned(), text }), from.is_some());
        self.open.pop();
        start
    }

    fn read_text(&mut self, source: Rc<TextSource>, included: bool) -> Option<TextPlace> {
        let start = TextPlace { source: Rc::clone(&source), span: 0..0 };
        let malformed = |err: TomlError| {
            let text = format!("syntax error: {}", err.message().trim_end().replace('\n', ", "));
            self.ledger.add(&TextPlace { span: err.span().unwrap_or(0..0), ..start.clone() }, text);
        };
        let document = Document::parse(source.text.as_str()).map_err(malformed).ok()?;
        let whose = if included { "an included file" } else { "the suite" };
        let fields = Fields::new(document.as_table(), start.clone(), whose, self.ledger);
        if !included {
            self.suite.title = value_of(fields.required_text("title", "a few words on its subject"));
            self.suite.essay = value_of(fields.text("essay"));
        }
        let includes = fields.texts("include");
        for table in fields.tables("benchmark", "a benchmark") {
            self.drafts.benchmarks.push(read_benchmark(table, &self.suite.folder));
        }
        for table in fields.tables("driver", "a driver") {
            self.drafts.drivers.push(read_driver(table, &self.suite.folder, self.languages));
        }
        for table in fields.tables("server", "a server") {
            self.drafts.servers.push(read_server(table, &self.suite.folder, self.languages));
        }
        fields.finish();
        let beside = source.path.parent().unwrap_or(Path::new("")).to_owned();
        for include in &includes {
            self.read_file(&beside.join(&include.value), Some(include));
        }
        Some(start)
    }
}
