//! `run --against` in the languages that take longest to be built three times.

use crate::revised::only_a_constant_changes_code;

#[test]
fn a_comment_changes_no_code_in_any_language() {
    only_a_constant_changes_code(&["c", "cpp", "go", "java", "python"]);
}
