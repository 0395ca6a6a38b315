//! A line of text, cut to its room, joined and ordered, ready to be drawn.

use unicode_bidi::{BidiInfo, Level};

use super::arabic;
use super::clean::{Cluster, clean};
use super::fonts::Fonts;

/// Characters in the order in which they are drawn, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    glyphs: Vec<Placed>,
    /// In pixels.
    pub width: f32,
    /// Height of the line, in pixels.
    pub high: f32,
    /// Something had to be left out.
    pub cut: bool,
}

#[derive(Clone, Debug)]
struct Placed {
    /// `None` is the dot for what no font knows.
    glyph: Option<(u8, char)>,
    x: f32,
}

const ELLIPSIS: char = '…';
/// Width of the dot, in heights of the line.
const DOT: f32 = 0.36;

impl Fonts {
    /// A text, cut with an ellipsis to at most `room` pixels.
    pub(crate) fn fit(&self, text: &str, high: f32, room: f32) -> Run {
        let high = high.round();
        self.cut(clean(self, text), high, room)
    }

    fn cut(&self, mut clusters: Vec<Cluster>, high: f32, room: f32) -> Run {
        let whole = self.run(&clusters, high);
        let Some(face) = self.face(ELLIPSIS).filter(|_| whole.width > room) else {
            return whole;
        };
        // Joining changes widths a little: from the length that should fit, with some to spare, the rest is tried.
        let mut used = 0.0;
        let likely = clusters.iter().position(|cluster| {
            used += self.width(cluster, high);
            used > room
        });
        clusters.truncate(likely.map_or(clusters.len(), |n| n + 4));
        while clusters.pop().is_some() {
            if matches!(clusters.last(), Some(Cluster::Known(_, chars)) if *chars == [' ']) {
                continue;
            }
            clusters.push(Cluster::Known(face, vec![ELLIPSIS]));
            let run = self.run(&clusters, high);
            if run.width <= room {
                return Run { cut: true, ..run };
            }
            clusters.pop();
        }
        Run {
            cut: true,
            ..self.run(&[], high)
        }
    }

    /// The largest of some heights at which a text fits whole, else the smallest, cut.
    pub(crate) fn shrink(
        &self,
        text: &str,
        highs: impl IntoIterator<Item = u16>,
        room: f32,
    ) -> Run {
        let clusters = clean(self, text);
        let mut last = 12.0;
        for high in highs {
            last = f32::from(high);
            let width: f32 = clusters
                .iter()
                .map(|cluster| self.width(cluster, last))
                .sum();
            if width <= room {
                break;
            }
        }
        self.cut(clusters, last, room)
    }

    /// A text on two lines, broken at a space if there is one in the first line.
    pub(crate) fn split(&self, text: &str, high: f32, room: f32) -> Option<(Run, Run)> {
        let clusters = clean(self, text);
        let fits = (1..clusters.len())
            .rev()
            .find(|&n| self.run(&clusters[..n], high.round()).width <= room)?;
        let space = |c: &Cluster| matches!(c, Cluster::Known(_, chars) if *chars == [' ']);
        let at = (1..=fits)
            .rev()
            .find(|&n| space(&clusters[n]))
            .unwrap_or(fits);
        let first = self.run(&clusters[..at], high.round());
        let from = at + usize::from(space(&clusters[at]));
        Some((
            first,
            self.cut(clusters[from..].to_vec(), high.round(), room),
        ))
    }

    /// A text on as many lines as it needs, at most `limit`, the last one cut.
    pub(crate) fn wrap(&self, text: &str, high: f32, room: f32, limit: usize) -> Vec<Run> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut words: Vec<&str> = paragraph.split_whitespace().collect();
            words.reverse();
            while let Some(word) = words.pop() {
                let mut line = word.to_owned();
                while let Some(next) = words.last() {
                    let longer = format!("{line} {next}");
                    if self.run(&clean(self, &longer), high).width > room {
                        break;
                    }
                    line = longer;
                    words.pop();
                }
                if lines.len() + 1 == limit && !words.is_empty() {
                    words.reverse();
                    line = format!("{line} {}", words.join(" "));
                    lines.push(self.fit(&line, high, room));
                    return lines;
                }
                lines.push(self.fit(&line, high, room));
            }
        }
        lines
    }

    /// Whether a text has anything that a reader could recognise.
    pub(crate) fn readable(&self, text: &str) -> bool {
        clean(self, text).iter().any(
            |c| matches!(c, Cluster::Known(_, chars) if chars.iter().any(|c| !c.is_whitespace())),
        )
    }

    fn width(&self, cluster: &Cluster, high: f32) -> f32 {
        match cluster {
            Cluster::Unknown => high * DOT,
            Cluster::Known(face, chars) => {
                chars.iter().map(|&c| self.advance(*face, c, high)).sum()
            }
        }
    }

    fn run(&self, clusters: &[Cluster], high: f32) -> Run {
        let mut run = Run {
            glyphs: Vec::with_capacity(clusters.len()),
            width: 0.0,
            high,
            cut: false,
        };
        for cluster in ordered(self, clusters) {
            match cluster {
                Cluster::Unknown => {
                    run.glyphs.push(Placed {
                        glyph: None,
                        x: run.width,
                    });
                    run.width += high * DOT;
                }
                Cluster::Known(face, chars) => {
                    for c in chars {
                        run.glyphs.push(Placed {
                            glyph: Some((face, c)),
                            x: run.width,
                        });
                        run.width += self.advance(face, c, high);
                    }
                }
            }
        }
        run
    }
}

impl Run {
    /// Hands out each glyph's coverage with its place; moves the pen behind the text.
    pub(crate) fn draw(
        &self,
        fonts: &Fonts,
        pen: &mut i32,
        baseline: i32,
        mut blend: impl FnMut(i32, i32, usize, &[u8]),
    ) {
        for placed in &self.glyphs {
            let x = *pen + placed.x.round() as i32;
            match placed.glyph {
                Some((face, c)) => {
                    let bitmap = fonts.bitmap(face, c, self.high as u16);
                    blend(
                        x + bitmap.x,
                        baseline + bitmap.y,
                        bitmap.width,
                        &bitmap.coverage,
                    );
                }
                None => {
                    let side = (self.high * 0.2).round().max(2.0) as usize;
                    let y = baseline - (self.high * 0.34) as i32;
                    blend(x + (self.high * 0.08) as i32, y, side, &dot(side));
                }
            }
        }
        *pen += self.width.ceil() as i32;
    }
}

/// A small disc.
fn dot(side: usize) -> Vec<u8> {
    let middle = (side as f32 - 1.0) / 2.0;
    let at = |i: usize| {
        let (dx, dy) = ((i % side) as f32 - middle, (i / side) as f32 - middle);
        ((middle + 1.0 - dx.hypot(dy)).clamp(0.0, 1.0) * 200.0) as u8
    };
    (0..side * side).map(at).collect()
}

/// Joins Arabic letters, then puts clusters into the order of drawing. The line as a whole runs from left to right.
fn ordered(fonts: &Fonts, clusters: &[Cluster]) -> Vec<Cluster> {
    let first = |c: &Cluster| match c {
        Cluster::Known(_, chars) => chars.first().copied().unwrap_or(' '),
        Cluster::Unknown => '\u{2022}',
    };
    if clusters.iter().all(|c| (first(c) as u32) < 0x590) {
        return clusters.to_vec();
    }
    let mut clusters = clusters.to_vec();
    arabic::join(fonts, &mut clusters);
    let text: String = clusters.iter().map(first).collect();
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let info = BidiInfo::new(&text, Some(Level::ltr()));
    let Some(paragraph) = info.paragraphs.first() else {
        return clusters;
    };
    let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
    let mut out = Vec::with_capacity(clusters.len());
    for run in runs {
        let inside =
            (0..clusters.len()).filter(|&i| starts.get(i).is_some_and(|at| run.contains(at)));
        let rtl = levels.get(run.start).is_some_and(Level::is_rtl);
        let mut part: Vec<Cluster> = inside.map(|i| clusters[i].clone()).collect();
        if rtl {
            part.reverse();
            part.iter_mut().for_each(mirror);
        }
        out.extend(part);
    }
    out
}

/// Brackets turn round with their text.
fn mirror(cluster: &mut Cluster) {
    if let Cluster::Known(_, chars) = cluster {
        for c in chars {
            *c = match *c {
                '(' => ')',
                ')' => '(',
                '[' => ']',
                ']' => '[',
                '<' => '>',
                '>' => '<',
                '{' => '}',
                '}' => '{',
                '«' => '»',
                '»' => '«',
                other => other,
            };
        }
    }
}
