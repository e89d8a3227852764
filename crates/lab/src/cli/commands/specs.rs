//! From the words of the command line to commands with names: nothing is started, and nothing looked for.

use std::path::{Path, PathBuf};

use crate::cli::args::CommandsArgs;
use crate::cli::exit::Misuse;
use crate::model::{CommandSpec, Cores, Output, SizeFrom};

/// A command with its name in the report.
pub(super) type NamedCommand = (String, CommandSpec);

/// The commands in their order, by name. `axis` is the swept size's name.
pub(super) fn specs(args: &CommandsArgs, folder: &Path, axis: Option<&str>) -> Result<Vec<NamedCommand>, Misuse> {
    let names = names(args)?;
    let is_compared = args.check_output || args.expect.is_some();
    if is_compared && output(&args.output, folder) == Output::Null {
        let text = "--output null leaves nothing to compare; take `memory`, or leave out --check-output and --expect";
        return Err(Misuse(text.to_owned()));
    }
    let mut specs = Vec::new();
    for (index, text) in args.commands.iter().enumerate() {
        let beside = |all: &[String], option: &str| beside(all, option, index, args);
        let spec = CommandSpec {
            words: words(text, args.shell)?,
            idle: if args.shell { ["sh", "-c", ""].map(str::to_owned).to_vec() } else { vec!["true".to_owned()] },
            prepare: beside(&args.prepare, "prepare")?,
            cleanup: beside(&args.cleanup, "cleanup")?,
            input: args.input.as_deref().map(|path| folder.join(path)),
            output: output(&args.output, folder),
            exit_code: (!args.ignore_exit_code).then_some(args.exit_code),
            size_name: axis.unwrap_or("size").to_owned(),
            size_from: SizeFrom::Number,
            folder: folder.to_owned(),
            cores: if args.one_core { Cores::One } else { Cores::All },
            text: text.clone(),
        };
        specs.push((names[index].clone(), spec));
    }
    Ok(specs)
}

/// Refuses a sweep that no command would notice.
pub(super) fn check_sweeps(names: &[String], specs: &[NamedCommand]) -> Result<(), Misuse> {
    for name in names {
        let place = format!("{{{name}}}");
        let used = specs.iter().any(|(_, spec)| {
            [&spec.words, &spec.prepare, &spec.cleanup].into_iter().flatten().any(|word| word.contains(&place))
        });
        if !used {
            return Err(Misuse(format!(
                "--sweep {name}=…: no command has a place for it; write `{place}` where it belongs"
            )));
        }
    }
    Ok(())
}

fn words(text: &str, shell: bool) -> Result<Vec<String>, Misuse> {
    if text.trim().is_empty() {
        return Err(Misuse("a command is empty; write a program and its arguments in quotes".to_owned()));
    }
    if shell {
        return Ok(["sh", "-c", text].map(str::to_owned).to_vec());
    }
    let words = shlex::split(text).ok_or_else(|| Misuse(format!("`{text}`: a quote in it is not closed")))?;
    let for_a_shell =
        |word: &&String| matches!(word.as_str(), "|" | "||" | "&&" | "&" | ";" | ">" | ">>" | "<" | "2>" | "2>&1");
    match words.iter().find(for_a_shell) {
        Some(word) => {
            Err(Misuse(format!("`{text}`: `{word}` means something to a shell alone; add --shell, or quote it twice")))
        }
        None if words.is_empty() => Err(Misuse(format!("`{text}` has no words; write a program and its arguments"))),
        None => Ok(words),
    }
}

/// One for all commands, or each its own.
fn beside(all: &[String], option: &str, index: usize, args: &CommandsArgs) -> Result<Vec<String>, Misuse> {
    let (given, count) = (all.len(), args.commands.len());
    match all {
        [] => Ok(Vec::new()),
        [one] => words(one, args.shell),
        several if given == count => words(&several[index], args.shell),
        _ => Err(Misuse(format!(
            "--{option} is given {given} times for {count} commands; give it once for all, or once for each"
        ))),
    }
}

fn output(text: &str, folder: &Path) -> Output {
    match text {
        "memory" => Output::Memory,
        "null" | "/dev/null" => Output::Null,
        path => Output::File(folder.join(PathBuf::from(path))),
    }
}

/// Given ones, or the programs' own; a number behind those that would be alike.
fn names(args: &CommandsArgs) -> Result<Vec<String>, Misuse> {
    let (given, count) = (args.names.len(), args.commands.len());
    if given > 0 && given != count {
        return Err(Misuse(format!("--name is given {given} times for {count} commands; name all of them, or none")));
    }
    let programs = || args.commands.iter().map(|text| program_of(text)).collect();
    let texts: Vec<String> = if given > 0 { args.names.clone() } else { programs() };
    let mut names: Vec<String> = Vec::new();
    for text in texts {
        let name = as_name(&text);
        let another = |number: &usize| if *number == 1 { name.clone() } else { format!("{name}-{number}") };
        names.extend((1..).map(|number| another(&number)).find(|name| !names.contains(name)));
    }
    Ok(names)
}

fn program_of(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    Path::new(first).file_name().map_or_else(|| first.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Letters that an id may have, whatever was typed; the legend shows the command itself.
fn as_name(text: &str) -> String {
    let plain = |letter: char| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() || matches!(letter, '_' | '+' | '-') => letter,
        _ => '-',
    };
    let name: String = text.chars().map(plain).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "command".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(commands: &[&str]) -> CommandsArgs {
        CommandsArgs {
            commands: commands.iter().map(|&text| text.to_owned()).collect(),
            output: "memory".to_owned(),
            ..CommandsArgs::default()
        }
    }

    fn found(args: &CommandsArgs) -> Result<Vec<(String, CommandSpec)>, String> {
        specs(args, Path::new("/here"), None).map_err(|err| err.to_string())
    }

    #[test]
    fn words_are_split_without_a_shell() {
        let specs = found(&typed(&["grep -c 'two words' \"$HOME\"", "/usr/bin/grep x", "GREP.sh"])).unwrap();
        assert_eq!(specs[0].1.words, ["grep", "-c", "two words", "$HOME"]);
        let names: Vec<&str> = specs.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["grep", "grep-2", "grep-sh"]);
        let mut args = typed(&["echo * | wc"]);
        assert!(found(&args).unwrap_err().contains("add --shell"));
        args.shell = true;
        assert_eq!(found(&args).unwrap()[0].1.words, ["sh", "-c", "echo * | wc"]);
        assert!(found(&typed(&["echo 'x"])).unwrap_err().contains("not closed"));
        assert!(found(&typed(&[" "])).unwrap_err().contains("is empty"));
    }

    #[test]
    fn what_is_given_for_each_must_be_given_for_all() {
        let mut args = typed(&["a", "b"]);
        args.prepare = vec!["one x".to_owned()];
        args.cleanup = vec!["two".to_owned(), "three".to_owned()];
        let specs = found(&args).unwrap();
        assert_eq!(
            (&specs[1].1.prepare[..], &specs[1].1.cleanup[..]),
            (&["one".to_owned(), "x".to_owned()][..], &["three".to_owned()][..])
        );
        args.names = vec!["only".to_owned()];
        assert!(found(&args).unwrap_err().contains("--name is given 1 times for 2 commands"));
        args.names = vec!["Old Build".to_owned(), "é".to_owned()];
        let names: Vec<String> = found(&args).unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["old-build", "command"]);
    }

    #[test]
    fn what_is_thrown_away_cannot_be_compared() {
        let thrown_away = |output: &str, check_output: bool, expect: Option<PathBuf>| {
            found(&CommandsArgs { output: output.to_owned(), check_output, expect, ..typed(&["a"]) })
        };
        assert!(thrown_away("null", true, None).unwrap_err().contains("nothing to compare"));
        assert!(thrown_away("/dev/null", false, Some("right".into())).unwrap_err().contains("nothing to compare"));
        assert!(thrown_away("null", false, None).is_ok());
        assert!(thrown_away("memory", true, None).is_ok());
    }

    #[test]
    fn a_sweep_must_be_of_use() {
        let specs = found(&typed(&["prog {n}"])).unwrap();
        assert!(check_sweeps(&["n".to_owned()], &specs).is_ok());
        assert!(check_sweeps(&["m".to_owned()], &specs).unwrap_err().to_string().contains("`{m}`"));
    }
}
