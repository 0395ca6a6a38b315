//! Paragraphs, and how they become messages or a text file.

use super::{clip, sentence};

/// A few lines with what they are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// What it is about; may be empty.
    pub head: String,
    /// As it was written: not safe in a message by itself.
    pub text: String,
}

/// A paragraph.
pub fn paragraph(head: impl Into<String>, text: impl Into<String>) -> Paragraph {
    Paragraph { head: head.into(), text: text.into() }
}
/// For a text file.
pub fn plain(title: &str, paragraphs: &[Paragraph]) -> String {
    let mut text = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for one in paragraphs {
        let head = match one.head.as_str() {
            "" => String::new(),
            head => format!("{head}: "),
        };
        text += &format!("\n{head}{}\n", one.text.trim());
    }
    text
}

/// For messages: as many as it takes, each within the limit, broken between paragraphs where that is possible and otherwise
/// between words. What somebody wrote into a file can do nothing but be read.
pub fn messages(title: &str, paragraphs: &[Paragraph], most: usize) -> Vec<String> {
    let title = format!("**{}**", sentence(&clip(title, 100)));
    let mut pages = vec![title];
    for one in paragraphs {
        let mut first = true;
        for line in one.text.split('\n').filter(|line| !line.trim().is_empty()) {
            let head = match one.head.as_str() {
                head if first && !head.is_empty() => format!("**{}:** ", sentence(head)),
                _ => String::new(),
            };
            first = false;
            add(&mut pages, &(head + &sentence(line)), most);
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
        // A line that fits a page of its own is not broken.
        if length(rest) > most {
            let cut = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
            if let Some(space) = rest[..cut].rfind(' ') {
                page.push('\n');
                page.push_str(&rest[..space]);
                rest = rest[space..].trim_start();
            } else if room + 1 >= most {
                // One word longer than a message: there is no better place.
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
        assert!(all.contains("@\u{200b}everyone \\*bold\\*"), "{all}");
    }
}
