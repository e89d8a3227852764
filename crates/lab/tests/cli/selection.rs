//! What a selection means, and what is said where it means nothing.

use crate::lab::Lab;

#[test]
fn a_slip_is_answered_by_what_was_meant() {
    let lab = Lab::new();
    for command in ["list", "build", "verify", "run"] {
        for (typed, meant) in
            [("tinny", "did you mean `tiny`"), ("tiny/summ", "`tiny/sum`"), ("tiny/sum/c.onse", "`tiny/sum/c.once`")]
        {
            let err = lab.fails(2, &[command, typed]);
            assert!(err.contains(&format!("`{typed}`")) && err.contains(meant), "{command} {typed}: {err}");
        }
    }
}

#[test]
fn a_choice_of_nobody_is_told() {
    let lab = Lab::new();
    let err = lab.fails(2, &["run", "tiny", "--implementations", "go.*"]);
    assert!(err.contains("`go.*`") && err.contains("paragone list"), "{err}");
    let err = lab.fails(2, &["run", "tiny", "--baseline", "c.nobody"]);
    assert!(err.contains("`c.nobody`") && err.contains("paragone list"), "{err}");
    let err = lab.fails(2, &["run", "tiny", "--baseline", "nonsense"]);
    assert!(err.contains("language.name"), "{err}");
    let err = lab.fails(2, &["run", "tiny", "--sizes", "many"]);
    assert!(err.contains("--sizes: `many` is no size"), "{err}");
    let err = lab.fails(2, &["run"]);
    assert!(err.contains("say what to run, such as `paragone run ") && err.contains("tiny"), "{err}");
}
