//! Commands that are asked for something short, a version or a path, to what they print.

use std::process::{Command, Stdio};

/// What a command prints: its standard output, or its standard error where that is all there is.
pub(crate) fn printed(command: &[String]) -> Result<String, String> {
    let shown = command.join(" ");
    let (program, words) = command.split_first().ok_or("a command without a word")?;
    let output = Command::new(program).args(words).stdin(Stdio::null()).output();
    let output = output.map_err(|err| format!("failed to run `{shown}`: {err}"))?;
    if !output.status.success() {
        return Err(format!("`{shown}` failed ({}): {}", output.status, last_line(&output.stderr)));
    }
    // Some runtimes, Java's among them, print their version on standard error.
    let text = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    Ok(String::from_utf8_lossy(text).into_owned())
}

/// The first line of it that says something.
pub(crate) fn first_line(command: &[String]) -> Result<String, String> {
    let text = printed(command)?;
    Ok(text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("(no version)").to_owned())
}

fn last_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().last().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_says_something_or_the_reason_why_not() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        assert_eq!(first_line(&words("printf \\nparagone\\nnext")).unwrap(), "paragone");
        assert!(first_line(&words("no-such-compiler")).unwrap_err().contains("no-such-compiler"));
        assert!(first_line(&words("false")).unwrap_err().contains("failed"));
        assert!(printed(&[]).is_err());
    }
}
