//! `paragone conform`: for authors of drivers, with a driver that is right and some that are not.

use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

/// The C SDK's conformance driver.
fn driver(lab: &Lab) -> String {
    let (sdk, program) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c"), lab.path("driver"));
    let mut cc = Command::new("cc");
    cc.arg(sdk.join("paragone.c")).arg(sdk.join("examples/conformance.c")).arg("-o").arg(&program);
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
    let said = lab.run(&["conform", "--only", "01", "sh", "-c", "echo paragone 2"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(
        said.out.starts_with("01-hello:3: expected `paragone 1`, but the driver said `paragone 2`"),
        "{}",
        said.out
    );
    assert!(said.out.contains("0 of 1 conversations held"), "{}", said.out);
    let said = lab.run(&["conform", "--only", "01", "./no-such-driver"]);
    assert!(said.code == Some(1) && said.out.contains("failed to start `./no-such-driver`"), "{said:#?}");
}

#[test]
fn conversations_are_shown_with_their_lines() {
    let lab = Lab::new();
    let out = lab.out(&["conform", "--show", "01"]);
    assert!(out.starts_with("01-hello\n   1  # ") && out.contains("\n   2  lab > paragone 1\n"), "{out}");
    assert!(lab.fails(2, &["conform", "--show", "99"]).contains("no conversation has `99` in its name"));
    assert!(lab.fails(2, &["conform"]).contains("<COMMAND>"));
}
