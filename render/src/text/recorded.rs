//! Record of lines of text: how texts of every kind are cleaned, shaped, cut, split and wrapped.

use std::fmt::Write as _;

use super::clean::{Cluster, clean};
use super::shape::Line;
use super::{Fonts, Run};
use crate::recorded::compare;

/// Names and sentences in many scripts, and some that want to break the layout.
const TEXTS: [&str; 40] = [
    "",
    " ",
    "Ann",
    "  two   spaces  ",
    "a\u{0}b\u{7f}c\td\ne",
    "Bartholomew the Long, Second of His Name",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Wi",
    "AVAToYe fi ffl",
    "½ ¼ × ± … – “quoted”",
    "𝕬𝖑𝖊𝖝 ᴀʟᴇx ⒶⒷ ﬁn Ⅻ ①",
    "e\u{301}\u{302}\u{303}\u{304} n\u{303}",
    "Z\u{327}\u{30f}\u{306}algo",
    "🔥 fire 🔥🔥",
    "👩‍👩‍👧‍👦 family",
    "1️⃣ 🇦🇹 ♟ ★ ✓",
    "\u{200b}\u{200d}\u{2060}",
    "\u{202e}evil\u{202c}",
    "\u{fffd}\u{10ffff}\u{e000}",
    "\u{12000}\u{12001}\u{12002}\u{12003} Ann",
    "Ann \u{12000} Bob",
    "Дмитрий Ж. Щербаков",
    "Ωμέγα ἄνθρωπος",
    "محمد بن عبد الله",
    "لا إله (بلا) 42",
    "می\u{200c}خواهم",
    "שלום עולם",
    "שלום (עולם) 42 Ann",
    "Ann שלום, Bob محمد!",
    "ש\u{5b8}\u{5c1}ל",
    "प्रियंका क्षि र्क्ष्म्यैं",
    "สวัสดี ก็้้้้้",
    "한국어 사용자",
    "春日部のとても長い名前の人",
    "ｆｕｌｌ　ｗｉｄｔｈ",
    "a-b_c/d\\e.f",
    "W. W. W. W. W. W. W. W. W.",
    "x y",
    "1… Qxb2?? 24% → 8%",
    "İstanbul ß ẞ ŁÓDŹ",
];

fn clusters(all: &[Cluster]) -> String {
    let one = |cluster: &Cluster| match cluster.face() {
        Some(face) => format!("{}{face}", cluster.text().escape_unicode().to_string().replace("\\u", "")),
        None => "dot".to_owned(),
    };
    all.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn glyphs(line: &Line) -> String {
    let one = |glyph: &super::shape::Glyph| {
        let shape = glyph.shape.map_or("dot".to_owned(), |(face, number)| format!("{face}:{number}"));
        format!("{shape}@{:.2},{:.2}", glyph.x, glyph.y)
    };
    line.glyphs.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Glyphs that a run draws: number, and the box of what is drawn after a pen at 100 on a baseline at 50.
fn drawn(fonts: &Fonts, run: &Run) -> String {
    let (mut pen, mut number) = (100, 0);
    let mut sides = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
    run.draw(fonts, &mut pen, 50, |x, y, coverage| {
        if coverage.is_empty() {
            return;
        }
        let (right, low) = (x + coverage.width() as i32, y + coverage.height() as i32);
        sides = [sides[0].min(x), sides[1].min(y), sides[2].max(right), sides[3].max(low)];
        number += 1;
    });
    format!("{:.1} wide, {} high, cut {}, {number} in {sides:?} to {pen}", run.width, run.high, run.cut)
}

#[test]
fn lines_of_text_are_what_they_were() {
    let fonts = Fonts::new().unwrap();
    let mut found = String::new();
    for text in TEXTS {
        let all = clean(fonts.faces(), text);
        writeln!(found, "{text:?}: {}, readable {}", clusters(&all), fonts.readable(text)).unwrap();
        writeln!(found, "  {}", glyphs(&fonts.line(text))).unwrap();
        for (high, room) in [(11.0, 400.0), (23.4, 60.0), (27.0, 130.0), (42.0, 20.0)] {
            writeln!(found, "  {high} in {room}: {}", drawn(&fonts, &fonts.fit(text, high, room))).unwrap();
        }
        writeln!(found, "  shrunk: {}", drawn(&fonts, &fonts.shrink(text, (18..=30).rev(), 120.0))).unwrap();
        for room in [50.0, 150.0] {
            let halves = fonts.split(text, 24.0, room);
            let halves = halves.map(|(one, two)| format!("{}; {}", drawn(&fonts, &one), drawn(&fonts, &two)));
            writeln!(found, "  split at {room}: {halves:?}").unwrap();
        }
        for (limit, room) in [(1, 80.0), (2, 80.0), (9, 140.0)] {
            let lines = fonts.wrap(&format!("{text} {text}\n\n{text}"), 25.0, room, limit);
            let lines: Vec<String> = lines.iter().map(|run| format!("{:.1} {}", run.width, run.cut)).collect();
            writeln!(found, "  {limit} lines of {room}: {}", lines.join(", ")).unwrap();
        }
    }
    let long = "abc ".repeat(200);
    writeln!(found, "{} clusters of a long text", clean(fonts.faces(), &long).len()).unwrap();
    writeln!(found, "{} glyphs of a long text", fonts.line(&long).glyphs.len()).unwrap();
    compare("lines", &found);
}
