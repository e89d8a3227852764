//! `paragone conform`: for authors of drivers, with a driver that is right, an old one, and some that are wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

/// The C SDK's conformance driver.
fn driver(lab: &Lab) -> String {
    driver_with(lab, "driver", "", "")
}

/// The same, with something else in place of a piece of the SDK.
fn driver_with(lab: &Lab, name: &str, piece: &str, instead: &str) -> String {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c");
    let (text, source, program) =
        (fs::read_to_string(sdk.join("paragone.c")).unwrap(), lab.path("paragone.c"), lab.path(name));
    assert!(text.contains(piece), "the SDK has no `{piece}`");
    fs::write(&source, text.replacen(piece, instead, 1)).unwrap();
    let mut cc = Command::new("cc");
    cc.arg("-I").arg(&sdk).arg(source).arg(sdk.join("examples/conformance.c")).arg("-o").arg(&program);
    assert!(cc.status().unwrap().success());
    program.display().to_string()
}

#[test]
fn a_driver_that_is_right_holds_every_conversation() {
    let lab = Lab::new();
    let out = lab.out(&["conform", &driver(&lab)]);
    assert!(out.starts_with("01-hello: held\n") && out.ends_with("conversations held\n"), "{out}");
    assert_eq!(out.lines().filter(|line| line.ends_with(": held")).count() + 1, out.lines().count(), "{out}");
    let out = lab.out(&["conform", "--only", "03", "--", &driver(&lab)]);
    assert_eq!(out, "03-many-samples: held\n1 of 1 conversations held\n");
}

#[test]
fn the_first_line_that_differs_is_told() {
    let lab = Lab::new();
    let said = lab.run(&["conform", "--only", "01", "sh", "-c", "echo paragone 3"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(
        said.out.starts_with("01-hello:5: expected `paragone 2`, but the driver said `paragone 3`"),
        "{}",
        said.out
    );
    assert!(said.out.contains("0 of 1 conversations held"), "{}", said.out);
    let said = lab.run(&["conform", "--only", "01", "./no-such-driver"]);
    assert!(said.code == Some(1) && said.out.contains("failed to start `./no-such-driver`"), "{said:#?}");
}

/// A driver that has never heard of version 2: Paragone's first words come to it as those of a lab of version 1.
#[test]
fn a_driver_of_version_1_is_held_to_the_conversations_of_version_1() {
    let lab = Lab::new();
    let script = "pipe=$(mktemp -u) && mkfifo \"$pipe\" && exec 3<&0\n\
        { exec 2>&-; read -r first; case $first in 'paragone '[23]) first='paragone 1' ;; esac; echo \"$first\"; exec cat; } \\\n\
        <&3 >\"$pipe\" &\n\
        exec 4<\"$pipe\" 3<&-; rm \"$pipe\"; exec \"$0\" <&4 4<&-\n";
    let old = ["sh", "-c", script, &driver(&lab)];
    let said = lab.run(&[&["conform"], old.as_slice()].concat());
    assert_eq!(said.code, Some(0), "{said:#?}");
    let held = said.out.as_str();
    assert!(held.starts_with("02-one-sample: held\n") && !held.contains("41-long-audit: held"), "{held}");
    for name in ["07-last", "15-newer-lab", "16-older-lab", "26-prepare-again", "34-lab-of-version-1"] {
        assert!(held.contains(&format!("\n{name}: held\n")), "{name} in {held}");
    }
    let why = "left out, since it needs version 2 of the protocol, and the driver speaks 1\n";
    assert!(held.contains(&format!("\n01-hello: {why}35-audit: {why}36-audit-resets: {why}")), "{held}");
    assert!(held.ends_with("\n33 of 33 conversations held\n"), "{held}");
    // What it could not be asked is no good news.
    let said = lab.run(&[&["conform", "--only", "35"], old.as_slice()].concat());
    assert!(said.code == Some(1) && said.out.ends_with("0 of 0 conversations held\n"), "{said:#?}");
}

#[test]
fn a_wrong_audit_fails_a_conversation() {
    let lab = Lab::new();
    let length = "crc = folded(crc, length, sizeof length);\n";
    let bytes = "crc = folded(crc, (const unsigned char *)paragone_last.bytes, paragone_last.length);\n";
    let both = format!("        {length}        {bytes}");
    let call = "call_untimed(cell.input_count ? cell.inputs[next] : none);";
    let reset = "if (cell.job->reset) cell.job->reset(cell.state, input.bytes, input.length);\n";
    let wrong = [
        ("no-lengths", length, String::new(), "35-audit:"),
        ("lengths-last", both.as_str(), format!("{bytes}{length}"), "35-audit:"),
        ("no-rotation", call, call.replace("[next]", "[0]"), "35-audit:"),
        ("backwards", call, call.replace("[next]", "[cell.input_count - 1 - next]"), "35-audit:"),
        ("no-reset", reset, format!("if (!strcmp(line, \"answer\")) {reset}"), "36-audit-resets:"),
        (
            "one-call-more",
            call,
            call.replace("call_untimed", "if (!i) call_untimed(none);\ncall_untimed"),
            "40-audit-counts:",
        ),
        (
            "last-stays",
            "    timed = 0; /*",
            "    timed = !strcmp(line, \"audit\") && timed; /*".to_owned(),
            "38-audit-and-last:",
        ),
    ];
    for (name, piece, instead, conversation) in wrong {
        let driver = driver_with(&lab, name, piece, &instead);
        let said = lab.run(&["conform", &driver]);
        let faults: Vec<&str> = said.out.lines().filter(|line| line.contains(": expected ")).collect();
        assert!(said.code == Some(1) && faults.iter().any(|line| line.starts_with(conversation)), "{name}: {said:#?}");
        assert!(faults.iter().all(|line| line.contains("audit")), "{name}: {faults:?}");
    }
}

#[test]
fn conversations_are_shown_with_their_lines() {
    let lab = Lab::new();
    let out = lab.out(&["conform", "--show", "01"]);
    assert!(out.starts_with("01-hello\n   1  # ") && out.contains("\n   4  lab > paragone 2\n"), "{out}");
    assert!(lab.fails(2, &["conform", "--show", "99"]).contains("no conversation has `99` in its name"));
    assert!(lab.fails(2, &["conform"]).contains("<COMMAND>"));
}
