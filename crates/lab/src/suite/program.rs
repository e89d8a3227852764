//! One `[[driver]]` table to the program that it describes. It knows this table and the files that
//! it names; `check` sees the other tables.

use std::path::{Path, PathBuf};

use toml_edit::Array;

use crate::model::{Build, COMMAND, CallKind, Cores, DriverSpec, Needs};
use crate::suite::benchmark::read_name;
use crate::suite::commands::{check_served, read_commands};
use crate::suite::parts::fields::{Fields, value_of};
use crate::suite::parts::functions::{Served, read_functions};
use crate::suite::parts::mistake::{Spot, did_you_mean_or, listed};

/// A driver whose benchmarks are not known yet.
pub(super) struct DriverDraft {
    /// Without `implements`.
    pub(super) spec: DriverSpec,
    pub(super) name: Spot<String>,
    pub(super) implements: Vec<Served>,
}

/// What a build may set beside its name.
pub(super) const BUILD_KEYS: [&str; 4] = ["compiler", "flags", "options", "env"];

pub(super) fn read_driver(fields: Fields<'_>, folder: &Path, languages: &[String]) -> DriverDraft {
    let (mut spec, name) = read_program(&fields, folder, languages);
    let kind = CallKind::of_language(&spec.language);
    spec.cores = read_cores(&fields, kind.cores());
    spec.commands = read_commands(&fields, folder, &spec);
    if !kind.is_command() {
        check_is_made_of_something(&fields);
    }
    let implements = read_implements(&fields);
    spec.functions = read_functions(&fields, &spec.language, &implements);
    if kind.is_command() {
        check_served(&fields, &spec.commands, &implements);
    }
    let where_to = "it belongs in one of its builds, such as `builds = [{ name = \"o3\", flags = \"-O3\" }]`";
    fields.elsewhere(&BUILD_KEYS, where_to);
    fields.finish();
    DriverDraft { spec, name, implements }
}

/// What a program is built from, and how: all that a driver and a server have alike.
pub(super) fn read_program(fields: &Fields<'_>, folder: &Path, languages: &[String]) -> (DriverSpec, Spot<String>) {
    let language = read_language(fields, languages);
    let name = read_name(fields, "a name for it, unique among the suite's programs in that language");
    let file = |path, what| named_file(fields, folder, path, what);
    let spec = DriverSpec {
        language,
        name: name.value.clone(),
        sources: fields.texts("sources").into_iter().map(|source| file(source, "source")).collect(),
        manifest: fields.text("manifest").map(|manifest| file(manifest, "manifest")),
        needs: fields.table("needs", "`needs`").map(read_needs).unwrap_or_default(),
        builds: read_builds(fields),
        ..DriverSpec::default()
    };
    (spec, name)
}

pub(super) fn check_is_made_of_something(fields: &Fields<'_>) {
    if fields.item("sources").is_none() && fields.item("manifest").is_none() {
        fields.missing("sources", "the files that it is built from, or a `manifest`");
    }
}

fn read_language(fields: &Fields<'_>, languages: &[String]) -> String {
    let Some(language) = fields.required_text("language", "the language, as toolchains.toml names it") else {
        return String::new();
    };
    if !languages.contains(&language.value) && language.value != COMMAND {
        let names = || languages.iter().map(String::as_str);
        let hint = did_you_mean_or(&language.value, names(), || {
            format!("; expected {}, or add it to a toolchains.toml beside the suites", listed(names()))
        });
        fields.tell(&language.place, format!("unknown language `{}`{hint}", language.value));
    }
    language.value
}

/// The path below the suite's folder; that there is no such file is told.
fn named_file(fields: &Fields<'_>, folder: &Path, Spot { value, place }: Spot<String>, what: &str) -> PathBuf {
    let text = match folder.join(&value).metadata() {
        Ok(found) if found.is_file() => return PathBuf::from(value),
        Ok(_) => format!("{what} `{value}` is no file"),
        Err(err) => format!("failed to find the {what} `{value}`: {err}; paths start at the suite's folder"),
    };
    fields.tell(&place, text);
    PathBuf::from(value)
}

/// A program with threads of its own may be given all cores; others share Paragone's, so that nobody has more. A whole
/// command has them all, unless it is to have one.
fn read_cores(fields: &Fields<'_>, usual: Cores) -> Cores {
    let (cores, choices) = (fields.text("cores"), [("one", Cores::One), ("all", Cores::All)]);
    let unknown = "is no choice of cores; expected `all` or `one`";
    cores.and_then(|cores| fields.choice(cores, choices, unknown)).unwrap_or(usual)
}

fn read_needs(fields: Fields<'_>) -> Needs {
    let texts = |key| fields.texts(key).into_iter().map(|text| text.value).collect();
    let files = fields.texts("files").into_iter().map(|file| {
        if file.value.is_empty() {
            fields.tell(&file.place, "an empty text is no file; name one, such as `lib/mono/4.5/Mono.Security.dll`");
        }
        PathBuf::from(file.value)
    });
    let needs =
        Needs { files: files.collect(), pkg_config: texts("pkg-config"), debian: texts("debian"), cpu: texts("cpu") };
    fields.finish();
    needs
}

fn read_builds(fields: &Fields<'_>) -> Vec<Build> {
    let Some((_, place)) = fields.item("builds") else { return vec![Build::default()] };
    let tables = fields.tables("builds", "a build");
    let several = tables.len() > 1;
    let mut builds: Vec<Build> = Vec::new();
    for table in tables {
        let name = table.text("name");
        if let Some(name) = &name {
            table.check_name(name);
            if builds.iter().any(|build| build.name.as_ref() == Some(&name.value)) {
                let text = format!("build `{}` is there already; builds need different names", name.value);
                table.tell(&name.place, text);
            }
        } else if several {
            table.require("name", "a name for it: only a single build may go without");
        }
        let compiler = table.text("compiler").map(|compiler| compiler.value);
        let (flags, options) = (read_words(&table, "flags"), read_words(&table, "options"));
        let env = table.table("env", "`env`").map(read_env).unwrap_or_default();
        let rev = table.text("rev").map(|rev| rev.value);
        table.finish();
        let name = name.map(|name| name.value);
        builds.push(Build { name, compiler, flags, options, env, rev, ..Build::default() });
    }
    if builds.is_empty() {
        fields.tell(&place, "`builds` is empty; describe a build, or leave it out for the toolchain's own");
        builds.push(Build::default());
    }
    builds
}

fn read_words(table: &Fields<'_>, key: &str) -> Vec<String> {
    value_of(table.text(key)).split_whitespace().map(str::to_owned).collect()
}

fn read_env(table: Fields<'_>) -> Vec<(String, String)> {
    let mut env = Vec::new();
    for name in table.keys() {
        if name.value.is_empty() || name.value.contains(['=', '\0']) {
            table.tell(&name.place, format!("`{}` is no name for a variable of the environment", name.value));
        }
        if let Some(value) = table.text(&name.value) {
            env.push((name.value, value.value));
        }
    }
    env
}

fn read_implements(fields: &Fields<'_>) -> Vec<Served> {
    fields.require("implements", "what it serves, such as `implements = { sum = [\"loop\"] }`");
    let Some(table) = fields.table("implements", "`implements`") else { return Vec::new() };
    let mut implements = Vec::new();
    for benchmark in table.keys() {
        let list = table.item(&benchmark.value).and_then(|(item, _)| item.as_array());
        if list.is_some_and(Array::is_empty) {
            let text = format!("`{}` lists no implementation; name one, or take it out", benchmark.value);
            table.tell(&benchmark.place, text);
        }
        for name in table.texts(&benchmark.value) {
            table.check_name(&name);
            implements.push((benchmark.clone(), name));
        }
    }
    implements
}
