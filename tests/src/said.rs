//! Texts of answers and messages, and assertions that print the whole text on failure.

use playground::{Interaction, Message};

use crate::Board;

/// A value with a text.
pub trait Said {
    /// Complete text.
    fn words(&self) -> String;
}

impl Said for Interaction {
    fn words(&self) -> String {
        self.text()
    }
}

impl Said for Message {
    fn words(&self) -> String {
        self.text()
    }
}

/// Fails unless the text contains `part`.
#[track_caller]
pub fn assert_says(said: &impl Said, part: &str) {
    let words = said.words();
    assert!(words.contains(part), "{part:?} is not in: {words}");
}

/// Fails unless the answer contains `part` and is private.
#[track_caller]
pub fn assert_says_privately(answer: &Interaction, part: &str) {
    assert!(answer.ephemeral(), "{}", answer.text());
    assert_says(answer, part);
}

/// Response message of an interaction.
#[track_caller]
pub fn response(answer: &Interaction) -> Message {
    let message = answer.response();
    message.unwrap_or_else(|| panic!("no message: {}", answer.text()))
}

/// Game file without the time at which the game was opened.
pub fn without_time(file: &str) -> String {
    let kept = file.lines().filter(|line| !line.trim_start().starts_with("\"opened_at\""));
    kept.collect::<Vec<_>>().join("\n")
}

/// Text without timestamps such as deadlines: `<t:1795617171:R>` becomes `<t:R>`.
pub fn without_moments(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += "<t";
        plain += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    plain
}

/// Text with every SHA-256 masked: seeds differ in every game.
pub fn without_hashes(text: &str) -> String {
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()).map(|word| {
        let plain = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_hash(plain) { word.replace(plain, "HASH") } else { word.to_owned() }
    });
    words.collect()
}

/// Alt text of a message's picture.
#[track_caller]
pub fn alt(message: &Message) -> &str {
    let picture = message.picture().expect("a picture");
    picture.description.as_deref().unwrap_or_default()
}

/// Fails unless the message has a non-empty picture whose alt text contains `part`.
#[track_caller]
pub fn assert_shows(message: &Message, part: &str) {
    let words = alt(message);
    assert!(words.contains(part), "{part:?} is not in: {words}");
    let picture = message.picture().expect("a picture");
    let colours = Board::decode(&picture.bytes).colours();
    assert!(colours > 8, "a picture of {colours} colours: {words}");
}
