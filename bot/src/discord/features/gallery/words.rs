//! Messages about shared Battalions: the gallery, codes, reports and remarks.

use crate::discord::answer::CONTENT;
use crate::discord::wording::{clean, count, in_time, safe};
use crate::host::{Balance, BattalionChange, GalleryLine, Note, NoteKind, Noted, Remarked, SharedArmy, SharedBy};

/// Reply to an empty gallery or a search without results.
pub fn nothing(words: &str) -> String {
    match words {
        "" => {
            "The gallery is empty. Someone who manages a server can put a Battalion in it with /battalion-admin share."
                .into()
        }
        words => format!(
            "Nothing in the gallery matches \"{}\"; try fewer or different words, or leave out the search.",
            safe(words, 60)
        ),
    }
}

/// Win rate of an army.
fn balance(balance: Balance) -> String {
    match balance.games {
        0 => "not played yet".to_owned(),
        games => format!(
            "{}, win rate {:.0}% (50% is even), rating {}",
            count(games as usize, "game", "games"),
            balance.share * 100.0,
            balance.rating
        ),
    }
}

/// "by Ann, CC BY 4.0".
fn credits(author: &str, license: &str) -> String {
    let author = match author {
        "" => "author unknown".to_owned(),
        author => format!("by {}", safe(author, 40)),
    };
    match license {
        "" => format!("{author}, no license stated"),
        license => format!("{author}, {}", safe(license, 40)),
    }
}

/// Page of the gallery; `first` is the number of its first line.
pub fn page(words: &str, lines: &[GalleryLine], first: usize) -> String {
    let head = match words {
        "" => "**The gallery**: Battalions of all servers".to_owned(),
        words => format!("**The gallery**: \"{}\"", safe(words, 60)),
    };
    let line = |most: usize, (number, line): (usize, &GalleryLine)| {
        let summary = match (line.summary.as_str(), most) {
            ("", _) | (_, 0) => String::new(),
            (summary, most) => format!("\n{}", safe(summary, most)),
        };
        format!(
            "{number}. **{}** ({}): {}{summary}",
            safe(&line.name, 60),
            credits(&line.author, &line.license),
            balance(line.balance)
        )
    };
    let text = |most: usize| {
        let mut all = vec![head.clone()];
        all.extend((first..).zip(lines).map(|entry| line(most, entry)));
        all.push(
            "-# The rating says how certain it is that an army is balanced. 100 is best, and takes many games to reach."
                .into(),
        );
        all.join("\n")
    };
    fitting(text)
}

/// The text with summaries or notes of the greatest length with which it fits into a message, besides its page number.
fn fitting(text: impl Fn(usize) -> String) -> String {
    let fits = |text: &String| text.chars().count() <= CONTENT - 100;
    LENGTHS.into_iter().map(&text).find(fits).unwrap_or_else(|| text(0))
}

/// Placeholder of the menu of a page's entries.
pub const WHICH: &str = "Which one do you want to see?";
/// Label of the button back to the list.
pub const BACK: &str = "Back to the Gallery";
/// Label of the button that copies a Battalion to this server.
pub const ADD: &str = "Add to This Server";
/// Label of the button that opens the report form.
pub const REPORT: &str = "Report";

/// Note below a page about a shared Battalion.
pub fn about(army: &SharedArmy) -> String {
    let definition = &army.definition;
    let whence = match army.by {
        SharedBy::Gallery(_) => "In the gallery",
        SharedBy::Code(_) => "Shared by a code",
    };
    format!(
        "-# {whence}, version {}, {}: {}.",
        army.version,
        credits(&definition.author, &definition.license),
        balance(army.balance)
    )
}

/// Confirmation of sharing, with the code if there is one.
pub fn shared(done: &str, change: &BattalionChange, code: Option<&str>) -> String {
    match (code, change) {
        (Some(code), _) => format!(
            "{done} The code is **{code}**, for `/battalions add-code`. It stays the same until you stop sharing."
        ),
        (None, _) => done.to_owned(),
    }
}

/// Title of the report form.
pub const REPORT_TITLE: &str = "Report this Battalion";
/// Label of the report form's input.
pub const REPORT_WHY: &str = "What is wrong with it?";
/// Confirmation of a report.
pub const REPORTED: &str = "Thank you. The people who run this bot can read your report, with your name.";

/// Label of the button that opens the remark form.
pub const REMARK: &str = "Write to the Designer";
/// Title of the remark form.
pub const REMARK_TITLE: &str = "Write to the designer";
/// Label of the remark form's input.
pub const REMARK_WHAT: &str = "What do you want to say about this Battalion?";
/// Confirmation of a remark.
pub const REMARKED: &str = "Thank you. The people who administer the designer's server and those who run this bot can read your remark, with your name.";

/// Direct message to the people who run the bot.
pub const NEW_REPORT: &str = "Somebody reported a shared Battalion.";

/// Reply if there are no reports and no remarks.
pub const NO_REPORTS: &str = "Nothing has been reported or written to designers, and nothing is hidden.";
/// Reply if a server's Battalions have no remarks.
pub const NO_REMARKS: &str = "Nobody has written about the Battalions that this server shares.";
/// Label of the button that deletes the remarks of a page.
pub const DELETE_REMARKS: &str = "Delete These Remarks";
/// Confirmation of that deletion.
pub const REMARKS_DELETED: &str = "These remarks are deleted.";

/// Shared Battalion with its reports and remarks; a file holds the full text if the message shortens it.
pub fn noted(one: &Noted) -> (String, Option<String>) {
    let hidden = if one.hidden { " It is **hidden**." } else { "" };
    let head = format!(
        "**{}** (number {}, version {}, server {}).{hidden}",
        safe(&one.definition.name, 60),
        one.id,
        one.version,
        one.guild
    );
    notes(head, &one.notes)
}

/// Remarks about a Battalion of this server; a file holds the full text if the message shortens it.
pub fn remarks(one: &Remarked) -> (String, Option<String>) {
    notes(format!("**What people write about {}**", safe(&one.name, 60)), &one.notes)
}

fn notes(head: String, all: &[Note]) -> (String, Option<String>) {
    let line = |note: &Note, most: usize| {
        let by = match &note.by {
            Some(by) => format!("{} ({})", clean(&by.name), by.person),
            None => SOMEBODY.to_owned(),
        };
        let kind = match note.kind {
            NoteKind::Report => "report",
            NoteKind::Remark => "to the designer",
        };
        format!("- {by}, {kind}, version {}, {}: {}", note.version, in_time(note.at), safe(&note.text, most))
    };
    let more = all.len().saturating_sub(SAID);
    let text = |most: usize| {
        let mut lines = vec![head.clone()];
        lines.extend(all.iter().take(SAID).map(|note| line(note, most)));
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        lines.join("\n")
    };
    let said = fitting(text);
    let is_whole = more == 0 && said == text(usize::MAX) && all.iter().all(|note| !note.text.contains('\n'));
    let file = (!is_whole).then(|| {
        let full = |note: &Note| {
            let by = match &note.by {
                Some(by) => format!("{} ({})", by.name, by.person),
                None => SOMEBODY.to_owned(),
            };
            format!("{by}, version {}:\n{}\n", note.version, note.text)
        };
        let all: Vec<String> = all.iter().map(full).collect();
        all.join("\n")
    });
    (said, file)
}

/// Maximum number of notes in the message.
const SAID: usize = 5;
/// Lengths of a summary or note in a message, from the longest.
const LENGTHS: [usize; 5] = [200, 150, 100, 50, 0];
const SOMEBODY: &str = "somebody whose data was deleted";
/// Name of the file with every report.
pub const REPORTS_FILE: &str = "reports.txt";
/// Name of the file with every remark.
pub const REMARKS_FILE: &str = "remarks.txt";

/// Confirmation that the notes were dismissed.
pub const DISMISSED: &str = "The reports and remarks are dismissed.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ShareId;

    /// Entries and notes of the greatest length with markup fit into a message. A file has what a message shortens.
    #[test]
    fn long_texts_fit() {
        let long = |length: usize| "*_".repeat(length / 2);
        let line = GalleryLine {
            id: ShareId(1),
            version: 1,
            name: long(40),
            author: "A".repeat(40),
            license: "CC BY 4.0".to_owned(),
            summary: long(200),
            balance: Balance { games: 100_000, share: 0.5, rating: 100 },
            shared_at: 0,
        };
        let text = page(&long(60), &vec![line; 6], 7);
        assert!(text.chars().count() <= CONTENT - 100 && text.ends_with("to reach."), "{text}");
        assert!(text.contains("\n12. "), "{text}");
        let note = |text: String| Note { by: None, kind: NoteKind::Remark, version: 1, at: 0, text };
        for (text, files) in [("Well done.".to_owned(), false), (long(200), true), ("a".repeat(201), true)] {
            let one = Remarked { id: ShareId(1), name: long(40), notes: vec![note(text.clone()); 5] };
            let (said, file) = remarks(&one);
            assert!(said.chars().count() <= CONTENT - 100, "{said}");
            assert_eq!(file.is_some(), files, "{said}");
            assert!(file.is_none_or(|file| file.matches(&text).count() == 5));
        }
    }

    #[test]
    fn a_page_names_authors_and_says_how_armies_fare() {
        let line = GalleryLine {
            id: ShareId(1),
            version: 2,
            name: "@everyone **Riders**".into(),
            author: String::new(),
            license: "CC BY 4.0".into(),
            summary: "Wyverns.".into(),
            balance: Balance { games: 1, share: 0.5, rating: 3 },
            shared_at: 0,
        };
        let text = page("", &[line], 6);
        assert!(text.contains("6. **@\u{200b}everyone \\*\\*Riders"), "{text}");
        assert!(text.contains("author unknown, CC BY 4.0"), "{text}");
        assert!(text.contains("1 game, win rate 50%"), "{text}");
        assert!(text.contains("\n-# The rating says how certain it is"), "{text}");
        assert!(text.chars().count() < 2000);
    }
}
