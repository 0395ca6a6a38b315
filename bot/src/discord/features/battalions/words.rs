//! Messages about managing a server's Battalions.

use crate::discord::features::battalions::check_words as check;
use crate::discord::features::rules::manual::Manual;
use crate::discord::wording::{count, fenced, refusal, safe, sentence};
use crate::host::{BattalionState, FileProblem, FileWarning, Listed, Pack, Packed, ShareWith};
use crate::text::line;

/// Maximum characters of errors in the message itself. A longer list is attached as a file.
const ERRORS: usize = 1500;

/// List of every error in a file with links to the manual: the message, and a file with the full list if it is long.
pub fn faulty(errors: &[FileProblem], manual: &Manual) -> (String, Option<String>) {
    let lines: Vec<String> = errors.iter().map(check::problem).collect();
    let all = lines.join("\n");
    let head = format!(
        "The file has {}; nothing was saved. Correct the file and add it again.",
        count(errors.len(), "error", "errors")
    );
    let links = manual.sections(lines.iter().map(String::as_str));
    let links = if links.is_empty() { vec![manual.format()] } else { links };
    let foot = format!("How to write it: {}", links.join(" "));
    if all.chars().count() <= ERRORS {
        return (format!("{head}\n{}\n{foot}", fenced(&all, ERRORS)), None);
    }
    let mut start = String::new();
    for line in &lines {
        if start.chars().count() + line.chars().count() > ERRORS {
            break;
        }
        start.push_str(line);
        start.push('\n');
    }
    let text =
        format!("{head} Here are the first ones; errors.txt lists them all.\n{}\n{foot}", fenced(&start, ERRORS));
    (text, Some(all + "\n"))
}

/// Placeholder of the menu of preview pages.
pub const JUMP: &str = "Go to…";
/// Name of the file with the full list.
pub const ERRORS_FILE: &str = "errors.txt";

/// Note below the preview of a valid file that was only checked.
pub const SOUND: &str = "*The file is valid; nothing was saved. Add it with `/battalion-admin add`.*";

/// Maximum number of warnings in the message.
const WARNINGS: usize = 2;

/// Warnings for the author of a valid file, below its preview.
pub fn warnings(warnings: &[FileWarning]) -> Option<String> {
    let one = |warning: &FileWarning| format!("Warning: {}", sentence(&line(&check::warning(warning), 250)));
    let mut all: Vec<String> = warnings.iter().take(WARNINGS).map(one).collect();
    match warnings.len().saturating_sub(WARNINGS) {
        0 => {}
        more => all.push(format!(
            "And {}; `battalion check` on the command line lists all of them.",
            count(more, "more warning", "more warnings")
        )),
    }
    (!all.is_empty()).then(|| all.join("\n"))
}

/// Result of one file of a pack. `name` converts the Battalion's name for where the result is shown.
fn packed(found: &Packed, name: impl Fn(&str) -> String) -> String {
    match found {
        Packed::Good { name: battalion, version, warnings } => {
            let warned = match warnings.len() {
                0 => String::new(),
                n => format!(", {}", count(n, "warning", "warnings")),
            };
            format!("valid, {} (version {version}){warned}", name(battalion))
        }
        Packed::Same(file) => refusal::same_file(file),
        Packed::Twice(first) => format!("the same as {}", name(first)),
        Packed::Refused(why) => refusal::in_words(why),
        Packed::Faulty(errors) => {
            let first = errors.first().map(check::problem).unwrap_or_default();
            format!("{}, the first: {}", count(errors.len(), "error", "errors"), sentence(&line(&first, 120)))
        }
    }
}

/// Errors and warnings of one file of a pack.
fn remarks(found: &Packed) -> Vec<String> {
    match found {
        Packed::Good { warnings, .. } => {
            warnings.iter().map(|one| format!("warning: {}", check::warning(one))).collect()
        }
        Packed::Faulty(errors) => errors.iter().map(check::problem).collect(),
        Packed::Same(_) | Packed::Twice(_) | Packed::Refused(_) => Vec::new(),
    }
}

/// Result of a pack: one line per file, and every error and warning as the content of a file.
pub fn pack(pack: &Pack) -> (String, Option<String>) {
    let good = pack.files.iter().filter(|(_, found)| matches!(found, Packed::Good { .. })).count();
    let mut text = match good {
        0 => "None of the files of this pack can be added.".to_owned(),
        good => format!(
            "{} of {} can be added; nothing is saved until you accept.",
            good,
            count(pack.files.len(), "file", "files")
        ),
    };
    let mut all = Vec::new();
    for (file, found) in &pack.files {
        let shown = format!("\n- {}: {}", safe(file, 60), packed(found, |name| safe(name, 60)));
        if text.chars().count() + shown.chars().count() > ERRORS {
            text += "\n- …";
            let plain = |(file, found): &(String, Packed)| {
                format!("- {}: {}", line(file, 60), packed(found, |name| line(name, 60)))
            };
            all.extend(pack.files.iter().map(plain));
            break;
        }
        text += &shown;
    }
    for (file, found) in &pack.files {
        all.extend(remarks(found).iter().map(|said| format!("{}: {said}", line(file, 60))));
    }
    let file = (!all.is_empty()).then(|| all.join("\n") + "\n");
    (text, file)
}

/// Note below the preview of a file that waits to be accepted.
pub fn waiting(version: i64) -> String {
    match version {
        1 => "*The file is valid. Look through the pages, then accept or discard it.*".to_owned(),
        version => format!(
            "*The file is valid and would become version {version}. Look through the pages, then accept or discard it; games in progress keep their version.*"
        ),
    }
}

/// Reply to *Discard*.
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
    if listed.copied {
        words.push("a copy from another server".to_owned());
    }
    if let Some(shared) = &listed.shared {
        let with = match (shared.with, &shared.code) {
            (_, Some(code)) => format!("shared with the code {code}"),
            (ShareWith::Gallery, _) => "in the gallery".to_owned(),
            (ShareWith::Nobody | ShareWith::Code, None) => "shared".to_owned(),
        };
        let hidden = if shared.hidden { ", but hidden by the people who run this bot" } else { "" };
        words.push(format!("{with} (version {}){hidden}", shared.version));
    }
    if listed.remarks > 0 {
        words.push(format!("{} (/battalion-admin remarks)", count(listed.remarks, "remark", "remarks")));
    }
    words.join(", ")
}

/// List of a server's Battalions, one per line.
pub fn all(battalions: &[Listed]) -> String {
    let line = |listed: &Listed| {
        let name = match listed.name.as_str() {
            "" => &listed.id,
            name => name,
        };
        format!("**{}** (`{}`): {}", safe(name, 60), listed.id, state(listed))
    };
    battalions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Note beside an exported file.
pub const EXPORTED: &str = "The file as it was added.";

/// Note beside a pack of all own Battalions.
pub const PACKED: &str = "The newest version of every Battalion of this server.";

/// Note beside a copy to edit.
pub fn cloned(manual: &Manual) -> String {
    let format = manual.format();
    format!("A copy with a new id and name. Edit it, then add it with `/battalion-admin add`. The format: {format}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::battalion::FileError;

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
    fn long_lists_of_errors_become_a_file() {
        let (text, file) = faulty(&errors(2), &Manual::new("https://example.org"));
        assert!(file.is_none());
        assert!(text.contains("2 errors") && text.contains("line 2, column 1"), "{text}");
        assert!(text.contains("did you mean 'immobilise'?"), "{text}");
        let (text, file) = faulty(&errors(100), &Manual::new("https://example.org"));
        assert!(text.chars().count() <= 2000, "{}", text.chars().count());
        let file = file.unwrap();
        assert_eq!(file.lines().count(), 100);
        // As many whole lines as fit.
        let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("line ")).collect();
        let listed: Vec<String> = file.lines().take(shown.len()).map(|line| line.replace('`', "'")).collect();
        assert_eq!(shown, listed);
        let length: usize = file.lines().take(shown.len() + 1).map(|line| line.chars().count() + 1).sum();
        assert!(shown.len() > 1 && length > ERRORS, "{}", shown.len());
    }
}
