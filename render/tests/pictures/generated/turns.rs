//! Pictures of positions: public and private ones, replays.

use std::fmt::Write as _;
use std::io::Cursor;

use engine::board::{Side, Space};
use engine::view::View;
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, DynamicImage};
use render::{Hint, HintKind, Options, Renderer, Size, Theme};

use super::Made;
use super::changes::{action, change};
use super::luck::Luck;
use super::positions::{position, spaces};
use crate::fixture::samples::HINTS;

const SIDES: [Option<Side>; 5] = [None, Some(Side::South), Some(Side::West), Some(Side::North), Some(Side::East)];

fn options(luck: &mut Luck, view: &View) -> Options {
    let large = spaces(&view.board).len() > 200;
    let size = if luck.percent(if large { 80 } else { 60 }) { Size::Small } else { Size::Normal };
    Options { theme: luck.of(&Theme::ALL), bottom: luck.of(&SIDES), size, ..Options::default() }
}

/// A turn picture of a changed position.
pub fn turn(renderer: &Renderer, luck: &mut Luck) -> Made {
    let (name, mut view, earlier) = position(luck);
    let made = change(&mut view, luck);
    let mut options = options(luck, &view);
    options.earlier = earlier;
    if luck.percent(25) {
        options.earlier.extend((0..luck.from(1, 5)).map(|_| action(&view, luck)));
    }
    let people = luck.people(view.seats.len());
    let name = format!("{name}: {}", made.join(", "));
    Made::picture(name, renderer.turn(&view, &people, &options).unwrap())
}

/// A private picture: destinations of a piece, often of one that shares its Space, or places for a piece.
pub fn private(renderer: &Renderer, luck: &mut Luck) -> Made {
    let (name, mut view, _) = position(luck);
    let made = change(&mut view, luck);
    let mut options = options(luck, &view);
    let there = spaces(&view.board);
    let shared: Vec<Space> =
        view.pieces.windows(2).filter(|two| two[0].space == two[1].space).map(|two| two[0].space).collect();
    options.selected = match luck.below(10) {
        0 => None,
        1 => there.first().copied(),
        2..6 if !shared.is_empty() => Some(luck.of(&shared)),
        _ if view.pieces.is_empty() => None,
        _ => Some(luck.of(&view.pieces).space),
    };
    let kinds = if options.selected.is_none() { vec![HintKind::Place] } else { luck.some(&HINTS, 40) };
    let share = luck.of(&[0, 5, 15, 60]);
    for space in luck.some(&there, share) {
        if !kinds.is_empty() {
            options.hints.push(Hint { space, kind: luck.of(&kinds) });
        }
    }
    let picture = renderer.turn(&view, &luck.people(view.seats.len()), &options).unwrap();
    let mut made = Made::picture(format!("{name}: {}", made.join(", ")), picture);
    // The description has a part of a long list.
    if let Some(targets) = render::targets(&view, &options).filter(|targets| !made.alt.contains(targets.as_str())) {
        write!(made.alt, " | {targets}").unwrap();
    }
    made
}

/// A short replay of changed positions of one game.
pub fn replay(renderer: &Renderer, luck: &mut Luck) -> Made {
    let (name, view, _) = position(luck);
    let mut views = vec![view];
    for _ in 0..luck.below(5) {
        let mut next = views[views.len() - 1].clone();
        change(&mut next, luck);
        // The board and its legend are the same in all frames.
        next.board.marked = views[0].board.marked.clone();
        next.turns += 1;
        views.push(next);
    }
    let options = Options { size: Size::Small, ..options(luck, &views[0]) };
    let people = luck.people(views[0].seats.len());
    let mut drawn = 0;
    let replay = renderer.replay_with_progress(&views, &people, &options, |number| drawn = number).unwrap();
    let mut all = Vec::new();
    let mut delays = String::new();
    for frame in GifDecoder::new(Cursor::new(&replay.gif)).unwrap().into_frames() {
        let frame = frame.unwrap();
        write!(delays, "{} ", frame.delay().numer_denom_ms().0).unwrap();
        all.extend(DynamicImage::from(frame.into_buffer()).into_rgb8().into_raw());
    }
    let size = (replay.width, replay.height);
    let alt = format!("{drawn} drawn, shown for {delays}| {}", replay.alt);
    Made { name, size, pixels: super::checksum(&all), alt, file: replay.gif }
}
