//! Texts that never exceed the maximum length of a description.

use crate::options::ALT_LIMIT;

/// Text that never exceeds [`ALT_LIMIT`].
pub(crate) struct Text {
    text: String,
    length: usize,
    full: bool,
}

impl Text {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), length: 0, full: false }
    }

    /// Adds a complete phrase. If it does not fit, adds an ellipsis instead and ignores all later phrases.
    pub(crate) fn add(&mut self, phrase: &str) -> &mut Self {
        let length = phrase.chars().count();
        // Two characters are reserved for the ellipsis.
        if !self.full && self.length + length + 2 <= ALT_LIMIT {
            self.text.push_str(phrase);
            self.length += length;
        } else if !self.full {
            let whole = self.text.trim_end().len();
            self.text.truncate(whole);
            self.text.push_str(" …");
            self.full = true;
        }
        self
    }

    /// Adds a phrase, cut to `most` characters so that others have room.
    pub(crate) fn cut(&mut self, phrase: &str, most: usize) -> &mut Self {
        let end = if phrase.ends_with(' ') { " " } else { "" };
        self.add(&clipped(phrase.trim_end(), most.saturating_sub(end.len()))).add(end)
    }

    /// A phrase was left out.
    pub(super) const fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn finish(self) -> String {
        self.text.trim_end().to_owned()
    }
}

/// Shortens a text to `most` characters: after a word, or within its only word.
pub(super) fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let room = text.char_indices().nth(most.saturating_sub(1)).map_or(text, |(end, _)| &text[..end]);
    let whole = match room.rfind(' ') {
        Some(end) if !text[room.len()..].starts_with(' ') => &room[..end],
        _ => room,
    };
    format!("{}…", whole.trim_end_matches([' ', ',', ';', ':', '&']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_whole_phrases_up_to_its_limit() {
        let phrase = |length: usize| "x".repeat(length);
        // Two characters are reserved for the ellipsis.
        let mut fits = Text::new();
        fits.add(&phrase(ALT_LIMIT - 2));
        assert!(!fits.is_full());
        assert_eq!(fits.finish().chars().count(), ALT_LIMIT - 2);
        let mut over = Text::new();
        over.add("First. ").add(&phrase(ALT_LIMIT - 8)).add("Nothing more.");
        assert_eq!(over.finish(), "First. …");
        let mut exact = Text::new();
        exact.add("First. ").add(&phrase(ALT_LIMIT - 9)).add("No.");
        let text = exact.finish();
        assert!(text.starts_with("First. xxx") && text.ends_with("x …"), "{text}");
        assert_eq!(text.chars().count(), ALT_LIMIT);
    }

    #[test]
    fn a_long_phrase_is_cut_to_its_room() {
        let cut = |phrase: &str, most: usize| {
            let mut text = Text::new();
            text.cut(phrase, most).add("|");
            text.finish()
        };
        assert_eq!(cut("abcde", 5), "abcde|");
        assert_eq!(cut("abcdef", 5), "abcd…|");
        assert_eq!(cut("äöüß", 4), "äöüß|");
        assert_eq!(cut("äöüßé", 4), "äöü…|");
        // No word is cut, and the blank before the next phrase stays.
        assert_eq!(cut("King a1, Queen b2", 17), "King a1, Queen b2|");
        assert_eq!(cut("King a1, Queen b2", 16), "King a1, Queen…|");
        assert_eq!(cut("King a1, Queen b2", 14), "King a1…|");
        assert_eq!(cut("King a1, Queen b2. ", 15), "King a1… |");
    }
}
