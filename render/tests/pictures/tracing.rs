//! Tests of submitted pictures: five of different styles, and many that are malicious or invalid.

use std::io::Cursor;

use engine::piece::art::Art;
use engine::view::Look;
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgba, RgbaImage};
use render::cards::Tokens;
use render::trace::{MAX_PICTURE, MAX_SIDE, TraceError};
use render::{LEAST_DIFFERENCE, Renderer, trace};

use crate::compare::decoded;
use crate::fixture::own::{STYLES, own};

fn png(picture: RgbaImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::from(picture).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// Picture from a function of each pixel.
fn drawn(side: u32, colour: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    png(RgbaImage::from_fn(side, side, |x, y| Rgba(colour(x, y))))
}

const WHITE: [u8; 4] = [255; 4];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const CLEAR: [u8; 4] = [0; 4];

/// Returns `true` if (x, y) is within `r` of the centre of a square.
fn disc(side: u32, x: u32, y: u32, r: f64) -> bool {
    let from = |v: u32| f64::from(v) + 0.5 - f64::from(side) / 2.0;
    from(x).hypot(from(y)) <= r
}

fn look_of(art: Art) -> Look {
    own("piece", art)
}

#[test]
fn five_styles_become_pieces_with_lines() {
    for (name, bytes) in STYLES {
        let art = trace(bytes).unwrap();
        let length = art.silhouette().len() + art.lines().len();
        assert!((300..=3000).contains(&length), "{name}: {length}");
        assert!(!art.lines().is_empty(), "{name}");
        assert_eq!(trace(bytes), Ok(art), "{name}: the same every time");
    }
}

/// Share of a token that each tone covers, in percent: body and details of a piece in white on a dark square.
fn tones(art: Art) -> (u32, u32) {
    let renderer = Renderer::new().unwrap();
    let tokens = Tokens { title: "x".to_owned(), pieces: vec![look_of(art)] };
    let card = decoded(&renderer.tokens(&tokens).unwrap().png);
    // The first Space of the second row: white on a dark square of the dark theme.
    let (x, y) = (36, 28 + 58 + 44 + 8 + 72);
    let (mut body, mut detail) = (0, 0);
    for dy in 0..72 {
        for dx in 0..72 {
            let [r, g, b] = card.get_pixel(x + dx, y + dy).0;
            body += u32::from(r > 240 && g > 240 && b > 240);
            // The colour of details, or its neighbour in the palette.
            detail += u32::from(r.abs_diff(0x2A) < 4 && g.abs_diff(0x2D) < 4 && b.abs_diff(0x33) < 4);
        }
    }
    (body * 100 / 72 / 72, detail * 100 / 72 / 72)
}

#[test]
fn light_on_dark_and_dark_on_light_become_the_same_piece() {
    let pawn = |body: [u8; 4], eye: [u8; 4], ground: [u8; 4]| {
        trace(&drawn(200, |x, y| match () {
            () if disc(200, x, y, 25.0) => eye,
            () if disc(200, x, y, 80.0) => body,
            () => ground,
        }))
        .unwrap()
    };
    let grey = [90, 90, 90, 255];
    let dark = pawn(BLACK, WHITE, grey);
    let light = pawn(WHITE, BLACK, grey);
    let hole = pawn(BLACK, CLEAR, CLEAR);
    // Red and green are distinguished despite equal lightness.
    let isoluminant = pawn([200, 0, 0, 255], [0, 102, 0, 255], WHITE);
    for art in [dark, light, hole, isoluminant] {
        let (body, detail) = tones(art);
        assert!((35..50).contains(&body), "{body}");
        assert!((2..9).contains(&detail), "{detail}");
    }
}

#[test]
fn plain_silhouettes_and_shading_have_no_lines() {
    let plain = trace(&drawn(200, |x, y| if disc(200, x, y, 80.0) { BLACK } else { WHITE }));
    assert_eq!(plain.unwrap().lines(), "");
    let shaded =
        trace(&drawn(200, |x, y| if disc(200, x, y, 80.0) { [(55 + x) as u8, (x / 2) as u8, 40, 255] } else { CLEAR }));
    assert_eq!(shaded.unwrap().lines(), "");
}

#[test]
fn thin_lines_are_made_bold_enough_for_a_small_board() {
    let ring = |x, y, r: f64, half: f64| disc(400, x, y, r + half) && !disc(400, x, y, r - half);
    let thin = drawn(400, |x, y| {
        let line = ring(x, y, 150.0, 2.0) || ring(x, y, 80.0, 1.0);
        if line { BLACK } else { WHITE }
    });
    let (_, detail) = tones(trace(&thin).unwrap());
    // Without thickening, the line would be less than half a pixel wide here, and no pixel would have its colour.
    assert!(detail >= 3, "{detail}");
}

#[test]
fn small_gaps_in_an_outline_do_not_let_the_background_in() {
    let gap = drawn(400, |x, y| {
        let ring = disc(400, x, y, 150.0) && !disc(400, x, y, 140.0);
        if ring && !(198..202).contains(&x) { BLACK } else { WHITE }
    });
    let (body, _) = tones(trace(&gap).unwrap());
    assert!(body > 30, "{body}");
}

/// A gap is small compared with the longer side, so that narrow drawings are closed like square ones.
#[test]
fn small_gaps_are_closed_in_drawings_of_every_shape() {
    for (wide, high) in [(400, 400), (160, 400), (400, 160)] {
        for side in 0..4 {
            let outline = |open: bool| {
                trace(&png(RgbaImage::from_fn(wide, high, |x, y| {
                    let from = |v: u32, side: u32| f64::from(v) + 0.5 - f64::from(side) / 2.0;
                    let (x, y) = (from(x, wide), from(y, high));
                    let within =
                        |r: f64| (x / (f64::from(wide) / 2.0 - r)).hypot(y / (f64::from(high) / 2.0 - r)) <= 1.0;
                    let (across, along) = if side % 2 == 0 { (x, y) } else { (y, x) };
                    let gap = open && across.abs() < 2.0 && (along > 0.0) == (side < 2);
                    Rgba(if within(12.0) && !within(20.0) && !gap { BLACK } else { WHITE })
                })))
                .unwrap()
            };
            let (open, closed) = (tones(outline(true)).0, tones(outline(false)).0);
            assert!(open.abs_diff(closed) <= 2, "{wide}x{high}, side {side}: {open} instead of {closed}");
        }
    }
}

/// Specks beside a piece are left out, and the piece is as large and in the same place as without them.
#[test]
fn specks_beside_a_piece_do_not_move_it() {
    let specked = |at: &[(u32, u32)], r: f64| {
        let near = |x: u32, y: u32| at.iter().any(|(u, v)| f64::from(x.abs_diff(*u)).hypot(y.abs_diff(*v).into()) <= r);
        trace(&drawn(200, |x, y| if disc(200, x, y, 60.0) || near(x, y) { BLACK } else { CLEAR })).unwrap()
    };
    let alone = specked(&[], 0.0);
    let corners = [(12, 12), (187, 12), (12, 187), (187, 187)];
    for corner in corners {
        assert!(specked(&[corner], 3.0) == alone, "{corner:?}");
        assert!(specked(&[corner], 11.0) != alone, "a part at {corner:?} is kept");
    }
    assert!(specked(&corners, 2.0) == alone);
}

/// Specks inside a piece are neither lines nor holes in a line; larger dots are.
#[test]
fn specks_inside_a_piece_are_left_out() {
    // Contours of the lines of a black disc with a white eye, and dots of the other tone.
    let contours = |at: &[(u32, u32)], r: f64| {
        let near = |x: u32, y: u32| at.iter().any(|(u, v)| f64::from(x.abs_diff(*u)).hypot(y.abs_diff(*v).into()) <= r);
        let art = trace(&drawn(200, |x, y| match () {
            () if !disc(200, x, y, 80.0) => CLEAR,
            () if disc(200, x, y, 25.0) != near(x, y) => WHITE,
            () => BLACK,
        }));
        art.unwrap().lines().matches('z').count()
    };
    let (beside, within) = ((100, 50), (100, 100));
    let alone = contours(&[], 0.0);
    assert_eq!(alone, 1);
    for speck in [beside, within] {
        assert_eq!(contours(&[speck], 2.0), alone, "{speck:?}");
        assert_eq!(contours(&[speck], 6.0), alone + 1, "{speck:?}");
    }
    assert_eq!(contours(&[beside, (50, 100), (150, 100), within], 2.0), alone);
}

#[test]
fn png_jpeg_and_svg_become_the_same_piece() {
    let shape = |x, y| match () {
        () if disc(200, x, y, 25.0) => BLACK,
        () if disc(200, x, y, 80.0) => [180, 30, 30, 255],
        () => WHITE,
    };
    let mut jpeg = Cursor::new(Vec::new());
    let picture = RgbaImage::from_fn(200, 200, |x, y| Rgba(shape(x, y)));
    DynamicImage::from(picture).into_rgb8().write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
        <circle cx="100" cy="100" r="80" fill="firebrick"/><circle cx="100" cy="100" r="25"/></svg>"#;
    for bytes in [drawn(200, shape), jpeg.into_inner(), svg.to_vec()] {
        let (body, detail) = tones(trace(&bytes).unwrap());
        assert!((35..50).contains(&body), "{body}");
        assert!((2..9).contains(&detail), "{detail}");
    }
}

#[test]
fn bad_pictures_are_refused_with_a_reason() {
    let noise = |x: u32, y: u32| (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503) ^ (x * y)) as u8;
    let photo = drawn(300, |x, y| [noise(x, y), noise(y, x), noise(x + 7, y), 255]);
    let dots = drawn(500, |x, y| {
        let inside = x % 10 > 3 && y % 10 > 3;
        if inside { BLACK } else { WHITE }
    });
    let specked = drawn(500, |x, y| match () {
        () if !disc(500, x, y, 240.0) => CLEAR,
        () if x % 40 > 19 && y % 40 > 19 => WHITE,
        () => BLACK,
    });
    let [_, (_, cat), ..] = STYLES;
    for (what, bytes, reason) in [
        ("nothing", Vec::new(), TraceError::Unknown),
        ("text", b"silhouette = \"M0 0\"".to_vec(), TraceError::Unknown),
        ("a page", b"<html><circle r=\"9\"/></html>".to_vec(), TraceError::Unknown),
        ("XML without an end", b"<svg xmlns=\"http://www.w3.org/2000/svg\"><g>".to_vec(), TraceError::Damaged),
        ("the head of a JPEG", b"\xFF\xD8\xFF\xE0\0\x10JFIF".to_vec(), TraceError::Damaged),
        ("a BMP", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0".to_vec(), TraceError::Unknown),
        ("one pixel", drawn(1, |_, _| BLACK), TraceError::Small),
        ("only a header", cat[..40].to_vec(), TraceError::Damaged),
        ("cut off", cat[..cat.len() / 2].to_vec(), TraceError::Damaged),
        ("transparent", drawn(100, |_, _| CLEAR), TraceError::Empty),
        ("white", drawn(100, |_, _| WHITE), TraceError::Empty),
        ("tiny", drawn(40, |x, y| if disc(40, x, y, 4.0) { BLACK } else { CLEAR }), TraceError::Small),
        ("a photograph", photo, TraceError::Busy),
        ("dots", dots, TraceError::Intricate),
        ("specks", specked, TraceError::Intricate),
        ("bytes", vec![0; MAX_PICTURE + 1], TraceError::Large),
    ] {
        assert_eq!(trace(&bytes), Err(reason), "{what}");
    }
}

/// PNG that ends after a header with this size in pixels.
fn header_of_png(width: u32, height: u32) -> Vec<u8> {
    let mut header = Vec::from(*b"IHDR");
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let mut crc = !0_u32;
    for byte in &header {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (0_u32.wrapping_sub(crc & 1)));
        }
    }
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    file.extend(header);
    file.extend((!crc).to_be_bytes());
    file
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    // A decompression bomb: a small file with too many pixels.
    let bomb = drawn(MAX_SIDE + 1, |_, _| WHITE);
    assert!(bomb.len() < 400_000, "{}", bomb.len());
    assert_eq!(trace(&bomb), Err(TraceError::Large));
    for (width, height) in [(30_000, 30_000), (30_000, 20), (20, 30_000), (MAX_SIDE + 1, 20), (20, MAX_SIDE + 1)] {
        assert_eq!(trace(&header_of_png(width, height)), Err(TraceError::Large), "{width} by {height}");
    }
    assert_eq!(trace(&header_of_png(MAX_SIDE, MAX_SIDE)), Err(TraceError::Damaged));
    let mut gif = b"GIF89a".to_vec();
    gif.extend(30_000_u16.to_le_bytes());
    gif.extend(30_000_u16.to_le_bytes());
    gif.extend([0, 0, 0, 0x2C, 0, 0, 0, 0]);
    gif.extend(30_000_u16.to_le_bytes());
    gif.extend(30_000_u16.to_le_bytes());
    gif.extend([0, 2, 0, 0x3B]);
    assert!(matches!(trace(&gif), Err(TraceError::Large | TraceError::Damaged)));
}

#[test]
fn only_the_first_frame_of_an_animation_counts() {
    let frame = |radius: f64| {
        let disc = move |x, y| Rgba(if disc(64, x, y, radius) { BLACK } else { WHITE });
        Frame::new(RgbaImage::from_fn(64, 64, disc))
    };
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for radius in [28.0, 4.0, 4.0] {
        encoder.encode_frame(frame(radius)).unwrap();
    }
    drop(encoder);
    let still = trace(&drawn(64, |x, y| if disc(64, x, y, 28.0) { BLACK } else { WHITE }));
    assert_eq!(trace(&bytes), still);
}

#[test]
fn nearly_the_same_picture_is_not_told_apart() {
    let renderer = Renderer::new().unwrap();
    let difference = |one: &Look, other: &Look| {
        let prints = renderer.prints(&[one.clone(), other.clone()]);
        prints.difference(0, 1)
    };
    let traced: Vec<Look> = STYLES.iter().map(|(name, bytes)| own(name, trace(bytes).unwrap())).collect();
    for (index, one) in traced.iter().enumerate() {
        assert_eq!(difference(one, one), 0.0);
        for other in &traced[index + 1..] {
            assert!(difference(one, other) > 0.5, "{} {}", one.name, other.name);
        }
    }
    let eyed = |eye: f64, shift: u32| {
        let art = trace(&drawn(200, move |x, y| match () {
            () if disc(200, x + shift, y, eye) => WHITE,
            () if disc(200, x, y, 80.0) => BLACK,
            () => CLEAR,
        }));
        look_of(art.unwrap())
    };
    for like in [eyed(25.0, 0), eyed(28.0, 3)] {
        assert!(difference(&eyed(25.0, 0), &like) < LEAST_DIFFERENCE);
    }
    for unlike in [eyed(60.0, 0), eyed(25.0, 40)] {
        assert!(difference(&eyed(25.0, 0), &unlike) > LEAST_DIFFERENCE);
    }
}

/// Tiles are cached by the look of a piece, not by its name, so pictures of two servers never mix.
#[test]
fn pieces_of_the_same_name_keep_their_own_pictures() {
    let renderer = Renderer::new().unwrap();
    let card = |bytes: &[u8]| {
        let tokens = Tokens { title: "x".to_owned(), pieces: vec![look_of(trace(bytes).unwrap())] };
        renderer.tokens(&tokens).unwrap().png
    };
    let [(_, tower), (_, cat), ..] = STYLES;
    let first = card(tower);
    assert_ne!(card(cat), first);
    assert_eq!(card(tower), first);
}
