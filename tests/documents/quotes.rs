//! Quotations in documents: output of programs, permissions, parts of files.

use std::process::Command;

use crate::markdown::{document, documents};
use crate::{assert_none, read};

/// Commands that print a hash, in documents that also say which.
#[test]
fn hashes_are_those_that_the_commands_print() {
    let mut seen = 0;
    for document in documents() {
        let lines = document.command_lines();
        let hashed = lines.iter().filter(|line| line.starts_with("printf") && line.ends_with("| sha256sum"));
        for line in hashed {
            let output = Command::new("sh").args(["-c", line]).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let hash = printed.split_whitespace().next().unwrap();
            assert!(document.prose.contains(hash), "{}: {line} prints {hash}", document.path.display());
            seen += 1;
        }
    }
    assert!(seen >= 2, "{seen}");
}

/// The sample of errors is what the program prints about the file that the document shows.
#[test]
fn the_sample_of_errors_is_printed() {
    let format = document("docs/battalion-format.md");
    let block = |kind: &str| &format.blocks.iter().find(|(found, _)| found == kind).unwrap().1;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("faulty.toml");
    std::fs::write(&file, block("toml with errors")).unwrap();
    let output = Command::new(tests::program()).arg("check").arg(&file).output().unwrap();
    assert!(!output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    let printed: Vec<&str> =
        printed.lines().filter_map(|line| line.split_once(".toml: ")).map(|(_, said)| said).collect();
    assert_eq!(block("text errors").lines().collect::<Vec<_>>(), printed);
}

/// The number in an invite link is the sum of the permissions in the table of the README.
#[test]
fn the_invite_asks_for_the_permissions_of_the_table() {
    const BITS: &[(&str, u32)] = &[
        ("View Channels", 10),
        ("Send Messages", 11),
        ("Send Messages in Threads", 38),
        ("Create Public Threads", 35),
        ("Attach Files", 15),
        ("Read Message History", 16),
    ];
    let readme = read("README.md");
    let rows = readme.lines().filter_map(|line| line.trim().strip_prefix("| ")?.split_once(" | "));
    let (mut sum, mut named) = (0u64, 0);
    for (name, _) in rows {
        if let Some((_, bit)) = BITS.iter().find(|(known, _)| *known == name) {
            sum += 1 << bit;
            named += 1;
        }
    }
    assert_eq!(named, BITS.len());
    for path in ["README.md", "docs/first-evening.md"] {
        assert!(read(path).contains(&format!("permissions={sum}")), "{path}: the number is {sum}");
    }
}

/// Lines of TOML below a link to an army's file are lines of that file.
#[test]
fn recipes_are_as_in_the_files() {
    let cookbook = read("docs/cookbook.md");
    let (mut faults, mut seen) = (Vec::new(), 0);
    for section in cookbook.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap();
        let linked = section.split("](../").skip(1).filter_map(|rest| rest.split_once(')'));
        let files: String = linked.filter(|(path, _)| path.ends_with(".toml")).map(|(path, _)| read(path)).collect();
        for block in section.split("```toml\n").skip(1) {
            for line in block.split("```").next().unwrap().lines().filter(|line| !line.is_empty()) {
                seen += 1;
                if !files.lines().any(|found| found == line) {
                    faults.push(format!("docs/cookbook.md, {title}: {line}"));
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
    assert_none(&faults);
}

/// An ability that the index leaves out is not found.
#[test]
fn the_index_names_every_ability() {
    let index = read("docs/abilities.md");
    let all = engine::ability::specs();
    let missing = all.iter().filter(|spec| !index.contains(&format!("(battalion-format.md#{})", spec.name)));
    assert_none(&missing.map(|spec| spec.name.to_owned()).collect::<Vec<_>>());
}

/// Versions of the program and of Rust stand in several documents.
#[test]
fn versions_are_those_of_the_manifest() {
    let manifest = read("Cargo.toml");
    let value = |key: &str| {
        let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.unwrap().trim_end_matches('"').to_owned()
    };
    let (version, rust) = (value("version"), value("rust-version"));
    let wanted = [
        ("CHANGELOG.md", format!("## {version}")),
        ("README.md", format!("version-{version}-")),
        ("README.md", format!("rust-{rust}%2B-")),
        ("README.md", format!("{rust} or newer, git")),
        ("CONTRIBUTING.md", format!("Rust {rust} or newer")),
    ];
    let missing = wanted.iter().filter(|(path, text)| !read(path).contains(text));
    assert_none(&missing.map(|(path, text)| format!("{path}: {text}")).collect::<Vec<_>>());
}
