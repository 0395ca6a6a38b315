//! File format: one line of JSON for each new or changed object, newest last.
//!
//! Lines are only appended, so a killed program can damage at most the last one, which is then ignored. The file is
//! rewritten without obsolete lines at the start and after too much growth.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::kept::{Entry, Kept};

/// Version of the format.
const VERSION: u32 = 1;

/// Maximum number of messages kept when the file is rewritten; older ones are dropped.
const MESSAGES: usize = 5_000;

/// Maximum size of attachments kept when the file is rewritten, in bytes; their messages stay.
const FILES: usize = 32 << 20;

/// Growth in bytes after which the file is rewritten.
const GROWTH: u64 = 64 << 20;

/// Error when reading the file.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// Error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another format or is damaged.
    #[error("line {line}: {cause}")]
    Damaged {
        /// Line number from 1.
        line: usize,
        /// Description of the error.
        cause: String,
    },
    /// The lines are inconsistent.
    #[error("{0}")]
    Senseless(String),
    /// The file is from another version of the program.
    #[error("its format is {0}, this program reads {VERSION}")]
    Version(u32),
}

/// Reads the file without obsolete entries. A missing file counts as empty.
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
            // Incomplete line from the moment when the program was killed.
            Err(_) if line > 1 && !text.ends_with(b"\n") => {}
            Err(error) => return Err(damaged(error.to_string())),
        }
    }
    kept.trim(MESSAGES, FILES);
    Ok(kept)
}

/// File opened for appending.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    /// Length after the last rewrite.
    begun: u64,
    /// `true` if the last line may be incomplete.
    torn: bool,
}

impl Journal {
    /// Rewrites the file atomically.
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

    /// Appends lines. After an error some of them may be in the file; appending them again is harmless.
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
        // A full disk truncates the line.
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
