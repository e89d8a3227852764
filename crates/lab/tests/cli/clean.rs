//! `paragone clean`: builds go, nothing else does.

use crate::lab::Lab;

#[test]
fn builds_are_removed_and_made_again() {
    let lab = Lab::new();
    assert_eq!(lab.out(&["clean"]), "nothing to remove\n");
    lab.out(&["build", "tiny"]);
    let out = lab.out(&["clean", "--dry-run"]);
    assert!(out.starts_with("tiny/c.tiny: ") && out.contains("\nwould remove 1 build, "), "{out}");
    assert!(lab.out(&["build", "tiny"]).contains("tiny/c.tiny: unchanged"));
    let out = lab.out(&["clean"]);
    assert!(out.contains("\nremoved 1 build, "), "{out}");
    assert_eq!(std::fs::read_dir(lab.path("cache/builds")).unwrap().count(), 0);
    assert!(lab.out(&["build", "tiny"]).contains("tiny/c.tiny: built in "));
    lab.out(&["run", "tiny", "--quick", "--rounds", "8", "--quiet"]);
    let out = lab.out(&["clean"]);
    for what in ["empty/c.empty: ", "what counts mallocs: ", "removed 3 builds, "] {
        assert!(out.contains(what), "{out}");
    }
    assert_eq!(std::fs::read_dir(lab.path("cache/preload")).ok().map(Iterator::count), None);
}

#[test]
fn a_selection_spares_the_others() {
    let lab = Lab::new();
    lab.out(&["build", "tiny"]);
    lab.run(&["build", "unbuildable"]);
    let out = lab.out(&["clean", "tiny/sum/c.once"]);
    assert!(out.starts_with("tiny/c.tiny: ") && out.ends_with(" KiB\n"), "{out}");
    assert!(lab.out(&["clean", "tiny"]).starts_with("nothing to remove"));
    assert!(lab.out(&["clean", "--dry-run"]).contains("unbuildable/c.tiny: "));
    let err = lab.fails(2, &["clean", "tniy"]);
    assert!(err.contains("`tniy`"), "{err}");
}
