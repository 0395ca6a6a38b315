//! Every kind and state of picture against a picture that was looked at. To draw them again after a change that was meant:
//! `GOLDEN=write cargo test -p render --test integration golden`, then look at what git says has changed.

use std::path::PathBuf;

use crate::fixture::friends;
use crate::fixture::games::opera;
use crate::fixture::samples::samples;
use render::{ALT_LIMIT, Options, Renderer, Size};

/// Width, height, and red, green, blue of each pixel.
fn decode(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(png));
    let mut reader = decoder.read_info().unwrap();
    let palette = reader.info().palette.as_ref().unwrap().to_vec();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut indices).unwrap();
    assert_eq!(info.color_type, png::ColorType::Indexed);
    let rgb = |&i: &u8| [0, 1, 2].map(|c| palette[usize::from(i) * 3 + c]);
    (info.width, info.height, indices.iter().map(rgb).collect())
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(format!("{name}.png"))
}

/// How many of a thousand pixels may differ visibly: other machines may round an edge otherwise.
const TOLERANCE: usize = 2;

#[test]
fn pictures_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let write = std::env::var("GOLDEN").is_ok_and(|v| v == "write");
    let mut wrong = Vec::new();
    for sample in samples() {
        let picture = (sample.draw)(&renderer).unwrap();
        if write {
            std::fs::write(path(sample.name), &picture.png).unwrap();
            continue;
        }
        let Ok(golden) = std::fs::read(path(sample.name)) else {
            wrong.push(format!("{}: there is no golden picture", sample.name));
            continue;
        };
        let (w, h, pixels) = decode(&picture.png);
        assert_eq!((w, h), (picture.width, picture.height), "{}", sample.name);
        let (gw, gh, expected) = decode(&golden);
        if (w, h) != (gw, gh) {
            wrong.push(format!("{}: {w} x {h} instead of {gw} x {gh}", sample.name));
            continue;
        }
        let far =
            |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(x, y)| x.abs_diff(*y) > 24);
        let differing = pixels.iter().zip(&expected).filter(far).count();
        if differing * 1000 > pixels.len() * TOLERANCE {
            wrong.push(format!(
                "{}: {differing} of {} pixels differ",
                sample.name,
                pixels.len()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nSee the head of this file.",
        wrong.join("\n")
    );
}

#[test]
fn equal_input_gives_equal_bytes_whatever_was_drawn_before() {
    let fresh = Renderer::new().unwrap();
    let used = Renderer::new().unwrap();
    for sample in samples().iter().rev() {
        (sample.draw)(&used).unwrap();
    }
    for sample in samples() {
        assert!(
            (sample.draw)(&fresh).unwrap() == (sample.draw)(&used).unwrap(),
            "{}",
            sample.name
        );
    }
}

#[test]
fn every_description_fits_and_says_something() {
    let renderer = Renderer::new().unwrap();
    for sample in samples() {
        let alt = (sample.draw)(&renderer).unwrap().alt;
        let length = alt.chars().count();
        assert!(
            (40..=ALT_LIMIT).contains(&length),
            "{}: {length}",
            sample.name
        );
        assert!(
            !alt.chars().any(char::is_control),
            "{}: {alt:?}",
            sample.name
        );
    }
}

#[test]
fn pictures_stay_small() {
    let renderer = Renderer::new().unwrap();
    for (name, most) in [
        ("middle", 28_000),
        ("clash", 35_500),
        ("cross", 80_000),
        ("six", 130_000),
    ] {
        let sample = samples().into_iter().find(|s| s.name == name).unwrap();
        let bytes = (sample.draw)(&renderer).unwrap().png.len();
        assert!(bytes <= most, "{name}: {bytes}");
    }
}

#[test]
fn a_replay_shows_what_the_pictures_show() {
    let renderer = Renderer::new().unwrap();
    let options = Options {
        size: Size::Small,
        ..Options::default()
    };
    let views = opera();
    let replay = renderer.replay(&views, &friends(), &options).unwrap();
    assert!(replay.alt.chars().count() <= ALT_LIMIT);
    let mut decode_options = gif::DecodeOptions::new();
    decode_options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = decode_options.read_info(replay.gif.as_slice()).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let width = replay.width as usize;
    let mut canvas = vec![0u8; width * replay.height as usize];
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.delay >= 50, "too short to see");
        for (i, &index) in frame.buffer.iter().enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if Some(index) != frame.transparent {
                canvas[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = index;
            }
        }
        let picture = renderer.turn(&views[frames], &friends(), &options).unwrap();
        let (_, _, pixels) = decode(&picture.png);
        let rgb = |&i: &u8| [0, 1, 2].map(|c| palette[usize::from(i) * 3 + c]);
        let shown: Vec<_> = canvas.iter().take(pixels.len()).map(rgb).collect();
        assert!(shown == pixels, "frame {frames}");
        frames += 1;
    }
    assert_eq!(frames, views.len());
    assert!(renderer.replay(&[], &friends(), &options).is_err());
}

#[test]
fn one_renderer_serves_many_threads() {
    let renderer = Renderer::new().unwrap();
    let draw = || -> Vec<usize> {
        let list = samples();
        list.iter()
            .map(|s| (s.draw)(&renderer).unwrap().png.len())
            .collect()
    };
    let expected = draw();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}
