//! What is wrong with a suite's files: where it stands, what it is, and what to do next.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// One mistake in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub file: PathBuf,
    /// Line and column, counted from 1.
    pub line: usize,
    pub column: usize,
    pub text: String,
    /// The line as the file has it, and how many characters the mistake covers.
    excerpt: String,
    width: usize,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file.display(), self.line, self.column, self.text)
    }
}

impl Mistake {
    /// The mistake with its line below, underlined.
    pub fn shown(&self) -> String {
        if self.excerpt.trim().is_empty() {
            return self.to_string();
        }
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        // Tabs are kept, so that the mark stands below what it marks.
        let before = self.excerpt.chars().take(self.column - 1);
        let before: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        format!("{self}\n {number} | {}\n {margin} | {before}{}", self.excerpt, "^".repeat(self.width))
    }

    /// A mistake that no line of a file shows.
    pub fn of_file(file: &Path, text: String) -> Mistake {
        Mistake { file: file.to_owned(), line: 1, column: 1, text, excerpt: String::new(), width: 1 }
    }
}

/// A file and its text.
#[derive(Debug)]
pub(crate) struct TextSource {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A stretch of a file.
#[derive(Clone, Debug)]
pub(crate) struct TextPlace {
    pub(crate) source: Rc<TextSource>,
    pub(crate) span: Range<usize>,
}

impl TextPlace {
    pub(crate) fn mistake(&self, text: String) -> Mistake {
        let whole = &self.source.text;
        let start = floor(whole, self.span.start);
        let begin = whole[..start].rfind('\n').map_or(0, |end| end + 1);
        let end = whole[start..].find('\n').map_or(whole.len(), |end| start + end);
        let covered = floor(whole, self.span.end.clamp(start, end)).max(start);
        Mistake {
            file: self.source.path.clone(),
            line: whole[..begin].matches('\n').count() + 1,
            column: whole[begin..start].chars().count() + 1,
            text,
            excerpt: whole[begin..end].trim_end().to_owned(),
            width: whole[start..covered].chars().count().max(1),
        }
    }

    /// A whole line, counted from 1.
    pub(crate) fn line(source: &Rc<TextSource>, number: usize) -> TextPlace {
        let start: usize = source.text.split_inclusive('\n').take(number - 1).map(str::len).sum();
        let length = source.text[start..].lines().next().unwrap_or_default().len();
        TextPlace { source: Rc::clone(source), span: start..start + length }
    }
}

/// The nearest place at or before `index` where a character begins.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Spot<T> {
    pub(crate) value: T,
    pub(crate) place: TextPlace,
}

/// Every mistake found so far: reading goes on, so that all are told at once.
#[derive(Debug, Default)]
pub(crate) struct MistakeLedger(RefCell<Vec<Mistake>>);

impl MistakeLedger {
    pub(crate) fn add(&self, place: &TextPlace, text: impl Into<String>) {
        self.push(place.mistake(text.into()));
    }

    pub(crate) fn push(&self, mistake: Mistake) {
        self.0.borrow_mut().push(mistake);
    }

    /// All of them, in the order of the files and their lines.
    pub(crate) fn close(self) -> Vec<Mistake> {
        let mut mistakes = self.0.into_inner();
        mistakes.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        mistakes.dedup();
        mistakes
    }
}

/// `; did you mean …?` where one of the names is close to what was written, else nothing.
pub fn did_you_mean<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = names.into_iter().map(|name| (strsim::damerau_levenshtein(written, name), name));
    let most = |name: &str| (name.chars().count().max(written.chars().count()) / 3).max(1);
    let nearest = near.filter(|(distance, name)| *distance <= most(name)).min();
    nearest.map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The same, or what else to say where none is close.
pub fn did_you_mean_or<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    let near = did_you_mean(written, names);
    if near.is_empty() { otherwise() } else { near }
}

/// `a, b and c`, each in backticks.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_becomes_a_line_and_a_mark() {
        let text = "one\n\tsises = \"é\"\nthree".to_owned();
        let source = Rc::new(TextSource { path: PathBuf::from("x/suite.toml"), text });
        let place = TextPlace { source: Rc::clone(&source), span: 5..10 };
        let mistake = place.mistake("unknown key".to_owned());
        assert_eq!(mistake.to_string(), "x/suite.toml:2:2: unknown key");
        assert_eq!(mistake.shown(), "x/suite.toml:2:2: unknown key\n 2 | \tsises = \"é\"\n   | \t^^^^^");
        // Ends beyond the text and inside a character are taken back to what is there.
        assert_eq!(TextPlace { source: Rc::clone(&source), span: 15..99 }.mistake(String::new()).line, 2);
        assert_eq!(
            TextPlace::line(&source, 3).mistake(String::new()).shown(),
            "x/suite.toml:3:1: \n 3 | three\n   | ^^^^^"
        );
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(did_you_mean("sises", ["title", "sizes"]), "; did you mean `sizes`?");
        assert_eq!(did_you_mean("colour", ["title", "sizes"]), "");
        assert_eq!(listed(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
