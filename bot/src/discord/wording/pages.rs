//! Paragraphs, and their conversion to messages or a text file.

use engine::battalion::Link;

use super::{clip, sentence};

/// Paragraph with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Heading; may be empty.
    pub head: String,
    /// Text as written by its author. It is not escaped.
    pub text: String,
    /// Link at the end of the paragraph.
    pub link: Option<Link>,
}

impl Paragraph {
    /// Adds a link at the end.
    pub fn linked(self, link: Option<Link>) -> Paragraph {
        Paragraph { link, ..self }
    }
}

/// Paragraph without a link.
pub fn paragraph(head: impl Into<String>, text: impl Into<String>) -> Paragraph {
    Paragraph { head: head.into(), text: text.into(), link: None }
}
/// Content of a text file.
pub fn plain(title: &str, paragraphs: &[Paragraph]) -> String {
    let mut text = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for one in paragraphs {
        let head = match one.head.as_str() {
            "" => String::new(),
            head => format!("{head}: "),
        };
        let link = one.link.as_ref().map(|link| format!(" <{link}>")).unwrap_or_default();
        text += &format!("\n{head}{}{link}\n", one.text.trim());
    }
    text
}

/// Messages within the length limit. Breaks are between paragraphs where possible, otherwise between words. All text is
/// escaped.
pub fn messages(title: &str, paragraphs: &[Paragraph], most: usize) -> Vec<String> {
    let title = format!("**{}**", sentence(&clip(title, 100)));
    let mut pages = vec![title];
    for one in paragraphs {
        let mut first = true;
        let mut lines = one.text.split('\n').filter(|line| !line.trim().is_empty()).peekable();
        while let Some(line) = lines.next() {
            let head = match one.head.as_str() {
                head if first && !head.is_empty() => format!("**{}:** ", sentence(head)),
                _ => String::new(),
            };
            first = false;
            // Angle brackets suppress the preview below the message and any markup inside the link.
            let link = one.link.as_ref().filter(|_| lines.peek().is_none());
            let link = link.map(|link| format!(" <{link}>")).unwrap_or_default();
            add(&mut pages, &(head + &sentence(line) + &link), most);
        }
    }
    pages
}

fn add(pages: &mut Vec<String>, line: &str, most: usize) {
    let length = |text: &str| text.chars().count();
    let mut rest = line;
    loop {
        let Some(page) = pages.last_mut() else { return };
        let room = most.saturating_sub(length(page) + 1);
        if length(rest) <= room {
            page.push('\n');
            page.push_str(rest);
            return;
        }
        // A line that fits on a page of its own is not broken.
        if length(rest) > most {
            let cut = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
            if let Some(space) = rest[..cut].rfind(' ') {
                page.push('\n');
                page.push_str(&rest[..space]);
                rest = rest[space..].trim_start();
            } else if room + 1 >= most {
                // A single word that exceeds the limit is cut.
                page.push_str(&rest[..cut]);
                rest = &rest[cut..];
            }
        }
        pages.push(String::new());
        if let Some(page) = pages.last_mut()
            && length(rest) <= most
        {
            page.push_str(rest);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_shown_only_where_it_was_checked() {
        let link = Link::read("https://example.org/a_b").ok();
        let told = [paragraph("Source", "https://evil.example/ text").linked(link)];
        let shown = messages("Title", &told, 2000).join("");
        assert!(shown.ends_with(" <https://example.org/a_b>"), "{shown}");
        assert!(!shown.contains("https://evil"), "{shown}");
        assert!(plain("Title", &told).ends_with("text <https://example.org/a_b>\n"));
    }

    #[test]
    fn long_text_is_broken_but_never_lost() {
        let words: String = (0..900).map(|n| format!("word{n} ")).collect();
        let told = [
            paragraph("", "Short."),
            paragraph("Head", words.clone()),
            paragraph("", "x".repeat(5000)),
            paragraph("", "End @everyone *bold*."),
        ];
        let pages = messages("Title", &told, 2000);
        assert!(
            pages.iter().all(|page| (1..=2000).contains(&page.chars().count())),
            "{:?}",
            pages.iter().map(|p| p.chars().count()).collect::<Vec<_>>()
        );
        let all = pages.join(" ");
        for n in 0..900 {
            assert!(all.contains(&format!("word{n}")), "{n}");
        }
        assert_eq!(all.matches('x').count(), 5000);
        let in_order = all.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(in_order.contains(words.trim_end()), "words are whole, in their order, and each there once");
        assert!(all.contains("@\u{200b}everyone \\*bold\\*"), "{all}");
    }

    /// A line that fits on a page of its own is on one page; only a longer one is broken.
    #[test]
    fn only_a_line_longer_than_a_page_is_broken() {
        for length in [40, 98, 99, 100, 101, 102, 150] {
            let line: String = "word ".repeat(length).chars().take(length - 1).chain(['x']).collect();
            let pages = messages("Title", &[paragraph("", "First."), paragraph("", line.clone())], 100);
            let whole = pages.iter().any(|page| page.lines().any(|found| found == line));
            assert_eq!(whole, length <= 100, "{length}: {pages:?}");
        }
    }

    /// A file has all paragraphs, with their headings and links where there are some.
    #[test]
    fn a_file_tells_paragraphs_with_and_without_headings() {
        let link = Link::read("https://example.org/").ok();
        let told =
            [paragraph("", "First. "), paragraph("Head", "Second.\nThird."), paragraph("", "Last.").linked(link)];
        let expected = "Title\n=====\n\nFirst.\n\nHead: Second.\nThird.\n\nLast. <https://example.org/>\n";
        assert_eq!(plain("Title", &told), expected);
    }

    #[test]
    fn a_link_stands_once_after_the_last_line() {
        let link = Link::read("https://example.org/").ok();
        let told = [paragraph("Head", "First.\nSecond.\n\nThird.\n").linked(link)];
        let shown = messages("Title", &told, 2000);
        assert_eq!(shown, ["**Title**\n**Head:** First.\nSecond.\nThird. <https://example.org/>"]);
    }
}
