//! Icon search by words of the name and the synonyms in `assets/words.txt`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::battalion::nearest;

use super::icon::icons;

const WORDS: &str = include_str!("../../assets/words.txt");

/// Synonyms by icon name.
fn synonyms() -> &'static BTreeMap<&'static str, &'static str> {
    static READ: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    READ.get_or_init(|| {
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(" = ")).collect()
    })
}

/// Returns the synonyms of an icon, separated by spaces; empty for most icons.
///
/// ```
/// assert!(render::icon_words("chess-knight").contains("horse"));
/// ```
pub fn icon_words(icon: &str) -> &'static str {
    synonyms().get(icon).copied().unwrap_or_default()
}

/// Finds icons by words: every typed word must be the start of a word of the icon's name or synonyms. Matches in the
/// name come first. An empty search returns all icons.
///
/// ```
/// assert_eq!(render::find_icons("knight").first(), Some(&"chess-knight"));
/// assert!(render::find_icons("Horse head").contains(&"horse-head"));
/// assert!(render::find_icons("xyzzy").is_empty());
/// ```
pub fn find_icons(typed: &str) -> Vec<&'static str> {
    let wanted: Vec<String> = words(&typed.to_lowercase()).map(str::to_owned).collect();
    let begins = |text: &str, word: &str| words(text).any(|one| one.starts_with(word));
    let by_name = |icon: &str| wanted.iter().all(|word| begins(icon, word));
    let at_all = |icon: &str| {
        let one = |word: &String| begins(icon, word) || begins(icon_words(icon), word);
        wanted.iter().all(one)
    };
    let mut found: Vec<&str> = icons().into_iter().filter(|icon| at_all(icon)).collect();
    found.sort_by_key(|icon| !by_name(icon));
    found
}

/// Suggests an icon for an unknown name.
///
/// ```
/// assert_eq!(render::nearest_icon("ches-knigt"), Some("chess-knight"));
/// assert_eq!(render::nearest_icon("horse"), Some("horse-head"));
/// assert_eq!(render::nearest_icon("xyzzy"), None);
/// ```
pub fn nearest_icon(written: &str) -> Option<&'static str> {
    let all = icons();
    let has_word = |icon: &&&str| icon.split('-').any(|word| word == written);
    if let Some(named) = all.iter().find(has_word) {
        return Some(named);
    }
    if let Some(near) = nearest(written, all.iter().copied()) {
        return all.into_iter().find(|icon| *icon == near);
    }
    let whole = find_icons(written).into_iter().next();
    whole.or_else(|| {
        // The word with the fewest matches is the most specific.
        let each = words(written).map(find_icons).filter(|found| !found.is_empty());
        each.min_by_key(Vec::len)?.into_iter().next()
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_alphanumeric());
    parts.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_words_is_about_an_icon() {
        let all = icons();
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let (icon, words) = line.split_once(" = ").unwrap();
            assert!(all.contains(&icon), "{icon}");
            let plain = |c: char| c.is_ascii_lowercase() || c == ' ';
            assert!(!words.is_empty() && words.chars().all(plain), "{line}");
        }
    }

    #[test]
    fn icons_are_found_by_what_people_call_them() {
        for (typed, icon) in [
            ("tower", "stone-tower"),
            ("ROOK", "chess-rook"),
            ("horse", "chess-knight"),
            ("poison", "death-skull"),
            ("boat", "sailboat"),
            ("chess kn", "chess-knight"),
        ] {
            assert!(find_icons(typed).contains(&icon), "{typed}");
        }
        assert_eq!(find_icons(""), icons());
        assert_eq!(find_icons(" - "), icons());
    }

    #[test]
    fn what_was_meant_is_found() {
        for (written, icon) in [
            ("drgon-head", "dragon-head"),
            ("dragon", "dragon-head"),
            ("black-tower", "guarded-tower"),
            ("knight-horse", "chess-knight"),
        ] {
            assert_eq!(nearest_icon(written), Some(icon), "{written}");
        }
        assert_eq!(nearest_icon(""), icons().first().copied());
    }
}
