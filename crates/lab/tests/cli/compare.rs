//! `compare`: runs of one machine after each other, and `run --against`, which needs no second run.

use std::path::Path;
use std::process::Command;

use crate::lab::{Lab, verdict};

const SHORT: [&str; 7] = ["--quick", "--rounds", "64", "--sizes", "4000", "--quiet", "--no-resources"];

fn run(lab: &Lab, words: &[&str]) -> serde_json::Value {
    lab.json(&[&["run"], words, &SHORT[..], &["--json"]].concat())
}

/// Puts a folder under git, with everything in it committed.
fn commit(folder: &Path) {
    let git = |words: &[&str]| {
        let me = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
        let ended = Command::new("git").arg("-C").arg(folder).args(me).args(words).status().unwrap();
        assert!(ended.success(), "git {words:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "as it was"]);
}

/// From now on `once` does three times the work.
fn slowed(suite: &Path) {
    changed(suite, r#""sum", "once", once"#, r#""sum", "once", thrice"#);
}

fn changed(suite: &Path, from: &str, to: &str) {
    let file = suite.join("tiny.c");
    let text = std::fs::read_to_string(&file).unwrap();
    let changed = text.replace(from, to);
    assert_ne!(text, changed);
    std::fs::write(&file, changed).unwrap();
}

#[test]
fn runs_of_one_machine_tell_what_moved_and_whose_code_is_the_same() {
    let lab = Lab::with_builds();
    for _ in 0..2 {
        run(&lab, &["tiny/sum"]);
    }
    let runs = lab.json(&["runs", "--json"]);
    let [later, earlier] = [0, 1].map(|index| runs[index]["id"].as_str().unwrap().to_owned());
    let found = lab.json(&["compare", &earlier, "latest", "--json"]);
    assert_eq!(found["runs"][1]["id"], later.as_str());
    assert_eq!(found["machines"].as_array().unwrap().len(), 0);
    let cells = found["changes"][0]["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 3);
    for cell in cells {
        assert_eq!((&cell["code"], &cell["size"]), (&"same".into(), &4000.into()), "{cell:#}");
        // Whatever the machine made of it, what is said is what the interval says; without one nothing is.
        let end = |name: &str| cell["judged"][name].as_f64().unwrap_or(f64::INFINITY);
        let is_same = end("low").abs().max(end("high").abs()) <= 1.01f64.ln();
        assert_eq!(cell["verdict"]["verdict"] == "same", is_same, "{cell:#}");
    }
    let text = lab.out(&["compare", &earlier, &later, "--all"]);
    assert!(text.contains("Every one of 3 cells runs the same code in A and B"), "{text}");
    assert!(text.contains("c.thrice") && text.contains("were not measured side by side"), "{text}");
    let err = lab.fails(2, &["compare", &later, "latest"]);
    assert!(err.contains("was given twice"), "{err}");
    assert!(lab.fails(2, &["compare", &later]).contains("2 values required"));
    assert!(lab.run(&["compare", &later, "0000dead"]).err.contains("0000dead"));
}

/// A run of this machine, and the same run as if of another machine, in a file; the file's path.
fn elsewhere(lab: &Lab, id: &str) -> String {
    lab.out(&["runs", "export", id, "elsewhere.sqlite"]);
    let file = lab.path("elsewhere.sqlite");
    let store = rusqlite::Connection::open(&file).unwrap();
    let machine: String = store.query_row("SELECT machine FROM run", [], |row| row.get(0)).unwrap();
    let mut machine: serde_json::Value = serde_json::from_str(&machine).unwrap();
    machine["cpu"] = "<script>alert(1)</script>".into();
    machine["fingerprint"] = "0123456789abcdef".into();
    let other = "00000000000000aa";
    store.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    for table in ["cell", "block", "event"] {
        store.execute(&format!("UPDATE {table} SET run = ?1"), [other]).unwrap();
    }
    let told = (other, machine.to_string(), "0123456789abcdef");
    store.execute("UPDATE run SET id = ?1, machine = ?2, fingerprint = ?3", told).unwrap();
    file.display().to_string()
}

#[test]
fn machines_stand_beside_each_other_in_every_form() {
    let lab = Lab::with_builds();
    run(&lab, &["tiny/sum"]);
    let id = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    let other = elsewhere(&lab, &id);
    let both = ["compare", id.as_str(), other.as_str()];
    let asked = |words: &[&str]| lab.out(&[&both[..], words].concat());
    for form in ["markdown", "csv", "json", "html"] {
        let text = asked(&["--as", form]);
        assert!(text.contains("c.thrice") && text.contains("0123456789abcdef"), "{form}: {text}");
        assert_eq!(asked(&["--as", form]), text, "{form}");
        assert_eq!(asked(&["--as", form, "-o", "compared"]), "");
        assert_eq!(std::fs::read_to_string(lab.path("compared")).unwrap(), text, "{form}");
    }
    assert_eq!(asked(&["--json"]), asked(&["--as", "json"]));
    let page = asked(&["--as", "html"]);
    assert!(page.contains("tiny/sum by machine") && page.contains("class=\"heat\""), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"), "{page}");
    let found = lab.json(&[&both[..], &["--json"]].concat());
    let row = &found["machines"][0]["sizes"][0]["rows"][0];
    assert_eq!(row["by_machine"][0], row["by_machine"][1], "{row:#}");
    assert_eq!(found["changes"].as_array().unwrap().len(), 0);
    let drawn = asked(&["--as", "svg", "-o", "pictures"]);
    let names: Vec<&str> = drawn.lines().collect();
    assert_eq!(names, ["pictures/tiny-sum.heat-map.4000-b.svg", "pictures/tiny-sum.bars.4000-b.svg"]);
    let map = asked(&["--as", "svg", "--figure", "heat-map"]);
    assert_eq!(map, std::fs::read_to_string(lab.path(names[0])).unwrap());
    assert!(map.starts_with("<svg") && map.contains("c.thrice") && !map.contains("<script"), "{map}");
    assert!(lab.fails(2, &[&both[..], &["--as", "svg"]].concat()).contains("name a folder for them"));
    assert!(lab.fails(2, &[&both[..], &["--as", "xml"]].concat()).contains("possible values: markdown"));
    let err = lab.fails(3, &[&both[..], &["--as", "html", "-o", "absent/page"]].concat());
    assert!(err.contains("failed to write the comparison to `absent/page`"), "{err}");
    assert!(asked(&["--sizes", "64"]).contains("no benchmark in common"));
}

#[test]
fn an_implementation_stands_beside_itself_as_it_was() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    commit(&suite);
    slowed(&suite);
    let words = ["tiny/sum/c.once", "--against", "HEAD"];
    let report = run(&lab, &words);
    assert_eq!(verdict(&report, "c.once", 4000)["verdict"], "slower", "{report:#}");
    let baseline = report["findings"]["contests"][0]["baseline"].as_str().unwrap();
    assert!(baseline.starts_with("c.once@at-"), "{baseline}");
    let ended = lab.run(&[&["run"], &words[..], &SHORT[..], &["--fail-if", "slower"]].concat());
    assert_eq!(ended.code, Some(1), "{ended:#?}");
    // What did not change is the same code, each beside itself.
    let both = run(&lab, &["tiny/sum/c.t*", "--against", "HEAD"]);
    let contests = both["findings"]["contests"].as_array().unwrap();
    assert_eq!(contests.len(), 2);
    let err = lab.fails(2, &["run", "tiny", "--against", "no-such-branch"]);
    assert!(err.contains("there is no revision `no-such-branch`") && err.contains("git log"), "{err}");
}

#[test]
fn what_the_later_revision_cannot_do_is_named_and_counts_as_slower() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    commit(&suite);
    changed(&suite, r#""sum", "once", once"#, r#""sum", "once", crashes"#);
    changed(&suite, "if (length == 100) abort()", "abort()");
    let err =
        lab.fails(1, &[&["run", "tiny/sum/c.once", "--against", "HEAD", "--fail-if", "slower"], &SHORT[..]].concat());
    assert!(
        err.contains(
            "--fail-if slower: the baseline has a time here, and these have none:\n  tiny/sum/c.once at 4000 B: "
        ) && err.contains("SIGABRT"),
        "{err}"
    );
}

/// Who has no time now comes before who takes longer: it is worse, and may be why.
#[test]
fn a_wrong_answer_of_the_later_revision_is_named_first() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    commit(&suite);
    slowed(&suite);
    // Not the reference, which is right by definition.
    changed(&suite, r#""sum", "twin", once"#, r#""sum", "twin", astray"#);
    changed(&suite, "^ (length == 100))", "^ 1)");
    let words = ["run", "tiny/sum", "-i", "c.once,c.twin", "--against", "HEAD", "--fail-if", "slower"];
    let said = lab.run(&[&words[..], &SHORT[..]].concat());
    assert_eq!(said.code, Some(1), "{said:#?}");
    let told = "--fail-if slower: the baseline has a time here, and these have none:";
    assert!(said.err.starts_with(&format!("{told}\n  tiny/sum/c.twin at 4000 B: wrong answer")), "{said:#?}");
    let report = lab.json(&["report", "--json"]);
    assert_eq!(verdict(&report, "c.twin", 4000)["verdict"], "wrong", "{report:#}");
    assert_eq!(verdict(&report, "c.once", 4000)["verdict"], "slower", "{report:#}");
}

#[test]
fn where_the_earlier_revision_does_not_build_there_is_no_answer() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    changed(&suite, "int main(void) {", "int main(void) { no such word;");
    commit(&suite);
    changed(&suite, " no such word;", "");
    let words = [&["run", "tiny/sum/c.once", "--against", "HEAD"], &SHORT[..]].concat();
    let err = lab.fails(3, &[&words[..], &["--fail-if", "slower"]].concat());
    assert!(
        err.contains("--fail-if slower: no answer, because the baseline has no time:\n  tiny/sum/c.once@"),
        "{err}"
    );
    // Nobody asked for the comparison, and the later one was measured.
    assert_eq!(lab.run(&words).code, Some(0));
}

#[test]
fn a_build_of_a_revision_may_stand_in_the_suite() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    commit(&suite);
    slowed(&suite);
    // Thirty times the work in place of three: a machine that is busy with other tests hides none of that.
    changed(&suite, "turn < 2", "turn < 29");
    let file = suite.join("suite.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let builds = "builds = [{ name = \"now\" }, { name = \"before\", rev = \"HEAD\" }]";
    let changed = text.replacen("name       = \"tiny\"\n", &format!("name       = \"tiny\"\n{builds}\n"), 1);
    let changed = changed.replace("\"c.once\"", "\"c.once@before\"");
    assert_ne!(text, changed);
    std::fs::write(&file, &changed).unwrap();
    let report = run(&lab, &["tiny/sum", "-i", "c.once*"]);
    assert_eq!(verdict(&report, "c.once@before", 4000)["verdict"], "baseline", "{report:#}");
    let now = verdict(&report, "c.once@now", 4000);
    assert!(now["verdict"] == "slower" && now["at_least"].as_f64().unwrap() > 0.5, "{now:#}");
    std::fs::write(&file, changed.replace("\"HEAD\"", "\"no-such-tag\"")).unwrap();
    let said = lab.run(&["verify", "tiny/sum"]);
    assert!(said.code != Some(0) && said.out.contains("no-such-tag"), "{said:#?}");
}
