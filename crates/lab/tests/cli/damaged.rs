//! Exported runs with some bytes changed, as bad disks and bad people change them: every command says what
//! is wrong or shows a report, and none panics.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use paragone::judge::findings;
use paragone::report::{Ink, ReportParts, json, terminal};
use paragone::store::resolve;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::lab::Lab;

fn exported(lab: &Lab) -> Vec<u8> {
    lab.out(&["run", "tiny", "--quick", "--rounds", "8", "--quiet"]);
    lab.out(&["runs", "export", "latest", "run.sqlite"]);
    fs::read(lab.path("run.sqlite")).unwrap()
}

/// What `paragone report FILE` does, without its process.
fn reported(file: &Path) -> anyhow::Result<usize> {
    let run = resolve(Path::new("nowhere.sqlite"), &file.display().to_string())?.read()?;
    let findings = findings(&run);
    let text = terminal(
        &run,
        &findings,
        ReportParts { percentiles: true, layouts: true, resources: true, curve: true, code: true, places: "" },
        &Ink::PLAIN,
    );
    Ok(text.len() + json(&run, &findings)?.len())
}

/// Where digits stand in the file's texts: the plan, the machine, the events.
fn digits(bytes: &[u8]) -> Vec<usize> {
    let in_text = |at: &usize| {
        let near = &bytes[at.saturating_sub(12)..(at + 12).min(bytes.len())];
        bytes[*at].is_ascii_digit() && near.iter().all(|byte| matches!(byte, b' '..=b'~'))
    };
    (0..bytes.len()).filter(in_text).collect()
}

pub(crate) fn survives(lab: &Lab, bytes: &[u8], told: &str) -> bool {
    let file = lab.path("damaged.sqlite");
    fs::write(&file, bytes).unwrap();
    match catch_unwind(AssertUnwindSafe(|| reported(&file))) {
        Ok(Ok(length)) => length > 0,
        Ok(Err(err)) => {
            let text = format!("{err:#}");
            assert!(text.contains("damaged.sqlite"), "{told}: the file is not named in `{text}`");
            false
        }
        Err(_) => {
            let kept = std::env::temp_dir().join("paragone-damaged.sqlite");
            fs::write(&kept, bytes).unwrap();
            panic!("{told}: a panic; the file is `{}`", kept.display());
        }
    }
}

#[test]
fn any_byte_may_be_wrong() {
    let lab = Lab::new();
    let whole = exported(&lab);
    assert!(survives(&lab, &whole, "nothing changed"));
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut refused = 0;
    for round in 0..600 {
        let mut bytes = whole.clone();
        for _ in 0..1 + dice.next_u64() % 4 {
            let at = (dice.next_u64() % bytes.len() as u64) as usize;
            bytes[at] ^= 1 << (dice.next_u64() % 8);
        }
        refused += usize::from(!survives(&lab, &bytes, &format!("round {round}")));
    }
    for length in (0..whole.len()).step_by(whole.len() / 40) {
        refused += usize::from(!survives(&lab, &whole[..length], &format!("cut at {length}")));
    }
    assert!(refused > 40, "only {refused} were refused");
}

#[test]
fn any_number_in_its_texts_may_be_wrong() {
    let lab = Lab::new();
    let whole = exported(&lab);
    let digits = digits(&whole);
    assert!(digits.len() > 500, "{}", digits.len());
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut shown = 0;
    for round in 0..1200 {
        let mut bytes = whole.clone();
        let at = digits[(dice.next_u64() % digits.len() as u64) as usize];
        bytes[at] = b"0123456789-"[(dice.next_u64() % 11) as usize];
        shown += usize::from(survives(&lab, &bytes, &format!("round {round}, byte {at}")));
    }
    assert!(shown > 100, "only {shown} came to be judged");
}

#[test]
fn the_program_itself_ends_with_an_error() {
    let lab = Lab::new();
    let whole = exported(&lab);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
    for _ in 0..12 {
        let mut bytes = whole.clone();
        for _ in 0..40 {
            let at = (dice.next_u64() % bytes.len() as u64) as usize;
            bytes[at] = dice.next_u64() as u8;
        }
        fs::write(lab.path("damaged.sqlite"), &bytes).unwrap();
        for words in [
            &["report", "damaged.sqlite"][..],
            &["runs", "show", "damaged.sqlite"],
            &["runs", "import", "damaged.sqlite"],
        ] {
            let said = lab.run(words);
            assert!(matches!(said.code, Some(0 | 3)), "{words:?}: {said:#?}");
            assert!(said.code == Some(0) || said.err.contains("damaged.sqlite"), "{words:?}: {}", said.err);
        }
        assert_eq!(fs::read(lab.path("damaged.sqlite")).unwrap(), bytes, "a damaged file is left as it is");
    }
}
