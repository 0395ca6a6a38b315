//! Lists and capital letters of English sentences.

use std::borrow::Borrow;

/// Text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// List with "and": "a", "a and b", "a, b and c".
pub fn list<S: Borrow<str>>(items: &[S]) -> String {
    joined(items, "and")
}

/// List with "or": "a", "a or b", "a, b or c".
pub fn either<S: Borrow<str>>(items: &[S]) -> String {
    joined(items, "or")
}

fn joined<S: Borrow<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => Borrow::<str>::borrow(one).to_owned(),
        [start @ .., last] => format!("{} {word} {}", start.join(", "), Borrow::<str>::borrow(last)),
    }
}
