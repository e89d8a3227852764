//! The steps of the action, as a runner would run them: the half that measures, and the half that may write.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::JoinHandle;

use serde_json::{Value, json};

use crate::go_module::repository;
use crate::lab::Lab;
use crate::revised::{edit, git};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A step in an environment with nothing in it but what a runner sets; `programs` go before all others.
fn step(words: &[&str], folder: &Path, programs: &Path, env: &[(&str, &str)]) -> Output {
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new(root().join(words[0]));
    command.args(&words[1..]).env_clear().current_dir(folder).env("PATH", format!("{}:{path}", programs.display()));
    command.env("HOME", folder.parent().unwrap()).envs(env.iter().copied());
    if let Some(go) = std::env::var_os("GOROOT") {
        command.env("GOROOT", go);
    }
    command.output().unwrap()
}

#[test]
fn every_step_names_a_script_that_can_be_run() {
    for (file, folder) in [("action.yml", "."), ("action/comment/action.yml", "action/comment")] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let scripts: Vec<&str> =
            text.split("$GITHUB_ACTION_PATH/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(!scripts.is_empty(), "{file}");
        for script in scripts {
            let path = root().join(folder).join(script);
            let mode =
                fs::metadata(&path).unwrap_or_else(|err| panic!("{}: {err}", path.display())).permissions().mode();
            assert!(script.ends_with(".py") || mode & 0o111 == 0o111, "{script}");
        }
    }
}

/// A repository with a branch that is merged into another, which went on meanwhile: as GitHub checks a pull request out.
fn merged(lab: &Lab, change: impl Fn(&str) -> String) -> String {
    let folder = lab.path("repository");
    git(&folder, &["checkout", "--quiet", "-b", "change"]);
    edit(&folder.join("sums.go"), change);
    git(&folder, &["commit", "--quiet", "-am", "the change"]);
    git(&folder, &["checkout", "--quiet", "-b", "base", "HEAD~1"]);
    lab.write("repository/README.md", "went on");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "went on"]);
    git(&folder, &["merge", "--quiet", "--no-ff", "-m", "merged", "change"]);
    let said = Command::new("git").arg("-C").arg(&folder).args(["rev-parse", "HEAD^1"]).output().unwrap();
    String::from_utf8(said.stdout).unwrap().trim().to_owned()
}

/// Says what SAID holds and ends with CODE; asked for a report, it knows no run.
const PRETENDED: &str = r#"#!/bin/sh
[ "$1" = gate ] || exit 4
echo "$@" >"$REPORTS/asked"
printf '%s' "$SAID"
echo working >&2
exit "$CODE"
"#;

#[test]
fn the_gates_answer_becomes_the_steps() {
    let lab = Lab::new();
    lab.write("repository/sums.go", "");
    let folder = lab.path("repository");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    let base = merged(&lab, |_| "changed".to_owned());
    git(&lab.path("."), &["clone", "--quiet", "--depth", "1", &format!("file://{}", folder.display()), "checkout"]);
    let program = lab.write("programs/paragone", PRETENDED);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let (reports, output) = (lab.path("reports"), lab.path("output"));
    let sentence = "Since x, 100 % of a%\n::error::it is slower.\n\nA table\n";
    let run = |code: &str, more: &[(&str, &str)]| {
        let _ = fs::remove_file(&output);
        let usual = [
            ("GITHUB_EVENT_NAME", "pull_request"),
            ("GITHUB_OUTPUT", output.to_str().unwrap()),
            ("REPORTS", reports.to_str().unwrap()),
            ("BENCHMARKS", "a*\n'b"),
            ("SAID", sentence),
            ("CODE", code),
        ];
        let env = [&usual[..], more].concat();
        let done = step(&["action/gate.sh"], &lab.path("checkout"), program.parent().unwrap(), &env);
        (done.status.code(), String::from_utf8(done.stdout).unwrap() + &String::from_utf8_lossy(&done.stderr))
    };
    for (code, env, expected, level) in [
        ("0", &[][..], 0, "notice"),
        ("1", &[], 1, "error"),
        ("1", &[("FAIL_IF", "nothing")], 0, "warning"),
        ("3", &[], 0, "warning"),
        ("3", &[("UNKNOWN", "error")], 3, "error"),
        ("2", &[], 2, "error"),
    ] {
        let (ended, said) = run(code, env);
        assert_eq!(ended, Some(expected), "{code}: {said}");
        // One line, and between the marks, so that no word of a report is a command to the runner.
        let told = format!("\n::{level} title=Paragone::Since x, 100 %25 of a%25 ::error::it is slower.\n");
        assert!(said.starts_with("::stop-commands::end-") && said.contains(&told), "{code}: {said}");
        let end = said.lines().next().unwrap().replace("::stop-commands::", "");
        assert!(said.find("\n::error::it").unwrap() < said.find(&format!("\n::{end}::\n")).unwrap(), "{said}");
        let outputs = fs::read_to_string(&output).unwrap();
        let start = format!("code={code}\n");
        assert!(outputs.starts_with(&start) && outputs.contains("\nSince x, 100 % of a%"), "{outputs}");
    }
    let asked = || fs::read_to_string(reports.join("asked")).unwrap();
    assert_eq!(asked(), format!("gate --against {base} -- a* 'b\n"));
    run("0", &[("FAIL_IF", "slower undecided"), ("TOTAL", "9s"), ("AGAINST", "HEAD")]);
    assert!(asked().contains(" --total 9s --fail-if slower --fail-if undecided -- "), "{}", asked());
    // What kept it from comparing is shown, where there is nothing else.
    let (_, said) = run("3", &[("SAID", "")]);
    assert!(said.contains("::warning title=Paragone::working"), "{said}");
    assert_eq!(fs::read_to_string(reports.join("report.txt")).unwrap(), "working\n");
    let target = ("GITHUB_EVENT_NAME", "pull_request_target");
    for (env, why) in [
        (&[target, ("AGAINST", "HEAD")][..], "use pull_request"),
        (&[("GITHUB_EVENT_NAME", "push")], "say `against`"),
        (&[("AGAINST", "no-such")], "no revision `no-such`"),
        (&[("FOLDER", "no-such")], "no folder `no-such`"),
        (&[("UNKNOWN", "perhaps")], "not `perhaps`"),
    ] {
        let (ended, said) = run("0", env);
        assert!(ended == Some(2) && said.contains(why), "{why}: {said}");
    }
    let (ended, said) = run("0", &[("GITHUB_EVENT_NAME", "push"), ("BEFORE", "0000000000")]);
    assert!(ended == Some(0) && said.contains("the branch is new"), "{said}");
    // Somebody checked out the change itself, whose parent is not what it is merged into.
    git(&lab.path("checkout"), &["fetch", "--quiet", "origin", "change"]);
    git(&lab.path("checkout"), &["checkout", "--quiet", "FETCH_HEAD"]);
    let (ended, said) = run("0", &[]);
    assert!(ended == Some(2) && said.contains("not the merge of the pull request"), "{said}");
}

#[test]
fn a_shallow_checkout_of_a_pull_request_is_compared_with_its_base() {
    let Some(lab) = repository() else { return };
    merged(&lab, |text| text.replace("//go:noinline", "// A comment.\n//go:noinline"));
    let address = format!("file://{}", lab.path("repository").display());
    git(&lab.path("."), &["clone", "--quiet", "--depth", "1", &address, "checkout"]);
    let programs = lab.path("programs");
    fs::create_dir_all(&programs).unwrap();
    symlink(env!("CARGO_BIN_EXE_paragone"), programs.join("paragone")).unwrap();
    let (reports, summary) = (lab.path("reports"), lab.path("summary"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-cache");
    let env = [
        ("GITHUB_EVENT_NAME", "pull_request"),
        ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap()),
        ("REPORTS", reports.to_str().unwrap()),
        ("GOCACHE", cache.to_str().unwrap()),
    ];
    let done = step(&["action/gate.sh"], &lab.path("checkout"), &programs, &env);
    assert_eq!(done.status.code(), Some(0), "{done:#?}");
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(said.contains("nothing to measure"), "{said}");
    assert!(fs::read_to_string(&summary).unwrap().contains("nothing to measure"));
    let report: Value = serde_json::from_slice(&fs::read(reports.join("report.json")).unwrap()).unwrap();
    assert!(report["run"]["id"].is_string() && reports.join("junit.xml").is_file());
}

struct Request {
    method: String,
    path: String,
    content: Value,
}

/// The address of a server that answers as GitHub does, one request after the other, and what was sent to it.
fn answering(answers: Vec<Value>) -> (String, JoinHandle<Vec<Request>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let serve = move || {
        let mut asked = Vec::new();
        for answer in answers {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream);
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                lines.push(line);
            }
            let length = lines.iter().find_map(|line| {
                line.to_lowercase()
                    .strip_prefix("content-length:")
                    .map(|length| length.trim().parse::<usize>().unwrap())
            });
            let mut content = vec![0; length.unwrap_or(0)];
            reader.read_exact(&mut content).unwrap();
            let mut words = lines[0].split(' ').map(str::to_owned);
            let (method, path) = (words.next().unwrap(), words.next().unwrap());
            asked.push(Request { method, path, content: serde_json::from_slice(&content).unwrap_or_default() });
            let text = answer.to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                text.len()
            );
            reader.into_inner().write_all((head + &text).as_bytes()).unwrap();
        }
        asked
    };
    (address, std::thread::spawn(serve))
}

const SHA: &str = "0123456789012345678901234567890123456789";

fn commented(report: &Path, address: &str) -> Output {
    let env = [
        ("GITHUB_API_URL", address),
        ("TOKEN", "secret"),
        ("REPOSITORY", "ours/project"),
        ("AUTHOR", "us[bot]"),
        ("HEAD_REPOSITORY", "somebody/fork"),
        ("HEAD_BRANCH", "a&b=c/../d"),
        ("HEAD_SHA", SHA),
    ];
    let folder = report.parent().unwrap();
    step(&["action/comment/comment.py", report.to_str().unwrap()], folder, folder, &env)
}

#[test]
fn a_report_of_a_stranger_is_shown_as_text_alone() {
    let lab = Lab::new();
    let hostile = "Since main: none slower.\n`````\n</details><img src=x onerror=a>@everyone [x](https://example.org)\n\
                   ```` ~~~~\n<!-- paragone gate -->\u{202e}\u{200b}\u{7}\u{1b}[31m ../../etc/passwd\r\n";
    let report = lab.write("report.txt", &(hostile.to_owned() + &"`".repeat(60_000) + &"\na long line".repeat(10_000)));
    let pull = |number: u32, sha: &str, repository: &str| json!({"number": number, "head": {"sha": sha, "repo": {"full_name": repository}}});
    let pulls =
        json!([pull(6, "another", "somebody/fork"), pull(7, SHA, "somebody/fork"), pull(8, SHA, "somebody/else")]);
    // Anybody may write our mark.
    let by_a_user = json!([{"id": 1, "body": "<!-- paragone gate -->", "user": {"login": "another[bot]"}}]);
    let made = json!({"html_url": "https://example.org/7"});
    let (address, served) = answering(vec![pulls.clone(), by_a_user, made.clone()]);
    let done = commented(&report, &address);
    assert_eq!((done.status.code(), &done.stdout[..]), (Some(0), &b"https://example.org/7\n"[..]), "{done:#?}");
    let asked = served.join().unwrap();
    assert_eq!(asked[0].path, "/repos/ours/project/pulls?state=open&head=somebody%3Aa%26b%3Dc%2F..%2Fd");
    assert_eq!((asked[2].method.as_str(), asked[2].path.as_str()), ("POST", "/repos/ours/project/issues/7/comments"));
    let body = asked[2].content["body"].as_str().unwrap();
    let fence = "`".repeat(100);
    let inner = body
        .strip_prefix(&format!("<!-- paragone gate -->\n### Paragone\n\n{fence}text\n"))
        .unwrap_or_else(|| panic!("{body}"));
    let inner = inner.strip_suffix(&format!("\n{fence}\n")).unwrap_or_else(|| panic!("{body}"));
    assert!(!inner.contains(&fence) && inner.contains("@everyone") && inner.contains("cut here"), "{body}");
    assert!(body.chars().count() < 65_536 && !body.contains(|one: char| one != '\n' && one.is_control()));
    assert!(!body.contains(['\u{202e}', '\u{200b}']));

    // The second time it is our own comment that is rewritten.
    let ours = json!([{"id": 5, "body": "<!-- paragone gate -->\nold", "user": {"login": "us[bot]"}}]);
    let (address, served) = answering(vec![pulls.clone(), ours, made]);
    assert_eq!(commented(&report, &address).status.code(), Some(0));
    let asked = served.join().unwrap();
    assert_eq!((asked[2].method.as_str(), asked[2].path.as_str()), ("PATCH", "/repos/ours/project/issues/comments/5"));
}

#[test]
fn what_is_no_report_of_that_commit_is_not_shown() {
    let lab = Lab::new();
    let report = lab.write("report.txt", "Since main: none slower.\n");
    let of = |sha: &str| json!({"number": 7, "head": {"sha": sha, "repo": {"full_name": "somebody/fork"}}});
    // One of a later commit, two of the same into different branches, and one whose fork is gone.
    for pulls in
        [json!([of("moved on")]), json!([of(SHA), of(SHA)]), json!([{"number": 7, "head": {"sha": SHA, "repo": null}}])]
    {
        let (address, served) = answering(vec![pulls]);
        let done = commented(&report, &address);
        assert!(String::from_utf8_lossy(&done.stdout).contains("nothing to comment on"), "{done:#?}");
        assert_eq!((done.status.code(), served.join().unwrap().len()), (Some(0), 1));
    }
    let link = lab.path("link.txt");
    symlink("/etc/passwd", &link).unwrap();
    for path in [link, lab.path("absent.txt"), lab.path(".")] {
        let done = commented(&path, "http://127.0.0.1:1");
        assert_eq!(done.status.code(), Some(2), "{done:#?}");
    }
    assert_eq!(commented(&report, "http://127.0.0.1:1").status.code(), Some(3), "nobody answers");
}
