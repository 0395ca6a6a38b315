//! Text that people wrote, on its way to others: visible characters, not too many of them. Everything from outside passes here,
//! names of people as well as what stands in Battalion files. What Discord would read as more than letters is dealt with where
//! it is said, in `discord::wording`.

use engine::text::{MAX_MARKS, is_combining, is_hidden};

/// One line of visible characters, cut to so many; an ellipsis says that there was more.
pub fn line(text: &str, most: usize) -> String {
    let visible = visible(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
    let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    clip(&words.join(" "), most)
}

/// Lines of visible characters, cut to so many characters.
pub fn lines(text: &str, most: usize) -> String {
    let space = |c: char| match c {
        '\n' => '\n',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    clip(visible(text.chars().map(space)).trim_end(), most)
}

/// The first `most` characters; an ellipsis says that there was more.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Without what takes no room, turns the direction of writing, or piles up on one letter.
fn visible(text: impl Iterator<Item = char>) -> String {
    let mut marks = 0;
    text.filter(|c| {
        marks = if is_combining(*c) { marks + 1 } else { 0 };
        let control = c.is_control() && *c != '\n';
        !control && !is_hidden(*c) && marks <= MAX_MARKS
    })
    .collect()
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
}
