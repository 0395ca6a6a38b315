//! What somebody else wrote, names of people and texts of Battalion files: it loses whatever Discord would read as more than
//! letters. Every such text in a message's content goes through one of these; labels, alt texts and file names know no markup.

use engine::board::Seat;

use crate::text::{line, lines};

/// Characters of a name that are shown.
const LONGEST: usize = 32;

/// A name that is safe in a message: no markup, no mentions, no line breaks, no invisible characters, not too long.
pub fn clean(name: &str) -> String {
    match safe(name, LONGEST) {
        empty if empty.is_empty() => "Somebody".to_owned(),
        name => name,
    }
}

/// One line that is safe in a message.
pub fn safe(text: &str, most: usize) -> String {
    escape(&line(text, most))
}

/// Text in a block of its own, where nothing is markup and every character counts.
pub fn fenced(text: &str, most: usize) -> String {
    format!("```\n{}\n```", lines(text, most).replace('`', "'"))
}

/// A sentence that may hold what people wrote, as safe as a name. Links to channels stay: they notify nobody.
pub fn sentence(text: &str) -> String {
    let plain = line(text, usize::MAX);
    let mut safe = String::with_capacity(plain.len());
    let mut rest = plain.as_str();
    while let Some(start) = rest.find("<#") {
        let (before, link) = rest.split_at(start);
        let end = link[2..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(link.len(), |n| n + 2);
        if end > 2 && link[end..].starts_with('>') {
            safe += &escape(before);
            safe += &link[..=end];
            rest = &link[end + 1..];
        } else {
            safe += &escape(&rest[..start + 2]);
            rest = &link[2..];
        }
    }
    safe + &escape(rest)
}

/// Markup, mentions and addresses as plain characters.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\*_~`|<>#[]".contains(c) {
            safe.push('\\');
        }
        safe.push(c);
        // A zero-width space keeps "@everyone" and addresses from being read as such.
        if matches!(c, '@' | ':') {
            safe.push('\u{200b}');
        }
    }
    safe.replace(":\u{200b} ", ": ")
        .trim_end_matches('\u{200b}')
        .to_owned()
}

/// The people behind the seats, by clean names, in seat order.
#[derive(Clone, Debug, Default)]
pub struct Cast(Vec<String>);

impl Cast {
    /// From names as people gave them, several for a shared seat.
    pub fn new(seats: impl IntoIterator<Item = Vec<String>>) -> Self {
        Self(
            seats
                .into_iter()
                .map(|names| {
                    let names: Vec<String> = names.iter().map(|name| clean(name)).collect();
                    super::list(&names)
                })
                .collect(),
        )
    }

    /// Who sits there.
    pub fn name(&self, seat: Seat) -> String {
        match self.0.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("Player {}", seat.0 + 1),
        }
    }

    /// "A, B and C".
    pub fn names(&self, seats: &[Seat]) -> String {
        super::list(
            &seats
                .iter()
                .map(|seat| self.name(*seat))
                .collect::<Vec<_>>(),
        )
    }

    /// A sentence of the rules, with people in the place of "Player 1".
    pub fn tell(&self, sentence: &str) -> String {
        let mut told = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some(start) = rest.find("Player ") {
            let (before, found) = rest.split_at(start);
            told.push_str(&escape(before));
            let after = &found["Player ".len()..];
            let digit = after
                .chars()
                .next()
                .and_then(|c| c.to_digit(10))
                .filter(|n| (1..=9).contains(n));
            match digit {
                Some(n) => {
                    told.push_str(&self.name(Seat(n as u8 - 1)));
                    rest = &after[1..];
                }
                None => {
                    told.push_str("Player ");
                    rest = after;
                }
            }
        }
        told + &escape(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_nothing_but_name() {
        assert_eq!(clean("Ann"), "Ann");
        assert_eq!(clean("  A\n\tB "), "A B");
        assert_eq!(clean("**bold** `code`"), "\\*\\*bold\\*\\* \\`code\\`");
        assert_eq!(clean("@everyone"), "@\u{200b}everyone");
        assert_eq!(clean("<@123>"), "\\<@\u{200b}123\\>");
        assert_eq!(clean("\u{202e}\u{200b}"), "Somebody");
        assert_eq!(
            sentence("Yours is in <#12>. *So* <#x> <@1>"),
            "Yours is in <#12>. \\*So\\* \\<\\#x\\> \\<@\u{200b}1\\>"
        );
        assert!(clean(&"x".repeat(99)).chars().count() <= LONGEST);
    }

    #[test]
    fn sentences_name_people() {
        let cast = Cast::new([
            vec!["Ann".into()],
            vec!["Bob Player 1".into(), "Cem".into()],
        ]);
        assert_eq!(
            cast.tell("Player 2 is checkmated."),
            "Bob Player 1 and Cem is checkmated."
        );
        assert_eq!(
            cast.tell("Captures Player 1's Rook. Players agree. Player 7 too."),
            "Captures Ann's Rook. Players agree. Player 7 too."
        );
        assert_eq!(
            cast.tell("Captures the https://a.b of Player 1: @everyone *x*"),
            "Captures the https:\u{200b}//a.b of Ann: @\u{200b}everyone \\*x\\*"
        );
    }

    #[test]
    fn texts_of_files_are_only_texts() {
        assert_eq!(safe("# A\n`b`\u{202e}", 99), "\\# A \\`b\\`");
        assert_eq!(fenced("a ```b", 99), "```\na \'\'\'b\n```");
        assert_eq!(safe("<@&5>\n- x", 99), "\\<@\u{200b}&5\\> - x");
    }
}
