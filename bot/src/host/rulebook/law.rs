//! Numbered rules of both games, parsed from the rule documents.

use std::sync::OnceLock;

/// Rule documents, with the game that each belongs to.
const FILES: [(&str, &str); 3] = [
    ("Titan's Battalion", include_str!("../../../../docs/rules/titans-core.md")),
    ("Battalions", include_str!("../../../../docs/rules/battalions.md")),
    ("Clash of the Armies", include_str!("../../../../docs/rules/clash.md")),
];

/// A section of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Title of the document: "Clash of the Armies".
    pub book: &'static str,
    /// Title of the section: "Auction".
    pub title: &'static str,
    /// The rules in order.
    pub rules: Vec<Rule>,
}

/// A numbered rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// "T-20".
    pub number: &'static str,
    /// Text of the rule, without formatting.
    pub text: String,
    /// Terms defined by the rule, which are emphasised in the document.
    pub terms: Vec<String>,
}

/// All topics, in document order.
pub fn topics() -> &'static [Topic] {
    static TOPICS: OnceLock<Vec<Topic>> = OnceLock::new();
    TOPICS.get_or_init(|| FILES.iter().flat_map(|(book, text)| read(book, text)).collect())
}

/// Parses a document. Sections begin with `## `, rules with `* **T-20** ` and continue in indented lines.
fn read(book: &'static str, text: &'static str) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            topics.push(Topic { book, title, rules: Vec::new() });
            continue;
        }
        let Some(topic) = topics.last_mut() else {
            continue;
        };
        if let Some((number, text)) = line.strip_prefix("* **").and_then(|rest| rest.split_once("**")) {
            topic.rules.push(Rule { number, text: plain(text), terms: emphasised(text) });
        } else if let (Some(rule), true) = (topic.rules.last_mut(), line.starts_with("  ")) {
            rule.text.push(' ');
            rule.text += &plain(line);
            rule.terms.extend(emphasised(line));
        }
    }
    topics.retain(|topic| !topic.rules.is_empty());
    topics
}

/// Removes emphasis.
fn plain(text: &str) -> String {
    text.trim().replace(['*', '`'], "")
}

/// Text between single asterisks.
fn emphasised(text: &str) -> Vec<String> {
    let plain = text.replace("**", "");
    let terms = plain.split('*').skip(1).step_by(2);
    terms.map(str::to_owned).collect()
}

/// Position in the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Index into [`topics`].
    pub topic: usize,
    /// Index of a rule in that topic; `None`: the whole topic.
    pub rule: Option<usize>,
}

/// The topic or rule of exactly this name, in any spelling: `T-20`, `t20`, `party mode`. For other text, use
/// [`search`](super::search()).
pub fn find(text: &str) -> Option<Place> {
    let wanted = key(text);
    if wanted.is_empty() {
        return None;
    }
    for (topic, found) in topics().iter().enumerate() {
        let rule = found.rules.iter().position(|rule| key(rule.number) == wanted);
        if rule.is_some() || key(found.title) == wanted || key(&heading(found)) == wanted {
            return Some(Place { topic, rule });
        }
    }
    None
}

/// "Clash of the Armies: Play".
pub fn heading(topic: &Topic) -> String {
    format!("{}: {}", topic.book, topic.title)
}

pub(super) fn key(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_documents_is_found_by_its_number() {
        let mut count = 0;
        for (_, text) in FILES {
            for line in text.lines() {
                let Some(rest) = line.strip_prefix("* **") else {
                    continue;
                };
                let (number, beginning) = rest.split_once("**").unwrap();
                let place = find(number).unwrap();
                let rule = &topics()[place.topic].rules[place.rule.unwrap()];
                assert_eq!(rule.number, number);
                assert!(rule.text.starts_with(&plain(beginning)), "{number}");
                count += 1;
            }
        }
        assert!(count > 100, "{count} rules");
    }

    #[test]
    fn topics_are_found_as_people_write_them() {
        let title = |text: &str| find(text).map(|place| topics()[place.topic].title);
        assert_eq!(title("t20"), Some("Check and the end"));
        assert_eq!(title("Party mode"), Some("Party Mode"));
        assert_eq!(title("auction (before the ultimate round)"), Some("Auction (before the Ultimate Round)"));
        assert_eq!(title("Clash of the Armies: Play"), Some("Play"));
        assert_eq!(title("T-99"), None);
        assert_eq!(title(" - "), None);
    }

    #[test]
    fn rules_are_plain_text_on_one_line() {
        for rule in topics().iter().flat_map(|topic| &topic.rules) {
            assert!(!rule.text.contains(['*', '`', '\n']), "{}", rule.number);
            assert!(rule.text.ends_with(['.', ')', '”', ':']), "{}: {}", rule.number, rule.text);
        }
    }
}
