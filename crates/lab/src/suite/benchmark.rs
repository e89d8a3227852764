//! One `[[benchmark]]` table to a benchmark. It knows this table alone; `check` sees the others.

use std::path::Path;
use std::rc::Rc;

use toml_edit::Value;

use crate::model::unit::seconds;
use crate::model::{
    AnswerRule, Benchmark, Budgets, Given, InputKind, Intervention, KnownAnswer, Params, Sizes, Throughput,
};
use crate::suite::parts::answers::parse_answers;
use crate::suite::parts::fields::{Fields, article, value_of};
use crate::suite::parts::intervention::read_intervention;
use crate::suite::parts::mistake::{MistakeLedger, Spot, TextPlace, TextSource, did_you_mean_or, listed};
use crate::suite::parts::params::{read_fixed, read_params};
use crate::suite::parts::sizes::parse_sizes;
use crate::suite::parts::trials::{is_word, read_trials};

const KINDS: [&str; 5] = ["random", "zeros", "number", "words", "file"];

/// A benchmark whose implementations are not known yet.
pub(super) struct BenchmarkDraft {
    /// Without baseline, reference and intervention.
    pub(super) benchmark: Benchmark,
    pub(super) name: Spot<String>,
    pub(super) baseline: Option<Spot<String>>,
    pub(super) reference: Option<Spot<String>>,
    /// The server that its inputs come from.
    pub(super) server: Option<Spot<String>>,
    /// With the implementation that others are timed beside.
    pub(super) intervention: Option<(Intervention, Spot<String>)>,
}

pub(super) fn read_benchmark(fields: Fields<'_>, folder: &Path) -> BenchmarkDraft {
    let name = read_name(&fields, "a name for it, such as `name = \"sum\"`");
    let question = fields.required_text("question", "the question that it answers");
    if let Some(question) = question.as_ref().filter(|question| question.value.trim().is_empty()) {
        fields.tell(&question.place, "`question` is empty; write what a reader wants to know");
    }
    let sizes = read_sizes(&fields);
    let (input, server, given) = read_input(&fields, folder, &sizes);
    let params = read_params(&fields);
    let fixed = read_fixed(&fields, &params);
    let (vectors, reference) = read_answer(&fields, folder, &[&params[0], &fixed]);
    let trials = read_trials(&fields, &input);
    let intervention = read_intervention(&fields, &params);
    let benchmark = Benchmark {
        name: name.value.clone(),
        question: value_of(question),
        input,
        given,
        sizes,
        params,
        fixed,
        unit: read_unit(&fields),
        answer: AnswerRule { vectors, reference: None },
        baseline: None,
        budgets: read_budgets(&fields),
        trials,
        intervention: None,
    };
    let baseline = fields.text("baseline");
    fields.finish();
    BenchmarkDraft { benchmark, name, baseline, reference, server, intervention }
}

/// A required `name` of the letters that an id may have; empty where there is none.
pub(super) fn read_name(fields: &Fields<'_>, expected: &str) -> Spot<String> {
    let Some(name) = fields.required_text("name", expected) else {
        return Spot { value: String::new(), place: fields.place.clone() };
    };
    fields.check_name(&name);
    name
}

fn read_unit(fields: &Fields<'_>) -> Throughput {
    let (unit, symbol) = (fields.text("unit"), fields.text("symbol"));
    if let Some(Spot { value, place }) = unit.as_ref().filter(|unit| !is_word(&unit.value)) {
        fields.tell(place, format!("`{value}` is no unit; write one word in the singular, such as `byte` or `step`"));
    }
    if let Some(Spot { value, place }) = &symbol {
        let is_short = (1..=8).contains(&value.chars().count());
        let is_odd = value.chars().any(|it| it.is_whitespace() || it.is_control() || it == '/');
        if unit.is_none() || !is_short || is_odd {
            let text = format!("`{value}` is no symbol of a `unit`; write what stands before `/s`, such as `H`");
            fields.tell(place, text);
        }
    }
    let unit = unit.map_or_else(|| "byte".to_owned(), |unit| unit.value);
    Throughput { unit, symbol: symbol.map(|symbol| symbol.value) }
}

fn read_sizes(fields: &Fields<'_>) -> Sizes {
    let empty = Sizes { short: Vec::new(), full: Vec::new() };
    let Some((item, _)) = fields.item("sizes") else {
        fields.missing("sizes", "the sizes to measure, such as `sizes = \"8..64KiB x4\"`");
        return empty;
    };
    if !item.is_table_like() {
        let sizes = read_size_list(fields, "sizes").unwrap_or_default();
        return Sizes { short: sizes.clone(), full: sizes };
    }
    let Some(lists) = fields.table("sizes", "`sizes`") else { return empty };
    let (short, full) = (read_size_list(&lists, "short"), read_size_list(&lists, "full"));
    lists.require("short", "the sizes that `run` measures");
    lists.finish();
    let short = short.unwrap_or_default();
    Sizes { full: full.unwrap_or_else(|| short.clone()), short }
}

/// A text, or an array of texts and numbers.
fn read_size_list(fields: &Fields<'_>, key: &str) -> Option<Vec<u64>> {
    let (item, place) = fields.item(key)?;
    let values: Vec<(&Value, TextPlace)> = match item.as_value() {
        Some(value) if !value.is_array() => vec![(value, place.clone())],
        _ => fields.array(key, "sizes in quotes, or an array of sizes")?,
    };
    let mut sizes = Vec::new();
    for (value, place) in &values {
        let parsed = match (value.as_str(), value.as_integer()) {
            (Some(text), _) => parse_sizes(text),
            (None, Some(number)) => parse_sizes(&number.to_string()),
            (None, None) => Err(format!("`{key}` holds {}; expected sizes", article(value.type_name()))),
        };
        match parsed {
            Ok(parsed) => sizes.extend(parsed),
            Err(text) => fields.tell(place, text),
        }
    }
    // None in the short list says that only `--full` measures.
    if values.is_empty() && key != "short" {
        fields.tell(&place, format!("`{key}` is empty; write at least one size"));
    }
    sizes.sort_unstable();
    sizes.dedup();
    Some(sizes)
}

/// One time for both modes, or a table with either or both.
fn read_budgets(fields: &Fields<'_>) -> Budgets {
    let Some((item, _)) = fields.item("budget") else { return Budgets::default() };
    if !item.is_table_like() {
        let both = read_budget(fields, "budget");
        return Budgets { quick_s: both, standard_s: both };
    }
    let Some(modes) = fields.table("budget", "`budget`") else { return Budgets::default() };
    let budgets = Budgets { quick_s: read_budget(&modes, "quick"), standard_s: read_budget(&modes, "standard") };
    if modes.item("quick").or(modes.item("standard")).is_none() {
        modes.missing("quick", "`quick` or `standard`, such as `budget = { quick = \"60s\" }`");
    }
    modes.finish();
    budgets
}

fn read_budget(fields: &Fields<'_>, key: &str) -> Option<f64> {
    let text = fields.text(key)?;
    seconds(&text.value).map_err(|err| fields.tell(&text.place, format!("`{key}`: {err}"))).ok()
}

fn read_input(fields: &Fields<'_>, folder: &Path, sizes: &Sizes) -> (InputKind, Option<Spot<String>>, Given) {
    fields.require("input", "how it is made, such as `input = { kind = \"random\", seed = 1 }`");
    let Some(input) = fields.table("input", "`input`") else { return (InputKind::Zeros, None, Given::Bytes) };
    let (server, given) = read_given(&input);
    let kind = input.required_text("kind", &format!("one of {}", listed(KINDS)));
    let read = match kind.as_ref().map(|kind| kind.value.as_str()) {
        Some("zeros") => InputKind::Zeros,
        Some("number") => InputKind::Number,
        Some("random") => InputKind::Random { seed: read_seed(&input), count: read_count(&input) },
        Some("words") => InputKind::Words {
            seed: read_seed(&input),
            count: read_count(&input),
            repeat: input.truth("repeat").unwrap_or(false),
        },
        Some("file") => read_file(&input, folder, sizes),
        _ => {
            if let Some(kind) = kind {
                let hint = did_you_mean_or(&kind.value, KINDS, || format!("; expected one of {}", listed(KINDS)));
                input.tell(&kind.place, format!("unknown kind of input `{}`{hint}", kind.value));
            }
            // Which other keys belong there depends on the kind, so they are not judged.
            return (InputKind::Zeros, server, given);
        }
    };
    input.finish();
    (read, server, given)
}

/// The server that is named, with its place; and what is given. Whether the server is there, `check` sees.
fn read_given(input: &Fields<'_>) -> (Option<Spot<String>>, Given) {
    let (by, server) = (input.text("by"), input.text("server"));
    if let (Some(by), Some(_)) = (&by, &server) {
        input.tell(&by.place, "`by` and `server` exclude each other; leave one out");
    }
    let ways = [("bytes", Given::Bytes), ("path", Given::Path)];
    let unknown = "is no way to give an input; expected `bytes` or `path`, or a `server`";
    let by = by.and_then(|by| input.choice(by, ways, unknown));
    let given = server.as_ref().map(|server| Given::Address(server.value.clone())).or(by);
    (server, given.unwrap_or_default())
}

fn read_seed(input: &Fields<'_>) -> u64 {
    input.number("seed").map_or(0, |seed| seed.value)
}

fn read_count(input: &Fields<'_>) -> u32 {
    const MOST: u64 = 1 << 16;
    let Some(count) = input.number("count") else { return 1 };
    if count.value == 0 || count.value > MOST {
        input.tell(&count.place, format!("`count` is {}; expected 1 to {MOST} inputs", count.value));
    }
    count.value.clamp(1, MOST) as u32
}

fn read_file(input: &Fields<'_>, folder: &Path, sizes: &Sizes) -> InputKind {
    let Some(Spot { value, place }) = input.required_text("path", "the file, relative to the suite's folder") else {
        return InputKind::Zeros;
    };
    let path = folder.join(&value);
    match path.metadata() {
        Ok(found) if found.is_file() => {
            if let Some(size) = sizes.short.iter().chain(&sizes.full).max().filter(|&&size| size > found.len()) {
                let text = format!("`{value}` has {} bytes, and a size of {size} is asked for", found.len());
                input.tell(&place, format!("{text}; take smaller sizes or a larger file"));
            }
        }
        Ok(_) => input.tell(&place, format!("input `{value}` is no file")),
        Err(err) => {
            let text = format!("failed to find the input file `{value}`: {err}; paths start at the suite's folder");
            input.tell(&place, text);
        }
    }
    InputKind::File { path }
}

/// `params` are sets of parameters: what a known answer may set.
fn read_answer(fields: &Fields<'_>, folder: &Path, params: &[&Params]) -> (Vec<KnownAnswer>, Option<Spot<String>>) {
    const EXPECTED: &str = "`vectors`, a file of known answers, or `reference`, an implementation to agree with";
    fields.require("answer", "`answer = { … }` with `vectors` or `reference`: what is not checked is not measured");
    let Some(answer) = fields.table("answer", "`answer`") else { return (Vec::new(), None) };
    let (vectors, reference) = (answer.text("vectors"), answer.text("reference"));
    if answer.item("vectors").or(answer.item("reference")).is_none() {
        answer.tell(&answer.place, format!("`answer` has no rule; add {EXPECTED}"));
    }
    if let Some(check) = answer.text("check").filter(|check| check.value != "exact") {
        answer.tell(&check.place, format!("unknown check `{}`; `exact` is the only one so far", check.value));
    }
    let known = vectors.map(|vectors| read_vectors(&vectors, folder, params, answer.ledger)).unwrap_or_default();
    answer.finish();
    (known, reference)
}

fn read_vectors(vectors: &Spot<String>, folder: &Path, params: &[&Params], ledger: &MistakeLedger) -> Vec<KnownAnswer> {
    let path = folder.join(&vectors.value);
    let failed = |err| {
        let text = format!("failed to read the known answers `{}`: {err}", vectors.value);
        ledger.add(&vectors.place, format!("{text}; paths start at the suite's folder"));
    };
    let Ok(text) = std::fs::read_to_string(&path).map_err(failed) else { return Vec::new() };
    let (known, bad) = parse_answers(&text);
    if known.is_empty() && bad.is_empty() {
        let text = format!("`{}` holds no known answer; write one a line, or leave `vectors` out", vectors.value);
        ledger.add(&vectors.place, text);
    }
    let source = Rc::new(TextSource { path, text });
    for bad in bad {
        ledger.add(&TextPlace::line(&source, bad.line), bad.text);
    }
    for answer in &known {
        for name in answer.params.keys().filter(|name| !params.iter().any(|set| set.contains_key(*name))) {
            let text = format!("`{name}` is no parameter of this benchmark; add it to `params` or `fixed`");
            ledger.add(&TextPlace::line(&source, answer.line), text);
        }
    }
    known
}
