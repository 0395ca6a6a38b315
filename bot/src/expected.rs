//! Comparison of a test's output with the file of its expected output.

use std::path::Path;

/// Compares text with a file of this crate, line by line, and names the headings above the first difference. `least`: lines
/// that the file must have at least, so that an empty test fails. `UPDATE_EXPECTED=1` rewrites the file.
pub(crate) fn compare(file: &str, found: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected.lines().count() >= least, "{file} has {} lines", expected.lines().count());
    let (mut section, mut part) = ("", "");
    for (found, expected) in found.lines().zip(expected.lines()) {
        match found.split_once(' ') {
            Some(("#", _)) => (section, part) = (found, ""),
            Some(("##", _)) => part = found,
            _ => {}
        }
        assert_eq!(found, expected, "{file}: {section} {part}");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "lines of {file}");
}
