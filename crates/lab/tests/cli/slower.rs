//! `compare --fail-if-slower`, on runs whose times are known by construction: a check that had nothing to look at has
//! not passed.

use paragone::model::{Fault, Mode, When};

use crate::lab::{Lab, Said};
use crate::made_up::MadeUp;

fn asked(lab: &Lab, ids: &[&str]) -> Said {
    lab.run(&[&["compare"], ids, &["--fail-if-slower"]].concat())
}

#[test]
fn what_is_slower_fails_and_what_is_not_passes() {
    let lab = Lab::with_builds();
    let [old, slow] =
        [("old", 3000), ("new", 3600)].map(|(code, one_ns)| MadeUp { code, one_ns, ..MadeUp::new() }.keep(&lab));
    let said = asked(&lab, &[&old, &slow]);
    assert!(said.code == Some(1) && said.err.is_empty(), "{said:#?}");
    assert!(said.out.contains("x as long, ") && said.out.contains("c.one"), "{said:#?}");
    let said = asked(&lab, &[&slow, &old]);
    assert!(said.code == Some(0) && said.err.is_empty(), "{said:#?}");
    // The same program, slower by chance of its layout.
    let again = MadeUp { one_ns: 3600, ..MadeUp::new() }.keep(&lab);
    assert_eq!(asked(&lab, &[&old, &again]).code, Some(0));
}

#[test]
fn nothing_to_compare_is_no_answer() {
    let lab = Lab::with_builds();
    let here = MadeUp::new().keep(&lab);
    let mut elsewhere = MadeUp::new();
    elsewhere.machine.fingerprint = "other".into();
    let elsewhere = elsewhere.keep(&lab);
    let other = MadeUp { benchmark: "down", ..MadeUp::new() }.keep(&lab);
    for ids in [[here.as_str(), &elsewhere], [here.as_str(), &other]] {
        let said = asked(&lab, &ids);
        assert_eq!(said.code, Some(3), "{said:#?}");
        assert!(said.err.contains("whether anything became slower is not known") && said.err.contains(ids[1]));
        assert!(lab.run(&[&["compare"], &ids[..]].concat()).code == Some(0));
    }
    let later = MadeUp { code: "new", ..MadeUp::new() }.keep(&lab);
    assert_eq!(asked(&lab, &[&here, &later]).code, Some(0));
    // Two that are compared do not speak for the third.
    let said = asked(&lab, &[&here, &later, &elsewhere]);
    assert!(said.code == Some(3) && said.err.contains(&elsewhere) && !said.err.contains(&later), "{said:#?}");
    let said = lab.run(&["compare", &here, &later, "--sizes", "65", "--fail-if-slower"]);
    assert_eq!(said.code, Some(3), "{said:#?}");
}

#[test]
fn one_launch_each_of_changed_code_is_no_answer() {
    let lab = Lab::with_builds();
    let [old, new] = ["old", "new"].map(|code| MadeUp { code, mode: Mode::Quick, ..MadeUp::new() }.keep(&lab));
    let said = asked(&lab, &[&old, &new]);
    assert!(said.code == Some(3) && said.err.contains("without `--quick`"), "{said:#?}");
}

#[test]
fn what_fails_or_lies_now_is_named_and_fails() {
    let lab = Lab::with_builds();
    let well = MadeUp::new().keep(&lab);
    let wrong = Fault::Wrong {
        when: When::Asked,
        input: "64 B".into(),
        expected: "00".into(),
        got: "01".into(),
        first_difference: 0,
    };
    let died = Fault::Died { how: "signal 11".into(), stderr: String::new() };
    for (fault, verdict, words) in [(wrong, "wrong", "answers wrongly"), (died, "failed", "fails")] {
        let ill = MadeUp { fault: Some(fault), ..MadeUp::new() }.keep(&lab);
        let said = asked(&lab, &[&well, &ill]);
        assert!(said.code == Some(1) && said.err.contains(&format!("made/up/c.one {words} in {ill}")), "{said:#?}");
        assert!(said.out.contains(&format!("c.one has a time in {well} at 64 B, and has none in {ill}")), "{said:#?}");
        let found = lab.json(&["compare", &well, &ill, "--json"]);
        let lost = found["missing"].as_array().unwrap();
        assert!(lost.len() == 1 && lost[0]["verdict"]["verdict"] == verdict, "{lost:#?}");
        // Who has been mended is not lost, and whom nobody asked about neither.
        assert_eq!(asked(&lab, &[&ill, &well]).code, Some(0));
        assert_eq!(
            lab.json(&["compare", &well, &ill, "--sizes", "65", "--json"])["missing"].as_array().unwrap().len(),
            0
        );
    }
}
