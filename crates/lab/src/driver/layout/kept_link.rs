//! Paragone as a linker, within a build: the linker's arguments in, a folder out in which they and the files that they
//! name are kept, so that the same link can be made again; then the real linker does what it was asked.
//!
//! It knows words of a linker's command line, and neither the program nor its language.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use serde::{Deserialize, Serialize};

/// Paragone's first word where it is to keep a link; then where to, how many words the real linker's command has, that
/// command, and what it was given.
pub const WORD: &str = "__link";

/// Where the build says that the link is to be kept.
pub(in crate::driver) const KEPT: &str = "PARAGONE_KEPT_LINK";

/// The folder for that, within that of the build.
pub(in crate::driver) const LINK: &str = "link";

const RECORD: &str = "record.json";
const FILES: &str = "files";

/// Thin archives only name their members.
const THIN: &[u8] = b"!<thin>\n";

/// A link that can be made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptLink {
    /// Where the linker ran.
    folder: PathBuf,
    words: Vec<String>,
    /// Which of the words is the file that comes out.
    output: usize,
}

impl KeptLink {
    pub(super) fn read(kept: &Path) -> io::Result<KeptLink> {
        Ok(serde_json::from_slice(&fs::read(kept.join(RECORD))?)?)
    }

    /// What the build's own link made.
    pub(super) fn made(&self) -> PathBuf {
        self.folder.join(&self.words[self.output])
    }

    /// The command that links once more, into another file and with further words.
    pub(super) fn again(&self, linker: &[String], into: &Path, more: &[String]) -> Command {
        let mut command = Command::new(&linker[0]);
        command.args(&linker[1..]).args(&self.words[..self.output]).arg(into).args(&self.words[self.output + 1..]);
        command.args(more).current_dir(&self.folder);
        command
    }
}

/// Keeps the link, and lets it be made; `arguments` are those after [`WORD`]. Gives the exit code.
pub fn keep(arguments: &[OsString]) -> u8 {
    let failed = |text: String| {
        eprintln!("paragone: {text}");
        1
    };
    let text: Option<Vec<String>> = arguments.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    let Some(text) = text else { return failed("the linker was given words that are no Unicode text".to_owned()) };
    let parts = text.split_first().and_then(|(count, rest)| rest.split_at_checked(count.parse().ok()?));
    let Some((linker, words)) = parts.filter(|(linker, _)| !linker.is_empty()) else {
        return failed(format!("`{WORD}` is for Paragone's own use"));
    };
    let Some(kept) = std::env::var_os(KEPT) else { return failed(format!("{KEPT} does not say where a link is kept")) };
    if let Err(err) = keep_in(Path::new(&kept), words) {
        return failed(format!("failed to keep a link in `{}`: {err}", Path::new(&kept).display()));
    }
    let err = Command::new(&linker[0]).args(&linker[1..]).args(words).exec();
    failed(format!("failed to start the linker `{}`: {err}", linker[0]))
}

/// Nothing is kept of a call that makes no file, such as a question for the version.
fn keep_in(kept: &Path, words: &[String]) -> io::Result<()> {
    let words = expanded(words)?;
    let Some(output) = words.iter().position(|word| word == "-o" || word == "--output").map(|place| place + 1) else {
        return Ok(());
    };
    let files = kept.join(FILES);
    fs::remove_dir_all(kept).or_else(|err| if err.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(err) })?;
    fs::create_dir_all(&files)?;
    let mut again = Vec::new();
    for (place, word) in words.iter().enumerate() {
        again.push(if place == output { word.clone() } else { kept_word(word, place, &files)? });
    }
    let record = KeptLink { folder: std::env::current_dir()?, words: again, output };
    fs::write(kept.join(RECORD), serde_json::to_vec_pretty(&record)?)
}

/// What was written into files because it was too much for a command line.
fn expanded(words: &[String]) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for word in words {
        match word.strip_prefix('@').map(Path::new).filter(|path| path.is_file()) {
            Some(path) => all.extend(expanded(&split(&fs::read_to_string(path)?))?),
            None => all.push(word.clone()),
        }
    }
    Ok(all)
}

/// Words as compilers write them into such a file: quotes hold them together, and a backslash takes the next letter as
/// it is.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', _) => word.get_or_insert_default().extend(letters.next()),
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// A word whose file may be gone tomorrow names a copy of it.
fn kept_word(word: &str, place: usize, files: &Path) -> io::Result<String> {
    let (option, path) = match word.split_once('=') {
        // Plug-ins are the compiler's own.
        Some((option, path)) if option.starts_with('-') && !option.starts_with("-plugin") => {
            (format!("{option}="), path)
        }
        _ => (String::new(), word),
    };
    let source = Path::new(path);
    let name = source.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // Shared libraries stay: the program finds them by where they lie, or by their names.
    let stays = path.starts_with('-') || name.ends_with(".so") || name.contains(".so.") || !source.is_file();
    if stays || is_thin(source)? {
        return Ok(word.to_owned());
    }
    let copy = files.join(format!("{place}-{name}"));
    // A second name for the same bytes costs nothing; where that is not allowed they are copied.
    if fs::hard_link(source, &copy).is_err() {
        fs::copy(source, &copy)?;
    }
    Ok(option + &copy.display().to_string())
}

fn is_thin(path: &Path) -> io::Result<bool> {
    let mut head = [0; THIN.len()];
    let read = io::Read::read(&mut fs::File::open(path)?, &mut head)?;
    Ok(&head[..read] == THIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_kept_and_everything_else_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        for (name, text) in [("a.o", "object"), ("list", "symbols"), ("libx.so", "shared"), ("thin.a", "!<thin>\nx")] {
            fs::write(path(name), text).unwrap();
        }
        fs::write(path("more"), format!("\"{}\" -lc --x='a b'\n", path("a.o"))).unwrap();
        let kept = folder.path().join("kept");
        let words = [
            format!("@{}", path("more")),
            "-o".to_owned(),
            path("out"),
            format!("--dynamic-list={}", path("list")),
            path("libx.so"),
            path("thin.a"),
            format!("-plugin-opt={}", path("list")),
        ];
        keep_in(&kept, &words).unwrap();
        fs::remove_file(path("a.o")).unwrap();
        let link = KeptLink::read(&kept).unwrap();
        assert_eq!(link.made(), Path::new(&path("out")));
        assert_eq!(fs::read_to_string(&link.words[0]).unwrap(), "object");
        assert_eq!(link.words[1..4], ["-lc", "--x=a b", "-o"].map(str::to_owned));
        let list = link.words[5].strip_prefix("--dynamic-list=").unwrap();
        assert!(list != path("list") && fs::read_to_string(list).unwrap() == "symbols");
        assert_eq!(link.words[6..], words[4..]);
        let again = link.again(&["ld".to_owned(), "-x".to_owned()], Path::new("/new"), &["-s".to_owned()]);
        let said: Vec<&str> = again.get_args().filter_map(|word| word.to_str()).collect();
        assert_eq!((said[0], said[5], *said.last().unwrap()), ("-x", "/new", "-s"));
        // A question to the linker leaves what was kept alone.
        keep_in(&kept, &["--version".to_owned()]).unwrap();
        assert_eq!(KeptLink::read(&kept).unwrap(), link);
    }

    #[test]
    fn words_in_a_file_are_split_as_compilers_mean_them() {
        assert_eq!(split("a\\ b \"c \\\" d\"\n'' e"), ["a b", "c \" d", "", "e"]);
        assert!(split(" \n").is_empty());
    }
}
