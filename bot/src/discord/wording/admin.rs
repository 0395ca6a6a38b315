//! What those read who look after a server's Battalions.

use engine::battalion::FileError;

use super::{count, fenced, safe};
use crate::host::{BattalionState, Listed};

/// Characters of errors that are shown in the message itself; longer lists are a file.
const ERRORS: usize = 1500;

/// A list of everything that is wrong with a file: the message, and a file with all of it when it is long.
pub fn faulty(errors: &[FileError]) -> (String, Option<String>) {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let all = lines.join("\n");
    let head = format!(
        "The file has {}; nothing was kept. Mend it and add it again.",
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
        "{head} The first ones; errors.txt has them all.\n{}",
        fenced(&start, ERRORS)
    );
    (text, Some(all + "\n"))
}

/// The message with the whole list.
pub const ERRORS_FILE: &str = "errors.txt";

/// Below the preview of a file that is in order and of which nothing is kept.
pub const SOUND: &str =
    "*The file is in order; nothing was kept. `/battalion-admin add` takes it.*";

/// Below the preview of a file that waits.
pub fn waiting(version: i64) -> String {
    match version {
        1 => {
            "*The file is in order. Look through the pages, then accept or discard it.*".to_owned()
        }
        version => format!(
            "*The file is in order and would be version {version}. Look through the pages, then accept or discard it; games that have begun keep their version.*"
        ),
    }
}

/// After *Discard*.
pub const DISCARDED: &str = "The file is discarded; nothing has changed.";

fn state(listed: &Listed) -> String {
    let mut words = Vec::new();
    if !listed.enabled {
        words.push("disabled".to_owned());
    }
    match &listed.own {
        None => words.push("built in".to_owned()),
        Some((newest, open)) if open.is_empty() => {
            words.push(format!("in the archive (version {newest})"));
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
pub const CLONED: &str = "A copy with an id and a name of its own. Change what you like, then `/battalion-admin add` it. What everything means is in docs/battalion-format.md.";

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(n: usize) -> Vec<FileError> {
        (1..=n)
            .map(|line| FileError {
                line: line as u32,
                column: 1,
                message: format!("unknown ability `imobilise` {}", "x".repeat(60)),
                suggestion: Some("immobilise".to_owned()),
            })
            .collect()
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
