//! Sentences broken into lines of a width; text from outside made safe to print.

/// Without control characters: what a driver printed must not move the cursor of whoever reads it.
pub fn clean(text: &str) -> String {
    let visible = |letter: char| match letter {
        '\n' | '\t' | '\r' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    };
    text.chars().map(visible).collect()
}

/// A space that no line may end at.
const GLUE: char = '\u{a0}';

/// As many words a line as fit, the first line after `first`, the others after as many spaces.
///
/// A word is never broken: a path that is cut cannot be copied.
pub fn wrap(first: &str, text: &str, width: usize) -> String {
    let indent = first.chars().count();
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut used = indent;
    // A number and its per cent sign belong together.
    let text = text.replace(" %", &format!("{GLUE}%"));
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if used > indent && used + 1 + length > width {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent);
            used = indent;
        }
        if used > indent {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines.push(line.trim_end().to_owned());
    lines.join("\n").replace(GLUE, " ")
}

/// Pieces behind each other, each kept on one line unless it is a sentence itself.
pub fn wrap_pieces(first: &str, pieces: &[String], between: &str, width: usize) -> String {
    let glued = |piece: &String| {
        if piece.chars().count() <= 30 { piece.replace(' ', &GLUE.to_string()) } else { piece.clone() }
    };
    wrap(first, &pieces.iter().map(glued).collect::<Vec<_>>().join(between), width)
}

/// At most `most` characters, the end replaced by `ellipsis` where some had to go.
pub fn cut(text: &str, most: usize, ellipsis: &str) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(ellipsis.chars().count())).collect();
    format!("{}{ellipsis}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hang_below_their_label() {
        assert_eq!(wrap("run  ", "one two three four", 14), "run  one two\n     three\n     four");
        assert_eq!(wrap("", "a/very/long/path stays whole", 8), "a/very/long/path\nstays\nwhole");
        assert_eq!(wrap("- ", "", 8), "-");
    }

    #[test]
    fn pieces_stay_whole() {
        let pieces = ["5 launches".to_owned(), "40 blocks".to_owned()];
        assert_eq!(wrap_pieces("run ", &pieces, "; ", 18), "run 5 launches;\n    40 blocks");
    }

    #[test]
    fn escape_sequences_lose_their_power() {
        assert_eq!(clean("a\u{1b}[2Jb\nc"), "a\u{fffd}[2Jb c");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("segmentation fault", 12, "..."), "segmentat...");
        assert_eq!(cut("short", 12, "..."), "short");
    }
}
