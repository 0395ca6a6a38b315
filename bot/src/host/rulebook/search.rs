//! Full-text search of the rules with Okapi BM25. Titles, emphasised terms and the first words of a rule get extra
//! weight. A rule that explains a word therefore ranks before one that only mentions it.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::law::{Place, key, topics};

/// Usual parameters of BM25: saturation of repeated words and influence of the rule's length.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;
/// Bonus, multiplied by the word's rarity, if a rule defines the word, begins with it, or has it in its title.
const TERM: f64 = 3.0;
const BEGINNING: f64 = 2.0;
const TITLE: f64 = 2.0;
/// Weight of a word in brackets.
const ASIDE: f64 = 0.25;
/// Number of words that count as the beginning of a rule.
const FIRST_WORDS: usize = 2;
/// Weight of a word of which only the beginning was typed.
const PREFIX: f64 = 0.6;
/// Stop words.
const COMMON: [&str; 14] = ["a", "an", "and", "by", "for", "in", "is", "it", "of", "on", "or", "the", "to", "what"];

/// Index entry of a rule.
struct Entry {
    place: Place,
    /// Weighted number of occurrences of each word.
    counts: HashMap<String, f64>,
    words: f64,
    terms: Vec<String>,
    first: Vec<String>,
    title: Vec<String>,
}

struct Index {
    entries: Vec<Entry>,
    mean: f64,
}

/// Words in lower case, without plural endings.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| stem(&word.to_lowercase()))
        .filter(|word| !COMMON.contains(&word.as_str()))
        .collect()
}

/// Parts of a text; `true` marks a part in brackets.
fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('(').enumerate().flat_map(|(index, part)| {
        let (inside, rest) = match index {
            0 => ("", part),
            _ => part.split_once(')').unwrap_or((part, "")),
        };
        [(true, inside), (false, rest)]
    })
}

fn stem(word: &str) -> String {
    let stem = match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 2 => return format!("{stem}y"),
        _ => word.strip_suffix('s').unwrap_or(word),
    };
    let kept = stem.len() > 2 && !stem.ends_with('s');
    if kept { stem } else { word }.to_owned()
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut entries = Vec::new();
        for (topic, about) in topics().iter().enumerate() {
            for (rule, one) in about.rules.iter().enumerate() {
                let all = words(&one.text);
                let mut counts = HashMap::new();
                for (inside, part) in parts(&one.text) {
                    let weight = if inside { ASIDE } else { 1.0 };
                    for word in words(part) {
                        *counts.entry(word).or_insert(0.0) += weight;
                    }
                }
                entries.push(Entry {
                    place: Place { topic, rule: Some(rule) },
                    counts,
                    words: all.len() as f64,
                    terms: one.terms.iter().flat_map(|term| words(term)).collect(),
                    first: all.into_iter().take(FIRST_WORDS).collect(),
                    title: words(about.title),
                });
            }
        }
        let all: f64 = entries.iter().map(|entry| entry.words).sum();
        let mean = all / entries.len().max(1) as f64;
        Index { entries, mean }
    })
}

/// Match of a word with the typed word: 1 for the whole word, less for a prefix, 0 otherwise.
fn fit(word: &str, typed: &str) -> f64 {
    match word == typed {
        true => 1.0,
        false if typed.len() > 2 && word.starts_with(typed) => PREFIX,
        false => 0.0,
    }
}

fn best(words: &[String], typed: &str) -> f64 {
    let fits = words.iter().map(|word| fit(word, typed));
    fits.fold(0.0, f64::max)
}

impl Entry {
    fn frequency(&self, typed: &str) -> f64 {
        let fits = self.counts.iter();
        fits.map(|(word, count)| count * fit(word, typed)).sum()
    }

    fn mentions(&self, typed: &str) -> bool {
        self.counts.keys().any(|word| fit(word, typed) > 0.0) || best(&self.title, typed) > 0.0
    }

    fn score(&self, typed: &str, mean: f64) -> f64 {
        let often = self.frequency(typed);
        let long = 1.0 - LENGTH + LENGTH * self.words / mean;
        let mentions = often * (SATURATION + 1.0) / (often + SATURATION * long);
        mentions
            + TERM * best(&self.terms, typed)
            + BEGINNING * best(&self.first, typed)
            + TITLE * best(&self.title, typed)
    }
}

/// Rules that match the text, best first. A rule number such as `C-1` finds all rules whose numbers begin with it.
///
/// Words that no rule contains are ignored. Rules with more of the words rank first.
pub fn search(text: &str) -> Vec<Place> {
    let numbers = numbered(text);
    if !numbers.is_empty() {
        return numbers;
    }
    let index = index();
    let typed = words(text);
    let rare: Vec<(&String, f64)> = typed
        .iter()
        .filter_map(|word| {
            let having = index.entries.iter().filter(|entry| entry.mentions(word));
            let having = having.count() as f64;
            let all = index.entries.len() as f64;
            let rarity = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
            (having > 0.0).then_some((word, rarity))
        })
        .collect();
    let mut found: Vec<(usize, f64, Place)> = index
        .entries
        .iter()
        .filter_map(|entry| {
            let known = rare.iter().filter(|(word, _)| entry.mentions(word)).count();
            let scores = rare.iter().map(|(word, rarity)| rarity * entry.score(word, index.mean));
            (known > 0).then(|| (known, scores.sum(), entry.place))
        })
        .collect();
    // Stable sort: equal results stay in document order.
    found.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    found.into_iter().map(|(.., place)| place).collect()
}

/// Rules whose numbers begin with the typed text, if it looks like a rule number.
fn numbered(text: &str) -> Vec<Place> {
    let wanted = key(text);
    if !wanted.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (topic, about) in topics().iter().enumerate() {
        let rules = about.rules.iter().enumerate();
        let begins = rules.filter(|(_, rule)| key(rule.number).starts_with(&wanted));
        found.extend(begins.map(|(rule, _)| Place { topic, rule: Some(rule) }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<&'static str> {
        let rules = search(text).into_iter().filter_map(|place| {
            let topic = topics().get(place.topic)?;
            Some(topic.rules.get(place.rule?)?.number)
        });
        rules.collect()
    }

    #[test]
    fn what_explains_a_word_comes_before_what_mentions_it() {
        for (typed, first) in [
            ("Volatile", "V-4"),
            ("volatile pieces", "V-4"),
            ("defeated", "T-21"),
            ("promotion", "T-12"),
            ("en passant", "T-13"),
            ("titan", "T-10"),
            ("castling", "C-25"),
            ("Withdrawer", "B-4"),
            ("long leaper", "B-7"),
            ("reinforcements", "T-18"),
            ("phoenix", "C-22"),
            ("fallen", "T-23"),
            ("equal bids", "C-12"),
            ("extra-strength", "T-27"),
        ] {
            let found = numbers(typed);
            assert_eq!(found.first(), Some(&first), "{typed}: {found:?}");
        }
        let volatile = numbers("Volatile");
        let mentioned = volatile.iter().position(|number| *number == "T-16");
        assert!(mentioned > Some(2), "{volatile:?}");
    }

    /// A rule with all typed words is preferred to one that says a rare word often.
    #[test]
    fn rules_with_more_of_the_words_come_first() {
        let typed = ["titan", "gold", "promotion", "castling", "reserve", "snare", "draw", "target", "bid", "seat"];
        let mut mixed = 0;
        for (at, first) in typed.iter().enumerate() {
            for second in &typed[at + 1..] {
                let text = format!("{first} {second}");
                let having = |place: &Place| {
                    let entry = index().entries.iter().find(|entry| entry.place == *place).unwrap();
                    [first, second].iter().filter(|word| entry.mentions(word)).count()
                };
                let found: Vec<usize> = search(&text).iter().map(having).collect();
                assert!(found.is_sorted_by(|a, b| a >= b), "{text}: {found:?}");
                mixed += usize::from(found.first() == Some(&2) && found.last() == Some(&1));
            }
        }
        assert!(mixed > 10, "{mixed}");
    }

    #[test]
    fn what_is_typed_need_not_be_complete_or_all_known() {
        assert_eq!(numbers("volat").first(), Some(&"V-4"));
        assert_eq!(numbers("the castling of quxes").first(), Some(&"C-25"));
        assert_eq!(numbers("quxes"), Vec::<&str>::new());
        assert_eq!(numbers("the of"), Vec::<&str>::new());
        assert_eq!(numbers("t-20"), ["T-20"]);
        assert_eq!(numbers("c1")[..2], ["C-1", "C-10"]);
    }

    #[test]
    fn plurals_are_the_same_word() {
        for (many, one) in [("pawns", "pawn"), ("armies", "army"), ("pass", "pass"), ("his", "his")] {
            assert_eq!(stem(many), one);
        }
    }
}
