//! Instructions on an emulated processor, of programs that fork and of those that do not.

use paragone::meter::simulated;
use paragone::model::Unknown;

use crate::busy::{Busy, program};

/// The total of a program under valgrind that does as it is told; nothing where there is no valgrind.
fn emulated(argv: &[&str], lines: &[&str]) -> Option<Result<f64, Unknown>> {
    let valgrind = match simulated::installed(std::env::var_os("PATH").as_deref()) {
        Ok(valgrind) => valgrind,
        Err(unknown) => {
            println!("skipped: {}: {:?}", unknown.why, unknown.remedy);
            return None;
        }
    };
    let folder = tempfile::Builder::new().prefix("100 %").tempdir().unwrap();
    let argv: Vec<String> = argv.iter().map(|arg| arg.to_string()).collect();
    let mut busy = Busy::under(&simulated::wrap(&valgrind, &argv, folder.path()));
    lines.iter().for_each(|line| busy.does(line));
    busy.ends();
    Some(simulated::total(folder.path()))
}

#[test]
fn emulated_instructions_are_the_same_each_time() {
    let program = program().display().to_string();
    let total = |steps: u64| Some(emulated(&[&program], &[&format!("count {steps}")])?.unwrap());
    let (Some(once), Some(again), Some(twice)) = (total(1000), total(1000), total(2000)) else { return };
    assert_eq!(once, again);
    let step = simulated::per_call(once, twice, 1000).unwrap();
    assert!((2.0..10.0).contains(&step), "{step}");
}

#[test]
fn emulated_instructions_of_forks_are_unknown_and_those_of_what_a_script_turns_into_are_not() {
    let program = program().display().to_string();
    let Some(forked) = emulated(&[&program], &["fork 1", "count 1000"]) else { return };
    assert!(forked.unwrap_err().why.contains("other processes"));
    let through = |script: &str| emulated(&["/bin/sh", "-c", script, &program], &["count 1000"]).unwrap();
    assert!(through(r#""$0"; true"#).unwrap_err().why.contains("other processes"));
    let alone = emulated(&[&program], &["count 1000"]).unwrap().unwrap();
    // The shell leaves a variable more in the environment, which the program's start goes through.
    let turned = through(r#"exec "$0""#).unwrap();
    assert!((turned / alone - 1.0).abs() < 0.02, "{turned} and {alone}");
}
