//! Escaping of names and other text written by people, so that Discord shows it as plain characters. All such text in
//! the content of a message goes through this module. Labels, alt texts and file names have no markup and need no
//! escaping.

use engine::board::Seat;
use engine::fact::Fact;
use engine::view::View;
use engine::words::{self, PlayerNames};

use crate::text::{line, lines};

/// Maximum characters of a displayed name.
const LONGEST: usize = 32;

/// Name that is safe in a message: short, on one line, without markup, mentions or invisible characters.
pub fn clean(name: &str) -> String {
    match safe(name, LONGEST) {
        empty if empty.is_empty() => "Somebody".to_owned(),
        name => name,
    }
}

/// Single line that is safe in a message.
pub fn safe(text: &str, most: usize) -> String {
    escape(&line(text, most))
}

/// Text in a code block, where Discord interprets no markup.
pub fn fenced(text: &str, most: usize) -> String {
    format!("```\n{}\n```", lines(text, most).replace('`', "'"))
}

/// Sentence that may contain text written by people, made safe like a name. Channel links, timestamps, and commands and plain
/// words in code marks stay, because they notify nobody.
pub fn sentence(text: &str) -> String {
    let plain = line(text, usize::MAX);
    let (mut safe, mut from, mut at) = (String::with_capacity(plain.len()), 0, 0);
    while let Some(start) = plain[at..].find(['<', '`']).map(|found| at + found) {
        match own_markup(&plain[start..]) {
            Some(length) => {
                safe += &escape(&plain[from..start]);
                safe += &plain[start..start + length];
                (from, at) = (start + length, start + length);
            }
            None => at = start + 1,
        }
    }
    safe + &escape(&plain[from..])
}

/// Length of the allowed markup at the start of a text: a channel link, a timestamp, a command or plain words.
fn own_markup(text: &str) -> Option<usize> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).filter(|length| *length > 0);
    if let Some(number) = text.strip_prefix("<#") {
        let length = digits(number)?;
        return number[length..].starts_with('>').then_some(2 + length + 1);
    }
    if let Some(moment) = text.strip_prefix("<t:") {
        let length = digits(moment)?;
        let style = moment[length..].strip_prefix(':')?;
        let known = style.starts_with(|c: char| "tTdDfFR".contains(c)) && style[1..].starts_with('>');
        return known.then_some(3 + length + 3);
    }
    let code = text.strip_prefix('`')?;
    let length = code.find('`')?;
    let words = code[..length].strip_prefix('/').unwrap_or(&code[..length]);
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || " -_+".contains(c);
    (!words.is_empty() && words.trim() == words && words.chars().all(is_plain)).then_some(1 + length + 1)
}

/// Text with markup, mentions and addresses turned into plain characters.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        // "#" and "*" of keycaps are emoji, so they stay.
        if "\\*_~`|<>#[]".contains(c) && !after.starts_with(['\u{fe0f}', '\u{20e3}']) {
            safe.push('\\');
        }
        // Discord also recognises its own addresses without "https:", and shows an invitation with the server's
        // picture.
        if c == '.' && is_discord(&text[..at]) {
            safe.push('\u{200b}');
        }
        safe.push(c);
        // A zero-width space stops Discord from recognising "@everyone" and addresses.
        if matches!(c, '@' | ':') {
            safe.push('\u{200b}');
        }
    }
    safe.replace(":\u{200b} ", ": ").trim_end_matches('\u{200b}').to_owned()
}

/// Returns true if a text ends with the name of a Discord domain: discord.gg, discord.com, discordapp.com.
fn is_discord(text: &str) -> bool {
    let last = text.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    ["discord", "discordapp"].iter().any(|name| {
        let start = last.len().checked_sub(name.len());
        start.is_some_and(|start| last[start..].eq_ignore_ascii_case(name))
    })
}

/// Names of the people in the seats, in seat order.
#[derive(Clone, Debug, Default)]
pub struct DisplayNames {
    /// Escaped names, ready to print.
    clean: Vec<String>,
    /// Unescaped names of each person, for sentences that are escaped as a whole.
    plain: Vec<Vec<String>>,
}

impl DisplayNames {
    /// Creates the list from names as entered by their owners; a shared seat has several.
    pub fn new(seats: impl IntoIterator<Item = Vec<String>>) -> Self {
        let plain = |name: &String| match line(name, LONGEST) {
            empty if empty.is_empty() => "Somebody".to_owned(),
            name => name,
        };
        let plain: Vec<Vec<String>> = seats.into_iter().map(|names| names.iter().map(plain).collect()).collect();
        Self { clean: plain.iter().map(|names| escape(&super::list(names))).collect(), plain }
    }

    /// Name of a seat.
    pub fn name(&self, seat: Seat) -> String {
        match self.clean.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("Player {}", seat.0 + 1),
        }
    }

    /// "A, B and C".
    pub fn names(&self, seats: &[Seat]) -> String {
        super::list(&seats.iter().map(|seat| self.name(*seat)).collect::<Vec<_>>())
    }

    /// Fact as a sentence with names of people; in Clash of the Armies the Players are White and Black.
    pub fn tell(&self, view: &View, fact: &Fact) -> String {
        escape(&words::fact(fact, &self.of(view)))
    }

    /// Facts after the text of the turn that caused them: ", capturing the Pawn on d5"
    pub fn consequences<'a>(&self, view: &View, facts: impl IntoIterator<Item = &'a Fact>) -> String {
        // The notation and the message of the next turn tell of a Check.
        let facts = facts.into_iter().filter(|fact| **fact != Fact::Check);
        escape(&words::consequences(facts, &self.of(view)))
    }

    /// Names in sentences about a game.
    fn of(&self, view: &View) -> PlayerNames {
        match view.clash {
            Some(_) => PlayerNames::colours(),
            None => self.people(),
        }
    }

    /// Action of a Player, phrased to follow the name: "declines the draw"; `None` for a fact that is not about a
    /// Player.
    pub fn did(&self, seat: Seat, fact: &Fact) -> Option<String> {
        words::did(fact, self.people().several(&[seat]))
    }

    /// Returns true if these seats hold more than one person, so that verbs are in the plural.
    pub fn several(&self, seats: &[Seat]) -> bool {
        self.people().several(seats)
    }

    /// Names with armies, as results show them: "Ann (Medieval)", in Clash "Ann (White)". The names are not escaped.
    pub fn with_armies(&self, view: &View) -> PlayerNames {
        let armies = view.seats.iter().map(|seat| seat.battalion.as_str());
        self.people().with_armies(armies)
    }

    fn people(&self) -> PlayerNames {
        PlayerNames::of_people(self.plain.iter().cloned())
    }
}

#[cfg(test)]
mod tests {
    use engine::board::Space;
    use engine::clash::{Match, Setup};
    use engine::play::Fall;
    use engine::view::Viewer;

    use super::*;

    #[test]
    fn a_seat_without_people_has_its_number() {
        let names = DisplayNames::new([vec!["Ann".to_owned()], vec![]]);
        assert_eq!([0, 1, 5].map(|seat| names.name(Seat(seat))), ["Ann", "Player 2", "Player 6"]);
    }

    #[test]
    fn names_do_nothing_but_name() {
        assert_eq!(clean("Ann"), "Ann");
        assert_eq!(clean("  A\n\tB "), "A B");
        assert_eq!(clean("**bold** `code`"), "\\*\\*bold\\*\\* \\`code\\`");
        assert_eq!(clean("@everyone"), "@\u{200b}everyone");
        assert_eq!(clean("<@123>"), "\\<@\u{200b}123\\>");
        assert_eq!(clean("\u{202e}\u{200b}"), "Somebody");
        for invite in ["discord.gg/x", "Discord.com/invite/x", "www.discordapp.com/invite/x"] {
            let (name, rest) = invite.rsplit_once('.').unwrap();
            assert_eq!(clean(invite), format!("{name}\u{200b}.{rest}"));
        }
        assert_eq!(clean("Ann v. Bob #\u{fe0f}\u{20e3} 👩\u{200d}🚀"), "Ann v. Bob #\u{fe0f}\u{20e3} 👩\u{200d}🚀");
        assert_eq!(
            sentence("Yours is in <#12>. *So* <#x> <@1>"),
            "Yours is in <#12>. \\*So\\* \\<\\#x\\> \\<@\u{200b}1\\>"
        );
        assert_eq!(sentence("Ask again <t:60:R>; use `/lobby leave`."), "Ask again <t:60:R>; use `/lobby leave`.");
        assert_eq!(
            sentence("<t:60:x> <t:> `/a @b` `X` `` `/` <#1"),
            "\\<t:\u{200b}60:\u{200b}x\\> \\<t:\u{200b}\\> \\`/a @\u{200b}b\\` \\`X\\` \\`\\` \\`/\\` \\<\\#1"
        );
        // Refusals name options, times and dates as they are typed.
        for typed in ["`30 min + 30 s a move`", "`opponent-battalion`", "`2026-12-20 to 2027-01-03`"] {
            assert_eq!(sentence(typed), typed);
        }
        assert!(clean(&"x".repeat(99)).chars().count() <= LONGEST);
    }

    /// Every sign with a meaning in Discord's markup is escaped in names, texts and sentences.
    #[test]
    fn every_sign_of_markup_is_escaped() {
        for sign in "\\*_~`|<>#[]".chars() {
            let expected = format!("a\\{sign}\\{sign}b");
            let typed = format!("a{sign}{sign}b");
            assert_eq!(clean(&typed), expected);
            assert_eq!(safe(&typed, 99), expected);
            assert_eq!(sentence(&typed), expected);
            let names = DisplayNames::new([vec![typed]]);
            assert_eq!(names.name(Seat(0)), expected);
        }
        for sign in "abc-+=!?.,;'()/&%".chars() {
            assert_eq!(clean(&format!("a{sign}b")), format!("a{sign}b"));
        }
    }

    #[test]
    fn facts_name_people_and_nothing_else() {
        let names = DisplayNames::new([vec!["Ann".into()], vec!["Bob Player 1".into(), "*Cem*".into()]]);
        let setup = Setup { en_passant: false, seed: [0; 32] };
        let clash = Match::new(setup).unwrap().view(Viewer::Public);
        let duel = View { clash: None, ..clash.clone() };
        let taken = |piece: &str| Fact::Captured { piece: piece.to_owned(), owner: Seat(1), space: Space::new(4, 6) };
        let (seat, how) = (Seat(1), Fall::Checkmate);
        assert_eq!(names.tell(&duel, &Fact::Defeated { seat, how }), "Bob Player 1 and \\*Cem\\* are checkmated.");
        assert_eq!(names.tell(&clash, &Fact::Defeated { seat, how }), "Black is checkmated.");
        // Pieces may have the names of Players.
        for piece in ["Player 2", "Black", "Ann"] {
            let said = format!("Captures the {piece} on e7.");
            assert_eq!(names.tell(&duel, &taken(piece)), said);
            assert_eq!(names.tell(&clash, &taken(piece)), said);
        }
        assert_eq!(
            names.tell(&duel, &taken("@everyone *x* https://a.b")),
            "Captures the @\u{200b}everyone \\*x\\* https:\u{200b}//a.b on e7."
        );
    }

    #[test]
    fn texts_of_files_are_only_texts() {
        assert_eq!(safe("# A\n`b`\u{202e}", 99), "\\# A \\`b\\`");
        assert_eq!(fenced("a ```b", 99), "```\na \'\'\'b\n```");
        assert_eq!(safe("<@&5>\n- x", 99), "\\<@\u{200b}&5\\> - x");
    }
}
