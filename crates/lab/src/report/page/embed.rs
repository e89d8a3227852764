//! What goes into a page as a script, a style or data: it ends where it should, and nothing else may run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// JSON within a `script` element: no letter of it can end that element or begin a comment in it.
///
/// Between quotes `\u003c` is the same as `<`, and JSON has `<` nowhere else (HTML Standard, 4.12.1.3).
pub(super) fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A script's source as a content security policy names it: `'sha256-…'`.
pub(super) fn source(script: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
}

/// What a page with these scripts may do: run them, have styles and pictures of its own, and nothing more.
pub(super) fn policy(scripts: &[&str]) -> String {
    let sources: Vec<String> = scripts.iter().map(|script| source(script)).collect();
    format!(
        "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'",
        sources.join(" ")
    )
}

/// What a page without any script may load: nothing but its own style.
pub(super) const SCRIPTLESS: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let json = serde_json::to_string("</script><script>alert(1)</script><!-- &amp;").unwrap();
        let safe = harmless(&json);
        assert!(!safe.contains(['<', '>', '&']), "{safe}");
        let back: String = serde_json::from_str(&safe).unwrap();
        assert_eq!(back, "</script><script>alert(1)</script><!-- &amp;");
    }

    #[test]
    fn a_script_is_named_by_its_digest() {
        // As in the W3C's Content Security Policy Level 2, 7.17.
        assert_eq!(source("alert('Hello, world.');"), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
        assert!(policy(&["a"]).starts_with("default-src 'none'; script-src 'sha256-"));
    }
}
