//! A class file of the Java virtual machine in, the same without what tells of lines and names in its source out.
//!
//! The constant pool stays as it is: names of what is taken out are in both versions, or the versions differ.

/// Attributes that a debugger and a stack trace read, and no machine runs.
const PLACES: [&[u8]; 5] =
    [b"LineNumberTable", b"LocalVariableTable", b"LocalVariableTypeTable", b"SourceFile", b"SourceDebugExtension"];

/// `None` where the bytes are no class file.
pub(super) fn without_places(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = ClassReader { bytes, at: 0, kept: Vec::new(), names: Vec::new() };
    (reader.number(4)? == 0xCAFE_BABE).then_some(())?;
    reader.skip(4)?;
    reader.constants()?;
    // Access, this class and the one above it, then interfaces.
    reader.skip(6)?;
    let interfaces = reader.number(2)?;
    reader.skip(2 * interfaces)?;
    for _ in ["fields", "methods"] {
        for _ in 0..reader.number(2)? {
            reader.skip(6)?;
            reader.attributes()?;
        }
    }
    reader.attributes()?;
    (reader.at == bytes.len()).then_some(reader.kept)
}

struct ClassReader<'a> {
    bytes: &'a [u8],
    at: usize,
    kept: Vec<u8>,
    /// Texts of the constant pool, by their number.
    names: Vec<Option<&'a [u8]>>,
}

impl<'a> ClassReader<'a> {
    /// What comes next, which is kept.
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.look(length)?;
        self.at += length;
        self.kept.extend_from_slice(taken);
        Some(taken)
    }

    fn look(&self, length: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.at..self.at.checked_add(length)?)
    }

    fn skip(&mut self, length: usize) -> Option<()> {
        self.take(length).map(drop)
    }

    /// A number of so many bytes, which are kept.
    fn number(&mut self, length: usize) -> Option<usize> {
        self.take(length).map(number)
    }

    fn constants(&mut self) -> Option<()> {
        let count = self.number(2)?;
        self.names = vec![None];
        while self.names.len() < count {
            let mut name = None;
            let tag = self.number(1)?;
            match tag {
                1 => {
                    let length = self.number(2)?;
                    name = Some(self.take(length)?);
                }
                3 | 4 | 9..=12 | 17 | 18 => self.skip(4)?,
                5 | 6 => self.skip(8)?,
                7 | 8 | 16 | 19 | 20 => self.skip(2)?,
                15 => self.skip(3)?,
                _ => return None,
            }
            self.names.push(name);
            // These take the place of two.
            if matches!(tag, 5 | 6) {
                self.names.push(None);
            }
        }
        Some(())
    }

    fn attributes(&mut self) -> Option<()> {
        // Their count and their lengths tell of what is taken out, and are not kept.
        let count = number(self.look(2)?);
        self.at += 2;
        for _ in 0..count {
            let (name, length) = self.look(6)?.split_at(2);
            let end = self.at.checked_add(6)?.checked_add(number(length))?;
            self.bytes.get(..end)?;
            let named = *self.names.get(number(name))?;
            if named.is_some_and(|named| PLACES.contains(&named)) {
                self.at = end;
                continue;
            }
            self.skip(2)?;
            self.at += 4;
            if named == Some(b"Code") {
                self.code()?;
            } else {
                self.skip(end.checked_sub(self.at)?)?;
            }
            (self.at == end).then_some(())?;
        }
        // So that what follows cannot run together with what stood before.
        self.kept.extend_from_slice(b"\0end\0");
        Some(())
    }

    /// The one attribute that holds others.
    fn code(&mut self) -> Option<()> {
        self.skip(4)?;
        let length = self.number(4)?;
        self.skip(length)?;
        let handlers = self.number(2)?;
        self.skip(8 * handlers)?;
        self.attributes()
    }
}

/// Class files have the highest byte first, and no number of theirs has more than four.
fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| (number << 8) | usize::from(*byte))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::driver::find_program;

    const SOURCE: &str = "class A {\n  static int f(int x) { return x + 1000; }\n}\n";

    fn compiled(source: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("A.java"), source).unwrap();
        let done =
            Command::new("javac").args(["-g", "-d"]).arg(folder.path()).arg(folder.path().join("A.java")).status();
        assert!(done.unwrap().success());
        std::fs::read(folder.path().join("A.class")).unwrap()
    }

    #[test]
    fn lines_are_taken_out_and_what_runs_is_kept() {
        if find_program("javac").is_none() {
            return;
        }
        let class = compiled(SOURCE);
        let moved = compiled(&format!("// a comment\n\n{SOURCE}"));
        assert_ne!(class, moved);
        let kept = without_places(&class).unwrap();
        assert_eq!(without_places(&moved).unwrap(), kept);
        assert_ne!(without_places(&compiled(&SOURCE.replace("1000", "1001"))).unwrap(), kept);
        // Cut anywhere it is none, and nothing makes it panic.
        assert!((0..class.len()).all(|length| without_places(&class[..length]).is_none()));
        for at in 0..class.len() {
            let mut other = class.clone();
            other[at] ^= 0xff;
            let _ = without_places(&other);
        }
    }
}
