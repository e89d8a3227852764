//! `--help`, `--version`, completions and manual pages: every option is told of everywhere.

use std::collections::BTreeMap;
use std::fs;

use crate::lab::Lab;

const COMMANDS: [&str; 20] = [
    "new",
    "list",
    "check",
    "build",
    "clean",
    "verify",
    "run",
    "gate",
    "bisect",
    "commands",
    "runs",
    "report",
    "compare",
    "import",
    "choose",
    "serve",
    "doctor",
    "conform",
    "completions",
    "man",
];
const OF_RUNS: [&str; 5] = ["show", "export", "import", "note", "remove"];

/// The long options that a command's help names.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(str::split_whitespace).filter(|word| word.starts_with("--"));
    words.map(|word| word.trim_end_matches([',', '.'])).collect()
}

/// Every command with the options of its help.
fn helps(lab: &Lab) -> BTreeMap<String, String> {
    let mut helps: BTreeMap<String, String> =
        COMMANDS.iter().map(|command| ((*command).to_owned(), lab.out(&[command, "--help"]))).collect();
    helps.extend(OF_RUNS.iter().map(|command| (format!("runs {command}"), lab.out(&["runs", command, "--help"]))));
    helps
}

#[test]
fn every_command_teaches() {
    let lab = Lab::new();
    for (command, help) in helps(&lab) {
        assert!(help.contains(&format!("Usage: paragone {command}")), "{command}: {help}");
        assert!(help.contains("--store") && help.contains("--suites"), "{command}: {help}");
        // Lines that a terminal of 100 columns would break once more leave a word alone on the next.
        let above: Vec<&str> = help.lines().take_while(|line| !line.starts_with("Usage:")).collect();
        let is_ragged = |pair: &[&str]| {
            let word = pair[1].split(' ').next().unwrap_or_default();
            !word.is_empty() && !pair[0].is_empty() && !pair[0].ends_with(':') && pair[0].len() + word.len() < 80
        };
        let ragged = above.windows(2).find(|pair| !pair[0].starts_with(' ') && is_ragged(pair));
        assert_eq!(ragged, None, "{command}: {help}");
        // Each option has some words of its own beside it or below it.
        assert!(help.lines().count() > 12, "{command}: {help}");
    }
    let help = lab.out(&["--help"]);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} in {help}");
    }
    assert!(help.contains("Exit codes") && help.contains("130"), "{help}");
    assert!(lab.fails(2, &[]).contains("Usage: paragone"));
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(Lab::new().out(&["--version"]), format!("paragone {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_slip_of_the_fingers_is_understood() {
    let lab = Lab::new();
    assert!(lab.fails(2, &["lsit"]).contains("'list'"));
    assert!(lab.fails(2, &["run", "tiny", "--quik"]).contains("'--quick'"));
}

#[test]
fn completions_know_every_command_and_option() {
    let lab = Lab::new();
    let helps = helps(&lab);
    for shell in ["bash", "zsh", "fish"] {
        let script = lab.out(&["completions", shell]);
        for (command, help) in &helps {
            let last = command.split(' ').next_back().unwrap();
            assert!(script.contains(last), "{shell}: {command}");
            for option in options(help) {
                let name = if shell == "fish" { option.trim_start_matches("--") } else { option };
                assert!(script.contains(name), "{shell}: {command} {option}");
            }
        }
    }
    assert!(lab.fails(2, &["completions", "tcsh"]).contains("possible values: bash"));
}

#[test]
fn every_manual_page_mentions_its_options() {
    let lab = Lab::new();
    lab.out(&["man", "pages/man1"]);
    for (command, help) in helps(&lab) {
        let page = lab.path("pages/man1").join(format!("paragone-{}.1", command.replace(' ', "-")));
        let page = fs::read_to_string(&page).unwrap_or_else(|err| panic!("{}: {err}", page.display()));
        let page = page.replace("\\-", "-");
        for option in options(&help) {
            assert!(page.contains(option), "{command} {option} in {page}");
        }
    }
    assert!(lab.path("pages/man1/paragone.1").exists());
    let err = lab.fails(3, &["man", "/dev/null/man1"]);
    assert!(err.contains("failed to write the manual pages into `/dev/null/man1`"), "{err}");
}
