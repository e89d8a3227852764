//! Drivers made for another processor and run under an emulator: right answers, and times that mean nothing.

use crate::lab::Lab;

/// Both come with the packages that `.ci/run` installs.
const NEEDED: [&str; 2] = ["aarch64-linux-gnu-gcc", "qemu-aarch64"];

/// Whether there is an emulator and a compiler for it; where every language is demanded, they are too.
fn can_emulate() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let absent: Vec<_> =
        NEEDED.iter().filter(|name| !folders.iter().any(|folder| folder.join(name).exists())).collect();
    assert!(
        absent.is_empty() || std::env::var_os("PARAGONE_ALL_LANGUAGES").is_none(),
        "{absent:?} are not on PATH; install gcc-aarch64-linux-gnu and qemu-user"
    );
    absent.is_empty() && cfg!(target_os = "linux")
}

#[test]
fn answers_are_checked_on_the_emulated_processor() {
    if !can_emulate() {
        return;
    }
    let lab = Lab::new();
    let said = lab.run(&["verify", "tiny/sum", "--emulate", "aarch64", "--implementations", "c.*"]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.contains("tiny/sum/c.once") && said.out.contains("answers, all right"), "{}", said.out);
    assert!(said.out.contains("emulated aarch64: times mean nothing there, answers do"), "{}", said.out);
}

#[test]
fn a_report_says_that_its_times_mean_nothing() {
    if !can_emulate() {
        return;
    }
    let lab = Lab::new();
    let words =
        ["run", "tiny/sum", "--emulate", "aarch64", "-i", "c.*", "--quick", "--budget", "200ms", "--sizes", "7"];
    let said = lab.run(&words);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.contains("Emulated: times mean nothing"), "{}", said.out);
    assert!(said.out.contains("emulated aarch64: times mean nothing"), "{}", said.out);
    assert!(!said.out.contains("fastest at") && !said.out.contains("cycles/byte"), "{}", said.out);
    let report = lab.json(&["report", "--json"]);
    assert_eq!(report["machine"]["emulated"], "aarch64");
    // Nothing of the emulator is taken for the program's.
    let comparison = &report["findings"]["contests"][0]["comparisons"][0];
    assert_eq!(comparison["rows"][0]["resources"], serde_json::json!({}), "{comparison:#}");
    let caveats = &comparison["caveats"];
    assert!(caveats.to_string().contains("\"emulated\""), "{caveats:#}");
}

#[test]
fn what_cannot_be_emulated_is_said() {
    let lab = Lab::new();
    let said = lab.run(&["verify", "tiny/sum", "--emulate", "vax"]);
    assert_eq!(said.code, Some(2), "{said:#?}");
    assert!(said.err.contains("no processor `vax` can be emulated; there is aarch64"), "{}", said.err);
}
