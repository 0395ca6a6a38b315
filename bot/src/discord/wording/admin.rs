//! What those read who look after a server's Battalions.

use engine::battalion::FileError;

use super::{count, fenced, safe};
use crate::host::{BattalionState, FileProblem, Listed, NotHere};

/// Characters of errors that are shown in the message itself; longer lists are a file.
const ERRORS: usize = 1500;

/// One thing that is wrong with a file: "line 3, column 6: …".
pub fn file_problem(problem: &FileProblem) -> String {
    let (line, column, what) = match problem {
        FileProblem::Read(error) => return error.to_string(),
        FileProblem::Here { line, column, what } => (*line, *column, what),
    };
    let (message, suggestion) = match what {
        NotHere::BuiltInId(id) => (
            format!("the id `{id}` belongs to a built-in Battalion"),
            Some(format!("my-{id}")),
        ),
        NotHere::TakenName => (
            "another Battalion here already has this name; choose a different one".to_owned(),
            None,
        ),
        NotHere::Spaces { has, most } => (
            format!("the Territory has {has} Spaces; this server allows at most {most}"),
            None,
        ),
        NotHere::Pieces { has, most } => (
            format!("the Battalion starts with {has} pieces; this server allows at most {most}"),
            None,
        ),
    };
    let error = FileError {
        line,
        column,
        message,
        suggestion,
    };
    error.to_string()
}

/// A list of everything that is wrong with a file: the message, and a file with all of it when it is long.
pub fn faulty(errors: &[FileProblem]) -> (String, Option<String>) {
    let lines: Vec<String> = errors.iter().map(file_problem).collect();
    let all = lines.join("\n");
    let head = format!(
        "The file has {}; nothing was saved. Correct the file and add it again.",
        count(errors.len(), "error", "errors")
    );
    if all.chars().count() <= ERRORS {
        return (format!("{head}\n{}", fenced(&all, ERRORS)), None);
    }
    let mut start = String::new();
    for line in &lines {
        if start.chars().count() + line.chars().count() > ERRORS {
            break;
        }
        start.push_str(line);
        start.push('\n');
    }
    let text = format!(
        "{head} Here are the first ones; errors.txt lists them all.\n{}",
        fenced(&start, ERRORS)
    );
    (text, Some(all + "\n"))
}

/// The message with the whole list.
pub const ERRORS_FILE: &str = "errors.txt";

/// Below the preview of a file that is in order and of which nothing is kept.
pub const SOUND: &str =
    "*The file is valid; nothing was saved. Add it with `/battalion-admin add`.*";

/// Below the preview of a file that waits.
pub fn waiting(version: i64) -> String {
    match version {
        1 => "*The file is valid. Look through the pages, then accept or discard it.*".to_owned(),
        version => format!(
            "*The file is valid and would become version {version}. Look through the pages, then accept or discard it; games in progress keep their version.*"
        ),
    }
}

/// After *Discard*.
pub const DISCARDED: &str = "The file was discarded; nothing has changed.";

fn state(listed: &Listed) -> String {
    let mut words = Vec::new();
    if !listed.enabled {
        words.push("disabled".to_owned());
    }
    match &listed.own {
        None => words.push("built in".to_owned()),
        Some((newest, open)) if open.is_empty() => {
            words.push(format!("archived (version {newest})"));
        }
        Some((_, open)) => words.extend(open.iter().map(|(version, state)| {
            let who = match state {
                BattalionState::Published => "published",
                BattalionState::Private | BattalionState::Archived => "private",
            };
            format!("version {version} {who}")
        })),
    }
    words.join(", ")
}

/// Every Battalion of a server, a line each.
pub fn all(battalions: &[Listed]) -> String {
    let line = |listed: &Listed| {
        let name = match listed.name.as_str() {
            "" => &listed.id,
            name => name,
        };
        format!(
            "**{}** (`{}`): {}",
            safe(name, 60),
            listed.id,
            state(listed)
        )
    };
    battalions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Beside an exported file.
pub const EXPORTED: &str = "The file as it was added.";

/// Beside a copy to start from.
pub const CLONED: &str = "A copy with a new id and name. Edit it, then add it with `/battalion-admin add`. The format is explained in docs/battalion-format.md.";

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(n: usize) -> Vec<FileProblem> {
        (1..=n)
            .map(|line| FileError {
                line: line as u32,
                column: 1,
                message: format!("unknown ability `imobilise` {}", "x".repeat(60)),
                suggestion: Some("immobilise".to_owned()),
            })
            .map(FileProblem::from)
            .collect()
    }

    #[test]
    fn what_a_server_does_not_take_is_said_with_its_place() {
        let here = |what| {
            let (line, column) = (3, 6);
            file_problem(&FileProblem::Here { line, column, what })
        };
        for (what, said) in [
            (
                NotHere::BuiltInId("makpong".to_owned()),
                "did you mean `my-makpong`",
            ),
            (
                NotHere::TakenName,
                "another Battalion here already has this name",
            ),
            (
                NotHere::Spaces { has: 99, most: 64 },
                "99 Spaces; this server allows at most 64",
            ),
            (
                NotHere::Pieces { has: 99, most: 64 },
                "99 pieces; this server allows at most 64",
            ),
        ] {
            let line = here(what);
            assert!(
                line.starts_with("line 3, column 6") && line.contains(said),
                "{line}"
            );
        }
    }

    #[test]
    fn long_lists_of_errors_become_a_file() {
        let (text, file) = faulty(&errors(2));
        assert!(file.is_none());
        assert!(
            text.contains("2 errors") && text.contains("line 2, column 1"),
            "{text}"
        );
        assert!(text.contains("did you mean 'immobilise'?"), "{text}");
        let (text, file) = faulty(&errors(100));
        assert!(text.chars().count() <= 2000, "{}", text.chars().count());
        assert_eq!(file.unwrap().lines().count(), 100);
    }
}
