//! Tests of replays: frame durations, order, and endless repetition.

use engine::view::View;
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, ImageDecoder};
use render::{Options, Renderer, Size};

use crate::fixture::games::opera;
use crate::fixture::{castled, duel, friends, states};

/// Duration of each frame of a file, in hundredths of a second.
fn delays(gif: &[u8]) -> Vec<u32> {
    let decoder = GifDecoder::new(std::io::Cursor::new(gif)).unwrap();
    let frames = decoder.into_frames().map(|frame| frame.unwrap().delay().numer_denom_ms());
    frames.map(|(numerator, denominator)| numerator / denominator / 10).collect()
}

fn small() -> Options {
    Options { size: Size::Small, ..Options::default() }
}

fn replay(views: &[View]) -> render::Animation {
    Renderer::new().unwrap().replay(views, &friends(), &small()).unwrap()
}

#[test]
fn what_happened_is_shown_longer_and_the_end_longest() {
    let views = opera();
    let shown = delays(&replay(&views).gif);
    let last = views.len() - 1;
    let expected = views.iter().enumerate().map(|(index, view)| match &view.last {
        _ if index == last => 500,
        _ if index == 0 => 120,
        Some(happened) if !happened.removed.is_empty() || !view.checks.is_empty() => 140,
        _ => 80,
    });
    let expected: Vec<u32> = expected.collect();
    assert_eq!(shown, expected);
    // All four durations occur in this game.
    for kind in [80, 120, 140, 500] {
        assert!(shown.contains(&kind), "{kind}");
    }
}

#[test]
fn each_thing_that_happens_is_shown_longer() {
    let quiet = castled();
    let mut views = vec![quiet.clone(); 7];
    for view in &mut views {
        view.checks.clear();
        let last = view.last.as_mut().unwrap();
        last.removed.clear();
        last.created.clear();
        last.converted.clear();
        last.shots.clear();
    }
    let space = "e4".parse().unwrap();
    views[1].last.as_mut().unwrap().removed = vec![space];
    views[2].last.as_mut().unwrap().created = vec![space];
    views[3].last.as_mut().unwrap().converted = vec![space];
    views[4].last.as_mut().unwrap().shots = vec![(space, space)];
    views[5].checks = vec![space];
    let plain = views[6].clone();
    views.insert(6, plain);
    assert_eq!(delays(&replay(&views).gif), [120, 140, 140, 140, 140, 140, 80, 500]);
}

#[test]
fn one_position_is_a_replay_too() {
    let replay = replay(&[duel("medieval", "medieval")]);
    assert_eq!(delays(&replay.gif), [500]);
    assert!(replay.alt.starts_with("Replay in 1 pictures. At the end: "), "{}", replay.alt);
}

#[test]
fn a_replay_tells_its_size_its_length_and_its_end_and_is_endless() {
    let renderer = Renderer::new().unwrap();
    let views = opera();
    let mut progress = Vec::new();
    let replay = renderer.replay_with_progress(&views, &friends(), &small(), |drawn| progress.push(drawn)).unwrap();
    assert_eq!(progress, (1..=views.len()).collect::<Vec<_>>(), "each picture once, in order");
    let end = renderer.turn(views.last().unwrap(), &friends(), &small()).unwrap();
    assert_eq!(replay.alt, format!("Replay in {} pictures. At the end: {}", views.len(), end.alt));
    let decoder = GifDecoder::new(std::io::Cursor::new(&replay.gif)).unwrap();
    assert_eq!(decoder.dimensions(), (replay.width, replay.height));
    // The caption has a strip below the board.
    assert_eq!(replay.width, end.width);
    assert_eq!(replay.height, end.height + 54 * 2 / 3);
    // The extension block that repeats the animation without a limit.
    let endless = b"NETSCAPE2.0\x03\x01\x00\x00";
    assert!(replay.gif.windows(endless.len()).any(|part| part == endless));
}

/// Every picture has a caption, and the caption changes with the last action.
#[test]
fn each_frame_has_its_caption() {
    let views = [duel("medieval", "medieval"), castled(), states()];
    for two in views.windows(2) {
        let replay = replay(two);
        let decoder = GifDecoder::new(std::io::Cursor::new(&replay.gif)).unwrap();
        let strips: Vec<_> = decoder
            .into_frames()
            .map(|frame| {
                let picture = image::DynamicImage::from(frame.unwrap().into_buffer());
                picture.crop_imm(0, replay.height - 36, replay.width, 36).into_rgb8()
            })
            .collect();
        for strip in &strips {
            let ground = strip.get_pixel(0, 0);
            let written = strip.pixels().filter(|pixel| *pixel != ground).count();
            assert!(written > 100, "{written}");
            // The caption is centred and does not reach the edges.
            let edge = |x: u32| (0..36).all(|y| strip.get_pixel(x, y) == ground);
            assert!((0..8).all(edge) && (replay.width - 8..replay.width).all(edge));
        }
        assert_ne!(strips[0], strips[1]);
    }
}
