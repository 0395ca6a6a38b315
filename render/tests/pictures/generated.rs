//! Generated inputs: some five hundred random combinations of features, which no example by hand has. Each is made from
//! its number alone, so that a change of one kind of input leaves the others as they are.
//!
//! `golden/generated.txt` has a line for each: number, kind and name, size, checksum of the pixels, checksum of the
//! description, and the description, of which long ones have the beginning and the end. After an intended change,
//! `GOLDEN=write cargo test -p render --test pictures generated` rewrites it; then review the changes with git. Pictures
//! whose lines differ are saved in `target/tmp/generated`.

mod cards;
mod changes;
mod luck;
mod positions;
mod traces;
mod turns;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use render::{ALT_LIMIT, Picture, Renderer};

use crate::compare::decoded;
use luck::{Luck, PAD};

/// A picture that was drawn from a generated input.
#[derive(Debug)]
struct Made {
    name: String,
    size: (u32, u32),
    /// Checksum of the pixels.
    pixels: u32,
    alt: String,
    /// PNG or GIF; empty if nothing was drawn.
    file: Vec<u8>,
}

impl Made {
    fn picture(name: String, picture: Picture) -> Self {
        let pixels = decoded(&picture.png);
        assert_eq!(pixels.dimensions(), (picture.width, picture.height), "{name}");
        let length = picture.alt.chars().count();
        assert!(length <= ALT_LIMIT, "{name}: {length} letters");
        let size = (picture.width, picture.height);
        Self { name, size, pixels: checksum(&pixels), alt: picture.alt, file: picture.png }
    }

    /// Description without a picture.
    fn text(name: String, alt: String) -> Self {
        Self { name, size: (0, 0), pixels: 0, alt, file: Vec::new() }
    }
}

/// Checksum (CRC-32) of a text or of pixels in red, green and blue.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// Function that makes a picture from random choices.
type Make = fn(&Renderer, &mut Luck) -> Made;

/// Kinds of inputs: name, number of inputs, and function.
const KINDS: [(&str, usize, Make); 23] = [
    ("turn", 170, turns::turn),
    ("private", 60, turns::private),
    ("replay", 24, turns::replay),
    ("movement", 20, cards::movement),
    ("compared", 14, cards::compared),
    ("example", 14, cards::example),
    ("sheet", 12, cards::sheet),
    ("targets", 8, cards::targets),
    ("bid", 6, cards::bid),
    ("auction", 10, cards::auction),
    ("shop", 14, cards::shop),
    ("chances", 12, cards::chances),
    ("rating", 10, cards::rating),
    ("summary", 10, cards::summary),
    ("lobby", 10, cards::lobby),
    ("icons", 8, cards::icons),
    ("tokens", 10, cards::tokens),
    ("balance", 8, cards::balance),
    ("scores", 6, cards::scores),
    ("likeness", 6, cards::likeness),
    ("trace", 24, traces::trace_of_a_drawing),
    // Texts as long as fits, and longer by a letter, in turn.
    ("limit", 40, |renderer, luck| limit(renderer, luck, turns::turn)),
    ("limit of a card", 40, |renderer, luck| {
        let cards: [Make; 11] = [
            cards::targets,
            cards::bid,
            cards::auction,
            cards::shop,
            cards::chances,
            cards::rating,
            cards::summary,
            cards::lobby,
            cards::movement,
            cards::balance,
            cards::scores,
        ];
        let card = luck.of(&cards);
        limit(renderer, luck, card)
    }),
];

/// Makes a text longer up to the length at which the description changes otherwise, such as by leaving something out;
/// draws the last picture before it or the first one after it.
fn limit(renderer: &Renderer, luck: &mut Luck, make: Make) -> Made {
    let (seed, text, after) = (luck.below(1 << 30) as u64, luck.from(1, 6), luck.percent(50));
    let made = |letters: usize| make(renderer, &mut Luck::longer(seed, text, letters));
    let rest = |letters: usize| made(letters).alt.replace(PAD, "");
    let first = rest(1);
    let (mut fits, mut differs) = (1, 300);
    if rest(differs) == first {
        return made(differs);
    }
    while differs - fits > 1 {
        let middle = usize::midpoint(fits, differs);
        if rest(middle) == first { fits = middle } else { differs = middle }
    }
    let letters = if after { differs } else { fits };
    let made = made(letters);
    Made { name: format!("{}, {letters} letters more", made.name), ..made }
}

/// Letters of a long description that are written down, from its beginning and its end.
const BEGINNING: usize = 480;
const END: usize = 220;

fn written(alt: &str) -> String {
    let letters: Vec<char> = alt.chars().collect();
    if letters.len() <= BEGINNING + END {
        return alt.replace('\n', " / ");
    }
    let part = |letters: &[char]| letters.iter().collect::<String>();
    format!("{} [...] {}", part(&letters[..BEGINNING]), part(&letters[letters.len() - END..])).replace('\n', " / ")
}

fn line(made: &Made) -> String {
    let Made { name, size: (width, height), pixels, alt, .. } = made;
    let sum = checksum(alt.as_bytes());
    let told = written(alt);
    format!("{name}: {width}x{height} pixels {pixels:08x} text {sum:08x} {told}")
}

/// Draws all inputs, on several threads.
fn all() -> Vec<Made> {
    let inputs: Vec<(&str, usize, Make)> =
        KINDS.iter().flat_map(|(kind, number, make)| (0..*number).map(|n| (*kind, n, *make))).collect();
    let renderer = Renderer::new().unwrap();
    let (next, drawn) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((kind, number, make)) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let place = inputs.iter().position(|(other, n, _)| (other, n) == (kind, number)).unwrap();
            let seed = u64::from(checksum(kind.as_bytes())) << 16 | *number as u64;
            let made = make(&renderer, &mut Luck::new(seed));
            let name = format!("{kind} {number:03}, {}", made.name);
            drawn.lock().unwrap().push((place, Made { name, ..made }));
        }
    };
    std::thread::scope(|scope| {
        (0..2).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut drawn = drawn.into_inner().unwrap();
    drawn.sort_by_key(|(place, _)| *place);
    drawn.into_iter().map(|(_, made)| made).collect()
}

#[test]
fn generated_inputs_are_drawn_and_described_as_they_were() {
    let all = all();
    assert!(all.len() > 500, "{}", all.len());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/generated.txt");
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    let mut expected = recorded.lines();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (mut found, mut wrong) = (String::new(), Vec::new());
    for made in &all {
        let line = line(made);
        writeln!(found, "{line}").unwrap();
        let expected = expected.next().unwrap_or_default();
        if line != expected {
            let (kind, _) = made.name.split_once(',').unwrap();
            let end = if made.file.starts_with(b"GIF") { "gif" } else { "png" };
            if !made.file.is_empty() {
                std::fs::write(folder.join(format!("{kind}.{end}")), &made.file).unwrap();
            }
            wrong.push(difference(&line, expected));
        }
    }
    if std::env::var("GOLDEN").is_ok_and(|v| v == "write") {
        std::fs::write(&file, &found).unwrap();
        return;
    }
    let shown: Vec<&str> = wrong.iter().take(20).map(String::as_str).collect();
    let folder = folder.display();
    assert!(
        wrong.is_empty(),
        "{} of {} differ; pictures are in {folder}. See the head of this file.\n{}",
        wrong.len(),
        all.len(),
        shown.join("\n")
    );
    assert_eq!(expected.next(), None, "the record has more lines");
}

/// Differences between a line and that of the record.
fn difference(found: &str, expected: &str) -> String {
    let parts = |line: &str| {
        let (name, rest) = line.split_once(" pixels ").unwrap_or((line, ""));
        let (pixels, text) = rest.split_once(" text ").unwrap_or((rest, ""));
        [name.to_owned(), pixels.to_owned(), text.to_owned()]
    };
    let (found, expected) = (parts(found), parts(expected));
    let what: Vec<&str> = ["name or size", "picture", "description"]
        .into_iter()
        .zip(found.iter().zip(&expected))
        .filter(|(_, (found, expected))| found != expected)
        .map(|(what, _)| what)
        .collect();
    let texts =
        if found[2] == expected[2] { String::new() } else { format!("\n  now: {}\n  was: {}", found[2], expected[2]) };
    format!("{}: {} differs{texts}", found[0], what.join(" and "))
}
