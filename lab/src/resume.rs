//! Results in a JSON-lines file. The first line describes the run; a run with the same description continues the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Error of a results file.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A line that is not from this program.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, serde_json::Error),
    /// Another description.
    #[error(
        "{0} holds a run with other armies, another seed, strength or build of the rules. Name another file for this one."
    )]
    OtherRun(PathBuf),
    /// An empty file.
    #[error("{0} holds no run yet.")]
    Empty(PathBuf),
}

/// Open results file.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

/// Reads a results file: its description and its results. A last line cut off by a crash is left out.
///
/// # Errors
/// [`ResumeError`] if the file cannot be read.
pub fn read<H: DeserializeOwned, R: DeserializeOwned>(path: &Path) -> Result<(H, Vec<R>), ResumeError> {
    let text = std::fs::read_to_string(path).map_err(|error| ResumeError::Io(path.to_owned(), error))?;
    let bad = |line: usize| move |error| ResumeError::Line(path.to_owned(), line, error);
    let mut lines = whole(&text).lines();
    let first = lines.next().ok_or_else(|| ResumeError::Empty(path.to_owned()))?;
    let head = serde_json::from_str(first).map_err(bad(1))?;
    let results = (2..).zip(lines).map(|(number, line)| serde_json::from_str(line).map_err(bad(number)));
    Ok((head, results.collect::<Result<_, _>>()?))
}

/// Reads the description at the head of a results file.
///
/// # Errors
/// [`ResumeError`] if the file cannot be read.
pub fn head<H: DeserializeOwned>(path: &Path) -> Result<H, ResumeError> {
    let text = std::fs::read_to_string(path).map_err(|error| ResumeError::Io(path.to_owned(), error))?;
    let first = whole(&text).lines().next().ok_or_else(|| ResumeError::Empty(path.to_owned()))?;
    serde_json::from_str(first).map_err(|error| ResumeError::Line(path.to_owned(), 1, error))
}

/// The complete lines of a text.
fn whole(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

impl Log {
    /// Opens the file of a run and returns the results in it. A new file is created, with its folder.
    ///
    /// # Errors
    /// [`ResumeError`] if the file belongs to another run or cannot be used.
    pub fn open<H, R>(path: &Path, head: &H) -> Result<(Self, Vec<R>), ResumeError>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        R: DeserializeOwned,
    {
        let broken = |error| ResumeError::Io(path.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(broken)?;
        }
        let known = match std::fs::read_to_string(path) {
            Ok(text) => whole(&text).len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(broken(error)),
        };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(broken)?;
        let mut log = Self { path: path.to_owned(), file };
        if known == 0 {
            log.file.set_len(0).map_err(broken)?;
            log.append(head)?;
            return Ok((log, Vec::new()));
        }
        let (before, results): (H, Vec<R>) = read(path)?;
        if before != *head {
            return Err(ResumeError::OtherRun(path.to_owned()));
        }
        log.file.set_len(known as u64).map_err(broken)?;
        Ok((log, results))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// [`ResumeError::Io`] if it cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), ResumeError> {
        let mut text = serde_json::to_string(line).map_err(|error| ResumeError::Line(self.path.clone(), 0, error))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| ResumeError::Io(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_continues_where_it_was_killed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/run.jsonl");
        let (mut log, results) = Log::open::<_, u32>(&path, &"seed 1".to_owned()).unwrap();
        assert!(results.is_empty());
        log.append(&11).unwrap();
        log.append(&12).unwrap();
        drop(log);
        // Killed in the middle of a line.
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"1").unwrap();
        let (mut log, results) = Log::open::<_, u32>(&path, &"seed 1".to_owned()).unwrap();
        assert_eq!(results, [11, 12]);
        log.append(&13).unwrap();
        assert_eq!(read::<String, u32>(&path).unwrap().1, [11, 12, 13]);
    }

    #[test]
    fn another_run_and_foreign_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        Log::open::<_, u32>(&path, &"seed 1".to_owned()).unwrap();
        let other = Log::open::<_, u32>(&path, &"seed 2".to_owned()).unwrap_err();
        assert!(matches!(other, ResumeError::OtherRun(_)), "{other}");
        std::fs::write(&path, "hello\n").unwrap();
        let foreign = Log::open::<_, u32>(&path, &"seed 1".to_owned()).unwrap_err();
        assert!(matches!(foreign, ResumeError::Line(_, 1, _)), "{foreign}");
    }
}
