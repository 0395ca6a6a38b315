//! Sanitising of text written by users, such as names and the contents of Battalion files: only visible characters, and
//! a limited number of them. Discord's markup is escaped elsewhere, in `discord::wording`.

use engine::text::{MAX_MARKS, is_combining, is_hidden};
use unicode_segmentation::UnicodeSegmentation as _;

/// Reduces text to one line of visible characters, cut to `most` characters with an ellipsis.
pub fn line(text: &str, most: usize) -> String {
    let visible = visible(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
    let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    clip(&words.join(" "), most)
}

/// Reduces text to lines of visible characters, cut to `most` characters with an ellipsis.
pub fn lines(text: &str, most: usize) -> String {
    let space = |c: char| match c {
        '\n' => '\n',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    clip(visible(text.chars().map(space)).trim_end(), most)
}

/// Cuts text to `most` characters with an ellipsis, without splitting a grapheme.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut left = most.saturating_sub(1);
    let kept = text.graphemes(true).take_while(|grapheme| {
        let length = grapheme.chars().count();
        let fits = length <= left;
        left -= if fits { length } else { left };
        fits
    });
    kept.chain(["…"]).collect()
}

/// Strips zero-width and bidi characters, and combining marks beyond the first few on a letter. Joined emoji count as
/// one character.
fn visible(text: impl Iterator<Item = char>) -> String {
    let text: String = text.collect();
    let (mut seen, mut marks) = (String::with_capacity(text.len()), 0);
    for grapheme in text.graphemes(true) {
        if emoji::is_joined(grapheme) {
            marks = 0;
            seen.push_str(grapheme);
            continue;
        }
        for c in grapheme.chars().filter(|c| (!c.is_control() || *c == '\n') && !is_hidden(*c)) {
            marks = if is_combining(c) { marks + 1 } else { 0 };
            if marks <= MAX_MARKS {
                seen.push(c);
            }
        }
    }
    seen
}

/// Emoji of several code points, in the forms of Unicode Technical Standard #51.
mod emoji {
    const JOINER: char = '\u{200D}';
    const AS_EMOJI: char = '\u{FE0F}';
    const KEY: char = '\u{20E3}';
    const BLACK_FLAG: char = '\u{1F3F4}';
    const LAST_TAG: char = '\u{E007F}';
    /// Maximum number of emoji joined into one. Couples have up to two people, a heart and a kiss; families up to four
    /// people.
    const PARTS: usize = 6;
    /// Upper limit of the tags after a flag, which spell the code of a subdivision, such as `gbsct`.
    const TAGS: usize = 7;

    const fn is_pictograph(c: char) -> bool {
        matches!(c,
            '©' | '®' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21AA}' | '\u{231A}'..='\u{23FF}'
            | '\u{24C2}' | '\u{25AA}'..='\u{27BF}' | '\u{2934}'..='\u{2935}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}'
            | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1F1E5}' | '\u{1F200}'..='\u{1F3FA}' | '\u{1F400}'..='\u{1FAFF}')
    }

    const fn is_letter_of_flag(c: char) -> bool {
        matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
    }

    const fn is_skin_tone(c: char) -> bool {
        matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
    }

    const fn is_tag(c: char) -> bool {
        matches!(c, '\u{E0020}'..='\u{E007E}')
    }

    /// Returns whether these characters form one emoji.
    pub fn is_joined(grapheme: &str) -> bool {
        let chars: Vec<char> = grapheme.chars().collect();
        match chars.as_slice() {
            ['0'..='9' | '#' | '*', KEY] | ['0'..='9' | '#' | '*', AS_EMOJI, KEY] => true,
            [one, two] if is_letter_of_flag(*one) && is_letter_of_flag(*two) => true,
            several => {
                let parts: Vec<&[char]> = several.split(|c| *c == JOINER).collect();
                parts.len() <= PARTS && parts.into_iter().all(is_part)
            }
        }
    }

    /// Returns whether these characters form one element between joiners: a pictograph with its modifier, or a flag
    /// with its tags.
    fn is_part(part: &[char]) -> bool {
        let Some((base, form)) = part.split_first() else {
            return false;
        };
        is_pictograph(*base)
            && match form {
                [] | [AS_EMOJI] => true,
                [tone] | [tone, AS_EMOJI] if is_skin_tone(*tone) => true,
                [tags @ .., LAST_TAG] => *base == BLACK_FLAG && tags.len() < TAGS && tags.iter().all(|c| is_tag(*c)),
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_seen_stays() {
        assert_eq!(line(" A\u{202e}n\n\tn\u{200b} \u{61c}", 9), "An n");
        assert_eq!(line(&format!("e{}", "\u{301}".repeat(40)), 9), "e\u{301}\u{301}");
        assert_eq!(line("abcdef", 4), "abc…");
        assert_eq!(lines("a\u{7}\r\n\u{feff}b\n\n", 9), "a \nb");
        assert_eq!(line("日本 한국", 9), "日本 한국");
    }

    #[test]
    fn emoji_of_several_characters_stay_whole() {
        let joined = [
            "👩\u{200d}👩\u{200d}👧",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "🇳🇱",
            "👍🏽",
            "3\u{fe0f}\u{20e3}",
            "❤\u{fe0f}\u{200d}🔥",
            "🏳\u{fe0f}\u{200d}🌈",
            "🧑🏿\u{200d}🚀",
        ];
        for emoji in joined {
            assert_eq!(line(&format!("A {emoji} B"), 32), format!("A {emoji} B"), "{emoji}");
            assert_eq!(lines(emoji, 32), emoji);
            // An emoji is kept whole or dropped.
            for most in 1..10 {
                let cut = line(&format!("AB{emoji}CDEFGHIJK"), most);
                assert!(cut.chars().count() <= most, "{cut}");
                let part = cut.trim_start_matches(['A', 'B']).trim_end_matches('…');
                assert!(part.is_empty() || part.starts_with(emoji), "{cut}");
            }
        }
    }

    #[test]
    fn what_joins_nothing_is_still_hidden() {
        assert_eq!(line("A\u{200d}B", 9), "AB");
        assert_eq!(line("👍\u{200d}", 9), "👍");
        assert_eq!(line("A\u{fe0f}\u{e0041}", 9), "A");
        assert_eq!(line("👍\u{e0067}\u{e007f}", 9), "👍");
        assert_eq!(line(&"👍\u{200d}".repeat(20), 99).chars().filter(|c| *c == '\u{200d}').count(), 0);
        // A hidden character between combining marks does not reset their limit.
        assert_eq!(line("e\u{301}\u{301}\u{200b}\u{301}", 9), "e\u{301}\u{301}");
        assert_eq!(clip("e\u{301}e\u{301}e\u{301}", 4), "e\u{301}…");
    }
}
