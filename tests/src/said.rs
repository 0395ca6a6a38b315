//! What was said: answers and messages by their words, and checks that show the whole text when they fail.

use playground::{Interaction, Message};

use crate::Board;

/// Something with words in it.
pub trait Said {
    /// All of its words.
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

/// Fails unless this is said.
#[track_caller]
pub fn assert_says(said: &impl Said, part: &str) {
    let words = said.words();
    assert!(words.contains(part), "{part:?} is not in: {words}");
}

/// Fails unless this is said, and to one person alone.
#[track_caller]
pub fn assert_says_privately(answer: &Interaction, part: &str) {
    assert!(answer.ephemeral(), "{}", answer.text());
    assert_says(answer, part);
}

/// The message that answers somebody.
#[track_caller]
pub fn response(answer: &Interaction) -> Message {
    let message = answer.response();
    message.unwrap_or_else(|| panic!("no message: {}", answer.text()))
}

/// A game's file without the moment it was opened.
pub fn without_time(file: &str) -> String {
    let kept = file.lines().filter(|line| !line.trim_start().starts_with("\"opened_at\""));
    kept.collect::<Vec<_>>().join("\n")
}

/// What somebody reads without the moments in it, such as deadlines: `<t:1795617171:R>` becomes `<t:R>`.
pub fn without_moments(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += "<t";
        plain += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    plain
}

/// What the picture of a message shows, in words.
#[track_caller]
pub fn alt(message: &Message) -> &str {
    let picture = message.picture().expect("a picture");
    picture.description.as_deref().unwrap_or_default()
}

/// Fails unless the message has a picture in which something is drawn, and its words say this.
#[track_caller]
pub fn assert_shows(message: &Message, part: &str) {
    let words = alt(message);
    assert!(words.contains(part), "{part:?} is not in: {words}");
    let picture = message.picture().expect("a picture");
    let colours = Board::decode(&picture.bytes).colours();
    assert!(colours > 8, "a picture of {colours} colours: {words}");
}
