//! From what somebody typed to clusters that can be drawn.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::Fonts;

/// Longer texts than this are cut before anything else looks at them.
const LONGEST: usize = 400;
/// Marks on one letter that are drawn in Thai, where they stand right by themselves. Elsewhere marks that have not
/// joined their letter are dropped: they need rules of placing, and can be stacked without end.
const THAI_MARKS: usize = 3;

/// What a reader sees as one letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cluster {
    /// Drawn by a face with exactly these characters.
    Known(u8, Vec<char>),
    /// In no font here: a dot.
    Unknown,
}

/// Splits a text into clusters, without controls, emoji, stacked marks and repeated space.
pub(crate) fn clean(fonts: &Fonts, text: &str) -> Vec<Cluster> {
    let visible = text.chars().take(LONGEST).filter(|&c| !invisible(c));
    // Styled letters become plain ones, but only where no font has them: "½" stays what it is.
    let plain = visible.flat_map(|c| match fonts.face(c) {
        Some(_) => vec![c],
        None => std::iter::once(c).nfkc().collect(),
    });
    let folded: String = plain.nfc().filter(|&c| !invisible(c)).collect();
    let mut clusters: Vec<Cluster> = Vec::new();
    for grapheme in folded.graphemes(true) {
        let cluster = cluster(fonts, grapheme);
        let repeats = |c: &Cluster| match c {
            Cluster::Known(_, chars) => *chars == [' '],
            Cluster::Unknown => {
                clusters.len() > 1 && clusters[clusters.len() - 2] == Cluster::Unknown
            }
        };
        match cluster {
            Some(new) if clusters.last() == Some(&new) && repeats(&new) => {}
            Some(Cluster::Known(_, chars)) if chars == [' '] && clusters.is_empty() => {}
            Some(new) => clusters.push(new),
            None => {}
        }
    }
    while matches!(clusters.last(), Some(Cluster::Known(_, chars)) if *chars == [' ']) {
        clusters.pop();
    }
    clusters
}

fn cluster(fonts: &Fonts, grapheme: &str) -> Option<Cluster> {
    let base = grapheme.chars().next()?;
    if grapheme.chars().all(char::is_whitespace) {
        return Some(Cluster::Known(fonts.face(' ')?, vec![' ']));
    }
    if grapheme.chars().any(emoji) {
        return None;
    }
    Some(match fonts.face(base) {
        Some(face) => {
            let thai = |c: &char| matches!(c, '\u{e00}'..='\u{e7f}') && fonts.has(face, *c);
            let marks = grapheme.chars().skip(1).filter(thai).take(THAI_MARKS);
            Cluster::Known(face, std::iter::once(base).chain(marks).collect())
        }
        None => Cluster::Unknown,
    })
}

/// Controls, zero-width characters, marks of direction, variation selectors, tags, unassigned planes.
fn invisible(c: char) -> bool {
    let format = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
        | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}');
    format || (c.is_control() && !c.is_whitespace())
}

fn emoji(c: char) -> bool {
    matches!(c,
        '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{20e3}'
        | '\u{231a}'..='\u{231b}' | '\u{23e9}'..='\u{23ff}' | '\u{25aa}'..='\u{25fe}')
}
