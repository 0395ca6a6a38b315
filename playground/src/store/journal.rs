//! The file: a line of JSON for each thing that came or changed, the newest last.
//!
//! Lines are only added, so that a program that is killed can spoil at most the last one, which is then passed over. The file is
//! rewritten, with what is still needed, at the start and when it has grown too large.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::kept::{Entry, Kept};

/// The version of the format.
const VERSION: u32 = 1;

/// Messages kept; older ones are dropped when the file is rewritten.
const MESSAGES: usize = 5_000;

/// Bytes of pictures and other files kept, likewise; their messages stay.
const FILES: usize = 32 << 20;

/// The file is rewritten when it has grown by so many bytes.
const GROWTH: u64 = 64 << 20;

/// Why there is nothing to go on with.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// The operating system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no such file, or a damaged one.
    #[error("line {line}: {cause}")]
    Damaged {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        cause: String,
    },
    /// Its lines do not go together.
    #[error("{0}")]
    Senseless(String),
    /// It is from another version of the program.
    #[error("its format is {0}, this program reads {VERSION}")]
    Version(u32),
}

/// Reads what is kept, as far as it still counts. A file that is not there is an empty one.
pub(super) fn read(path: &Path) -> Result<Kept, ReadError> {
    let mut kept = Kept::default();
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
        opened => opened?,
    };
    let mut lines = BufReader::new(file);
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        if lines.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        let damaged = |cause| ReadError::Damaged { line, cause };
        match serde_json::from_slice(&text) {
            Ok(Entry::Playground(VERSION)) if line == 1 => {}
            Ok(Entry::Playground(version)) => return Err(ReadError::Version(version)),
            Ok(_) if line == 1 => return Err(damaged("this is not a playground's file".into())),
            Ok(entry) => kept.take(entry),
            // The line that was being written when the program was killed.
            Err(_) if line > 1 && !text.ends_with(b"\n") => {}
            Err(error) => return Err(damaged(error.to_string())),
        }
    }
    kept.trim(MESSAGES, FILES);
    Ok(kept)
}

/// The file, open for more lines.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    /// How long it was when it was rewritten.
    begun: u64,
    /// Whether the last line may be incomplete.
    torn: bool,
}

impl Journal {
    /// Rewrites the file: whole, or not at all.
    pub(super) fn write(path: &Path, kept: Kept) -> io::Result<Self> {
        let fresh = path.with_added_extension("new");
        let mut out = BufWriter::new(File::create(&fresh)?);
        for entry in [Entry::Playground(VERSION)].into_iter().chain(kept.entries()) {
            serde_json::to_writer(&mut out, &entry)?;
            out.write_all(b"\n")?;
        }
        let file = out.into_inner()?;
        file.sync_all()?;
        let length = file.metadata()?.len();
        std::fs::rename(&fresh, path)?;
        Ok(Self {
            path: path.to_owned(),
            file: OpenOptions::new().append(true).open(path)?,
            length,
            begun: length,
            torn: false,
        })
    }

    /// Adds lines. After an error some of them may be there; to add them again does no harm.
    pub(super) fn append(&mut self, lines: &str) -> io::Result<()> {
        if self.torn || self.length > self.begun + GROWTH {
            let kept = read(&self.path).map_err(io::Error::other)?;
            *self = Self::write(&self.path, kept)?;
        }
        self.torn = true;
        self.file.write_all(lines.as_bytes())?;
        self.torn = false;
        self.length += lines.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("playground.jsonl");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    const COMMANDS: &str = "{\"commands\":[]}\n";

    #[test]
    fn the_line_that_was_being_written_is_passed_over() {
        let (_folder, path) = file(&format!("{{\"playground\":1}}\n{COMMANDS}{{\"messa"));
        let mut journal = Journal::write(&path, read(&path).unwrap()).unwrap();
        journal.append(COMMANDS).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{{\"playground\":1}}\n{COMMANDS}{COMMANDS}"));
    }

    #[test]
    fn after_a_failed_write_the_file_is_whole_again() {
        let (_folder, path) = file("");
        let mut journal = Journal::write(&path, Kept::default()).unwrap();
        let begun = std::fs::read_to_string(&path).unwrap();
        // A full disk takes a part of the line.
        journal.file.write_all(b"{\"messa").unwrap();
        journal.file = File::open(&path).unwrap();
        journal.append(COMMANDS).unwrap_err();
        journal.append(COMMANDS).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{begun}{COMMANDS}"));
    }

    #[test]
    fn a_file_that_is_not_there_is_empty() {
        let (folder, _) = file("");
        let path = folder.path().join("other.jsonl");
        Journal::write(&path, read(&path).unwrap()).unwrap();
        read(&path).unwrap();
    }

    #[test]
    fn a_damaged_or_older_file_is_refused_with_a_reason() {
        for (text, reason) in [
            ("nonsense\n", "line 1: expected"),
            ("{\"playground\":1}\nnonsense\n{}\n", "line 2: expected"),
            ("{\"playground\":1}\n{\"strange\":1}\n", "line 2: unknown variant `strange`"),
            ("{\"playground\":0}\n", "its format is 0, this program reads 1"),
            (COMMANDS, "line 1: this is not a playground's file"),
            ("{\"play", "line 1: EOF"),
        ] {
            let (_folder, path) = file(text);
            let error = read(&path).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
