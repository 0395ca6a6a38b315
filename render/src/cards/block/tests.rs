//! Tests of blocks: the stated height of a block is the height that it draws, and words of legends are not cut off.

use engine::piece::{Chance, Reach};
use engine::view::{BoardView, Look, MarkKind, Zone};

use super::super::pieces::{kinds, plain_grid};
use super::*;
use crate::board::plain_figure;
use crate::chart::Point;
use crate::options::Hint;

/// Row at which blocks are drawn in these tests.
const AT: i32 = 150;

/// First and last row, and first and last column, that a block changes.
fn changed(renderer: &Renderer, block: &Block) -> Option<[i32; 4]> {
    let theme = Theme::Dark;
    let blank = Frame::new(WIDTH as u32, 2_400, theme.colours().frame, renderer.palette(theme));
    let mut frame = blank.clone();
    block.draw(&mut frame, renderer, theme, AT);
    let pixels = frame.pixels.enumerate_pixels().filter(|(x, y, pixel)| blank.pixels.get_pixel(*x, *y) != *pixel);
    let places: Vec<(i32, i32)> = pixels.map(|(x, y, _)| (x as i32, y as i32)).collect();
    let (columns, rows) = (|| places.iter().map(|place| place.0), || places.iter().map(|place| place.1));
    Some([rows().min()?, rows().max()?, columns().min()?, columns().max()?])
}

fn look(name: &str) -> Look {
    Look {
        id: format!("test/{name}"),
        name: name.to_owned(),
        symbol: "R".to_owned(),
        icon: "chess-rook".to_owned(),
        art: None,
        titan: false,
        blocking: true,
    }
}

fn item(renderer: &Renderer, name: &str, note: &str) -> Item {
    let figure = plain_figure(&look(name), 0, &renderer.icons);
    Item { figure, name: name.to_owned(), note: note.to_owned(), right: "×12".to_owned(), strong: !note.is_empty() }
}

fn row(seat: Option<Seat>, name: &str, detail: &str) -> Row {
    let (name, detail, right) = (name.to_owned(), detail.to_owned(), "12½".to_owned());
    Row { seat, players: 6, name, detail, right, tone: Tone::Good, strong: seat.is_none() }
}

fn board(width: u8, height: u8) -> BoardView {
    BoardView::new(width, height, vec![Zone::Battlefield; usize::from(width) * usize::from(height)])
}

/// All that can be in a legend.
fn all_kinds() -> Vec<(HintKind, &'static str)> {
    use HintKind as K;
    let plain = [K::Move, K::Capture, K::Jump, K::Shot, K::Effect, K::Swap, K::Place, K::Ability];
    let chances = [Chance::Never, Chance::Sometimes, Chance::Always];
    let all = chances.into_iter().flat_map(|moves| chances.map(|captures| (moves, captures)));
    let all = all.flat_map(|both| [false, true].map(|leaps| (both, leaps)));
    let all = all.flat_map(|(both, leaps)| [false, true].map(|copies| (both, leaps, copies)));
    let reaches = all.map(|((moves, captures), leaps, copies)| K::Reach(Reach { moves, captures, leaps, copies }));
    let space = "a1".parse().unwrap();
    let hints: Vec<Hint> = plain.into_iter().chain(reaches).map(|kind| Hint { space, kind }).collect();
    kinds(hints.iter())
}

/// Blocks of every kind with few and with many contents.
fn blocks(renderer: &Renderer) -> Vec<(String, Block)> {
    let text = str::to_owned;
    let long = "Bartholomew the Long of the Longest Hill, and his Friends ".repeat(3);
    let mut all = Vec::new();
    for words in ["Short", long.as_str()] {
        all.push((text("title"), Block::Title(text(words), String::new())));
        all.push((text("title and line"), Block::Title(text(words), text(words))));
        all.push((text("head"), Block::Head(text(words), String::new())));
        all.push((text("head and right"), Block::Head(text(words), text(words))));
        all.push((text("big"), Block::Big(text(words), Tone::Plain)));
        for seat in [None, Some(Seat(0)), Some(Seat(5))] {
            all.push((text("row"), Block::Row(row(seat, words, ""))));
            all.push((text("row and detail"), Block::Row(row(seat, words, words))));
        }
    }
    for number in 1..=40 {
        all.push((format!("{number} words"), Block::Text("Quite jolly words ".repeat(number), Tone::Quiet)));
        all.push((format!("{number} lines"), Block::Text("gjpqy\n".repeat(number), Tone::Alarm)));
    }
    for number in 1..=9 {
        for note in ["", "a note"] {
            let items = vec![item(renderer, "Rook", note); number];
            all.push((format!("{number} items"), Block::Items(items)));
        }
    }
    let every = all_kinds();
    let short: Vec<_> = every.iter().copied().filter(|(_, words)| words.len() < 8).collect();
    for number in 1..=every.len() {
        all.push((format!("legend of {number}"), Block::Legend(every[..number].to_vec())));
    }
    for number in 1..=short.len() {
        all.push((format!("short legend of {number}"), Block::Legend(short[..number].to_vec())));
    }
    let marked = |kind, name: &str| MarkedZone { kind, name: text(name), spaces: Vec::new() };
    let zones = [MarkKind::Drawn, MarkKind::Half, MarkKind::Centre, MarkKind::Promotion];
    for number in 1..=zones.len() {
        let marked = zones[..number].iter().map(|kind| marked(*kind, "promotion zone")).collect();
        all.push((format!("{number} zones"), Block::Zones(marked)));
    }
    for (width, height) in [(1, 1), (8, 8), (9, 3), (3, 9), (9, 9)] {
        let board = board(width, height);
        let part = |cell| (Scene::empty(&board, Theme::Dark, cell), plain_grid(&board, cell).unwrap());
        let (scene, grid) = part(40);
        all.push((format!("board {width} by {height}"), Block::Board(scene, grid)));
        for number in [1, 2] {
            let shown = || {
                let (scene, grid) = part(24);
                Shown { scene, grid, label: text("before"), last: None }
            };
            let boards = (0..number).map(|_| shown()).collect();
            all.push((format!("{number} boards {width} by {height}"), Block::Boards(boards)));
        }
    }
    let cell = Cell::bare(60, Theme::Dark, Ground::Light, plain_figure(&look("Rook"), 0, &renderer.icons));
    all.push((text("squares"), Block::Squares(vec![cell; 8])));
    let point = |at| Point { at, value: 1500.0, deviation: 80.0, provisional: false };
    let chart = Chart { points: (0..40).map(point).collect(), from: text("May"), to: text("June") };
    all.push((text("chart"), Block::Chart(chart)));
    all.push((text("graph"), Block::Graph(Graph { shares: vec![0.0, 100.0, 50.0, 0.0], marks: vec![1, 2, 3] })));
    all
}

/// A block draws nothing above its place, nothing that the next block would cover, and its contents to the end.
#[test]
fn every_block_is_as_high_as_what_it_draws() {
    let renderer = Renderer::new().unwrap();
    for (name, block) in blocks(&renderer) {
        let high = block.height(&renderer);
        let [first, last, left, right] = changed(&renderer, &block).unwrap_or_else(|| panic!("{name}: nothing"));
        assert!(first >= AT && last < AT + high, "{name}: rows {first} to {last} of {AT} to {}", AT + high);
        assert!(AT + high - last < 32 && first - AT < 48, "{name}: rows {first} to {last} of {AT} to {}", AT + high);
        assert!(left >= PAD - 4 && right < WIDTH - PAD + 4, "{name}: columns {left} to {right}");
    }
}

/// Of two boards side by side, each keeps its label to its own half, however long it is.
#[test]
fn labels_of_boards_stay_in_their_halves() {
    let (renderer, theme, board) = (Renderer::new().unwrap(), Theme::Dark, board(3, 3));
    let drawn = |labels: [&str; 2]| {
        let shown = labels.map(|label| Shown {
            scene: Scene::empty(&board, theme, 24),
            grid: plain_grid(&board, 24).unwrap(),
            label: label.to_owned(),
            last: None,
        });
        let mut frame = Frame::new(WIDTH as u32, 600, theme.colours().frame, renderer.palette(theme));
        Block::Boards(shown.into()).draw(&mut frame, &renderer, theme, AT);
        frame.pixels
    };
    let without = drawn(["", ""]);
    for long in ["The Battalion of the Long Walk", &"Long Walk ".repeat(12)] {
        for (labels, half) in [([long, ""], 0..WIDTH / 2), (["", long], WIDTH / 2..WIDTH)] {
            let with = drawn(labels);
            let differing = with.enumerate_pixels().filter(|(x, y, pixel)| without.get_pixel(*x, *y) != *pixel);
            let columns: Vec<i32> = differing.map(|(x, ..)| x as i32).collect();
            assert!(columns.len() > 50 && columns.iter().all(|x| half.contains(x)), "{labels:?}");
        }
    }
}

/// Each further item is drawn: in pairs, none over another, and the last one whole.
#[test]
fn no_item_of_a_list_is_lost() {
    let renderer = Renderer::new().unwrap();
    let theme = Theme::Dark;
    let drawn = |number: usize| {
        let mut frame = Frame::new(WIDTH as u32, 600, theme.colours().frame, renderer.palette(theme));
        Block::Items(vec![item(&renderer, "Rook", ""); number]).draw(&mut frame, &renderer, theme, 10);
        frame.pixels
    };
    let one = drawn(1);
    let high = Block::Items(vec![item(&renderer, "Rook", "")]).height(&renderer) as u32;
    let empty = one.get_pixel(0, 0);
    let inked = |picture: &image::GrayImage| picture.pixels().filter(|pixel| *pixel != empty).count();
    for number in 1..=8 {
        let all = drawn(number);
        assert_eq!(inked(&all), number * inked(&one), "{number} items");
        let last = 10 + (number as u32 - 1) / 2 * high;
        let right = (number as u32 + 1) % 2;
        let step = (0..WIDTH as u32).rev().find(|x| *one.get_pixel(*x, 40) != *empty).unwrap() + 15 - PAD as u32;
        for (x, y, pixel) in one.enumerate_pixels().filter(|(.., pixel)| *pixel != empty) {
            let there = all.get_pixel(x + right * step, last + y - 10);
            assert_eq!(there, pixel, "{number} items: {x} {y}");
        }
    }
}

/// The words of a legend are never cut, whichever kinds are in it.
#[test]
fn the_words_of_a_legend_have_room() {
    let renderer = Renderer::new().unwrap();
    let every = all_kinds();
    let is_cut = |kinds: &[(HintKind, &'static str)]| {
        let room = legend_room(legend_columns(kinds)) as f32;
        kinds.iter().find(|(_, words)| renderer.fonts.fit(words, LEGEND, room).cut).map(|(_, words)| *words)
    };
    for one in &every {
        assert_eq!(is_cut(&[*one]), None);
        for other in &every {
            assert_eq!(is_cut(&[*one, *other]), None, "{one:?} {other:?}");
            assert_eq!(is_cut(&[*one, *one, *other]), None, "{one:?} {other:?}");
        }
    }
    // Short words do not take more rows than they need.
    let narrow = |words: &str| !renderer.fonts.fit(words, LEGEND, legend_room(3) as f32).cut;
    let short: Vec<_> = every.iter().copied().filter(|(_, words)| narrow(words)).collect();
    assert!(short.iter().any(|(_, words)| *words == "move only") && short.len() < every.len());
    let three = Block::Legend(vec![(HintKind::Move, "move only"); 3]).height(&renderer);
    let two = Block::Legend(vec![(HintKind::Move, "move only"); 2]).height(&renderer);
    assert_eq!(three, two, "three short entries are on one row");
}
