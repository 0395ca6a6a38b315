//! Replay of a game as an animated GIF, with a caption under each picture and longer pauses after important actions.

use std::borrow::Cow;

use engine::view::View;
use engine::words;
use image::GrayImage;
use image::imageops::crop_imm;

use crate::alt::outcome;
use crate::frame::{Frame, Place};
use crate::grid::scaled;
use crate::options::{Options, People, RenderError};
use crate::renderer::Renderer;
use crate::status::names;

/// A finished replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Animation {
    /// GIF file.
    pub gif: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Description of at most [`ALT_LIMIT`](crate::ALT_LIMIT) characters.
    pub alt: String,
}

/// Durations of a frame, in hundredths of a second.
const FIRST: u16 = 120;
const QUIET: u16 = 80;
const BUSY: u16 = 140;
const LAST: u16 = 500;
/// Index of unchanged pixels; palettes never use it.
const SAME: u8 = 255;

impl Renderer {
    /// Draws an animation of the given positions, which must have the same board and seats. The caption under each is
    /// its last action. [`Small`](crate::Size::Small) is the recommended [`Options::size`].
    ///
    /// # Errors
    /// If there is no position, or the board has no drawable size.
    pub fn replay(&self, views: &[View], people: &People, options: &Options) -> Result<Animation, RenderError> {
        self.replay_with_progress(views, people, options, |_| ())
    }

    /// Draws an animation like `replay`, and calls `drawn` after each picture with the number of pictures so far.
    ///
    /// # Errors
    /// If there is no position, or the board has no drawable size.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels: a few thousand")]
    pub fn replay_with_progress(
        &self,
        views: &[View],
        people: &People,
        options: &Options,
        mut drawn: impl FnMut(usize),
    ) -> Result<Animation, RenderError> {
        let (first, last) = match views {
            [first, .., last] => (first, last),
            [only] => (only, only),
            [] => return Err(RenderError::NoPositions),
        };
        let layout = self.layout(first, options)?;
        let strip = scaled(54, options.size);
        let (width, height) = (layout.width as u16, (layout.height + strip) as u16);
        let mut gif = Vec::new();
        let mut encoder = gif::Encoder::new(&mut gif, width, height, &self.palette(options.theme).bytes())?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut before: Option<Frame<'_>> = None;
        for (i, view) in views.iter().enumerate() {
            let mut frame = self.frame(view, people, options, &layout);
            self.caption(&mut frame, &caption(view, people), options, strip);
            let delay = if i + 1 == views.len() { LAST } else { pause(view, i == 0) };
            write(&mut encoder, before.as_ref(), &frame, delay)?;
            before = Some(frame);
            drawn(i + 1);
        }
        drop(encoder);
        let alt = alt(views, last, people, options);
        Ok(Animation { gif, width: width.into(), height: height.into(), alt })
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "pixels: a few thousand")]
    fn caption(&self, frame: &mut Frame<'_>, text: &str, options: &Options, strip: i32) {
        let c = options.theme.colours();
        let (width, y) = (frame.width() as i32, frame.height() as i32);
        frame.lengthen(strip.unsigned_abs());
        frame.rect(0, y, width, strip, c.frame);
        let high = strip as f32 * 0.5;
        let room = width - strip;
        let base = y + strip * 66 / 100;
        frame.text(&self.fonts, text, Place::middle(width / 2, base, high, room), c.text);
    }
}

/// Caption: the last action in notation and words, or the result. Before the first action, the name of the game.
fn caption(view: &View, people: &People) -> String {
    if let Some(ended) = outcome(view, people) {
        return ended;
    }
    let Some(last) = &view.last else {
        return words::title(view.played);
    };
    let names = names(view, people);
    let number = words::turn_number(view.turns, view.seats.len());
    match last.text.as_str() {
        "" => words::facts(&last.facts, &names),
        text if last.facts.is_empty() => format!("{number} {text}"),
        text => format!("{number} {text}{}", words::consequences(&last.facts, &names)),
    }
}

/// Duration of a frame. Captures, Checks and other complex actions stay longer.
fn pause(view: &View, first: bool) -> u16 {
    let busy = |last: &engine::view::LastAction| {
        !last.removed.is_empty() || !last.created.is_empty() || !last.converted.is_empty() || !last.shots.is_empty()
    };
    match &view.last {
        _ if first => FIRST,
        Some(last) if busy(last) || !view.checks.is_empty() => BUSY,
        _ => QUIET,
    }
}

/// Writes the part of a frame that differs from the previous one.
#[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
fn write<W: std::io::Write>(
    encoder: &mut gif::Encoder<W>,
    before: Option<&Frame<'_>>,
    frame: &Frame<'_>,
    delay: u16,
) -> Result<(), RenderError> {
    let mut part = gif::Frame { delay, dispose: gif::DisposalMethod::Keep, ..gif::Frame::default() };
    let Some(before) = before else {
        (part.width, part.height) = (frame.width() as u16, frame.height() as u16);
        part.buffer = Cow::Borrowed(&frame.pixels);
        return Ok(encoder.write_frame(&part)?);
    };
    let (x, y, w, h) = changed(&before.pixels, &frame.pixels);
    let mut pixels = crop_imm(&frame.pixels, x, y, w, h).to_image();
    let old = crop_imm(&before.pixels, x, y, w, h).to_image();
    for (new, old) in pixels.iter_mut().zip(old.iter()) {
        if new == old {
            *new = SAME;
        }
    }
    (part.left, part.top) = (x as u16, y as u16);
    (part.width, part.height) = (w as u16, h as u16);
    part.transparent = Some(SAME);
    part.buffer = Cow::Owned(pixels.into_raw());
    Ok(encoder.write_frame(&part)?)
}

/// Smallest rectangle with all differences between two pictures of one size, as left, top, width and height; a single
/// pixel if there are none.
#[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
fn changed(a: &GrayImage, b: &GrayImage) -> (u32, u32, u32, u32) {
    let width = a.width().max(1) as usize;
    let (mut left, mut right, mut top, mut low) = (u32::MAX, 0, u32::MAX, 0);
    for (y, (a, b)) in (0..).zip(a.chunks_exact(width).zip(b.chunks_exact(width))) {
        let differs = |x: &usize| a[*x] != b[*x];
        if a != b
            && let (Some(first), Some(last)) = ((0..width).find(differs), (0..width).rfind(differs))
        {
            (left, right) = (left.min(first as u32), right.max(last as u32));
            (top, low) = (top.min(y), y);
        }
    }
    if left > right {
        return (0, 0, 1, 1);
    }
    (left, top, right - left + 1, low - top + 1)
}

fn alt(views: &[View], last: &View, people: &People, options: &Options) -> String {
    let first = format!("Replay in {} pictures. At the end: ", views.len());
    crate::alt::turn_after(&first, last, people, options)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;
    use crate::options::Person;
    use crate::played;
    use engine::action::Action;
    use engine::battalion::load_builtin;
    use engine::notation::read_turn;
    use engine::titans::{Game, GameMode, Setup};
    use engine::view::Viewer;

    #[test]
    fn captions_say_the_move_what_it_did_and_who_won() {
        let armies = vec![load_builtin("medieval").unwrap(); 2];
        let mut game = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap();
        let person = |name: &str| Person::named(name);
        let people = People { seats: vec![person("Ann"), person("Bob")] };
        let mut captions = vec![caption(&game.view(Viewer::Public), &people)];
        for text in ["e4", "f5", "exf5", "g5", "Qh5#"] {
            let seat = game.to_act()[0];
            let turn = read_turn(&game, seat, text).unwrap();
            game.apply(seat, &Action::Turn(turn)).unwrap();
            captions.push(caption(&game.view(Viewer::Public), &people));
        }
        assert_eq!(
            captions,
            [
                "Titan's Battalion: Duel",
                "1. e4",
                "1… f5",
                "2. exf5, capturing the Pawn on f5.",
                "2… g5",
                "Ann (Medieval) wins by checkmate.",
            ]
        );
    }

    /// Signature of captions, frame durations and panel texts, over whole games of every kind. After an intended
    /// change, `UPDATE_EXPECTED=1 cargo test -p render --lib replay` rewrites it.
    #[test]
    fn captions_pauses_and_panels_are_as_they_were_read() {
        use std::fmt::Write as _;

        let people = |players: usize| {
            let names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"].into_iter().take(players);
            let person = |(index, name): (usize, &str)| Person {
                names: vec![name.to_owned()],
                clock: if index == 1 { "2d 3h".to_owned() } else { String::new() },
                odds: String::new(),
                lead: 0,
            };
            People { seats: names.enumerate().map(person).collect() }
        };
        let mut games = vec![
            played::clash([&["shielderer", "phoenix", "rabbit"], &["rogue", "jester", "elephant"]]),
            played::shopping(&["rogue"]),
        ];
        for armies in [&["medieval", "makpong"][..], &["the-party", "baroque-duel"], &["party-volatile", "alchemists"]]
        {
            games.push(played::titans(GameMode::Duel, armies));
        }
        for mode in [GameMode::Ffa, GameMode::Assassin] {
            games.push(played::titans(mode, &["medieval", "baroque", "the-party", "makpong"]));
        }
        let mut found = String::new();
        for game in games {
            let mut views = played::walk(&game, 60);
            let mut ending = game.clone();
            while let Some(seat) = ending.to_act().first().copied() {
                views.push(ending.view(Viewer::Public));
                if ending.apply(seat, &Action::OfferDraw).is_err() && ending.apply(seat, &Action::Resign).is_err() {
                    break;
                }
                if views.len() > 75 && ending.apply(seat, &Action::Resign).is_err() {
                    break;
                }
            }
            views.push(ending.view(Viewer::Public));
            for (index, view) in views.iter().enumerate() {
                let people = people(view.seats.len());
                let stay = pause(view, index == 0);
                write!(found, "{} [{stay}]", caption(view, &people)).unwrap();
                for seat in &view.seats {
                    let state = crate::status::PlayerState::of(view, seat);
                    let facts = crate::status::facts(view, seat, &people).join(", ");
                    write!(found, " | {} {facts} {}", state.words(), state.acts()).unwrap();
                }
                found.push('\n');
            }
        }
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/captions.txt");
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&file, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(expected.lines().count() > 400, "{} lines", expected.lines().count());
        let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        assert_eq!(other, None, "first that differs: found, expected");
        assert_eq!(found.lines().count(), expected.lines().count());
    }

    /// Frames of a file: the duration of each, and the whole picture at that time as palette indices.
    fn frames(gif: &[u8]) -> (usize, Vec<(u16, Vec<u8>)>) {
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::Indexed);
        let mut reader = decoder.read_info(gif).unwrap();
        let width = usize::from(reader.width());
        let mut whole = vec![SAME; width * usize::from(reader.height())];
        let mut frames = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (y, row) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
                for (x, pixel) in row.iter().enumerate().filter(|(_, pixel)| **pixel != SAME) {
                    whole[(top + y) * width + left + x] = *pixel;
                }
            }
            frames.push((frame.delay, whole.clone()));
        }
        (width, frames)
    }

    /// Every picture of a replay is the one of its position, is shown as long as it needs, and the last one longest. A
    /// long caption leaves a margin on both sides.
    #[test]
    fn a_replay_shows_every_position_as_long_as_it_needs() {
        let armies = vec![load_builtin("medieval").unwrap(); 2];
        let mut game = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap();
        let long = "Maximiliana-Alexandra von und zu Hohenbergen-Rothenfels".to_owned();
        let people = People { seats: vec![Person::named(long.clone()), Person::named(long)] };
        let mut views = vec![game.view(Viewer::Public)];
        for text in ["e4", "f5", "exf5", "g5", "Qh5#"] {
            let seat = game.to_act()[0];
            game.apply(seat, &Action::Turn(read_turn(&game, seat, text).unwrap())).unwrap();
            views.push(game.view(Viewer::Public));
        }
        let renderer = Renderer::new().unwrap();
        let options = Options { size: crate::Size::Small, ..Options::default() };
        let mut drawn = Vec::new();
        let replay = renderer.replay_with_progress(&views, &people, &options, |number| drawn.push(number)).unwrap();
        assert_eq!(drawn, [1, 2, 3, 4, 5, 6]);
        let (width, all) = frames(&replay.gif);
        let delays: Vec<u16> = all.iter().map(|(delay, _)| *delay).collect();
        assert_eq!(delays, [FIRST, QUIET, QUIET, BUSY, QUIET, LAST]);
        let strip = scaled(54, options.size) as usize;
        for (number, (view, (_, picture))) in views.iter().zip(&all).enumerate() {
            let alone = renderer.replay(std::slice::from_ref(view), &people, &options).unwrap();
            assert_eq!(frames(&alone.gif).1, [(LAST, picture.clone())], "picture {number}");
            let rows: Vec<&[u8]> = picture.chunks(width).rev().take(strip).collect();
            let ground = rows[0][0];
            let margin = strip / 2;
            let free = |row: &&[u8]| row[..margin].iter().chain(&row[width - margin..]).all(|pixel| *pixel == ground);
            assert!(rows.iter().all(free), "the caption of picture {number} leaves no margin");
            assert!(rows.iter().any(|row| row.iter().any(|pixel| *pixel != ground)), "picture {number} has a caption");
        }
    }

    #[test]
    fn a_piece_may_be_called_like_a_player() {
        for called in ["Player 2", "Black", "Ann"] {
            let medieval = engine::battalion::builtin().iter().find(|one| one.id == "medieval").unwrap();
            let name = format!("name = \"{called}\"");
            let file = medieval.text.replace("name = \"Pawn\"", &name);
            let army = engine::battalion::read(&file, &engine::ability::specs()).unwrap();
            let army = std::sync::Arc::new(army);
            let armies = vec![army.clone(), army];
            let mut game = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap();
            for text in ["e4", "d5", "exd5"] {
                let seat = game.to_act()[0];
                let turn = read_turn(&game, seat, text).unwrap();
                game.apply(seat, &Action::Turn(turn)).unwrap();
            }
            let person = |name: &str| Person::named(name);
            let people = People { seats: vec![person("Ann"), person("Bob")] };
            let view = game.view(Viewer::Public);
            let said = format!("exd5, capturing the {called} on d5.");
            assert_eq!(caption(&view, &people), format!("2. {said}"));
            let alt = crate::alt::turn(&view, &people, &Options::default());
            assert!(alt.contains(&said), "{alt}");
        }
    }
}
