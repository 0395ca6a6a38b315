//! Rulebook as text: Battalions and pieces as their files describe them, with rule numbers. The paragraphs suit both
//! messages and text files.

mod battalion;
mod changes;
mod ending;
mod piece;

use std::sync::Arc;

use engine::battalion::{Definition, Matches, nearest};

use crate::discord::answer::CONTENT;
use crate::discord::wording::clip;
use crate::discord::wording::pages::paragraph;
pub use crate::discord::wording::pages::{Paragraph, messages, plain};
use crate::host::rulebook::{Rule, Topic, topics};

pub use battalion::battalion;
pub use changes::changes;
pub use piece::piece;

/// Placeholder of a menu of further pages.
pub const ONWARD: &str = "Read on";
/// Placeholder of a menu of several results.
pub const WHICH: &str = "Which one?";
/// Placeholder of a menu of topics.
pub const WHICH_TOPIC: &str = "Which topic?";
/// Placeholder of a menu of found rules.
pub const WHICH_RULE: &str = "Read one of them";
/// Placeholder of a menu of Battalions.
pub const WHICH_BATTALION: &str = "Which Battalion?";
/// Label of the button to the changes of the newest version.
pub const CHANGES: &str = "What has changed";
/// Placeholder of a menu of pieces.
pub const WHICH_PIECE: &str = "Which piece?";
/// Reply if the target of a button no longer exists.
pub const GONE: &str = "That page is no longer in the rulebook. Use /rules to look it up again.";
/// Label of the button that shows a page to everyone.
pub const SHOW: &str = "Show Everyone";

/// Line under a page about a Battalion as a game uses it.
pub fn as_played(version: Option<i64>) -> String {
    match version {
        Some(version) => format!("-# As it is played in this game: version {version}."),
        None => "-# As it is played in this game.".to_owned(),
    }
}

/// Line under a rule that games apply differently.
pub fn in_this_game(how: &str) -> String {
    format!("-# In this game: {how}.")
}

/// Title of a comparison of two versions of a Battalion.
pub fn between(name: &str, from: i64, to: i64) -> String {
    format!("{name}: what version {to} changes from version {from}")
}

/// Heading of drawings of movements.
pub fn drawn(names: &[String]) -> String {
    format!("Movement before and now: {}.", crate::discord::wording::list(names))
}

/// Refusal of an unknown topic.
pub fn no_topic(written: &str) -> String {
    let names = topics().iter().flat_map(|topic| {
        let rules = topic.rules.iter().map(|rule| rule.number);
        // "Auction" of "Auction (before the Ultimate Round)" will do.
        let short = topic.title.split(" (").next();
        std::iter::once(topic.title).chain(short).chain(rules)
    });
    match nearest(written, names) {
        Some(near) => format!("There is no such topic or rule; did you mean {near}?"),
        None => "No rule is about that; choose from the list that appears as you type.".to_owned(),
    }
}

/// Question if several pieces share a name.
pub fn which_piece(number: usize) -> String {
    format!("{number} pieces have that name. Which one do you mean?")
}

/// Table of contents of the rules of both games.
pub fn contents(topics: &[Topic]) -> Vec<String> {
    let mut told: Vec<Paragraph> = Vec::new();
    for topic in topics {
        let numbers = match (topic.rules.first(), topic.rules.last()) {
            (Some(first), Some(last)) => {
                format!("{} ({} to {})", topic.title, first.number, last.number)
            }
            _ => topic.title.to_owned(),
        };
        match told.last_mut().filter(|one| one.head == topic.book) {
            Some(one) => one.text += &format!(", {numbers}"),
            None => told.push(paragraph(topic.book, numbers)),
        }
    }
    told.push(paragraph(
        "",
        "Choose a topic below, or use /rules game with a word such as castling. /battalions show and /rules piece show armies and pieces.",
    ));
    messages("The rules", &told, CONTENT)
}

/// Rules of a topic.
pub fn topic(title: &str, rules: &[Rule]) -> Vec<String> {
    let told: Vec<Paragraph> = rules.iter().map(|rule| paragraph("", told(rule))).collect();
    messages(title, &told, CONTENT)
}

/// Rule followed by its number.
fn told(rule: &Rule) -> String {
    format!("{} ({})", rule.text, rule.number)
}

/// Rule as a list entry: its beginning, and its number.
pub fn choice(rule: &Rule, most: usize) -> String {
    let number = format!(" ({})", rule.number);
    clip(&rule.text, most.saturating_sub(number.chars().count())) + &number
}

/// Beginnings of the rules found; the menu leads to the whole texts.
pub fn found(typed: &str, rules: &[&Rule]) -> String {
    const SHOWN: usize = 5;
    let title = format!("The rules about \"{}\"", clip(typed, 60));
    let told: Vec<Paragraph> = rules.iter().take(SHOWN).map(|rule| paragraph("", choice(rule, 300))).collect();
    let pages = messages(&title, &told, CONTENT);
    pages.into_iter().next().unwrap_or_default()
}

/// One sentence about each Battalion.
pub fn battalions(all: &[Arc<Definition>]) -> Vec<String> {
    let one = |definition: &Arc<Definition>| {
        let mut text = definition.summary.clone();
        if definition.extra_strength && !text.contains("Extra-Strength") {
            text += " Extra-Strength.";
        }
        match definition.matches {
            Matches::All => {}
            Matches::Duels => text += " For duels only.",
            Matches::Party => text += " Not for duels.",
        }
        paragraph(definition.name.clone(), text)
    };
    let told: Vec<Paragraph> = all.iter().map(one).collect();
    messages("Battalions you can pick here", &told, CONTENT)
}

/// Heading of a page of icons.
pub fn icons_title(wanted: &str) -> String {
    match wanted.replace('-', " ").trim() {
        "" => "Icons".to_owned(),
        wanted => format!("Icons: {wanted}"),
    }
}

/// Page of icons: names to copy into a file.
pub fn icons(page: &[&str], all: usize) -> String {
    let names: Vec<String> = page.iter().map(|name| format!("`{name}`")).collect();
    format!(
        "{}. In a Battalion file: `icon = \"name\"`.\n{}",
        crate::discord::wording::count(all, "icon", "icons"),
        names.join(" ")
    )
}

/// Reply to a search for icons without results.
pub fn no_icon(wanted: &str, near: Option<&str>) -> String {
    let wanted = crate::discord::wording::safe(wanted, 60);
    match near {
        Some(near) => format!("There is no icon about \"{wanted}\"; did you mean {near}?"),
        None => {
            format!("There is no icon about \"{wanted}\"; leave out the search to see all of them.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::features::rules::words::piece::title;
    use engine::battalion::{builtin, load_builtin};

    #[test]
    fn everything_is_told_and_fits() {
        for builtin in builtin() {
            let definition = load_builtin(builtin.id).unwrap();
            let whole = plain(&definition.name, &battalion(&definition));
            for one in &definition.pieces {
                assert!(whole.contains(&one.name), "{}: {}", builtin.id, one.name);
                let told = piece(&definition, one);
                assert!(told.iter().any(|p| p.head == "Movement"));
                for ability in &one.abilities {
                    let head = title(&ability.name);
                    assert!(told.iter().any(|p| p.head.starts_with(&head)), "{head}");
                }
                for page in messages(&one.name, &told, 2000) {
                    assert!((1..=2000).contains(&page.chars().count()));
                }
            }
            for page in messages(&definition.name, &battalion(&definition), 2000) {
                assert!((1..=2000).contains(&page.chars().count()));
            }
        }
        let party = load_builtin("the-party").unwrap();
        let text = plain("", &battalion(&party));
        assert!(text.contains("Every Player of another Battalion gets 2 × Supporter in reserve"), "{text}");
        assert!(text.contains("control no Supporter on the board (P-5)"), "{text}");
    }

    #[test]
    fn an_army_is_told_with_its_numbers_its_titans_and_its_properties() {
        let text = |id: &str, head: &str| {
            let told = battalion(&load_builtin(id).unwrap());
            told.into_iter().find(|one| one.head == head).unwrap_or_else(|| panic!("{id}: {head}")).text
        };
        let pieces = text("medieval", "Pieces");
        assert!(pieces.contains("Pawn (×8)") && pieces.contains("King (Titan, ×1)"), "{pieces}");
        let pieces = text("makpong", "Pieces");
        assert!(pieces.contains("Snare Rook (×2, 1 in reserve)"), "{pieces}");
        for builtin in builtin() {
            let definition = load_builtin(builtin.id).unwrap();
            let mirrored = text(builtin.id, "Territory").contains(" It can be mirrored (T-15).");
            assert_eq!(mirrored, definition.territory.mirror, "{}", builtin.id);
            for one in &definition.pieces {
                let told = piece(&definition, one);
                let told = told.iter().find(|one| one.head.starts_with("Properties")).map_or("", |one| &one.text);
                let expected = [
                    (one.titan, "A Titan."),
                    (one.immutable, "Immutable:"),
                    (!one.capturable, "Cannot be captured."),
                    (!one.blocking, "Shares its Space"),
                ];
                for (holds, words) in expected {
                    assert_eq!(told.contains(words), holds, "{}: {}: {told}", builtin.id, one.name);
                }
            }
        }
    }
}
