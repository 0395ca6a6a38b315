//! A line of text, cut to the available width and ready to draw.

use std::sync::Arc;

use image::Luma;

use super::clean::Cluster;
use super::face::LINE;
use super::fonts::Fonts;
use super::shape::Line;
use crate::colour::Coverage;

/// A line of text at a size.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    line: Arc<Line>,
    /// Width in pixels.
    pub width: f32,
    /// Height of the line, in pixels.
    pub high: f32,
    /// `true` if a part of the text was left out.
    pub cut: bool,
}

/// End of a text that was cut.
const ELLIPSIS: &str = "…";
/// Ellipsis after a right-to-left word; the direction mark keeps it at the word's end.
const LEFT_ELLIPSIS: &str = "…\u{200f}";

impl Fonts {
    /// Shapes a text and cuts it with an ellipsis to at most `room` pixels.
    pub(crate) fn fit(&self, text: &str, high: f32, room: f32) -> Run {
        self.cut(self.line(text), high.round(), room)
    }

    fn cut(&self, line: Arc<Line>, high: f32, room: f32) -> Run {
        let whole = Run::new(line, high);
        let Some(face) = self.faces().with('…').filter(|_| whole.width > room) else {
            return whole;
        };
        // The width of a letter depends on its neighbours, so cutting starts a little above the estimated length and
        // tests each shorter one.
        let mut used = 0.0;
        let likely = whole.line.widths.iter().position(|width| {
            used += width * em(high);
            used > room
        });
        let mut clusters = whole.line.clusters.clone();
        clusters.truncate(likely.map_or(clusters.len(), |n| n + 4));
        while clusters.pop().is_some() {
            if clusters.last().is_some_and(Cluster::is_space) {
                continue;
            }
            let text = if clusters.last().is_some_and(Cluster::is_rtl) {
                LEFT_ELLIPSIS.to_owned()
            } else {
                ELLIPSIS.to_owned()
            };
            let mut shorter = clusters.clone();
            shorter.push(Cluster::Known { face, text });
            let run = self.shaped(shorter, high);
            if run.width <= room {
                return Run { cut: true, ..run };
            }
        }
        Run { cut: true, ..self.shaped(Vec::new(), high) }
    }

    /// Largest of the given heights at which the text fits; else the smallest, cut.
    pub(crate) fn shrink(&self, text: &str, highs: impl IntoIterator<Item = u16>, room: f32) -> Run {
        let line = self.line(text);
        let mut last = 12.0;
        for high in highs {
            last = f32::from(high);
            if line.width * em(last) <= room {
                break;
            }
        }
        self.cut(line, last, room)
    }

    /// Breaks a text into two lines, at a space if the first line has one.
    pub(crate) fn split(&self, text: &str, high: f32, room: f32) -> Option<(Run, Run)> {
        let high = high.round();
        let clusters = &self.line(text).clusters;
        let fits = (1..clusters.len()).rev().find(|&n| self.shaped(clusters[..n].to_vec(), high).width <= room)?;
        let space = (1..=fits).rev().find(|&n| clusters[n].is_space());
        let at = space.unwrap_or(fits);
        let from = at + usize::from(space.is_some());
        let rest = Line::new(self.faces(), clusters[from..].to_vec());
        Some((self.shaped(clusters[..at].to_vec(), high), self.cut(Arc::new(rest), high, room)))
    }

    /// Breaks a text into at most `limit` lines; the last one is cut if necessary.
    pub(crate) fn wrap(&self, text: &str, high: f32, room: f32, limit: usize) -> Vec<Run> {
        let mut lines = Vec::new();
        let mut paragraphs = text.lines();
        while let Some(paragraph) = paragraphs.next() {
            let mut words: Vec<&str> = paragraph.split_whitespace().collect();
            words.reverse();
            while let Some(word) = words.pop() {
                let mut line = word.to_owned();
                while let Some(next) = words.last() {
                    let longer = format!("{line} {next}");
                    if self.line(&longer).width * em(high) > room {
                        break;
                    }
                    line = longer;
                    words.pop();
                }
                if lines.len() + 1 == limit {
                    let rest = words.into_iter().rev().chain(paragraphs.flat_map(str::split_whitespace));
                    let whole: Vec<&str> = [line.as_str()].into_iter().chain(rest).collect();
                    lines.push(self.fit(&whole.join(" "), high, room));
                    return lines;
                }
                lines.push(self.fit(&line, high, room));
            }
        }
        lines
    }

    /// Returns `true` if the text has a character that readers can recognise.
    pub(crate) fn readable(&self, text: &str) -> bool {
        let known = |c: &Cluster| c.face().is_some() && !c.is_space();
        self.line(text).clusters.iter().any(known)
    }

    fn shaped(&self, clusters: Vec<Cluster>, high: f32) -> Run {
        Run::new(Arc::new(Line::new(self.faces(), clusters)), high)
    }
}

/// Length of an em in pixels.
fn em(high: f32) -> f32 {
    high / LINE
}

impl Run {
    fn new(line: Arc<Line>, high: f32) -> Self {
        Self { width: line.width * em(high), line, high, cut: false }
    }

    /// Passes each glyph's coverage and position to `blend`; moves the pen to the end of the text.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    pub(crate) fn draw(&self, fonts: &Fonts, pen: &mut i32, baseline: i32, mut blend: impl FnMut(i32, i32, &Coverage)) {
        for glyph in &self.line.glyphs {
            let x = glyph.x * em(self.high);
            let y = baseline - (glyph.y * em(self.high)).round() as i32;
            match glyph.shape {
                Some((face, number)) => {
                    let (x, bitmap) = fonts.bitmap(face, number, self.high as u16, x);
                    blend(*pen + x + bitmap.x, y + bitmap.y, &bitmap.coverage);
                }
                None => {
                    let side = (self.high * 0.2).round().max(2.0) as u32;
                    let x = *pen + x.round() as i32 + (self.high * 0.08) as i32;
                    let y = y - (self.high * 0.34) as i32;
                    blend(x, y, &dot(side));
                }
            }
        }
        *pen += self.width.ceil() as i32;
    }
}

/// Draws a small disc.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels: a picture has a few thousand in each direction"
)]
fn dot(side: u32) -> Coverage {
    let middle = (side as f32 - 1.0) / 2.0;
    Coverage::from_fn(side, side, |x, y| {
        let (dx, dy) = (x as f32 - middle, y as f32 - middle);
        Luma([((middle + 1.0 - dx.hypot(dy)).clamp(0.0, 1.0) * 200.0) as u8])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(run: &Run) -> Vec<Option<(u8, u16)>> {
        run.line.glyphs.iter().map(|glyph| glyph.shape).collect()
    }

    /// The dot for an unknown letter is round: it looks the same in a mirror and turned on its side.
    #[test]
    fn dots_are_round() {
        for side in 3..=14 {
            let shown = dot(side);
            let at = |x: u32, y: u32| shown.get_pixel(x, y)[0];
            for (x, y, share) in shown.enumerate_pixels() {
                let turned = [at(side - 1 - x, y), at(x, side - 1 - y), at(y, x)];
                assert_eq!(turned, [share[0]; 3], "{x}, {y} of {side}");
            }
            assert_eq!(at(side / 2, side / 2), 200, "{side}");
            assert!(side < 8 || at(0, 0) == 0, "{side}");
        }
    }

    #[test]
    fn a_paragraph_that_fills_the_last_line_is_cut_if_another_follows() {
        let fonts = Fonts::new().unwrap();
        let lines = |text: &str| fonts.wrap(text, 20.0, 1_000.0, 2);
        assert!(lines("one\ntwo").iter().all(|line| !line.cut));
        let cut: Vec<bool> = lines("one\ntwo\nthree").iter().map(|line| line.cut).collect();
        assert_eq!(cut, [false, false], "there is room for the rest");
        let long = format!("one\ntwo\n{}", "three ".repeat(100));
        let cut: Vec<bool> = lines(&long).iter().map(|line| line.cut).collect();
        assert_eq!(cut, [false, true]);
    }

    #[test]
    fn a_text_is_cut_to_its_room_with_an_ellipsis() {
        let fonts = Fonts::new().unwrap();
        let ellipsis = shapes(&fonts.fit("…", 20.0, 99.0))[0];
        for text in
            ["Bartholomew the Long", "محمد بن عبد الله الطويل", "प्रियंका प्रियंका प्रियंका", "春日部のとても長い名前"]
        {
            let whole = fonts.fit(text, 20.0, 1e9);
            assert!(!whole.cut);
            for room in [30.0, 60.0, 90.0, 120.0] {
                let run = fonts.fit(text, 20.0, room);
                assert!(run.cut && run.width <= room, "{text}: {}", run.width);
                assert!(run.width > room * 0.3, "{text} leaves {room} unused");
                assert!(shapes(&run).contains(&ellipsis));
            }
        }
        assert_eq!(shapes(&fonts.fit("W", 20.0, 1.0)), []);
    }

    #[test]
    fn the_ellipsis_stands_where_the_reader_gets_to() {
        let fonts = Fonts::new().unwrap();
        let ellipsis = shapes(&fonts.fit("…", 20.0, 99.0))[0];
        let latin = shapes(&fonts.fit("Bartholomew", 20.0, 80.0));
        assert_eq!(latin.last(), Some(&ellipsis));
        let hebrew = shapes(&fonts.fit("שלוםשלוםשלוםשלום", 20.0, 80.0));
        let place = hebrew.iter().position(|shape| *shape == ellipsis);
        assert!(place.is_some_and(|place| place <= 1), "{hebrew:?}");
    }

    #[test]
    fn long_words_and_lines_are_split_and_wrapped_within_their_room() {
        let fonts = Fonts::new().unwrap();
        let (one, two) = fonts.split("Bartholomew the Long", 20.0, 140.0).unwrap();
        assert!(one.width <= 140.0 && two.width <= 140.0 && !one.cut && !two.cut);
        let lines = fonts.wrap(&"Bartholomew the Long ".repeat(9), 20.0, 200.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.width <= 200.0));
        assert!(lines[2].cut);
    }
}
