//! `run --against`: who is the same code as before is not measured, and of the others it is told what changed.

use std::collections::{BTreeMap, BTreeSet};

use crate::lab::Lab;
use crate::revised::{SHORT, changes, committed, edit, git, only_a_constant_changes_code};
use object::{Object, ObjectSymbol, SymbolKind};

#[test]
fn a_comment_changes_no_code_and_a_constant_does() {
    only_a_constant_changes_code(&["rust", "c"]);
}

/// What the suite said of a program then is how it was built then; what it said of inputs then is told.
#[test]
fn other_flags_are_another_program() {
    let mut lab = Lab::new();
    let folder = committed(&mut lab);
    edit(&folder.join("suite.toml"), |text| {
        text.replace("seed = 1", "seed = 2").replace(
            r#"sources    = ["c/lines.c"]"#,
            "sources    = [\"c/lines.c\"]\nbuilds     = [{ flags = \"-O0\" }]",
        )
    });
    let words = [&["run", "lines", "-i", "rust.loop,c.*"], &SHORT[..], &["--json"]].concat();
    let report = lab.json(&words);
    let found = changes(&report);
    for (language, code) in [("rust", "same"), ("c", "other")] {
        assert!(found[language].iter().all(|one| one["code"] == code), "{found:#?}");
    }
    let notice =
        "lines/lines is not defined as at HEAD: its input; both versions are measured with what today's suite says";
    assert_eq!(report["notices"], serde_json::json!([notice]));
}

#[test]
fn who_is_the_same_is_left_out_and_the_others_are_measured() {
    let mut lab = Lab::new();
    let folder = committed(&mut lab);
    // Three times the work in C; a docstring, which a program can read, in Python; and Rust is left as it is.
    edit(&folder.join("c/lines.c"), |text| {
        text.replace("    paragone_answer_u64(lines);", "    paragone_keep(&lines);\n    paragone_answer_u64(lines);")
    });
    edit(&folder.join("python/lines.py"), |text| format!("'''More.'''\n{}", text.replace("\"\"\"", "'''")));
    let words = [&["run", "lines", "-i", "rust.*,c.*,python.*"], &SHORT[..], &["--json"]].concat();
    let report = lab.json(&words);
    let found = changes(&report);
    for (language, code) in [("rust", "same"), ("c", "other"), ("python", "other")] {
        let Some(changes) = found.get(language) else { continue };
        assert!(changes.iter().all(|one| one["code"] == code), "{language}: {changes:#?}");
    }
    assert!(report["summary"]["samples"].as_u64().unwrap() > 0);
    let text = lab.out(&["report"]);
    assert!(text.contains("implementations are the same code as at HEAD: not measured, rust.iterator"), "{text}");
    // Builds are found again, though both versions were laid out at one path.
    let said = lab.run(&["run", "lines/lines/rust.loop", "--against", "HEAD", "--quick", "--no-resources"]);
    assert!(said.code == Some(0) && !said.err.contains("building"), "{said:#?}");
}

/// Where the functions of each linked program of a driver lie, by seed; none where no linker here lays them by name.
fn addresses(lab: &Lab, driver: &str) -> BTreeMap<String, BTreeMap<String, u64>> {
    let pattern =
        lab.path(&format!("cache/builds/*/{driver}/relinkable-aligned/layouts/*/order")).display().to_string();
    let of = |order: std::path::PathBuf| {
        let seed = order.parent().unwrap();
        let is_program = |path: &std::path::PathBuf| !path.ends_with("order") && !path.ends_with("stamp");
        let mut files = std::fs::read_dir(seed).unwrap().map(|entry| entry.unwrap().path()).filter(is_program);
        let bytes = std::fs::read(files.next().unwrap()).unwrap();
        let program = object::File::parse(&*bytes).unwrap();
        let functions = program.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
        let places = functions.map(|symbol| (symbol.name().unwrap().to_owned(), symbol.address())).collect();
        (seed.file_name().unwrap().to_str().unwrap().to_owned(), places)
    };
    glob::glob(&pattern).unwrap().flatten().map(of).collect()
}

#[test]
fn unchanged_functions_have_the_same_addresses() {
    let mut lab = Lab::new();
    let folder = committed(&mut lab);
    edit(&folder.join("suite.toml"), |text| {
        let builds = "[{ name = \"pie\" }, { name = \"fixed\", flags = \"-O2 -fno-pie -no-pie\" }]";
        text.replace(r#"sources    = ["c/lines.c"]"#, &format!("sources    = [\"c/lines.c\"]\nbuilds     = {builds}"))
    });
    git(&folder, &["commit", "--quiet", "--all", "-m", "two builds"]);
    edit(&folder.join("c/lines.c"), |text| {
        format!("{text}\nint more(int of);\nint more(int of) {{ return of * of + 7; }}\n")
            .replace("== '\\n'", "== '\\r'")
    });
    lab.run(&[&["run", "lines", "-i", "c.*"], &SHORT[..]].concat());
    for build in ["pie", "fixed"] {
        let [before, today] = ["-at-*", ""].map(|version| addresses(&lab, &format!("c.lines@{build}{version}")));
        assert_eq!(before.keys().collect::<Vec<_>>(), today.keys().collect::<Vec<_>>());
        if before.is_empty() {
            eprintln!("skipped: no lld here");
            return;
        }
        let mut places = BTreeSet::new();
        for (seed, functions) in &before {
            let has_moved = |name: &&String| today[seed].get(*name) != functions.get(*name);
            let moved: Vec<&String> = functions.keys().filter(has_moved).collect();
            assert!(moved.iter().all(|name| name.starts_with("by_")), "{build}, {seed}: {moved:?}");
            assert!(today[seed].contains_key("more") && !functions.contains_key("more"));
            places.insert(functions["main"]);
        }
        assert!(before.len() >= 16 && places.len() > before.len() / 2, "{build}: {places:?}");
    }
}
