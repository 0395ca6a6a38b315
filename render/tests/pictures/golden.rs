//! Golden tests: every kind and state of picture against a reviewed one. After an intended change,
//! `GOLDEN=write cargo test -p render --test pictures golden` redraws them; then review the changes with git.

use std::path::PathBuf;

use engine::play::Kept;
use engine::titans::GameMode;
use engine::view::{Badge, ClashView, LastAction, SeatState, View};
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use render::{ALT_LIMIT, Options, RenderError, Renderer, Size};

use crate::compare::{decoded, differing};
use crate::fixture::games::opera;
use crate::fixture::played::{titans, walk};
use crate::fixture::samples::samples;
use crate::fixture::{FOUR, clash, clash_game, fallen_cross, friends, icons, shots, six_game, states};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"))
}

#[test]
fn pictures_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let write = std::env::var("GOLDEN").is_ok_and(|v| v == "write");
    let mut wrong = Vec::new();
    for sample in samples() {
        let name = sample.name;
        let picture = (sample.draw)(&renderer).unwrap();
        if write {
            std::fs::write(path(name), &picture.png).unwrap();
            continue;
        }
        let Ok(golden) = std::fs::read(path(name)) else {
            wrong.push(format!("{name}: there is no golden picture"));
            continue;
        };
        let (shown, expected) = (decoded(&picture.png), decoded(&golden));
        assert_eq!(shown.dimensions(), (picture.width, picture.height));
        if shown.dimensions() != expected.dimensions() {
            wrong.push(format!("{name}: {:?} instead of {:?} pixels", shown.dimensions(), expected.dimensions()));
            continue;
        }
        let windows = differing(&shown, &expected);
        if let Some(first) = windows.first() {
            let many = windows.len();
            wrong.push(format!("{name}: {many} windows differ, the first at {first:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\nSee the head of this file.", wrong.join("\n"));
}

/// The page is written by the gallery example.
#[test]
fn the_page_of_icons_shows_every_icon_as_it_is() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let written = std::fs::read_to_string(docs.join("icons.md")).unwrap_or_default();
    assert!(written == icons::page(), "docs/icons.md: run the gallery example");
    for (name, picture) in icons::pictures(&Renderer::new().unwrap()) {
        let file = std::fs::read(docs.join("pictures").join(&name)).unwrap();
        let (shown, expected) = (decoded(&picture.png), decoded(&file));
        assert_eq!(shown.dimensions(), expected.dimensions(), "{name}");
        assert!(differing(&shown, &expected).is_empty(), "{name}: run the gallery example");
    }
}

#[test]
fn equal_input_gives_equal_bytes_whatever_was_drawn_before() {
    let fresh = Renderer::new().unwrap();
    let used = Renderer::new().unwrap();
    for sample in samples().iter().rev() {
        (sample.draw)(&used).unwrap();
    }
    for sample in samples() {
        assert!((sample.draw)(&fresh).unwrap() == (sample.draw)(&used).unwrap(), "{}", sample.name);
    }
}

#[test]
fn every_description_fits_and_says_something() {
    let renderer = Renderer::new().unwrap();
    for sample in samples() {
        let alt = (sample.draw)(&renderer).unwrap().alt;
        let length = alt.chars().count();
        assert!((40..=ALT_LIMIT).contains(&length), "{}: {length}", sample.name);
        assert!(!alt.chars().any(char::is_control), "{}: {alt:?}", sample.name);
    }
}

/// Maximum size of a turn picture in bytes, by board. Supporters and Affected Spaces all over the board are the most
/// expensive.
#[test]
fn pictures_stay_small() {
    let renderer = Renderer::new().unwrap();
    let duel = |ids: [&str; 2]| titans(GameMode::Duel, &ids);
    for (game, most) in [
        (duel(["medieval"; 2]), 28_000),
        (duel(["baroque-duel", "the-party"]), 48_000),
        (clash_game(), 35_000),
        (titans(GameMode::Assassin, &FOUR), 70_000),
        (six_game(), 125_000),
    ] {
        for view in walk(&game, 40) {
            let picture = renderer.turn(&view, &friends(), &Options::default());
            let bytes = picture.unwrap().png.len();
            assert!(bytes <= most, "{:?}: {bytes}", view.played);
        }
    }
}

#[test]
fn a_replay_shows_what_the_pictures_show() {
    let renderer = Renderer::new().unwrap();
    let options = Options { size: Size::Small, ..Options::default() };
    let views = opera();
    let replay = renderer.replay(&views, &friends(), &options).unwrap();
    assert!(replay.alt.chars().count() <= ALT_LIMIT);
    let decoder = GifDecoder::new(std::io::Cursor::new(&replay.gif)).unwrap();
    let mut frames = 0;
    for frame in decoder.into_frames() {
        let frame = frame.unwrap();
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        assert!(numerator / denominator >= 500, "too short to see");
        let picture = renderer.turn(&views[frames], &friends(), &options).unwrap();
        let expected = decoded(&picture.png);
        let shown = image::DynamicImage::from(frame.into_buffer())
            .crop_imm(0, 0, expected.width(), expected.height())
            .into_rgb8();
        assert!(shown == expected, "frame {frames}");
        frames += 1;
    }
    assert_eq!(frames, views.len());
    let nothing = renderer.replay(&[], &friends(), &options);
    assert!(matches!(nothing, Err(RenderError::NoPositions)));
}

#[test]
fn one_renderer_serves_many_threads() {
    let renderer = Renderer::new().unwrap();
    let draw = || -> Vec<usize> {
        let list = samples();
        list.iter().map(|s| (s.draw)(&renderer).unwrap().png.len()).collect()
    };
    let expected = draw();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}

/// Variants of a position with one element removed each, with a description of the element.
fn reduced(start: &View) -> Vec<(String, View)> {
    let mut list = Vec::new();
    let mut without = |what: String, take: &dyn Fn(&mut View)| {
        let mut view = start.clone();
        take(&mut view);
        if view != *start {
            list.push((what, view));
        }
    };
    for (i, piece) in start.pieces.iter().enumerate() {
        let name = format!("{} on {}", piece.look.name, piece.space);
        // A sample of the pieces without any states is enough.
        let plain = piece.badges.is_empty() && !piece.fallen && !piece.look.titan;
        if plain && i % 5 > 0 {
            continue;
        }
        without(name.clone(), &|v| {
            v.pieces.remove(i);
        });
        // Fallen pieces wear no crown, and Kings need none.
        without(format!("the crown of {name}"), &|v| {
            let piece = &mut v.pieces[i];
            piece.look.titan &= piece.fallen || piece.look.icon.ends_with("-king");
        });
        without(format!("the fall of {name}"), &|v| {
            v.pieces[i].fallen = false;
        });
        for (j, badge) in piece.badges.iter().enumerate() {
            without(format!("{badge:?} of {name}"), &|v| {
                v.pieces[i].badges.remove(j);
            });
            without(format!("a turn of {badge:?} of {name}"), &|v| match &mut v.pieces[i].badges[j] {
                Badge::Invulnerable(turns) | Badge::Shield(turns) => *turns += 1,
                _ => {}
            });
        }
    }
    without("Check".to_owned(), &|v| v.checks.clear());
    without("Affected Spaces".to_owned(), &|v| v.board.affected.clear());
    without("whose turn it is".to_owned(), &|v| v.to_act.clear());
    without("the last move".to_owned(), &|v| {
        // A resignation moves nothing.
        v.last.take_if(|last| !last.to.is_empty());
    });
    if let Some(last) = &start.last {
        for i in 0..last.removed.len() {
            without(format!("the capture on {}", last.removed[i]), &|v| {
                v.last.as_mut().unwrap().removed.remove(i);
            });
        }
        let mut of_last = |what: &str, take: &dyn Fn(&mut LastAction)| {
            without(what.to_owned(), &|v| take(v.last.as_mut().unwrap()));
        };
        of_last("where it came from", &|l| l.from.clear());
        of_last("where it went", &|l| l.to.clear());
        of_last("its path", &|l| l.path.clear());
        of_last("its shots", &|l| l.shots.clear());
        of_last("what was created", &|l| l.created.clear());
        of_last("what was converted", &|l| l.converted.clear());
    }
    for seat in 0..start.seats.len() {
        let of = |what: &str| format!("{what} of seat {seat}");
        without(of("the Support Level"), &|v| {
            v.seats[seat].support_level = None;
        });
        // In a duel, the only defeat is the end of the game.
        if start.seats.len() > 2 {
            without(of("credits"), &|v| v.seats[seat].credits = 0);
        }
        for i in 0..start.seats[seat].reserve.len() {
            without(of("a reserve"), &|v| {
                v.seats[seat].reserve.remove(i);
            });
            without(of("one in reserve"), &|v| {
                v.seats[seat].reserve[i].count += 1;
            });
            without(of("what one in reserve has kept"), &|v| {
                let kept = &mut v.seats[seat].reserve[i].kept;
                *kept = if *kept == Kept::Leaving { Kept::Volatile } else { Kept::Leaving };
            });
        }
        for i in 0..start.seats[seat].captured.len() {
            without(of("a captured piece"), &|v| {
                v.seats[seat].captured.remove(i);
            });
        }
        without(of("the defeat"), &|v| {
            v.seats[seat].state = SeatState::Playing;
        });
    }
    for seat in 0..2 {
        let clash = |v: &mut View, change: &dyn Fn(&mut ClashView)| {
            if let Some(clash) = &mut v.clash {
                change(clash);
            }
        };
        without(format!("half a point of seat {seat}"), &|v| {
            clash(v, &|c| c.half_points[seat] += 1);
        });
        without(format!("a coin of seat {seat}"), &|v| {
            clash(v, &|c| {
                c.gold[seat] = c.gold[seat].map(|gold| gold + 100);
            });
        });
    }
    list
}

#[test]
fn nothing_can_vanish_from_a_picture_unseen() {
    let renderer = Renderer::new().unwrap();
    let draw = |view: &View| {
        let picture = renderer.turn(view, &friends(), &Options::default());
        decoded(&picture.unwrap().png)
    };
    let mut tried = 0;
    for start in [states(), clash(), shots(), fallen_cross()] {
        let whole = draw(&start);
        for (what, view) in reduced(&start) {
            assert!(!differing(&whole, &draw(&view)).is_empty(), "{what}");
            tried += 1;
        }
    }
    assert!(tried > 120, "{tried}");
}
