//! The documents are true: paths and links lead somewhere, commands and slash commands exist, what a program is said to
//! print is printed, and pages about armies are as their files.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test is a panic")]

mod armies;
mod command_lines;
mod cycles;
mod markdown;
mod paths;
mod quotes;
mod slash_commands;

use std::path::{Path, PathBuf};

/// Top folder of the project.
fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Files of the project with this extension, as paths from the top.
fn files(extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![top().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.is_dir() {
                // Names of folders with files that are made by tools.
                if !matches!(&*name, "target" | ".git" | "corpus" | "data") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path.strip_prefix(top()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no file *.{extension} below {}", top().display());
    found
}

fn read(path: impl AsRef<Path>) -> String {
    let path = top().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with every fault, one on each line.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
