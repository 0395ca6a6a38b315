//! Cleaning of typed text: conversion to clusters that can be drawn.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use super::face::Faces;

/// Maximum length of a text in characters; the rest is cut before any processing.
pub(super) const LONGEST: usize = 400;
/// Maximum number of combining marks in one cluster, to prevent endless stacks.
const MARKS: usize = 3;
/// Faces whose combining marks are drawn: those of scripts that need them. In Latin, Greek and Cyrillic script, marks
/// that do not compose with their letter are dropped.
const MARKED: std::ops::Range<u8> = 1..5;
/// Faces of right-to-left scripts.
const RTL: std::ops::Range<u8> = 1..3;
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Cluster of characters that readers see as one letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cluster {
    /// Drawn by a face with exactly these characters.
    Known {
        /// Index of the face.
        face: u8,
        /// Characters; never empty.
        text: String,
    },
    /// Character without a font, drawn as a dot.
    Unknown,
}

impl Cluster {
    pub(super) fn face(&self) -> Option<u8> {
        match self {
            Self::Known { face, .. } => Some(*face),
            Self::Unknown => None,
        }
    }

    /// Characters of the cluster; for a dot, a sign that takes the direction of its surroundings.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Known { text, .. } => text,
            Self::Unknown => "\u{2022}",
        }
    }

    /// Returns `true` for a cluster of a right-to-left script.
    pub(super) fn is_rtl(&self) -> bool {
        self.face().is_some_and(|face| RTL.contains(&face))
    }

    pub(super) fn is_space(&self) -> bool {
        self.text() == " "
    }
}

/// Splits a text into clusters; removes control characters, emoji, stacked marks and repeated spaces.
pub(super) fn clean(faces: &Faces, text: &str) -> Vec<Cluster> {
    let visible = text.chars().take(LONGEST).filter(|&c| !invisible(c));
    // Styled letters become plain ones, but only where no font has them: "½" is kept.
    let plain = visible.flat_map(|c| match faces.with(c) {
        Some(_) => vec![c],
        None => std::iter::once(c).nfkc().collect(),
    });
    let folded: String = plain.nfc().filter(|&c| !invisible(c)).collect();
    let mut clusters: Vec<Cluster> = Vec::new();
    for grapheme in folded.graphemes(true) {
        let Some(new) = cluster(faces, grapheme) else {
            continue;
        };
        let repeated = match &new {
            // Leading and repeated spaces are dropped.
            space if space.is_space() => clusters.last().is_none_or(Cluster::is_space),
            Cluster::Known { .. } => false,
            // More than two dots in a row are dropped.
            Cluster::Unknown => clusters.ends_with(&[Cluster::Unknown, Cluster::Unknown]),
        };
        if !repeated {
            clusters.push(new);
        }
    }
    if clusters.last().is_some_and(Cluster::is_space) {
        clusters.pop();
    }
    clusters
}

fn cluster(faces: &Faces, grapheme: &str) -> Option<Cluster> {
    if grapheme.chars().all(char::is_whitespace) {
        let face = faces.with(' ')?;
        let text = " ".to_owned();
        return Some(Cluster::Known { face, text });
    }
    if grapheme.chars().any(emoji) {
        return None;
    }
    let base = grapheme.chars().find(|c| !JOINERS.contains(c))?;
    let Some(face) = faces.with(base) else {
        return Some(Cluster::Unknown);
    };
    if !MARKED.contains(&face) {
        let text = base.to_string();
        return Some(Cluster::Known { face, text });
    }
    let mut marks = 0;
    let text = grapheme
        .chars()
        .skip_while(|&c| c != base)
        .filter(|c| JOINERS.contains(c) || faces.get(face).has(*c))
        .filter(|&c| {
            marks = if is_combining_mark(c) || JOINERS.contains(&c) { marks + 1 } else { 0 };
            marks <= MARKS
        })
        .collect();
    Some(Cluster::Known { face, text })
}

/// Returns `true` for control and zero-width characters, direction marks, variation selectors, tags and unassigned
/// planes. Joiners are not included, because they control how letters of some scripts join.
fn invisible(c: char) -> bool {
    let format = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
        | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}');
    format || (c.is_control() && !c.is_whitespace())
}

/// Returns `true` unless a name of only such characters looks empty. Braille has a blank.
pub(crate) fn is_visible(c: char) -> bool {
    !(invisible(c) || JOINERS.contains(&c) || c.is_whitespace() || c.is_control() || c == '\u{2800}')
}

fn emoji(c: char) -> bool {
    matches!(c,
        '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{20e3}'
        | '\u{231a}'..='\u{231b}' | '\u{23e9}'..='\u{23ff}' | '\u{25aa}'..='\u{25fe}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> String {
        let faces = Faces::new().unwrap();
        clean(&faces, text).iter().map(Cluster::text).collect()
    }

    /// Blanks of every kind, in any number, and around what is not drawn, are one space between words.
    #[test]
    fn blanks_between_words_are_one_space_and_none_around_them() {
        let blanks = [
            " ",
            "  ",
            "   ",
            "\t",
            "\n",
            "\r\n",
            " \t ",
            "\u{a0}",
            "\u{2003} ",
            "\u{3000}",
            " \u{200b} ",
            " \u{1f600} ",
        ];
        for blank in blanks {
            for outside in ["", " ", "  ", blank] {
                let text = format!("{outside}Ann{blank}Bob{outside}");
                assert_eq!(cleaned(&text), "Ann Bob", "{text:?}");
            }
            assert_eq!(cleaned(blank), "", "{blank:?}");
        }
        assert_eq!(cleaned("Ann Bob  Cid   Dan"), "Ann Bob Cid Dan");
    }

    /// Dots stand for letters that no font has, two at most in a row.
    #[test]
    fn more_than_two_unknown_letters_in_a_row_are_two_dots() {
        let unknown = '\u{13000}';
        assert_eq!(Faces::new().unwrap().with(unknown), None);
        for number in 0..=6 {
            let letters = unknown.to_string().repeat(number);
            let dots = "\u{2022}".repeat(number.min(2));
            assert_eq!(cleaned(&format!("a{letters}b{letters}")), format!("a{dots}b{dots}"), "{number}");
        }
    }

    /// Letters keep as many marks as a reader can tell apart, and long texts are cut.
    #[test]
    fn marks_do_not_pile_up_and_long_texts_end() {
        let faces = Faces::new().unwrap();
        for number in 0..=9 {
            let text = format!("क{}", "\u{902}".repeat(number));
            let clusters = clean(&faces, &text);
            let marks = clusters.iter().map(|one| one.text().chars().count() - 1).sum::<usize>();
            assert_eq!(marks, number.min(MARKS), "{number}");
        }
        for number in [LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST] {
            assert_eq!(clean(&faces, &"x".repeat(number)).len(), number.min(LONGEST));
        }
    }
}
