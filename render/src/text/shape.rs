//! Shaping: converts clusters to glyphs in visual order by the rules of their script (OpenType, like HarfBuzz). The
//! base direction of a line is left to right.

use std::ops::Range;

use harfrust::{Buffer, Direction, ShapeOptions, ShaperFont, shape};
use unicode_bidi::{BidiInfo, Level};

use super::clean::Cluster;
use super::face::{Faces, LINE};

/// Width of the dot for unknown characters, in ems.
const DOT: f32 = 0.36 * LINE;

/// A shaped line of text. Distances are in ems.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Clusters in typing order.
    pub clusters: Vec<Cluster>,
    /// Width of each cluster.
    pub widths: Vec<f32>,
    /// Glyphs in visual order, from left to right.
    pub glyphs: Vec<Glyph>,
    /// Total width.
    pub width: f32,
}

/// A glyph with its position: right of the line's start, and above the baseline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Glyph {
    /// Face and glyph number; `None` is the dot for unknown characters.
    pub shape: Option<(u8, u16)>,
    pub x: f32,
    pub y: f32,
}

/// Clusters of one face and direction.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Segment {
    face: Option<u8>,
    clusters: Range<usize>,
    rtl: bool,
}

impl Line {
    pub(super) fn new(faces: &Faces, clusters: Vec<Cluster>) -> Self {
        let mut line = Self {
            widths: vec![0.0; clusters.len()],
            glyphs: Vec::with_capacity(clusters.len()),
            width: 0.0,
            clusters,
        };
        let mut buffer = Buffer::new();
        for segment in segments(&line.clusters) {
            match segment.face {
                Some(face) => line.letters(faces, face, &segment, &mut buffer),
                None => line.dots(segment.clusters),
            }
        }
        line
    }

    fn dots(&mut self, clusters: Range<usize>) {
        for width in &mut self.widths[clusters] {
            self.glyphs.push(Glyph { shape: None, x: self.width, y: 0.0 });
            *width = DOT;
            self.width += DOT;
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
    fn letters(&mut self, faces: &Faces, face: u8, segment: &Segment, buffer: &mut Buffer) {
        let font = &faces.get(face).font;
        buffer.clear();
        for i in segment.clusters.clone() {
            for c in self.clusters[i].text().chars() {
                buffer.push(c.into(), i as u32);
            }
        }
        buffer.set_direction(if segment.rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        if shape(&ShaperFont::new(font), buffer, ShapeOptions::new()).is_err() {
            return self.dots(segment.clusters.clone());
        }
        let em = f32::from(font.units_per_em().max(1));
        for (info, place) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            self.glyphs.push(Glyph {
                shape: Some((face, info.glyph_id as u16)),
                x: self.width + place.x_offset as f32 / em,
                y: place.y_offset as f32 / em,
            });
            let advance = place.x_advance as f32 / em;
            if let Some(width) = self.widths.get_mut(info.cluster as usize) {
                *width += advance;
            }
            self.width += advance;
        }
    }
}

/// Splits clusters by direction and face, in visual order (Unicode Standard Annex 9).
fn segments(clusters: &[Cluster]) -> Vec<Segment> {
    let text: String = clusters.iter().map(Cluster::text).collect();
    // All right-to-left letters are above this character.
    if text.chars().all(|c| c < '\u{590}') {
        return by_face(clusters, 0..clusters.len(), false);
    }
    let starts: Vec<usize> = clusters
        .iter()
        .scan(0, |at, cluster| {
            let start = *at;
            *at += cluster.text().len();
            Some(start)
        })
        .collect();
    let info = BidiInfo::new(&text, Some(Level::ltr()));
    let Some(paragraph) = info.paragraphs.first() else {
        return Vec::new();
    };
    let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
    runs.into_iter()
        .flat_map(|run| {
            let index = |byte| starts.partition_point(|&start| start < byte);
            let rtl = levels.get(run.start).is_some_and(Level::is_rtl);
            by_face(clusters, index(run.start)..index(run.end), rtl)
        })
        .collect()
}

fn by_face(clusters: &[Cluster], range: Range<usize>, rtl: bool) -> Vec<Segment> {
    let mut at = range.start;
    let mut segments: Vec<Segment> = clusters[range]
        .chunk_by(|a, b| a.face() == b.face())
        .map(|same| {
            let start = at;
            at += same.len();
            Segment { face: same[0].face(), clusters: start..at, rtl }
        })
        .collect();
    if rtl {
        segments.reverse();
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::clean::clean;

    const HEBREW: u8 = 1;
    const ARABIC: u8 = 2;
    const DEVANAGARI: u8 = 4;

    fn line(text: &str) -> Line {
        let faces = Faces::new().unwrap();
        Line::new(&faces, clean(&faces, text))
    }

    /// Face and number of each glyph, from left to right.
    fn shapes(text: &str) -> Vec<(u8, u16)> {
        line(text).glyphs.iter().filter_map(|g| g.shape).collect()
    }

    /// Glyph of a face for a single character.
    fn alone(face: u8, c: char) -> (u8, u16) {
        let faces = Faces::new().unwrap();
        let glyph = faces.get(face).font.charmap().map_unicode(c);
        (face, glyph.unwrap().to_u32() as u16)
    }

    #[test]
    fn devanagari_forms_conjuncts_and_puts_vowel_signs_where_they_belong() {
        // ka, virama, ssa: a single conjunct glyph.
        let kssa = shapes("क्ष");
        assert_eq!(kssa.len(), 1);
        assert!(!kssa.contains(&alone(DEVANAGARI, 'क')) && !kssa.contains(&alone(DEVANAGARI, 'ष')));
        // The vowel sign i is typed last and drawn first; its arm extends over the conjunct.
        let kssi = line("क्षि");
        assert_eq!(kssi.clusters.len(), 1);
        assert_eq!(kssi.glyphs.len(), 2);
        assert_eq!(kssi.glyphs[1].shape, Some(kssa[0]));
        assert!(kssi.glyphs[0].x == 0.0 && kssi.glyphs[1].x > 0.2);
        assert_eq!(shapes("कि")[1], alone(DEVANAGARI, 'क'));
        // The vowel sign aa stays after its letter.
        let ka = [alone(DEVANAGARI, 'क'), alone(DEVANAGARI, 'ा')];
        assert_eq!(shapes("का"), ka);
        // Glyph numbers of the bundled font.
        assert_eq!(shapes("क्षि"), [(DEVANAGARI, 606), (DEVANAGARI, 175)]);
    }

    #[test]
    fn arabic_letters_join_and_lam_alef_is_one_glyph() {
        assert_eq!(shapes("لا").len(), 1);
        let beh_lam_alef = shapes("بلا");
        assert_eq!(beh_lam_alef.len(), 2, "from left to right: lam-alef, beh");
        assert_ne!(beh_lam_alef[0], shapes("لا")[0], "joined to what precedes it");
        let apart = ["م", "ح", "د"].map(|letter| shapes(letter)[0]);
        let joined = shapes("محمد");
        assert_eq!(joined.len(), 4);
        assert!(apart.iter().all(|letter| !joined.contains(letter)));
        // A zero-width non-joiner keeps letters apart, as Persian requires.
        assert_ne!(shapes("می\u{200c}خ"), shapes("میخ"));
        assert_eq!(alone(ARABIC, 'ا'), shapes("ا")[0]);
    }

    #[test]
    fn mixed_directions_are_ordered() {
        let hebrew = ['ם', 'ו', 'ל', 'ש'].map(|c| alone(HEBREW, c));
        let latin = |c| alone(0, c);
        let within = [&[latin('A'), latin('(')], &hebrew[..], &[latin(')'), latin('c')]].concat();
        assert_eq!(shapes("A(שלום)c"), within);
        // Typed: shin-lamed-vav-mem, a shin in brackets, a shin. The whole text runs from right to left, and brackets
        // are mirrored.
        let shin = alone(HEBREW, 'ש');
        let turned = [&[shin, latin('('), shin, latin(')')], &hebrew[..]].concat();
        assert_eq!(shapes("שלום(ש)ש"), turned);
        // Numbers stay left to right.
        assert_eq!(shapes("ש42ש"), [shin, latin('4'), latin('2'), shin]);
    }

    #[test]
    fn marks_stand_on_their_letters_and_do_not_pile_up() {
        for (base, mark) in [('ש', '\u{5b8}'), ('م', '\u{64e}'), ('क', '\u{902}'), ('ก', '\u{e49}')] {
            let bare = line(&base.to_string());
            let marked = line(&format!("{base}{mark}"));
            assert_eq!(marked.width, bare.width, "{base} is as wide with its mark");
            let pile = format!("{base}{}", mark.to_string().repeat(300));
            assert!(line(&pile).glyphs.len() <= 5, "{base}");
        }
        assert_eq!(shapes(&format!("e{}", "\u{316}".repeat(300))), shapes("e"));
    }

    #[test]
    fn tricks_with_direction_have_no_effect() {
        assert_eq!(shapes("\u{202e}drawkcab\u{202c}"), shapes("drawkcab"));
        assert_eq!(shapes("a\u{200d}b\u{200f}"), shapes("ab"));
        assert!(shapes("\u{200b}\u{200d}\u{2060}").is_empty());
    }

    #[test]
    fn widths_of_clusters_add_up() {
        for text in ["Aurelia", "محمد (بلا) 42", "क्षि प्रियंका", "\u{10fffd}x\u{870}", "สวัสดี"]
        {
            let line = line(text);
            let sum: f32 = line.widths.iter().sum();
            assert!((sum - line.width).abs() < 1e-4, "{text}");
        }
    }
}
