//! Tests of boards of any shape from any side, names of any kind, and the absence of secrets.

use crate::compare::{decoded, differing};
use crate::fixture::by_hand::put;
use crate::fixture::samples::{HINTS, hinted, hostile};
use crate::fixture::{
    busy_cross, cross, duel, friends, middle_game, people, plain_board, seat, six, sp, states, three, view,
};
use engine::board::{Seat, Side};
use engine::piece::{Chance, Reach};
use engine::view::{BoardView, OwnView, View, Zone};
use image::imageops::crop_imm;
use imageproc::region_labelling::{Connectivity, connected_components};
use render::{ALT_LIMIT, HintKind, Options, People, RenderError, Renderer, Size, Theme};

const SIDES: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];

#[test]
fn any_side_any_size_any_theme() {
    let renderer = Renderer::new().unwrap();
    for (v, turned) in [(duel("medieval", "the-party"), false), (three(), true), (busy_cross(), false), (six(), true)] {
        let mut seen = Vec::new();
        for bottom in SIDES {
            for size in [Size::Small, Size::Normal] {
                for theme in Theme::ALL {
                    let options = Options { theme, size, bottom: Some(bottom), ..Options::default() };
                    let picture = renderer.turn(&v, &friends(), &options).unwrap();
                    if (size, theme) == (Size::Normal, Theme::Dark) {
                        seen.push(picture);
                    }
                }
            }
        }
        let wide = |i: usize| (seen[i].width, seen[i].height);
        assert_eq!(wide(0).0, wide(2).0);
        assert_eq!(wide(1).0, wide(3).0);
        assert_eq!(wide(0).0 != wide(1).0, turned, "only a board that is not square turns its shape");
        assert!(seen.iter().enumerate().all(|(i, a)| seen[..i].iter().all(|b| a.png != b.png)));
    }
}

#[test]
fn boards_without_a_size_are_refused() {
    let renderer = Renderer::new().unwrap();
    let mut long = plain_board(8, 8);
    long.zones.pop();
    for board in [plain_board(0, 8), plain_board(8, 0), plain_board(27, 8), plain_board(8, 200), long] {
        let v = view(board, Vec::new());
        let result = renderer.turn(&v, &People::default(), &Options::default());
        assert!(matches!(result, Err(RenderError::Board { .. })));
    }
}

/// Colours of squares in the dark theme.
const LIGHT: [u8; 3] = [0xec, 0xe6, 0xd8];
const DARK: [u8; 3] = [0xb3, 0xa7, 0x8f];

/// Number of squares visible on a picture's board: regions of one colour, as large as a Space.
fn squares(png: &[u8]) -> usize {
    let picture = decoded(png);
    let shade = image::GrayImage::from_fn(picture.width(), picture.height(), |x, y| {
        image::Luma([match picture.get_pixel(x, y).0 {
            LIGHT => 1,
            DARK => 2,
            _ => 0,
        }])
    });
    let labels = connected_components(&shade, Connectivity::Four, image::Luma([0]));
    let mut sizes = std::collections::BTreeMap::new();
    for label in labels.pixels().filter(|label| label[0] > 0) {
        *sizes.entry(label[0]).or_insert(0) += 1;
    }
    sizes.values().filter(|size| **size > 100).count()
}

#[test]
fn odd_boards_show_each_of_their_spaces() {
    let renderer = Renderer::new().unwrap();
    let hole = BoardView::new(3, 2, vec![Zone::Missing; 6]);
    let mut ring = plain_board(3, 3);
    ring.zones[4] = Zone::Missing;
    for (board, spaces) in
        [(hole, 0), (ring, 8), (plain_board(1, 26), 26), (plain_board(26, 1), 26), (plain_board(26, 26), 676)]
    {
        let v = view(board, Vec::new());
        let picture = renderer.turn(&v, &People::default(), &Options::default()).unwrap();
        assert_eq!(squares(&picture.png), spaces);
    }
}

#[test]
fn spaces_off_the_board_are_passed_over() {
    let renderer = Renderer::new().unwrap();
    let mut plain = cross(["medieval"; 4]);
    // Includes the odd case of a shot at the shooter's own Space.
    plain.last.as_mut().unwrap().shots = vec![(sp("e5"), sp("e5"))];
    let mut v = plain.clone();
    put(&mut v, "a1", 0, "medieval/queen");
    put(&mut v, "z26", 7, "medieval/queen");
    v.checks = vec![sp("z26")];
    v.attacks = vec![(sp("a1"), sp("z26"))];
    v.board.affected = vec![sp("b2"), sp("y20")];
    let last = v.last.as_mut().unwrap();
    last.path = vec![sp("z1")];
    last.shots.push((sp("a1"), sp("z26")));
    let off = Options { selected: Some(sp("z26")), ..hinted() };
    let none = Options { selected: None, ..hinted() };
    let shown = renderer.turn(&v, &friends(), &off).unwrap();
    let expected = renderer.turn(&plain, &friends(), &none).unwrap();
    let (shown, expected) = (decoded(&shown.png), decoded(&expected.png));
    assert_eq!(differing(&shown, &expected), []);
}

#[test]
fn names_of_every_kind_are_drawn_and_stay_in_their_panel() {
    let renderer = Renderer::new().unwrap();
    let long = "W".repeat(200);
    let zalgo: String = "e".chars().chain("\u{301}\u{302}\u{303}".chars().cycle().take(300)).collect();
    let names = [
        "",
        " ",
        "\n\t",
        "\u{200b}",
        "🔥",
        "👩‍👩‍👧‍👦",
        "\u{202e}drawkcab",
        &long,
        &zalgo,
        "محمد",
        "שלום",
        "春日部",
        "안녕하세요",
        "สวัสดี",
        "प्रियंका",
        "र्क्ष्म्यैंऽऽ क्षि",
        "لَّاَ إِلَٰهَ",
        "ก็้้้้้้้้้้้",
        "\u{10ffff}",
        "\u{fffd}",
        "a\u{0}b",
        "ﷺ",
        "𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
        "🇦🇹",
        "1️⃣",
    ];
    let v = middle_game();
    let options = Options::default();
    // Names influence only the two panels.
    let board = |png: &[u8]| {
        let picture = decoded(png);
        let (width, height) = picture.dimensions();
        crop_imm(&picture, 0, 68, width, height - 136).to_image()
    };
    let plain = board(&renderer.turn(&v, &friends(), &options).unwrap().png);
    for (i, one) in names.into_iter().enumerate() {
        for two in [one, names[(i + 1) % names.len()]] {
            let picture = renderer.turn(&v, &people(&[one, two]), &options).unwrap();
            assert!(board(&picture.png) == plain, "{one:?} and {two:?}");
            assert!(picture.alt.chars().count() <= ALT_LIMIT);
        }
    }
    for v in [busy_cross(), six(), states()] {
        renderer.turn(&v, &hostile(), &options).unwrap();
    }
}

#[test]
fn crowded_cards_stay_above_and_below_a_cross() {
    let renderer = Renderer::new().unwrap();
    let mut crowded = busy_cross();
    for view in &mut crowded.seats {
        view.battalion = "W".repeat(80);
        view.support_level = Some(u32::MAX);
        view.credits = 3;
        view.captured = (0..60).map(|_| (crate::fixture::look("medieval/queen"), Seat(0), 999)).collect();
    }
    let draw = |v: &View, people: &People| decoded(&renderer.turn(v, people, &Options::default()).unwrap().png);
    let plain = draw(&busy_cross(), &friends());
    let full = draw(&crowded, &hostile());
    // The panels of two Players each are above and below the board.
    let high = 118 * plain.width() / 720 + 1;
    let board = high..plain.height() - high;
    let outside = plain.enumerate_pixels().find(|&(x, y, pixel)| board.contains(&y) && pixel != full.get_pixel(x, y));
    assert_eq!(outside, None);
    assert!(plain != full);
}

#[test]
fn large_boards_have_an_inset_of_what_happened() {
    let renderer = Renderer::new().unwrap();
    let size = |v: &View| {
        let picture = renderer.turn(v, &friends(), &Options::default()).unwrap();
        (picture.width, picture.height)
    };
    let mut v = six();
    let with = size(&v);
    assert!(v.last.is_some());
    v.last = None;
    assert!(v.checks.is_empty());
    let without = size(&v);
    assert_eq!(with.0, without.0);
    assert!(with.1 > without.1 + 500);
    let mut v = busy_cross();
    assert!(v.last.is_some());
    let with = size(&v);
    v.last = None;
    assert_eq!(size(&v), with, "Spaces of a smaller board are large enough");
}

#[test]
fn names_without_a_visible_letter_give_way_to_the_colour() {
    let renderer = Renderer::new().unwrap();
    let v = duel("medieval", "medieval");
    let draw = |names: &[&str]| renderer.turn(&v, &people(names), &Options::default()).unwrap().png;
    assert!(draw(&["🔥", "\u{200b}"]) == draw(&["White", "Black"]));
    assert!(draw(&["𝕬𝖑𝖊𝖝 🔥", "Bo\u{200b}b"]) == draw(&["Alex", "Bob"]));
}

#[test]
fn what_a_seat_alone_may_see_is_not_drawn_in_a_turn_picture() {
    let renderer = Renderer::new().unwrap();
    let public = busy_cross();
    let mut private = public.clone();
    private.own = Some(OwnView {
        seat: Seat(1),
        targets: vec![Seat(3)],
        sealed: vec![engine::fact::SealedChoice::Bid(engine::clash::Gold::whole(14))],
    });
    let draw = |v| renderer.turn(v, &friends(), &Options::default()).unwrap();
    assert_eq!(draw(&public), draw(&private));
}

#[test]
fn every_hint_has_a_picture_of_its_own() {
    let renderer = Renderer::new().unwrap();
    let mut kinds = HINTS.to_vec();
    let chances = [Chance::Never, Chance::Sometimes, Chance::Always];
    for (moves, captures) in chances.into_iter().flat_map(|moves| chances.map(|captures| (moves, captures))).skip(1) {
        kinds.push(HintKind::Reach(Reach { moves, captures, ..Reach::default() }));
        if moves != Chance::Never {
            kinds.push(HintKind::Reach(Reach { moves, captures, leaps: true, copies: false }));
        }
    }
    kinds.push(HintKind::Reach(Reach { captures: Chance::Always, leaps: true, ..Reach::default() }));
    kinds.push(HintKind::Reach(Reach { moves: Chance::Always, copies: true, ..Reach::default() }));
    for space in ["e4", "d7"] {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for kind in &kinds {
            let hints = vec![render::Hint { space: sp(space), kind: *kind }];
            let options = Options { selected: Some(sp("d1")), hints, ..Options::default() };
            let png = renderer.turn(&duel("medieval", "medieval"), &friends(), &options).unwrap().png;
            assert!(!seen.contains(&png), "{kind:?}");
            seen.push(png);
        }
    }
}

#[test]
fn a_description_begins_with_what_matters() {
    let renderer = Renderer::new().unwrap();
    let alt = renderer.turn(&middle_game(), &friends(), &Options::default()).unwrap().alt;
    let order = ["after 7 moves", "is in Check and to move", "Last: ", "Rook a1 h1", "King f7"];
    let places: Vec<_> =
        order.iter().map(|words| alt.find(words).unwrap_or_else(|| panic!("{words} in {alt}"))).collect();
    assert!(places.is_sorted(), "{alt}");
    let alt = renderer.turn(&middle_game(), &friends(), &hinted()).unwrap().alt;
    assert!(alt.contains("Knight on d5 can go to b4 d4; capture on e5 c7; shoot at f2 f3; jump to b6 f6"), "{alt}");
    let mut crowded = view(plain_board(26, 26), vec![seat(0, Side::South, "Medieval")]);
    for i in 0..676usize {
        crate::fixture::put_at(
            &mut crowded,
            engine::board::Space::new((i % 26) as u8, (i / 26) as u8),
            0,
            crate::fixture::look("medieval/knight"),
        );
    }
    let alt = renderer.turn(&crowded, &people(&[&"x".repeat(3000)]), &Options::default()).unwrap().alt;
    assert!(alt.chars().count() <= ALT_LIMIT && alt.contains("Knight a1-a26 ") && alt.contains("z1-z26."), "{alt}");
}
